"""Classification of whole arrays of throws, for simulations and audits (RULEBOOK §2 §3).

Works on the arrays of any library that has the Array API standard, and imports none.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rules.dice import DICE, HandError, all_hands, hands_of_all_throws
from rules.patterns import Outcome
from rules.ruleset import Ruleset

_BLOCK = 32_768
"""Rows at a time: what is computed on the way stays in the processor's cache."""
_BASE = 9_331
"""The index of 111111 when its faces are read as digits of base six."""


def outcome_codes(ruleset: Ruleset) -> tuple[Outcome, ...]:
    """What the codes of `judge_many` mean: the outcome with code `i` is `outcome_codes(ruleset)[i]`."""
    return tuple(dict.fromkeys(map(ruleset.judge, all_hands())))


def judge_many(ruleset: Ruleset, throws: Any) -> Any:
    """The outcome codes (uint8, shape (n,)) of an (n, 6) integer array of faces.

    Raises HandError as `Hand.of` does: `dice_count` for another shape, `dice_face` for anything but
    integers 1..6.
    """
    xp = throws.__array_namespace__()
    if throws.ndim != 2 or throws.shape[1] != DICE:
        raise HandError("dice_count", f"an (n, 6) array is needed, not {throws.shape}")
    if not xp.isdtype(throws.dtype, "integral"):
        raise HandError("dice_face", f"dice are integers, not {throws.dtype}")
    table = _table(ruleset, xp, throws.device)
    starts = range(0, throws.shape[0], _BLOCK)
    blocks = [_judge_block(xp, table, throws[start : start + _BLOCK, :]) for start in starts]
    return xp.concat(blocks) if blocks else table[:0]


def _judge_block(xp: Any, table: Any, block: Any) -> Any:
    if xp.min(block) < 1 or xp.max(block) > 6:
        raise HandError("dice_face", "a die shows 1 to 6")
    dice = xp.asarray(block.T, dtype=xp.int32)
    index = dice[0, :]
    for die in range(1, DICE):
        index = index * 6 + dice[die, :]
    return xp.take(table, index - _BASE)


@lru_cache(maxsize=32)
def _table(ruleset: Ruleset, xp: Any, device: Any) -> Any:
    """The code of each of the 46,656 throws, in the order of `all_throws`."""
    code = {outcome: number for number, outcome in enumerate(outcome_codes(ruleset))}
    codes = [code[ruleset.judge(hand)] for hand in hands_of_all_throws()]
    return xp.asarray(codes, dtype=xp.uint8, device=device)
