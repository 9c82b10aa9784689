from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.forms import ParticipantForm, refusals_in
from bobing_event.models import Participant
from bobing_event.permissions import (
    can_change_participants,
    can_import_participants,
    can_view_personal_data,
)
from bobing_event.queries import STATES, people_counts, people_of
from bobing_event.services.check_in import check_in
from bobing_event.services.people import CHANGEABLE, add_participant, change_participant

PAGE = 50


@event_view(can_view_personal_data)
@require_safe
def people(request: EventRequest) -> HttpResponse:
    text, state = request.GET.get("q", ""), request.GET.get("state", "")
    found = people_of(request.event, text=text, state=state if state in STATES else "")
    counts = people_counts(request.event)
    context = {
        "section": "people",
        "q": text,
        "state": state if state in STATES else "",
        "counts": {**counts, "expected": counts["total"] - counts["checked_in"]},
        "page_obj": Paginator(found, PAGE).get_page(request.GET.get("page")),
        "may_change": can_change_participants(request.roles),
        "may_import": can_import_participants(request.roles),
    }
    return render(request, "backoffice/people.html", context)


@event_view(can_change_participants)
def person_add(request: EventRequest) -> HttpResponse:
    """A walk-in; `?name=` or `?phone=` begins with what was searched for."""
    asked = {key: request.GET[key] for key in ("name", "phone") if key in request.GET}
    form = ParticipantForm(request.POST or None, event=request.event, initial=asked)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            person = add_participant(event=request.event, by=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, _("%(name)s is on the list.") % {"name": person.name})
            if "check_in" in request.POST:
                check_in(participant=person, by=request.user, now=timezone.now())
                return redirect(f"{reverse('check-in', args=[request.event.slug])}?person={person.pk}")
            return redirect("people", request.event.slug)
    return render(request, "backoffice/people_form.html", {"section": "people", "form": form})


@event_view(can_change_participants)
def person_change(request: EventRequest, pk: int) -> HttpResponse:
    person = get_object_or_404(Participant, pk=pk, event=request.event)
    known = {key: getattr(person, key) for key in CHANGEABLE}
    form = ParticipantForm(request.POST or None, event=request.event, initial=known)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            change_participant(participant=person, by=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("people", request.event.slug)
    return render(request, "backoffice/people_form.html", {"section": "people", "form": form, "person": person})
