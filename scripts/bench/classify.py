"""Classification: an array of throws beside a NumPy gather, one throw beside a dict look-up."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules import Hand, judge_many, load
from scripts.bench.figure import Figure, best_of

THROWS = 1_000_000
CALLS = 200_000


def figures() -> Iterator[Figure]:
    yield _array()
    yield _single()


def _array() -> Figure:
    """The gather reads the same (n, 6) array: one 6-dimensional look-up a throw, with no check of the faces."""
    ruleset = load("xiamen-standard")
    throws = np.random.default_rng(1).integers(1, 7, size=(THROWS, 6), dtype=np.uint8)
    table = np.zeros((7,) * 6, dtype=np.uint8)
    table[tuple(throws.T)] = judge_many(ruleset, throws)

    ours, gather = best_of(7, lambda: judge_many(ruleset, throws), lambda: table[tuple(throws.T)])
    detail = {"throws_per_second": round(THROWS / ours), "gather_per_second": round(THROWS / gather)}
    return Figure("classify.array", ours / gather, 3, detail=detail)


def _single() -> Figure:
    """Both start from a hand that is known; the dict maps the 462 hands to their outcomes."""
    ruleset = load("xiamen-standard")
    hands = [Hand.of(throw) for throw in np.random.default_rng(2).integers(1, 7, size=(1000, 6)).tolist()]
    outcomes = {hand: ruleset.judge(hand) for hand in hands}

    def judge() -> None:
        for _ in range(CALLS // len(hands)):
            for hand in hands:
                ruleset.judge(hand)

    def look_up() -> None:
        for _ in range(CALLS // len(hands)):
            for hand in hands:
                outcomes[hand]

    ours, reference = best_of(9, judge, look_up)
    detail = {"ns": round(ours / CALLS * 1e9, 1), "dict_ns": round(reference / CALLS * 1e9, 1)}
    return Figure("classify.single", ours / reference, 2, detail=detail)
