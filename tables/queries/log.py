"""A table's log: which entries count, in what order, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import rules
from rules import Effect, Game, Refused
from tables.models import Entry, Table
from tables.models.entry import RESEAT, VOID
from tables.queries.rulesets import ruleset_of_table


@dataclass(frozen=True)
class Impossible:
    """An entry that the fold does not take where it stands."""

    seq: int
    code: str
    expected: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {"seq": self.seq, "code": self.code}


@dataclass(frozen=True)
class Folded:
    """What a log comes to: the game after it, each entry's effect by `seq`, and what the fold refused.

    `entries` are those it took, and `reached` how often pieces had moved after each of them (`rules.Game.since`).
    """

    game: Game
    effects: dict[int, Effect]
    impossible: list[Impossible]
    entries: list[Entry]
    reached: list[int]


def game_at_opening(table: Table) -> Game:
    """The table before its first entry; it must have been opened."""
    assert table.opening is not None
    opening = table.opening
    return Game.start(ruleset_of_table(table), opening["seats"], opening["first"], opening["stock"])


def game_of(table: Table) -> Game | None:
    """The game in the table's snapshot; None before it is opened."""
    return None if table.state is None else Game.from_json(table.state, ruleset_of_table(table))


def log_of(table: Table) -> list[Entry]:
    """Every entry, in the order they were recorded."""
    entries = Entry.objects.filter(table=table).select_related("supersedes", "recorded_by", "approved_by", "device")
    return list(entries.order_by("seq"))


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that count: the last of each chain of corrections, unless it is void."""
    log = list(entries)
    superseded = {entry.supersedes_id for entry in log}
    return [entry for entry in log if (entry.pk is None or entry.pk not in superseded) and entry.kind != VOID]


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """The entries of the game that count, in the order of the fold, which passes over who sat where."""
    return sorted((e for e in standing(entries) if e.kind != RESEAT), key=lambda entry: entry.place)


def last_effective_entry(table: Table) -> Entry | None:
    """The entry that the fold took last; one query."""
    counting = Entry.objects.filter(table=table, superseded_by__isnull=True).exclude(kind__in=(VOID, RESEAT))
    return counting.order_by("-place").first()


def fold(table: Table, entries: Iterable[Entry]) -> Folded:
    """Fold entries from the opening on. What is refused is named and left out, so that all of it is named."""
    folded = Folded(game_at_opening(table), {}, [], [], [])
    game = folded.game
    for entry in entries:
        try:
            game, folded.effects[entry.seq] = game.enter(as_rules_entry(entry))
        except Refused as refused:
            folded.impossible.append(Impossible(entry.seq, refused.code, refused.expected))
        else:
            folded.entries.append(entry)
            folded.reached.append(game.since)
    return replace(folded, game=game)


def as_rules_entry(entry: Entry) -> rules.Entry:
    """The row as the value that the fold takes."""
    return rules.parse_entry(
        {"kind": entry.kind, "seat": entry.seat, "dice": entry.dice, "rank": entry.rank, "reason": entry.reason}
    )


def opening_hash_content(table: Table) -> dict[str, Any]:
    """What the first hash of a table covers: its opening as it stands."""
    assert table.opening is not None
    return dict(table.opening)


def hash_content(entry: Entry) -> dict[str, Any]:
    """What an entry's hash covers, as plain JSON; times in UTC.

    Who takes a seat stands in a `reseat` alone, and `dice_seen` where the pattern was entered and not the dice.
    """
    person = {"participant": entry.participant_id, "since": entry.since} if entry.kind == RESEAT else {}
    unseen = {} if entry.dice_seen else {"dice_seen": False}
    return {
        **person,
        **unseen,
        "seq": entry.seq,
        "client_uuid": str(entry.client_uuid),
        "kind": entry.kind,
        "seat": entry.seat,
        "dice": entry.dice,
        "rank": entry.rank,
        "reason": entry.reason,
        "supersedes": entry.supersedes.seq if entry.supersedes else None,
        "recorded_by": entry.recorded_by.get_username(),
        "approved_by": entry.approved_by.get_username() if entry.approved_by else None,
        "device": str(entry.device.public_id) if entry.device else None,
        "thrown_at": utc_text(entry.thrown_at),
        "received_at": utc_text(entry.received_at),
    }


def utc_text(moment: datetime) -> str:
    """ISO 8601 in UTC, always with microseconds."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
