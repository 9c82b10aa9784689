"""By goods and by table the figures agree, and what does not is named."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from awards.models import Claim, RedrawWin
from awards.queries.due import due, key_text
from awards.queries.reconciliation import GoodsLine, by_goods, by_table, table_states
from awards.queries.supplying import Wanting, tables_wanting
from awards.queries.table_lines import TableLine
from awards.services import (
    count_table,
    hand_over,
    replace_goods,
    restock_table,
    return_leftovers,
    supply_tables,
    undo_movement,
    write_off,
)
from bobing_event.models import Event
from tables.models import Piece, Table
from tables.services import open_table
from tests.awards.factories import NOW, SIX_THROWS, a_table, an_ended_table, an_event, an_open_table, by_owner, record
from tests.awards.stock_factories import a_plan, level, receive, sign_off, store

pytestmark = pytest.mark.django_db


def a_played_table(event: Event, number: int = 1, *, signed: bool = True) -> Table:
    """Supplied before its opening; duitang and yixiu are won."""
    table = a_table(event, number)
    supply_tables(event=event, tables=[table], **by_owner())
    open_table(table=table, first=1, **by_owner())
    table = record(table, *SIX_THROWS)
    if signed:
        sign_off(table)
    return table


def goods_line(event: Event, prize) -> GoodsLine:
    return next(line for line in by_goods(event) if line.prize == prize)


def table_line(table: Table) -> TableLine:
    """The overview's cheaper look at the same tables sees the same states."""
    event = table.session.event
    lines = by_table(event)
    assert [line.state for line in table_states(event)] == [line.state for line in lines]
    return next(line for line in lines if line.table == table)


def figures(line: GoodsLine) -> dict[str, int]:
    names = ("planned", "came_in", "written_off", "store", "at_tables", "people", "won", "handed", "due", "left")
    return {name: getattr(line, name) for name in names}


def test_without_stock_there_are_the_plans_figures_and_no_differences():
    event = an_event()
    oil, _tissue = a_plan(event)
    table = an_ended_table(event)
    line = goods_line(event, oil)
    assert figures(line) == {
        "planned": 3, "came_in": 0, "written_off": 0, "store": 0, "at_tables": 0, "people": 0, "won": 3, "handed": 0,
        "due": 3, "left": 0,
    }  # fmt: skip
    assert (line.differences, table_line(table).differences) == ([], [])
    sign_off(table)
    assert figures(goods_line(event, oil)) == figures(line) | {"came_in": 2, "people": 2, "handed": 2, "due": 1}


def test_an_evening_by_goods():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 2})
    table = a_played_table(event)
    assert figures(goods_line(event, oil)) == {
        "planned": 3, "came_in": 10, "written_off": 0, "store": 8, "at_tables": 0, "people": 2, "won": 3, "handed": 2,
        "due": 1, "left": 8,
    }  # fmt: skip
    assert [line.differences for line in by_goods(event)] == [[], []]
    assert goods_line(event, oil).surplus == 7
    write_off(event=event, location=store(event), goods={oil.pk: 8}, reason="摔碎", **by_owner())
    line = goods_line(event, oil)
    assert (line.written_off, line.left, line.needed) == (8, 0, 1)
    assert line.sentences == [
        "花生油：还差 1 桶：收到 10，报损 8，计划 3",
        "花生油：还有 1 桶要发，只剩 0 桶",
    ]  # fmt: skip
    assert table.pk


def test_the_store_is_short_of_the_plan():
    event = an_event()
    oil, tissue = a_plan(event)
    for number in (1, 2):
        a_table(event, number, people=())
    receive(event, {oil: 5, tissue: 2})
    assert [line.sentences for line in by_goods(event)] == [["花生油：还差 1 桶：收到 5，计划 6"], []]


def test_an_exchange_is_written_off_and_nothing_else():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 2})
    a_played_table(event)
    replace_goods(claim=Claim.objects.get(prize=oil), reason="漏油", **by_owner())
    line = goods_line(event, oil)
    assert (line.came_in, line.written_off, line.store, line.people, line.differences) == (10, 2, 6, 2, [])


def test_what_is_undone_counts_as_if_it_had_not_been():
    event = an_event()
    oil, _tissue = a_plan(event)
    receipt = receive(event, {oil: 10})
    receive(event, {oil: 4})
    undo_movement(movement=receipt, reason="重复", **by_owner())
    lost = write_off(event=event, location=store(event), goods={oil.pk: 1}, reason="碎", **by_owner())
    undo_movement(movement=lost, reason="没碎", **by_owner())
    line = goods_line(event, oil)
    assert (line.came_in, line.written_off, line.store, line.found) == (4, 0, 4, 0)


def test_the_ledger_and_the_hand_overs_must_agree():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 2})
    a_played_table(event)
    Claim.objects.filter(prize=oil).update(quantity=1)
    assert goods_line(event, oil).differences == ["发放记录发出 1 桶，流水发出 2 桶"]


def test_more_handed_over_than_won_is_named():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 2})
    table = a_played_table(event)
    Piece.objects.filter(table=table, rank="duitang").update(place="stock", holder=None, participant=None)
    assert goods_line(event, oil).differences == ["发出 2 桶，博得 1 桶"]
    assert table_line(table).sentences == ["第 1 桌：花生油博得 0 桶，发出 2 桶"]


def test_given_up_goods_are_due_to_nobody_until_a_redraw():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 2})
    table = a_played_table(event)
    champion = table.pieces.get(rank="zhuangyuan")
    claim = Claim.objects.create(
        event=event, participant=champion.participant, piece=champion, prize=oil, quantity=1, state="forfeited",
        settled_by=by_owner()["by"], settled_at=NOW,
    )  # fmt: skip
    assert goods_line(event, oil).due == 0
    redraw = event.redraws.create(entrants=[], seed="0", drawn_by=by_owner()["by"], drawn_at=NOW)
    somebody = table.seats.get(number=2).participant
    win = RedrawWin.objects.create(redraw=redraw, claim=claim, participant=somebody)
    assert goods_line(event, oil).due == 1
    [key] = [key_text(one.key) for one in due(event, people=[somebody.pk]) if one.redraw_win_id == win.pk]
    hand_over(event=event, participant=somebody, keys=[key], client_uuid=UUID(int=77), **by_owner())
    line = goods_line(event, oil)
    assert (line.won, line.handed, line.people, line.due, line.differences) == (3, 3, 3, 0, [])


def test_a_table_goes_through_its_states():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    table = a_table(event)
    assert table_line(table).state == "unsupplied"
    supply_tables(event=event, tables=[table], **by_owner())
    assert table_line(table).state == "supplied"
    open_table(table=table, first=1, **by_owner())
    assert (table_line(table).state, table_line(table).differences) == ("supplied", [])
    table = record(table, *SIX_THROWS)
    line = table_line(table)
    assert line.state == "not_signed_off"
    [first, second] = line.goods
    assert (first.prize, first.wanted, first.flow.supplied, first.won, first.handed, first.level, first.expected) == (
        oil, 2, 2, 2, 0, 2, 0,
    )  # fmt: skip
    assert (second.prize, second.won, second.expected) == (tissue, 1, 0)
    sign_off(table)
    line = table_line(table)
    assert (line.state, [one.handed for one in line.goods], line.differences) == ("to_count", [2, 1], [])
    count_table(table=table, counted={}, **by_owner())
    assert table_line(table).state == "counted"
    restock_table(table=table, goods={oil.pk: 1}, **by_owner())
    line = table_line(table)
    assert (line.state, line.sentences) == ("to_count", ["第 1 桌：清点后桌上又有花生油 1 桶"])


def at(minutes: int) -> dict[str, Any]:
    return {"by": by_owner()["by"], "now": NOW + timedelta(minutes=minutes)}


def test_a_count_before_the_opening_is_not_the_tables_last():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    table = a_table(event)
    supply_tables(event=event, tables=[table], **at(1))
    count_table(table=table, counted={oil.pk: 2, tissue.pk: 1}, **at(2))
    assert (table_line(table).state, tables_wanting(event)) == ("counted", Wanting())
    table = open_table(table=table, first=1, **at(3))
    line = table_line(table)
    assert (line.state, line.count, line.sentences) == ("without_supply", None, ["第 1 桌：没有配送就开桌了"])
    assert tables_wanting(event) == Wanting(without_supply=(table,))
    supply_tables(event=event, tables=[table], **at(4))
    assert (table_line(table).state, table_line(table).sentences) == ("supplied", [])
    sign_off(record(table, *SIX_THROWS))
    line = table_line(table)
    assert (line.state, line.has_goods, line.sentences) == ("to_count", False, [])
    assert tables_wanting(event) == Wanting(to_count=(table,))
    count_table(table=table, counted={}, **at(60))
    assert (table_line(table).state, tables_wanting(event)) == ("counted", Wanting())


def test_a_count_before_a_later_supply_is_not_the_tables_last():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    table = a_table(event)
    count_table(table=table, counted={}, **at(1))
    assert table_line(table).state == "counted"
    supply_tables(event=event, tables=[table], **at(2))
    assert (table_line(table).state, table_line(table).sentences) == ("supplied", [])
    write_off(event=event, location=table.locations.get(), goods={oil.pk: 2, tissue.pk: 1}, reason="碎", **at(3))
    line = table_line(table)
    assert (line.has_goods, line.count, line.state) == (False, None, "short_set")


def test_a_table_opened_without_supply_is_named():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    table = an_open_table(event)
    assert (table_line(table).state, table_line(table).sentences) == (
        "without_supply", ["第 1 桌：没有配送就开桌了"],
    )  # fmt: skip


def test_a_set_that_is_not_whole_and_a_hand_over_that_it_did_not_reach_are_named():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    table = a_table(event)
    restock_table(table=table, goods={oil.pk: 1, tissue.pk: 1}, **by_owner())
    assert table_line(table).sentences == ["第 1 桌：花生油还缺 1 桶，一套是 2 桶"]
    open_table(table=table, first=1, **by_owner())
    table = record(table, *SIX_THROWS)
    sign_off(table)
    line = table_line(table)
    assert line.sentences == ["第 1 桌：花生油博得 2 桶，发出 0 桶"]
    assert [(one.level, one.expected) for one in line.goods] == [(1, 0), (0, 0)]


def test_won_goods_missing_at_an_ended_table_are_named_before_the_sign_off():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    table = a_played_table(event, signed=False)
    return_leftovers(table=table, goods={oil.pk: 1}, reason="送去领奖处", **by_owner())
    line = table_line(table)
    assert (line.state, line.sentences) == ("not_signed_off", ["第 1 桌：花生油还有 2 桶要发，桌上只有 1 桶"])


def test_what_was_counted_short_stays_named_with_its_reason():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    table = a_played_table(event)
    restock_table(table=table, goods={oil.pk: 2}, **by_owner())
    count_table(table=table, counted={oil.pk: 1}, reason="少了一桶", **by_owner())
    line = table_line(table)
    assert (line.state, line.sentences) == ("counted", ["第 1 桌：花生油应剩 2 桶，清点 1 桶（少了一桶）"])
    assert goods_line(event, oil).written_off == 1


def test_what_was_found_is_named():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    table = a_table(event, people=())
    count_table(table=table, counted={oil.pk: 3}, reason="没登记", **by_owner())
    line = goods_line(event, oil)
    assert (line.came_in, line.found, line.store, line.differences) == (13, 3, 13, ["清点多出 3 桶"])


def test_what_was_grabbed_in_the_dark_is_not_expected_back():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    table = a_played_table(event, signed=False)
    Piece.objects.filter(table=table, rank="yixiu").update(place="grabbed", holder=None, participant=None)
    sign_off(table)
    line = table_line(table)
    [_oil, paper] = line.goods
    assert (paper.level, paper.grabbed, paper.gone, paper.expected) == (1, 1, 1, 0)
    assert line.sentences == ["第 1 桌：抽纸有 1 提在熄灯时被抢走，不知是谁"]
    count_table(table=table, counted={tissue.pk: 0}, reason="熄灯时被抢走", **by_owner())
    assert table_line(table).goods[1].gone == 0


def test_returned_goods_do_not_count_as_supplied():
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 10, tissue: 10})
    table = a_table(event, people=())
    supply_tables(event=event, tables=[table], **by_owner())
    return_leftovers(table=table, goods={oil.pk: 2, tissue.pk: 1}, **by_owner())
    line = table_line(table)
    assert (line.state, [(one.flow.supplied, one.flow.returned) for one in line.goods]) == (
        "unsupplied", [(2, 2), (1, 1)],
    )  # fmt: skip


def test_of_several_sessions_a_table_is_named_with_its_own():
    event = an_event()
    a_table(event, people=())
    table = a_table(event, people=(), session=2)
    assert [line.label for line in by_table(event)] == ["第 1 场 · 第 1 桌", "第 2 场 · 第 1 桌"]
    assert table_line(table).sentences == []


def test_the_number_of_queries_is_constant(django_assert_num_queries):
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 20, tissue: 20})
    for number in (1, 2, 3):
        a_played_table(event, number)
        restock_table(table=Table.objects.get(session__event=event, number=number), goods={oil.pk: 1}, **by_owner())
        if number == 2:
            continue
        with django_assert_num_queries(10):
            by_goods(event)
        with django_assert_num_queries(13):
            assert len(by_table(event)) == number
    assert level("store", oil) == 20 - 3 * 3
