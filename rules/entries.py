"""The entries of a table's log as values, and their JSON form (RULEBOOK §4 §7 §11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from rules.dice import Hand
from rules.patterns import Rank


class EntryError(ValueError):
    """JSON that is no entry.

    `code` is `not_an_object`, or `bad_kind`, `bad_seat`, `bad_entrant`, `bad_reason` after the field that is
    missing or of the wrong type. Dice that are no hand raise HandError instead.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Throw:
    """Six dice in the bowl (§4.3)."""

    kind: ClassVar[str] = "throw"
    seat: int
    hand: Hand


@dataclass(frozen=True, slots=True)
class Overflow:
    """出碗: a die left the bowl, the throw is void (§4.4)."""

    kind: ClassVar[str] = "overflow"
    seat: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Not at the table just now; no penalty (§4.3)."""

    kind: ClassVar[str] = "pass"
    seat: int


@dataclass(frozen=True, slots=True)
class Rethrow:
    """Dice stacked, leaning, touched or fewer than six: logged, the turn stays (§4.3)."""

    kind: ClassVar[str] = "rethrow"
    seat: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """The seat is passed over until it returns (§4.5)."""

    kind: ClassVar[str] = "leave"
    seat: int


@dataclass(frozen=True, slots=True)
class Return:
    """A seat that left is back (§4.5)."""

    kind: ClassVar[str] = "return"
    seat: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The table's clock ran out (§7.4)."""

    kind: ClassVar[str] = "time_up"


@dataclass(frozen=True, slots=True)
class LowerBar:
    """The referee lowers the requirement for candidates to `rank` (§7.5).

    Anything but a lower rank is accepted here and refused by the fold (`unknown_rank`).
    """

    kind: ClassVar[str] = "lower_bar"
    rank: Rank | str


@dataclass(frozen=True, slots=True)
class Appoint:
    """The committee names the champion (§7.6)."""

    kind: ClassVar[str] = "appoint"
    seat: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """An entry of a kind that does not exist; the fold refuses it in its place (§7.7)."""

    kind: str
    seat: int | None = None


Entry = Throw | Overflow | Pass | Rethrow | Leave | Return | TimeUp | LowerBar | Appoint | Unknown

KINDS: Mapping[str, Callable[..., Entry]] = {
    kind.kind: kind for kind in (Throw, Overflow, Pass, Rethrow, Leave, Return, TimeUp, LowerBar, Appoint)
}


def parse_entry(data: Mapping[str, Any]) -> Entry:
    """The entry of `{kind, seat, dice, rank, reason}`; fields its kind does not need are ignored.

    Raises HandError for dice that are no hand and EntryError for anything else that is malformed.
    """
    kind = read_kind(data)
    if kind not in KINDS:
        seat = data.get("seat")
        return Unknown(kind, seat if _is_int(seat) else None)
    return KINDS[kind](**read_fields(KINDS[kind], data))


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """The entry as plain JSON, the form `parse_entry` reads; an empty reason is left out."""
    return fields_to_json(entry.kind, entry)


def read_kind(data: Mapping[str, Any]) -> str:
    """The entry's kind. Raises EntryError."""
    if not isinstance(data, Mapping):
        raise EntryError("not_an_object", "an entry is a JSON object")
    kind = data.get("kind")
    if not isinstance(kind, str):
        raise EntryError("bad_kind", f"an entry's kind is text, not {kind!r}")
    return kind


def read_fields(kind: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of the dataclass `kind`, each read by its name. Raises EntryError, HandError."""
    return {field.name: _READERS[field.name](data) for field in fields(kind)}


def fields_to_json(kind: str, entry: Any) -> dict[str, Any]:
    """`{kind, ...}` with the dataclass's fields, the hand as `dice`, what is empty left out."""
    written: dict[str, Any] = {"kind": kind}
    for field in fields(entry):
        value = getattr(entry, field.name)
        if isinstance(value, Hand):
            written["dice"] = list(value.faces)
        elif value not in ("", None):
            written[field.name] = str(value) if isinstance(value, str) else value
    return written


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _seat(data: Mapping[str, Any]) -> int:
    seat = data.get("seat")
    if isinstance(seat, int) and not isinstance(seat, bool):
        return seat
    raise EntryError("bad_seat", f"a seat is a whole number, not {seat!r}")


def _entrant(data: Mapping[str, Any]) -> str:
    entrant = data.get("entrant")
    if isinstance(entrant, str):
        return entrant
    raise EntryError("bad_entrant", f"an entrant is text, not {entrant!r}")


def _rank(data: Mapping[str, Any]) -> Rank | str:
    rank = data.get("rank")
    return Rank(rank) if rank in list(Rank) else str(rank)


def _reason(data: Mapping[str, Any]) -> str:
    reason = data.get("reason")
    if reason is None:
        return ""
    if isinstance(reason, str):
        return reason
    raise EntryError("bad_reason", f"a reason is text, not {reason!r}")


def _hand(data: Mapping[str, Any]) -> Hand:
    dice = data.get("dice")
    return Hand.parse(dice) if isinstance(dice, str) else Hand.of(dice)  # type: ignore[arg-type]


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "seat": _seat,
    "entrant": _entrant,
    "hand": _hand,
    "rank": _rank,
    "reason": _reason,
}
