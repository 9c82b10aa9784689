"""What putting wrong seats right would change: throws, pieces and championships, before it is confirmed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bobing_event.models import Participant
from rules import Effect, Rank
from tables.models import Entry, Seat, Table
from tables.queries.log import effective
from tables.queries.occupancy import Occupancy, Owners, Reading, occupancy_of, owners_of, reading_of, thrower_of
from tables.queries.state import seats_of


@dataclass(frozen=True)
class Thrown:
    """An entry of the seat that becomes the other person's."""

    entry: Entry
    effect: Effect | None


@dataclass(frozen=True)
class SwapSide:
    """One seat of a swap: who sits there now, who is said to have sat there since, and what was thrown from it."""

    table: Table
    seat: Seat
    becomes: Participant
    since: int
    throws: list[Thrown]


@dataclass(frozen=True)
class OwnerChange:
    """Something that becomes another person's: a piece, the championship, or the lead."""

    table: Table
    before: Participant
    after: Participant
    rank: str = ""
    number: int = 0


@dataclass(frozen=True)
class SwapPreview:
    """Everything a swap would change. `leaders` are of tables that play, `champions` of those that have ended."""

    sides: list[SwapSide]
    pieces: list[OwnerChange]
    champions: list[OwnerChange]
    leaders: list[OwnerChange]


@dataclass(frozen=True)
class SwapEnd:
    """One end of a swap as it was asked for: the table with its seats and its log, and the place it counts from."""

    table: Table
    seats: Sequence[Seat]
    seat: Seat
    since: int
    reading: Reading | None


def swap_preview(one: SwapEnd, two: SwapEnd) -> SwapPreview:
    """Compare whose everything is with whose it would be."""
    people = {seat.participant_id: seat.participant for end in (one, two) for seat in (end.seat,)}
    readings = {end.table.pk: (end.table, end.reading) for end in (one, two) if end.reading is not None}
    for _table, reading in readings.values():
        people |= reading.people
    sides = [_side(one, two.seat.participant), _side(two, one.seat.participant)]
    pieces, champions, leaders = [], [], []
    for table, reading in readings.values():
        after = occupancy_of(table, reading.log)
        for side in sides:
            if side.table.pk == table.pk:
                after.take(side.seat.number, side.becomes.pk, side.since)
        before_owners, after_owners = (owners_of(reading.folded, o) for o in (reading.occupancy, after))
        pieces += _pieces(table, before_owners, after_owners, people)
        champions += _changed(table, before_owners.champion, after_owners.champion, people)
        leaders += _changed(table, _leader(reading, reading.occupancy), _leader(reading, after), people)
    return SwapPreview(sides, pieces, champions, leaders)


def swap_end(table: Table, number: int, since: int) -> SwapEnd | None:
    """What a swap needs to know of one seat; None where nobody sits there. Two or three queries."""
    seats = seats_of(table)
    seat = next((seat for seat in seats if seat.number == number), None)
    return None if seat is None else SwapEnd(table, seats, seat, since, reading_of(table, seats))


def throws_of_seat(reading: Reading | None, seat: int, since: int = 1) -> list[Thrown]:
    """The entries of the game from a seat, from a place of the log on, in the order of the fold."""
    if reading is None:
        return []
    entries = [entry for entry in effective(reading.log) if entry.seat == seat and entry.place >= since]
    return [Thrown(entry, reading.folded.effects.get(entry.seq)) for entry in entries]


def _side(end: SwapEnd, becomes: Participant) -> SwapSide:
    throws = throws_of_seat(end.reading, end.seat.number, end.since)
    return SwapSide(end.table, end.seat, becomes, end.since, throws)


def _pieces(table: Table, before: Owners, after: Owners, people: Mapping[int, Participant]) -> list[OwnerChange]:
    return [
        OwnerChange(table, people[owner], people[after.pieces[key]], Rank(key[0]).value, key[1])
        for key, owner in before.pieces.items()
        if after.pieces[key] != owner
    ]


def _changed(
    table: Table, before: int | None, after: int | None, people: Mapping[int, Participant]
) -> list[OwnerChange]:
    if before is None or after is None or before == after:
        return []
    return [OwnerChange(table, people[before], people[after])]


def _leader(reading: Reading, occupancy: Occupancy) -> int | None:
    game = reading.folded.game
    return None if game.leader is None else thrower_of(reading.folded, occupancy, game.candidates[game.leader])
