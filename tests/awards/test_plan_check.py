"""The rules for prizes, what the plan's check finds, and what of it the overview says."""

from datetime import timedelta
from decimal import Decimal

import pytest

from awards.models import PrizeSettings
from awards.plan_needs import plan_needs
from awards.queries import Finding, plan_findings, prize_plan, prize_settings
from awards.queries.plan_check import number_ranges
from awards.services import (
    add_prize,
    change_prize,
    set_plan_line,
    set_prize_settings,
    write_off,
)
from awards.services.ledger import store_of
from bobing_event.models import AuditRecord, Role
from tests.awards.factories import NOW, a_table, an_ended_table, an_event, by_owner
from tests.awards.handing import hand, person_at, receive, sign_off
from tests.awards.test_plan import refused, soap
from tests.awards.test_plan_lines import line_of
from tests.awards.test_plan_mix import FULL_SET, mixed

pytestmark = pytest.mark.django_db


def rules(event, **given):
    chosen = {"cap": None, "high_value": None, "claim_until": None, **given}
    return set_prize_settings(event=event, **chosen, **by_owner())


def found(event):
    return [(finding.code, finding.text, finding.quantity) for finding in plan_findings(event)]


class TestSettings:
    def test_all_three_are_set_and_said(self):
        event = an_event()
        until = NOW + timedelta(hours=3)
        rules(event, cap=Decimal(500), high_value=Decimal("199.50"), claim_until=until)
        settings = prize_settings(event)
        assert (settings.cap, settings.high_value, settings.claim_until) == (Decimal(500), Decimal("199.50"), until)
        record = AuditRecord.objects.get(action="prize_settings_changed")
        assert record.detail == {
            "before": {"cap": "", "high_value": "", "claim_until": ""},
            "after": {"cap": "500", "high_value": "199.50", "claim_until": "2026-09-25T15:00:00+00:00"},
        }

    def test_emptied_again(self):
        event = an_event()
        rules(event, cap=Decimal(500))
        rules(event)
        assert (prize_settings(event).cap, PrizeSettings.objects.count()) == (None, 1)

    def test_an_event_without_a_row_has_the_defaults(self):
        settings = prize_settings(an_event())
        assert (settings.pk, settings.cap, settings.keeps_stock) == (None, None, False)

    @pytest.mark.parametrize("amount", [Decimal(0), Decimal(-1), Decimal("100000000")])
    @pytest.mark.parametrize(("code", "field"), [("bad_cap", "cap"), ("bad_high_value", "high_value")])
    def test_amounts_have_bounds(self, code, field, amount):
        given = {"cap": None, "high_value": None, "claim_until": None, field: amount}
        refused(code, set_prize_settings, event=an_event(), **given)
        assert not PrizeSettings.objects.exists()

    def test_stock_is_kept_as_before(self):
        event = an_event()
        receive(event, {soap(event): 1})
        rules(event, cap=Decimal(9))
        assert prize_settings(event).keeps_stock


class TestFindings:
    def test_an_empty_plan_lacks_nothing(self):
        event = an_event()
        assert found(event) == []
        soap(event)
        assert found(event) == [("not_in_plan", "“洗衣液”在清单中，但方案没有用到。", 0)]

    def test_bare_pieces(self):
        event = an_event(piece_set=dict(FULL_SET))
        for rank in ("zhuangyuan", "duitang", "sanhong", "sijin"):
            line_of(event, prize=soap(event, name=rank), rank=rank)
        mixed(event, rank="erju", 毛巾=10, 香皂=4)
        line_of(event, prize=soap(event, name="油"), rank="yixiu", first_piece=3, last_piece=30)
        assert found(event) == [
            ("bare_pieces", "二举：每桌 16 块饼中有 2 块没有奖品。", 2),
            ("bare_pieces", "一秀：每桌 32 块饼中有 4 块没有奖品。", 4),
        ]

    def test_short_of_what_was_received_and_not_written_off(self):
        event = an_event()
        for number in (1, 2):
            a_table(event, number)
        liquid, towel = soap(event), soap(event, name="毛巾", unit="条")
        for rank in ("yixiu", "duitang", "sanhong"):
            line_of(event, prize=liquid, rank=rank)
        line_of(event, prize=towel, rank="zhuangyuan")
        assert found(event) == []  # no stock is kept
        receive(event, {liquid: 6, towel: 2})
        assert found(event) == []
        write_off(event=event, location=store_of(event), goods={liquid.pk: 2}, reason="破损", **by_owner())
        assert plan_findings(event) == [Finding("stock_short", "洗衣液：缺 2 瓶。方案需要 6，现有 4。", liquid, 2)]

    def test_what_was_handed_over_is_not_short(self):
        event = an_event()
        line = line_of(event, rank="yixiu", given_at="desk")
        receive(event, {line.prize: 1})
        hand(event, person_at(sign_off(an_ended_table(event)), 1))
        assert [finding.code for finding in plan_findings(event)] == ["bare_pieces"] * 3

    def test_above_the_cap(self):
        event = an_event(piece_set=dict(FULL_SET))
        liquid, pot = soap(event), soap(event, name="电饭煲", unit="台", value=Decimal(300))
        for rank in FULL_SET:
            line_of(event, prize=liquid, rank=rank)
        line_of(event, prize=pot, rank="sanhong", first_piece=2, last_piece=3)
        line_of(event, prize=pot, playoff_kind="zongzhuangyuan", place=1, quantity=2)
        rules(event, cap=Decimal(299))
        assert plan_findings(event) == [
            Finding("above_cap", "三红第 2–3 块：价值 ¥312.50，超过限额 ¥299。", None, 2),
            Finding("above_cap", "总状元第 1 名：价值 ¥600，超过限额 ¥299。", pot, 1),
        ]
        change_prize(prize=pot, name="电饭煲", unit="台", value=Decimal(100), **by_owner())
        assert found(event) == []

    def test_no_price_and_no_number(self):
        event = an_event()
        cup = add_prize(event=event, name="杯子", **by_owner())
        for rank in ("zhuangyuan", "duitang", "sanhong", "yixiu"):
            line_of(event, prize=cup if rank == "duitang" else soap(event, name=rank), rank=rank)
        line_of(event, prize=soap(event, name="糖"), consolation="empty_handed")
        line_of(event, prize=soap(event, name="茶"), consolation="empty_handed")
        line_of(event, prize=soap(event, name="扇子"), consolation="everybody")
        a_table(event)
        assert found(event) == [
            ("consolation_without_number", "安慰奖：没有博到的人，没有写预计人数，暂按全部 3 人计算。", 3),
            ("no_price", "“杯子”没有单价。", 0),
        ]

    def test_queries_do_not_grow(self, django_assert_num_queries):
        event = an_event()
        line_of(event, rank="yixiu")
        line_of(event, prize=soap(event, name="糖"), consolation="everybody")
        receive(event, {soap(event, name="伞"): 1})
        a_table(event)
        rules(event, cap=Decimal(1000))
        with django_assert_num_queries(6):
            assert len(plan_findings(event)) == 6
        for number in (2, 3):
            a_table(event, number)
            line_of(event, prize=soap(event, name=f"X{number}"), rank="duitang")
        with django_assert_num_queries(6):
            plan_findings(event)

    @pytest.mark.parametrize(
        ("numbers", "expected"), [([1], "1"), ([3, 1, 2], "1–3"), ([1, 3, 4, 9], "1、3–4、9"), ([], "")]
    )
    def test_ranges(self, numbers, expected):
        assert number_ranges(numbers) == expected


class TestSponsors:
    def test_value_by_sponsor(self):
        event = an_event()
        a_table(event)
        for name, sponsor, rank in (("油", "乙公司", "duitang"), ("米", "甲公司", "yixiu"), ("面", "乙公司", "sanhong"),
                                    ("糖", "", "zhuangyuan")):  # fmt: skip
            line_of(event, prize=soap(event, name=name, sponsor=sponsor), rank=rank)
        an_ended_table(event, 2)
        plan = prize_plan(event)
        assert [(s.name, s.kinds, s.planned, s.value, s.won_value) for s in plan.sponsors] == [
            ("乙公司", 2, 4, Decimal("50.00"), Decimal("25.00")),
            ("甲公司", 1, 2, Decimal("25.00"), Decimal("12.50")),
            ("", 1, 2, Decimal("25.00"), Decimal("12.50")),
        ]
        assert sum(s.value for s in plan.sponsors) == plan.total_value


class TestNeeds:
    def needs(self, event, *roles):
        return [(need.text, need.urgent) for need in plan_needs(event, frozenset(roles))]

    def test_pieces_without_goods_once_tables_are_drawn(self):
        event = an_event()
        line_of(event, rank="yixiu")
        assert self.needs(event, Role.OWNER) == []
        a_table(event)
        assert self.needs(event, Role.OWNER) == [
            ("状元：每桌 1 块饼中有 1 块没有奖品。 对堂：每桌 1 块饼中有 1 块没有奖品。 另有 1 项。", False)
        ]

    def test_short_goods_are_urgent(self):
        event = an_event()
        prize = soap(event)
        for rank in ("zhuangyuan", "duitang", "sanhong", "yixiu"):
            set_plan_line(event=event, prize=prize, rank=rank, **by_owner())
        a_table(event)
        receive(event, {prize: 3})
        assert self.needs(event, Role.PRIZE_DESK) == [("洗衣液：缺 1 瓶。方案需要 4，现有 3。", True)]
        assert self.needs(event, Role.REFEREE) == []

    def test_an_event_without_goods_is_left_in_peace(self):
        event = an_event()
        a_table(event)
        assert self.needs(event, Role.OWNER) == []
