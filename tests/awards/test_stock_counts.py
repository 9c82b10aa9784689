"""Leftovers are counted and signed for, mistakes undone, faulty goods exchanged; tables with goods stay."""

from __future__ import annotations

from uuid import UUID

import pytest

from awards.models import Claim, Location, Movement, Prize, TableCount
from awards.queries import keeps_stock, store_levels, supplied, table_levels
from awards.services import (
    count_table,
    replace_goods,
    restock_table,
    return_leftovers,
    supply_tables,
    undo_movement,
    verify_stock,
    write_off,
)
from bobing_event.models import AuditRecord, Event
from bobing_event.refusals import Refusal
from tables.models import Table
from tables.services.dependents import refuse_tables_in_use
from tests.awards.factories import a_table, an_ended_table, an_event, an_open_table, by_owner
from tests.awards.stock_factories import a_plan, goods, level, lines, receive, refused, sign_off, store

pytestmark = pytest.mark.django_db
Supplied = tuple[Event, Table, Prize, Prize]


@pytest.fixture
def supplied_table() -> Supplied:
    """A table that waits, with 2 桶 of oil and 1 提 of tissue; 8 and 9 in the store."""
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    table = a_table(event)
    supply_tables(event=event, tables=[table], **by_owner())
    return event, table, oil, tissue


def test_a_count_as_expected_takes_all_back(supplied_table: Supplied):
    event, table, oil, tissue = supplied_table
    count = count_table(table=table, counted={oil.pk: 2, tissue.pk: 1}, **by_owner())
    assert count.expected == count.counted == {str(oil.pk): 2, str(tissue.pk): 1}
    assert (count.reason, count.movement.kind) == ("", "return")
    assert lines(count.movement) == [(2, "花生油", "第 1 桌", "仓库"), (1, "抽纸", "第 1 桌", "仓库")]
    assert (table_levels(event), store_levels(event)) == ({}, {oil.pk: 10, tissue.pk: 10})
    record = AuditRecord.objects.get(action="table_counted")
    assert record.detail == {"before": "花生油 ×2、抽纸 ×1", "after": "花生油 ×2、抽纸 ×1", "reason": ""}


def test_what_is_missing_is_written_off_for_a_reason(supplied_table: Supplied):
    event, table, oil, tissue = supplied_table
    counted = {oil.pk: 1, tissue.pk: 0}
    refusal = refused("reason_needed", count_table, table=table, counted=counted, reason=" ")
    assert str(refusal) == (
        "第 1 桌：花生油应剩 2 桶，清点 1 桶；抽纸应剩 1 提，清点 0 提。请写明原因，缺的按此原因报损。"
    )
    count = count_table(table=table, counted=counted, reason="停电时被拿走", **by_owner())
    assert lines(count.movement) == [
        (1, "花生油", "第 1 桌", "仓库"), (1, "花生油", "第 1 桌", "外部"), (1, "抽纸", "第 1 桌", "外部"),
    ]  # fmt: skip
    assert store_levels(event) == {oil.pk: 9, tissue.pk: 9}
    assert not list(verify_stock(event))


def test_what_is_found_comes_in_from_outside(supplied_table: Supplied):
    event, table, oil, tissue = supplied_table
    soap = goods(event, "香皂", "块")
    counted = {oil.pk: 3, tissue.pk: 1, soap.pk: 4}
    count = count_table(table=table, counted=counted, reason="别桌送错", **by_owner())
    assert count.expected == {str(oil.pk): 2, str(tissue.pk): 1, str(soap.pk): 0}
    assert lines(count.movement) == [
        (2, "花生油", "第 1 桌", "仓库"), (1, "花生油", "外部", "仓库"), (1, "抽纸", "第 1 桌", "仓库"),
        (4, "香皂", "外部", "仓库"),
    ]  # fmt: skip
    assert store_levels(event) == {oil.pk: 11, tissue.pk: 10, soap.pk: 4}


def test_a_count_names_all_that_should_be_there(supplied_table: Supplied):
    _event, table, oil, tissue = supplied_table
    refusal = refused("count_incomplete", count_table, table=table, counted={oil.pk: 2})
    assert str(refusal) == "第 1 桌账上还有抽纸。请填清点数量，没有就填 0。"
    refused("bad_units", count_table, table=table, counted={oil.pk: -1, tissue.pk: 1})
    refused("unknown_goods", count_table, table=table, counted={oil.pk: 2, tissue.pk: 1, 0: 1})
    refused("unknown_goods", count_table, table=table, counted={goods(an_event("other")).pk: 1})
    assert not TableCount.objects.exists()


def test_a_repeated_count_is_one(supplied_table: Supplied):
    _event, table, oil, tissue = supplied_table
    given = {"table": table, "counted": {oil.pk: 2, tissue.pk: 1}, "client_uuid": UUID(int=9), **by_owner()}
    assert count_table(**given) == count_table(**given)
    assert TableCount.objects.count() == 1


def test_a_page_that_was_used_counts_nothing_else(supplied_table: Supplied):
    event, table, oil, tissue = supplied_table
    restock_table(table=table, goods={oil.pk: 1}, client_uuid=UUID(int=8), **by_owner())
    right, wrong = {oil.pk: 3, tissue.pk: 1}, {oil.pk: 2, tissue.pk: 1}
    refused("sent_for_another", count_table, table=table, counted=right, client_uuid=UUID(int=8))
    count_table(table=table, counted=right, client_uuid=UUID(int=9), **by_owner())
    again = {"reason": "数错", "client_uuid": UUID(int=9)}
    refused("sent_for_another", count_table, table=table, counted=wrong, **again)
    other = a_table(event, 2, people=())
    refused("sent_for_another", count_table, table=other, counted=right, **again)
    assert TableCount.objects.get().counted == {str(oil.pk): 3, str(tissue.pk): 1}


def test_an_empty_table_is_counted_without_a_movement():
    event = an_event()
    count = count_table(table=a_table(event, people=()), counted={}, **by_owner())
    assert (count.expected, count.counted, count.movement) == ({}, {}, None)
    assert not Movement.objects.exists()


def test_a_table_is_counted_after_its_sign_off():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    playing, ended = an_open_table(event), an_ended_table(event, 2)
    restock_table(table=ended, goods={oil.pk: 3, tissue.pk: 1}, **by_owner())
    refusal = refused("table_plays", count_table, table=playing, counted={})
    assert str(refusal) == "第 1 桌还在博。等它结束并签字后再清点。"
    refusal = refused("not_signed_off", count_table, table=ended, counted={oil.pk: 1, tissue.pk: 0})
    assert str(refusal) == "第 2 桌还没有签字，博得的奖品还算在桌上。请先签字。"
    sign_off(ended)
    assert (level(ended, oil), level(ended, tissue), level("person", oil)) == (1, 0, 2)
    count_table(table=ended, counted={oil.pk: 1}, **by_owner())
    assert store_levels(event) == {oil.pk: 8, tissue.pk: 9}


def test_a_mistake_is_undone_once(supplied_table: Supplied):
    event, table, _oil, tissue = supplied_table
    supply = Movement.objects.get(kind="allocate")
    refused("reason_needed", undo_movement, movement=supply, reason="")
    undoing = undo_movement(movement=supply, reason="送错桌", **by_owner())
    assert (undoing.kind, undoing.undoes, undoing.reason) == ("allocate", supply, "送错桌")
    assert lines(undoing) == [(2, "花生油", "第 1 桌", "仓库"), (1, "抽纸", "第 1 桌", "仓库")]
    assert (supplied(event), table_levels(event)) == (set(), {})
    refusal = refused("already_undone", undo_movement, movement=supply, reason="再来")
    assert str(refusal) == f"流水 {supply.number_text} 已经冲销过了。"
    refused("not_undoable", undo_movement, movement=undoing, reason="再来")
    receipt = Movement.objects.get(kind="receive")
    restock_table(table=table, goods={tissue.pk: 1}, **by_owner())
    refused("stock_short", undo_movement, movement=receipt, reason="没有到货")
    assert not list(verify_stock(event))


def test_a_first_receipt_that_was_a_mistake_leaves_no_stock():
    event = an_event()
    oil, _tissue = a_plan(event)
    receipt = receive(event, {oil: 3})
    lost = write_off(event=event, location=store(event), goods={oil.pk: 3}, reason="错", **by_owner())
    undo_movement(movement=lost, reason="错", **by_owner())
    assert keeps_stock(event)
    undo_movement(movement=receipt, reason="点错了活动", **by_owner())
    assert not keeps_stock(event)
    record = AuditRecord.objects.get(action="stock_stopped")
    assert (record.subject, record.detail) == ("00001", {"reason": "点错了活动"})
    table = an_ended_table(event)
    sign_off(table)
    assert level("person", oil) == 2
    assert not list(verify_stock(event))


def test_the_stock_goes_on_while_another_receipt_stands():
    event = an_event()
    oil, _tissue = a_plan(event)
    receipt, other = receive(event, {oil: 3}), receive(event, {oil: 2})
    undo_movement(movement=receipt, reason="错", **by_owner())
    assert keeps_stock(event)
    write_off(event=event, location=store(event), goods={oil.pk: 2}, reason="碎", **by_owner())
    assert (other.number, keeps_stock(event)) == (2, True)
    assert not AuditRecord.objects.filter(action="stock_stopped").exists()


def test_a_count_and_an_exchange_are_not_undone(supplied_table: Supplied):
    _event, table, oil, tissue = supplied_table
    count = count_table(table=table, counted={oil.pk: 2, tissue.pk: 1}, **by_owner())
    refused("not_undoable", undo_movement, movement=count.movement, reason="数错")


def test_nothing_goes_back_to_a_table_that_is_gone(supplied_table: Supplied):
    event, table, oil, tissue = supplied_table
    back = return_leftovers(table=table, goods={oil.pk: 2, tissue.pk: 1}, **by_owner())
    table.delete()
    refused("no_such_table", undo_movement, movement=back, reason="误退")
    assert store_levels(event) == {oil.pk: 10, tissue.pk: 10}


def test_a_write_off_is_undone(supplied_table: Supplied):
    event, _table, oil, tissue = supplied_table
    lost = write_off(event=event, location=store(event), goods={oil.pk: 3}, reason="找不到", **by_owner())
    undo_movement(movement=lost, reason="找到了", **by_owner())
    assert store_levels(event) == {oil.pk: 8, tissue.pk: 9}


def test_faulty_goods_are_exchanged():
    event = an_event()
    oil, _tissue = a_plan(event)
    receive(event, {oil: 4})
    table = an_ended_table(event)
    restock_table(table=table, goods={oil.pk: 2}, **by_owner())
    sign_off(table)
    claim = Claim.objects.get(prize=oil)
    refused("reason_needed", replace_goods, claim=claim, reason="")
    refused("bad_units", replace_goods, claim=claim, reason="漏油", units=3)
    refused("bad_units", replace_goods, claim=claim, reason="漏油", units=0)
    movement = replace_goods(claim=claim, reason="漏油", units=1, client_uuid=UUID(int=3), **by_owner())
    assert (movement.kind, lines(movement)) == (
        "replace", [(1, "花生油", "李静", "外部"), (1, "花生油", "仓库", "李静")],
    )  # fmt: skip
    again = replace_goods(claim=claim, reason="漏油", units=1, client_uuid=UUID(int=3), **by_owner())
    assert again == movement
    refused("sent_for_another", replace_goods, claim=claim, reason="漏油", units=2, client_uuid=UUID(int=3))
    assert (level("person", oil), level("store", oil)) == (2, 1)
    refusal = refused("stock_short", replace_goods, claim=claim, reason="漏油")
    assert str(refusal) == "仓库只有 1 桶“花生油”，需要 2 桶。"
    Claim.objects.filter(pk=claim.pk).update(state="taken_back")
    refused("not_handed_over", replace_goods, claim=claim, reason="漏油")
    assert AuditRecord.objects.get(action="goods_replaced").subject == f"person:{claim.participant_id}"


def test_without_stock_the_exchange_comes_from_outside():
    event = an_event()
    oil, _tissue = a_plan(event)
    sign_off(an_ended_table(event))
    movement = replace_goods(claim=Claim.objects.get(prize=oil), reason="漏油", **by_owner())
    assert lines(movement) == [(2, "花生油", "李静", "外部"), (2, "花生油", "外部", "李静")]


def test_a_table_with_goods_stays(supplied_table: Supplied):
    event, table, oil, tissue = supplied_table
    with pytest.raises(Refusal) as refusal:
        refuse_tables_in_use([table])
    assert (refusal.value.code, str(refusal.value)) == ("table_in_use", "第 1 桌还有奖品，请先退回仓库。")
    refuse_tables_in_use([a_table(event, 2, people=())])
    return_leftovers(table=table, goods={oil.pk: 2, tissue.pk: 1}, **by_owner())
    refuse_tables_in_use([table])
    place = Location.objects.get(table=table)
    table.delete()
    place.refresh_from_db()
    assert (place.table, str(place)) == (None, "第 1 桌")


def test_a_table_keeps_what_is_on_the_way_and_what_was_handed_over(supplied_table: Supplied):
    event, _table, oil, _tissue = supplied_table
    waiting, ended = a_table(event, 2, people=()), an_ended_table(event, 3)
    delivery = event.deliveries.create(
        table=waiting, table_number=2, prize=oil, quantity=1, asked_by=by_owner()["by"], asked_at=by_owner()["now"]
    )
    with pytest.raises(Refusal) as refusal:
        refuse_tables_in_use([waiting, ended])
    assert str(refusal.value) == "还有奖品要送到第 2 桌，请先送达或取消。"
    delivery.delete()
    refuse_tables_in_use([waiting, ended])
    restock_table(table=ended, goods={oil.pk: 2}, **by_owner())
    sign_off(ended)
    with pytest.raises(Refusal) as refusal:
        refuse_tables_in_use([waiting, ended])
    assert str(refusal.value) == "第 3 桌已经发过奖品，须留在记录里。"
