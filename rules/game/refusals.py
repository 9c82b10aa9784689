"""Which entries are refused, and in what order that is tested (RULEBOOK §7.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.entries import Entry, Leave, LowerBar, Overflow, Pass, Rethrow, Return, Throw, TimeUp, Unknown
from rules.patterns import LOWER_RANKS

if TYPE_CHECKING:
    from rules.game.game import Game


def refusal(game: Game, entry: Entry) -> str | None:
    """The code with which the game refuses the entry, or None. The order is that of §7.7."""
    if game.ended:
        return "table_ended"
    seat = getattr(entry, "seat", None)
    if seat is not None and seat not in game.seats:
        return "unknown_seat"
    if isinstance(entry, Throw | Overflow | Pass | Rethrow):
        return None if seat == game.turn else "not_your_turn"
    if isinstance(entry, Leave):
        return "already_left" if seat in game.left else None
    if isinstance(entry, Return):
        return None if seat in game.left else "not_left"
    return _refusal_of_table_entry(game, entry)


def _refusal_of_table_entry(game: Game, entry: Entry) -> str | None:
    if isinstance(entry, TimeUp):
        return "time_already_up" if game.time_up else None
    if isinstance(entry, LowerBar):
        return None if entry.rank in LOWER_RANKS else "unknown_rank"
    return "unknown_kind" if isinstance(entry, Unknown) else None
