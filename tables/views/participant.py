"""What the QR code on a seat card opens on a phone: the holder's own place, and nothing that names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bobing_event.models import Participant
from bobing_event.queries.people import session_of
from tables.models import Seat

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@never_cache
@require_safe
def participant(request: HttpRequest, code: str) -> HttpResponse:
    """Public, found by the person's code alone: masked name, event, session, place once drawn, arrived or not."""
    person = get_object_or_404(Participant.objects.select_related("event", "session"), code=code.upper())
    seats = list(Seat.objects.filter(participant=person).select_related("table__session").order_by("table__session"))
    context = {
        "event": person.event,
        "person": person,
        "seats": seats,
        "session": seats[0].table.session if len(seats) == 1 else session_of(person),
    }
    with timezone.override(person.event.tz):
        response = render(request, "participant.html", context)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
