"""What was handed over and is somebody else's since a correction: each of it a task for the prize desk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from awards.models import Claim, Location, MovementLine, RedrawWin
from awards.queries.desk import of_high_value
from awards.queries.due import Entitlement, OriginKey, claim_key, entitlements, moved_on
from awards.queries.origins import origin_label
from awards.queries.plan_check import prize_settings
from awards.queries.whereabouts import person_and_seat, seat_of, seats_of_people
from bobing_event.models import Event, Participant
from tables.models import Seat, Table
from tables.queries.sign_offs import final_sign_offs
from tournaments.models import Entrant

GOODS = "piece__table__session", "playoff", "prize", "participant", "hand_over__handed_by"


@dataclass(frozen=True)
class MovedClaim:
    """Goods that `claim` says were handed over, and whose they are now.

    `owner` is nobody where the piece went back into stock. `entitlement` is what the plan gives the owner for it, if
    it still gives these goods. `table` is where the goods came from, if that was a table's stock. `is_final` says that
    the correction itself is signed off; before that goods are taken back only. What is `of_high_value` is too: whoever
    gets it shows an ID and signs at the desk.
    """

    claim: Claim
    seat: Seat | None
    owner: Participant | None
    owner_seat: Seat | None
    entitlement: Entitlement | None
    table: Table | None
    is_final: bool
    of_high_value: bool

    @property
    def origin(self) -> str:
        return origin_label(self.claim)

    @property
    def is_open(self) -> bool:
        """Whether the correction made the table go on: whose the piece will be is not known yet."""
        return self.claim.piece is not None and not self.claim.piece.table.has_ended

    @property
    def can_be_passed_on(self) -> bool:
        return self.entitlement is not None and self.is_final and not self.of_high_value

    @property
    def sentence(self) -> str:
        """从 王明（3 桌 5 号）收回 空气炸锅 × 1 台（对堂第 1 块），改给 李静（3 桌 2 号）。"""
        prize = self.claim.prize
        facts = {
            "holder": person_and_seat(self.claim.participant, self.seat), "prize": prize, "unit": prize.unit,
            "quantity": self.claim.quantity, "origin": self.origin,
        }  # fmt: skip
        if self.owner is None:
            return _("Take %(quantity)s %(unit)s of %(prize)s (%(origin)s) back from %(holder)s.") % facts
        sentence = _("Take %(quantity)s %(unit)s of %(prize)s (%(origin)s) back from %(holder)s, for %(owner)s.")
        return sentence % {**facts, "owner": person_and_seat(self.owner, self.owner_seat)}


def moved_claims(event: Event) -> list[MovedClaim]:
    """The tasks, in the order in which the goods were handed over; a constant number of queries."""
    return tasks_of(event, moved_on(event).select_related(*GOODS).order_by("hand_over__handed_at", "pk"))


def tasks_about(event: Event, person: Participant) -> list[MovedClaim]:
    """The tasks for which somebody who stands at the desk is wanted: what they are to bring back, or to be given."""
    return [task for task in moved_claims(event) if person in (task.claim.participant, task.owner)]


def tasks_of(event: Event, claims: Iterable[Claim]) -> list[MovedClaim]:
    """The tasks that claims are, which `moved_on` found."""
    claims = list(claims)
    if not claims:
        return []
    owners = _owners(claims)
    people = {owner.pk for owner in owners.values()}
    given = {one.key: one for one in entitlements(event, people=people)} if people else {}
    worth_much = of_high_value(prize_settings(event), given.values())
    seats = seats_of_people(people | {claim.participant_id for claim in claims})
    sources, final = _sources(claims), _final_tables(claims)
    return [_task(claim, owners.get(claim.pk), given, worth_much, seats, sources, final) for claim in claims]


def moved_forfeits(event: Event) -> list[Claim]:
    """Goods that nobody claimed, whose piece or place a correction gave to somebody else, and not drawn again.

    Whoever it went to has not had a chance to claim them.
    """
    drawn_again = RedrawWin.objects.filter(claim=OuterRef("pk"), absent_at__isnull=True)
    still_placed = Entrant.objects.filter(
        playoff=OuterRef("playoff"), placed=OuterRef("place"), participant=OuterRef("participant")
    )
    forfeited = Claim.objects.filter(event=event, state=Claim.State.FORFEITED).exclude(Exists(drawn_again))
    of_pieces = Q(piece__isnull=False) & ~Q(piece__place="seat", piece__participant=F("participant"))
    of_places = Q(playoff__isnull=False) & ~Exists(still_placed)
    return list(forfeited.filter(of_pieces | of_places).select_related(*GOODS[:-1]))


def kept_claims(event: Event) -> QuerySet[Claim]:
    """What its first holders kept, the latest first."""
    return (
        Claim.objects.filter(event=event, state=Claim.State.KEPT)
        .select_related(*GOODS, "settled_by")
        .order_by("-settled_at", "-pk")
    )


def _task(
    claim: Claim,
    owner: Participant | None,
    given: dict[tuple[object, ...], Entitlement],
    worth_much: set[OriginKey],
    seats: dict[int, list[Seat]],
    sources: dict[int, Table],
    final: set[int],
) -> MovedClaim:
    table = claim.piece.table_id if claim.piece else None
    entitlement = given.get(claim_key(claim)) if owner else None
    return MovedClaim(
        claim=claim,
        seat=seat_of(claim.participant_id, seats, table),
        owner=owner,
        owner_seat=seat_of(owner.pk, seats, table) if owner else None,
        entitlement=entitlement,
        table=sources.get(claim.pk),
        is_final=table in final if table else not (entitlement and entitlement.waiting),
        of_high_value=entitlement is not None and entitlement.origin in worth_much,
    )


def _owners(claims: list[Claim]) -> dict[int, Participant]:
    """Whose each claim's piece or place is now, by the claim's id."""
    at_seats = {claim.pk: claim.piece.participant_id for claim in claims if claim.piece and claim.piece.participant_id}
    playoffs = {claim.playoff_id for claim in claims if claim.playoff_id}
    if playoffs:
        placed = Entrant.objects.filter(playoff__in=playoffs, placed__isnull=False)
        by_place = {(one.playoff_id, one.placed): one.participant_id for one in placed}
        for claim in claims:
            if claim.playoff_id and (claim.playoff_id, claim.place) in by_place:
                at_seats[claim.pk] = by_place[claim.playoff_id, claim.place]
    people = Participant.objects.in_bulk(set(at_seats.values()))
    return {claim: people[person] for claim, person in at_seats.items()}


def _sources(claims: list[Claim]) -> dict[int, Table]:
    """The tables from whose stock the goods came, by the claim's id; of tables whose prizes are not counted yet."""
    lines = MovementLine.objects.filter(
        movement__hand_over__in=[claim.hand_over_id for claim in claims], source__kind=Location.Kind.TABLE,
        source__table__isnull=False, source__counts__isnull=True,
    )  # fmt: skip
    tables = {
        (line.movement_id, line.prize_id): line.source.table
        for line in lines.select_related("source__table__session").defer(
            "source__table__opening", "source__table__state"
        )
    }
    found = {}
    for claim in claims:
        table = tables.get((claim.hand_over.movement_id, claim.prize_id)) if claim.hand_over else None
        if table is not None:
            found[claim.pk] = table
    return found


def _final_tables(claims: list[Claim]) -> set[int]:
    tables = {claim.piece.table_id for claim in claims if claim.piece}
    return set(final_sign_offs().filter(table__in=tables).values_list("table", flat=True)) if tables else set()
