from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bobing_event.access import EventRequest, event_view, home_of
from bobing_event.forms import EventForm, NewEventForm, RulesForm, SessionForm, refusals_in
from bobing_event.permissions import can_change_event, can_create_event
from bobing_event.queries import events_of, roles_by_event
from bobing_event.services.events import add_session, change_event, create_event
from rules import DEFAULT_RULESET, load


@login_required
@require_safe
def event_list(request: HttpRequest) -> HttpResponse:
    """The events a user may see, each with the page where it begins for them; a runner's only one opens at once."""
    may_create, held = can_create_event(request.user), roles_by_event(request.user)
    events = [{"event": event, "home": home_of(held.get(event.pk, ()))} for event in events_of(request.user)]
    if len(events) == 1 and events[0]["home"] == "deliveries" and not may_create:
        return redirect("deliveries", events_of(request.user).get().slug)
    return render(request, "backoffice/event_list.html", {"events": events, "may_create": may_create})


@login_required
def event_create(request: HttpRequest) -> HttpResponse:
    if not can_create_event(request.user):
        raise PermissionDenied
    form = NewEventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            event = create_event(**form.cleaned_data, by=request.user, now=timezone.now())  # type: ignore[arg-type]
            messages.success(request, _("The event is made. Import the people next, or look through the rules first."))
            return redirect("event-settings", event.slug)
    return render(request, "backoffice/event_form.html", {"form": form})


@event_view(can_change_event)
@require_safe
def event_settings(request: EventRequest) -> HttpResponse:
    return _settings_page(request)


@event_view(can_change_event)
@require_POST
def event_change(request: EventRequest) -> HttpResponse:
    form = EventForm(request.POST, instance=request.event)
    return _save(request, "event_form", form, lambda: form.cleaned_data)


@event_view(can_change_event)
@require_POST
def rules_change(request: EventRequest) -> HttpResponse:
    form = RulesForm(request.POST, ruleset=request.POST.get("ruleset", ""), overrides=request.event.overrides)
    return _save(
        request,
        "rules_form",
        form,
        lambda: {"ruleset": form.cleaned_data["ruleset"], "overrides": form.overrides()},
    )


@event_view(can_change_event)
@require_POST
def session_create(request: EventRequest) -> HttpResponse:
    form = SessionForm(request.POST)
    if form.is_valid():
        with refusals_in(form):
            add_session(event=request.event, by=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, _("The session is added."))
            return redirect("event-settings", request.event.slug)
    return _settings_page(request, session_form=form)


@event_view(can_change_event)
@require_safe
def rules_options(request: EventRequest) -> HttpResponse:
    """The options of the ruleset chosen in the form, with what is set already; an htmx fragment."""
    ruleset = request.GET.get("ruleset", DEFAULT_RULESET)
    form = RulesForm(ruleset=ruleset, overrides=request.event.overrides if ruleset == request.event.ruleset else {})
    return render(request, "backoffice/settings_options.html", {"rules_form": form, "ruleset": _ruleset(form)})


def _save(request: EventRequest, name: str, form: BaseForm, changes: Any) -> HttpResponse:
    """Changes the event by one of the settings' forms, or shows the page with what is wrong in it."""
    if form.is_valid():
        with refusals_in(form):
            change_event(event=request.event, by=request.user, now=timezone.now(), **changes())
            messages.success(request, _("Saved."))
            return redirect("event-settings", request.event.slug)
    return _settings_page(request, **{name: form})


def _settings_page(request: EventRequest, **bound: BaseForm) -> HttpResponse:
    event = request.event
    if bound:  # a bound model form has written into the event it was given
        event.refresh_from_db()
    rules_form = bound.get("rules_form") or RulesForm(ruleset=event.ruleset, overrides=event.overrides)
    forms = {
        "event_form": EventForm(instance=event),
        "session_form": SessionForm(),
        **bound,
        "rules_form": rules_form,
    }
    context = {
        **forms,
        "section": "settings",
        "sessions": event.sessions.all(),
        "ruleset": _ruleset(rules_form),
        "changed_options": rules_form.changed_options(event.overrides) if isinstance(rules_form, RulesForm) else [],
    }
    return render(request, "backoffice/settings.html", context)


def _ruleset(form: BaseForm) -> Any:
    return load(form.fields["ruleset"].initial)
