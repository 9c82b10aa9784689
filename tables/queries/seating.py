"""Who takes part in a draw."""

from __future__ import annotations

from django.db.models import Min, Q, QuerySet

from bobing_event.models import Participant, Session


def roster_of(session: Session) -> QuerySet[Participant]:
    """Everybody of the session who has checked in, by id. Who is in no session belongs to the event's first."""
    first = Session.objects.filter(event=session.event_id).aggregate(number=Min("number"))["number"]
    here = Q(session=session)
    if session.number == first:
        here |= Q(session__isnull=True)
    return Participant.objects.filter(here, event=session.event_id, checked_in_at__isnull=False).order_by("pk")
