"""Changing seats by hand: choose who and where, see what it comes to, confirm; and take it back.

What has been chosen stands in the address (`?session=1&from=3-4&to=5-1`), so every step can be shared and gone back to.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.models import Session
from bobing_event.refusals import Refusal
from tables import permissions, services
from tables.models import SeatChange
from tables.queries.hall import changes_of, moves_of
from tables.queries.picking import seats_named
from tables.views.asked_change import ABOUT, KINDS, AskedChange

if TYPE_CHECKING:
    from django.http import HttpResponse

CHANGES_A_PAGE = 20


@require_safe
@event_view(permissions.can_view_tables)
def seat_changes(request: EventRequest) -> HttpResponse:
    """What can be done with seats, and every change that was made, the newest first."""
    session = _session(request, request.GET.get("session"))
    page = Paginator(changes_of(session), CHANGES_A_PAGE).get_page(request.GET.get("page"))
    moves = moves_of(page.object_list)
    context = {
        "section": "seating",
        "session": session,
        "sessions": list(Session.objects.filter(event=request.event)),
        "page_obj": page,
        "lines": [(change, moves[change.pk], f"undo-{change.pk}") for change in page.object_list],
        "kinds": [(kind, label, ABOUT[kind]) for kind, label in KINDS.items()],
        "can_manage": permissions.can_manage_tables(request.roles),
    }
    return render(request, "backoffice/seating_changes.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_view(permissions.can_manage_tables)
def change_seats(request: EventRequest, kind: str) -> HttpResponse:
    """One change of seats: its steps by GET, the change itself by POST with the digest of the preview."""
    if kind not in KINDS:
        raise Http404
    data = request.POST if request.method == "POST" else request.GET
    session = _session(request, data.get("session"))
    asked = AskedChange(session=session, kind=kind, data=data)
    if request.method == "POST":
        return _done(request, session, asked)
    status, context = 200, _chosen(request, session, asked)
    try:
        context |= asked.step()
    except Refusal as refusal:  # said beside what was chosen, which can be changed
        status, context["refusal"] = refusal.status, refusal
    return render(request, "backoffice/seating_change.html", context, status=status)


@require_POST
@event_view(permissions.can_manage_tables)
def undo_seat_change(request: EventRequest, pk: int) -> HttpResponse:
    """Take a change back as a whole."""
    change = get_object_or_404(SeatChange.objects.select_related("session__event"), pk=pk, session__event=request.event)
    services.undo_change(change=change, by=request.user, now=timezone.now())
    messages.success(request, _("The change is taken back: everybody has the seat they had before."))
    return _back(request, change.session)


def _done(request: EventRequest, session: Session, asked: AskedChange) -> HttpResponse:
    change = asked.apply(by=request.user, now=timezone.now())
    people = len(change.moves)
    sentence = ngettext("Done: %(people)s person moved.", "Done: %(people)s people moved.", people)
    messages.success(request, sentence % {"people": people})
    return _back(request, session)


def _chosen(request: EventRequest, session: Session, asked: AskedChange) -> dict[str, Any]:
    text = request.GET.get("q", "").strip()
    return {
        "section": "seating",
        "session": session,
        "kind": asked.kind,
        "kinds": KINDS,
        "asked": asked,
        "q": text,
        "found": seats_named(session, text) if text else [],
        "client_uuid": uuid.uuid4(),
    }


def _session(request: EventRequest, number: str | None) -> Session:
    """The session by its number, without one the event's first; 404 where there is none."""
    sessions = Session.objects.filter(event=request.event).order_by("number")
    if number:
        sessions = sessions.filter(number=number) if number.isdecimal() else sessions.none()
    session = sessions.first()
    if session is None:
        raise Http404
    session.event = request.event
    return session


def _back(request: EventRequest, session: Session) -> HttpResponse:
    return redirect(f"{reverse('seat-changes', args=[request.event.slug])}?session={session.number}")
