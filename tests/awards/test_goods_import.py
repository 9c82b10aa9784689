"""Goods and plan from a sheet: the preview writes nothing, the commit does exactly that."""

import json
from decimal import Decimal

import pytest
from django.utils import translation

from awards.goods_sheet import goods_template, read_goods
from awards.models import Movement, PlanLine, Prize
from awards.queries import goods_by_piece, plan_findings, prize_plan
from awards.queries.stock import store_levels
from awards.services import (
    change_prize,
    goods_sheet_of,
    import_goods,
    preview_goods,
    receive_goods,
    set_plan_line,
    set_prize_settings,
    undo_movement,
    write_off,
)
from awards.services.ledger import store_of
from bobing_event.importing.reader import read_sheets
from bobing_event.models import AuditRecord, Event
from tests.awards.factories import a_table, an_ended_table, an_event, an_open_table, by_owner
from tests.awards.goods_sheets import HEADINGS, a_sheet, purchase_list
from tests.awards.handing import hand, person_at, sign_off
from tests.awards.test_plan import refused, soap
from tests.awards.test_plan_mix import FULL_SET

pytestmark = pytest.mark.django_db

ARRANGED = ("奖项", "品名", "单价", "每桌数量", "搭配")


def imported(event, sheet, **more):
    changes = preview_goods(event=event, sheet=sheet)
    return import_goods(event=event, sheet=sheet, seen=changes.digest, **more, **by_owner())


def lines(event, rank):
    found = PlanLine.objects.filter(event=event, rank=rank).select_related("prize")
    return [(line.prize.name, line.first_piece, line.last_piece, line.share, line.quantity) for line in found]


def codes(findings):
    return [(finding.row, finding.code) for finding in findings]


class TestAPurchaseList:
    @pytest.fixture
    def event(self):
        event = an_event()
        for number in (1, 2, 3):
            a_table(event, number)
        return event

    @pytest.fixture
    def sheet(self):
        return goods_sheet_of(purchase_list(), "奖品.xlsx")

    def test_the_preview_says_all_and_writes_nothing(self, event, sheet):
        changes = preview_goods(event=event, sheet=sheet)
        assert (len(changes.new), len(changes.changed), changes.unchanged, changes.rows_in_error) == (12, 0, 0, 0)
        assert changes.counts == {
            "duitang": (1, 2), "sanhong": (1, 4), "sijin": (0, 8), "erju": (0, 16), "yixiu": (1, 32),
        }  # fmt: skip
        assert [(line.place, line.goods, line.after) for line in changes.lines][4:8] == [
            ("四进", "洗衣液 2 L", "第 1–8 块 · 1 瓶 · 桌上"),
            ("二举", "毛巾", "第 1–10 块 · 1 条 · 桌上"),
            ("二举", "香皂", "第 11–16 块 · 1 块 · 桌上"),
            ("一秀", "抽纸 3 包", "第 1–32 块 · 1 提 · 桌上"),
        ]
        assert not Prize.objects.exists()
        assert not PlanLine.objects.exists()
        assert Event.objects.get().piece_set == event.piece_set
        assert event.piece_set["yixiu"] == 1

    def test_the_commit_does_that(self, event, sheet):
        imported(event, sheet, file_name="奖品.xlsx")
        assert event.piece_set == Event.objects.get().piece_set == FULL_SET
        assert lines(event, "zhuangyuan") == [("电饭煲", 1, None, None, 1), ("状元帽", 1, None, None, 1)]
        assert lines(event, "erju") == [("毛巾", 1, 10, None, 1), ("香皂", 11, None, None, 1)]
        others = PlanLine.objects.filter(rank="").values_list(
            "playoff_kind", "place", "consolation", "people", "quantity"
        )
        assert set(others) == {
            ("zongzhuangyuan", 1, "", None, 1), ("wangzhongwang", 2, "", None, 1), ("wangzhongwang", 3, "", None, 1),
            ("", None, "empty_handed", 20, 1),
        }  # fmt: skip
        pot = Prize.objects.get(name="电饭煲")
        assert (pot.specification, pot.unit, pot.value, pot.sponsor) == ("4 L", "台", Decimal("299.00"), "甲公司")
        assert [(one.code, str(one.prize)) for one in plan_findings(event)] == [("not_in_plan", "糖果")]
        record = AuditRecord.objects.filter(action="goods_imported").get()
        assert (record.subject, record.detail) == (
            "奖品.xlsx",
            {"new": 12, "changed": 0, "unchanged": 0, "plan_lines": 12, "rows_in_error": 0},
        )

    def test_again_changes_nothing(self, event, sheet):
        imported(event, sheet)
        pks = set(PlanLine.objects.values_list("pk", flat=True))
        again = imported(event, sheet)
        assert (again.is_nothing, again.unchanged, again.lines_unchanged) == (True, 12, 12)
        assert set(PlanLine.objects.values_list("pk", flat=True)) == pks

    def test_what_is_downloaded_changes_nothing(self, event, sheet):
        imported(event, sheet)
        for language in ("zh-hans", "en"):
            with translation.override(language):
                content = goods_template(prize_plan(event), chinese=language != "en")
            changes = preview_goods(event=event, sheet=read_goods(read_sheets(content)))
            assert (changes.is_nothing, changes.errors, changes.warnings) == (True, [], [])
            assert (changes.unchanged, changes.lines_unchanged) == (12, 12)

    def test_received_into_the_store_once(self, event, sheet):
        first = imported(event, sheet, receive=True, file_name="奖品.xlsx")
        again = imported(event, sheet, receive=True)
        paper = Prize.objects.get(name="抽纸")
        assert (first.newly_received, again.newly_received) == (227, 0)
        assert (Movement.objects.get().reason, store_levels(event)[paper.pk]) == ("奖品.xlsx", 96)

    def test_received_again_after_each_undo(self, event, sheet):
        for receipts in (1, 2, 3):
            assert imported(event, sheet, receive=True).newly_received == 227
            assert imported(event, sheet, receive=True).newly_received == 0
            paper = Prize.objects.get(name="抽纸")
            assert store_levels(event)[paper.pk] == 96
            assert Movement.objects.filter(undoes__isnull=True).count() == receipts
            receipt = Movement.objects.get(undoes__isnull=True, undone_by__isnull=True)
            undo_movement(movement=receipt, reason="多点了一次", **by_owner())
            assert store_levels(event).get(paper.pk, 0) == 0


class TestReceiving:
    RICE, OIL = ["一秀", "米", "", "袋", 3, 4, 3, 12], ["", "油", "", "桶", 9, 2, 3, 6]

    def levels(self, event):
        return {str(Prize.objects.get(pk=prize)): units for prize, units in store_levels(event).items()}

    def test_a_corrected_sheet_receives_what_is_more(self):
        event = an_event()
        imported(event, a_sheet(self.RICE, self.OIL), receive=True)
        corrected = a_sheet([*self.RICE[:7], 15], self.OIL, ["", "糖", "", "袋", 1, 1, 3, 3])
        changes = preview_goods(event=event, sheet=corrected)
        assert [(one.goods, one.named, one.before, one.units) for one in changes.receipts.values()] == [
            ("米", 15, 12, 3), ("油", 6, 6, 0), ("糖", 3, 0, 3),
        ]  # fmt: skip
        assert (changes.kinds_received, changes.units_received) == (2, 6)
        assert imported(event, corrected, receive=True).newly_received == 6
        assert self.levels(event) == {"米": 15, "油": 6, "糖": 3}

    def test_goods_received_by_hand_count_wherever_they_are_by_now(self):
        event = an_event()
        rice = soap(event, name="米", unit="袋", value=Decimal(3))
        by = by_owner()
        receive_goods(event=event, goods={rice.pk: 10}, **by)
        write_off(event=event, location=store_of(event), goods={rice.pk: 4}, reason="受潮", **by)
        assert imported(event, a_sheet(self.RICE), receive=True).newly_received == 2
        assert self.levels(event) == {"米": 8}

    def test_less_than_was_received_is_said(self):
        event = an_event()
        imported(event, a_sheet(self.RICE, self.OIL), receive=True)
        fewer = a_sheet([*self.RICE[:7], 9], self.OIL)
        changes = imported(event, fewer, receive=True)
        assert [(one.row, one.code, one.value) for one in changes.warnings if one.code != "total_differs"] == [
            (2, "fewer_than_received", "米: 9 < 12")
        ]
        assert (changes.newly_received, Movement.objects.count()) == (0, 1)

    def test_a_commit_sent_twice_is_one(self):
        event = an_event()
        sheet = a_sheet(self.RICE)
        imported(event, sheet)
        seen = preview_goods(event=event, sheet=sheet).digest
        commit = {"event": event, "sheet": sheet, "seen": seen, "receive": True}
        import_goods(**commit, **by_owner())
        refused("preview_outdated", import_goods, **commit)
        assert self.levels(event) == {"米": 12}


class TestRowsLeftOut:
    HEADINGS = ("奖项", "品名", "单价", "每桌数量", "总数", "搭配")

    def test_nothing_of_them_is_taken(self):
        event = an_event()
        oil = soap(event, name="油", value=Decimal(5))
        rows = (["一秀", "米", 3, "", "", ""], ["", "油", 9, "", "", ""], ["", "糖", 1, 4, 12, ""],
                ["对堂", "锅", 30, 2, 6, ""], ["", "米", 4, 2, 6, "同给"])  # fmt: skip
        changes = imported(event, a_sheet(*rows, headings=self.HEADINGS), leave_out_errors=True, receive=True)
        assert codes(changes.errors) == [(2, "no_number"), (3, "no_number"), (6, "goods_differ")]
        assert ([str(one.prize) for one in changes.new], changes.changed) == (["糖", "锅"], [])
        oil.refresh_from_db()
        assert (oil.value, set(Prize.objects.values_list("name", flat=True))) == (5, {"油", "糖", "锅"})
        names = {Prize.objects.get(pk=prize).name: units for prize, units in store_levels(event).items()}
        assert (names, PlanLine.objects.count()) == ({"糖": 12, "锅": 6}, 0)

    def test_what_the_plan_refuses_is_not_received(self):
        event = an_event()
        set_prize_settings(event=event, cap=Decimal(20), high_value=None, claim_until=None, **by_owner())
        rows = (["一秀", "米", 21, 1, 3, ""], ["对堂", "油", 20, 1, 3, ""])
        changes = imported(event, a_sheet(*rows, headings=self.HEADINGS), leave_out_errors=True, receive=True)
        assert (codes(changes.errors), changes.newly_received) == ([(2, "above_cap")], 3)
        assert list(Prize.objects.values_list("name", flat=True)) == ["油"]


class TestChanges:
    def test_old_and_new_values(self):
        event = an_event()
        prize = soap(event, sponsor="甲公司")
        sheet = a_sheet(["一秀", "洗衣液", "", "", 15, 1, "", "", "乙公司"], ["", "油", "", "桶", 9, 1])
        changes = preview_goods(event=event, sheet=sheet)
        assert [(change.prize.pk, change.fields) for change in changes.changed] == [
            (prize.pk, {"value": (Decimal("12.50"), Decimal("15.00")), "sponsor": ("甲公司", "乙公司")})
        ]
        assert [change.fields for change in changes.new] == [{"unit": ("", "桶"), "value": ("", Decimal("9.00"))}]
        imported(event, sheet)
        prize.refresh_from_db()
        assert (prize.value, prize.sponsor, prize.unit) == (
            Decimal("15.00"),
            "乙公司",
            "瓶",
        )  # an empty cell erases nothing

    def test_other_lines_of_a_named_rank_are_taken_out_and_other_ranks_stay(self):
        event = an_event(piece_set=dict(FULL_SET))
        liquid = soap(event)
        for rank, more in (("yixiu", {"last_piece": 16}), ("erju", {}), ("duitang", {})):
            set_plan_line(event=event, prize=liquid, rank=rank, given_at="desk", **more, **by_owner())
        sheet = a_sheet(
            ["一秀", "油", "", "", 9, 20], ["", "洗衣液", "", "", "", 12], ["二举", "洗衣液", "", "", "", 16]
        )
        changes = imported(event, sheet)
        assert [(line.place, line.goods, line.before, line.after) for line in changes.lines] == [
            ("一秀", "油", "", "第 1–20 块 · 1 份 · 桌上"),
            ("一秀", "洗衣液", "", "第 21–32 块 · 1 瓶 · 桌上"),
            ("一秀", "洗衣液", "第 1–16 块 · 1 瓶 · 领奖处", ""),
        ]
        assert changes.lines_unchanged == 1  # 二举, given at the desk as before
        assert lines(event, "yixiu") == [("油", 1, 20, None, 1), ("洗衣液", 21, None, None, 1)]
        assert PlanLine.objects.filter(rank="duitang").count() == 1

    def test_the_plan_changed_since_the_preview(self):
        event = an_event()
        prize = soap(event)
        sheet = a_sheet(["一秀", "洗衣液", "", "", 15, 1])
        seen = preview_goods(event=event, sheet=sheet).digest
        change_prize(prize=prize, name="洗衣液", unit="瓶", value=Decimal(15), **by_owner())
        refused("preview_outdated", import_goods, event=event, sheet=sheet, seen=seen)
        assert not PlanLine.objects.exists()


class TestArranging:
    def test_mixed_together_and_in_order(self):
        event = an_event(piece_set=dict(FULL_SET))
        rows = [
            ["一秀", "米", 1, 10, "混搭"], ["", "油", 1, 6, "混搭"], ["", "糖", 1, 16, ""], ["", "袋", 1, "", "同给"],
            ["二举", "碗", 1, 16, ""], ["", "筷", 1, 16, "同给"],
        ]  # fmt: skip
        imported(event, a_sheet(*rows, headings=ARRANGED))
        assert lines(event, "yixiu") == [
            ("米", 1, 16, 10, 1), ("油", 1, 16, 6, 1), ("糖", 17, None, None, 1), ("袋", 17, None, None, 1),
        ]  # fmt: skip
        assert [line.prize.name for line in goods_by_piece(event)["erju", 16]] == ["碗", "筷"]
        content = goods_template(prize_plan(event), chinese=True)
        changes = preview_goods(event=event, sheet=read_goods(read_sheets(content)))
        assert (changes.is_nothing, changes.errors) == (True, [])

    def test_goods_that_may_be_meant_together_are_asked_about(self):
        event = an_event(piece_set=dict(FULL_SET))
        rows = (["对堂", "锅", "", "", 9, 2], ["", "铲", "", "", 9, 2])
        changes = preview_goods(event=event, sheet=a_sheet(*rows))
        assert (codes(changes.warnings), changes.counts) == ([(2, "maybe_together")], {"duitang": (2, 4)})

    def test_the_number_a_table_from_the_sum(self):
        event = an_event()
        for number in (1, 2):
            a_table(event, number)
        headings = ("奖项", "品名", "单价", "总数", "桌数", "每份数量")
        rows = (["一秀", "米", 1, 64, "", ""], ["二举", "油", 1, 96, 3, 2], ["四进", "糖", 1, 9, "", ""])
        changes = preview_goods(event=event, sheet=a_sheet(*rows, headings=headings))
        assert changes.counts == {"yixiu": (1, 32), "erju": (0, 16)}
        assert codes(changes.errors) == [(4, "not_divisible")]
        assert codes(changes.warnings) == [(2, "per_table_computed"), (3, "per_table_computed"), (3, "tables_differ")]

    @pytest.mark.parametrize(
        ("rows", "expected"),
        [
            ([["一秀", "米", 1, "", ""]], [(2, "no_number")]),
            ([["一秀", "米", 1, 16, "同给"]], [(2, "together_with_nothing")]),
            ([["一秀", "米", 1, 16, ""], ["", "油", 1, 8, "同给"]], [(3, "together_differs")]),
            ([["一秀", "米", 1, 16, "同给"], ["", "油", 1, 16, ""]], [(2, "together_with_nothing")]),
            ([["一秀", "米", 1, 8, "混搭"], ["", "袋", 1, 8, "同给"], ["", "油", 1, 8, "混搭"]],
             [(3, "together_with_mix")]),
            ([["一秀", "米", 1, 8, "混搭"], ["", "油", 1, 8, "混搭"], ["", "袋", 1, "", "同给"]],
             [(4, "together_with_mix")]),
            ([["一秀", "米", 1, 8, "混搭"], ["", "米", 1, 8, "混搭"]], [(3, "twice")]),
            ([["一秀", "米", 1, 8, ""], ["", "米", 2, 8, ""]], [(3, "goods_differ")]),
            ([["一秀", "米", 1, 201, ""]], [(2, "bad_piece_count")]),
            ([["王中王前三名", "米", 1, "", ""], ["", "米", 1, "", ""]], [(3, "twice")] * 3),
        ],
    )  # fmt: skip
    def test_errors_leave_that_part_of_the_plan_alone(self, rows, expected):
        event = an_event()
        set_plan_line(event=event, prize=soap(event), rank="yixiu", **by_owner())
        sheet = a_sheet(*rows, ["对堂", "锅", 9, 2, ""], headings=ARRANGED)
        changes = preview_goods(event=event, sheet=sheet)
        assert codes(changes.errors) == expected
        assert all(finding.sentence != finding.code for finding in changes.errors)
        refused("goods_have_errors", import_goods, event=event, sheet=sheet, seen=changes.digest)
        imported(event, sheet, leave_out_errors=True)
        assert (lines(event, "yixiu"), lines(event, "duitang")) == (
            [("洗衣液", 1, None, None, 1)], [("锅", 1, None, None, 1)],
        )  # fmt: skip

    def test_units_of_places_and_people(self):
        event = an_event()
        headings = ("奖项", "品名", "总数", "人数", "每份数量")
        rows = (["王中王前三名", "茶", 6, "", ""], ["参与奖", "扇", "", 120, 2], ["安慰奖", "糖", 30, "", 2],
                ["总对堂", "杯", "", "", 3], ["总状元第1-2名", "车", 3, "", ""])  # fmt: skip
        changes = imported(event, a_sheet(*rows, headings=headings), leave_out_errors=True)
        assert codes(changes.errors) == [(6, "not_divisible")]
        fields = ("prize__name", "place", "people", "quantity")
        assert set(PlanLine.objects.values_list(*fields)) == {
            ("茶", 1, None, 2), ("茶", 2, None, 2), ("茶", 3, None, 2), ("扇", None, 120, 2), ("糖", None, 15, 2),
            ("杯", 1, None, 3),
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("row", "expected"),
        [
            (["状元", "锅", "", "", 9, 3], [(2, "several_for_zhuangyuan", "锅: 3")]),
            (["状元", "锅", "", "", 9, 1], []),
            (["一秀", "米", "", "", 1, 96], [(2, "number_of_all_tables", "96 = 3 × 32")]),
            (["一秀", "米", "", "", 1, 95], []),
            (["一秀", "米", "", "", 1, 32], []),
            (["总状元", "车", "", "", 9, "", "", 60], [(2, "several_for_a_place", "车: 60")]),
            (["王中王前三名", "杯", "", "", 9, "", "", 6], [(2, "several_for_a_place", "杯: 2")]),
            (["王中王前三名", "杯", "", "", 9, "", "", 3], []),
        ],
    )
    def test_numbers_that_look_like_those_of_all_tables(self, row, expected):
        event = an_event()
        for number in (1, 2, 3):
            a_table(event, number)
        changes = preview_goods(event=event, sheet=a_sheet(row))
        assert [(one.row, one.code, one.value) for one in changes.warnings] == expected
        assert all(one.sentence != one.code for one in changes.warnings)
        assert changes.errors == []

    def test_units_of_a_place_that_are_meant(self):
        headings = ("奖项", "品名", "总数", "每份数量")
        assert preview_goods(event=an_event(), sheet=a_sheet(["总状元", "杯", 6, 6], headings=headings)).warnings == []

    @pytest.mark.parametrize("at", [1, 2])
    def test_goods_together_with_a_whole_mix(self, at):
        event = an_event()
        rows = [["一秀", "米", 1, 8, "混搭"], ["一秀", "油", 1, 4, "混搭"]]
        rows.insert(at, ["一秀", "袋", 1, 12, "同给"])
        assert imported(event, a_sheet(*rows, headings=ARRANGED)).errors == []
        assert set(lines(event, "yixiu")) == {("米", 1, None, 8, 1), ("油", 1, None, 4, 1), ("袋", 1, None, None, 1)}

    def test_a_merged_number_is_not_spread(self):
        rows = (["一秀", "米", "", "", 1, 32], ["", "油", "", "", 1, ""], ["二举", "糖", "", "", 1, ""])
        changes = preview_goods(event=an_event(), sheet=a_sheet(*rows, merged=["F2:F3"]))
        assert codes(changes.errors) == [(3, "merged_number"), (4, "no_number")]
        assert "同给" in changes.errors[0].sentence

    def test_a_sum_that_does_not_divide_is_all_that_is_said(self):
        event = an_event(piece_set=dict(FULL_SET))
        an_open_table(event)
        a_table(event, 2)
        headings = ("奖项", "品名", "单价", "总数")
        changes = preview_goods(event=event, sheet=a_sheet(["一秀", "米", 1, 33], headings=headings))
        assert (codes(changes.errors), codes(changes.warnings)) == ([(2, "not_divisible")], [])

    @pytest.mark.parametrize("turned", [False, True])
    def test_places_that_overlap_get_the_goods_of_both_rows(self, turned):
        event = an_event()
        rows = [["王中王前三名", "茶", 1, "", ""], ["王中王第二名", "车", 1, "", ""], ["王中王第四名", "杯", 1, "", ""]]
        sheet = a_sheet(*(reversed(rows) if turned else rows), headings=ARRANGED)
        changes = imported(event, sheet)
        assert (changes.errors, codes(changes.warnings)) == ([], [(4 if turned else 3, "places_overlap")])
        stored = set(PlanLine.objects.values_list("place", "prize__name"))
        assert stored == {(1, "茶"), (2, "茶"), (3, "茶"), (2, "车"), (4, "杯")}
        assert len(changes.lines) == 5
        assert preview_goods(event=event, sheet=sheet).is_nothing

    def test_the_same_goods_for_a_place_in_two_rows(self):
        rows = (["王中王前三名", "茶", 1, "", ""], ["王中王第二名", "茶", 1, "", ""])
        changes = preview_goods(event=an_event(), sheet=a_sheet(*rows, headings=ARRANGED))
        assert (codes(changes.errors), changes.lines) == ([(3, "twice")], [])


class TestGuards:
    def test_a_frozen_plan_keeps_its_pieces(self):
        event = an_event(piece_set={**FULL_SET, "yixiu": 4})
        an_open_table(event)
        sheet = a_sheet(["一秀", "米", "", "", 1, 5], ["三红", "油", "", "", 1, 3])
        changes = preview_goods(event=event, sheet=sheet)
        assert (codes(changes.errors), codes(changes.warnings)) == (
            [(2, "plan_frozen")], [(3, "fewer_goods_than_pieces")],
        )  # fmt: skip
        assert changes.errors[0].sentence == "已有桌开局，每桌一秀仍为 4 块；表中的奖品却有 5 块。请改每桌数量。"
        imported(event, sheet, leave_out_errors=True)
        assert (lines(event, "sanhong"), Event.objects.get().piece_set["sanhong"]) == ([("油", 1, 3, None, 1)], 4)

    def test_the_cap(self):
        event = an_event()
        set_prize_settings(event=event, cap=Decimal(20), high_value=None, claim_until=None, **by_owner())
        changes = preview_goods(
            event=event, sheet=a_sheet(["一秀", "米", "", "", 21, 1], ["对堂", "油", "", "", 20, 1])
        )
        assert (codes(changes.errors), [line.goods for line in changes.lines]) == ([(2, "above_cap")], ["油"])

    def test_what_stands_above_a_lowered_cap_may_stay(self):
        event = an_event()
        set_plan_line(event=event, prize=soap(event), rank="yixiu", quantity=2, **by_owner())
        set_prize_settings(event=event, cap=Decimal(20), high_value=None, claim_until=None, **by_owner())
        headings = ("奖项", "品名", "单价", "每桌数量", "每份数量")
        same, dearer = (a_sheet(["一秀", "洗衣液", value, 1, 2], headings=headings) for value in (12.5, 13))
        assert preview_goods(event=event, sheet=same).errors == []
        assert codes(preview_goods(event=event, sheet=dearer).errors) == [(2, "above_cap")]

    def test_what_was_handed_over(self):
        event = an_event()
        set_plan_line(event=event, prize=soap(event), rank="yixiu", given_at="desk", **by_owner())
        hand(event, person_at(sign_off(an_ended_table(event)), 1))
        changes = preview_goods(event=event, sheet=a_sheet(["一秀", "米", "", "", 1, 1], ["对堂", "油", "", "", 1, 1]))
        assert (codes(changes.errors), [line.goods for line in changes.lines]) == ([(2, "goods_handed_over")], ["油"])

    @pytest.mark.parametrize("where", ["桌上", "领奖处"])
    def test_where_the_zhuangyuans_goods_are_given(self, where):
        headings = ("奖项", "品名", "每桌数量", "发放地点")
        changes = preview_goods(event=an_event(), sheet=a_sheet(["状元", "锅", 1, where], headings=headings))
        assert codes(changes.errors) == ([(2, "desk_only")] if where == "桌上" else [])

    def test_too_large(self):
        refused("goods_sheet_too_large", lambda by, now: goods_sheet_of(b"x" * (5 * 1024 * 1024 + 1)))

    def test_another_kind_of_file(self):
        refused("pdf_file", lambda by, now: goods_sheet_of(b"%PDF-1.7"))


class TestTemplate:
    @pytest.mark.parametrize("language", ["zh-hans", "en"])
    @pytest.mark.parametrize(
        ("given", "spans"),
        [
            ([(5, 10, None), (15, 20, None)], ["5–10/32", "15–20/32"]),
            ([(1, 16, None)], ["1–16/32"]),
            ([(1, 20, None), (11, 32, None)], ["1–20/32", "11–32/32"]),
            ([(1, 32, 10), (1, 32, 12)], ["1–32/32", "1–32/32"]),
            ([(1, 16, 8), (1, 16, 8), (17, None, 8), (17, None, 8)], ["1–16/32", "1–16/32", "17–32/32", "17–32/32"]),
            ([(1, 16, None), (17, 32, None)], [None, None]),
            ([(1, None, 20), (1, None, None), (1, None, 12)], [None, None, None]),
        ],
    )
    def test_any_plan_downloaded_and_imported_stays(self, given, spans, language):
        event = an_event(piece_set=dict(FULL_SET))
        for number, (first, last, share) in enumerate(given):
            prize = soap(event, name=f"货（{number}）")
            set_plan_line(
                event=event, prize=prize, rank="yixiu", first_piece=first, last_piece=last, share=share, **by_owner()
            )
        before = list(PlanLine.objects.values())
        with translation.override(language):
            content = goods_template(prize_plan(event), chinese=language != "en")
        rows = read_sheets(content)[0].rows
        at = list(rows[0]).index("第几块" if language != "en" else "Which pieces")
        assert [row[at] or None for row in rows if str(row[1]).startswith("货")] == spans
        sheet = read_goods(read_sheets(content))
        changes = imported(event, type(sheet).from_json(json.loads(json.dumps(sheet.to_json()))))
        assert (changes.is_nothing, changes.errors, changes.warnings) == (True, [], [])
        assert list(PlanLine.objects.values()) == before
        assert Event.objects.get().piece_set == FULL_SET

    @pytest.mark.parametrize(
        ("spans", "expected"),
        [
            (("1-4", ""), [(3, "span_missing")]), (("1-4", "5-9"), [(3, "span_differs")]),
            (("1-4", "8-5"), [(3, "span")]), (("1-4", "5-8/6"), [(3, "span")]), (("1-4", "0-3"), [(3, "span")]),
            (("第1至4块", "9～12"), []),
        ],
    )  # fmt: skip
    def test_which_pieces_are_said(self, spans, expected):
        event = an_event()
        rows = (["一秀", "米", 1, 4, spans[0]], ["", "油", 1, 4, spans[1]])
        changes = imported(
            event, a_sheet(*rows, headings=("奖项", "品名", "单价", "每桌数量", "第几块")), leave_out_errors=True
        )
        assert codes(changes.errors) == expected
        assert lines(event, "yixiu") == ([] if expected else [("米", 1, 4, None, 1), ("油", 9, None, None, 1)])

    def test_an_empty_plan_is_a_sheet_to_fill_in(self):
        event = an_event(piece_set=dict(FULL_SET))
        sheets = read_sheets(goods_template(prize_plan(event), chinese=True))
        assert sheets[0].rows[0][:6] == ["奖项", "品名", "规格", "单位", "单价", "每桌数量"]
        assert [row[0] for row in sheets[0].rows[1:]] == ["状元", "对堂", "三红", "四进", "二举", "一秀"]
        assert [row[5] for row in sheets[0].rows[1:]] == [1, 2, 4, 8, 16, 32]

    def test_filled_in_it_is_the_plan(self):
        event = an_event(piece_set=dict(FULL_SET))
        rows = read_sheets(goods_template(prize_plan(event), chinese=True))[0].rows
        filled = [[row[0], f"货{number}", *row[2:]] for number, row in enumerate(rows[1:])]
        imported(event, a_sheet(*filled, headings=rows[0]))
        assert prize_plan(event).bare_ranks == ()
        assert HEADINGS[0] == rows[0][0]

    def test_nothing_becomes_a_formula(self):
        from io import BytesIO

        from openpyxl import load_workbook

        event = an_event()
        soap(event, name="=1+1", specification="@x")
        sheet = load_workbook(BytesIO(goods_template(prize_plan(event), chinese=True))).active
        assert {cell.data_type for row in sheet.iter_rows(min_row=2) for cell in row if cell.value == "=1+1"} == {"s"}
