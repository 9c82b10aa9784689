"""A play-off as compact plain JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules.dice import Hand
from rules.errors import SnapshotError
from rules.patterns import Pattern, Rank
from rules.playoff.draft import Hit

if TYPE_CHECKING:
    from rules.playoff.playoff import Playoff
    from rules.ruleset import Ruleset

VERSION = 1
_AS_THEY_ARE = ("mode", "decide", "places", "position", "round_number", "last_used_round", "entered")


def to_json(playoff: Playoff) -> dict[str, Any]:
    """Written so that `read` gives it back; grows with the entrants, not with the entries."""
    return {
        "v": VERSION,
        "entrants": list(playoff.entrants),
        "target": playoff.target.value,
        "in_play": [entrant for entrant in playoff.entrants if entrant in playoff.in_play],
        "placed": list(playoff.placed),
        "skips": sorted(playoff.skips),
        "hits": [[h.entrant, h.pattern.value, h.hand.text, h.strength, h.order] for h in playoff.hits],
        **{name: getattr(playoff, name) for name in _AS_THEY_ARE},
    }


def read(data: Mapping[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """The fields of the play-off that was written. Raises SnapshotError."""
    try:
        if data["v"] != VERSION:
            raise SnapshotError(f"a snapshot of version {data['v']!r} cannot be read")
        return _fields(data, ruleset)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise SnapshotError(f"not a snapshot of a play-off: {error!r}") from error


def _fields(data: Mapping[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    return {
        "ruleset": ruleset,
        "entrants": tuple(data["entrants"]),
        "target": Rank(data["target"]),
        "in_play": frozenset(data["in_play"]),
        "placed": tuple(data["placed"]),
        "skips": frozenset(data["skips"]),
        "hits": tuple(_hit(*row) for row in data["hits"]),
        **{name: data[name] for name in _AS_THEY_ARE},
    }


def _hit(entrant: str, pattern: str, hand: str, strength: int | None, order: int) -> Hit:
    return Hit(entrant, Pattern(pattern), Hand.parse(hand), strength, order)
