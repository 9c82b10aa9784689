"""The prize plan: what may be set, what it comes to, and what is won of it."""

from decimal import Decimal

import pytest

from awards.models import PlanLine, Prize
from awards.queries import goods_by_piece, goods_by_place, prize_plan
from awards.services import (
    add_prize,
    change_prize,
    remove_plan_line,
    remove_prize,
    set_piece_count,
    set_plan_line,
    use_classic_plan,
)
from bobing_event.models import AuditRecord, Event
from bobing_event.refusals import Refusal
from tests.awards.factories import (
    a_table,
    a_won_playoff,
    an_ended_table,
    an_evening,
    an_event,
    an_open_table,
    by_owner,
    record,
)

pytestmark = pytest.mark.django_db


def refused(code, call, **arguments):
    with pytest.raises(Refusal) as caught:
        call(**arguments, **by_owner())
    assert caught.value.code == code
    assert str(caught.value)
    return caught.value


def soap(event, **fields):
    return add_prize(event=event, **{"name": "洗衣液", "unit": "瓶", "value": Decimal("12.50"), **fields}, **by_owner())


class TestGoods:
    def test_adding_trims_and_writes_the_log(self):
        event = an_event()
        prize = soap(event, name=" 洗衣液 ", specification=" 2 L ", sponsor="某某超市")
        assert (prize.name, prize.specification, prize.unit, prize.value, prize.sponsor) == (
            "洗衣液", "2 L", "瓶", Decimal("12.50"), "某某超市",
        )  # fmt: skip
        assert AuditRecord.objects.get(event=event).action == "prize_added"

    def test_a_blank_unit_is_one_piece(self):
        assert soap(an_event(), unit=" ").unit == "份"

    def test_a_name_is_needed(self):
        refused("prize_without_name", add_prize, event=an_event(), name="  ")

    @pytest.mark.parametrize("value", [Decimal("-0.01"), Decimal("100000000")])
    def test_a_price_has_bounds(self, value):
        refused("bad_value", add_prize, event=an_event(), name="洗衣液", value=value)

    def test_goods_are_listed_once(self):
        event = an_event()
        soap(event, specification="2 L")
        soap(event, specification="1 L")
        refused("prize_exists", add_prize, event=event, name="洗衣液", specification="2 L")

    def test_another_event_has_its_own_list(self):
        soap(an_event())
        assert soap(an_event("other")).pk

    def test_changing_keeps_the_row_and_its_own_name(self):
        event = an_event()
        prize = soap(event)
        changed = change_prize(prize=prize, name="洗衣液", unit="桶", value=Decimal(20), **by_owner())
        assert (changed.pk, changed.unit, Prize.objects.get().value) == (prize.pk, "桶", Decimal(20))

    def test_changing_cannot_take_another_name(self):
        event = an_event()
        soap(event, name="毛巾")
        refused("prize_exists", change_prize, prize=soap(event), name="毛巾")

    def test_goods_in_the_plan_stay(self):
        event = an_event()
        prize = soap(event)
        line = set_plan_line(event=event, prize=prize, rank="yixiu", **by_owner())
        refused("prize_in_plan", remove_prize, prize=prize)
        remove_plan_line(line=line, **by_owner())
        remove_prize(prize=prize, **by_owner())
        assert not Prize.objects.exists()


class TestLines:
    def test_the_same_goods_and_first_piece_is_the_same_line(self):
        event = an_event()
        prize = soap(event)
        first = set_plan_line(event=event, prize=prize, rank="yixiu", **by_owner())
        again = set_plan_line(event=event, prize=prize, rank="yixiu", quantity=3, **by_owner())
        assert (again.pk, again.quantity) == (first.pk, 3)

    def test_pieces_a_table_go_into_the_event(self):
        event = an_event()
        set_plan_line(event=event, prize=soap(event), rank="yixiu", pieces=20, **by_owner())
        assert Event.objects.get().piece_set == {
            "zhuangyuan": 1, "duitang": 1, "sanhong": 1, "sijin": 0, "erju": 0, "yixiu": 20,
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("code", "arguments"),
        [
            ("plan_line_for_nothing", {}),
            ("plan_line_for_nothing", {"rank": "yixiu", "playoff_kind": "zongduitang", "place": 1}),
            ("unknown_rank", {"rank": "sixiu"}),
            ("unknown_playoff", {"playoff_kind": "final", "place": 1}),
            ("bad_place", {"playoff_kind": "zongduitang"}),
            ("bad_place", {"playoff_kind": "zongduitang", "place": 100}),
            ("bad_quantity", {"rank": "yixiu", "quantity": 0}),
            ("bad_quantity", {"rank": "yixiu", "quantity": 1000}),
            ("bad_pieces", {"rank": "yixiu", "first_piece": 2}),
            ("bad_pieces", {"rank": "yixiu", "first_piece": 0}),
            ("bad_pieces", {"rank": "yixiu", "last_piece": 2}),
            ("bad_pieces", {"rank": "sijin"}),
            ("bad_piece_count", {"rank": "yixiu", "pieces": 201}),
            ("bad_piece_count", {"rank": "yixiu", "pieces": -1}),
            ("one_zhuangyuan", {"rank": "zhuangyuan", "pieces": 2}),
        ],
    )
    def test_refusals(self, code, arguments):
        event = an_event()
        refused(code, set_plan_line, event=event, prize=soap(event), **arguments)
        assert not PlanLine.objects.exists()
        assert Event.objects.get().piece_set == event.piece_set

    def test_goods_of_another_event(self):
        error = refused("other_event", set_plan_line, event=an_event(), prize=soap(an_event("other")), rank="yixiu")
        assert error.status == 404


class TestPieces:
    def test_the_classic_set(self):
        event = use_classic_plan(event=an_event(), **by_owner())
        classic = {"zhuangyuan": 1, "duitang": 2, "sanhong": 4, "sijin": 8, "erju": 16, "yixiu": 32}
        assert event.piece_set == classic
        assert Event.objects.get().piece_set == classic

    def test_frozen_once_a_table_is_open(self):
        event = an_event()
        prize = soap(event)
        an_open_table(event)
        refused("plan_frozen", set_piece_count, event=event, counts={"yixiu": 5})
        refused("plan_frozen", use_classic_plan, event=event)
        refused("plan_frozen", set_plan_line, event=event, prize=prize, rank="yixiu", pieces=5)

    def test_goods_change_after_that_and_the_same_count_is_no_change(self):
        event = an_event()
        prize = soap(event)
        an_open_table(event)
        line = set_plan_line(event=event, prize=prize, rank="yixiu", pieces=1, quantity=2, **by_owner())
        assert line.quantity == 2

    def test_a_waiting_table_freezes_nothing(self):
        event = an_event()
        a_table(event)
        assert set_piece_count(event=event, counts={"yixiu": 5}, **by_owner()).piece_set["yixiu"] == 5

    def test_unknown_rank(self):
        refused("unknown_rank", set_piece_count, event=an_event(), counts={"nobody": 1})

    def test_pieces_with_goods_are_not_dropped(self):
        event = use_classic_plan(event=an_event(), **by_owner())
        set_plan_line(event=event, prize=soap(event), rank="yixiu", first_piece=17, last_piece=32, **by_owner())
        refused("pieces_have_goods", set_piece_count, event=event, counts={"yixiu": 31})
        assert set_piece_count(event=event, counts={"yixiu": 40}, **by_owner()).piece_set["yixiu"] == 40

    def test_goods_for_all_pieces_follow_the_count(self):
        event = use_classic_plan(event=an_event(), **by_owner())
        set_plan_line(event=event, prize=soap(event), rank="yixiu", **by_owner())
        set_piece_count(event=event, counts={"yixiu": 10}, **by_owner())
        assert prize_plan(event).ranks[5].lines[0].per_table == 10


class TestFigures:
    def test_sums(self):
        event = use_classic_plan(event=an_event(), **by_owner())
        for number in (1, 2, 3):
            a_table(event, number)
        liquid, towel = soap(event), soap(event, name="毛巾", unit="条", value=Decimal(8))
        set_plan_line(event=event, prize=liquid, rank="yixiu", last_piece=20, **by_owner())
        set_plan_line(event=event, prize=towel, rank="yixiu", first_piece=21, last_piece=30, quantity=2, **by_owner())
        set_plan_line(event=event, prize=liquid, rank="erju", quantity=2, **by_owner())
        set_plan_line(event=event, prize=towel, playoff_kind="zongduitang", place=1, quantity=10, **by_owner())
        plan = prize_plan(event)
        assert (plan.tables, plan.estimated, plan.pieces, plan.is_empty, plan.frozen) == (3, False, 63, False, False)
        yixiu = plan.ranks[5]
        assert [(x.first, x.last, x.pieces, x.per_table, x.units) for x in yixiu.lines] == [
            (1, 20, 20, 20, 60),
            (21, 30, 10, 20, 60),
        ]
        assert [(rank.rank, rank.bare) for rank in plan.bare_ranks] == [
            ("zhuangyuan", 1), ("duitang", 2), ("sanhong", 4), ("sijin", 8), ("yixiu", 2),
        ]  # fmt: skip
        assert [(g.prize.name, g.per_table, g.planned, g.won, g.left, g.value) for g in plan.goods] == [
            ("洗衣液", 52, 156, 0, 156, Decimal("1950.00")),
            ("毛巾", 20, 70, 0, 70, Decimal("560.00")),
        ]
        # 52 × 12.50 + 20 × 8.00, and ten towels in the play-off
        assert (plan.set_cost, plan.places_value, plan.total_value) == (Decimal(810), Decimal(80), Decimal(2510))

    def test_two_goods_for_the_same_pieces_are_both_given(self):
        event = an_event()
        liquid, hat = soap(event), soap(event, name="状元帽", unit="顶")
        set_plan_line(event=event, prize=liquid, rank="zhuangyuan", **by_owner())
        set_plan_line(event=event, prize=hat, rank="zhuangyuan", **by_owner())
        assert prize_plan(event).ranks[0].bare == 0
        assert [line.prize.name for line in goods_by_piece(event)["zhuangyuan", 1]] == ["洗衣液", "状元帽"]

    def test_before_there_are_tables_people_tell_how_many(self):
        event = an_event()
        assert (prize_plan(event).tables, prize_plan(event).is_empty) == (0, True)
        for number in range(13):
            event.participants.create(name=f"P{number}")
        assert (prize_plan(event).tables, prize_plan(event).estimated) == (2, True)

    def test_won_and_left(self):
        event = an_event()
        prize = soap(event)
        set_plan_line(event=event, prize=prize, rank="yixiu", quantity=2, **by_owner())
        set_plan_line(event=event, prize=prize, rank="zhuangyuan", quantity=5, **by_owner())
        set_plan_line(event=event, prize=prize, playoff_kind="zongzhuangyuan", place=1, quantity=7, **by_owner())
        an_ended_table(event, 1)
        open_one = an_open_table(event, 2)
        goods = prize_plan(event).goods[0]
        assert (goods.planned, goods.won, goods.left, goods.won_value) == (21, 7, 14, Decimal("87.50"))
        record(open_one, (1, "411223"))
        assert prize_plan(event).goods[0].won == 9

    def test_a_won_playoff_place_counts(self):
        event = an_evening()
        prize = soap(event)
        set_plan_line(event=event, prize=prize, playoff_kind="zongzhuangyuan", place=1, quantity=7, **by_owner())
        assert prize_plan(event).goods[0].won == 0
        a_won_playoff(event)
        assert prize_plan(event).goods[0].won == 7
        assert [line.quantity for line in goods_by_place(event)["zongzhuangyuan", 1]] == [7]

    def test_queries_do_not_grow_with_tables_and_lines(self, django_assert_num_queries):
        event = an_event()
        prize = soap(event)
        set_plan_line(event=event, prize=prize, rank="yixiu", **by_owner())
        an_ended_table(event, 1)
        with django_assert_num_queries(5):
            prize_plan(event)
        for number in (2, 3):
            an_ended_table(event, number)
            set_plan_line(event=event, prize=soap(event, name=f"X{number}"), rank="duitang", **by_owner())
        with django_assert_num_queries(5):
            prize_plan(event)
