"""The stock ledger: every movement of goods goes through `record_movement`, and nothing else writes a stock level.

Movements of an event take turns by the lock on its `PrizeSettings` row. Lock order: table, then the ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Max
from django.utils.translation import gettext as _

from awards.models import Location, Movement, MovementLine, Prize, PrizeSettings, StockLevel
from bobing_event.models import Event, Participant
from bobing_event.refusals import Refusal
from tables.models import Table

if TYPE_CHECKING:
    from django.contrib.auth.models import User

REASON_LENGTH = 200


@dataclass(frozen=True)
class Shift:
    """Units of one kind of goods to be moved from one place to another."""

    prize: Prize
    quantity: int
    source: Location
    target: Location


def locked_ledger(event: Event) -> PrizeSettings:
    """The event's prize settings, locked until the transaction ends: whoever holds them may move goods."""
    PrizeSettings.objects.get_or_create(event=event)
    return PrizeSettings.objects.select_for_update().get(event=event)


def store_of(event: Event) -> Location:
    return Location.objects.get_or_create(event=event, kind=Location.Kind.STORE)[0]


def outside_of(event: Event) -> Location:
    """Suppliers, and where written off goods go."""
    return Location.objects.get_or_create(event=event, kind=Location.Kind.OUTSIDE)[0]


def tables_locations(event: Event, tables: Iterable[Table]) -> dict[int, Location]:
    """The locations of tables by the table's id, made where there is none yet; two queries."""
    tables = list(tables)
    _make_missing(
        Location(event=event, kind=Location.Kind.TABLE, table=table, name=str(table)[:60]) for table in tables
    )
    found = Location.objects.filter(table__in=tables).select_related("table")
    return {place.table_id: place for place in found if place.table_id is not None}


def people_locations(event: Event, people: Iterable[Participant]) -> dict[int, Location]:
    """The locations of people by the participant's id, made where there is none yet; two queries."""
    people = list(people)
    _make_missing(
        Location(event=event, kind=Location.Kind.PERSON, participant=person, name=person.name) for person in people
    )
    found = Location.objects.filter(participant__in=people)
    return {place.participant_id: place for place in found if place.participant_id is not None}


def sent_before(event: Event, client_uuid: UUID | None) -> Movement | None:
    """The movement that a request with this client UUID made the first time, whatever it was for."""
    return Movement.objects.filter(event=event, client_uuid=client_uuid).first() if client_uuid else None


def repeated_movement(event: Event, client_uuid: UUID | None, kind: str, shifts: Sequence[Shift]) -> Movement | None:
    """The movement that this same request made the first time.

    Refuses `sent_for_another` where it made another kind of movement, or moved anything else: a page that the Back
    button brought up again.
    """
    known = sent_before(event, client_uuid)
    if known is not None:
        made = Counter(known.lines.values_list("prize", "quantity", "source", "target"))
        asked = Counter((shift.prize.pk, shift.quantity, shift.source.pk, shift.target.pk) for shift in shifts)
        if known.kind != kind or made != asked:
            raise page_used()
    return known


def page_used() -> Refusal:
    return Refusal("sent_for_another", _("This page was used already. Load it again."))


@dataclass(frozen=True)
class Draft:
    """A movement to be written: what it shifts, and what it says of itself."""

    shifts: Sequence[Shift]
    reason: str = ""
    client_uuid: UUID | None = None
    undoes: Movement | None = None


def record_movement(
    *,
    event: Event,
    kind: str,
    shifts: Sequence[Shift],
    by: User,
    now: datetime,
    reason: str = "",
    client_uuid: UUID | None = None,
    undoes: Movement | None = None,
) -> Movement:
    """Write a movement, its lines and the levels they make; inside the caller's transaction, the ledger locked.

    Refuses `nothing_to_move` and, naming goods, place and numbers, `stock_short`. Five queries, however many
    lines.
    """
    draft = Draft(shifts, reason, client_uuid, undoes)
    return record_movements(event=event, kind=kind, drafts=[draft], by=by, now=now)[0]


def record_movements(*, event: Event, kind: str, drafts: Sequence[Draft], by: User, now: datetime) -> list[Movement]:
    """Several movements of a kind at once, all or none, numbered in their order. Refuses as `record_movement` does."""
    if not drafts or not all(draft.shifts for draft in drafts):
        raise Refusal("nothing_to_move", _("Nothing was chosen: enter how many units of which goods."), status=400)
    _move_levels([shift for draft in drafts for shift in draft.shifts])
    last = Movement.objects.filter(event=event).aggregate(last=Max("number", default=0))["last"]
    movements = Movement.objects.bulk_create(
        Movement(
            event=event, number=number, kind=kind, reason=draft.reason.strip()[:REASON_LENGTH],
            client_uuid=draft.client_uuid, undoes=draft.undoes, made_by=by, made_at=now,
        )
        for number, draft in enumerate(drafts, start=last + 1)
    )  # fmt: skip
    MovementLine.objects.bulk_create(
        MovementLine(
            movement=movement, prize=shift.prize, quantity=shift.quantity, source=shift.source, target=shift.target
        )
        for movement, draft in zip(movements, drafts, strict=True)
        for shift in draft.shifts
    )
    return movements


def reversed_shifts(movement: Movement) -> list[Shift]:
    """What takes all of a movement's goods back the way they came."""
    lines = movement.lines.select_related("prize", "source__table", "target__table")
    return [Shift(line.prize, line.quantity, line.target, line.source) for line in lines]


def _make_missing(locations: Iterable[Location]) -> None:
    Location.objects.bulk_create(locations, ignore_conflicts=True)


def _move_levels(shifts: Sequence[Shift]) -> None:
    """What leaves must have been there before: goods that come and go in one movement count as leaving all the same."""
    leaving: Counter[tuple[int, int]] = Counter()
    change: Counter[tuple[int, int]] = Counter()
    for shift in shifts:
        if shift.source.kind != Location.Kind.OUTSIDE:
            leaving[shift.source.pk, shift.prize.pk] += shift.quantity
            change[shift.source.pk, shift.prize.pk] -= shift.quantity
        if shift.target.kind != Location.Kind.OUTSIDE:
            change[shift.target.pk, shift.prize.pk] += shift.quantity
    if not change:
        return
    places, prizes = {place for place, _prize in change}, {prize for _place, prize in change}
    found = StockLevel.objects.filter(location__in=places, prize__in=prizes)
    held = {(level.location_id, level.prize_id): level for level in found}
    _refuse_short(shifts, leaving, held)
    levels = []
    for (place, prize), units in sorted(change.items()):
        before = held[place, prize].quantity if (place, prize) in held else 0
        levels.append(StockLevel(location_id=place, prize_id=prize, quantity=before + units))
    StockLevel.objects.bulk_create(
        levels, update_conflicts=True, unique_fields=["location", "prize"], update_fields=["quantity"]
    )


def _refuse_short(
    shifts: Sequence[Shift], leaving: Counter[tuple[int, int]], held: dict[tuple[int, int], StockLevel]
) -> None:
    """Names all goods that are short, each once, and by how much."""
    short = []
    for key, shift in {(shift.source.pk, shift.prize.pk): shift for shift in shifts}.items():
        there, needed = held[key].quantity if key in held else 0, leaving[key]
        if needed > there:
            short.append({
                "place": shift.source, "there": there, "unit": shift.prize.unit, "prize": shift.prize,
                "needed": needed, "short": needed - there,
            })  # fmt: skip
    if not short:
        return
    sentence = _("%(place)s has %(there)s %(unit)s of %(prize)s; %(needed)s are needed.") % short[0]
    facts: dict[str, Any] = {"prize": str(short[0]["prize"]), "there": short[0]["there"], "needed": short[0]["needed"]}
    if len(short) > 1:
        each = _("%(place)s has %(there)s %(unit)s of %(prize)s, %(needed)s are needed, %(short)s short")
        sentence = _("Not enough: %(goods)s.") % {"goods": _("; ").join(each % one for one in short)}
        facts["short"] = {str(one["prize"]): one["short"] for one in short}
    raise Refusal("stock_short", sentence, **facts)
