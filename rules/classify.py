"""From a hand to its pattern, bonus and strength (RULEBOOK §2 §3).

A ruleset never classifies at play: `outcomes` computes all 462 answers once for each distinct set of the
options that matter here, and `Ruleset.judge` is a look-up in that table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rules.dice import Hand, all_hands
from rules.patterns import Outcome, Pattern, Rank


class PatternOptions(NamedTuple):
    """The options of a ruleset that decide what a hand is."""

    order: tuple[Pattern, ...]
    wuzi_compare: str
    bonus_prizes: bool
    heiliubo_effect: str


@lru_cache(maxsize=256)
def outcomes(options: PatternOptions) -> dict[Hand, Outcome]:
    """The outcome of each of the 462 hands. The dict is shared: do not change it."""
    patterns = {hand: pattern_of(hand, options) for hand in all_hands()}
    strengths = _strengths(patterns, options)
    return {
        hand: Outcome(pattern, _bonus(hand, pattern, options), strengths.get(hand))
        for hand, pattern in patterns.items()
    }


def pattern_of(hand: Hand, options: PatternOptions) -> Pattern | None:
    """The highest pattern the hand fits (§2), or None for 罚黑."""
    reds = hand.counts[3]
    if reds >= 4:
        return _four_reds_or_more(hand)
    face = _most(hand)
    most = hand.counts[face - 1]
    if most == 6:
        return _six_equal(face, options)
    if most == 5:
        return _five_equal(reds, options)
    if max(hand.counts) == 1:
        return Pattern.DUITANG
    if reds == 3:
        return Pattern.SANHONG
    if most == 4:
        return Pattern.SIJIN
    return {2: Pattern.ERJU, 1: Pattern.YIXIU}.get(reds)


def _four_reds_or_more(hand: Hand) -> Pattern:
    if hand.counts[3] == 6:
        return Pattern.LIUBEIHONG
    if hand.counts[3] == 5:
        return Pattern.WUHONG
    return Pattern.CHAJINHUA if hand.counts[0] == 2 else Pattern.SIHONG


def _six_equal(face: int, options: PatternOptions) -> Pattern | None:
    # §2: six 1s are a biandijin only where the order lists it, else a heiliubo of face 1.
    if face == 1 and Pattern.BIANDIJIN in options.order:
        return Pattern.BIANDIJIN
    # §2 §6.5: 六抔黑 "nothing" leaves such a throw without a pattern.
    return None if options.heiliubo_effect == "nothing" else Pattern.HEILIUBO


def _five_equal(reds: int, options: PatternOptions) -> Pattern:
    listed = Pattern.WUZI_YIXIU in options.order
    return Pattern.WUZI_YIXIU if reds == 1 and listed else Pattern.WUZI


def _most(hand: Hand) -> int:
    """The face shown most often."""
    return hand.counts.index(max(hand.counts)) + 1


def _kicker(hand: Hand) -> int:
    """The sixth die beside five equal ones."""
    return hand.counts.index(1) + 1


def _bonus(hand: Hand, pattern: Pattern | None, options: PatternOptions) -> Rank | None:
    """兼得 (§2): the piece taken beside the pattern's own prize."""
    if not options.bonus_prizes or pattern not in (Pattern.WUZI, Pattern.WUZI_YIXIU, Pattern.SIJIN):
        return None
    return {2: Rank.ERJU, 1: Rank.YIXIU}.get(hand.counts[3])


def _strengths(patterns: dict[Hand, Pattern | None], options: PatternOptions) -> dict[Hand, int]:
    """The dense rank of every 状元-level hand, 1 the weakest (§3)."""
    place = {pattern: -index for index, pattern in enumerate(options.order)}
    keys = {
        hand: (place[pattern], _inner_key(hand, pattern, options))
        for hand, pattern in patterns.items()
        if pattern in place
    }
    dense = {key: number for number, key in enumerate(sorted(set(keys.values())), start=1)}
    return {hand: dense[key] for hand, key in keys.items()}


def _inner_key(hand: Hand, pattern: Pattern, options: PatternOptions) -> tuple[int, ...]:
    """Strength inside one pattern (§3); equal keys are equal throws."""
    if pattern is Pattern.WUZI and options.wuzi_compare == "face_kicker":
        return (_most(hand), _kicker(hand))
    key = _INNER_KEYS.get(pattern)
    return () if key is None else (key(hand),)


_INNER_KEYS: dict[Pattern, Callable[[Hand], int]] = {
    Pattern.WUHONG: _kicker,
    Pattern.WUZI: _kicker,
    Pattern.WUZI_YIXIU: _most,
    Pattern.HEILIUBO: _most,
    Pattern.SIHONG: lambda hand: sum(hand.faces) - 4 * 4,
}
