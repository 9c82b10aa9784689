"""§6.2 to §6.7: what the 状元-level patterns do."""

import pytest

from rules import Appoint, Champion, Leave, TimeUp, Won
from tests.rules.playing import Table, stock_of

SMALL = {"duitang": 2, "sanhong": 1, "yixiu": 4}
LIUBEIHONG_FIRST = ["liubeihong", "chajinhua", "biandijin", "heiliubo", "wuhong", "wuzi", "sihong"]
BLACKOUT_ORDER = ["liubeihong", "chajinhua", "wuhong", "wuzi", "sihong"]


class TestChajinhua:
    def test_remaining_takes_the_duitang_in_stock_and_keeps_them(self):
        table = Table(chajinhua_duitang="remaining", seats=(1, 2), zhuangyuan_counts="last")
        table.throw("duitang")
        assert table.throw("chajinhua").won == (Won("duitang", "stock", 1),)
        table.throw("wuhong", "sihong3")
        assert table.game.leader == 1
        assert table.game.held == {1: {"duitang": 1}, 2: {"duitang": 1}}

    def test_remaining_out_of_stock_is_nothing(self):
        table = Table(chajinhua_duitang="remaining", stock=stock_of(yixiu=1))
        assert table.throw("chajinhua").won == ()

    def test_all_at_end_collects_every_duitang_at_the_end(self):
        table = Table(chajinhua_duitang="all_at_end", stock=stock_of(duitang=3, yixiu=1))
        table.throw("duitang", "duitang")
        assert table.throw("chajinhua").won == ()
        assert table.game.held == {1: {"duitang": 1}, 2: {"duitang": 1}}
        effect = table.enter(Appoint(3))
        assert effect.won == ()
        assert effect.moves == (
            ("zhuangyuan", 1, "stock", 3),
            ("duitang", 3, "stock", 3),
            ("duitang", 1, 1, 3),
            ("duitang", 2, 2, 3),
        )
        assert table.game.stock == {"yixiu": 1}

    def test_all_at_end_needs_a_champion_whose_standing_pattern_it_is(self):
        table = Table(chajinhua_duitang="all_at_end", order=LIUBEIHONG_FIRST)
        table.throw("duitang", "liubeihong", "chajinhua")
        table.enter(Appoint(2))
        assert table.game.held == {1: {"duitang": 1}, 2: {"zhuangyuan": 1}}

    def test_an_appointed_champion_without_candidate_collects_nothing(self):
        table = Table(chajinhua_duitang="all_at_end")
        table.throw("duitang", "chajinhua")
        table.enter(Appoint(3))
        assert table.game.held == {1: {"duitang": 1}, 3: {"zhuangyuan": 1}}

    def test_returned_duitang_are_out_of_reach(self):
        table = Table(chajinhua_duitang="all_at_end", seats=(1, 2))
        table.throw("duitang", "chajinhua")
        table.enter(TimeUp())
        assert table.game.ended
        assert table.game.held == {2: {"zhuangyuan": 1, "duitang": 1}}
        assert table.game.returned["duitang"] == 1

    def test_grabbed_duitang_are_out_of_reach(self):
        table = Table(
            chajinhua_duitang="all_at_end", heiliubo_effect="blackout_end", order=BLACKOUT_ORDER, seats=(1, 2, 3)
        )
        table.throw("duitang", "chajinhua", "heiliubo")
        assert table.game.held == {2: {"zhuangyuan": 1, "duitang": 1}}
        assert table.game.grabbed["duitang"] == 1


class TestLiubeihong:
    def test_candidate(self):
        table = Table()
        table.throw("liubeihong")
        assert table.game.leader == 1
        assert not table.game.ended

    def test_duitang_at_end(self):
        table = Table(liubeihong_effect="duitang_at_end", seats=(1, 2), stock=stock_of(duitang=1))
        table.throw("duitang", "liubeihong")
        assert table.game.ended
        assert table.game.held == {2: {"zhuangyuan": 1, "duitang": 1}}

    def test_remaining_end_takes_all_lower_stock_and_ends(self):
        table = Table(liubeihong_effect="remaining_end", stock=stock_of(**SMALL))
        table.throw("duitang", "yixiu")
        effect = table.throw("liubeihong")
        assert effect.won == (Won("duitang", "stock", 1), Won("sanhong", "stock", 1), Won("yixiu", "stock", 3))
        assert effect.champion == Champion(3, "liubeihong")
        assert table.at == (None, 1)
        assert table.game.stock == {}
        assert table.game.held == {
            1: {"duitang": 1},
            2: {"yixiu": 1},
            3: {"zhuangyuan": 1, "duitang": 1, "sanhong": 1, "yixiu": 3},
        }

    def test_all_end_takes_held_pieces_too_stock_first_then_from_the_rounds_first_seat(self):
        table = Table(first=3, liubeihong_effect="all_end", stock=stock_of(duitang=3, yixiu=2))
        table.throw("duitang", "duitang", "nothing", "yixiu", "yixiu")  # seats 3 1 2 3 1
        effect = table.throw("liubeihong")  # seat 2
        assert effect.won == (
            Won("duitang", "stock", 1),
            Won("duitang", "seat 3", 1),
            Won("duitang", "seat 1", 1),
            Won("yixiu", "seat 3", 1),
            Won("yixiu", "seat 1", 1),
        )
        assert table.game.held == {2: {"zhuangyuan": 1, "duitang": 3, "yixiu": 2}}

    def test_all_end_does_not_count_the_throwers_own(self):
        table = Table(seats=(1, 2), liubeihong_effect="all_end", stock=stock_of(yixiu=2))
        table.throw("yixiu", "yixiu")
        assert table.throw("liubeihong").won == (Won("yixiu", "seat 2", 1),)
        assert table.game.held == {1: {"zhuangyuan": 1, "yixiu": 2}}

    def test_duitang_share_end(self):
        table = Table(liubeihong_effect="duitang_share_end", stock=stock_of(**SMALL))
        table.throw("duitang", "nothing")
        effect = table.throw("liubeihong")  # seat 3
        assert effect.won == (Won("duitang", "stock", 1), Won("duitang", "seat 1", 1))
        assert effect.moves[2:-1] == (
            ("sanhong", 1, "stock", 1),
            ("yixiu", 1, "stock", 2),
            ("yixiu", 2, "stock", 3),
            ("yixiu", 3, "stock", 1),
            ("yixiu", 4, "stock", 2),
        )
        assert table.game.champion == Champion(3, "liubeihong")

    @pytest.mark.parametrize("effect", ["remaining_end", "all_end", "duitang_share_end"])
    def test_it_makes_the_thrower_champion_whatever_anybody_threw_before(self, effect):
        table = Table(liubeihong_effect=effect, chajinhua_duitang="all_at_end")
        table.throw("chajinhua", "nothing", "nothing")
        table.throw("liubeihong")  # the same seat: his 插金花 is stronger and stays his candidate
        assert table.game.candidates[1].pattern == "chajinhua"
        assert table.game.champion == Champion(1, "liubeihong")

    def test_a_champion_by_liubeihong_collects_nothing_as_chajinhua(self):
        table = Table(liubeihong_effect="remaining_end", chajinhua_duitang="all_at_end", seats=(1, 2))
        table.throw("chajinhua", "duitang", "liubeihong")
        assert table.game.held[2] == {"duitang": 1}

    @pytest.mark.parametrize("effect", ["remaining_end", "all_end", "duitang_share_end"])
    def test_while_a_lock_stands_its_holder_is_champion_instead(self, effect):
        table = Table(liubeihong_effect=effect, chajinhua_locked=True, order=LIUBEIHONG_FIRST)
        table.throw("chajinhua")
        won = table.throw("liubeihong").won
        assert table.game.champion == Champion(1, "chajinhua")
        assert won[0] == Won("duitang", "stock", 2)  # the thrower has his pieces all the same
        assert table.game.held[2]["duitang"] == 2

    def test_the_lock_holder_then_collects_by_his_own_pattern(self):
        table = Table(liubeihong_effect="duitang_share_end", chajinhua_locked=True, chajinhua_duitang="all_at_end")
        table.throw("chajinhua", "liubeihong")
        assert table.game.held[1]["duitang"] == 2

    def test_also_where_the_lock_holder_is_the_thrower(self):
        table = Table(seats=(1,), liubeihong_effect="remaining_end", chajinhua_locked=True)
        table.throw("chajinhua", "liubeihong")
        assert table.game.champion == Champion(1, "chajinhua")

    def test_a_holder_who_throws_himself_out_of_the_lock_is_champion_by_liubeihong(self):
        table = Table(seats=(1,), liubeihong_effect="remaining_end", chajinhua_locked=True, zhuangyuan_counts="last")
        table.throw("chajinhua", "liubeihong")
        assert table.game.champion == Champion(1, "liubeihong")


class TestBiandijin:
    def test_candidate(self):
        table = Table()
        assert table.throw("biandijin").won == ()
        assert table.game.leader == 1

    def test_remaining_also_takes_all_lower_stock(self):
        table = Table(biandijin_effect="remaining", stock=stock_of(**SMALL))
        effect = table.throw("biandijin")
        assert effect.won == (Won("duitang", "stock", 2), Won("sanhong", "stock", 1), Won("yixiu", "stock", 4))
        assert table.game.leader == 1
        assert not table.game.ended  # §7.1: the round is completed
        table.throw("nothing", "nothing")
        assert table.game.champion == Champion(1, "biandijin")


class TestHeiliubo:
    def test_candidate(self):
        table = Table()
        table.throw("heiliubo")
        assert table.game.leader == 1

    def test_nothing(self):
        order = ["chajinhua", "liubeihong", "wuhong", "wuzi", "sihong"]
        table = Table(order=order, heiliubo_effect="nothing")
        effect = table.throw("heiliubo")
        assert (effect.pattern, effect.won, table.game.leader) == (None, (), None)

    def test_share_end_is_a_candidate_and_may_lose(self):
        table = Table(heiliubo_effect="share_end", stock=stock_of(yixiu=1))
        table.throw("liubeihong")
        table.throw("heiliubo")
        assert table.game.champion == Champion(1, "liubeihong")
        assert table.game.held == {1: {"zhuangyuan": 1}, 3: {"yixiu": 1}}

    def test_blackout_end(self):
        table = Table(heiliubo_effect="blackout_end", order=BLACKOUT_ORDER, stock=stock_of(**SMALL))
        table.throw("yixiu")
        effect = table.throw("heiliubo")
        assert effect.pattern == "heiliubo"
        assert effect.strength is None
        assert effect.won == ()
        assert table.game.ended
        assert table.game.champion is None  # not a candidate
        assert table.game.grabbed == {"duitang": 2, "sanhong": 1, "yixiu": 3}
        assert table.game.stock == {"zhuangyuan": 1}  # §6.7: no champion, it stays
        assert table.game.held == {1: {"yixiu": 1}}

    def test_blackout_leaves_the_leader_champion(self):
        table = Table(heiliubo_effect="blackout_end", order=BLACKOUT_ORDER)
        table.throw("sihong3", "heiliubo")
        assert table.game.champion == Champion(1, "sihong")


def test_a_seat_that_left_can_still_be_champion():
    """§4.5"""
    table = Table(stock=stock_of(yixiu=1))
    table.throw("sihong3")
    table.enter(Leave(1))
    table.throw("yixiu", "nothing")
    assert table.game.champion == Champion(1, "sihong")
    assert table.game.held == {1: {"zhuangyuan": 1}, 2: {"yixiu": 1}}


def test_a_left_holder_loses_his_pieces_to_a_collector():
    table = Table(liubeihong_effect="all_end", stock=stock_of(yixiu=2))
    table.throw("yixiu")
    table.enter(Leave(1))
    assert table.throw("liubeihong").won == (Won("yixiu", "stock", 1), Won("yixiu", "seat 1", 1))
