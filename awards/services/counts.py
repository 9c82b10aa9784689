"""A table's leftovers are counted, taken back and signed for; a movement that was a mistake is undone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from awards.models import Delivery, Location, Movement, MovementLine, Prize, StockLevel, TableCount
from awards.queries.stock import count_difference
from awards.services.ledger import (
    Shift,
    locked_ledger,
    outside_of,
    page_used,
    record_movement,
    reversed_shifts,
    sent_before,
    store_of,
)
from awards.services.stock import (
    Goods,
    in_words,
    known_goods,
    locked_tables,
    needed_reason,
    place_of,
    refuse_on_the_way,
)
from bobing_event.audit import record_action
from bobing_event.models import Event
from bobing_event.refusals import Refusal
from tables.models import Table
from tables.queries.sign_offs import is_final

if TYPE_CHECKING:
    from django.contrib.auth.models import User

UNDOABLE = (Movement.Kind.RECEIVE, Movement.Kind.ALLOCATE, Movement.Kind.RETURN, Movement.Kind.WRITE_OFF)


@transaction.atomic
def count_table(
    *,
    table: Table,
    counted: Goods,
    reason: str = "",
    by: User,
    now: datetime,
    client_uuid: UUID | None = None,
) -> TableCount:
    """Take back what was counted at a table, and sign that the table is settled; the latest count holds.

    `counted` names every kind of goods that should be there, also with 0 units. In one movement the counted go to the
    store, the missing are written off, and what is more than expected comes in from outside. Refuses `table_plays`,
    `not_signed_off` while won goods still lie at an ended table, `bad_units`, `unknown_goods`, `count_incomplete`,
    `reason_needed` where anything differs, `being_delivered`, `sent_for_another`, `other_event` and `no_such_table`.
    """
    event = table.session.event
    prizes = known_goods(event, counted)
    [held] = locked_tables(event, [table.pk])
    _refuse_unfinished(held)
    locked_ledger(event)
    if known := sent_before(event, client_uuid):
        return _repeated_count(known, held, counted)
    refuse_on_the_way(held, counted)
    expected = _expected(held, prizes)
    _refuse_incomplete(held, expected, counted)
    if dict(counted) != {prize.pk: units for prize, units in expected.items()}:
        reason = _reason_for(held, expected, counted, reason)
    shifts = _count_shifts(event, held, expected, counted)
    movement = (
        record_movement(
            event=event, kind=Movement.Kind.RETURN, shifts=shifts, by=by, now=now, reason=reason,
            client_uuid=client_uuid,
        )
        if shifts
        else None
    )  # fmt: skip
    count = TableCount.objects.create(
        location=place_of(event, held), expected={str(prize.pk): units for prize, units in expected.items()},
        counted={str(prize.pk): counted[prize.pk] for prize in expected}, reason=reason.strip(), movement=movement,
        signed_by=by, signed_at=now,
    )  # fmt: skip
    record_action(
        event=event, by=by, now=now, action="table_counted", subject=str(held),
        before=in_words(expected.items()), after=in_words((prize, counted[prize.pk]) for prize in expected),
        reason=count.reason,
    )  # fmt: skip
    return count


def _brought(movement: Movement) -> dict[Table, set[int]]:
    """The goods (ids) that a movement brought to tables."""
    brought: dict[Table, set[int]] = defaultdict(set)
    for line in movement.lines.filter(target__table__isnull=False).select_related("target__table__session__event"):
        if line.target.table is not None:
            brought[line.target.table].add(line.prize_id)
    return brought


@transaction.atomic
def undo_movement(*, movement: Movement, reason: str, by: User, now: datetime) -> Movement:
    """Take all of a movement's goods back the way they came. It stays in the ledger, and so does its undoing.

    When nothing is left that ever came into the store, the event keeps no stock again: a first receipt was a mistake.

    Refuses `reason_needed`, `already_undone`, `not_undoable` for hand-overs, exchanges, undoings, deliveries and
    counts, which have their own ways, and for what people gave back, `no_such_table`, `being_delivered`, and
    `stock_short` where the goods have gone on since.
    """
    reason = needed_reason(reason)
    event = movement.event
    lines = movement.lines.values_list("source__kind", "source__table", "target__kind", "target__table")
    ends = {end for line in lines for end in (line[:2], line[2:])}
    locked_tables(event, {table for _kind, table in ends if table is not None})
    settings = locked_ledger(event)
    _refuse_undo(movement)
    if any(kind == "table" and table is None for kind, table in ends):
        raise Refusal("no_such_table", _("There is no such table any more: it was dissolved."), status=404)
    for table, goods in _brought(movement).items():
        refuse_on_the_way(table, goods)
    undoing = record_movement(
        event=event, kind=movement.kind, shifts=reversed_shifts(movement), by=by, now=now, reason=reason,
        undoes=movement,
    )  # fmt: skip
    record_action(
        event=event, by=by, now=now, action="movement_undone", subject=movement.number_text,
        number=undoing.number_text, reason=reason,
    )  # fmt: skip
    if settings.keeps_stock and not _was_stocked(event):
        settings.keeps_stock = False
        settings.save(update_fields=["keeps_stock"])
        record_action(
            event=event, by=by, now=now, action="stock_stopped", subject=movement.number_text, reason=reason,
        )  # fmt: skip
    return undoing


def undoable(movement: Movement, *, settled: bool) -> bool:
    """Whether its kind and its part allow undoing; `settled`: it belongs to a count or a delivery, or to people."""
    return movement.kind in UNDOABLE and movement.undoes_id is None and not settled


def _was_stocked(event: Event) -> bool:
    """Whether any movement that stands took goods through the store or a table."""
    kept = [Location.Kind.STORE, Location.Kind.TABLE]
    lines = MovementLine.objects.filter(Q(source__kind__in=kept) | Q(target__kind__in=kept), movement__event=event)
    return lines.filter(movement__undoes__isnull=True, movement__undone_by__isnull=True).exists()


def _refuse_undo(movement: Movement) -> None:
    if Movement.objects.filter(undoes=movement).exists():
        raise Refusal("already_undone", _("Movement %(number)s is undone already.") % {"number": movement.number_text})
    person = Location.Kind.PERSON
    if movement.kind in UNDOABLE and movement.lines.filter(Q(source__kind=person) | Q(target__kind=person)).exists():
        sentence = _("What somebody gave back is not undone here. Hand it over again at the prize desk.")
        raise Refusal("not_undoable", sentence)
    settled = TableCount.objects.filter(movement=movement).exists() or Delivery.objects.filter(supply=movement).exists()
    if not undoable(movement, settled=settled):
        sentence = _(
            "Only receipts, supplies, returns and write-offs are undone here. Count a table again, and undo a "
            "hand-over or a delivery on its own page."
        )
        raise Refusal("not_undoable", sentence)


def _repeated_count(known: Movement, table: Table, counted: Goods) -> TableCount:
    """The count that this same request made the first time; refuses `sent_for_another`."""
    count = TableCount.objects.filter(movement=known, location__table=table).first()
    if count is None or count.counted != {str(pk): units for pk, units in counted.items()}:
        raise page_used()
    return count


def _refuse_unfinished(table: Table) -> None:
    words = {"table": table}
    if table.is_open:
        sentence = _("%(table)s is still playing. Count its prizes when it has ended and is signed off.")
        raise Refusal("table_plays", sentence % words)
    if table.has_ended and not is_final(table):
        sentence = _(
            "%(table)s is not signed off yet, so what was won there still counts as its own. Sign it off first."
        )
        raise Refusal("not_signed_off", sentence % words)


def _expected(table: Table, prizes: Mapping[int, Prize]) -> dict[Prize, int]:
    """What the ledger says lies at the table, and 0 of other goods that were counted; by the goods' ids."""
    levels = StockLevel.objects.filter(location__table=table, quantity__gt=0).select_related("prize")
    expected = {level.prize: level.quantity for level in levels}
    for prize in prizes.values():
        expected.setdefault(prize, 0)
    return dict(sorted(expected.items(), key=lambda item: item[0].pk))


def _refuse_incomplete(table: Table, expected: Mapping[Prize, int], counted: Goods) -> None:
    missing = [str(prize) for prize in expected if prize.pk not in counted]
    if missing:
        sentence = _("%(table)s: %(goods)s should be there too. Enter how much there is, 0 for none.")
        words = {"table": table, "goods": _(", ").join(missing)}
        raise Refusal("count_incomplete", sentence % words, status=400)


def _reason_for(table: Table, expected: Mapping[Prize, int], counted: Goods, reason: str) -> str:
    """The reason why it differs; refuses `reason_needed`, naming what differs."""
    if reason.strip():
        return needed_reason(reason)
    differences = [
        count_difference(prize, units, counted[prize.pk])
        for prize, units in expected.items()
        if counted[prize.pk] != units
    ]
    sentence = _("%(table)s: %(differences)s. Say why: missing goods are written off for that reason.")
    words = {"table": table, "differences": _("; ").join(differences)}
    raise Refusal("reason_needed", sentence % words, status=400)


def _count_shifts(event: Event, table: Table, expected: Mapping[Prize, int], counted: Goods) -> list[Shift]:
    place, store, outside = place_of(event, table), store_of(event), outside_of(event)
    shifts = []
    for prize, there in expected.items():
        found = counted[prize.pk]
        shifts += [
            Shift(prize, min(found, there), place, store),
            Shift(prize, there - found, place, outside),
            Shift(prize, found - there, outside, store),
        ]
    return [shift for shift in shifts if shift.quantity > 0]
