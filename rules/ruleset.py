"""A ruleset: every option of RULEBOOK §8, validated and frozen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from rules import options as opt
from rules.classify import PatternOptions, outcomes
from rules.dice import Hand
from rules.options import READERS, RulesetError, refuse_unknown
from rules.patterns import LOWER_RANKS, Outcome, Pattern, Rank

LABELS = ("id", "title", "title_en", "source")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All options of a table, with the labels of the sheet they come from.

    Make one with `load` or `Ruleset.from_json`; the constructor checks too and raises RulesetError.
    `judge(hand)` gives the hand's Outcome: it is the look-up of a table of 462 answers and nothing else.
    """

    id: str
    title: str = ""
    title_en: str = ""
    source: str = ""
    order: tuple[Pattern, ...] = opt.DEFAULT_ORDER
    wuzi_compare: opt.WuziCompare = "kicker"
    zhuangyuan_counts: opt.ZhuangyuanCounts = "best"
    bonus_prizes: bool = False
    chajinhua_duitang: opt.ChajinhuaDuitang = "none"
    chajinhua_locked: bool = False
    liubeihong_effect: opt.LiubeihongEffect = "candidate"
    biandijin_effect: opt.BiandijinEffect = "candidate"
    heiliubo_effect: opt.HeiliuboEffect = "candidate"
    overflow: opt.OverflowEffect = "skip"
    chase_ranks: tuple[Rank, ...] = ()
    chase_from: opt.ChaseFrom = "nearest"
    direction: opt.Direction = "clockwise"
    after_last_prize: opt.AfterLastPrize = "finish_round"
    opening_by: opt.OpeningBy = "player"
    opening_dice: int = 2
    seats: int = 12
    min_players: int = 2
    time_limit_minutes: int | None = None
    on_time_up: opt.OnTimeUp = "continue"
    judge: Callable[[Hand], Outcome] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for key in LABELS:
            if not isinstance(getattr(self, key), str):
                raise RulesetError(key, "bad_value", "text is needed")
        for key, read in READERS.items():
            object.__setattr__(self, key, read(key, getattr(self, key)))
        _refuse_contradictions(self)
        # A bound built-in: a judgement costs no Python call. `get`, because CPython calls it faster.
        object.__setattr__(self, "judge", self.outcomes.get)

    @property
    def outcomes(self) -> Mapping[Hand, Outcome]:
        """The outcome of each of the 462 hands: one table for all rulesets with the same pattern options."""
        options = PatternOptions(self.order, self.wuzi_compare, self.bonus_prizes, self.heiliubo_effect)
        return outcomes(options)

    @property
    def movable_ranks(self) -> frozenset[Rank]:
        """The lower ranks whose pieces may be taken from their holder before the table is over (§5.3).

        Chaseable ranks (§5.2); 对堂 where a 插金花 or 六杯红 can collect them (§6.2 §6.3); every lower rank where
        a 六杯红 takes all (§6.3) or a 六抔黑 is split (§6.5).
        """
        if self.liubeihong_effect == "all_end" or self.heiliubo_effect == "split":
            return frozenset(LOWER_RANKS)
        collected = self.chajinhua_duitang == "all_at_end" or self.liubeihong_effect in (
            "duitang_at_end",
            "duitang_share_end",
        )
        return frozenset(self.chase_ranks) | ({Rank.DUITANG} if collected else frozenset())

    def example(self, pattern: str, bonus: str = "") -> Hand | None:
        """The first of the 462 hands, by their sorted faces, with this pattern and bonus (codes, empty for none)."""
        asked = (pattern or None, bonus or None)
        return next((hand for hand, found in self.outcomes.items() if (found.pattern, found.bonus) == asked), None)

    def hand_table(self) -> list[dict[str, Any]]:
        """462 rows `{key, pattern, bonus, strength}` as plain JSON; `key` is the sorted faces, "111144"."""
        return [
            {
                "key": hand.text,
                "pattern": outcome.pattern and outcome.pattern.value,
                "bonus": outcome.bonus and outcome.bonus.value,
                "strength": outcome.strength,
            }
            for hand, outcome in self.outcomes.items()
        ]

    def to_json(self) -> dict[str, Any]:
        """Every field as plain JSON values: strings, ints, bools, null and lists of strings."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self) if f.init}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Ruleset:
        """The ruleset that `to_json` wrote; options left out have their default. Raises RulesetError."""
        if not isinstance(data, Mapping):
            raise RulesetError("id", "bad_value", "a ruleset is a JSON object")
        refuse_unknown(data, {*LABELS, *READERS})
        if "id" not in data:
            raise RulesetError("id", "bad_value", "a ruleset needs an id")
        return Ruleset(**data)

    @property
    def digest(self) -> str:
        """SHA-256 (hex) over the canonical JSON: `to_json` with sorted keys, no spaces, UTF-8."""
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def __reduce__(self) -> tuple[object, tuple[dict[str, Any]]]:
        return Ruleset.from_json, (self.to_json(),)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [str(item) for item in value]
    return value


def _refuse_contradictions(rules: Ruleset) -> None:
    """§8, last paragraph: an effect whose pattern is not in the order; more players than seats."""
    if rules.biandijin_effect != "candidate" and Pattern.BIANDIJIN not in rules.order:
        raise RulesetError("biandijin_effect", "contradiction", "biandijin is not in the order")
    makes_candidate = rules.heiliubo_effect in opt.HEILIUBO_CANDIDATE
    if makes_candidate != (Pattern.HEILIUBO in rules.order):  # §6.5, last sentence
        state = "missing from" if makes_candidate else "still in"
        raise RulesetError("heiliubo_effect", "contradiction", f"heiliubo is {state} the order")
    if rules.min_players > rules.seats:
        raise RulesetError("min_players", "contradiction", f"there are only {rules.seats} seats")
