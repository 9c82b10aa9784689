"""PINs of the staff. Each is shown once, in the answer that made it: only its digest is kept."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from bobing_event.access import EventRequest, event_view
from bobing_event.forms import PinForm, refusals_in
from bobing_event.permissions import can_change_staff, can_set_pin
from bobing_event.pins import new_pin
from bobing_event.queries import Member, staff_of
from bobing_event.services.pins import clear_pin, issue_pins, set_pin


@never_cache
@event_view(can_change_staff)
@require_http_methods(["GET", "HEAD", "POST"])
def pin_set(request: EventRequest, pk: int) -> HttpResponse:
    """Give somebody a PIN; a random one is proposed."""
    member = _member(request, pk)
    form = PinForm(request.POST or None, initial={"pin": new_pin()})
    if form.is_valid():
        with refusals_in(form):
            pin = set_pin(
                event=request.event, user=member.user, by=request.user, now=timezone.now(), pin=form.cleaned_data["pin"]
            )
            return _shown(request, {member.user: pin})
    context = {"section": "settings", "member": member, "form": form}
    return render(request, "backoffice/staff_pin.html", context, status=400 if form.errors else 200)


@never_cache
@event_view(can_change_staff)
@require_POST
def pins_issue(request: EventRequest) -> HttpResponse:
    """Random PINs for everybody who has none, to be printed now or never."""
    members = staff_of(request.event)
    without = [m.user for m in members if m.pin_set_at is None and m.user.is_active and _may(request, m)]
    if not without:
        messages.info(request, _("Everybody has a PIN."))
        return redirect("staff", request.event.slug)
    return _shown(request, issue_pins(event=request.event, users=without, by=request.user, now=timezone.now()))


@event_view(can_change_staff)
@require_POST
def pin_clear(request: EventRequest, pk: int) -> HttpResponse:
    """Take somebody's PIN away."""
    member = _member(request, pk)
    clear_pin(event=request.event, user=member.user, by=request.user, now=timezone.now())
    messages.success(request, _("%(name)s has no PIN now.") % {"name": member.user.get_username()})
    return redirect("staff", request.event.slug)


def _shown(request: EventRequest, pins: dict[User, str]) -> HttpResponse:
    return render(request, "backoffice/staff_pins.html", {"section": "settings", "pins": list(pins.items())})


def _member(request: EventRequest, pk: int) -> Member:
    member = next((member for member in staff_of(request.event) if member.user.pk == pk), None)
    if member is None:
        raise Http404
    if not _may(request, member):
        raise PermissionDenied
    return member


def _may(request: EventRequest, member: Member) -> bool:
    return can_set_pin(request.roles, member.roles)
