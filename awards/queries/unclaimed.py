"""What nobody has come for: goods that are due, goods that were given up, and lots drawn for those."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from awards.models import Claim, PlanLine, PrizeSettings, Redraw, RedrawWin
from awards.queries.due import Entitlement, due
from awards.queries.origins import origin_label
from awards.queries.whereabouts import seat_of, seats_of_people
from bobing_event.models import Event, Participant
from tables.models import Piece, Seat
from tables.queries.sign_offs import final_sign_offs
from tournaments.models import Entrant


@dataclass(frozen=True)
class Narrowed:
    """What the list is narrowed to: a session's number, a table's number, a rank or `other`, goods by id."""

    session: int | None = None
    table: int | None = None
    rank: str = ""
    prize: int | None = None

    def holds(self, line: Unclaimed) -> bool:
        seat, piece = line.seat, line.due.piece
        table = piece.table if piece else seat.table if seat else None
        return (
            (self.session is None or (table is not None and table.session.number == self.session))
            and (self.table is None or (table is not None and table.number == self.table))
            and (not self.rank or self.rank == (piece.rank if piece else "other"))
            and (self.prize is None or self.prize == line.due.prize.pk)
        )


@dataclass(frozen=True)
class Unclaimed:
    """Goods that somebody may have handed over and has not come for."""

    due: Entitlement
    participant: Participant
    seat: Seat | None

    @property
    def origin(self) -> str:
        return origin_label(self.due)


def unclaimed(event: Event, narrowed: Narrowed | None = None) -> list[Unclaimed]:
    """What is due and final, by table, seat and rank; a constant number of queries."""
    open_now = [one for one in due(event) if not one.waiting]
    ids = {one.participant_id for one in open_now}
    people = {person.pk: person for person in Participant.objects.filter(event=event) if person.pk in ids}
    seats = seats_of_people(ids) if ids else {}
    lines = [
        Unclaimed(
            one, people[one.participant_id],
            seat_of(one.participant_id, seats, one.piece.table_id if one.piece else None),
        )
        for one in open_now
    ]  # fmt: skip
    return [line for line in lines if narrowed is None or narrowed.holds(line)]


def claim_until(event: Event) -> datetime | None:
    """Until when prizes are to be claimed; None where the organiser has not said."""
    return PrizeSettings.objects.filter(event=event).values_list("claim_until", flat=True).first()


def overdue(event: Event, *, now: datetime) -> int:
    """Pieces and places whose goods nobody has come for though the time is over; at most three queries.

    A count for the overview, which is asked often: it looks at no piece singly, and leaves consolations out.
    """
    until = claim_until(event)
    if until is None or now < until:
        return 0
    lines = PlanLine.objects.filter(event=event)
    settled = Claim.objects.filter(state__in=(*Claim.STANDING, Claim.State.KEPT))
    pieces = Piece.objects.filter(
        Exists(final_sign_offs().filter(table=OuterRef("table"))), table__session__event=event, place="seat",
        rank__in=lines.exclude(rank="").values("rank"),
    ).exclude(Exists(settled.filter(piece=OuterRef("pk"))))  # fmt: skip
    places = Entrant.objects.filter(
        Exists(lines.filter(playoff_kind=OuterRef("playoff__kind"), place=OuterRef("placed"))), playoff__event=event
    ).exclude(Exists(settled.filter(playoff=OuterRef("playoff"), place=OuterRef("placed"))))
    return pieces.count() + places.count()


@dataclass(frozen=True)
class Forfeit:
    """Goods given up, and by a redraw given to somebody, if they were."""

    claim: Claim
    win: RedrawWin | None

    @property
    def origin(self) -> str:
        return origin_label(self.claim)


def forfeits(event: Event) -> list[Forfeit]:
    """What was given up and not taken back, the latest first; two queries."""
    standing = RedrawWin.objects.filter(absent_at__isnull=True).select_related("participant")
    claims = Claim.objects.filter(event=event, state=Claim.State.FORFEITED).order_by("-settled_at", "pk")
    claims = claims.select_related("prize", "participant", "settled_by", "piece__table", "playoff")
    claims = claims.prefetch_related(Prefetch("redraw_wins", standing, to_attr="standing"))
    return [Forfeit(claim, next(iter(claim.standing), None)) for claim in claims]


def drawable(event: Event) -> QuerySet[Claim]:
    """Goods given up that no redraw has given to anybody yet."""
    won = RedrawWin.objects.filter(claim=OuterRef("pk"), absent_at__isnull=True)
    given_up = Claim.objects.filter(event=event, state=Claim.State.FORFEITED).exclude(Exists(won))
    return given_up.select_related("prize", "participant", "piece__table", "playoff").order_by("pk")


def present(event: Event) -> QuerySet[Participant]:
    """Who may take part in a redraw: checked in, and not called in vain before."""
    absent = RedrawWin.objects.filter(redraw__event=event, absent_at__isnull=False, participant=OuterRef("pk"))
    return Participant.objects.filter(event=event, checked_in_at__isnull=False).exclude(Exists(absent)).order_by("pk")


def redraws_of(event: Event) -> QuerySet[Redraw]:
    """Redraws with their wins, the latest first; two queries."""
    wins = RedrawWin.objects.select_related(
        "participant", "claim__prize", "claim__participant", "claim__piece__table", "claim__playoff"
    )
    redraws = Redraw.objects.filter(event=event).select_related("event", "drawn_by")
    return redraws.prefetch_related(Prefetch("wins", wins.order_by("pk")))


@dataclass(frozen=True)
class Called:
    """Goods of a redraw and who was called for them in turn: the last one is whose they are, unless absent."""

    claim: Claim
    calls: list[RedrawWin]
    handed_over: bool

    @property
    def last(self) -> RedrawWin:
        return self.calls[-1]

    @property
    def in_vain(self) -> list[RedrawWin]:
        """Who was called and was not there."""
        return [win for win in self.calls if win.absent_at is not None]

    @property
    def origin(self) -> str:
        return origin_label(self.claim)


def family_of(redraw: Redraw) -> list[Redraw]:
    """A redraw and those that followed for winners who were not there, in the order drawn; two queries."""
    first = redraw.continues_id or redraw.pk
    return list(redraws_of(redraw.event).filter(Q(pk=first) | Q(continues=first)).order_by("pk"))


def calls_of(family: list[Redraw]) -> list[Called]:
    """Each of the goods with everybody called for it; one query."""
    calls: dict[int, list[RedrawWin]] = {}
    for redraw in family:
        for win in redraw.wins.all():
            calls.setdefault(win.claim_id, []).append(win)
    wins = [called[-1].pk for called in calls.values()]
    handed = Claim.objects.filter(Q(redraw_win__in=wins), state__in=Claim.STANDING)
    done = set(handed.values_list("redraw_win", flat=True))
    return [Called(called[-1].claim, called, called[-1].pk in done) for called in calls.values()]


def repeatable(family: list[Redraw]) -> dict[str, object]:
    """What repeats a redraw, by number and without names: `{draws: [{entrants, seed, winners: [[claim, person]]}]}`."""
    return {
        "draws": [
            {
                "entrants": redraw.entrants,
                "seed": redraw.seed,
                "winners": [[win.claim_id, win.participant_id] for win in redraw.wins.all()],
            }
            for redraw in family
        ]
    }
