"""Reading one entry as a client sends it, before the game is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_datetime

import rules
from rules import EntryError, Hand, HandError, Ruleset
from rules.patterns import ZHUANGYUAN_PATTERNS
from tables.models import Entry
from tables.models.entry import VOID
from tables.services.sentences import malformed

REASON_LENGTH = 200


@dataclass(frozen=True)
class Asked:
    """One entry to be recorded. `entry` is None for a void; `supersedes` is the `seq` of the entry it corrects.

    `dice_seen` is false where the pattern was entered and `dice` are the ruleset's example of it. `pin` is of the
    second person who approves a correction.
    """

    client_uuid: UUID
    kind: str
    entry: rules.Entry | None
    dice: str
    reason: str
    thrown_at: datetime
    supersedes: int | None
    dice_seen: bool = True
    pin: str | None = None

    @property
    def seat(self) -> int | None:
        return getattr(self.entry, "seat", None)

    @property
    def rank(self) -> str:
        return str(getattr(self.entry, "rank", ""))

    def is_recorded_as(self, entry: Entry) -> bool:
        """Whether a row says the same; the time of the throw may differ between two attempts to send it."""
        supersedes = entry.supersedes.seq if entry.supersedes else None
        return self.says_the_same_as(entry) and (self.reason, self.supersedes) == (entry.reason, supersedes)

    def says_the_same_as(self, entry: Entry) -> bool:
        """Whether the row means the same for the game; the order of the dice means nothing."""
        mine = (self.kind, self.seat, sorted(self.dice), self.dice_seen, self.rank)
        return mine == (entry.kind, entry.seat, sorted(entry.dice), entry.dice_seen, entry.rank)


def read_uuid(data: Any) -> UUID | None:
    """The client UUID of what was sent, None where it has none that can be read."""
    sent = data.get("client_uuid") if isinstance(data, Mapping) else None
    if isinstance(sent, UUID):
        return sent
    try:
        return UUID(sent) if isinstance(sent, str) else None
    except ValueError:
        return None


def read_asked(data: Any, *, now: datetime, ruleset: Ruleset | None = None) -> Asked:
    """The entry of `{client_uuid, kind, seat?, dice?, pattern?, bonus?, rank?, reason?, thrown_at?, supersedes?}`.

    A throw without dice may name its pattern, empty for one that takes nothing, and its bonus: under a ruleset it
    stands for the first of the 462 hands that is that. Refuses, with status 400, what is no entry: `not_an_object`,
    `bad_client_uuid`, `bad_kind`, `bad_seat`, `bad_reason`, `bad_thrown_at`, `bad_supersedes`, `bad_approval`,
    `void_without_supersedes`, `dice_count`, `dice_face`, `bad_pattern`, and `dice_needed` for a pattern of 状元 level.
    """
    if not isinstance(data, Mapping):
        raise malformed("not_an_object")
    client_uuid = read_uuid(data)
    if client_uuid is None:
        raise malformed("bad_client_uuid")
    supersedes = read_supersedes(data)
    dice_seen = not _names_a_pattern(data)
    if not dice_seen and ruleset is not None:
        data = {**data, "dice": list(_example(data, ruleset).faces)}
    entry = _read_entry(data, supersedes)
    return Asked(
        client_uuid=client_uuid,
        kind=VOID if entry is None else entry.kind,
        entry=entry,
        dice=_thrown(data) if isinstance(entry, rules.Throw) else "",
        reason=read_reason(data),
        thrown_at=read_time(data, now),
        supersedes=supersedes,
        dice_seen=dice_seen,
        pin=_read_pin(data),
    )


def _names_a_pattern(data: Mapping[str, Any]) -> bool:
    return data.get("kind") == rules.Throw.kind and data.get("dice") is None and "pattern" in data


def _example(data: Mapping[str, Any], ruleset: Ruleset) -> Hand:
    pattern, bonus = data.get("pattern") or "", data.get("bonus") or ""
    if pattern in list(ZHUANGYUAN_PATTERNS):
        raise malformed("dice_needed")
    hand = ruleset.example(pattern, bonus)
    if hand is None:
        raise malformed("bad_pattern")
    return hand


def _read_pin(data: Mapping[str, Any]) -> str | None:
    """The PIN of `approval: {pin}`. Refuses `bad_approval`."""
    approval = data.get("approval")
    if approval is None:
        return None
    pin = approval.get("pin") if isinstance(approval, Mapping) else None
    if not isinstance(pin, str):
        raise malformed("bad_approval")
    return pin


def _read_entry(data: Mapping[str, Any], supersedes: int | None) -> rules.Entry | None:
    if data.get("kind") == VOID:
        if supersedes is None:
            raise malformed("void_without_supersedes")
        return None
    try:
        return rules.parse_entry(data)
    except (HandError, EntryError) as error:
        raise malformed(error) from error


def _thrown(data: Mapping[str, Any]) -> str:
    """The faces in the order they were entered."""
    return "".join(map(str, data["dice"]))


def read_reason(data: Mapping[str, Any]) -> str:
    """The reason given, empty where there is none. Refuses `bad_reason`."""
    reason = data.get("reason")
    if reason is None:
        return ""
    if not isinstance(reason, str) or len(reason) > REASON_LENGTH or "\x00" in reason:
        raise malformed("bad_reason")
    return reason.strip()


def read_supersedes(data: Mapping[str, Any]) -> int | None:
    """The number of the entry that is corrected, if any. Refuses `bad_supersedes`."""
    supersedes = data.get("supersedes")
    if supersedes is None or (isinstance(supersedes, int) and not isinstance(supersedes, bool)):
        return supersedes
    raise malformed("bad_supersedes")


def read_time(data: Mapping[str, Any], now: datetime) -> datetime:
    """When it was thrown, in UTC; `now` where it is not said. Refuses `bad_thrown_at`."""
    sent = data.get("thrown_at")
    try:
        moment = now if sent is None else sent if isinstance(sent, datetime) else parse_datetime(sent)
        if moment is not None and moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        pass
    raise malformed("bad_thrown_at")
