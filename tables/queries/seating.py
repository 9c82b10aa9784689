"""Who takes part in a draw, and how people sit."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from bobing_event.models import Participant, Session
from bobing_event.queries import people_of_session
from tables.models import Seat, SeatingDraw, Table


def roster_of(session: Session, basis: str = SeatingDraw.Basis.CHECKED_IN) -> QuerySet[Participant]:
    """Who of a session is drawn, by id: everybody who has checked in, or everybody invited.

    Invited is who is on the list still, not missing and not waiting on the stand-by list.
    """
    people = people_of_session(session)
    if basis == SeatingDraw.Basis.INVITED:
        return people.filter(missing=False).exclude(stand_by__isnull=False, checked_in_at__isnull=True)
    return people.filter(checked_in_at__isnull=False)


def seated_tables(session: Session) -> list[Table]:
    """The tables of a session with seats, people and referees; two queries."""
    seats = Prefetch("seats", Seat.objects.select_related("participant").order_by("number"))
    tables = Table.objects.filter(session=session).select_related("referee", "session").defer("opening", "state")
    return list(tables.prefetch_related(seats).order_by("number"))


def unseated_people(session: Session) -> QuerySet[Participant]:
    """Who has checked in for the session and has no seat in it."""
    seated = Seat.objects.filter(table__session=session).values("participant")
    return roster_of(session).exclude(pk__in=seated)
