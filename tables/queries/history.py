"""A table's log as it is shown and exported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules import Effect
from tables.chain import link
from tables.models import Entry, Table
from tables.models.entry import RESEAT
from tables.queries.log import effective, fold, hash_content, log_of, opening_hash_content, utc_text
from tables.queries.occupancy import Reading, concerns_seats
from tables.queries.state import dice_json

FORMAT = "bobing-table-log/1"


def log_json(table: Table) -> dict[str, Any]:
    """Every entry with what it comes to now; one query. See `serializers.LogSerializer`."""
    log = log_of(table)
    if table.opening is None:
        return {"opening": None, "opening_hash": "", "entries": []}
    effects = fold(table, effective(log)).effects
    later = {entry.supersedes_id: entry.seq for entry in log if entry.supersedes_id}
    return {
        "opening": table.opening,
        "opening_hash": link("", opening_hash_content(table)),
        "entries": [_logged(entry, later.get(entry.pk), effects.get(entry.seq)) for entry in log],
    }


def _logged(entry: Entry, superseded_by: int | None, effect: Any) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "place": entry.place,
        "client_uuid": str(entry.client_uuid),
        "kind": entry.kind,
        "seat": entry.seat,
        "dice": dice_json(entry.dice),
        "dice_seen": entry.dice_seen,
        "rank": entry.rank or None,
        "reason": entry.reason,
        "participant": entry.participant_id,
        "since": entry.since,
        "supersedes": entry.supersedes.seq if entry.supersedes else None,
        "superseded_by": superseded_by,
        "recorded_by": entry.recorded_by.get_username(),
        "approved_by": entry.approved_by.get_username() if entry.approved_by else None,
        "device": entry.device.label if entry.device else None,
        "thrown_at": utc_text(entry.thrown_at),
        "received_at": utc_text(entry.received_at),
        "effect": effect.to_json() if effect else None,
        "hash": entry.hash,
    }


def export_of(table: Table) -> dict[str, Any]:
    """The log as `docs/verify_log.py` checks it: the opening, and every entry exactly as its hash covers it."""
    entries = [{**hash_content(entry), "hash": entry.hash} for entry in log_of(table)]
    session = table.session
    return {
        "format": FORMAT,
        "table": {"event": session.event.slug, "session": session.number, "number": table.number},
        "opening": table.opening,
        "opening_hash": link("", opening_hash_content(table)) if table.opening else "",
        "entries": entries,
        "last_hash": table.last_hash,
    }


@dataclass(frozen=True)
class LogLine:
    """One entry as a person reads it. `effect` is what it comes to now, None where it does not count."""

    entry: Entry
    person: str
    takes_seat: str
    """Of a `reseat`, whose the seat becomes."""
    effect: Effect | None
    superseded_by: int | None
    takes: list[Take]
    is_last: bool
    """Whether the fold took it last, so that a referee may correct it."""

    @property
    def is_head(self) -> bool:
        """Whether a correction may be aimed at it; who sits where is put right from the seating page."""
        return self.superseded_by is None and not concerns_seats(self.entry)


@dataclass(frozen=True)
class Take:
    """Pieces of a rank that an entry took; `source` is a seat's number, None for the stock."""

    rank: str
    pieces: int
    source: int | None


def log_lines(reading: Reading | None) -> list[LogLine]:
    """The log for people, newest first, each with who sat there then."""
    if reading is None:
        return []
    log, effects = reading.log, reading.folded.effects
    later = {entry.supersedes_id: entry.seq for entry in log if entry.supersedes_id}
    last = max((entry.place for entry in log if entry.seq in effects), default=0)
    return [
        LogLine(
            entry,
            person=_person(reading, entry),
            takes_seat=_name(reading, entry.participant_id),
            effect=effects.get(entry.seq),
            superseded_by=later.get(entry.pk),
            takes=_takes(effects.get(entry.seq)),
            is_last=entry.place == last and entry.seq in effects,
        )
        for entry in reversed(log)
    ]


def _person(reading: Reading, entry: Entry) -> str:
    """Who sat at the entry's seat when it was thrown; whom a `reseat` replaced is in the log above it."""
    if entry.seat not in reading.occupancy.seats or entry.kind == RESEAT:
        return ""
    return _name(reading, reading.occupancy.at(entry.seat, entry.place))


def _name(reading: Reading, person: int | None) -> str:
    return reading.people[person].name if person in reading.people else ""


def _takes(effect: Effect | None) -> list[Take]:
    return [Take(won.rank.value, won.pieces, _seat_of(won.source)) for won in effect.won] if effect else []


def _seat_of(source: str) -> int | None:
    return int(source.removeprefix("seat ")) if source.startswith("seat ") else None
