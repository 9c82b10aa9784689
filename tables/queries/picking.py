"""Choosing a seat or a table on a phone: by name, by table, by place."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from bobing_event.models import Session
from tables.models import Seat, Table
from tables.moving import Hall
from tables.queries.floor import seats_matching

PLACE = re.compile(r"(\d{1,6})\s*[-–/.]\s*(\d{1,4})")
MOST_TABLES = 48


@dataclass(frozen=True)
class TableChoice:
    """A table that waits and somebody may move to."""

    id: int
    number: int
    people: int
    seats: int

    @property
    def full(self) -> bool:
        return self.people >= self.seats


def read_place(text: str) -> tuple[int, int] | None:
    """`12-5` as table 12, seat 5."""
    found = PLACE.fullmatch(unicodedata.normalize("NFKC", text).strip())  # what a Chinese keyboard types
    return (int(found[1]), int(found[2])) if found else None


def seat_at(session: Session, place: tuple[int, int]) -> Seat | None:
    """The seat of a place with its table and person; None where nobody sits. One query."""
    seats = Seat.objects.filter(table__session=session, table__number=place[0], number=place[1])
    return seats.select_related("table__session__event", "participant").first()


def seats_named(session: Session, text: str) -> list[Seat]:
    """The seats that `12-5`, `12` (a whole table), a name, initials or a phone's last digits may mean."""
    text = text.strip()
    if (place := read_place(text)) is not None:
        return [seat for seat in [seat_at(session, place)] if seat]
    if text.isdecimal() and len(text) < 7:
        whole = Seat.objects.filter(table__session=session, table__number=int(text))
        if found := list(whole.select_related("table", "participant").order_by("number")):
            return found
    return seats_matching(session, text) if text else []


def tables_to_join(hall: Hall, leaving: int, text: str = "") -> list[TableChoice]:
    """Tables that wait, the emptiest first, or the one of a number; not the one that is left."""
    choices = [
        TableChoice(table.id, table.number, len(table.seats), hall.seats)
        for table in hall.tables.values()
        if table.id != leaving and (not text or str(table.number) == text)
    ]
    return sorted(choices, key=lambda choice: (choice.full, choice.people, choice.number))[:MOST_TABLES]


def table_numbered(session: Session, text: str) -> Table | None:
    """The session's table of a number; None for what is no number of one."""
    if not text.isdecimal() or len(text) > 6:
        return None
    return Table.objects.filter(session=session, number=int(text)).select_related("session__event").first()
