"""The working copy of a game while one entry is applied.

A `Game` never changes: `Game.enter` copies it into a Draft, lets the rules work on that, and makes the next
Game.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from rules.game.candidates import Candidate, Champion
from rules.game.pieces import Ledger, Won
from rules.patterns import Rank

if TYPE_CHECKING:
    from rules.game.game import Game


class Clock(StrEnum):
    """How far `time_up` is (§7.4): not called; called, its round being completed; that round completed."""

    RUNNING = "running"
    CALLED = "called"
    OVER = "over"


class Visit(NamedTuple):
    """A seat's place in a round as it comes.

    `kind` is its `turn`, a `skip` (轮空, a turn used) or `left` (passed over).
    """

    seat: int
    round: int
    kind: str


class Draft:
    """The fields of a Game, open to change, and what the entry did: `won`, `visits`, the ledger's moves."""

    def __init__(self, game: Game) -> None:
        self.ruleset = game.ruleset
        self.ring = game.ring
        self.ledger = Ledger(game.full, game.taken, game.since)
        self.left = set(game.left)
        self.skips = set(game.skips)
        self.candidates: dict[int, Candidate] = {c.seat: c for c in game.standing}
        self.locked: int | None = game.locked
        self.lowered_bar: Rank | None = game.lowered_bar
        self.position = game.position
        self.round_number = game.round_number
        self.turn_used = game.turn_used
        self.last_used_round = game.last_used_round
        self.clock = game.clock
        self.extra: int | None = game.extra
        self.rounds_since_time_up = game.rounds_since_time_up
        self.champion: Champion | None = game.champion
        self.ended = game.ended
        self.entered = game.entered
        self.won: list[Won] = []
        self.visits: list[Visit] = []

    @property
    def seat(self) -> int:
        """The seat whose place in the round it is."""
        return self.ring[self.position]

    def after(self, seat: int) -> tuple[int, ...]:
        """The other seats in order of play, beginning after a seat."""
        at = self.ring.index(seat)
        return (*self.ring[at + 1 :], *self.ring[:at])
