"""Ranks, patterns and what a hand comes to (RULEBOOK §1 §2)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple


class Rank(StrEnum):
    """The six prize ranks, high to low (§1)."""

    ZHUANGYUAN = "zhuangyuan"
    DUITANG = "duitang"
    SANHONG = "sanhong"
    SIJIN = "sijin"
    ERJU = "erju"
    YIXIU = "yixiu"


class Pattern(StrEnum):
    """The patterns of six dice (§2): the eight 状元-level ones, then one for each lower rank."""

    CHAJINHUA = "chajinhua"
    LIUBEIHONG = "liubeihong"
    BIANDIJIN = "biandijin"
    HEILIUBO = "heiliubo"
    WUHONG = "wuhong"
    WUZI_YIXIU = "wuzi_yixiu"
    WUZI = "wuzi"
    SIHONG = "sihong"
    DUITANG = "duitang"
    SANHONG = "sanhong"
    SIJIN = "sijin"
    ERJU = "erju"
    YIXIU = "yixiu"


RANKS: tuple[Rank, ...] = tuple(Rank)
LOWER_RANKS: tuple[Rank, ...] = RANKS[1:]
CLASSIC_SET: Mapping[Rank, int] = MappingProxyType(dict(zip(RANKS, (1, 2, 4, 8, 16, 32), strict=True)))
"""One 会饼: 63 pieces."""

LOWER_PATTERNS: Mapping[Pattern, Rank] = MappingProxyType({Pattern(rank): rank for rank in LOWER_RANKS})
"""The rank that each lower pattern takes."""

ZHUANGYUAN_PATTERNS: tuple[Pattern, ...] = tuple(p for p in Pattern if p not in LOWER_PATTERNS)


class Outcome(NamedTuple):
    """What a hand comes to under a ruleset.

    `pattern` is None for 罚黑; `bonus` is the rank of the 兼得 piece; `strength` is the dense rank among the
    状元-level hands (1 = weakest, §3) and None for every hand that makes no candidate.
    """

    pattern: Pattern | None
    bonus: Rank | None
    strength: int | None

    @property
    def rank(self) -> Rank | None:
        """The prize rank the throw counts for: `zhuangyuan` for a candidate, its own for a lower pattern."""
        if self.strength is not None:
            return Rank.ZHUANGYUAN
        return None if self.pattern is None else LOWER_PATTERNS.get(self.pattern)
