"""§4.1 and §4.2."""

import pytest

from rules import OpeningError, first_seat, load, order_of_play

SEATS = [1, 2, 5, 7]


def opened(total, thrower=None, seats=SEATS, ruleset="ten-seat-simple", **overrides):
    return first_seat(load(ruleset, overrides), seats, thrower, total)


@pytest.mark.parametrize(("total", "first"), [(2, 5), (3, 7), (4, 1), (5, 2), (12, 1)])
def test_a_player_counts_from_himself_who_is_one(total, first):
    assert opened(total, thrower=2) == first


@pytest.mark.parametrize(("total", "first"), [(2, 1), (3, 7), (4, 5), (5, 2)])
def test_counterclockwise(total, first):
    assert opened(total, thrower=2, direction="counterclockwise") == first


@pytest.mark.parametrize(("total", "first"), [(2, 2), (3, 5), (4, 7), (5, 1)])
def test_for_the_referee_the_first_seat_is_one(total, first):
    assert opened(total, opening_by="referee") == first
    assert opened(total, thrower=99, opening_by="referee") == first


@pytest.mark.parametrize(("total", "first"), [(2, 7), (3, 5), (4, 2), (5, 1)])
def test_for_the_referee_counterclockwise(total, first):
    assert opened(total, opening_by="referee", direction="counterclockwise") == first


def test_the_order_in_which_seats_are_given_does_not_matter():
    assert opened(3, thrower=2, seats=[7, 1, 5, 2]) == 7


@pytest.mark.parametrize("total", [1, 13, 0, True, 7.0, "7", None])
def test_a_total_two_dice_cannot_show(total):
    with pytest.raises(OpeningError) as refused:
        opened(total, thrower=1)
    assert refused.value.code == "impossible_total"


def test_three_dice_show_3_to_18():
    assert opened(18, thrower=1, ruleset="competition-12") == 2
    with pytest.raises(OpeningError):
        opened(2, thrower=1, ruleset="competition-12")


def test_a_thrower_who_is_not_there():
    for thrower in (3, None):
        with pytest.raises(OpeningError) as refused:
            opened(7, thrower=thrower)
        assert refused.value.code == "unknown_thrower"


def test_nobody_to_count():
    with pytest.raises(OpeningError) as refused:
        opened(7, thrower=1, seats=[])
    assert refused.value.code == "no_seats"


def test_order_of_play():
    assert order_of_play(load(), SEATS, 5) == (5, 7, 1, 2)
    assert order_of_play(load("family-ccw"), SEATS, 5) == (5, 2, 1, 7)
