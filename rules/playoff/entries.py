"""The entries of a play-off's log as values, and their JSON form (RULEBOOK §9 §11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.dice import Hand
from rules.entries import fields_to_json, read_fields, read_kind


@dataclass(frozen=True, slots=True)
class Throw:
    """Six dice in the bowl."""

    kind: ClassVar[str] = "throw"
    entrant: str
    hand: Hand


@dataclass(frozen=True, slots=True)
class Overflow:
    """出碗, as at a table (§4.4)."""

    kind: ClassVar[str] = "overflow"
    entrant: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Not there just now; no penalty."""

    kind: ClassVar[str] = "pass"
    entrant: str


@dataclass(frozen=True, slots=True)
class Rethrow:
    """Logged, the turn stays."""

    kind: ClassVar[str] = "rethrow"
    entrant: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Absent after three calls, or leaves: out for good."""

    kind: ClassVar[str] = "withdraw"
    entrant: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Decide:
    """Officials name who takes the next place."""

    kind: ClassVar[str] = "decide"
    entrant: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """An entry of a kind that does not exist; the fold refuses it in its place."""

    kind: str
    entrant: str | None = None


Entry = Throw | Overflow | Pass | Rethrow | Withdraw | Decide | Unknown

KINDS: Mapping[str, Callable[..., Entry]] = {
    kind.kind: kind for kind in (Throw, Overflow, Pass, Rethrow, Withdraw, Decide)
}


def parse_entry(data: Mapping[str, Any]) -> Entry:
    """The entry of `{kind, entrant, dice, reason}`; fields its kind does not need are ignored.

    Raises HandError for dice that are no hand and EntryError for anything else that is malformed.
    """
    kind = read_kind(data)
    if kind not in KINDS:
        entrant = data.get("entrant")
        return Unknown(kind, entrant if isinstance(entrant, str) else None)
    return KINDS[kind](**read_fields(KINDS[kind], data))


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """The entry as plain JSON, the form `parse_entry` reads; an empty reason is left out."""
    return fields_to_json(entry.kind, entry)
