"""§7.7: every code, the order of the tests, and that a refusal changes nothing."""

import pytest

from rules import (
    Appoint,
    Hand,
    Leave,
    LowerBar,
    Overflow,
    Pass,
    Rank,
    Refused,
    Rethrow,
    Return,
    Throw,
    TimeUp,
    Unknown,
)
from tests.rules.playing import Table

NOTHING = Hand.parse("112233")


def refused(table, entry):
    before = table.game.to_json()
    with pytest.raises(Refused) as refusal:
        table.enter(entry)
    assert table.game.to_json() == before
    return refusal.value


@pytest.mark.parametrize("kind", [lambda seat: Throw(seat, NOTHING), Overflow, Pass, Rethrow])
def test_not_your_turn(kind):
    table = Table()
    table.throw("nothing")
    refusal = refused(table, kind(1))
    assert refusal.code == "not_your_turn"
    assert refusal.expected == {"turn": 2, "round": 1}
    table.enter(Leave(3))
    assert refused(table, kind(3)).code == "not_your_turn"


@pytest.mark.parametrize(
    "kind",
    [
        lambda seat: Throw(seat, NOTHING),
        Overflow,
        Pass,
        Rethrow,
        Leave,
        Return,
        Appoint,
        lambda seat: Unknown("dance", seat),
    ],
)
def test_unknown_seat(kind):
    table = Table(seats=(1, 2, 5))
    for seat in (0, 3, 6, -1):
        assert refused(table, kind(seat)).code == "unknown_seat"


def test_leave_and_return():
    table = Table()
    assert refused(table, Return(2)).code == "not_left"
    table.enter(Leave(2))
    assert refused(table, Leave(2)).code == "already_left"
    table.enter(Return(2))
    assert refused(table, Return(2)).code == "not_left"


def test_time_is_up_once():
    table = Table()
    table.throw("nothing")
    table.enter(TimeUp())
    assert refused(table, TimeUp()).code == "time_already_up"
    table.throw("nothing", "nothing")
    assert refused(table, TimeUp()).code == "time_already_up"


def test_unknown_rank_and_kind():
    table = Table()
    assert refused(table, LowerBar(Rank.ZHUANGYUAN)).code == "unknown_rank"
    assert refused(table, LowerBar("flush")).code == "unknown_rank"
    assert refused(table, Unknown("dance")).code == "unknown_kind"
    assert refused(table, Unknown("dance", 1)).code == "unknown_kind"


@pytest.mark.parametrize(
    "entry",
    [
        Throw(1, NOTHING),
        Throw(99, NOTHING),
        Overflow(1),
        Pass(1),
        Rethrow(1),
        Leave(1),
        Return(1),
        TimeUp(),
        LowerBar("flush"),
        Appoint(1),
        Appoint(99),
        Unknown("dance"),
    ],
)
def test_after_the_end_the_first_test_refuses_everything(entry):
    table = Table()
    table.enter(Appoint(2))
    refusal = refused(table, entry)
    assert refusal.code == "table_ended"
    assert refusal.expected == {"turn": None, "round": 1}
