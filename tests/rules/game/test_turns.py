"""§4.3 to §4.5: turns, rounds, skips, left seats."""

import pytest

from rules import Leave, Pass, Rethrow, Return, Throw, Visit
from rules.dice import Hand
from tests.rules.playing import Table


def test_a_round_is_every_seat_once_from_the_first():
    table = Table(seats=(2, 4, 5, 9), first=5)
    seen = []
    for _ in range(6):
        seen.append(table.at)
        table.throw("nothing")
    assert seen == [(5, 1), (9, 1), (2, 1), (4, 1), (5, 2), (9, 2)]


def test_counterclockwise():
    table = Table(seats=(2, 4, 5, 9), first=5, direction="counterclockwise")
    seen = []
    for _ in range(5):
        seen.append(table.at)
        table.throw("nothing")
    assert seen == [(5, 1), (4, 1), (2, 1), (9, 1), (5, 2)]


def test_seats_may_be_given_in_any_order():
    assert Table(seats=[9, 2, 5], first=9).game == Table(seats=[2, 5, 9], first=9).game


def test_pass_uses_the_turn_without_penalty():
    table = Table()
    assert table.skip_turn().skipped == ()
    assert table.at == (2, 1)
    table.throw("nothing", "nothing")
    assert table.at == (1, 2)


def test_rethrow_is_logged_and_leaves_the_turn():
    table = Table()
    before = table.game
    effect = table.enter(Rethrow(1, "叠骰"))
    assert table.at == (1, 1)
    assert table.game.entered == before.entered + 1
    assert (effect.turn_before, effect.turn, effect.moves) == (1, 1, ())
    assert not table.game.turn_used


def test_overflow_skips_the_next_turn_once():
    table = Table()
    table.overflow()
    assert table.at == (2, 1)
    assert table.game.skips == {1}
    table.throw("nothing")
    effect = table.throw("nothing")
    assert effect.skipped == (1,)
    assert table.at == (2, 2)
    assert table.game.skips == frozenset()
    table.throw("nothing", "nothing")
    assert table.at == (1, 3)


def test_overflow_void_takes_nothing_but_the_throw():
    table = Table(overflow="void")
    table.overflow()
    assert table.game.skips == frozenset()
    table.throw("nothing", "nothing")
    assert table.at == (1, 2)


def test_when_everybody_is_skipped_a_whole_round_goes_by():
    table = Table(seats=(1, 2))
    table.overflow()
    effect = table.overflow()
    assert effect.skipped == (1, 2)
    assert table.at == (1, 3)
    assert table.game.last_used_round == 2


def test_one_seat_alone_skips_its_own_next_round():
    table = Table(seats=(4,), first=4)
    assert table.overflow().skipped == (4,)
    assert table.at == (4, 3)


def test_a_left_seat_is_passed_over_and_its_skip_stays_pending():
    table = Table()
    table.overflow()  # seat 1
    table.enter(Leave(1))
    table.throw("nothing", "nothing")
    assert table.at == (2, 2)  # passed over in silence
    assert table.game.skips == {1}
    table.enter(Return(1))
    table.throw("nothing")
    assert table.throw("nothing").skipped == (1,)
    assert table.at == (2, 3)


def test_leaving_in_turn_passes_the_turn_on_without_using_it():
    table = Table()
    table.enter(Leave(1))
    assert table.at == (2, 1)
    assert not table.game.turn_used
    assert table.game.left == {1}


def test_leaving_out_of_turn_does_not():
    table = Table()
    table.enter(Leave(3))
    assert table.at == (1, 1)
    table.throw("nothing", "nothing")
    assert table.at == (1, 2)


def test_leaving_in_turn_can_end_a_round():
    table = Table()
    table.throw("nothing", "nothing")
    table.enter(Leave(3))
    assert table.at == (1, 2)


def test_a_round_may_be_over_without_a_turn_used():
    table = Table(seats=(1, 2))
    table.enter(Leave(1))
    table.enter(Return(1))
    table.enter(Leave(2))
    assert table.at == (1, 2)


def test_returning_before_its_place_comes_it_plays_that_round():
    table = Table()
    table.enter(Leave(3))
    table.throw("nothing")
    table.enter(Return(3))
    table.throw("nothing")
    assert table.at == (3, 1)


def test_returning_after_its_place_it_plays_the_next_round():
    table = Table()
    table.enter(Leave(1))
    table.throw("nothing")
    table.enter(Return(1))
    assert table.at == (3, 1)
    table.throw("nothing")
    assert table.at == (1, 2)


def test_a_late_arrival_left_before_the_first_throw():
    table = Table(seats=(1, 2, 3), first=2)
    table.enter(Leave(3))
    table.throw_round()
    table.enter(Return(3))
    table.throw("nothing")
    assert table.at == (3, 2)


def test_leaving_and_returning_keeps_the_pieces():
    table = Table()
    table.throw("yixiu")
    table.enter(Leave(1))
    assert table.game.held == {1: {"yixiu": 1}}
    table.enter(Return(1))
    assert table.game.held == {1: {"yixiu": 1}}


def test_upcoming_tells_skips_and_left_seats():
    table = Table(seats=(1, 2, 3, 4))
    table.overflow()
    table.enter(Leave(3))
    assert table.game.upcoming(4) == (
        Visit(2, 1, "turn"),
        Visit(3, 1, "left"),
        Visit(4, 1, "turn"),
        Visit(1, 2, "skip"),
        Visit(2, 2, "turn"),
        Visit(3, 2, "left"),
        Visit(4, 2, "turn"),
    )
    assert table.game.upcoming(1) == (Visit(2, 1, "turn"),)
    assert table.game.upcoming(0) == ()


def test_upcoming_is_what_then_comes():
    table = Table(seats=(1, 2, 3, 4))
    table.overflow()
    table.overflow()
    table.enter(Leave(4))
    told = [visit.seat for visit in table.game.upcoming(5) if visit.kind == "turn"]
    came = []
    for _ in range(5):
        came.append(table.turn)
        table.enter(Pass(table.turn))
    assert told == came == [3, 3, 1, 2, 3]


def test_upcoming_stops_where_the_table_ends():
    table = Table(stock={"zhuangyuan": 1, "yixiu": 1})
    table.throw("sihong3", "yixiu")
    assert table.game.upcoming(9) == (Visit(3, 1, "turn"),)
    table.throw("nothing")
    assert table.game.ended
    assert table.game.upcoming(9) == ()


@pytest.mark.parametrize("entry", [Throw(1, Hand.parse("112233")), Pass(1)])
def test_the_turn_passes_to_whoever_is_there_alone(entry):
    table = Table()
    table.enter(Leave(2))
    table.enter(Leave(3))
    table.enter(entry)
    assert table.at == (1, 2)
