from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.forms import ParticipantForm, refusals_in
from bobing_event.models import Participant
from bobing_event.permissions import (
    can_change_participants,
    can_import_participants,
    can_view_personal_data,
)
from bobing_event.queries import STATES, arrival_figures, counts_by_state, people_of
from bobing_event.services.people import CHANGEABLE, add_participant, add_walk_in, change_participant

PAGE = 50
STATE_WORDS = {
    "in": gettext_lazy("Checked in"),
    "out": gettext_lazy("Not here yet"),
    "walk_in": gettext_lazy("Walk-ins"),
    "stand_by": gettext_lazy("On the stand-by list"),
    "missing": gettext_lazy("Not on the latest list"),
    "proxy": gettext_lazy("With a proxy"),
    "companion": gettext_lazy("Companions"),
}


@event_view(can_view_personal_data)
@require_safe
def people(request: EventRequest) -> HttpResponse:
    text, state = request.GET.get("q", ""), request.GET.get("state", "")
    state = state if state in STATES else ""
    counts = counts_by_state(request.event)
    context = {
        "section": "people",
        "q": text,
        "state": state,
        "counts": counts,
        "states": [(code, word, counts[code]) for code, word in STATE_WORDS.items()],
        "page_obj": Paginator(people_of(request.event, text=text, state=state), PAGE).get_page(request.GET.get("page")),
        "arrivals": arrival_figures(request.event, now=timezone.now()),
        "may_change": can_change_participants(request.roles),
        "may_import": can_import_participants(request.roles),
    }
    return render(request, "backoffice/people.html", context)


@event_view(can_view_personal_data)
@require_safe
def people_arrivals(request: EventRequest) -> HttpResponse:
    """How the arrivals go, in all and at each station; a part of the page, asked for every few seconds."""
    context = {"arrivals": arrival_figures(request.event, now=timezone.now())}
    return render(request, "backoffice/people_arrivals.html", context)


@event_view(can_change_participants)
def person_add(request: EventRequest) -> HttpResponse:
    """Somebody new; `?name=` or `?phone=` begins with what was searched for."""
    asked = {key: request.GET[key] for key in ("name", "phone") if key in request.GET}
    form = ParticipantForm(request.POST or None, event=request.event, initial=asked)
    if request.method == "POST" and form.is_valid():
        facts = {"event": request.event, "by": request.user, "now": timezone.now(), **form.cleaned_data}
        with refusals_in(form):
            if "check_in" in request.POST:
                person = add_walk_in(**facts).participant
                return redirect(f"{reverse('check-in', args=[request.event.slug])}?person={person.pk}")
            person = add_participant(**facts)
            messages.success(request, _("%(name)s is on the list.") % {"name": person.name})
            return redirect("people", request.event.slug)
    return render(request, "backoffice/people_form.html", {"section": "people", "form": form})


@event_view(can_change_participants)
def person_change(request: EventRequest, pk: int) -> HttpResponse:
    person = get_object_or_404(Participant.objects.select_related("companion_of"), pk=pk, event=request.event)
    known = {key: getattr(person, key) for key in CHANGEABLE}
    form = ParticipantForm(request.POST or None, event=request.event, host=person.companion_of, initial=known)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            change_participant(participant=person, by=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("people", request.event.slug)
    return render(request, "backoffice/people_form.html", {"section": "people", "form": form, "person": person})
