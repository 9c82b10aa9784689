"""What the logs say of the dice and of whoever enters them: hints (`rules.fairness`), with what they were read from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bobing_event.models import Event
from rules import Hand
from rules.fairness import RUSH, Fairness, Repeat, Rush, fairness, most_improbable_repeat, quickest
from tables.models import Entry, Table

FIELDS = ("table", "seq", "place", "kind", "seat", "dice", "dice_seen", "thrown_at", "device", "supersedes")


@dataclass(frozen=True)
class DiceHints:
    """One table's throws looked at.

    Where some were entered by their pattern alone (`unseen`), the dice that were seen are no fair sample, since dice
    are asked for at great throws only: then neither faces nor repetitions are judged. `repeated` are the `seq`s of the
    first and last throw of the repetition, `hurried` those of the quickest throws.
    """

    throws: int
    unseen: int
    faces: Fairness | None = None
    repeat: Repeat | None = None
    repeated: tuple[int, int] = (0, 0)
    rush: Rush | None = None
    hurried: tuple[int, int] = (0, 0)

    @property
    def found(self) -> list[str]:
        """The hints there are: `faces`, `repeat`, `rush`."""
        hints = {
            "faces": self.faces is not None and self.faces.is_far_from_fair,
            "repeat": self.repeat is not None and self.repeat.is_improbable,
            "rush": self.rush is not None and self.rush.is_too_fast,
        }
        return [name for name, there in hints.items() if there]


def hints_of_event(event: Event) -> list[tuple[Table, DiceHints]]:
    """The tables that have begun, with their hints, those with most first; two queries."""
    tables = Table.objects.filter(session__event=event, opening__isnull=False).select_related("session")
    opened = list(tables.only("number", "phase", "session").order_by("session__number", "number"))
    logs: dict[int, list[Entry]] = defaultdict(list)
    throws = Entry.objects.filter(table__session__event=event, kind="throw", superseded_by__isnull=True)
    for entry in throws.only(*FIELDS).order_by("table", "place"):
        logs[entry.table_id].append(entry)
    looked_at = [(table, dice_hints(logs[table.pk], tables=len(opened))) for table in opened]
    return sorted(looked_at, key=lambda pair: -len(pair[1].found))


def dice_hints(throws: Iterable[Entry], *, tables: int) -> DiceHints:
    """The hints of a table's throws that count, in the order of the fold, at an evening of so many tables."""
    entries = [entry for entry in throws if entry.kind == "throw"]
    unseen = sum(not entry.dice_seen for entry in entries)
    timed = [entry for entry in entries if entry.device_id is not None and entry.supersedes_id is None]
    rush = quickest([entry.thrown_at.timestamp() for entry in timed])
    hurried = _span(timed, rush.start, RUSH) if rush else (0, 0)
    if unseen:
        return DiceHints(len(entries), unseen, rush=rush, hurried=hurried)
    thrown = [(entry.seat or 0, Hand.parse(entry.dice)) for entry in entries]
    repeat = most_improbable_repeat(thrown, tables=tables)
    faces = fairness([hand for _seat, hand in thrown], tables=tables)
    return DiceHints(len(entries), 0, faces, repeat, _repeated(entries, repeat), rush, hurried)


def _repeated(entries: Sequence[Entry], repeat: Repeat | None) -> tuple[int, int]:
    if repeat is None:
        return (0, 0)
    of_seat = [entry for entry in entries if repeat.seat in (None, entry.seat)]
    return _span(of_seat, of_seat.index(entries[repeat.start]), repeat.length)


def _span(entries: Sequence[Entry], start: int, length: int) -> tuple[int, int]:
    return entries[start].seq, entries[start + length - 1].seq
