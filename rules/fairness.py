"""Whether a log of throws looks like throws: hints for people who then go and look, never a proof.

Every chance is corrected for how often it is looked for, so that of a hundred evenings with fair dice and honest
referees at most one shows any hint of its kind (`ALPHA`), however many tables play and however often they are looked
at. The corrections are union bounds, which err on the quiet side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rules.dice import FACES, THROWS, Hand, all_hands

ALPHA = 0.01
BLOCK = 60
"""Dice are judged after each so many throws, and not in between: each look costs some of `ALPHA`."""
EVENING = 400
"""Throws of a long table: where something improbable may begin is counted as often, from the first throw on."""
MOST_LAG = 24
"""A repetition is looked for up to so many throws back: two rounds of a full table."""


@dataclass(frozen=True)
class Fairness:
    """How often each face was seen in whole blocks of throws, and how far that is from even.

    `p` is the chance of fair dice to be as uneven as this, `corrected` the same for a table among many looked at after
    every block.
    """

    throws: int
    counts: tuple[int, ...]
    chi_square: float
    p: float
    corrected: float

    @property
    def is_far_from_fair(self) -> bool:
        return self.corrected < ALPHA


def fairness(hands: Sequence[Hand], *, tables: int = 1) -> Fairness | None:
    """Pearson's χ² over the faces of the first whole blocks of throws; None before the first is full.

    The k-th look gets 1/(k(k+1)) of the level, which sums to one for ever, and each table its share of it.
    """
    looks = len(hands) // BLOCK
    if not looks:
        return None
    judged = hands[: looks * BLOCK]
    counts = tuple(sum(hand.counts[face - 1] for hand in judged) for face in FACES)
    chi_square = chi_square_of(counts)
    p = chi_square_tail(chi_square)
    return Fairness(len(judged), counts, chi_square, p, min(1.0, p * tables * looks * (looks + 1)))


def chi_square_of(counts: Sequence[int]) -> float:
    """Σ (seen - expected)² / expected, where every face is expected as often as any other."""
    expected = sum(counts) / len(counts)
    return sum((seen - expected) ** 2 for seen in counts) / expected


def chi_square_tail(chi_square: float) -> float:
    """P(χ² ≥ x) with five degrees of freedom, for six faces; closed for an odd number of them.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4.
    """
    root = math.sqrt(chi_square)
    density = math.exp(-chi_square / 2) / math.sqrt(2 * math.pi)
    return math.erfc(root / math.sqrt(2)) + 2 * density * (root + root**3 / 3)


@dataclass(frozen=True)
class Repeat:
    """`length` throws in a row that show what the throws `lag` before them showed; the first of them is at `start`.

    `seat` is set where it is about the throws of one seat alone. `corrected` is the chance of any table of the evening
    to show something like it.
    """

    lag: int
    length: int
    start: int
    corrected: float
    seat: int | None = None

    @property
    def is_improbable(self) -> bool:
        return self.corrected < ALPHA


def most_improbable_repeat(throws: Sequence[tuple[int, Hand]], *, tables: int = 1) -> Repeat | None:
    """Of the throws of a table, `(seat, hand)` in order, the repetition that chance explains least; None without any.

    Looked for are the same dice several times in a row (lag 1), a stretch of throws that comes again (lag up to
    `MOST_LAG`), and a seat that throws the same dice time after time.
    """
    hands = [hand for _seat, hand in throws]
    ways = tables * (MOST_LAG + 1) * max(EVENING, len(throws))
    found = [_repeat(hands, lag, ways) for lag in range(1, min(MOST_LAG, len(hands) - 1) + 1)]
    for seat in {seat for seat, _hand in throws}:
        at = [index for index, (other, _hand) in enumerate(throws) if other == seat]
        own = _repeat([hands[index] for index in at], 1, ways)
        if own is not None:
            found.append(Repeat(1, own.length, at[own.start], own.corrected, seat))
    return min((repeat for repeat in found if repeat), key=lambda repeat: repeat.corrected, default=None)


def _repeat(hands: Sequence[Hand], lag: int, ways: int) -> Repeat | None:
    start, length = longest_repeat(hands, lag)
    if not length:
        return None
    return Repeat(lag, length, start, min(1.0, ways * chance_of_repeat(lag, length)))


def longest_repeat(hands: Sequence[Hand], lag: int) -> tuple[int, int]:
    """`(start, length)` of the longest stretch whose throws equal those `lag` before; the first of equally long."""
    best, length = (0, 0), 0
    for index in range(lag, len(hands)):
        length = length + 1 if hands[index] == hands[index - lag] else 0
        if length > best[1]:
            best = (index - length + 1, length)
    return best


def chance_of_repeat(lag: int, length: int) -> float:
    """The chance that `length` throws from a given one on equal those `lag` before them; exact.

    Throws that lie a multiple of `lag` apart are then all the same, and otherwise have nothing to do with each other.
    """
    whole, rest = divmod(lag + length, lag)
    return chance_of_the_same(whole + 1) ** rest * chance_of_the_same(whole) ** (lag - rest)


@cache
def chance_of_the_same(throws: int) -> float:
    """The chance that so many throws all show one hand."""
    return math.fsum((hand.ways / THROWS) ** throws for hand in all_hands())


RUSH = 10
"""Throws that are timed together: a hurried one now and then means nothing."""
SECONDS_A_THROW = 2.0
"""No hand takes the dice, throws them, lets them lie, and has them entered in less."""


@dataclass(frozen=True)
class Rush:
    """The quickest `RUSH` throws in a row: where they begin, and how long they took."""

    start: int
    seconds: float

    @property
    def is_too_fast(self) -> bool:
        return self.seconds < (RUSH - 1) * SECONDS_A_THROW


def quickest(moments: Sequence[float]) -> Rush | None:
    """Of moments in seconds, in the order of the throws; None for fewer than `RUSH`.

    Two clocks may disagree about the order: what counts is the span of all moments.
    """
    windows = [(moments[start : start + RUSH], start) for start in range(len(moments) - RUSH + 1)]
    if not windows:
        return None
    seconds, start = min((max(window) - min(window), start) for window, start in windows)
    return Rush(start, seconds)
