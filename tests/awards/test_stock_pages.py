"""The pages of the store, of tables' goods and of the reconciliation: who may, what they show, what they do."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.urls import reverse

from awards.models import Movement, TableCount
from awards.queries import store_levels, table_levels
from awards.queries.supplying import tables_wanting
from awards.services import add_prize, count_table, restock_table, return_leftovers, supply_tables, write_off
from bobing_event.models import Participant, Role
from tables.models import Table
from tables.queries.needs import needs_of
from tables.services import open_table
from tests.awards.factories import (
    SIX_THROWS,
    a_table,
    a_user,
    an_ended_table,
    an_event,
    an_open_table,
    by_owner,
    record,
)
from tests.awards.stock_factories import a_plan, receive, sign_off, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    client.force_login(a_user())
    return client


def url(name, event, *arguments):
    return reverse(name, args=[event.slug, *arguments])


def text(response):
    return " ".join(response.content.decode().split())


def told(response):
    return [(str(message), message.extra_tags) for message in response.context["messages"]]


def an_evening_with_store(tables: int = 1, slug: str = "moon"):
    """A table is supplied, played and signed off; the others wait."""
    event = an_event(slug)
    oil, tissue = a_plan(event)
    receive(event, {oil: 20, tissue: 20})
    for number in range(1, tables + 1):
        table = a_table(event, number)
        supply_tables(event=event, tables=[table], **by_owner())
        restock_table(table=table, goods={tissue.pk: 1}, **by_owner())
        open_table(table=table, first=1, **by_owner())
        record(table, *SIX_THROWS)
        sign_off(table)
    return event, oil, tissue


class TestWhoMay:
    PAGES = ("prize-stock", "prize-tables", "prize-reconciliation")

    @pytest.mark.parametrize(
        ("role", "sees", "moves"),
        [
            (Role.ORGANISER, 200, 200), (Role.PRIZE_DESK, 200, 200), (Role.FLOOR_MANAGER, 200, 403),
            (Role.AUDITOR, 200, 403), (Role.REFEREE, 200, 403), (Role.SCREEN, 403, 403), (Role.RUNNER, 403, 403),
        ],
    )  # fmt: skip
    def test_pages(self, client, role, sees, moves):
        event, _oil, _tissue = an_evening_with_store()
        table = Table.objects.get()
        client.force_login(a_user(event, role, "somebody"))
        for page in self.PAGES:
            assert client.get(url(page, event)).status_code == sees
        assert client.get(url("prize-table", event, table.pk)).status_code == sees
        assert client.get(url("prize-movement", event, 1)).status_code == sees
        for page in ("prize-receive", "prize-write-off"):
            assert client.get(url(page, event)).status_code == moves

    @pytest.mark.parametrize("role", [Role.FLOOR_MANAGER, Role.AUDITOR, Role.REFEREE])
    def test_nobody_else_moves_goods(self, client, role):
        event, _oil, _tissue = an_evening_with_store()
        table = Table.objects.get()
        client.force_login(a_user(event, role, "somebody"))
        before = Movement.objects.count()
        for name, arguments in (
            ("prize-receive", ()), ("prize-write-off", ()), ("prize-supply", ()), ("prize-movement-undo", (1,)),
            ("prize-table-count", (table.pk,)), ("prize-table-restock", (table.pk,)),
            ("prize-table-return", (table.pk,)),
        ):  # fmt: skip
            assert client.post(url(name, event, *arguments)).status_code == 403
        assert Movement.objects.count() == before

    def test_names_of_people_do_not_stand_there(self, client):
        event, _oil, _tissue = an_evening_with_store()
        client.force_login(a_user(event, Role.REFEREE, "somebody"))
        handed = Movement.objects.get(kind="hand_over")
        for response in (
            client.get(url("prize-stock", event)),
            client.get(url("prize-movement", event, handed.number)),
        ):
            shown = text(response)
            assert not [name for name in Participant.objects.values_list("name", flat=True) if name in shown]
            assert "2 人" in shown

    def test_what_belongs_to_another_event(self, owner):
        event, other = an_event(), an_event("other")
        receive(other, {a_plan(other)[0]: 3})
        table = a_table(other)
        assert owner.get(url("prize-movement", event, 1)).status_code == 404
        assert owner.get(url("prize-table", event, table.pk)).status_code == 404
        for name in ("prize-table-count", "prize-table-restock", "prize-table-return"):
            assert owner.post(url(name, event, table.pk)).status_code == 404


class TestStock:
    def test_without_goods(self, owner):
        event = an_event()
        for page in ("prize-stock", "prize-receive", "prize-reconciliation"):
            assert "清单上还没有奖品" in text(owner.get(url(page, event)))

    def test_before_the_first_receipt(self, owner):
        event = an_event()
        a_plan(event)
        shown = text(owner.get(url("prize-stock", event)))
        assert "还没有开始管理库存" in shown
        assert "还没有流水" in shown
        assert url("prize-write-off", event) not in shown

    def test_a_receipt_is_filled_with_what_is_needed(self, owner):
        event = an_event()
        oil, tissue = a_plan(event)
        a_table(event)
        page = url("prize-receive", event)

        def filled(address):
            return {prize.name: field.value() for prize, field in owner.get(address).context["form"].rows()}

        assert filled(page) == {"花生油": None, "抽纸": None}
        assert 'href="?fill=needed"' in text(owner.get(page))
        assert filled(f"{page}?fill=needed") == {"花生油": 3, "抽纸": 1}
        receive(event, {oil: 1, tissue: 1})
        assert filled(f"{page}?fill=needed") == {"花生油": 2, "抽纸": None}
        receive(event, {oil: 2})
        assert "fill=needed" not in text(owner.get(page))

    def test_a_page_that_back_brings_up_again_has_no_old_figures(self, owner):
        """It is asked for anew, with a number of its own, and its fields are not restored by the browser."""
        event = an_event()
        oil, _tissue = a_plan(event)
        receive(event, {oil: 1})
        table = a_table(event)
        restock_table(table=table, goods={oil.pk: 1}, **by_owner())
        for address, forms in (
            (url("prize-receive", event), 1),
            (url("prize-write-off", event), 1),
            (url("prize-table", event, table.pk), 3),
        ):
            response = owner.get(address)
            assert "no-store" in response["Cache-Control"]
            assert text(response).count('autocomplete="off"') == forms

    def test_goods_are_received_once(self, owner):
        event = an_event()
        oil, tissue = a_plan(event)
        sent = {f"goods-{oil.pk}": "12", f"goods-{tissue.pk}": "", "reason": "第一车", "client_uuid": UUID(int=5)}
        for _twice in range(2):
            posted = owner.post(url("prize-receive", event), sent, follow=True)
            assert told(posted) == [("已入库 12 件，流水 00001。", "")]
        assert store_levels(event) == {oil.pk: 12}
        line = posted.context["lines"][0]
        assert (line.came_in, line.store, line.needed) == (12, 12, 0)

    @pytest.mark.parametrize(
        ("units", "code"), [("", "nothing_to_move"), ("-1", "min_value"), ("x", "invalid"), ("1000001", "max_value")]
    )
    def test_what_cannot_be_received(self, owner, units, code):
        event = an_event()
        oil, _tissue = a_plan(event)
        posted = owner.post(url("prize-receive", event), {f"goods-{oil.pk}": units})
        assert posted.status_code == 400
        assert [error.code for errors in posted.context["form"].errors.as_data().values() for error in errors] == [code]
        assert not Movement.objects.exists()

    def test_goods_are_written_off(self, owner):
        event, oil, _tissue = an_evening_with_store()
        place = store(event)
        sent = {"place": place.pk, "prize": oil.pk, "units": 2, "reason": "破损"}
        posted = owner.post(url("prize-write-off", event), sent, follow=True)
        assert told(posted) == [("已报损花生油 2 桶。", "")]
        assert store_levels(event)[oil.pk] == 16
        posted = owner.post(url("prize-write-off", event), sent | {"units": 17})
        assert (posted.status_code, posted.context["form"].non_field_errors()) == (
            400, ["仓库只有 16 桶“花生油”，需要 17 桶。"],
        )  # fmt: skip
        assert owner.post(url("prize-write-off", event), sent | {"reason": " "}).status_code == 400

    def test_only_places_with_goods_are_to_choose(self, owner):
        event, _oil, _tissue = an_evening_with_store(2)
        a_table(event, 3, people=())
        form = owner.get(url("prize-write-off", event)).context["form"]
        assert [str(place) for place in form.fields["place"].queryset] == ["仓库", "第 1 桌", "第 2 桌"]

    def test_the_ledger_is_narrowed(self, owner):
        event, oil, tissue = an_evening_with_store(2)
        first = Table.objects.get(number=1)

        def shown(**asked):
            return [
                movement.number for movement, _lines in owner.get(url("prize-stock", event), asked).context["movements"]
            ]

        assert shown() == [7, 6, 5, 4, 3, 2, 1]
        assert shown(kind="receive") == [1]
        assert shown(table=first.pk) == [4, 3, 2]
        assert shown(prize=oil.pk, kind="allocate") == [5, 2]
        assert shown(kind="nonsense", table="x") == [7, 6, 5, 4, 3, 2, 1]
        assert "没有符合条件的流水" in text(owner.get(url("prize-stock", event), {"kind": "write_off"}))
        assert tissue.pk

    def test_a_movement_is_undone(self, owner):
        event, oil, _tissue = an_evening_with_store()
        lost = write_off(event=event, location=store(event), goods={oil.pk: 2}, reason="碎", **by_owner())
        page = url("prize-movement", event, lost.number)
        assert owner.get(page).context["may_undo"]
        assert owner.post(url("prize-movement-undo", event, lost.number), {"reason": ""}).status_code == 400
        posted = owner.post(url("prize-movement-undo", event, lost.number), {"reason": "没碎"}, follow=True)
        assert told(posted) == [(f"流水 {lost.number_text} 已由 {lost.number + 1:05d} 冲销。", "")]
        assert f"冲销 {lost.number_text}" in text(posted)
        again = owner.get(page)
        assert not again.context["may_undo"]
        assert f"已由 {lost.number + 1:05d} 冲销" in text(again)
        refused = owner.post(url("prize-movement-undo", event, lost.number), {"reason": "没碎"})
        assert (refused.status_code, refused.context["form"].non_field_errors()) == (
            400, [f"流水 {lost.number_text} 已经冲销过了。"],
        )  # fmt: skip
        assert not owner.get(url("prize-movement", event, Movement.objects.get(kind="hand_over").number)).context[
            "may_undo"
        ]

    def test_the_number_of_queries_is_constant(self, owner, django_assert_num_queries):
        event, _oil, _tissue = an_evening_with_store(1)
        owner.get(url("prize-stock", event))
        with django_assert_num_queries(34):
            owner.get(url("prize-stock", event))
        an_evening_more(event, 2)
        with django_assert_num_queries(34):
            owner.get(url("prize-stock", event))


def an_evening_more(event, tables: int) -> None:
    """So many tables more, played and signed off."""
    for number in range(2, tables + 2):
        table = a_table(event, number)
        supply_tables(event=event, tables=[table], **by_owner())
        open_table(table=table, first=1, **by_owner())
        record(table, *SIX_THROWS)
        sign_off(table)


class TestTables:
    def test_without_tables(self, owner):
        event = an_event()
        a_plan(event)
        assert "还没有桌子" in text(owner.get(url("prize-tables", event)))

    def test_a_range_is_supplied(self, owner):
        event = an_event()
        oil, tissue = a_plan(event)
        tables = [a_table(event, number, people=()) for number in range(1, 5)]
        receive(event, {oil: 6, tissue: 6})
        page = owner.get(url("prize-tables", event))
        assert page.context["supply_form"].initial == {"first": 1, "last": 4, "session": 1}
        assert page.context["supply"]["reaches"] == 3
        assert "仓库还够配 3 桌" in text(page)
        posted = owner.post(url("prize-supply", event), {"first": "3", "last": "2"}, follow=True)
        assert told(posted) == [("已配送 2 桌。", "")]
        assert set(table_levels(event)) == {tables[1].pk, tables[2].pk}
        posted = owner.post(url("prize-supply", event), {"first": "", "last": "3"}, follow=True)
        assert told(posted) == [("已配送 1 桌。", ""), ("跳过：已配送 2 桌，已结束 0 桌。", "")]
        here = {"referer": f"http://testserver{url('prize-tables', event)}"}
        posted = owner.post(url("prize-supply", event), {}, follow=True, headers=here)
        assert told(posted) == [("仓库只有 0 桶“花生油”，需要 2 桶。", "stock_short")]
        posted = owner.post(url("prize-supply", event), {"first": "x"}, follow=True)
        assert told(posted) == [("桌号须是从 1 起的整数。", "bad_range")]

    def test_tables_are_narrowed_by_their_state(self, owner):
        event, _oil, _tissue = an_evening_with_store()
        an_open_table(event, 2)
        a_table(event, 12, people=())
        page = owner.get(url("prize-tables", event))
        assert page.context["states"] == [("without_supply", 1), ("unsupplied", 1), ("to_count", 1)]
        assert "没有配送就开桌了" in text(page)

        def shown(**asked):
            return [line.table.number for line in owner.get(url("prize-tables", event), asked).context["page"]]

        assert (shown(), shown(state="to_count"), shown(q="1"), shown(session="2")) == ([1, 2, 12], [1], [1, 12], [])
        assert "显示全部桌子" in text(owner.get(url("prize-tables", event), {"q": "9"}))

    def test_a_table_is_counted(self, owner):
        event, _oil, tissue = an_evening_with_store()
        table = Table.objects.get()
        page = owner.get(url("prize-table", event, table.pk))
        form = page.context["count_form"]
        assert {prize.name: field.value() for prize, field in form.rows()} == {"花生油": 0, "抽纸": 1}
        sent = {f"goods-{prize.pk}": field.value() for prize, field in form.rows()}
        short = sent | {f"goods-{tissue.pk}": 0}
        posted = owner.post(url("prize-table-count", event, table.pk), short)
        assert (posted.status_code, posted.context["count_form"].non_field_errors()) == (
            400, ["第 1 桌：抽纸应剩 1 提，清点 0 提。请写明原因，缺的按此原因报损。"],
        )  # fmt: skip
        posted = owner.post(url("prize-table-count", event, table.pk), short | {"reason": "少了"}, follow=True)
        assert told(posted) == [("第 1 桌已清点签收。", "")]
        assert posted.context["line"].sentences == ["第 1 桌：抽纸应剩 1 提，清点 0 提（少了）"]
        assert TableCount.objects.get().reason == "少了"
        assert owner.post(url("prize-table-count", event, table.pk), {}).status_code == 400

    def test_after_a_count_comes_the_next(self, owner):
        event, _oil, tissue = an_evening_with_store(2)
        first = Table.objects.get(number=1)
        sent = {f"goods-{tissue.pk}": 1, f"goods-{_oil.pk}": 0}
        posted = owner.post(url("prize-table-count", event, first.pk), sent)
        assert posted.url == url("prize-tables", event) + "?state=to_count"

    def test_a_playing_table_is_restocked_and_not_counted(self, owner):
        event = an_event()
        oil, tissue = a_plan(event)
        receive(event, {oil: 6, tissue: 6})
        table = an_open_table(event)
        page = owner.get(url("prize-table", event, table.pk))
        assert {prize.name: field.value() for prize, field in page.context["restock_form"].rows()} == {
            "花生油": 2, "抽纸": 1,
        }  # fmt: skip
        assert "这一桌还在博" in text(page)
        sent = {f"goods-{oil.pk}": 2, f"goods-{tissue.pk}": 1}
        posted = owner.post(url("prize-table-restock", event, table.pk), sent, follow=True)
        assert told(posted) == [("第 1 桌已补货。", "")]
        assert table_levels(event) == {table.pk: {oil.pk: 2, tissue.pk: 1}}
        posted = owner.post(url("prize-table-restock", event, table.pk), {f"goods-{oil.pk}": 9})
        assert posted.context["restock_form"].non_field_errors() == ["仓库只有 4 桶“花生油”，需要 9 桶。"]
        posted = owner.post(url("prize-table-return", event, table.pk), {f"goods-{oil.pk}": 1}, follow=True)
        assert told(posted) == [("第 1 桌的奖品已退回仓库。", "")]
        posted = owner.post(url("prize-table-return", event, table.pk), {f"goods-{oil.pk}": 2})
        assert posted.context["return_form"].non_field_errors() == ["第 1 桌只有 1 桶“花生油”，需要 2 桶。"]

    def test_a_range_is_topped_up(self, owner):
        event = an_event()
        oil, tissue = a_plan(event)
        first, second = (a_table(event, number, people=()) for number in (1, 2))
        receive(event, {oil: 9, tissue: 9})
        supply_tables(event=event, tables=[first], **by_owner())
        restock_table(table=second, goods={oil.pk: 1}, **by_owner())
        page = owner.get(url("prize-tables", event))
        assert page.context["states"] == [("short_set", 1), ("supplied", 1)]
        assert page.context["supply_form"].initial == {"first": 2, "last": 2, "session": 1}
        assert "不足一套" in text(page)
        posted = owner.post(url("prize-supply", event), {}, follow=True)
        assert told(posted) == [
            ("已配送 1 桌。", ""), ("其中 1 桌原来不足一套，已补足。", ""), ("跳过：已配送 1 桌，已结束 0 桌。", ""),
        ]  # fmt: skip

    def test_the_count_of_a_table_that_has_not_ended_is_not_the_first_thing_to_do(self, owner):
        event = an_event()
        oil, _tissue = a_plan(event)
        receive(event, {oil: 6})
        table, button = a_table(event), "退回仓库并签收</button>"
        page = text(owner.get(url("prize-table", event, table.pk)))
        assert f'<button class="btn">{button}' in page
        ended, _oil, _tissue = an_evening_with_store(slug="ended")
        page = text(owner.get(url("prize-table", ended, Table.objects.get(session__event=ended).pk)))
        assert f'<button class="btn btn--primary">{button}' in page

    def test_a_return_is_filled_with_what_is_over(self, owner):
        event = an_event()
        oil, tissue = a_plan(event)
        receive(event, {oil: 9, tissue: 9})
        table = a_table(event)
        supply_tables(event=event, tables=[table], **by_owner())
        restock_table(table=table, goods={oil.pk: 3}, **by_owner())

        def filled():
            form = owner.get(url("prize-table", event, table.pk)).context["return_form"]
            return {prize.name: field.value() for prize, field in form.rows()}

        assert filled() == {"花生油": 5, "抽纸": 1}
        opened = open_table(table=table, first=1, **by_owner())
        assert filled() == {"花生油": 3, "抽纸": 0}
        record(opened, *SIX_THROWS)
        assert filled() == {"花生油": 3, "抽纸": 0}
        posted = owner.post(url("prize-table-return", event, table.pk), {f"goods-{oil.pk}": 5})
        assert posted.context["return_form"].non_field_errors() == [
            "第 1 桌：花生油有 2 桶是桌上博得待发的，应剩 3 桶。多退请写明原因。"
        ]

    def test_an_ended_table_waits_for_its_sign_off(self, owner):
        event = an_event()
        oil, _tissue = a_plan(event)
        receive(event, {oil: 6})
        table = an_ended_table(event)
        restock_table(table=table, goods={oil.pk: 2}, **by_owner())
        assert "签字后再清点剩余" in text(owner.get(url("prize-table", event, table.pk)))

    def test_the_number_of_queries_is_constant(self, owner, django_assert_num_queries):
        event, _oil, _tissue = an_evening_with_store(1)
        owner.get(url("prize-tables", event))
        with django_assert_num_queries(23):
            owner.get(url("prize-tables", event))
        with django_assert_num_queries(22):
            owner.get(url("prize-table", event, Table.objects.get(number=1).pk))
        an_evening_more(event, 2)
        with django_assert_num_queries(23):
            owner.get(url("prize-tables", event))
        with django_assert_num_queries(22):
            owner.get(url("prize-table", event, Table.objects.get(number=1).pk))


class TestReconciliation:
    def test_all_agrees(self, owner):
        event, _oil, _tissue = an_evening_with_store()
        page = owner.get(url("prize-reconciliation", event))
        assert "目前没有对不上的账；还有 1 桌待清点签收" in text(page)
        assert "账目全部相符" not in text(page)
        assert "1 桌还没有清点签收" in text(page)
        count_table(table=Table.objects.get(), counted={_oil.pk: 0, _tissue.pk: 1}, **by_owner())
        page = owner.get(url("prize-reconciliation", event))
        assert "账目全部相符" in text(page)
        assert "待清点签收" not in text(page)

    def test_differences_are_named(self, owner):
        event, oil, _tissue = an_evening_with_store()
        write_off(event=event, location=store(event), goods={oil.pk: 18}, reason="淋雨", **by_owner())
        page = owner.get(url("prize-reconciliation", event))
        assert page.context["sentences"] == [
            "花生油：还差 1 桶：收到 20，报损 18，计划 3", "花生油：还有 1 桶要发，只剩 0 桶",
        ]  # fmt: skip
        assert "2 处对不上" in text(page)

    def test_without_stock(self, owner):
        event = an_event()
        a_plan(event)
        an_ended_table(event)
        assert "没有入库就没有账可对" in text(owner.get(url("prize-reconciliation", event)))

    def test_the_number_of_queries_is_constant(self, owner, django_assert_num_queries):
        event, _oil, _tissue = an_evening_with_store(1)
        owner.get(url("prize-reconciliation", event))
        with django_assert_num_queries(29):
            owner.get(url("prize-reconciliation", event))
        an_evening_more(event, 2)
        with django_assert_num_queries(29):
            owner.get(url("prize-reconciliation", event))


class TestNeeds:
    def needs(self, event, role=Role.PRIZE_DESK):
        return [
            (need.text, need.action, need.urgent)
            for need in needs_of(event, frozenset({role}))
            if "/tables/" in need.url
        ]

    def test_nothing_while_no_stock_is_kept(self, django_assert_num_queries):
        event = an_event()
        a_plan(event)
        an_open_table(event)
        assert self.needs(event) == []

    def test_tables_opened_without_supply_and_tables_to_count(self):
        event, _oil, _tissue = an_evening_with_store()
        assert self.needs(event) == [("1 桌的剩余奖品待清点：第 1 桌", "去清点", False)]
        for number in (2, 3):
            an_open_table(event, number)
        assert self.needs(event)[0] == ("2 桌没有配送奖品就开桌了：第 2、3 桌", "去配送", True)
        assert self.needs(event, Role.AUDITOR)[0][1] == "查看"
        assert self.needs(event, Role.RUNNER) == []

    def test_a_table_with_part_of_its_set_when_it_is_open(self):
        event = an_event()
        oil, tissue = a_plan(event)
        receive(event, {oil: 9, tissue: 9})
        table = a_table(event)
        restock_table(table=table, goods={oil.pk: 1}, **by_owner())
        assert self.needs(event) == []
        open_table(table=table, first=1, **by_owner())
        assert self.needs(event) == [("1 桌奖品不足一套就在博：第 1 桌", "去补足", True)]
        supply_tables(event=event, tables=[table], **by_owner())
        assert self.needs(event) == []

    def test_a_count_with_the_id_of_another_table(self):
        """The second table alone is counted; its count has the id 1."""
        event, _oil, _tissue = an_evening_with_store(2)
        first, second = Table.objects.order_by("number")
        goods = table_levels(event)
        for table in (first, second):
            return_leftovers(table=table, goods={pk: units for pk, units in goods[table.pk].items() if units},
                             **by_owner())  # fmt: skip
        count_table(table=second, counted={}, reason="", **by_owner())
        assert TableCount.objects.get().pk != second.pk
        wanting = tables_wanting(event)
        assert (wanting.without_supply, wanting.to_count) == ((), (first,))

    def test_a_plan_without_goods_at_the_table_needs_none(self):
        event = an_event()
        oil = add_prize(event=event, name="花生油", **by_owner())
        receive(event, {oil: 3})
        an_open_table(event)
        assert self.needs(event) == []

    def test_they_stand_on_the_stock_page(self, owner):
        event, _oil, _tissue = an_evening_with_store()
        an_open_table(event, 2)
        shown = text(owner.get(url("prize-stock", event)))
        assert "1 桌没有配送奖品就开桌了" in shown
        assert "1 桌已签字，剩余奖品还没有清点" in shown
