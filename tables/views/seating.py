"""The seating of a session: what a draw would make, the prepared draw, or the floor with everybody seated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.models import Session
from tables import permissions, services
from tables.forms import LateGuestForm
from tables.queries.draws import draws_of, drift_of, size_runs, unmet_of
from tables.queries.floor import Floor, floor_of, seats_matching
from tables.queries.seating import unseated_people
from tables.views.draws import forecast_context, wishes_context
from tables.views.posting import back_to_seating, posted_session

if TYPE_CHECKING:
    from django.http import HttpResponse

    from tables.models import SeatingDraw


FILTER_LABELS = {
    "waiting": pgettext_lazy("tables", "Waiting"),
    "short": pgettext_lazy("tables", "Short"),
    "absent": pgettext_lazy("tables", "Somebody missing"),
    "no_referee": pgettext_lazy("tables", "No referee"),
}


@require_safe
@event_view(permissions.can_view_tables)
def seating(request: EventRequest) -> HttpResponse:
    """Where one session's seats stand: nothing frozen yet, a prepared draw, or tables with people."""
    sessions = list(Session.objects.filter(event=request.event))
    session = _session_of(request, sessions)
    if session:
        session.event = request.event
    context = {
        "section": "seating",
        "sessions": sessions,
        "session": session,
        "can_draw": permissions.can_draw_seats(request.roles),
        "can_manage": permissions.can_manage_tables(request.roles),
        **(_seating_context(request, session) if session else {}),
    }
    return render(request, "backoffice/seating.html", context)


@require_POST
@event_view(permissions.can_manage_tables)
def seat_late_guest(request: EventRequest) -> HttpResponse:
    """Seat somebody who came after the draw."""
    session = posted_session(request)
    form = LateGuestForm(request.POST, session=session)
    if not form.is_valid():
        messages.error(request, _("Choose a person and a table that is not open yet."))
        return back_to_seating(request, session)
    seat = services.seat_participant(by=request.user, now=timezone.now(), **form.cleaned_data)
    messages.success(request, _("%(name)s sits at %(seat)s.") % {"name": seat.participant.name, "seat": seat})
    return back_to_seating(request, session)


def _session_of(request: EventRequest, sessions: list[Session]) -> Session | None:
    asked = request.GET.get("session")
    if asked is None:
        return sessions[0] if sessions else None
    session = next((session for session in sessions if str(session.number) == asked), None)
    if session is None:
        raise Http404
    return session


def _seating_context(request: EventRequest, session: Session) -> dict[str, Any]:
    draws = list(draws_of(session))
    draw = next((draw for draw in draws if draw.discarded_at is None), None)
    floor = floor_of(session)
    context: dict[str, Any] = {"draws": draws, "draw": draw, "floor": floor}
    if floor.tables:
        return {**context, **_floor_context(request, session, floor, draw)}
    if draw is not None:
        return {
            **context,
            "drift": drift_of(draw),
            "runs": size_runs(draw.plan["sizes"]),
            "unmet": unmet_of(draw, named=True),
        }
    return {**context, **forecast_context(session), **wishes_context(request, session)}


def _floor_context(request: EventRequest, session: Session, floor: Floor, draw: SeatingDraw | None) -> dict[str, Any]:
    show, text = request.GET.get("show", ""), request.GET.get("q", "").strip()
    unseated = unseated_people(session).count()
    return {
        "show": show,
        "filters": [(name, FILTER_LABELS[name], count) for name, count in floor.counts.items()],
        "lines": [line for line in floor.tables if show in ("", *line.marks)],
        "q": text,
        "found": seats_matching(session, text) if text else [],
        "found_table": next((line for line in floor.tables if str(line.table.number) == text), None),
        "unmet": unmet_of(draw, named=True) if draw else [],
        "unseated": unseated,
        "late": LateGuestForm(session=session) if unseated else None,
    }
