from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.models import Session
from tables import permissions, services
from tables.forms import LateGuestForm, ReasonForm
from tables.queries import ruleset_of_event
from tables.queries.seating import discarded_draws, roster_of, seated_tables, standing_draw, unseated_people

if TYPE_CHECKING:
    from django.http import HttpResponse

SEED_BYTES = 32


@require_safe
@event_view(permissions.can_view_tables)
def seating(request: EventRequest) -> HttpResponse:
    """Who sits where in one session, and the draw that decided it."""
    sessions = list(Session.objects.filter(event=request.event))
    session = _session_of(request, sessions)
    tables = seated_tables(session) if session else []
    late = LateGuestForm(session=session) if session and tables else None
    context = {
        "section": "seating",
        "sessions": sessions,
        "session": session,
        "tables": tables,
        "seated": sum(len(table.seats.all()) for table in tables),
        "draw": standing_draw(session) if session else None,
        "discarded": list(discarded_draws(session)) if session else [],
        "late": late,
        "unseated": unseated_people(session).count() if session and tables else 0,
        "can_draw": permissions.can_draw_seats(request.roles),
        "can_manage": permissions.can_manage_tables(request.roles),
        "any_open": any(table.opened_at for table in tables),
        **(_forecast(request, session) if session and not tables else {}),
    }
    return render(request, "backoffice/seating.html", context)


@require_POST
@event_view(permissions.can_draw_seats)
def draw(request: EventRequest) -> HttpResponse:
    """Draw the seats of a session by lot."""
    session = _posted_session(request)
    done = services.draw_seats(
        session=session, by=request.user, now=timezone.now(), seed=secrets.token_bytes(SEED_BYTES)
    )
    people = len(done.plan["roster"])
    sentence = ngettext("Seats drawn for %(people)s person.", "Seats drawn for %(people)s people.", people)
    messages.success(request, sentence % {"people": people})
    return _back(request, session)


@require_POST
@event_view(permissions.can_draw_seats)
def discard(request: EventRequest) -> HttpResponse:
    """Take a draw back, with a reason."""
    session = _posted_session(request)
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    services.discard_draw(session=session, by=request.user, now=timezone.now(), reason=reason)
    messages.success(request, _("The draw is discarded. It stays on record with its reason."))
    return _back(request, session)


@require_POST
@event_view(permissions.can_manage_tables)
def seat_late_guest(request: EventRequest) -> HttpResponse:
    """Seat somebody who came after the draw."""
    session = _posted_session(request)
    form = LateGuestForm(request.POST, session=session)
    if not form.is_valid():
        messages.error(request, _("Choose a person and a table that is not open yet."))
        return _back(request, session)
    seat = services.seat_participant(by=request.user, now=timezone.now(), **form.cleaned_data)
    messages.success(request, _("%(name)s sits at %(seat)s.") % {"name": seat.participant.name, "seat": seat})
    return _back(request, session)


def _session_of(request: EventRequest, sessions: list[Session]) -> Session | None:
    asked = request.GET.get("session")
    if asked is None:
        return sessions[0] if sessions else None
    session = next((session for session in sessions if str(session.number) == asked), None)
    if session is None:
        raise Http404
    return session


def _posted_session(request: EventRequest) -> Session:
    number = request.POST.get("session", "")
    session = Session.objects.filter(event=request.event, number=number).first() if number.isdecimal() else None
    if session is None:
        raise Http404
    session.event = request.event
    return session


def _forecast(request: EventRequest, session: Session) -> dict[str, object]:
    """What a draw would make now."""
    ruleset, people = ruleset_of_event(request.event), roster_of(session).count()
    return {
        "people": people,
        "sizes": services.table_sizes(people, ruleset.seats, ruleset.min_players) if people else [],
        "ruleset": ruleset,
    }


def _back(request: EventRequest, session: Session) -> HttpResponse:
    return redirect(f"{reverse('seating', args=[request.event.slug])}?session={session.number}")
