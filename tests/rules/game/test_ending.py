"""§7.1 to §7.6 and §7.8: how tables end."""

import pytest

from rules import Appoint, Champion, Leave, LowerBar, Phase, Return, TimeUp
from tests.rules.playing import Table, stock_of

ONE = stock_of(yixiu=1)


class TestFinishRound:
    """§7.1"""

    def test_the_round_of_the_last_piece_is_completed(self):
        table = Table(stock=ONE)
        table.throw("sihong3", "yixiu")
        assert table.game.phase is Phase.LAST_ROUND
        assert table.at == (3, 1)
        effect = table.throw("wuhong")
        assert (effect.ended, effect.turn, effect.round) == (True, None, 1)
        assert effect.champion == Champion(3, "wuhong")
        assert (effect.leader_before, effect.leader) == (1, None)
        assert effect.moves == (("zhuangyuan", 1, "stock", 3),)
        assert (effect.phase_before, effect.phase) == (Phase.LAST_ROUND, Phase.ENDED)

    def test_a_last_piece_taken_by_the_last_seat_ends_at_once(self):
        table = Table(stock=ONE)
        table.throw("sihong3", "nothing", "yixiu")
        assert table.game.champion == Champion(1, "sihong")

    def test_without_a_candidate_play_goes_on_and_that_round_is_completed(self):
        table = Table(stock=ONE)
        table.throw("yixiu", "nothing", "nothing")
        assert table.game.phase is Phase.ZHUANGYUAN_ONLY
        table.throw("nothing", "sihong3")
        assert table.game.phase is Phase.LAST_ROUND
        assert table.at == (3, 2)
        table.throw("nothing")
        assert table.game.champion == Champion(2, "sihong")
        assert table.game.round == 2

    def test_skipped_turns_complete_the_round(self):
        table = Table(stock=ONE)
        table.throw("nothing")
        table.overflow()
        table.overflow()
        table.throw("sihong3")
        assert table.at == (1, 3)  # 2 and 3 were skipped in round 2
        table.throw("nothing")
        table.overflow()
        table.overflow()
        assert table.at == (1, 4)
        effect = table.throw("yixiu")  # takes the last piece; 2 and 3 are skipped
        assert effect.skipped == (2, 3)
        assert table.game.ended
        assert table.game.round == 4

    def test_left_seats_do_not_keep_the_round_open(self):
        table = Table(stock=ONE)
        table.enter(Leave(3))
        table.throw("sihong3", "yixiu")
        assert table.game.ended

    def test_leaving_in_turn_can_complete_the_last_round(self):
        table = Table(stock=ONE)
        table.throw("sihong3", "yixiu")
        effect = table.enter(Leave(3))
        assert effect.ended
        assert table.game.champion == Champion(1, "sihong")

    def test_a_stock_empty_from_the_start(self):
        table = Table(stock=stock_of())
        assert table.game.phase is Phase.ZHUANGYUAN_ONLY
        table.throw("nothing", "nothing", "nothing", "sihong3", "nothing", "nothing")
        assert table.game.champion == Champion(1, "sihong")
        assert table.game.round == 2

    def test_a_table_without_the_zhuangyuan_piece_has_a_champion_all_the_same(self):
        table = Table(stock={"yixiu": 1})
        table.throw("sihong3", "yixiu", "nothing")
        assert table.game.champion == Champion(1, "sihong")
        assert table.game.held == {2: {"yixiu": 1}}


def more(**options):
    options.setdefault("stock", ONE)
    return Table(after_last_prize="one_more_round", **options)


class TestOneMoreRound:
    """§7.2"""

    def test_every_seat_has_one_more_turn_beginning_after_the_taker(self):
        table = more()
        table.throw("sihong3", "yixiu")
        assert table.game.phase is Phase.EXTRA_ROUND
        table.throw("nothing")
        assert table.at == (1, 2)  # the boundary of rounds ended nothing
        table.throw("nothing")
        assert table.at == (2, 2)
        table.throw("wuhong")
        assert table.game.champion == Champion(2, "wuhong")
        assert table.game.round == 2

    def test_a_skipped_turn_counts(self):
        table = more()
        table.overflow()
        table.throw("sihong3", "yixiu")
        assert table.at == (2, 2)  # 1 was skipped, in the extra round
        table.throw("nothing", "nothing")
        assert table.game.ended

    def test_a_left_seats_place_counts_down(self):
        table = more()
        table.throw("sihong3", "yixiu")
        table.enter(Leave(1))
        table.throw("nothing")
        assert table.at == (2, 2)
        table.throw("nothing")
        assert table.game.ended

    def test_the_taker_may_have_left_when_his_place_comes(self):
        table = more()
        table.throw("sihong3", "yixiu")
        table.enter(Leave(2))
        table.throw("nothing", "nothing")
        assert table.game.ended
        assert table.game.round == 2

    def test_leaving_in_turn_counts_the_place_down(self):
        table = more()
        table.throw("sihong3", "yixiu")
        table.enter(Leave(3))
        table.throw("nothing")
        table.enter(Return(3))
        table.throw("nothing")
        assert table.game.ended

    def test_a_candidate_in_it_does_not_shorten_it(self):
        table = more()
        table.throw("yixiu", "nothing", "sihong3")
        assert table.at == (1, 2)
        table.throw("nothing")
        assert table.game.ended

    def test_still_no_candidate_then_as_finish_round(self):
        table = more()
        table.throw("nothing", "yixiu")  # extra: 3, 1, 2
        table.throw("nothing", "nothing", "nothing")
        assert table.at == (3, 2)
        assert table.game.phase is Phase.ZHUANGYUAN_ONLY
        assert table.game.extra == 0
        table.throw("sihong3")  # the last seat of round 2
        assert table.game.ended
        assert table.game.round == 2

    def test_there_is_one_such_extra_round(self):
        table = more()
        table.throw("nothing", "yixiu", "nothing", "nothing", "nothing", "nothing")
        assert table.at == (1, 3)
        table.throw("sihong3")
        assert table.game.phase is Phase.LAST_ROUND
        table.throw("nothing", "nothing")
        assert table.game.ended

    def test_a_stock_empty_from_the_start_counts_as_taken_by_the_first_turn(self):
        for first_turn in (Table.skip_turn, Table.overflow):
            table = more(stock=stock_of(), overflow="void")
            table.enter(Leave(1))  # not a turn used
            first_turn(table)  # seat 2
            assert table.game.phase is Phase.EXTRA_ROUND
            table.throw("sihong3")
            assert table.at == (2, 2)
            table.throw("nothing")
            assert table.game.ended

    def test_none_after_time_up(self):
        table = more()
        table.throw("nothing")
        table.enter(TimeUp())
        table.throw("yixiu")
        assert table.game.phase is Phase.TIME_UP_ROUND
        assert table.game.extra is None
        table.throw("sihong3")
        assert table.game.ended
        table = more()
        table.enter(TimeUp())  # over at once, the stock is returned
        table.throw("nothing", "sihong3")
        assert table.game.extra is None
        table.throw("nothing")
        assert table.game.ended

    def test_one_seat_has_one_more_turn(self):
        table = more(seats=(1,))
        table.throw("yixiu", "sihong3")
        assert table.game.ended
        assert table.game.round == 2

    def test_time_up_inside_it_completes_it(self):
        table = more()
        table.throw("sihong3", "yixiu", "nothing")
        assert table.at == (1, 2)
        assert not table.game.turn_used
        table.enter(TimeUp())
        assert table.game.phase is Phase.EXTRA_ROUND
        assert table.at == (1, 2)
        table.throw("nothing", "nothing")
        assert table.game.ended

    @pytest.mark.parametrize(("on_time_up", "ended"), [("vacant", True), ("continue", False)])
    def test_time_up_inside_it_without_a_candidate(self, on_time_up, ended):
        table = more(on_time_up=on_time_up)
        table.throw("nothing", "yixiu")
        table.enter(TimeUp())
        table.throw("nothing", "nothing", "nothing")
        assert table.game.ended is ended
        assert table.game.champion is None
        if not ended:
            table.throw("sihong3")  # seat 3 completes round 2
            assert table.game.champion == Champion(3, "sihong")


class TestAllLeft:
    """§7.3"""

    def test_the_table_ends_at_once_and_the_rest_stays_in_stock(self):
        table = Table()
        table.throw("sihong3", "yixiu")
        table.enter(Leave(1))
        table.enter(Leave(2))
        effect = table.enter(Leave(3))
        assert effect.ended
        assert table.game.champion == Champion(1, "sihong")
        assert table.game.stock == {"duitang": 2, "sanhong": 4, "sijin": 8, "erju": 16, "yixiu": 31}
        assert table.game.returned == {}

    def test_without_a_candidate_there_is_no_champion(self):
        table = Table()
        for seat in (1, 2, 3):
            table.enter(Leave(seat))
        assert table.game.ended
        assert table.game.champion is None
        assert table.game.round == 1
        assert table.game.stock["zhuangyuan"] == 1

    def test_also_after_time_was_called(self):
        table = Table()
        table.throw("nothing")
        table.enter(TimeUp())
        for seat in (1, 2, 3):
            table.enter(Leave(seat))
        assert table.game.returned == {}
        assert table.game.stock["yixiu"] == 32

    def test_the_round_after_the_end_is_that_of_the_last_turn_used(self):
        table = Table(seats=(1, 2))
        table.throw("nothing", "nothing", "nothing", "nothing")
        assert table.at == (1, 3)
        table.enter(Leave(1))
        table.enter(Leave(2))
        assert table.game.round == 2


class TestTimeUp:
    """§7.4"""

    def test_the_round_in_progress_is_completed_with_prizes(self):
        table = Table(stock=stock_of(sanhong=1, yixiu=3))
        table.throw("sihong3")
        effect = table.enter(TimeUp())
        assert effect.moves == ()
        assert table.game.time_up
        assert table.game.phase is Phase.TIME_UP_ROUND
        table.throw("yixiu")
        effect = table.throw("yixiu")
        assert effect.moves == (
            ("yixiu", 2, "stock", 3),
            ("sanhong", 1, "stock", "returned"),
            ("yixiu", 3, "stock", "returned"),
            ("zhuangyuan", 1, "stock", 1),
        )
        assert table.game.returned == {"sanhong": 1, "yixiu": 1}
        assert table.game.stock == {}
        assert table.game.champion == Champion(1, "sihong")

    def test_it_is_over_at_once_where_no_turn_of_the_round_is_used(self):
        table = Table()
        table.throw("sihong3", "nothing", "nothing")
        table.enter(TimeUp())
        assert table.game.ended
        assert table.game.round == 1
        assert table.game.returned["yixiu"] == 32

    def test_a_leave_or_a_left_seats_place_is_no_turn_used(self):
        table = Table()
        table.throw("sihong3", "nothing", "nothing")
        table.enter(Leave(1))
        assert table.at == (2, 2)
        table.enter(TimeUp())
        assert table.game.ended

    def test_a_skipped_turn_is_a_turn_used(self):
        table = Table()
        table.overflow()
        table.throw("sihong3", "nothing")
        assert table.at == (2, 2)
        table.enter(TimeUp())
        assert table.game.phase is Phase.TIME_UP_ROUND
        table.throw("nothing", "nothing")
        assert table.game.ended

    def test_at_once_without_a_candidate_turn_and_round_stay(self):
        table = Table()
        table.throw_round()
        table.enter(TimeUp())
        assert table.at == (1, 2)
        assert table.game.phase is Phase.ZHUANGYUAN_ONLY
        assert table.game.stock == {"zhuangyuan": 1}

    def test_continue_plays_on_for_zhuangyuan_alone(self):
        table = Table(chase_ranks=["yixiu"])
        table.throw("yixiu")
        table.enter(TimeUp())
        table.throw("nothing", "nothing")
        assert not table.game.ended
        assert table.throw("yixiu").won == ()
        table.throw("sihong3")
        assert table.game.phase is Phase.LAST_ROUND
        table.throw("nothing")
        assert table.game.champion == Champion(2, "sihong")

    def test_vacant_ends_without_a_champion(self):
        table = Table(on_time_up="vacant")
        table.throw("nothing")
        table.enter(TimeUp())
        table.throw("nothing", "nothing")
        assert table.game.ended
        assert table.game.champion is None
        assert table.game.stock == {"zhuangyuan": 1}

    def test_a_candidate_of_a_lowered_bar_counts(self):
        table = Table()
        table.throw_round()
        table.enter(TimeUp())
        table.enter(LowerBar("yixiu"))
        table.throw("yixiu", "nothing", "nothing")
        assert table.game.champion == Champion(1, "yixiu")
        assert table.game.held == {1: {"zhuangyuan": 1}}

    def test_leaving_in_turn_can_complete_its_round(self):
        table = Table()
        table.throw("sihong3", "nothing")
        table.enter(TimeUp())
        assert table.enter(Leave(3)).ended
        assert table.game.returned["yixiu"] == 32

    def test_an_ending_throw_in_its_round_returns_nothing(self):
        table = Table(liubeihong_effect="duitang_share_end", stock=stock_of(duitang=1, yixiu=2))
        table.throw("nothing")
        table.enter(TimeUp())
        table.throw("liubeihong")
        assert table.game.ended
        assert table.game.returned == {}
        assert table.game.held == {2: {"zhuangyuan": 1, "duitang": 1}, 3: {"yixiu": 1}, 1: {"yixiu": 1}}

    def test_rounds_without_champion_are_counted(self):
        """§7.8"""
        table = Table()
        table.throw("nothing")
        table.enter(TimeUp())
        table.throw_round()
        assert table.game.rounds_without_champion_after_time_up == 0
        for _ in range(5):
            table.throw_round()
        assert table.game.rounds_without_champion_after_time_up == 5


def test_appoint_ends_the_table_and_leaves_the_stock():
    """§7.6"""
    table = Table()
    table.throw("nothing")
    table.enter(TimeUp())
    table.enter(Appoint(3, "弹珠"))
    assert table.game.champion == Champion(3, None)
    assert table.game.stock["yixiu"] == 32
    assert table.game.returned == {}
    assert table.game.round == 1


def test_a_seat_that_left_can_be_appointed():
    table = Table()
    table.enter(Leave(3))
    table.enter(Appoint(3))
    assert table.game.champion == Champion(3, None)
    assert table.game.round == 1
