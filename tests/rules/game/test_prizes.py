"""§5 and §6.6: prizes, bonus, chase, dealing."""

import pytest

from rules import Leave, Won
from tests.rules.playing import Table, stock_of


def test_a_lower_throw_takes_one_piece_from_stock():
    table = Table()
    effect = table.throw("sanhong")
    assert effect.won == (Won("sanhong", "stock", 1),)
    assert effect.moves == (("sanhong", 1, "stock", 1),)
    assert table.game.held == {1: {"sanhong": 1}}
    assert table.game.stock["sanhong"] == 3


def test_out_of_stock_it_takes_nothing():
    table = Table(stock=stock_of(yixiu=3))
    assert table.throw("sanhong").won == ()
    assert table.game.held == {}


def test_the_bonus_comes_after_the_prize():
    table = Table(bonus_prizes=True)
    assert table.throw("sijin+erju").won == (Won("sijin", "stock", 1), Won("erju", "stock", 1))
    assert table.throw("wuzi+yixiu").won == (Won("yixiu", "stock", 1),)
    assert table.game.candidates[2].pattern == "wuzi"


def test_out_of_stock_a_bonus_is_nothing_and_is_never_chased():
    table = Table(bonus_prizes=True, chase_ranks=["erju", "yixiu"], stock=stock_of(sijin=2, erju=1))
    table.throw("erju")
    assert table.throw("sijin+erju").won == (Won("sijin", "stock", 1),)
    assert table.game.held == {1: {"erju": 1}, 2: {"sijin": 1}}


def test_a_bonus_can_be_the_last_piece():
    table = Table(bonus_prizes=True, stock=stock_of(sijin=1, yixiu=1))
    assert table.throw("sijin+yixiu").won == (Won("sijin", "stock", 1), Won("yixiu", "stock", 1))
    assert table.game.stock == {"zhuangyuan": 1}


def chasing(**options):
    """Seats 1 to 4; 1 and 3 hold the two 对堂, 3 got its later; it is the turn of 4."""
    table = Table(seats=(1, 2, 3, 4), stock=stock_of(duitang=2, yixiu=9), chase_ranks=["duitang"], **options)
    table.throw("duitang", "nothing", "duitang")
    return table


def test_chase_takes_from_the_nearest_holder_against_the_direction_of_play():
    table = chasing()
    assert table.throw("duitang").won == (Won("duitang", "seat 3", 1),)
    assert table.game.held == {1: {"duitang": 1}, 4: {"duitang": 1}}
    # seat 1: backwards come 4, 3, 2
    assert table.throw("duitang").won == (Won("duitang", "seat 4", 1),)


def test_chase_counterclockwise_looks_the_other_way():
    table = chasing(direction="counterclockwise")
    assert table.game.held == {1: {"duitang": 1}, 3: {"duitang": 1}}  # order of play 1, 4, 3, 2
    assert table.throw("duitang").won == (Won("duitang", "seat 3", 1),)


def test_chase_only_the_ruleset_s_ranks():
    table = chasing()
    table.game.stock  # noqa: B018 - a property that must not change anything
    assert table.throw("sanhong").won == ()


def test_chase_only_when_the_rank_is_out_of_stock():
    table = Table(stock=stock_of(duitang=2, yixiu=1), chase_ranks=["duitang"])
    table.throw("duitang")
    assert table.throw("duitang").won == (Won("duitang", "stock", 1),)


def test_chase_only_while_another_lower_piece_was_in_stock_before_the_throw():
    table = Table(stock=stock_of(duitang=1, yixiu=1), chase_ranks=["duitang", "yixiu"])
    table.throw("duitang", "yixiu")
    assert table.throw("duitang").won == ()
    table = Table(stock=stock_of(duitang=1, yixiu=1), chase_ranks=["duitang", "yixiu"])
    table.throw("duitang")
    assert table.throw("duitang").won == (Won("duitang", "seat 1", 1),)


def test_nobody_is_chased_by_himself_or_where_nobody_holds():
    table = Table(stock=stock_of(duitang=1, yixiu=9), chase_ranks=["duitang", "sanhong"])
    table.throw("duitang", "nothing", "nothing")
    assert table.throw("duitang").won == ()
    assert table.throw("sanhong").won == ()


def test_pieces_of_a_left_seat_can_be_chased():
    table = chasing()
    table.enter(Leave(3))
    assert table.throw("duitang").won == (Won("duitang", "seat 3", 1),)


def test_of_the_sources_pieces_the_newest_goes():
    table = Table(stock=stock_of(sijin=2, yixiu=9), chase_ranks=["sijin"], seats=(1, 2))
    table.throw("sijin", "nothing", "sijin")
    assert [piece[:3] for piece in table.game.pieces[1:3]] == [("sijin", 1, 1), ("sijin", 2, 1)]
    assert table.throw("sijin").moves == (("sijin", 2, 1, 2),)


def test_previous_winner_is_who_got_his_last_not_who_is_nearest():
    table = Table(
        seats=(1, 2, 3, 4),
        stock=stock_of(duitang=2, yixiu=9),
        chase_ranks=["duitang"],
        chase_from="previous_winner",
    )
    table.throw("nothing", "nothing", "duitang", "nothing")
    table.throw("duitang", "nothing", "nothing")
    assert table.throw("duitang").won == (Won("duitang", "seat 1", 1),)  # nearest would be seat 3
    # seat 4 now holds the newest: the thrower's own does not count
    table.throw("nothing", "nothing", "nothing")
    assert table.throw("duitang").won == (Won("duitang", "seat 3", 1),)
    assert table.game.held == {4: {"duitang": 2}}


def test_a_chased_piece_is_got_anew():
    table = Table(
        seats=(1, 2, 3),
        stock=stock_of(duitang=2, yixiu=9),
        chase_ranks=["duitang"],
        chase_from="previous_winner",
    )
    table.throw("duitang", "duitang")
    assert table.throw("duitang").won == (Won("duitang", "seat 2", 1),)
    assert table.throw("duitang").won == (Won("duitang", "seat 3", 1),)


HEILIUBO = {"heiliubo_effect": "share_end"}


def test_dealing_begins_after_the_thrower_who_is_last():
    table = Table(seats=(1, 2, 5), first=2, stock=stock_of(duitang=1, sijin=2, yixiu=4), **HEILIUBO)
    effect = table.throw("heiliubo")
    assert effect.won == ()
    assert effect.moves == (
        ("duitang", 1, "stock", 5),
        ("sijin", 1, "stock", 1),
        ("sijin", 2, "stock", 2),
        ("yixiu", 1, "stock", 5),
        ("yixiu", 2, "stock", 1),
        ("yixiu", 3, "stock", 2),
        ("yixiu", 4, "stock", 5),
        ("zhuangyuan", 1, "stock", 2),
    )


def test_dealing_leaves_out_seats_that_left():
    table = Table(seats=(1, 2, 3), stock=stock_of(yixiu=3), **HEILIUBO)
    table.enter(Leave(2))
    table.throw("heiliubo")
    assert table.game.held == {1: {"zhuangyuan": 1, "yixiu": 1}, 3: {"yixiu": 2}}


def test_dealing_goes_in_the_direction_of_play():
    table = Table(seats=(1, 2, 3), stock=stock_of(yixiu=1), direction="counterclockwise", **HEILIUBO)
    table.throw("heiliubo")
    assert table.game.held == {1: {"zhuangyuan": 1}, 3: {"yixiu": 1}}


def test_alone_at_the_table_the_thrower_is_dealt_everything():
    table = Table(seats=(1, 2), stock=stock_of(yixiu=3), **HEILIUBO)
    table.enter(Leave(2))
    table.throw("heiliubo")
    assert table.game.held == {1: {"zhuangyuan": 1, "yixiu": 3}}


def splitting(*left):
    table = Table(seats=(1, 2, 3), heiliubo_effect="split")
    table.throw("yixiu", "yixiu", "yixiu", "sanhong", "nothing", "nothing", "yixiu", "nothing", "nothing")
    for seat in left:
        table.enter(Leave(seat))
    return table, table.throw("heiliubo")


def test_split_deals_the_throwers_own_pieces_to_the_others():
    table, effect = splitting()
    assert effect.moves == (("sanhong", 1, 1, 2), ("yixiu", 1, 1, 3), ("yixiu", 4, 1, 2))
    assert table.game.held == {2: {"sanhong": 1, "yixiu": 2}, 3: {"yixiu": 2}}
    assert effect.won == ()
    assert table.game.leader == 1
    assert not table.game.ended


def test_split_leaves_out_seats_that_left():
    table, _ = splitting(2)
    assert table.game.held == {2: {"yixiu": 1}, 3: {"sanhong": 1, "yixiu": 3}}


def test_split_with_nobody_to_deal_to_leaves_the_pieces():
    table, effect = splitting(2, 3)
    assert effect.moves == ()
    assert table.game.held[1] == {"sanhong": 1, "yixiu": 2}


def test_a_split_piece_is_got_anew():
    table = Table(
        seats=(1, 2, 3),
        stock=stock_of(duitang=2, yixiu=9),
        chase_ranks=["duitang"],
        chase_from="previous_winner",
        heiliubo_effect="split",
    )
    table.throw("duitang", "nothing", "duitang")
    table.throw("heiliubo")  # seat 1's duitang, the older one, is dealt to seat 2
    table.throw("nothing", "nothing")
    assert table.throw("duitang").won == (Won("duitang", "seat 2", 1),)


@pytest.mark.parametrize("effect", ["share_end", "split"])
def test_dealt_pieces_are_not_won(effect):
    table = Table(stock=stock_of(yixiu=9), heiliubo_effect=effect)
    table.throw("yixiu", "yixiu", "yixiu")
    assert table.throw("heiliubo").won == ()
