"""Goods come in, go to tables, come back, are written off. Each is one movement with an audit record.

Tables are locked before the ledger, in the order of their ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from awards.models import Location, Movement, Prize
from awards.queries.deliveries import open_deliveries
from awards.queries.sets import lacking
from awards.queries.stock import supplied, table_set
from awards.services.ledger import (
    REASON_LENGTH,
    Draft,
    Shift,
    locked_ledger,
    outside_of,
    record_movement,
    record_movements,
    repeated_movement,
    store_of,
    tables_locations,
)
from awards.services.leftover_guards import refuse_won_goods
from bobing_event.audit import record_action
from bobing_event.models import Event
from bobing_event.refusals import Refusal
from tables.models import Table

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Goods = Mapping[int, int]
"""Units by the id of the goods; 0 units are as good as none."""
MAX_UNITS = 1_000_000


@dataclass(frozen=True)
class SupplyRun:
    """What a supply run did: a movement for each table it supplied; tables it left out and why.

    `topped_up` of the supplied had part of their set already; those `before` have it whole.
    """

    movements: tuple[Movement, ...]
    supplied: tuple[Table, ...]
    topped_up: tuple[Table, ...]
    before: tuple[Table, ...]
    ended: tuple[Table, ...]


@transaction.atomic
def receive_goods(
    *, event: Event, goods: Goods, reason: str = "", by: User, now: datetime, client_uuid: UUID | None = None
) -> Movement:
    """Goods come into the store; from the first receipt on the event keeps stock.

    Refuses `bad_units`, `unknown_goods` (also of another event), `nothing_to_move`, and `sent_for_another` where the
    client UUID was for something else.
    """
    chosen = chosen_goods(event, goods)
    settings = locked_ledger(event)
    shifts = shifted(chosen, outside_of(event), store_of(event))
    if known := repeated_movement(event, client_uuid, Movement.Kind.RECEIVE, shifts):
        return known
    if not settings.keeps_stock:
        settings.keeps_stock = True
        settings.save(update_fields=["keeps_stock"])
    movement = record_movement(
        event=event, kind=Movement.Kind.RECEIVE, shifts=shifts, by=by,
        now=now, reason=reason, client_uuid=client_uuid,
    )  # fmt: skip
    record_action(
        event=event, by=by, now=now, action="goods_received", subject=movement.number_text, goods=in_words(chosen),
        reason=movement.reason,
    )  # fmt: skip
    return movement


@transaction.atomic
def supply_tables(*, event: Event, tables: Collection[Table], by: User, now: datetime) -> SupplyRun:
    """Bring each table what it lacks of its set from the store, all or nothing.

    Ended tables and those that have their set are left out. Refuses `no_tables`, `other_event`, `no_table_goods` where
    the plan gives nothing at the table, and `stock_short`.
    """
    if not tables:
        raise Refusal("no_tables", _("Choose the tables."), status=400)
    held = locked_tables(event, [table.pk for table in tables])
    if not table_set(event):
        sentence = _("The plan hands nothing over at the table. Set lines of the plan to “at the table” first.")
        raise Refusal("no_table_goods", sentence)
    locked_ledger(event)
    playing = [table for table in held if not table.has_ended]
    lack, have = lacking(event, [table.pk for table in playing]), supplied(event)
    wanting = tuple(table for table in playing if table.pk in lack)
    return SupplyRun(
        movements=tuple(_supply(event, wanting, lack, by, now)) if wanting else (),
        supplied=wanting,
        topped_up=tuple(table for table in wanting if table.pk in have),
        before=tuple(table for table in playing if table.pk not in lack),
        ended=tuple(table for table in held if table.has_ended),
    )


@transaction.atomic
def restock_table(
    *,
    table: Table,
    goods: Goods,
    by: User,
    now: datetime,
    reason: str = "",
    client_uuid: UUID | None = None,
) -> Movement:
    """More goods go from the store to a table. Refuses as `return_leftovers` does."""
    event = table.session.event
    chosen = chosen_goods(event, goods)
    [held] = locked_tables(event, [table.pk])
    locked_ledger(event)
    shifts = shifted(chosen, store_of(event), place_of(event, held))
    if known := repeated_movement(event, client_uuid, Movement.Kind.ALLOCATE, shifts):
        return known
    movement = record_movement(
        event=event, kind=Movement.Kind.ALLOCATE, shifts=shifts,
        by=by, now=now, reason=reason, client_uuid=client_uuid,
    )  # fmt: skip
    record_action(
        event=event, by=by, now=now, action="table_restocked", subject=str(held), goods=in_words(chosen),
        reason=movement.reason,
    )  # fmt: skip
    return movement


@transaction.atomic
def return_leftovers(
    *, table: Table, goods: Goods, by: User, now: datetime, reason: str = "", client_uuid: UUID | None = None
) -> Movement:
    """Goods go back from a table to the store; what was won there only for a reason.

    Refuses `bad_units`, `unknown_goods`, `nothing_to_move`, `no_such_table` where it was dissolved, `sent_for_another`,
    `being_delivered`, `reason_needed` and `stock_short`.
    """
    event = table.session.event
    chosen = chosen_goods(event, goods)
    [held] = locked_tables(event, [table.pk])
    locked_ledger(event)
    shifts = shifted(chosen, place_of(event, held), store_of(event))
    if known := repeated_movement(event, client_uuid, Movement.Kind.RETURN, shifts):
        return known
    refuse_on_the_way(held, [prize.pk for prize, _units in chosen])
    if not reason.strip():
        refuse_won_goods(held, chosen)
    movement = record_movement(
        event=event, kind=Movement.Kind.RETURN, shifts=shifts,
        by=by, now=now, reason=reason, client_uuid=client_uuid,
    )  # fmt: skip
    record_action(
        event=event, by=by, now=now, action="leftovers_returned", subject=str(held), goods=in_words(chosen),
        reason=movement.reason,
    )  # fmt: skip
    return movement


@transaction.atomic
def write_off(
    *,
    event: Event,
    location: Location,
    goods: Goods,
    reason: str,
    by: User,
    now: datetime,
    client_uuid: UUID | None = None,
) -> Movement:
    """Goods of the store or of a table are no more: broken, lost, taken by nobody known.

    Refuses `reason_needed`, `other_event`, `bad_place` for goods with people or outside, `bad_units`, `unknown_goods`,
    `nothing_to_move`, `sent_for_another`, `being_delivered` and `stock_short`.
    """
    reason = needed_reason(reason)
    _refuse_place(event, location)
    chosen = chosen_goods(event, goods)
    if location.table_id is not None:
        locked_tables(event, [location.table_id])
    locked_ledger(event)
    shifts = shifted(chosen, location, outside_of(event))
    if known := repeated_movement(event, client_uuid, Movement.Kind.WRITE_OFF, shifts):
        return known
    if location.table is not None:
        refuse_on_the_way(location.table, [prize.pk for prize, _units in chosen])
    movement = record_movement(
        event=event, kind=Movement.Kind.WRITE_OFF, shifts=shifts, by=by,
        now=now, reason=reason, client_uuid=client_uuid,
    )  # fmt: skip
    record_action(
        event=event, by=by, now=now, action="goods_written_off", subject=str(location), goods=in_words(chosen),
        reason=movement.reason,
    )  # fmt: skip
    return movement


def chosen_goods(event: Event, goods: Goods) -> list[tuple[Prize, int]]:
    """The goods with their units, in the order of the ids, without those of which there are 0; one query.

    Refuses as `known_goods` does.
    """
    prizes = known_goods(event, goods)
    return [(prizes[pk], units) for pk, units in sorted(goods.items()) if units]


def known_goods(event: Event, goods: Goods) -> dict[int, Prize]:
    """The goods by their ids. Refuses `bad_units` and `unknown_goods`, which those of another event are too."""
    for units in goods.values():
        if type(units) is not int or not 0 <= units <= MAX_UNITS:
            sentence = _("Units are whole numbers from 0 to %(most)s.") % {"most": f"{MAX_UNITS:,}"}
            raise Refusal("bad_units", sentence, status=400)
    prizes = {prize.pk: prize for prize in Prize.objects.filter(event=event, pk__in=goods)}
    if prizes.keys() != set(goods):
        sentence = _("These goods are not on the event's list. Load the page again and choose from the list.")
        raise Refusal("unknown_goods", sentence, status=404)
    return prizes


def locked_tables(event: Event, tables: Iterable[int]) -> list[Table]:
    """The tables by their ids, locked in that order as everywhere; refuses `other_event` and `no_such_table`."""
    wanted = set(tables)
    rows = Table.objects.filter(pk__in=wanted).select_related("session").defer("opening", "state")
    held = list(rows.order_by("pk").select_for_update(of=("self",)))
    if any(table.session.event_id != event.pk for table in held):
        raise Refusal("other_event", _("This table belongs to another event."), status=404)
    if len(held) < len(wanted):
        raise Refusal("no_such_table", _("There is no such table any more: it was dissolved."), status=404)
    return held


def place_of(event: Event, table: Table) -> Location:
    return tables_locations(event, [table])[table.pk]


def shifted(chosen: Iterable[tuple[Prize, int]], source: Location, target: Location) -> list[Shift]:
    return [Shift(prize, units, source, target) for prize, units in chosen]


def refuse_on_the_way(table: Table, goods: Collection[int]) -> None:
    """Refuses `being_delivered` while a runner is bringing some of these goods to the table or to somebody there.

    They stand in the table's stock, and are on no table. The ledger is locked.
    """
    coming = open_deliveries(table.session.event).filter(table=table, supply__isnull=False, prize__in=goods)
    if coming.exists():
        sentence = _("A runner is bringing these goods to the table. Wait until they are delivered.")
        raise Refusal("being_delivered", sentence)


def needed_reason(reason: str) -> str:
    """Refuses `reason_needed`."""
    if not reason.strip():
        raise Refusal("reason_needed", _("Give a reason: it stays in the log."), status=400)
    return reason.strip()[:REASON_LENGTH]


def in_words(chosen: Iterable[tuple[Prize, int]]) -> str:
    """For the audit log: 花生油 5 L ×20、抽纸 ×3."""
    return _(", ").join(f"{prize} ×{units}" for prize, units in chosen)


def _supply(
    event: Event, tables: Collection[Table], lack: Mapping[int, Goods], by: User, now: datetime
) -> list[Movement]:
    places, store = tables_locations(event, tables), store_of(event)
    prizes = {prize.pk: prize for prize in Prize.objects.filter(event=event)}
    drafts, total = [], Counter[int]()
    for table in tables:
        chosen = [(prizes[pk], units) for pk, units in sorted(lack[table.pk].items())]
        drafts.append(Draft(shifted(chosen, store, places[table.pk])))
        total.update(lack[table.pk])
    movements = record_movements(event=event, kind=Movement.Kind.ALLOCATE, drafts=drafts, by=by, now=now)
    record_action(
        event=event, by=by, now=now, action="tables_supplied", tables=len(tables),
        goods=in_words((prizes[pk], units) for pk, units in sorted(total.items())),
        numbers=[table.number for table in tables],
    )  # fmt: skip
    return movements


def _refuse_place(event: Event, location: Location) -> None:
    if location.event_id != event.pk:
        raise Refusal("other_event", _("This place belongs to another event."), status=404)
    if location.kind not in (Location.Kind.STORE, Location.Kind.TABLE):
        sentence = _(
            "Goods are written off from the store or from a table. What somebody has is exchanged or taken back."
        )
        raise Refusal("bad_place", sentence, status=400)
