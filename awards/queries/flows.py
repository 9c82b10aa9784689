"""What the ledger's lines come to: by goods, and by table. An undoing counts as if it and the other had not been."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import BooleanField, Expression, ExpressionWrapper, Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from awards.models import Location, Movement, MovementLine
from awards.queries.stock import brought_to_people
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
    """Units of one kind of goods at a table: what came from the store, went back, was lost, was handed over there.

    `brought` is what of `supplied` a delivery brought to somebody at the table.
    """

    supplied: int = 0
    brought: int = 0
    returned: int = 0
    lost: int = 0
    handed: int = 0

    @property
    def kept(self) -> int:
        """What was supplied for the table itself, and did not go back."""
        return self.supplied - self.brought - self.returned


def goods_flows(event: Event) -> dict[int, GoodsFlow]:
    """By the id of the goods; one query."""
    flows: dict[int, GoodsFlow] = defaultdict(GoodsFlow)
    lines = MovementLine.objects.filter(movement__event=event).filter(Q(source__kind=OUTSIDE) | Q(target__kind=OUTSIDE))
    kinds = Coalesce("movement__undoes__kind", "movement__kind")
    for kind, (source, target), prize, units in _directed(lines, "source__kind", "target__kind", what=kinds):
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
    brought = ExpressionWrapper(brought_to_people(event), BooleanField())
    for for_somebody, (from_table, source, to_table, target), prize, units in _directed(lines, *ends, what=brought):
        if target == TABLE and to_table is not None:
            flow = flows[to_table][prize]
            if source == PERSON:
                flow.handed -= units
            else:
                flow.supplied += units
                flow.brought += units if for_somebody else 0
        if source == TABLE and from_table is not None:
            flow = flows[from_table][prize]
            if target == PERSON:
                flow.handed += units
            elif target == OUTSIDE:
                flow.lost += units
            else:
                flow.returned += units
    return {table: dict(goods) for table, goods in flows.items()}


def last_supplies(event: Event) -> dict[int, datetime]:
    """When each table last got goods from the store, by the table's id; one query."""
    lines = MovementLine.objects.filter(
        movement__event=event, movement__kind=Kind.ALLOCATE, movement__undoes__isnull=True,
        movement__undone_by__isnull=True, source__kind=STORE, target__table__isnull=False,
    )  # fmt: skip
    found = lines.exclude(brought_to_people(event)).values_list("target__table").annotate(Max("movement__made_at"))
    return {table: at for table, at in found if table is not None}


def _directed(
    lines: QuerySet[MovementLine], *ends: str, what: Expression
) -> Iterator[tuple[Any, tuple[Any, ...], int, int]]:
    """`what` they are, ends, goods and units of grouped lines. Those that undo are turned round and count negative."""
    half = len(ends) // 2
    own_goods = ExpressionWrapper(Q(movement__undoes__isnull=True), BooleanField())
    grouped = lines.values_list(own_goods, what, "prize", *ends).annotate(Sum("quantity"))
    for own, sort, prize, *found, units in grouped:
        if own:
            yield sort, tuple(found), prize, units
        else:
            yield sort, (*found[half:], *found[:half]), prize, -units
