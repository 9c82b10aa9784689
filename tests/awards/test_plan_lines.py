"""What a plan line may be for, and what of it stands once goods were handed over."""

from decimal import Decimal

import pytest

from awards.models import Claim, PlanLine, Prize
from awards.queries import goods_by_piece, prize_plan
from awards.services import (
    change_prize,
    remove_plan_line,
    remove_prize,
    set_plan_line,
    set_prize_settings,
    undo_hand_over,
)
from bobing_event.models import AuditRecord, Participant
from tables.models import Piece
from tests.awards.factories import NOW, a_user, an_ended_table, an_event, by_owner
from tests.awards.handing import hand, person_at, receive, sign_off
from tests.awards.test_plan import refused, soap
from tests.awards.test_plan_mix import FULL_SET

pytestmark = pytest.mark.django_db


def line_of(event, **arguments):
    prize = arguments.pop("prize", None) or soap(event)
    return set_plan_line(event=event, prize=prize, **arguments, **by_owner())


class TestTargets:
    @pytest.mark.parametrize(
        ("code", "arguments"),
        [
            ("plan_line_for_nothing", {"rank": "yixiu", "consolation": "everybody"}),
            ("unknown_consolation", {"consolation": "nobody"}),
            ("bad_people", {"consolation": "everybody", "people": -1}),
            ("bad_people", {"consolation": "everybody", "people": 100_001}),
            ("bad_people", {"rank": "yixiu", "people": 5}),
            ("desk_only", {"rank": "zhuangyuan", "given_at": "table"}),
            ("desk_only", {"playoff_kind": "zongduitang", "place": 1, "given_at": "table"}),
            ("desk_only", {"consolation": "everybody", "given_at": "table"}),
        ],
    )
    def test_refusals(self, code, arguments):
        event = an_event()
        refused(code, set_plan_line, event=event, prize=soap(event), **arguments)
        assert not PlanLine.objects.exists()

    @pytest.mark.parametrize(
        ("arguments", "where"),
        [
            ({"rank": "yixiu"}, "table"),
            ({"rank": "yixiu", "given_at": "desk"}, "desk"),
            ({"rank": "zhuangyuan"}, "desk"),
            ({"playoff_kind": "wangzhongwang", "place": 2}, "desk"),
            ({"consolation": "empty_handed"}, "desk"),
        ],
    )
    def test_where_goods_are_handed_over(self, arguments, where):
        assert line_of(an_event(), **arguments).given_at == where

    def test_a_consolation_is_one_line_a_kind_of_goods(self):
        event = an_event()
        first = line_of(event, consolation="empty_handed", people=10)
        again = line_of(event, prize=first.prize, consolation="empty_handed", people=12, quantity=2)
        assert (again.pk, again.people, again.quantity) == (first.pk, 12, 2)
        record = AuditRecord.objects.filter(action="plan_line_set").first()
        assert (record.subject, record.detail["people"], record.detail["given_at"]) == (
            "安慰奖：没有博到的人", 12, "desk",
        )  # fmt: skip


class TestChangingALine:
    def test_another_span_and_other_goods(self):
        event = an_event(piece_set=dict(FULL_SET))
        line = line_of(event, rank="yixiu", last_piece=16)
        towel = soap(event, name="毛巾")
        changed = line_of(event, prize=towel, rank="yixiu", first_piece=17, line=line)
        assert (changed.pk, PlanLine.objects.count()) == (line.pk, 1)
        assert {number for _rank, number in goods_by_piece(event)} == set(range(17, 33))

    def test_not_onto_another_line(self):
        event = an_event(piece_set=dict(FULL_SET))
        first = line_of(event, rank="yixiu", last_piece=16)
        second = line_of(event, prize=first.prize, rank="yixiu", first_piece=17)
        refused(
            "plan_line_exists", set_plan_line, event=event, prize=first.prize, rank="yixiu", first_piece=17, line=first
        )
        assert set(PlanLine.objects.values_list("pk", "first_piece")) == {(first.pk, 1), (second.pk, 17)}

    def test_of_a_line_that_is_gone(self):
        event = an_event()
        line = line_of(event, rank="yixiu")
        remove_plan_line(line=PlanLine.objects.get(pk=line.pk), **by_owner())
        refused("line_gone", set_plan_line, event=event, prize=line.prize, rank="sanhong", line=line)
        assert not PlanLine.objects.exists()

    def test_one_rank_to_another(self):
        event = an_event()
        line = line_of(event, rank="yixiu")
        assert line_of(event, prize=line.prize, rank="duitang", line=line).rank == "duitang"
        assert PlanLine.objects.get().place_label == "对堂"


class TestConsolations:
    def test_people_are_those_named_or_everybody(self):
        event = an_event()
        for number in range(7):
            event.participants.create(name=f"P{number}")
        line_of(event, consolation="everybody", quantity=2)
        line_of(event, prize=soap(event, name="毛巾"), consolation="empty_handed", people=3)
        plan = prize_plan(event)
        assert [(one.times, one.units, one.value) for one in plan.consolations] == [
            (3, 3, Decimal("37.50")), (7, 14, Decimal("175.00")),
        ]  # fmt: skip
        assert (plan.consolations_value, plan.total_value, plan.is_empty) == (
            Decimal("212.50"),
            Decimal("212.50"),
            False,
        )

    def test_handed_over_ones_are_won(self):
        event = an_event()
        line = line_of(event, consolation="everybody")
        an_ended_table(event)
        hand(event, Participant.objects.get(name="王明"))
        goods = prize_plan(event).goods[0]
        assert (goods.prize, goods.planned, goods.won, goods.left) == (line.prize, 3, 1, 2)


class TestHandedOver:
    """Piece 1 of 一秀 lies with 王明, its 洗衣液 are handed over."""

    @pytest.fixture
    def event(self):
        return an_event()

    @pytest.fixture
    def line(self, event):
        line = line_of(event, rank="yixiu", given_at="desk", quantity=2)
        table = sign_off(an_ended_table(event))
        self.hand_over = hand(event, person_at(table, 1))
        assert self.hand_over.claims.get().quantity == 2
        return line

    def test_the_line_stays(self, line):
        refused("goods_handed_over", remove_plan_line, line=line)
        assert PlanLine.objects.get() == line

    @pytest.mark.parametrize("quantity", [1, 3])
    def test_it_gives_neither_less_nor_more(self, event, line, quantity):
        """More would never be due: the piece has its claim."""
        refused("goods_handed_over", set_plan_line, event=event, prize=line.prize, rank="yixiu", quantity=quantity)

    def test_it_gives_nothing_else(self, event, line):
        other = soap(event, name="毛巾")
        refused("goods_handed_over", set_plan_line, event=event, prize=other, rank="yixiu", line=line)

    def test_other_goods_are_not_due_afterwards(self, event, line):
        refusal = refused("goods_handed_over", set_plan_line, event=event, prize=soap(event, name="电视"), rank="yixiu")
        assert str(refusal) == (
            "一秀第 1 块：已有 1 人领走奖品或作弃领处理，这部分方案不能再改。请先收回奖品，或只改其他饼。"
        )
        assert (refusal.context, PlanLine.objects.get()) == ({"people": 1}, line)
        assert line_of(event, prize=soap(event, name="毛巾"), rank="duitang").pk

    def test_where_it_is_given_may_change(self, event, line):
        assert line_of(event, prize=line.prize, rank="yixiu", quantity=2, given_at="table").given_at == "table"

    def test_after_it_was_taken_back_it_may_go(self, event, line):
        undo_hand_over(hand_over=self.hand_over, reason="拿错", by=a_user(event, "floor_manager", "floor"), now=NOW)
        remove_plan_line(line=line, **by_owner())
        assert not PlanLine.objects.exists()

    def test_pieces_nobody_has_got_may_change(self, event):
        event.piece_set = {**event.piece_set, "yixiu": 3}
        event.save()
        prize = soap(event)
        line = line_of(event, prize=prize, rank="yixiu")
        an_ended_table(event)
        piece = Piece.objects.get(rank="yixiu", number=1)
        Claim.objects.create(
            event=event, participant=piece.participant, prize=prize, quantity=1, state="forfeited", piece=piece,
            settled_by=a_user(), settled_at=NOW,
        )  # fmt: skip
        refused("goods_handed_over", set_plan_line, event=event, prize=prize, rank="yixiu", first_piece=2, line=line)
        assert line_of(event, prize=prize, rank="yixiu", last_piece=1, line=line).last_piece == 1

    def test_goods_that_were_moved_stay_on_the_list(self, event):
        prize = soap(event)
        receive(event, {prize: 3})
        refused("prize_in_use", remove_prize, prize=prize)
        assert Prize.objects.get() == prize


class TestCap:
    def test_no_piece_is_worth_more(self):
        event = an_event()
        set_prize_settings(event=event, cap=Decimal(20), high_value=None, claim_until=None, **by_owner())
        prize = soap(event)
        error = refused("above_cap", set_plan_line, event=event, prize=prize, rank="yixiu", quantity=2)
        assert (str(error), error.context) == (
            "一秀第 1 块的价值将为 ¥25，限额是 ¥20。请换便宜些的奖品，或调高限额。", {"value": "25.00", "cap": "20.00"},
        )  # fmt: skip
        line_of(event, prize=prize, rank="yixiu")
        refused("above_cap", set_plan_line, event=event, prize=soap(event, name="毛巾"), rank="yixiu")
        assert PlanLine.objects.count() == 1

    def test_who_won_nothing_gets_what_everybody_gets_too(self):
        event = an_event()
        set_prize_settings(event=event, cap=Decimal(20), high_value=None, claim_until=None, **by_owner())
        line = line_of(event, consolation="everybody")
        refused("above_cap", set_plan_line, event=event, prize=line.prize, consolation="empty_handed")

    def test_what_stands_above_a_lowered_cap_may_be_made_cheaper_or_left(self):
        event = an_event()
        line = line_of(event, rank="yixiu", quantity=3)
        set_prize_settings(event=event, cap=Decimal(20), high_value=None, claim_until=None, **by_owner())
        refused("above_cap", set_plan_line, event=event, prize=line.prize, rank="yixiu", quantity=2)
        assert line_of(event, prize=soap(event, name="毛巾", value=Decimal(20)), rank="duitang").pk
        assert line_of(event, prize=line.prize, rank="yixiu", quantity=1).quantity == 1

    def test_a_price_may_rise_above_it(self):
        event = an_event()
        line = line_of(event, rank="yixiu")
        set_prize_settings(event=event, cap=Decimal(20), high_value=None, claim_until=None, **by_owner())
        assert change_prize(prize=line.prize, name="洗衣液", value=Decimal(30), **by_owner()).value == 30
