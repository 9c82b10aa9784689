"""What can be done with seats before a table is open. Each is a value that plans its moves in a hall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from tables.lots import below, numbers, shuffled
from tables.models import SeatChange
from tables.moving.hall import Hall, HallTable, Move, Place

Kind = SeatChange.Kind


class Change(Protocol):
    """A change of seats: its kind, the ids of the tables it names, the seed of its lots, and its moves."""

    kind: ClassVar[Kind]

    @property
    def tables(self) -> tuple[int, ...]: ...

    @property
    def seed(self) -> bytes: ...

    def moves(self, hall: Hall) -> list[Move]: ...


@dataclass(frozen=True)
class MovePerson:
    """Whoever sits at `source` moves to a table: to `seat` there, or to the lowest free one."""

    source: Place
    table: int
    seat: int | None = None
    beyond_full: bool = False
    kind: ClassVar[Kind] = Kind.MOVE
    seed: ClassVar[bytes] = b""

    @property
    def tables(self) -> tuple[int, ...]:
        return self.source.table, self.table

    def moves(self, hall: Hall) -> list[Move]:
        """Refuses `nobody_there`, `same_place`, `seat_taken`, `no_such_seat`, `table_full`.

        With `beyond_full` one person more than the ruleset's seats may sit at the table.
        """
        person, target = hall.person_at(self.source), hall.table(self.table)
        if self.table == self.source.table and self.seat in (None, self.source.seat):
            raise Refusal("same_place", _("They sit there already."))
        room = hall.seats + int(self.beyond_full)
        if self.table != self.source.table and len(target.seats) >= room:
            raise table_full(target)
        seat = target.free_seat() if self.seat is None else self.seat
        if seat in target.seats:
            sentence = _("Somebody sits at seat %(seat)s of table %(table)s. Swap the two instead.")
            raise Refusal("seat_taken", sentence % {"seat": seat, "table": target.number})
        if not 1 <= seat <= max(room, *target.seats, 1):
            sentence = _("Table %(table)s has no seat %(seat)s.")
            raise Refusal("no_such_seat", sentence % {"seat": seat, "table": target.number})
        return [Move(person, self.source, Place(self.table, seat))]


@dataclass(frozen=True)
class SwapPeople:
    """Two people take each other's seats."""

    source: Place
    target: Place
    kind: ClassVar[Kind] = Kind.SWAP
    seed: ClassVar[bytes] = b""

    @property
    def tables(self) -> tuple[int, ...]:
        return self.source.table, self.target.table

    def moves(self, hall: Hall) -> list[Move]:
        """Refuses `nobody_there` and `same_place`."""
        one, two = hall.person_at(self.source), hall.person_at(self.target)
        if self.source == self.target:
            raise Refusal("same_place", _("They sit there already."))
        return [Move(one, self.source, self.target), Move(two, self.target, self.source)]


@dataclass(frozen=True)
class DissolveTable:
    """A table goes; lots say which of the other tables that wait each of its people joins, the emptiest first."""

    table: int
    seed: bytes
    kind: ClassVar[Kind] = Kind.DISSOLVE

    @property
    def tables(self) -> tuple[int, ...]:
        return (self.table,)

    def moves(self, hall: Hall) -> list[Move]:
        """Refuses `only_table`, `no_room` (one more than its seats at each table, not more) and `below_min_players`."""
        going = hall.table(self.table)
        others = [table for pk, table in hall.tables.items() if pk != self.table]
        if not others:
            raise Refusal("only_table", _("No other table of this session waits: nobody could take these people in."))
        _refuse_no_room(hall, going, others)
        people = shuffled(sorted(going.seats.items()), self.seed)
        moves: list[Move] = []
        for seat, person in people:
            after = hall.after(moves)
            target = min(
                (after.tables[table.id] for table in others), key=lambda table: (len(table.seats), table.number)
            )
            moves.append(Move(person, Place(self.table, seat), Place(target.id, target.free_seat())))
        _refuse_below_least(hall.after(moves), others)
        return moves


@dataclass(frozen=True)
class BalanceTables:
    """As few people as can be move so that the tables that wait differ by one at most.

    Who has not come is not counted. Their seats are freed, or with `keep_absent` stay theirs; then a table takes in
    nobody beyond its seats. Lots say who of a table moves.
    """

    seed: bytes
    keep_absent: bool = False
    kind: ClassVar[Kind] = Kind.BALANCE
    tables: ClassVar[tuple[int, ...]] = ()

    def moves(self, hall: Hall) -> list[Move]:
        """Refuses `nothing_to_move`."""
        moves = [] if self.keep_absent else absent(hall, list(hall.tables))
        draft = _Draft(hall.after(moves))
        lots = numbers(self.seed)
        while (pair := draft.uneven()) is not None:
            moves.append(draft.move(*pair, lots))
        if not moves:
            raise Refusal("nothing_to_move", _("The tables are even already: nobody has to move."))
        return moves


@dataclass(frozen=True)
class FreeSeats:
    """Whoever has not come loses the seat: at one table, or at all that wait."""

    table: int | None = None
    kind: ClassVar[Kind] = Kind.NO_SHOW
    seed: ClassVar[bytes] = b""

    @property
    def tables(self) -> tuple[int, ...]:
        return () if self.table is None else (self.table,)

    def moves(self, hall: Hall) -> list[Move]:
        """Refuses `nothing_to_move`."""
        moves = absent(hall, list(hall.tables) if self.table is None else [hall.table(self.table).id])
        if not moves:
            raise Refusal("nothing_to_move", _("Everybody who has a seat has come."))
        return moves


class _Draft:
    """A hall while it is evened out: `seats` by table, `coming` the people of each who have come."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._seats = {pk: dict(table.seats) for pk, table in hall.tables.items()}
        self._coming = {pk: hall.arrived(pk) for pk in hall.tables}

    def uneven(self) -> tuple[int, int] | None:
        """The table with the most people and the one with the fewest that has a seat free; None if they are even."""
        order = {pk: table.number for pk, table in self._hall.tables.items()}
        takers = [pk for pk, seats in self._seats.items() if len(seats) < self._hall.seats]
        if not takers:
            return None
        most = max(order, key=lambda pk: (self._coming[pk], -order[pk]))
        fewest = min(takers, key=lambda pk: (self._coming[pk], order[pk]))
        return (most, fewest) if self._coming[most] - self._coming[fewest] >= 2 else None

    def move(self, giving: int, taking: int, lots: Iterator[int]) -> Move:
        """Somebody drawn by lot goes over. A table that takes never gives, so nobody moves twice."""
        people = sorted((seat, person) for seat, person in self._seats[giving].items() if person in self._hall.here)
        seat, person = people[below(len(people), lots)]
        target = HallTable(taking, 0, self._seats[taking]).free_seat()
        del self._seats[giving][seat]
        self._seats[taking][target] = person
        self._coming[giving] -= 1
        self._coming[taking] += 1
        return Move(person, Place(giving, seat), Place(taking, target))


def absent(hall: Hall, tables: Sequence[int]) -> list[Move]:
    """Everybody of these tables who has not come, on the way to nowhere."""
    return [
        Move(person, Place(pk, seat), None)
        for pk in tables
        for seat, person in sorted(hall.tables[pk].seats.items())
        if person not in hall.here
    ]


def seats_to_give(hall: Hall) -> list[tuple[Place, int]]:
    """The seats of people who have not come, with who they are: those of the emptiest tables first."""
    kept = absent(hall, list(hall.tables))
    order = sorted(
        kept, key=lambda move: (hall.arrived(_at(move).table), hall.tables[_at(move).table].number, _at(move))
    )
    return [(_at(move), move.person) for move in order]


def _at(move: Move) -> Place:
    assert move.source is not None
    return move.source


def table_full(table: HallTable) -> Refusal:
    sentence = _("Table %(table)s is full: %(people)s people sit there.")
    return Refusal("table_full", sentence % {"table": table.number, "people": len(table.seats)})


def _refuse_no_room(hall: Hall, going: HallTable, others: Sequence[HallTable]) -> None:
    room = sum(max(0, hall.seats + 1 - len(table.seats)) for table in others)
    if len(going.seats) > room:
        sentence = _("The other tables that wait have room for %(room)s people; %(people)s sit at table %(table)s.")
        raise Refusal("no_room", sentence % {"room": room, "people": len(going.seats), "table": going.number})


def _refuse_below_least(after: Hall, others: Sequence[HallTable]) -> None:
    for table in others:
        people = len(after.tables[table.id].seats)
        if people < after.least:
            sentence = _("Table %(table)s would have %(people)s people and needs %(least)s. Dissolve that one first.")
            facts = {"table": table.number, "people": people, "least": after.least}
            raise Refusal("below_min_players", sentence % facts)
