"""Goods come in, go to tables, come back: the services, and what they refuse."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from awards.models import Location, Movement, PrizeSettings
from awards.queries import store_levels, supplied, table_levels, table_set
from awards.queries.sets import lacking
from awards.services import (
    receive_goods,
    restock_table,
    return_leftovers,
    set_plan_line,
    supply_tables,
    write_off,
)
from bobing_event.models import AuditRecord
from tables.models import Piece, Table
from tests.awards.factories import a_table, an_ended_table, an_event, by_owner
from tests.awards.stock_factories import a_plan, goods, level, lines, receive, refused, sign_off, store

pytestmark = pytest.mark.django_db


def test_the_first_receipt_starts_the_stock():
    event = an_event()
    oil, tissue = goods(event), goods(event, "抽纸", "提")
    assert not PrizeSettings.objects.filter(event=event, keeps_stock=True).exists()
    movement = receive(event, {oil: 100, tissue: 0}, reason=" 第一车 ")
    assert (movement.kind, movement.number, movement.reason) == ("receive", 1, "第一车")
    assert lines(movement) == [(100, "花生油", "外部", "仓库")]
    assert PrizeSettings.objects.get(event=event).keeps_stock
    assert store_levels(event) == {oil.pk: 100}
    receive(event, {oil: 5, tissue: 7})
    assert store_levels(event) == {oil.pk: 105, tissue.pk: 7}
    record = AuditRecord.objects.filter(action="goods_received").first()
    assert (record.subject, record.detail) == ("00002", {"goods": "花生油 ×5、抽纸 ×7", "reason": ""})


@pytest.mark.parametrize("units", [-1, 1_000_001, 1.5, "3", True])
def test_units_are_whole_and_in_reason(units: Any):
    event = an_event()
    refusal = refused("bad_units", receive_goods, event=event, goods={goods(event).pk: units})
    assert str(refusal) == "数量须是 0 到 1,000,000 的整数。"
    assert not Movement.objects.exists()


def test_unknown_goods_and_those_of_another_event():
    event, other = an_event(), an_event("other")
    refused("unknown_goods", receive_goods, event=event, goods={goods(other).pk: 1})
    refused("unknown_goods", receive_goods, event=event, goods={0: 0})
    refused("nothing_to_move", receive_goods, event=event, goods={})
    refused("nothing_to_move", receive_goods, event=event, goods={goods(event).pk: 0})


def test_a_repeated_receipt_is_one():
    event = an_event()
    oil, uuid = goods(event), UUID(int=7)
    first = receive(event, {oil: 3}, client_uuid=uuid)
    assert receive(event, {oil: 3}, client_uuid=uuid) == first
    assert store_levels(event) == {oil.pk: 3}


def test_a_page_that_was_used_is_not_sent_for_another():
    """The Back button brings a form up again with the number of what it was sent for."""
    event = an_event()
    oil, tissue = a_plan(event)
    table, other = a_table(event, 1), a_table(event, 2)
    receive(event, {oil: 9, tissue: 9}, client_uuid=UUID(int=7))
    again = {"client_uuid": UUID(int=7)}
    refusal = refused("sent_for_another", receive_goods, event=event, goods={tissue.pk: 20}, **again)
    assert str(refusal) == "这一页已经用过，请重新打开。"
    refused("sent_for_another", receive_goods, event=event, goods={oil.pk: 9, tissue.pk: 10}, **again)
    lost = {"event": event, "location": store(event), "goods": {oil.pk: 9}, "reason": "碎了"}
    refused("sent_for_another", write_off, **lost, **again)
    given = {"goods": {oil.pk: 1}, "client_uuid": UUID(int=8)}
    restocked = restock_table(table=table, **given, **by_owner())
    refused("sent_for_another", restock_table, table=other, **given)
    refused("sent_for_another", return_leftovers, table=table, **given)
    assert restock_table(table=table, **given, **by_owner()) == restocked
    assert (store_levels(event), table_levels(event)) == ({oil.pk: 8, tissue.pk: 9}, {table.pk: {oil.pk: 1}})


def test_a_set_is_what_is_handed_over_at_the_table():
    event = an_event()
    oil, tissue = a_plan(event)
    assert table_set(event) == {oil.pk: 2, tissue.pk: 1}


def test_tables_are_supplied_once():
    event = an_event()
    oil, tissue = a_plan(event)
    tables = [a_table(event, number, people=()) for number in (1, 2)]
    receive(event, {oil: 10, tissue: 10})
    run = supply_tables(event=event, tables=tables[:1], **by_owner())
    assert (run.supplied, run.before, run.ended) == ((tables[0],), (), ())
    run = supply_tables(event=event, tables=tables, **by_owner())
    assert (run.supplied, run.before) == ((tables[1],), (tables[0],))
    assert [movement.number for movement in run.movements] == [3]
    assert lines(run.movements[0]) == [(2, "花生油", "仓库", "第 2 桌"), (1, "抽纸", "仓库", "第 2 桌")]
    assert table_levels(event) == {table.pk: {oil.pk: 2, tissue.pk: 1} for table in tables}
    assert store_levels(event) == {oil.pk: 6, tissue.pk: 8}
    assert supplied(event) == {table.pk for table in tables}


def test_a_supply_run_tops_up_to_the_set():
    event = an_event()
    oil, tissue = a_plan(event)
    tables = [a_table(event, number, people=()) for number in (1, 2, 3)]
    receive(event, {oil: 20, tissue: 20})
    supply_tables(event=event, tables=tables[:1], **by_owner())
    restock_table(table=tables[1], goods={oil.pk: 1}, **by_owner())
    run = supply_tables(event=event, tables=tables, **by_owner())
    assert (run.supplied, run.topped_up, run.before) == (tuple(tables[1:]), (tables[1],), (tables[0],))
    assert [lines(movement) for movement in run.movements] == [
        [(1, "花生油", "仓库", "第 2 桌"), (1, "抽纸", "仓库", "第 2 桌")],
        [(2, "花生油", "仓库", "第 3 桌"), (1, "抽纸", "仓库", "第 3 桌")],
    ]  # fmt: skip
    record = AuditRecord.objects.filter(action="tables_supplied").first()
    assert (record.detail["goods"], record.detail["numbers"]) == ("花生油 ×3、抽纸 ×2", [2, 3])
    set_plan_line(event=event, prize=tissue, rank="sanhong", quantity=3, **by_owner())
    run = supply_tables(event=event, tables=tables[:1], **by_owner())
    assert lines(run.movements[0]) == [(3, "抽纸", "仓库", "第 1 桌")]
    write_off(event=event, location=tables[0].locations.get(), goods={oil.pk: 1}, reason="碎", **by_owner())
    assert lacking(event, [table.pk for table in tables]) == {
        tables[0].pk: {oil.pk: 1}, tables[1].pk: {tissue.pk: 3}, tables[2].pk: {tissue.pk: 3},
    }  # fmt: skip


def test_what_is_handed_over_is_not_lacking(django_assert_num_queries):
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 20, tissue: 20})
    ended, other = an_ended_table(event), an_ended_table(event, 2)
    restock_table(table=ended, goods={oil.pk: 2}, **by_owner())
    sign_off(ended)
    with django_assert_num_queries(6):
        assert lacking(event, [ended.pk]) == {ended.pk: {tissue.pk: 1}}
    with django_assert_num_queries(6):
        assert lacking(event, [ended.pk, other.pk])[other.pk] == {oil.pk: 2, tissue.pk: 1}
    Piece.objects.filter(table=ended, rank="yixiu").update(place="grabbed", holder=None, participant=None)
    restock_table(table=ended, goods={tissue.pk: 1}, **by_owner())
    assert lacking(event, [ended.pk]) == {}
    write_off(event=event, location=ended.locations.get(), goods={tissue.pk: 1}, reason="抢走", **by_owner())
    assert lacking(event, [ended.pk]) == {}


def test_a_supply_run_is_all_or_nothing():
    event = an_event()
    oil, tissue = a_plan(event)
    tables = [a_table(event, number, people=()) for number in (1, 2, 3)]
    receive(event, {oil: 5, tissue: 10})
    refusal = refused("stock_short", supply_tables, event=event, tables=tables)
    assert str(refusal) == "仓库只有 5 桶“花生油”，需要 6 桶。"
    assert refusal.context == {"prize": "花生油", "there": 5, "needed": 6}
    assert table_levels(event) == {}
    assert store_levels(event) == {oil.pk: 5, tissue.pk: 10}
    assert Movement.objects.count() == 1


def test_all_goods_that_are_short_are_named():
    event = an_event()
    oil, tissue = a_plan(event)
    tables = [a_table(event, number, people=()) for number in (1, 2, 3)]
    receive(event, {oil: 5, tissue: 1})
    refusal = refused("stock_short", supply_tables, event=event, tables=tables)
    assert str(refusal) == "不够：仓库只有 5 桶“花生油”，需要 6 桶，缺 1 桶；仓库只有 1 提“抽纸”，需要 3 提，缺 2 提。"
    assert refusal.context == {
        "prize": "花生油", "there": 5, "needed": 6, "short": {"花生油": 1, "抽纸": 2},
    }  # fmt: skip


def test_won_goods_are_taken_back_for_a_reason_only():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 9, tissue: 9})
    ended = an_ended_table(event)
    restock_table(table=ended, goods={oil.pk: 3, tissue.pk: 1}, **by_owner())
    refusal = refused("reason_needed", return_leftovers, table=ended, goods={oil.pk: 2, tissue.pk: 1}, reason=" ")
    assert str(refusal) == (
        "第 1 桌：花生油有 2 桶是桌上博得待发的，应剩 1 桶；抽纸有 1 提是桌上博得待发的，应剩 0 提。多退请写明原因。"
    )
    return_leftovers(table=ended, goods={oil.pk: 1}, **by_owner())
    return_leftovers(table=ended, goods={oil.pk: 2}, reason="改在领奖处发", **by_owner())
    assert level(ended, oil) == 0


def test_what_cannot_be_supplied():
    event, other = an_event(), an_event("other")
    table = a_table(event, people=())
    refused("no_tables", supply_tables, event=event, tables=[])
    refused("no_table_goods", supply_tables, event=event, tables=[table])
    a_plan(event)
    refused("other_event", supply_tables, event=event, tables=[table, a_table(other, people=())])
    gone = Table.objects.get(pk=table.pk)
    table.delete()
    refused("no_such_table", supply_tables, event=event, tables=[gone])


def test_an_ended_table_is_left_out():
    event = an_event()
    oil, tissue = a_plan(event)
    ended, waiting = an_ended_table(event), a_table(event, 2, people=())
    receive(event, {oil: 10, tissue: 10})
    run = supply_tables(event=event, tables=[ended, waiting], **by_owner())
    assert (run.supplied, run.ended) == ((waiting,), (ended,))


def test_a_table_is_restocked_and_gives_back():
    event = an_event()
    oil, _tissue = a_plan(event)
    table = a_table(event, people=())
    receive(event, {oil: 3})
    restock = restock_table(table=table, goods={oil.pk: 3}, reason="破了", client_uuid=UUID(int=1), **by_owner())
    assert (restock.kind, lines(restock)) == ("allocate", [(3, "花生油", "仓库", "第 1 桌")])
    assert restock_table(table=table, goods={oil.pk: 3}, client_uuid=UUID(int=1), **by_owner()) == restock
    refused("stock_short", restock_table, table=table, goods={oil.pk: 1})
    refusal = refused("stock_short", return_leftovers, table=table, goods={oil.pk: 4})
    assert str(refusal) == "第 1 桌只有 3 桶“花生油”，需要 4 桶。"
    assert supplied(event) == {table.pk}
    back = return_leftovers(table=table, goods={oil.pk: 3}, **by_owner())
    assert (back.kind, lines(back)) == ("return", [(3, "花生油", "第 1 桌", "仓库")])
    assert (level(table, oil), level("store", oil)) == (0, 3)
    assert supplied(event) == set()


def test_goods_are_written_off_for_a_reason():
    event, other = an_event(), an_event("other")
    oil, _tissue = a_plan(event)
    receive(event, {oil: 3})
    refused("reason_needed", write_off, event=event, location=store(event), goods={oil.pk: 1}, reason="  ")
    refused("other_event", write_off, event=event, location=store(other), goods={oil.pk: 1}, reason="碎")
    outside = Location.objects.get(event=event, kind="outside")
    refused("bad_place", write_off, event=event, location=outside, goods={oil.pk: 1}, reason="碎")
    refused("stock_short", write_off, event=event, location=store(event), goods={oil.pk: 4}, reason="碎")
    movement = write_off(event=event, location=store(event), goods={oil.pk: 1}, reason="碎", **by_owner())
    assert (movement.kind, movement.reason, lines(movement)) == (
        "write_off", "碎", [(1, "花生油", "仓库", "外部")],
    )  # fmt: skip
    assert store_levels(event) == {oil.pk: 2}
