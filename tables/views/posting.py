"""From a form of the seating page to its session, and back to the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse

from bobing_event.access import EventRequest
from bobing_event.models import Session

if TYPE_CHECKING:
    from django.http import HttpResponse


def posted_session(request: EventRequest) -> Session:
    """The session a form names by its number; 404 where the event has none of it."""
    number = request.POST.get("session", "")
    session = Session.objects.filter(event=request.event, number=number).first() if number.isdecimal() else None
    if session is None:
        raise Http404
    session.event = request.event
    return session


def back_to_seating(request: EventRequest, session: Session, anchor: str = "") -> HttpResponse:
    return redirect(f"{reverse('seating', args=[request.event.slug])}?session={session.number}{anchor}")
