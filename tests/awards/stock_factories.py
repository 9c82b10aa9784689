"""Goods, a plan and a store to play with."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from awards.models import Location, Movement, Prize, StockLevel
from awards.services import add_prize, receive_goods, set_plan_line
from bobing_event.models import Event
from bobing_event.refusals import Refusal
from tables.models import Table
from tables.queries.holdings import holdings_of
from tables.services import sign_off_table
from tests.awards.factories import by_owner


def goods(event: Event, name: str = "花生油", unit: str = "桶", **more: Any) -> Prize:
    return add_prize(event=event, name=name, unit=unit, value=more.pop("value", Decimal(10)), **more, **by_owner())


def a_plan(event: Event) -> tuple[Prize, Prize]:
    """Duitang give 2 桶 of oil at the table, Yixiu 1 提 of tissue; the Zhuangyuan gives 1 桶 at the desk."""
    oil, tissue = goods(event), goods(event, "抽纸", "提")
    set_plan_line(event=event, prize=oil, rank="zhuangyuan", **by_owner())
    set_plan_line(event=event, prize=oil, rank="duitang", quantity=2, **by_owner())
    set_plan_line(event=event, prize=tissue, rank="yixiu", **by_owner())
    return oil, tissue


def receive(event: Event, units: dict[Prize, int], **more: Any) -> Any:
    return receive_goods(event=event, goods={prize.pk: count for prize, count in units.items()}, **more, **by_owner())


def level(place: Table | str, prize: Prize) -> int:
    """Units at a table, or in the `store`."""
    where = {"location__table": place} if isinstance(place, Table) else {"location__kind": place}
    found = StockLevel.objects.filter(prize=prize, **where).values_list("quantity", flat=True)
    return sum(found)


def store(event: Event) -> Location:
    return Location.objects.get_or_create(event=event, kind=Location.Kind.STORE)[0]


def lines(movement: Movement) -> list[tuple[int, str, str, str]]:
    found = movement.lines.select_related("prize", "source__table", "target__table")
    return [(line.quantity, str(line.prize), str(line.source), str(line.target)) for line in found]


def refused(code: str, work: Any, **arguments: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        work(**arguments, **by_owner())
    assert refusal.value.code == code
    return refusal.value


def sign_off(table: Table) -> None:
    """The referee's word that the table's holdings are right: what is given at the table is handed over."""
    table = Table.objects.select_related("session__event").get(pk=table.pk)
    sign_off_table(table=table, digest=holdings_of(table)["digest"], **by_owner())
