"""The stand-by list (候补): the queue, a session's places, and moving up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.forms import PlacesForm, StandByForm, refusals_in
from bobing_event.models import Participant, Session
from bobing_event.permissions import can_change_event, can_change_participants, can_check_in
from bobing_event.queries import place_figures, stand_by_queue, stand_by_waiting
from bobing_event.services.people import add_stand_by
from bobing_event.services.stand_by import (
    move_up_stand_by,
    note_waiting,
    remove_from_stand_by,
    set_stand_by_terms,
)
from tables.models import Table
from tables.moving.changes import seats_to_give
from tables.queries.hall import hall_of
from tables.services import fill_stand_by

if TYPE_CHECKING:
    from datetime import datetime

    from django.contrib.auth.models import User
    from django.http import HttpResponse


NAMED = 12
"""So many names stand in the sentence that says who moved up."""
ROWS = 100


@require_safe
@event_view(can_check_in)
def stand_by(request: EventRequest) -> HttpResponse:
    """The queue of one session and its places."""
    session = _session(request, request.GET.get("session"))
    return _page(request, session, form=StandByForm(event=request.event))


@require_POST
@event_view(can_change_event)
def stand_by_places(request: EventRequest) -> HttpResponse:
    """Set places and minute."""
    session = _session(request, request.POST.get("session"))
    form = PlacesForm(request.POST)
    if form.is_valid():
        with refusals_in(form):
            set_stand_by_terms(session=session, by=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return _back(request, session)
    return _page(request, session, form=StandByForm(event=request.event), places_form=form)


@require_POST
@event_view(can_change_participants)
def stand_by_add(request: EventRequest) -> HttpResponse:
    """Put somebody new on the list."""
    session = _session(request, request.POST.get("session"))
    form = StandByForm(request.POST, event=request.event)
    if form.is_valid():
        with refusals_in(form):
            person = add_stand_by(
                event=request.event, session=session, by=request.user, now=timezone.now(), **form.cleaned_data
            )
            facts = {"name": person.name, "number": person.stand_by}
            messages.success(request, _("%(name)s is number %(number)s on the stand-by list.") % facts)
            return _back(request, session)
    return _page(request, session, form=form)


@require_POST
@event_view(can_check_in)
def stand_by_came(request: EventRequest, pk: int) -> HttpResponse:
    """Note that somebody of the list is at the door."""
    person = note_waiting(participant=_person(request, pk), by=request.user, now=timezone.now())
    return _back(request, person.session)


@require_POST
@event_view(can_change_participants)
def stand_by_remove(request: EventRequest, pk: int) -> HttpResponse:
    """Take somebody off the list."""
    person = remove_from_stand_by(participant=_person(request, pk), by=request.user, now=timezone.now())
    messages.success(request, _("%(name)s is off the stand-by list.") % {"name": person.name})
    return _back(request, person.session)


@require_POST
@event_view(can_change_participants)
def stand_by_move_up(request: EventRequest) -> HttpResponse:
    """Give the vacant places to who waits for them."""
    session = _session(request, request.POST.get("session"))
    names = _move_up(session, by=request.user, now=timezone.now())
    sentence = ngettext("%(people)s person moved up: %(names)s.", "%(people)s people moved up: %(names)s.", len(names))
    nobody = _("Nobody moved up: no place is vacant, or nobody of the list is at the door.")
    shown = _(", ").join(names[:NAMED]) + ("…" if len(names) > NAMED else "")
    messages.success(request, sentence % {"people": len(names), "names": shown} if names else nobody)
    return _back(request, session)


def _move_up(session: Session, *, by: User, now: datetime) -> list[str]:
    """The names of who moved up: into seats once they are drawn, else into places."""
    if not Table.objects.filter(session=session).exists():
        return [person.name for person in move_up_stand_by(session=session, by=by, now=now)]
    change = fill_stand_by(session=session, by=by, now=now)
    moved = [move["participant"] for move in change.moves if move["to"]] if change else []
    names = Participant.objects.in_bulk(moved)
    return [names[pk].name for pk in moved]


def _page(
    request: EventRequest, session: Session, *, form: StandByForm, places_form: PlacesForm | None = None
) -> HttpResponse:
    figures, now = place_figures(session), timezone.now()
    drawn = Table.objects.filter(session=session).exists()
    queue = Paginator(stand_by_queue(session), ROWS).get_page(request.GET.get("page"))
    terms = {"places": session.places, "stand_by_at": session.stand_by_at}
    context = {
        "section": "check-in",
        "sessions": list(Session.objects.filter(event=request.event)),
        "session": session,
        "figures": figures,
        "page_obj": queue,
        "moving": set(_moving(session, len(seats_to_give(hall_of(session))) if drawn else figures.vacant or 0)),
        "too_early": session.stand_by_at is None or now < session.stand_by_at,
        "drawn": drawn,
        "form": form,
        "places_form": places_form or PlacesForm(initial=terms),
        "may_set": can_change_event(request.roles),
        "may_change": can_change_participants(request.roles),
    }
    return render(request, "backoffice/stand_by.html", context)


def _moving(session: Session, vacant: int) -> list[int]:
    """Who would move up now, by id."""
    return list(stand_by_waiting(session).values_list("pk", flat=True)[:vacant])


def _session(request: EventRequest, number: str | None) -> Session:
    """The session that was asked for, else the first."""
    sessions = Session.objects.filter(event=request.event).select_related("event").order_by("number")
    if number:
        sessions = sessions.filter(number=number) if number.isdecimal() else sessions.none()
    session = sessions.first()
    if session is None:
        raise Http404
    return session


def _person(request: EventRequest, pk: int) -> Participant:
    return get_object_or_404(Participant.objects.select_related("session"), event=request.event, pk=pk)


def _back(request: EventRequest, session: Session | None) -> HttpResponse:
    address = reverse("stand-by", args=[request.event.slug])
    return redirect(f"{address}?session={session.number}" if session else address)
