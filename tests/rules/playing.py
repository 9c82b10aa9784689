"""Playing out a table or a play-off in a few lines of a test."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules import Effect, Game, Hand, Overflow, Pass, Playoff, PlayoffEffect, Throw, load, playoff

HANDS = {
    "nothing": "112233",
    "yixiu": "411223",
    "erju": "441122",
    "sanhong": "444112",
    "sijin": "222213",
    "sijin+yixiu": "222241",
    "sijin+erju": "222244",
    "duitang": "123456",
    "sihong3": "444412",
    "sihong12": "444466",
    "wuzi": "222221",
    "wuzi+yixiu": "222224",
    "wuhong": "444441",
    "heiliubo": "222222",
    "biandijin": "111111",
    "liubeihong": "444444",
    "chajinhua": "444411",
}
"""One hand for each thing a throw can be, named after it."""


def hand(name: str) -> Hand:
    return Hand.parse(HANDS.get(name, name))


class Table:
    """A game being played: every method enters something and moves `game` on."""

    def __init__(
        self,
        seats: Iterable[int] = (1, 2, 3),
        first: int = 1,
        stock: dict[str, int] | None = None,
        ruleset: str = "ten-seat-simple",
        **overrides: Any,
    ) -> None:
        overrides.setdefault("min_players", 1)
        self.game = Game.start(load(ruleset, overrides), seats, first, stock)

    def enter(self, entry: Any) -> Effect:
        self.game, effect = self.game.enter(entry)
        return effect

    def throw(self, *names: str) -> Effect:
        """The seats in turn throw these hands one after the other; the last one's effect."""
        for name in names:
            effect = self.enter(Throw(self.turn, hand(name)))
        return effect

    def overflow(self) -> Effect:
        return self.enter(Overflow(self.turn))

    def skip_turn(self) -> Effect:
        return self.enter(Pass(self.turn))

    def throw_round(self, name: str = "nothing") -> None:
        """Throw the same hand until the round is over."""
        now = self.game.round
        while not self.game.ended and self.game.round == now:
            self.throw(name)

    @property
    def turn(self) -> int:
        assert self.game.turn is not None
        return self.game.turn

    @property
    def at(self) -> tuple[int | None, int]:
        """(turn, round)"""
        return self.game.turn, self.game.round


class Race:
    """A play-off being played."""

    def __init__(self, entrants: str = "ABCD", ruleset: str = "ten-seat-simple", **options: Any) -> None:
        overrides = options.pop("overrides", {})
        self.playoff = Playoff.start(load(ruleset, overrides), entrants, **options)

    def enter(self, entry: Any) -> PlayoffEffect:
        self.playoff, effect = self.playoff.enter(entry)
        return effect

    def throw(self, *names: str) -> PlayoffEffect:
        for name in names:
            assert self.playoff.turn is not None
            effect = self.enter(playoff.Throw(self.playoff.turn, hand(name)))
        return effect

    @property
    def at(self) -> tuple[str | None, int]:
        """(turn, round)"""
        return self.playoff.turn, self.playoff.round


def stock_of(**pieces: int) -> dict[str, int]:
    """A stock with the 状元 piece and these pieces."""
    return {"zhuangyuan": 1, **pieces}
