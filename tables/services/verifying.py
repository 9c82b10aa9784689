"""Proving a log: fold it anew and compare with everything that was derived from it. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import rules
from rules import Game, Hand, Refused, Ruleset, RulesetError, SnapshotError, StartError
from tables.chain import link
from tables.models import Entry, Piece, Seat, Table
from tables.models.entry import VOID
from tables.queries import effective, fold, game_at_opening, hash_content, log_of, opening_hash_content
from tables.queries.log import as_rules_entry
from tables.queries.occupancy import Occupancy, Owners, concerns_seats, occupancy_of, owners_of
from tables.services.pieces import piece_places
from tables.services.snapshot import derived_columns


@dataclass(frozen=True)
class Difference:
    """One thing that is not as the log says. `code` is stable, `subject` says what it is about."""

    table: Table
    code: str
    subject: str
    stored: Any = None
    expected: Any = None

    def __str__(self) -> str:
        session = self.table.session
        where = f"{session.event.slug} {session.number}-{self.table.number}"
        return f"{where} {self.code} {self.subject}: stored {self.stored!r}, expected {self.expected!r}"


def verify_tables(tables: Iterable[Table]) -> Iterator[Difference]:
    """Every difference of every table; `table.session.event` must have been fetched."""
    for table in tables:
        yield from verify_table(table)


def verify_table(table: Table) -> Iterator[Difference]:
    """Every difference of one table.

    Codes: `ruleset_digest`, `opening_unreadable`, `seat`, `seq`, `place`, `hash`, `last_hash`, `refused`, `snapshot`,
    `column`, `piece`, `effect`, `example` for a pattern without dice that has other dice than its example, `approval`
    where a second person is missing or is the first, and for a table that is not open `not_open`.
    """
    log = log_of(table)
    if table.opening is None:
        if log or Piece.objects.filter(table=table).exists():
            yield Difference(table, "not_open", "entries or pieces", len(log), 0)
        return
    occupancy = occupancy_of(table, log)
    yield from _opening(table, occupancy)
    yield from _chain(table, log)
    yield from _places(table, log)
    try:
        folded = fold(table, effective(log))
    except (RulesetError, StartError, ValueError) as error:
        yield Difference(table, "opening_unreadable", "fold", str(error))
        return
    for one in folded.impossible:
        yield Difference(table, "refused", f"entry {one.seq}", one.code)
    seats = {seat.number: seat for seat in Seat.objects.filter(table=table)}
    owners = owners_of(folded, occupancy)
    yield from _snapshot(table, folded.game, seats, owners)
    yield from _pieces(table, folded.game, seats, owners)
    yield from _effects(table, log)
    yield from _examples(log, folded.game.ruleset)
    yield from _approvals(log)


def _opening(table: Table, occupancy: Occupancy) -> Iterator[Difference]:
    opening = table.opening or {}
    try:
        digest = Ruleset.from_json(opening["ruleset"]).digest
    except (RulesetError, KeyError) as error:
        digest = str(error)
    if digest != opening.get("digest"):
        yield Difference(table, "ruleset_digest", "opening", opening.get("digest"), digest)
    rows = Seat.objects.filter(table=table).values_list("number", "participant_id", "since")
    seated = {number: (person, since) for number, person, since in rows}
    people = {number: (occupancy.now(number), occupancy.since(number)) for number in occupancy.seats}
    for number in sorted(seated.keys() | people.keys()):
        if seated.get(number) != people.get(number):
            yield Difference(table, "seat", f"seat {number}", seated.get(number), people.get(number))


def _chain(table: Table, log: list[Entry]) -> Iterator[Difference]:
    """Each hash is checked against the stored one before it, so that one altered entry is one difference."""
    before = link("", opening_hash_content(table))
    for expected_seq, entry in enumerate(log, start=1):
        if entry.seq != expected_seq:
            yield Difference(table, "seq", f"entry {entry.seq}", entry.seq, expected_seq)
        expected = link(before, hash_content(entry))
        if entry.hash != expected:
            yield Difference(table, "hash", f"entry {entry.seq}", entry.hash, expected)
        before = entry.hash
    if table.last_hash != before:
        yield Difference(table, "last_hash", "table", table.last_hash, before)


def _places(table: Table, log: list[Entry]) -> Iterator[Difference]:
    for entry in log:
        expected = entry.supersedes.place if entry.supersedes else entry.seq
        if entry.place != expected or (entry.kind == VOID and entry.supersedes is None):
            yield Difference(table, "place", f"entry {entry.seq}", entry.place, expected)


def _effects(table: Table, log: list[Entry]) -> Iterator[Difference]:
    """What each entry was answered must be what it did then, before later corrections."""
    game = game_at_opening(table)
    for position, entry in enumerate(log, start=1):
        if concerns_seats(entry):
            continue
        if entry.supersedes is not None:
            game = fold(table, effective(log[:position])).game
            continue
        try:
            game, effect = game.enter(as_rules_entry(entry))
        except (Refused, ValueError):
            return  # `refused` has named it, or a hash has
        if entry.effect != effect.to_json():
            yield Difference(table, "effect", f"entry {entry.seq}", entry.effect, effect.to_json())


def _examples(log: list[Entry], ruleset: Ruleset) -> Iterator[Difference]:
    """A throw of which the pattern alone was entered stands with the ruleset's example of it."""
    for entry in log:
        if not entry.dice_seen and entry.kind == rules.Throw.kind:
            outcome = ruleset.judge(Hand.parse(entry.dice))
            example = ruleset.example(outcome.pattern or "", outcome.bonus or "")
            expected = example.text if example and outcome.strength is None else None
            if entry.dice != expected:
                yield Difference(entry.table, "example", f"entry {entry.seq}", entry.dice, expected)


def _approvals(log: list[Entry]) -> Iterator[Difference]:
    for entry in log:
        needed = entry.effect.get("correction", {}).get("needs_approval", False)
        approver = entry.approved_by_id
        if approver == entry.recorded_by_id or (needed and approver is None):
            yield Difference(entry.table, "approval", f"entry {entry.seq}", entry.approved_by_id, "a second person")


def _snapshot(table: Table, game: Game, seats: Mapping[int, Seat], owners: Owners) -> Iterator[Difference]:
    try:
        same = Game.from_json(table.state or {}, game.ruleset) == game
    except SnapshotError:
        same = False
    if not same:
        yield Difference(table, "snapshot", "state", table.state, game.to_json())
    counted = {"seq": Entry.objects.filter(table=table).count(), "champion_person_id": owners.champion}
    columns = derived_columns(game, seats) | counted
    for column, expected in columns.items():
        if (stored := getattr(table, column)) != expected:
            yield Difference(table, "column", column, stored, expected)


def _pieces(table: Table, game: Game, seats: Mapping[int, Seat], owners: Owners) -> Iterator[Difference]:
    numbers = {seat.pk: number for number, seat in seats.items()}
    stored = {
        (piece.rank, piece.number): (
            piece.place,
            numbers.get(piece.holder_id or 0),
            piece.provisional,
            piece.participant_id,
        )
        for piece in Piece.objects.filter(table=table)
    }
    expected = {
        (rank.value, number): (*where, owners.pieces.get((rank, number)))
        for (rank, number), where in piece_places(game).items()
    }
    for key in sorted(stored.keys() | expected.keys()):
        if stored.get(key) != expected.get(key):
            yield Difference(table, "piece", f"{key[0]} {key[1]}", stored.get(key), expected.get(key))
