"""Who is printed: the people of a session with their seats, in a constant number of queries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q, QuerySet

from bobing_event.models import Participant, Session
from bobing_event.queries import people_of_session
from bobing_event.queries.people import HERE
from tables.models import Seat, Table

FIELDS = ("pk", "name", "unit", "phone", "code", "proxy_name", "stand_by", "checked_in_at")


@dataclass(frozen=True)
class Scope:
    """What of an event is printed: one session, of it perhaps the tables from `first` to `last` only."""

    session: Session
    first: int | None = None
    last: int | None = None

    @property
    def is_whole(self) -> bool:
        return self.first is None and self.last is None

    def tables(self) -> Q:
        """The tables in the range, as a condition on `Table`."""
        here = Q(session=self.session)
        if self.first is not None:
            here &= Q(number__gte=self.first)
        if self.last is not None:
            here &= Q(number__lte=self.last)
        return here


class Person(NamedTuple):
    """A person of a session; `table` and `seat` are None for who has no seat in it."""

    pk: int
    name: str
    unit: str
    phone: str
    code: str
    proxy: str
    stand_by: int | None
    arrived: bool
    table: int | None = None
    seat: int | None = None

    @property
    def place(self) -> tuple[int, int]:
        """Table and seat, to sort by; people without a seat come last."""
        return (self.table or 10**9, self.seat or 0)


def people_in(scope: Scope) -> list[Person]:
    """By table and seat; in the whole of a session also who has no seat yet, last. Three queries.

    Left out is who is no longer on the list, unless seated or here.
    """
    tables = Table.objects.filter(scope.tables())
    seats = Seat.objects.filter(table__in=tables).values_list("participant_id", "table__number", "number")
    seat_of = {person: (table, seat) for person, table, seat in seats.iterator()}
    found = _candidates(scope).values_list(*FIELDS)
    people = [
        Person._make([*values, arrived is not None, *seat_of.get(values[0], (None, None))])
        for *values, arrived in found.iterator(chunk_size=2000)
    ]
    return sorted(people, key=lambda person: (*person.place, person.pk))


def seated(people: list[Person]) -> list[Person]:
    """Those with a seat, in the order they have."""
    return [person for person in people if person.table is not None]


def tables_in(scope: Scope) -> QuerySet[Table]:
    """The tables by number, with their referees."""
    return Table.objects.filter(scope.tables()).select_related("referee").defer("opening", "state").order_by("number")


def _candidates(scope: Scope) -> QuerySet[Participant]:
    sitting = Q(pk__in=Seat.objects.filter(table__in=Table.objects.filter(scope.tables())).values("participant"))
    if not scope.is_whole:
        return Participant.objects.filter(sitting)
    coming = Q(pk__in=people_of_session(scope.session).filter(Q(missing=False) | HERE).values("pk"))
    return Participant.objects.filter(sitting | coming)
