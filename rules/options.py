"""The options of a ruleset: their values, defaults and what contradicts what (RULEBOOK §8)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from typing import Any, Literal, TypeVar, get_args

from rules.patterns import RANKS, ZHUANGYUAN_PATTERNS, Pattern, Rank

WuziCompare = Literal["kicker", "face_kicker"]
ZhuangyuanCounts = Literal["best", "last"]
ChajinhuaDuitang = Literal["none", "remaining", "all_at_end"]
LiubeihongEffect = Literal["candidate", "duitang_at_end", "remaining_end", "all_end", "duitang_share_end"]
BiandijinEffect = Literal["candidate", "remaining"]
HeiliuboEffect = Literal["candidate", "nothing", "share_end", "blackout_end", "split"]
OverflowEffect = Literal["skip", "void"]
ChaseFrom = Literal["nearest", "previous_winner"]
Direction = Literal["clockwise", "counterclockwise"]
AfterLastPrize = Literal["finish_round", "one_more_round"]
OnTimeUp = Literal["continue", "vacant"]
OpeningBy = Literal["player", "referee"]

DEFAULT_ORDER = (
    Pattern.CHAJINHUA,
    Pattern.LIUBEIHONG,
    Pattern.BIANDIJIN,
    Pattern.HEILIUBO,
    Pattern.WUHONG,
    Pattern.WUZI,
    Pattern.SIHONG,
)
ALWAYS_IN_ORDER = frozenset(DEFAULT_ORDER) - {Pattern.BIANDIJIN, Pattern.HEILIUBO}
HEILIUBO_CANDIDATE = ("candidate", "share_end", "split")
"""The 六抔黑 effects that make a candidate (§6.5)."""


class RulesetError(ValueError):
    """A ruleset that is unknown or contradicts itself (§8).

    `key` is the option the refusal names (`id` for an unknown ruleset); `code` is `unknown_ruleset`,
    `unknown_option`, `bad_value` or `contradiction`.
    """

    def __init__(self, key: str, code: str, message: str) -> None:
        super().__init__(f"{key}: {message}")
        self.key = key
        self.code = code


Name = TypeVar("Name", bound=StrEnum)


def _bad(key: str, message: str) -> RulesetError:
    return RulesetError(key, "bad_value", message)


def _choice(choices: object) -> Callable[[str, Any], str]:
    allowed = get_args(choices)

    def read(key: str, value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise _bad(key, f"{value!r} is none of {', '.join(allowed)}")
        return value

    return read


def _at_least(least: int) -> Callable[[str, Any], int]:
    def read(key: str, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise _bad(key, f"a whole number of at least {least} is needed, not {value!r}")
        return value

    return read


def _flag(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _bad(key, f"true or false is needed, not {value!r}")
    return value


def _time_limit(key: str, value: Any) -> int | None:
    return None if value is None else _at_least(1)(key, value)


def _names(key: str, value: Any, allowed: Mapping[str, Name]) -> tuple[Name, ...]:
    """A list of distinct names out of `allowed`."""
    if not isinstance(value, list | tuple):
        raise _bad(key, f"a list is needed, not {value!r}")
    for name in value:
        if not isinstance(name, str) or name not in allowed:
            raise _bad(key, f"{name!r} is none of {', '.join(allowed)}")
    if len(set(value)) != len(value):
        raise _bad(key, "a name is in it twice")
    return tuple(allowed[name] for name in value)


def _order(key: str, value: Any) -> tuple[Pattern, ...]:
    order = _names(key, value, {pattern.value: pattern for pattern in ZHUANGYUAN_PATTERNS})
    missing = [pattern for pattern in DEFAULT_ORDER if pattern in ALWAYS_IN_ORDER and pattern not in order]
    if missing:  # §3: always, once each
        raise _bad(key, f"{', '.join(missing)} must be in it")
    return order


def _chase_ranks(key: str, value: Any) -> tuple[Rank, ...]:
    ranks = _names(key, value, {rank.value: rank for rank in RANKS})
    if Rank.ZHUANGYUAN in ranks:
        raise _bad(key, "the 状元 piece is never chased")
    return tuple(sorted(ranks, key=RANKS.index))


READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "order": _order,
    "wuzi_compare": _choice(WuziCompare),
    "zhuangyuan_counts": _choice(ZhuangyuanCounts),
    "bonus_prizes": _flag,
    "chajinhua_duitang": _choice(ChajinhuaDuitang),
    "chajinhua_locked": _flag,
    "liubeihong_effect": _choice(LiubeihongEffect),
    "biandijin_effect": _choice(BiandijinEffect),
    "heiliubo_effect": _choice(HeiliuboEffect),
    "overflow": _choice(OverflowEffect),
    "chase_ranks": _chase_ranks,
    "chase_from": _choice(ChaseFrom),
    "direction": _choice(Direction),
    "after_last_prize": _choice(AfterLastPrize),
    "opening_by": _choice(OpeningBy),
    "opening_dice": _at_least(1),
    "seats": _at_least(2),
    "min_players": _at_least(1),
    "time_limit_minutes": _time_limit,
    "on_time_up": _choice(OnTimeUp),
}
"""One reader for each option, in the order in which they are tested (`seats` before `min_players`)."""


def refuse_unknown(keys: Iterable[object], allowed: Collection[str] = READERS.keys()) -> None:
    """Raises RulesetError `unknown_option` for the first key that is not allowed."""
    for key in keys:
        if key not in allowed:
            raise RulesetError(str(key), "unknown_option", "there is no such option")
