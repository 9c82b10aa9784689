"""Exact counts over the 46,656 throws (RULEBOOK §2)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from rules.dice import THROWS, all_hands
from rules.patterns import Outcome, Pattern, Rank
from rules.ruleset import Ruleset


def outcome_counts(ruleset: Ruleset) -> dict[Outcome, int]:
    """How many throws come to each outcome; they add up to 46,656."""
    counts: Counter[Outcome] = Counter()
    for hand in all_hands():
        counts[ruleset.judge(hand)] += hand.ways
    return dict(counts)


def pattern_counts(ruleset: Ruleset) -> dict[Pattern | None, int]:
    """How many throws show each pattern, None for 罚黑; patterns that cannot come are left out."""
    counts: Counter[Pattern | None] = Counter()
    for outcome, throws in outcome_counts(ruleset).items():
        counts[outcome.pattern] += throws
    return dict(counts)


def rank_counts(ruleset: Ruleset) -> dict[Rank | None, int]:
    """How many throws count for each prize rank: `zhuangyuan` for the 状元-level ones, None for the rest."""
    counts: Counter[Rank | None] = Counter()
    for outcome, throws in outcome_counts(ruleset).items():
        counts[outcome.rank] += throws
    return dict(counts)


def zhuangyuan_chance(ruleset: Ruleset) -> Fraction:
    """The chance that one throw is 状元-level."""
    return Fraction(rank_counts(ruleset)[Rank.ZHUANGYUAN], THROWS)
