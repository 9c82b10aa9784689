"""Hints from logs: exact values, what they find, and how often fair dice are suspected."""

import math
import random

import numpy as np
import pytest

from rules import Hand
from rules.fairness import (
    ALPHA,
    BLOCK,
    Fairness,
    Repeat,
    Rush,
    chance_of_repeat,
    chance_of_the_same,
    chi_square_of,
    chi_square_tail,
    fairness,
    longest_repeat,
    most_improbable_repeat,
    quickest,
)

FAIR = [Hand.parse("123456")]


def hands(*texts: str) -> list[Hand]:
    return [Hand.parse(text) for text in texts]


def thrown(rnd: random.Random, throws: int, *, weights: tuple[int, ...] = (1,) * 6) -> list[Hand]:
    return [Hand.of(rnd.choices(range(1, 7), weights, k=6)) for _ in range(throws)]


# --- χ² ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("chi_square", "p"),
    [(0.0, 1.0), (4.3515, 0.5), (9.2364, 0.1), (11.0705, 0.05), (15.0863, 0.01), (20.5150, 0.001)],
)
def test_the_tail_has_the_values_of_the_printed_tables(chi_square, p):
    assert chi_square_tail(chi_square) == pytest.approx(p, rel=2e-4)


def test_chi_square_by_hand():
    # 60 dice, ten of each expected: (4² + 4² + 0 + 0 + 1² + 1²) / 10
    assert chi_square_of([14, 6, 10, 10, 11, 9]) == pytest.approx(3.4)


def test_even_dice_are_fair():
    found = fairness(FAIR * BLOCK)
    assert found == Fairness(60, (60,) * 6, 0.0, 1.0, 1.0)
    assert not found.is_far_from_fair


def test_only_whole_blocks_are_judged():
    assert fairness(FAIR * (BLOCK - 1)) is None
    ones = hands("111111")
    found = fairness(FAIR * BLOCK + ones * (BLOCK - 1))
    assert found is not None
    assert (found.throws, found.counts) == (60, (60,) * 6)


def test_each_look_and_each_table_has_its_share_of_the_level():
    throws = FAIR * 50 + hands("444456") * 10
    once = fairness(throws)
    twice, many = fairness(throws + FAIR * BLOCK), fairness(throws, tables=100)
    assert once is not None
    assert twice is not None
    assert many is not None
    assert once.corrected == once.p * 1 * 2
    assert twice.corrected == min(1.0, twice.p * 2 * 3)
    assert many.corrected == once.p * 100 * 2


def test_a_loaded_die_is_found_and_fair_ones_are_not():
    rnd = random.Random(7)
    loaded = fairness(thrown(rnd, 240, weights=(1, 1, 1, 2, 1, 1)), tables=100)
    assert loaded is not None
    assert loaded.is_far_from_fair
    honest = fairness(thrown(rnd, 240), tables=100)
    assert honest is not None
    assert not honest.is_far_from_fair


def test_evenings_with_fair_dice_are_suspected_less_than_one_in_a_hundred():
    """10 tables of 360 throws, looked at after every block: the share of evenings with any hint, measured."""
    rnd, evenings, tables, looks = np.random.default_rng(11), 2000, 10, 6
    blocks = rnd.multinomial(BLOCK * 6, [1 / 6] * 6, size=(evenings, tables, looks))
    counts = blocks.cumsum(axis=2)
    expected = counts.sum(axis=3, keepdims=True) / 6
    chi_squares = ((counts - expected) ** 2 / expected).sum(axis=3)
    k = np.arange(1, looks + 1)
    corrected = np.vectorize(chi_square_tail)(chi_squares) * tables * k * (k + 1)
    suspected = (corrected < ALPHA).any(axis=(1, 2)).mean()
    assert 0.002 <= suspected <= ALPHA + 0.004


# --- repetitions -------------------------------------------------------------------------------------------
def test_chances_of_the_same_hand():
    assert chance_of_the_same(1) == pytest.approx(1.0)
    # two throws alike: Σ ways² / 46,656²
    assert chance_of_the_same(2) == pytest.approx(0.00406482, rel=1e-5)


def test_the_chance_of_a_repetition_is_counted_exactly():
    assert chance_of_repeat(1, 2) == chance_of_the_same(3)  # three in a row
    assert chance_of_repeat(12, 3) == pytest.approx(chance_of_the_same(2) ** 3)  # three pairs, far apart
    # lag 2, three throws: places 0 2 4 alike, and 1 3
    assert chance_of_repeat(2, 3) == pytest.approx(chance_of_the_same(3) * chance_of_the_same(2))


def test_the_longest_repetition_is_found_where_it_is():
    a, b, c, d = hands("111223", "122346", "133455", "224456")
    assert longest_repeat([a, b, c, d], 1) == (0, 0)
    assert longest_repeat([a, b, b, b, c, c], 1) == (2, 2)
    assert longest_repeat([a, b, c, a, b, d], 3) == (3, 2)


def test_the_same_dice_in_a_row_are_improbable_from_the_fifth_on():
    rnd, same = random.Random(3), hands("123346")
    for length, improbable in ((2, False), (4, False), (5, True)):
        log = thrown(rnd, 40) + same * length + thrown(rnd, 40)
        throws = [(n % 10 + 1, hand) for n, hand in enumerate(log)]
        found = most_improbable_repeat(throws, tables=100)
        assert found is not None
        assert found.is_improbable is improbable
    assert found == Repeat(1, 4, 41, found.corrected)


def test_a_round_that_comes_again_is_found():
    rnd = random.Random(5)
    one = thrown(rnd, 12)
    throws = [(n % 12 + 1, hand) for n, hand in enumerate(thrown(rnd, 24) + one + one + thrown(rnd, 24))]
    found = most_improbable_repeat(throws, tables=100)
    assert found is not None
    assert (found.lag, found.length, found.start, found.seat) == (12, 12, 36, None)
    assert found.corrected < 1e-15


def test_a_seat_that_throws_the_same_time_after_time_is_named():
    rnd, same = random.Random(6), Hand.parse("111223")
    throws = [(n % 26 + 1, same if n % 26 == 4 else hand) for n, hand in enumerate(thrown(rnd, 260))]
    found = most_improbable_repeat(throws, tables=100)
    assert found is not None
    assert (found.seat, found.lag, found.length, found.start) == (5, 1, 9, 30)
    assert found.is_improbable


def test_nothing_repeats_in_a_short_log():
    assert most_improbable_repeat([]) is None
    assert most_improbable_repeat([(1, Hand.parse("123456"))]) is None


def test_honest_logs_show_no_repetition_to_speak_of():
    """One table at a time, where a hint is allowed in one of a hundred: the share that shows one, measured."""
    rnd = random.Random(8)
    logs = [[(n % 10 + 1, hand) for n, hand in enumerate(thrown(rnd, 200))] for _ in range(200)]
    found = [most_improbable_repeat(log) for log in logs]
    assert sum(repeat is not None and repeat.is_improbable for repeat in found) <= 4


# --- haste -------------------------------------------------------------------------------------------------
def test_ten_throws_are_timed_together():
    assert quickest([float(n) for n in range(9)]) is None
    steady = quickest([8.0 * n for n in range(30)])
    assert steady == Rush(0, 72.0)
    assert not steady.is_too_fast
    moments = [8.0 * n for n in range(10)] + [80 + 1.5 * n for n in range(10)]
    hurried = quickest(moments)
    assert hurried == Rush(10, 13.5)
    assert hurried.is_too_fast


def test_a_clock_that_goes_back_hurries_nobody():
    found = quickest([600 + 8.0 * n for n in range(5)] + [8.0 * n for n in range(5)])
    assert found is not None
    assert math.isclose(found.seconds, 632)
    assert not found.is_too_fast
