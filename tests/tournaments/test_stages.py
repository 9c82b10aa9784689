import functools
import hashlib
import operator

import pytest

from tournaments.queries import drawn_heats, heat_sizes, roster_digest, stage_plan


@pytest.mark.parametrize(
    ("entrants", "group_size", "sizes"),
    [
        (30, 12, [10, 10, 10]),
        (13, 12, [7, 6]),
        (12, 12, [12]),
        (1, 12, [1]),
        (139, 12, [12] * 7 + [11] * 5),
        (3, 2, [2, 1]),
    ],
)
def test_heats_are_as_even_as_possible(entrants, group_size, sizes):
    assert heat_sizes(entrants, group_size) == sizes


@pytest.mark.parametrize(
    ("entrants", "group_size", "advance", "plan"),
    [
        (30, 12, 1, [[10, 10, 10], [3]]),
        (12, 12, 11, [[12]]),
        (40, 4, 2, [[4] * 10, [4] * 5, [4, 3, 3], [3, 3], [4]]),
        (13, 12, 7, []),  # all seven and six go on: it would never end
    ],
)
def test_stages_are_planned_up_to_one_heat(entrants, group_size, advance, plan):
    assert stage_plan(entrants, group_size, advance) == plan


def test_a_draw_can_be_repeated_from_roster_and_seed():
    roster = [{"entrant": str(number)} for number in range(1, 8)]
    heats = drawn_heats(roster, b"seed", 4)
    assert heats == drawn_heats(roster, b"seed", 4)
    assert [len(heat) for heat in heats] == [4, 3]
    assert sorted(functools.reduce(operator.iadd, heats, [])) == [str(number) for number in range(1, 8)]
    assert heats != drawn_heats(roster, b"other", 4)


def test_the_digest_covers_the_roster_in_its_order():
    roster = [{"entrant": "1", "table": 7, "session": 1, "seat": 3}]
    text = '[{"entrant":"1","seat":3,"session":1,"table":7}]'
    assert roster_digest(roster) == hashlib.sha256(text.encode()).hexdigest()
