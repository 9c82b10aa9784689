"""The seats of a session as a value, and people moving between them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from tables.chain import canonical


class Place(NamedTuple):
    """A seat: the table by its id, and the seat's number."""

    table: int
    seat: int


class Move(NamedTuple):
    """Somebody, by participant's id, who goes from a seat to another; None is nowhere."""

    person: int
    source: Place | None
    target: Place | None


@dataclass(frozen=True)
class HallTable:
    """A table that is not open yet: its number and who sits where."""

    id: int
    number: int
    seats: Mapping[int, int]

    def free_seat(self) -> int:
        """The lowest number nobody sits at."""
        return next(number for number in range(1, len(self.seats) + 2) if number not in self.seats)


@dataclass(frozen=True)
class Hall:
    """The tables of a session whose seats may change, by id in the order of their numbers.

    `here` are the seated people who have come, `seats` is how many a table seats and `least` how many it needs (the
    ruleset's), `closed` the numbers of the session's tables that are open (False) or have ended (True), by id.
    """

    tables: Mapping[int, HallTable]
    here: frozenset[int]
    seats: int
    least: int
    closed: Mapping[int, tuple[int, bool]]

    def table(self, pk: int) -> HallTable:
        """A table whose seats may change. Refuses `table_ended`, `already_open` and `not_found`."""
        if pk in self.closed:
            number, ended = self.closed[pk]
            if ended:
                sentence = _("Table %(table)s has ended; its seats stay as they are.")
                raise Refusal("table_ended", sentence % {"table": number})
            sentence = _(
                "Table %(table)s is open already. Whoever sits in the wrong seat there is put right through its log."
            )
            raise Refusal("already_open", sentence % {"table": number})
        if pk not in self.tables:
            raise Refusal("not_found", _("There is no such table."), status=404)
        return self.tables[pk]

    def person_at(self, place: Place) -> int:
        """Who sits there. Refuses `nobody_there` beside what `table` refuses."""
        table = self.table(place.table)
        if place.seat not in table.seats:
            sentence = _("Nobody sits at seat %(seat)s of table %(table)s.")
            raise Refusal("nobody_there", sentence % {"seat": place.seat, "table": table.number})
        return table.seats[place.seat]

    def arrived(self, pk: int) -> int:
        """How many of a table's people have come."""
        return len(self.here.intersection(self.tables[pk].seats.values()))

    def after(self, moves: Iterable[Move]) -> Hall:
        """The hall when all of them have moved at once."""
        moves = list(moves)
        seats = {pk: dict(table.seats) for pk, table in self.tables.items()}
        for move in moves:
            if move.source is not None:
                del seats[move.source.table][move.source.seat]
        for move in moves:
            if move.target is not None:
                seats[move.target.table][move.target.seat] = move.person
        tables = {pk: HallTable(pk, table.number, seats[pk]) for pk, table in self.tables.items()}
        return Hall(tables, self.here, self.seats, self.least, self.closed)

    def digest(self, moves: Iterable[Move]) -> str:
        """SHA-256 (hex) over the moves and everybody's seats at the tables they touch: what a preview showed."""
        moves = list(moves)
        touched = sorted({place.table for move in moves for place in (move.source, move.target) if place})
        seats: dict[str, Any] = {str(pk): sorted(self.tables[pk].seats.items()) for pk in touched}
        return hashlib.sha256(canonical({"moves": moves, "seats": seats})).hexdigest()
