"""A heat's log: which entries count, in what order, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules import Playoff as Fold
from rules import PlayoffEffect, Refused, Ruleset
from rules.playoff import Entry, parse_entry
from tables.models.entry import VOID
from tables.queries import Impossible, effective, utc_text
from tournaments.models import Heat, PlayoffEntry

Hits = dict[str, tuple[str, str]]
"""Pattern and dice of the throw that hit, by entrant; one who withdrew takes it with him (RULEBOOK §9)."""


@dataclass(frozen=True)
class Folded:
    """What a log comes to: the fold after it, each entry's effect by `seq`, what was refused, and who hit."""

    fold: Fold
    effects: dict[int, PlayoffEffect]
    impossible: list[Impossible]
    hits: Hits


def fold_at_opening(opening: Mapping[str, Any]) -> Fold:
    """The play-off before its first entry, from `Heat.opening`."""
    return Fold.start(
        Ruleset.from_json(opening["ruleset"]),
        opening["entrants"],
        opening["mode"],
        opening["target"],
        opening["decide"],
        opening["places"],
    )


def fold_of(heat: Heat) -> Fold:
    """The play-off in the heat's snapshot."""
    return Fold.from_json(heat.state, Ruleset.from_json(heat.opening["ruleset"]))


def log_of(heat: Heat) -> list[PlayoffEntry]:
    """Every entry, in the order they were recorded; one query."""
    entries = PlayoffEntry.objects.filter(heat=heat).select_related("supersedes", "recorded_by", "device")
    return list(entries.order_by("seq"))


def effective_entries(entries: Iterable[PlayoffEntry]) -> list[PlayoffEntry]:
    """The entries that count, in the order of the fold, as at a table."""
    return effective(entries)  # type: ignore[arg-type, return-value]


def last_effective_entry(heat: Heat) -> PlayoffEntry | None:
    """The entry that the fold took last; one query."""
    standing = PlayoffEntry.objects.filter(heat=heat, superseded_by__isnull=True).exclude(kind=VOID)
    return standing.order_by("-place").first()


def fold_entries(heat: Heat, entries: Iterable[PlayoffEntry]) -> Folded:
    """Fold entries from the opening on. What is refused is named and left out, so that all of it is named."""
    fold = fold_at_opening(heat.opening)
    effects: dict[int, PlayoffEffect] = {}
    impossible: list[Impossible] = []
    hits: Hits = {}
    for entry in entries:
        try:
            fold, effect = fold.enter(as_rules_entry(entry))
        except Refused as refused:
            impossible.append(Impossible(entry.seq, refused.code, refused.expected))
        else:
            effects[entry.seq] = effect
            note_hit(hits, effect, entry.dice)
    return Folded(fold, effects, impossible, hits)


def note_hit(hits: Hits, effect: PlayoffEffect, dice: str) -> None:
    """Brings `hits` up to date with one more entry."""
    if effect.entrant is None:
        return
    if effect.hit and effect.pattern is not None:
        hits[effect.entrant] = (effect.pattern.value, dice)
    elif effect.kind == "withdraw":
        hits.pop(effect.entrant, None)


def as_rules_entry(entry: PlayoffEntry) -> Entry:
    """The row as the value that the fold takes."""
    return parse_entry(
        {"kind": entry.kind, "entrant": id_text(entry.entrant_id), "dice": entry.dice, "reason": entry.reason}
    )


def hash_content(entry: PlayoffEntry) -> dict[str, Any]:
    """What an entry's hash covers, as plain JSON; times in UTC."""
    return {
        "seq": entry.seq,
        "client_uuid": str(entry.client_uuid),
        "kind": entry.kind,
        "entrant": id_text(entry.entrant_id),
        "dice": entry.dice,
        "reason": entry.reason,
        "supersedes": entry.supersedes.seq if entry.supersedes else None,
        "recorded_by": entry.recorded_by.get_username(),
        "device": str(entry.device.public_id) if entry.device else None,
        "thrown_at": utc_text(entry.thrown_at),
        "received_at": utc_text(entry.received_at),
    }


def id_text(pk: int | None) -> str | None:
    """An entrant's id as the fold and the API have it: text."""
    return None if pk is None else str(pk)
