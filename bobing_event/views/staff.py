from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.forms import AccountForm, RoleForm, refusals_in
from bobing_event.models import Membership
from bobing_event.permissions import can_change_role, can_change_staff, can_set_pin, can_view_staff
from bobing_event.queries import staff_of
from bobing_event.services.staff import create_staff_user, grant_role, revoke_role


@event_view(can_view_staff)
@require_safe
def staff(request: EventRequest) -> HttpResponse:
    return _page(request)


@event_view(can_change_staff)
@require_POST
def account_create(request: EventRequest) -> HttpResponse:
    form = AccountForm(request.POST, roles=request.roles)
    if form.is_valid():
        with refusals_in(form):
            user = create_staff_user(event=request.event, by=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, _("%(name)s can sign in now.") % {"name": user.get_username()})
            return redirect("staff", request.event.slug)
    return _page(request, account_form=form)


@event_view(can_change_staff)
@require_POST
def role_grant(request: EventRequest) -> HttpResponse:
    form = RoleForm(request.POST, roles=request.roles)
    if form.is_valid():
        with refusals_in(form):
            grant_role(
                event=request.event,
                user=form.cleaned_data["username"],
                role=form.cleaned_data["role"],
                by=request.user,
                now=timezone.now(),
            )
            messages.success(request, _("Saved."))
            return redirect("staff", request.event.slug)
    return _page(request, role_form=form)


@event_view(can_change_staff)
@require_POST
def role_revoke(request: EventRequest, pk: int) -> HttpResponse:
    membership = get_object_or_404(Membership, pk=pk, event=request.event)
    if not can_change_role(request.roles, membership.role):
        raise PermissionDenied
    revoke_role(membership=membership, by=request.user, now=timezone.now())
    messages.success(request, _("The role is taken away."))
    return redirect("staff", request.event.slug)


def _page(request: EventRequest, **bound: BaseForm) -> HttpResponse:
    may_change = can_change_staff(request.roles)
    members = [
        (
            member,
            [(held, may_change and can_change_role(request.roles, held.role)) for held in member.memberships],
            can_set_pin(request.roles, member.roles),
        )
        for member in staff_of(request.event)
    ]
    forms = {"account_form": AccountForm(roles=request.roles), "role_form": RoleForm(roles=request.roles), **bound}
    return render(
        request, "backoffice/staff.html", {"section": "settings", "members": members, "may_change": may_change, **forms}
    )
