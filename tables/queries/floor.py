"""The floor of a session: every table in one line, however many there are. A constant number of queries."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property

from bobing_event.models import Session
from bobing_event.queries import people_of
from tables.models import Seat, Table
from tables.queries.rulesets import ruleset_of_event

FILTERS = ("waiting", "short", "absent", "no_referee")
MOST_FOUND = 20


@dataclass(frozen=True)
class FloorLine:
    """One table: how many sit there, how many of them have arrived, and from how many departments they are."""

    table: Table
    seated: int
    arrived: int
    units: int
    seats: int

    @property
    def short(self) -> bool:
        """Fewer than a full table, before it plays."""
        return self.seated < self.seats

    @property
    def absent(self) -> int:
        return self.seated - self.arrived

    @cached_property
    def marks(self) -> list[str]:
        """The filters that find the table."""
        marks = {
            "waiting": self.table.phase == Table.Phase.WAITING,
            "short": self.short,
            "absent": self.absent > 0,
            "no_referee": self.table.referee_id is None and not self.table.has_ended,
        }
        return [name for name in FILTERS if marks[name]]


@dataclass(frozen=True)
class Floor:
    """The tables of a session in order."""

    tables: list[FloorLine]

    @cached_property
    def seated(self) -> int:
        return sum(line.seated for line in self.tables)

    @cached_property
    def arrived(self) -> int:
        return sum(line.arrived for line in self.tables)

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many tables each filter finds."""
        counts = Counter(mark for line in self.tables for mark in line.marks)
        return {name: counts[name] for name in FILTERS}

    @property
    def any_open(self) -> bool:
        return any(line.table.phase != Table.Phase.WAITING for line in self.tables)


def floor_of(session: Session) -> Floor:
    """The floor of a session: two queries, one more for its ruleset where the event does not know it yet."""
    tables = list(Table.objects.filter(session=session).only("number", "phase", "referee_id").order_by("number"))
    if not tables:
        return Floor([])
    people: dict[int, list[tuple[str, bool]]] = defaultdict(list)
    seats = Seat.objects.filter(table__session=session).order_by()
    for table, unit, at in seats.values_list("table_id", "participant__unit", "participant__checked_in_at"):
        people[table].append((unit, at is not None))
    full = ruleset_of_event(session.event).seats
    return Floor([_line(table, people[table.pk], full) for table in tables])


def seats_matching(session: Session, text: str) -> list[Seat]:
    """Where people sit whom the text may mean: by name, initials, unit, phone or ticket. One query."""
    people = people_of(session.event, text=text).order_by().values("pk")
    seats = Seat.objects.filter(table__session=session, participant__in=people)
    return list(seats.select_related("table", "participant").order_by("table__number", "number")[:MOST_FOUND])


def _line(table: Table, people: list[tuple[str, bool]], full: int) -> FloorLine:
    units = {unit for unit, _arrived in people if unit}
    return FloorLine(table, len(people), sum(arrived for _unit, arrived in people), len(units), full)
