"""Who takes part in a draw, and how people sit."""

from __future__ import annotations

from django.db.models import Min, Prefetch, Q, QuerySet

from bobing_event.models import Participant, Session
from tables.models import Seat, SeatingDraw, Table


def roster_of(session: Session) -> QuerySet[Participant]:
    """Everybody of the session who has checked in, by id. Who is in no session belongs to the event's first."""
    first = Session.objects.filter(event=session.event_id).aggregate(number=Min("number"))["number"]
    here = Q(session=session)
    if session.number == first:
        here |= Q(session__isnull=True)
    return Participant.objects.filter(here, event=session.event_id, checked_in_at__isnull=False).order_by("pk")


def seated_tables(session: Session) -> list[Table]:
    """The tables of a session with seats, people and referees; two queries."""
    seats = Prefetch("seats", Seat.objects.select_related("participant").order_by("number"))
    tables = Table.objects.filter(session=session).select_related("referee", "session").defer("opening", "state")
    return list(tables.prefetch_related(seats).order_by("number"))


def standing_draw(session: Session) -> SeatingDraw | None:
    return SeatingDraw.objects.filter(session=session, discarded_at__isnull=True).select_related("drawn_by").first()


def discarded_draws(session: Session) -> QuerySet[SeatingDraw]:
    return SeatingDraw.objects.filter(session=session, discarded_at__isnull=False).select_related("drawn_by")


def unseated_people(session: Session) -> QuerySet[Participant]:
    """Who has checked in for the session and has no seat in it."""
    seated = Seat.objects.filter(table__session=session).values("participant")
    return roster_of(session).exclude(pk__in=seated)
