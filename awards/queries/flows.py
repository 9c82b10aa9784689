"""What the ledger's lines come to: by goods, and by table. An undoing counts as if it and the other had not been."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from awards.models import Location, Movement, MovementLine
from bobing_event.models import Event

Kind = Movement.Kind
OUTSIDE, STORE, TABLE, PERSON = (
    Location.Kind.OUTSIDE, Location.Kind.STORE, Location.Kind.TABLE, Location.Kind.PERSON,
)  # fmt: skip


@dataclass
class GoodsFlow:
    """Units of one kind of goods in and out of the event. What came in less what went is in store, at tables, with
    people.

    `direct` is what people were given while no stock was kept; `found` what was counted beyond the ledger's number.
    """

    received: int = 0
    direct: int = 0
    found: int = 0
    written_off: int = 0

    @property
    def came_in(self) -> int:
        return self.received + self.direct + self.found


@dataclass
class TableFlow:
    """Units of one kind of goods at a table: what came from the store, went back, was lost, was handed over there."""

    supplied: int = 0
    returned: int = 0
    lost: int = 0
    handed: int = 0


def goods_flows(event: Event) -> dict[int, GoodsFlow]:
    """By the id of the goods; one query."""
    flows: dict[int, GoodsFlow] = defaultdict(GoodsFlow)
    lines = MovementLine.objects.filter(movement__event=event).filter(Q(source__kind=OUTSIDE) | Q(target__kind=OUTSIDE))
    for kind, (source, target), prize, units in _directed(lines, "source__kind", "target__kind"):
        flow = flows[prize]
        if target == OUTSIDE:
            if source == PERSON and kind != Kind.REPLACE:
                flow.direct -= units
            else:
                flow.written_off += units
        elif target == PERSON:
            flow.direct += units
        elif kind == Kind.RECEIVE:
            flow.received += units
        else:
            flow.found += units
    return dict(flows)


def table_flows(event: Event) -> dict[int, dict[int, TableFlow]]:
    """By the table's id and the id of the goods, for tables that ever had any; one query."""
    flows: dict[int, dict[int, TableFlow]] = defaultdict(lambda: defaultdict(TableFlow))
    lines = MovementLine.objects.filter(movement__event=event).filter(
        Q(source__table__isnull=False) | Q(target__table__isnull=False)
    )
    ends = ("source__table", "source__kind", "target__table", "target__kind")
    for _kind, (from_table, source, to_table, target), prize, units in _directed(lines, *ends):
        if target == TABLE and to_table is not None:
            flow = flows[to_table][prize]
            if source == PERSON:
                flow.handed -= units
            else:
                flow.supplied += units
        if source == TABLE and from_table is not None:
            flow = flows[from_table][prize]
            if target == PERSON:
                flow.handed += units
            elif target == OUTSIDE:
                flow.lost += units
            else:
                flow.returned += units
    return {table: dict(goods) for table, goods in flows.items()}


def _directed(lines: QuerySet[MovementLine], *ends: str) -> Iterator[tuple[str, tuple[Any, ...], int, int]]:
    """Kind, ends, goods and units of grouped lines. Those that undo are turned round and count negative."""
    half = len(ends) // 2
    kind = Coalesce("movement__undoes__kind", "movement__kind")
    own_goods = ExpressionWrapper(Q(movement__undoes__isnull=True), BooleanField())
    grouped = lines.values_list(own_goods, kind, "prize", *ends).annotate(Sum("quantity"))
    for own, what, prize, *found, units in grouped:
        if own:
            yield what, tuple(found), prize, units
        else:
            yield what, (*found[half:], *found[:half]), prize, -units
