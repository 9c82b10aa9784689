"""Goods of a mix: spread evenly, the same way every time, and never more than its pieces."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awards.queries import goods_by_piece, prize_plan
from awards.queries.giving import spread
from awards.services import set_piece_count, set_plan_line
from tests.awards.factories import a_table, an_ended_table, an_event, by_owner
from tests.awards.test_plan import refused, soap

FULL_SET = {"zhuangyuan": 1, "duitang": 2, "sanhong": 4, "sijin": 8, "erju": 16, "yixiu": 32}


def mixed(event, rank="yixiu", **shares):
    """Lines of a mix by the goods' names, in the order named."""
    return {
        name: set_plan_line(event=event, prize=soap(event, name=name), rank=rank, share=share, **by_owner())
        for name, share in shares.items()
    }


class TestSpread:
    @given(st.lists(st.integers(1, 60), min_size=1, max_size=7), st.integers(0, 40))
    def test_every_beginning_has_its_part(self, shares, bare):
        pieces = sum(shares) + bare
        chosen = spread(shares, pieces)
        assert len(chosen) == pieces
        counts = Counter()
        for number, place in enumerate(chosen, 1):
            counts[place] += 1
            for at, share in enumerate(shares):
                assert abs(counts[at] - Fraction(number * share, pieces)) < 1
        assert [counts[at] for at in range(len(shares))] == shares
        assert counts[None] == bare

    @given(st.lists(st.integers(1, 20), min_size=1, max_size=5), st.integers(0, 10))
    def test_it_is_the_same_every_time(self, shares, bare):
        assert spread(shares, sum(shares) + bare) == spread(tuple(shares), sum(shares) + bare)

    @pytest.mark.parametrize(
        ("shares", "pieces", "expected"),
        [
            ([2, 2], 4, [0, 1, 0, 1]),
            ([1, 3], 4, [1, 0, 1, 1]),
            ([2], 4, [0, None, 0, None]),
            ([3], 3, [0, 0, 0]),
            ([1, 1, 1], 3, [0, 1, 2]),
            ([4], 2, [0, 0]),  # never set, yet nothing breaks
            ([1], 0, []),
        ],
    )
    def test_examples(self, shares, pieces, expected):
        assert spread(shares, pieces) == expected


@pytest.mark.django_db
class TestInThePlan:
    def test_pieces_take_turns(self):
        event = an_event(piece_set=dict(FULL_SET))
        mixed(event, rank="sanhong", 毛巾=2, 香皂=2)
        given_goods = goods_by_piece(event)
        assert [given_goods["sanhong", number][0].prize.name for number in range(1, 5)] == [
            "毛巾", "香皂", "毛巾", "香皂",
        ]  # fmt: skip

    def test_a_mix_of_a_span_beside_goods_for_all(self):
        event = an_event(piece_set=dict(FULL_SET))
        bag = soap(event, name="袋子")
        set_plan_line(event=event, prize=bag, rank="sijin", **by_owner())
        for name in ("米", "油"):
            prize = soap(event, name=name)
            set_plan_line(event=event, prize=prize, rank="sijin", first_piece=5, share=2, **by_owner())
        names = [[line.prize.name for line in goods_by_piece(event)["sijin", number]] for number in range(4, 9)]
        assert names == [["袋子"], ["袋子", "米"], ["袋子", "油"], ["袋子", "米"], ["袋子", "油"]]

    def test_the_same_span_written_in_two_ways_is_one_mix(self):
        event = an_event(piece_set=dict(FULL_SET))
        mixed(event, 毛巾=20)
        refused(
            "mix_exceeds_pieces", set_plan_line, event=event, prize=soap(event), rank="yixiu", last_piece=32, share=13
        )
        assert set_plan_line(
            event=event, prize=soap(event, name="油"), rank="yixiu", last_piece=32, share=12, **by_owner()
        ).pk

    def test_a_share_may_be_lowered_to_make_room(self):
        event = an_event(piece_set=dict(FULL_SET))
        lines = mixed(event, 毛巾=20, 香皂=12)
        refused("mix_exceeds_pieces", set_plan_line, event=event, prize=lines["香皂"].prize, rank="yixiu", share=13)
        set_plan_line(event=event, prize=lines["毛巾"].prize, rank="yixiu", share=19, **by_owner())
        assert set_plan_line(event=event, prize=lines["香皂"].prize, rank="yixiu", share=13, **by_owner()).share == 13

    @pytest.mark.parametrize("arguments", [{"rank": "yixiu", "share": 0}, {"consolation": "everybody", "share": 1}])
    def test_a_share_is_of_a_rank_and_of_something(self, arguments):
        event = an_event(piece_set=dict(FULL_SET))
        refused("bad_share", set_plan_line, event=event, prize=soap(event), **arguments)

    def test_pieces_that_a_mix_needs_stay(self):
        event = an_event(piece_set=dict(FULL_SET))
        mixed(event, 毛巾=20, 香皂=12)
        refused("pieces_have_goods", set_piece_count, event=event, counts={"yixiu": 31})
        assert set_piece_count(event=event, counts={"yixiu": 40}, **by_owner()).piece_set["yixiu"] == 40

    def test_figures(self):
        event = an_event(piece_set=dict(FULL_SET))
        for number in (1, 2):
            a_table(event, number)
        mixed(event, 毛巾=20, 香皂=8)
        plan = prize_plan(event)
        yixiu = plan.ranks[5]
        assert [(line.pieces, line.per_table, line.units, line.value) for line in yixiu.lines] == [
            (20, 20, 40, Decimal("500.00")),
            (8, 8, 16, Decimal("200.00")),
        ]
        assert (yixiu.bare, plan.set_cost) == (4, Decimal("350.00"))

    def test_won_is_what_the_won_pieces_give(self):
        event = an_event()
        event.piece_set = {**event.piece_set, "yixiu": 2}
        event.save()
        mixed(event, 毛巾=1, 香皂=1)
        an_ended_table(event)
        won = {goods.prize.name: goods.won for goods in prize_plan(event).goods}
        assert won == {"毛巾": 1, "香皂": 0}
