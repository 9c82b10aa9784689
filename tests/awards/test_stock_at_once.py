"""Many hands at one store at once, on a real database: no unit leaves twice, nobody waits for ever."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction

from awards.models import Movement, Prize, StockLevel
from awards.queries import store_levels, table_levels
from awards.services import (
    count_table,
    receive_goods,
    restock_table,
    return_leftovers,
    supply_tables,
    verify_stock,
    write_off,
)
from bobing_event.models import Event
from bobing_event.refusals import Refusal
from tables.models import Table
from tables.services.dependents import refuse_tables_in_use
from tests.awards.factories import a_table, an_ended_table, an_event, by_owner
from tests.awards.stock_factories import a_plan, receive, sign_off, store

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
THREADS = 6


def at_once(work: Callable[[int], Any], threads: int = THREADS) -> list[Any]:
    """What each thread returned, or the code of what was refused; all begin together, each on its own connection."""
    barrier = threading.Barrier(threads)

    def run(number: int) -> Any:
        barrier.wait(timeout=20)
        try:
            return work(number)
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, range(threads)))


def an_event_with_store(units: int = 20) -> tuple[Event, Prize, Prize]:
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: units, tissue: units})
    return event, oil, tissue


def test_the_last_units_go_to_one() -> None:
    event, oil, _tissue = an_event_with_store(3)
    tables = [a_table(event, number, people=()) for number in range(1, THREADS + 1)]

    def take(number: int) -> str:
        restock_table(table=tables[number], goods={oil.pk: 2}, **owner)
        return "taken"

    owner = by_owner()
    assert Counter(at_once(take)) == {"taken": 1, "stock_short": THREADS - 1}
    assert StockLevel.objects.get(prize=oil, location__kind="store").quantity == 1
    assert not list(verify_stock(event))


def test_single_units_go_as_far_as_they_reach() -> None:
    event, oil, _tissue = an_event_with_store(4)
    owner, place = by_owner(), store(event)

    def take(_number: int) -> str:
        write_off(event=event, location=place, goods={oil.pk: 1}, reason="碎", **owner)
        return "taken"

    assert Counter(at_once(take)) == {"taken": 4, "stock_short": 2}
    assert sorted(Movement.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    assert not list(verify_stock(event))


def test_two_supply_runs_bring_each_table_one_set() -> None:
    event, oil, tissue = an_event_with_store()
    tables = [a_table(event, number, people=()) for number in range(1, 5)]
    owner = by_owner()
    runs = at_once(lambda number: supply_tables(event=event, tables=tables[:: 1 if number % 2 else -1], **owner))
    assert sum(len(run.supplied) for run in runs) == 4
    assert table_levels(event) == {table.pk: {oil.pk: 2, tissue.pk: 1} for table in tables}
    assert store_levels(event) == {oil.pk: 12, tissue.pk: 16}
    assert not list(verify_stock(event))


def test_a_receipt_sent_by_all_at_once_is_one() -> None:
    event = an_event()
    oil, _tissue = a_plan(event)
    owner = by_owner()
    given = {"event": event, "goods": {oil.pk: 5}, "client_uuid": UUID(int=1), **owner}
    movements = at_once(lambda _number: receive_goods(**given))
    assert {movement.number for movement in movements} == {1}
    assert store_levels(event) == {oil.pk: 5}


def test_sign_off_return_and_restock_do_not_wait_for_one_another_for_ever() -> None:
    event, oil, tissue = an_event_with_store()
    tables = [an_ended_table(event, number) for number in (1, 2)]
    owner = by_owner()
    supply = {oil.pk: 4, tissue.pk: 2}
    for table in tables:
        restock_table(table=table, goods=supply, **owner)

    def work(number: int) -> str:
        table = tables[number % 2]
        if number < 2:
            sign_off(table)
        elif number < 4:
            return_leftovers(table=table, goods={oil.pk: 1}, **owner)
        else:
            restock_table(table=table, goods={tissue.pk: 1}, **owner)
        return "done"

    assert at_once(work) == ["done"] * THREADS
    assert {table: units[oil.pk] for table, units in table_levels(event).items()} == {table.pk: 1 for table in tables}
    assert not list(verify_stock(event))
    for table in tables:
        count_table(table=table, counted=table_levels(event)[table.pk], **owner)
    assert table_levels(event) == {}
    assert not list(verify_stock(event))


def test_a_table_is_counted_once_by_two() -> None:
    """The second counts what is there after the first: nothing."""
    event, oil, tissue = an_event_with_store()
    table = a_table(event, people=())
    owner = by_owner()
    supply_tables(event=event, tables=[table], **owner)

    def count(_number: int) -> str:
        count_table(table=table, counted={oil.pk: 2, tissue.pk: 1}, **owner)
        return "counted"

    assert Counter(at_once(count, threads=2)) == {"counted": 1, "reason_needed": 1}
    assert store_levels(event) == {oil.pk: 20, tissue.pk: 20}


def test_a_table_is_supplied_or_dissolved() -> None:
    event, oil, _tissue = an_event_with_store()
    owner = by_owner()
    for number in range(1, 6):
        table = a_table(event, number, people=())

        def work(way: int, table: Table = table) -> str:
            if way:
                restock_table(table=table, goods={oil.pk: 1}, **owner)
                return "supplied"
            with transaction.atomic():
                refuse_tables_in_use([table])
                Table.objects.filter(pk=table.pk).delete()
            return "dissolved"

        assert set(at_once(work, threads=2)) in ({"supplied", "table_in_use"}, {"dissolved", "no_such_table"})
    at_tables = sum(units[oil.pk] for units in table_levels(event).values())
    assert at_tables + store_levels(event)[oil.pk] == 20
    assert not list(verify_stock(event))
