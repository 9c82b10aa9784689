"""Reading one play-off entry as a client sends it, before the fold is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from rules import EntryError, HandError
from rules.playoff import Entry, Throw, parse_entry
from tables.models.entry import VOID
from tables.services.asked import read_reason, read_supersedes, read_time, read_uuid
from tournaments.models import PlayoffEntry
from tournaments.queries import id_text
from tournaments.services.sentences import malformed

REASONED = ("decide",)
"""Kinds that need a reason (RULEBOOK §9)."""


@dataclass(frozen=True)
class Asked:
    """One entry to be recorded. `entry` is None for a void; `supersedes` is the `seq` of the entry it corrects."""

    client_uuid: UUID
    kind: str
    entry: Entry | None
    dice: str
    reason: str
    thrown_at: datetime
    supersedes: int | None

    @property
    def entrant(self) -> str | None:
        return self.entry.entrant if self.entry else None

    def is_recorded_as(self, entry: PlayoffEntry) -> bool:
        """Whether a row says the same; the time of the throw may differ between two attempts to send it."""
        supersedes = entry.supersedes.seq if entry.supersedes else None
        return self.says_the_same_as(entry) and (self.reason, self.supersedes) == (entry.reason, supersedes)

    def says_the_same_as(self, entry: PlayoffEntry) -> bool:
        """Whether the row means the same for the fold; the order of the dice means nothing."""
        mine = (self.kind, self.entrant, sorted(self.dice))
        return mine == (entry.kind, id_text(entry.entrant_id), sorted(entry.dice))


def read_asked(data: Any, *, now: datetime, corrected: PlayoffEntry | None = None) -> Asked:
    """The entry of `{client_uuid, kind, entrant?, dice?, reason?, thrown_at?, supersedes?}`.

    A correction that names no entrant is for the one of the `corrected` entry. Refuses, with status 400, what is no
    entry: `not_an_object`, `bad_client_uuid`, `bad_kind`, `bad_entrant`, `bad_reason`, `bad_thrown_at`,
    `bad_supersedes`, `void_without_supersedes`, `reason_needed`, `dice_count`, `dice_face`.
    """
    if not isinstance(data, Mapping):
        raise malformed("not_an_object")
    client_uuid = read_uuid(data)
    if client_uuid is None:
        raise malformed("bad_client_uuid")
    if corrected is not None and data.get("entrant") is None:
        data = {**data, "entrant": id_text(corrected.entrant_id)}
    supersedes = read_supersedes(data)
    entry = _read_entry(data, supersedes)
    reason = read_reason(data)
    if entry is not None and entry.kind in REASONED and not reason:
        raise malformed("reason_needed")
    return Asked(
        client_uuid=client_uuid,
        kind=VOID if entry is None else entry.kind,
        entry=entry,
        dice="".join(map(str, data["dice"])) if isinstance(entry, Throw) else "",
        reason=reason,
        thrown_at=read_time(data, now),
        supersedes=supersedes,
    )


def _read_entry(data: Mapping[str, Any], supersedes: int | None) -> Entry | None:
    if data.get("kind") == VOID:
        if supersedes is None:
            raise malformed("void_without_supersedes")
        return None
    try:
        return parse_entry(data)
    except (HandError, EntryError) as error:
        raise malformed(error.code) from error
