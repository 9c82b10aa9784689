"""§6.1, §6.2 and §7.5: candidates, leader, lock, lowered bar."""

import pytest

from rules import Appoint, Candidate, Champion, LowerBar, Refused, Won
from tests.rules.playing import Table, hand, stock_of

LIUBEIHONG_FIRST = ["liubeihong", "chajinhua", "biandijin", "heiliubo", "wuhong", "wuzi", "sihong"]


def standing(table):
    return {seat: str(candidate.pattern) for seat, candidate in table.game.candidates.items()}


def test_a_zhuangyuan_level_throw_makes_a_candidate():
    table = Table()
    effect = table.throw("wuhong")
    assert table.game.candidates == {1: Candidate(1, "wuhong", hand("wuhong"), 17, 1)}
    assert (effect.leader_before, effect.leader) == (None, 1)
    assert (effect.pattern, effect.strength, effect.won) == ("wuhong", 17, ())
    assert table.game.stock["zhuangyuan"] == 1  # §6.7: handed over only at the end


def test_the_strongest_leads_and_the_earlier_on_equality():
    table = Table(seats=(1, 2, 3, 4))
    table.throw("sihong3", "wuhong", "wuhong", "wuzi")
    assert table.game.leader == 2


def test_best_keeps_the_strongest():
    table = Table(seats=(1, 2))
    table.throw("wuhong", "nothing", "sihong3")
    assert standing(table) == {1: "wuhong"}
    table.throw("wuzi", "chajinhua")
    assert standing(table) == {1: "chajinhua", 2: "wuzi"}


def test_best_keeps_the_earlier_of_equal_throws():
    table = Table(seats=(1, 2))
    table.throw("wuhong", "wuhong", "wuhong")
    assert table.game.candidates[1].order == 1
    assert table.game.leader == 1


def test_last_takes_the_latest_even_where_weaker():
    table = Table(seats=(1, 2), zhuangyuan_counts="last")
    table.throw("wuhong", "wuzi", "sihong3")
    assert standing(table) == {1: "sihong", 2: "wuzi"}
    assert table.game.leader == 2


def test_last_counts_an_equal_throw_as_the_later_one():
    table = Table(seats=(1, 2), zhuangyuan_counts="last")
    table.throw("wuhong", "wuhong")
    assert table.game.leader == 1
    table.throw("wuhong")
    assert table.game.leader == 2


def test_a_lower_throw_never_throws_anybody_out():
    table = Table(seats=(1,), zhuangyuan_counts="last")
    table.throw("wuhong", "duitang")
    assert standing(table) == {1: "wuhong"}


class TestLock:
    """§6.2"""

    def test_the_first_chajinhua_fixes_the_leader(self):
        table = Table(chajinhua_locked=True, order=LIUBEIHONG_FIRST)
        table.throw("chajinhua", "liubeihong")
        assert table.game.locked == 1
        assert table.game.leader == 1
        assert standing(table) == {1: "chajinhua", 2: "liubeihong"}

    def test_without_the_option_it_does_not(self):
        table = Table(order=LIUBEIHONG_FIRST)
        table.throw("chajinhua", "liubeihong")
        assert table.game.locked is None
        assert table.game.leader == 2

    def test_it_locks_even_where_the_throwers_candidate_is_stronger_and_stays(self):
        table = Table(seats=(1, 2), chajinhua_locked=True, order=LIUBEIHONG_FIRST)
        table.throw("liubeihong", "liubeihong", "nothing", "chajinhua")
        assert table.game.locked == table.game.leader == 2
        assert standing(table)[2] == "liubeihong"

    def test_a_chajinhua_while_anothers_lock_stands_locks_nothing(self):
        table = Table(chajinhua_locked=True)
        table.throw("chajinhua", "chajinhua")
        assert table.game.locked == 1

    def test_it_still_takes_the_duitang(self):
        table = Table(chajinhua_locked=True, chajinhua_duitang="remaining", chase_ranks=["duitang"])
        assert table.throw("chajinhua").won == (Won("duitang", "stock", 2),)
        table.throw("duitang")
        assert table.game.held == {1: {"duitang": 1}, 2: {"duitang": 1}}

    def test_best_never_lifts_it_by_a_weaker_throw(self):
        table = Table(seats=(1,), chajinhua_locked=True)
        table.throw("chajinhua", "sihong3")
        assert table.game.locked == 1

    def test_best_lifts_it_by_a_stronger_one(self):
        table = Table(seats=(1, 2), chajinhua_locked=True, order=LIUBEIHONG_FIRST)
        table.throw("chajinhua", "nothing", "liubeihong")
        assert table.game.locked is None

    def test_last_lifts_it_by_any_other_pattern_of_the_holder(self):
        table = Table(seats=(1, 2), chajinhua_locked=True, zhuangyuan_counts="last")
        table.throw("chajinhua", "wuhong", "sihong3")
        assert table.game.locked is None
        assert table.game.leader == 2

    def test_another_chajinhua_of_the_holder_keeps_it(self):
        table = Table(seats=(1, 2), chajinhua_locked=True, zhuangyuan_counts="last")
        table.throw("chajinhua", "nothing", "chajinhua")
        assert table.game.locked == 1

    def test_others_never_lift_it(self):
        table = Table(seats=(1, 2), chajinhua_locked=True, zhuangyuan_counts="last")
        table.throw("chajinhua", "wuhong", "nothing", "sihong3")
        assert table.game.locked == 1

    def test_what_replaces_something_else_than_his_chajinhua_does_not_lift_it(self):
        order = ["liubeihong", "heiliubo", "chajinhua", "wuhong", "wuzi", "sihong"]
        table = Table(seats=(1,), chajinhua_locked=True, order=order)
        table.throw("heiliubo", "chajinhua", "liubeihong")
        assert standing(table) == {1: "liubeihong"}
        assert table.game.locked == 1

    def test_a_chajinhua_thrown_during_the_lock_locks_nothing_when_it_is_lifted(self):
        table = Table(seats=(1, 2), chajinhua_locked=True, zhuangyuan_counts="last")
        table.throw("chajinhua", "chajinhua", "sihong3")
        assert table.game.locked is None
        assert table.game.leader == 2

    def test_one_thrown_after_it_was_lifted_does(self):
        table = Table(seats=(1, 2), chajinhua_locked=True, zhuangyuan_counts="last")
        table.throw("chajinhua", "nothing", "sihong3", "chajinhua", "liubeihong")
        assert table.game.locked == table.game.leader == 2
        table.throw("wuhong", "chajinhua")  # 2 throws himself out, 1 locks
        assert table.game.locked == 1


class TestLoweredBar:
    """§7.5"""

    def test_a_throw_of_the_rank_or_above_is_a_candidate_and_takes_its_prize(self):
        table = Table(seats=(1, 2, 3, 4))
        table.enter(LowerBar("sijin"))
        assert table.game.lowered_bar == "sijin"
        effect = table.throw("sijin")
        assert effect.won == (Won("sijin", "stock", 1),)
        assert table.game.candidates[1] == Candidate(1, "sijin", hand("sijin"), None, 2)
        table.throw("erju", "duitang", "nothing")
        assert standing(table) == {1: "sijin", 3: "duitang"}
        assert table.game.leader == 3

    def test_it_is_weaker_than_every_zhuangyuan_level_throw(self):
        table = Table()
        table.enter(LowerBar("yixiu"))
        table.throw("duitang", "sihong3", "yixiu")
        assert table.game.leader == 2

    def test_equal_ranks_go_to_the_earlier(self):
        table = Table()
        table.enter(LowerBar("yixiu"))
        table.throw("nothing", "erju", "erju")
        assert table.game.leader == 2

    @pytest.mark.parametrize("counts", ["best", "last"])
    def test_it_never_replaces_a_real_one(self, counts):
        table = Table(seats=(1,), zhuangyuan_counts=counts)
        table.enter(LowerBar("yixiu"))
        table.throw("sihong3", "duitang")
        assert standing(table) == {1: "sihong"}

    @pytest.mark.parametrize("counts", ["best", "last"])
    def test_a_real_one_replaces_it(self, counts):
        table = Table(seats=(1,), zhuangyuan_counts=counts)
        table.enter(LowerBar("yixiu"))
        table.throw("duitang", "sihong3")
        assert standing(table) == {1: "sihong"}

    @pytest.mark.parametrize(("counts", "kept"), [("best", "duitang"), ("last", "yixiu")])
    def test_among_themselves_best_or_last(self, counts, kept):
        table = Table(seats=(1,), zhuangyuan_counts=counts)
        table.enter(LowerBar("yixiu"))
        table.throw("duitang", "yixiu")
        assert standing(table) == {1: kept}

    def test_it_does_not_lift_the_lock(self):
        table = Table(seats=(1,), chajinhua_locked=True, zhuangyuan_counts="last")
        table.enter(LowerBar("yixiu"))
        table.throw("chajinhua", "duitang")
        assert table.game.locked == 1

    def test_a_second_call_replaces_the_first_and_candidates_stay(self):
        table = Table()
        table.enter(LowerBar("yixiu"))
        table.throw("yixiu")
        table.enter(LowerBar("sanhong"))
        table.throw("erju")
        assert standing(table) == {1: "yixiu"}
        assert table.game.leader == 1

    def test_its_champion_has_the_rank_as_pattern(self):
        table = Table(stock=stock_of(yixiu=1))
        table.enter(LowerBar("yixiu"))
        table.throw("yixiu", "nothing", "nothing")
        assert table.game.champion == Champion(1, "yixiu")
        assert table.game.held == {1: {"zhuangyuan": 1, "yixiu": 1}}

    @pytest.mark.parametrize("rank", ["zhuangyuan", "flush", "", "None"])
    def test_a_rank_that_is_not_lower(self, rank):
        table = Table()
        with pytest.raises(Refused) as refused:
            table.enter(LowerBar(rank))
        assert refused.value.code == "unknown_rank"

    def test_heiliubo_without_a_prize_is_no_candidate_below_the_bar_either(self):
        order = ["chajinhua", "liubeihong", "biandijin", "wuhong", "wuzi", "sihong"]
        table = Table(order=order, heiliubo_effect="nothing")
        table.enter(LowerBar("yixiu"))
        table.throw("heiliubo")
        assert standing(table) == {}


def test_appoint_names_the_standing_candidates_pattern_if_any():
    """§7.6"""
    table = Table(chajinhua_locked=True)
    table.throw("chajinhua", "sihong3")
    game = table.game
    table.enter(Appoint(2, "和点"))
    assert table.game.champion == Champion(2, "sihong")  # over any lock
    assert table.game.ended
    assert table.game.held == {2: {"zhuangyuan": 1}}
    after, effect = game.enter(Appoint(3))
    assert after.champion == Champion(3, None)
    assert effect.champion == Champion(3, None)
