from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.models import Participant
from bobing_event.permissions import can_change_participants, can_check_in, can_undo_check_in
from bobing_event.queries import arrivals_matching, people_counts
from bobing_event.services.check_in import check_in, undo_check_in


@event_view(can_check_in)
@require_http_methods(["GET", "HEAD", "POST"])
def station(request: EventRequest) -> HttpResponse:
    """The station: POST takes what was scanned or typed; GET shows whom it may mean, or the last person's answer."""
    if request.method == "POST":
        text = request.POST.get("q", "").strip()
        found = arrivals_matching(request.event, text)
        if found.certain is not None:
            return _check_in(request, found.certain)
        return _station(request, q=text) if text else _station(request)
    text = request.GET.get("q", "")
    shown = request.GET.get("person", "")
    person = None
    if shown.isdigit():
        person = Participant.objects.filter(event=request.event, pk=shown).select_related("checked_in_by").first()
    context = {
        "section": "check-in",
        "q": text,
        "candidates": arrivals_matching(request.event, text).people if text else [],
        "person": person,
        "again": "again" in request.GET,
        "counts": people_counts(request.event),
        "may_undo": can_undo_check_in(request.roles),
        "may_add": can_change_participants(request.roles),
    }
    return render(request, "backoffice/check_in.html", context)


@event_view(can_check_in)
@require_POST
def check_in_person(request: EventRequest, pk: int) -> HttpResponse:
    return _check_in(request, get_object_or_404(Participant, event=request.event, pk=pk))


@event_view(can_undo_check_in)
@require_POST
def check_in_undo(request: EventRequest, pk: int) -> HttpResponse:
    person = undo_check_in(
        participant=get_object_or_404(Participant, event=request.event, pk=pk),
        by=request.user,
        now=timezone.now(),
    )
    messages.success(request, _("%(name)s's check-in is taken back.") % {"name": person.name})
    return _station(request)


@event_view(can_check_in)
@require_safe
def check_in_count(request: EventRequest) -> HttpResponse:
    """How many are here; an htmx fragment."""
    return render(request, "backoffice/check_in_count.html", {"counts": people_counts(request.event)})


def _check_in(request: EventRequest, participant: Participant) -> HttpResponse:
    answer = check_in(participant=participant, by=request.user, now=timezone.now())
    return _station(request, person=str(participant.pk), **({} if answer.first else {"again": "1"}))


def _station(request: EventRequest, **query: str) -> HttpResponseRedirect:
    address = reverse("check-in", args=[request.event.slug])
    return redirect(f"{address}?{urlencode(query)}" if query else address)
