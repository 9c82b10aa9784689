"""What the prize desk shows: a person with all they won, and the hand-overs so far."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from django.db.models import Prefetch, Q, QuerySet

from awards.models import Claim, HandOver, Location, PlanLine, Prize, PrizeSettings, StockLevel
from awards.queries.deliveries import reserved
from awards.queries.due import Entitlement, OriginKey, due, entitlements
from awards.queries.plan_check import prize_settings
from awards.queries.waiting import origin_words, waiting_sentence
from bobing_event.importing import cleaning
from bobing_event.models import Event, Participant
from bobing_event.queries import is_minor
from tables.models import Seat, Table
from tables.queries.arrivals import seats_of

ID_TAIL = 4
ID_DIGITS = 18  # more digits than this no id has, and no database takes them for one


@dataclass(frozen=True)
class DueLine:
    """Goods that may be handed over now. `place` is the table they lie at, None for the store; `short` says that there
    are too few of them, `worth_much` that an ID and a signature are wanted."""

    key: str
    prize: Prize
    quantity: int
    why: str
    place: Location | None = None
    short: bool = False
    worth_much: bool = False


@dataclass(frozen=True)
class WaitingLine:
    """Goods that are theirs, or may be, and why they have to wait."""

    prize: Prize
    quantity: int
    why: str
    sentence: str


@dataclass(frozen=True)
class HandedLine:
    """A hand-over, and what of it went to the person."""

    hand_over: HandOver
    claims: list[Claim]


@dataclass(frozen=True)
class PersonAtDesk:
    """A person who stands at the desk, and everything they won. `keeps_stock` as in `PrizeSettings`."""

    person: Participant
    seat: Seat | None
    minor: bool
    keeps_stock: bool
    due: list[DueLine] = field(default_factory=list)
    waiting: list[WaitingLine] = field(default_factory=list)
    handed: list[HandedLine] = field(default_factory=list)
    forfeited: list[Claim] = field(default_factory=list)

    @property
    def units(self) -> int:
        return sum(line.quantity for line in self.due)

    @property
    def worth_much(self) -> bool:
        return any(line.worth_much for line in self.due)

    @property
    def id_tail(self) -> str:
        """The last places of the ID number, to compare; "" while nothing asks for it."""
        return self.person.id_number[-ID_TAIL:] if self.worth_much else ""

    @property
    def has_nothing(self) -> bool:
        return not (self.due or self.waiting or self.handed or self.forfeited)


def person_at_desk(event: Event, person: Participant) -> PersonAtDesk:
    """A constant number of queries, however much somebody has won."""
    settings = prize_settings(event)
    found = due(event, people=[person.pk])
    claims = list(claims_in_words(Claim.objects.filter(event=event, participant=person)))
    handed: dict[int, HandedLine] = {}
    for claim in claims:
        if claim.hand_over is not None and claim.state in (Claim.State.HANDED_OVER, Claim.State.KEPT):
            handed.setdefault(claim.hand_over.pk, HandedLine(claim.hand_over, [])).claims.append(claim)
    return PersonAtDesk(
        person=person,
        seat=seats_of([person]).get(person.pk),
        minor=is_minor(person, on=event.date),
        keeps_stock=settings.keeps_stock,
        due=_due_lines(event, settings, person, [one for one in found if not one.waiting]),
        waiting=[
            WaitingLine(one.prize, one.quantity, origin_words(one), waiting_sentence(one))
            for one in found
            if one.waiting
        ],
        handed=sorted(handed.values(), key=lambda line: line.hand_over.handed_at, reverse=True),
        forfeited=[claim for claim in claims if claim.state == Claim.State.FORFEITED],
    )


def of_high_value(settings: PrizeSettings, found: Iterable[Entitlement]) -> set[OriginKey]:
    """The pieces, places … that give as much as `high_value` or more; one that gives several goods counts whole."""
    if settings.high_value is None:
        return set()
    worth: dict[OriginKey, Decimal] = {}
    for one in found:
        worth[one.origin] = worth.get(one.origin, Decimal(0)) + one.quantity * one.prize.value
    return {origin for origin, yuan in worth.items() if yuan >= settings.high_value}


def high_value_of(
    event: Event, settings: PrizeSettings, *, people: Collection[int] | None = None, table: Table | None = None
) -> set[OriginKey]:
    """As `of_high_value`, by all that the pieces and places give, whatever of it was handed over already."""
    if settings.high_value is None:
        return set()
    return of_high_value(settings, entitlements(event, people=people, table=table))


def is_id(text: str) -> bool:
    """Whether a part of a key that a page sends may be an id."""
    return text.isdecimal() and len(text) <= ID_DIGITS


def pieces_in(keys: Iterable[str]) -> list[int]:
    """The ids of the pieces that keys (`Entitlement.key_text`) name."""
    return [int(first) for key in keys if is_id(first := key.partition(".")[0])]


def units_due(event: Event, people: Collection[int]) -> dict[int, int]:
    """Units that may be handed over to each of some people now, by the participant's id."""
    units: dict[int, int] = dict.fromkeys(people, 0)
    for one in due(event, people=people):
        if not one.waiting:
            units[one.participant_id] += one.quantity
    return units


def hand_overs_of(event: Event, text: str = "") -> QuerySet[HandOver]:
    """The latest first, with goods and people; narrowed to a name (a receiver's too), a table or a slip's number."""
    found = HandOver.objects.filter(event=event)
    if text := cleaning.text(text):
        fits = Q(claims__participant__name__icontains=text) | Q(receiver_name__icontains=text)
        if text.isdecimal() and len(text) < 10:
            fits |= Q(table__number=int(text)) | Q(claims__piece__table__number=int(text))
            fits |= Q(movement__number=int(text))
        found = found.filter(pk__in=HandOver.objects.filter(fits, event=event).values("pk"))
    return with_claims(found)


def with_claims(hand_overs: QuerySet[HandOver]) -> QuerySet[HandOver]:
    """What a page shows of hand-overs; two queries."""
    claims = claims_in_words(Claim.objects.all())
    related = hand_overs.select_related("movement", "participant", "table__session", "handed_by", "undone_by")
    return related.defer("table__opening", "table__state").prefetch_related(Prefetch("claims", claims))


def claims_in_words(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """With all that `origin_words` and the desk's lists read."""
    related = claims.select_related(
        "prize", "participant", "piece__table", "playoff", "settled_by", "hand_over__movement",
        "hand_over__handed_by", "hand_over__table",
    )  # fmt: skip
    return related.defer(
        "piece__table__opening", "piece__table__state", "hand_over__table__opening", "hand_over__table__state"
    )


def _due_lines(event: Event, settings: PrizeSettings, person: Participant, found: list[Entitlement]) -> list[DueLine]:
    worth_much = high_value_of(event, settings, people=[person.pk]) if found else set()
    places = places_of(event, found) if settings.keeps_stock else [(None, False)] * len(found)
    return [
        DueLine(one.key_text, one.prize, one.quantity, origin_words(one), place, short, one.origin in worth_much)
        for one, (place, short) in zip(found, places, strict=True)
    ]


def places_of(event: Event, found: Sequence[Entitlement]) -> list[tuple[Location | None, bool]]:
    """Where each lies: a small prize at its table as long as there is some, all else in the store (None); and whether
    there are too few. What a runner is bringing to somebody at the table is not counted. Two queries."""
    tables = {one.piece.table_id for one in found if one.piece and one.given_at == PlanLine.GivenAt.TABLE}
    levels = StockLevel.objects.filter(
        Q(location__kind=Location.Kind.STORE) | Q(location__table__in=tables), location__event=event
    ).select_related("location__table")
    left = {(level.location.table_id, level.prize_id): level.quantity for level in levels}
    locations = {level.location.table_id: level.location for level in levels}
    for (at, prize), coming in (reserved(event, tables) if tables else {}).items():
        left[at, prize] = left.get((at, prize), 0) - coming
    places: list[tuple[Location | None, bool]] = []
    for one in found:
        table = one.piece.table_id if one.piece and one.given_at == PlanLine.GivenAt.TABLE else None
        if left.get((table, one.prize.pk), 0) < one.quantity:
            table = None
        before = left.get((table, one.prize.pk), 0)
        left[table, one.prize.pk] = before - one.quantity
        places.append((locations[table] if table is not None else None, before < one.quantity))
    return places
