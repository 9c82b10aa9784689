"""A game as compact plain JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules.dice import Hand
from rules.errors import SnapshotError
from rules.game.candidates import Candidate, Champion
from rules.game.draft import Clock
from rules.game.effect import champion_to_json
from rules.opening import order_of_play
from rules.patterns import Pattern, Rank
from rules.ruleset import Ruleset

if TYPE_CHECKING:
    from rules.game.game import Game

VERSION = 1
_AS_THEY_ARE = (
    "since",
    "locked",
    "position",
    "round_number",
    "turn_used",
    "last_used_round",
    "extra",
    "rounds_since_time_up",
    "ended",
    "entered",
)


def to_json(game: Game) -> dict[str, Any]:
    """Written so that `read` gives it back; grows with the pieces and seats, not with the entries."""
    return {
        "v": VERSION,
        "seats": list(game.seats),
        "first": game.first,
        "full": list(game.full),
        "taken": [[[place, since] for place, since in slots] for slots in game.taken],
        "left": sorted(game.left),
        "skips": sorted(game.skips),
        "candidates": [_candidate_to_json(candidate) for candidate in game.standing],
        "lowered_bar": game.lowered_bar and game.lowered_bar.value,
        "clock": game.clock.value,
        "champion": champion_to_json(game.champion),
        **{name: getattr(game, name) for name in _AS_THEY_ARE},
    }


def read(data: Mapping[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """The fields of the game that was written. Raises SnapshotError."""
    try:
        if data["v"] != VERSION:
            raise SnapshotError(f"a snapshot of version {data['v']!r} cannot be read")
        return _fields(data, ruleset)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise SnapshotError(f"not a snapshot of a game: {error!r}") from error


def _fields(data: Mapping[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    seats, bar, champion = tuple(data["seats"]), data["lowered_bar"], data["champion"]
    return {
        "ruleset": ruleset,
        "seats": seats,
        "ring": order_of_play(ruleset, seats, data["first"]),
        "full": tuple(data["full"]),
        "taken": tuple(tuple((place, since) for place, since in slots) for slots in data["taken"]),
        "left": frozenset(data["left"]),
        "skips": frozenset(data["skips"]),
        "standing": tuple(_candidate(*row) for row in data["candidates"]),
        "lowered_bar": None if bar is None else Rank(bar),
        "clock": Clock(data["clock"]),
        "champion": champion and Champion(champion["seat"], _pattern(champion["pattern"])),
        **{name: data[name] for name in _AS_THEY_ARE},
    }


def _candidate_to_json(candidate: Candidate) -> list[Any]:
    return [candidate.seat, candidate.pattern.value, candidate.hand.text, candidate.strength, candidate.order]


def _candidate(seat: int, pattern: str, hand: str, strength: int | None, order: int) -> Candidate:
    return Candidate(seat, Pattern(pattern), Hand.parse(hand), strength, order)


def _pattern(code: str | None) -> Pattern | None:
    return None if code is None else Pattern(code)
