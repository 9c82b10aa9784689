"""The working copy of a play-off while one entry is applied.

A `Playoff` never changes: `Playoff.enter` copies it into a Draft, lets the rules work on that, and makes the
next Playoff.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.dice import Hand
from rules.patterns import Pattern

if TYPE_CHECKING:
    from rules.playoff.playoff import Playoff


class Hit(NamedTuple):
    """A throw of this round that hits the target.

    `strength` is None for 对堂; `order` is the number of the entry, so a smaller one is earlier.
    """

    entrant: str
    pattern: Pattern
    hand: Hand
    strength: int | None
    order: int


class Call(NamedTuple):
    """An entrant's place in a round as it comes: its `turn`, or a `skip` (轮空, a turn used)."""

    entrant: str
    round: int
    kind: str


class Draft:
    """The fields of a Playoff, open to change, and what the entry did: `calls` on the way, whether it `hit`."""

    def __init__(self, playoff: Playoff) -> None:
        self.ruleset = playoff.ruleset
        self.entrants = playoff.entrants
        self.target = playoff.target
        self.decide = playoff.decide
        self.places = playoff.places
        self.in_play = set(playoff.in_play)
        self.placed = list(playoff.placed)
        self.skips = set(playoff.skips)
        self.hits = list(playoff.hits)
        self.position = playoff.position
        self.round_number = playoff.round_number
        self.last_used_round = playoff.last_used_round
        self.entered = playoff.entered
        self.calls: list[Call] = []
        self.hit = False

    @property
    def entrant(self) -> str:
        """The entrant whose place in the round it is."""
        return self.entrants[self.position]

    @property
    def ended(self) -> bool:
        """All places are taken, or nobody is left."""
        return len(self.placed) == self.places or not self.in_play
