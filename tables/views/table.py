from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.refusals import Refusal
from tables import permissions, services
from tables.floor_forms import EXTRA_MINUTES, LowerBarForm
from tables.forms import RefereeForm
from tables.models import Table
from tables.queries import export_of
from tables.queries.board import concerns_of
from tables.queries.detail import TableDetail, table_detail_of
from tables.queries.devices import DESK, devices_of, released_devices_of
from tables.queries.dice import dice_hints
from tables.queries.opening_warnings import opening_warnings

if TYPE_CHECKING:
    from django.http import HttpResponse


def table_of_event(request: EventRequest, pk: int) -> Table:
    """A table of the event; 404 for any other."""
    tables = Table.objects.select_related("session__event", "referee")
    return get_object_or_404(tables, pk=pk, session__event=request.event)


@require_safe
@event_view(permissions.can_view_tables)
def table_detail(request: EventRequest, pk: int) -> HttpResponse:
    """One table: who sits there and holds what, what is left, and the whole log."""
    table = table_of_event(request, pk)
    can_manage = permissions.can_manage_tables(request.roles)
    now = timezone.now()
    detail = table_detail_of(table, now=now)
    context = {
        "section": "dashboard",
        "table": table,
        "detail": detail,
        "warnings": opening_warnings(table),
        "concerns": concerns_of(table, detail.game, now=now),
        "can_manage": can_manage,
        "can_record": permissions.can_record_entry(request.roles, table, request.user),
        "can_correct": permissions.can_correct_any_entry(request.roles),
        "can_export": permissions.can_export_log(request.roles),
        "can_settle": permissions.can_settle_objection(request.roles, table, request.user),
    }
    if can_manage:
        context |= _management(table, detail)
        context["referee_form"] = RefereeForm(event=request.event, initial={"referee": table.referee_id})
    part = "table_detail_live" if request.GET.get("part") == "live" else "table_detail"
    return render(request, f"backoffice/{part}.html", context)


def _management(table: Table, detail: TableDetail) -> dict[str, Any]:
    """What a floor manager's part of the page needs besides forms."""
    counting = [line.entry for line in reversed(detail.log) if line.effect is not None]
    opened = Table.objects.filter(session__event=table.session.event, opening__isnull=False).count()
    return {
        "devices": devices_of(table),
        "released": released_devices_of(table),
        "desk": DESK,
        "minutes": EXTRA_MINUTES,
        "closing": {kind: str(uuid.uuid4()) for kind in ("time_up", "lower_bar", "appoint")},
        "lower_bar_form": LowerBarForm(),
        "hints": dice_hints(sorted(counting, key=lambda entry: entry.place), tables=opened),
    }


@require_POST
@event_view(permissions.can_manage_tables)
def assign_referee(request: EventRequest, pk: int) -> HttpResponse:
    """Give the table to a referee."""
    table = table_of_event(request, pk)
    form = RefereeForm(request.POST, event=request.event)
    if not form.is_valid():
        messages.error(request, _("Choose one of the event's referees."))
        return redirect(table)
    referee = form.cleaned_data["referee"]
    services.assign_referee(table=table, referee=referee, by=request.user, now=timezone.now())
    if referee is None:
        messages.success(request, _("Table %(table)s has no referee now.") % {"table": table.number})
    else:
        facts = {"table": table.number, "name": referee.get_full_name() or referee.get_username()}
        messages.success(request, _("Table %(table)s is given to %(name)s.") % facts)
    return redirect(table)


@require_POST
@event_view(permissions.can_view_tables)
def take_back_opening(request: EventRequest, pk: int) -> HttpResponse:
    """Undo an opening before the first entry."""
    table = table_of_event(request, pk)
    if not permissions.can_open_table(request.roles, table, request.user):
        raise Refusal("permission_denied", _("This table is not given to you."), status=403)
    services.take_back_opening(table=table, by=request.user, now=timezone.now())
    messages.success(request, _("The opening of table %(table)s is taken back.") % {"table": table.number})
    return redirect(table)


@require_safe
@event_view(permissions.can_export_log)
def table_log(request: EventRequest, pk: int) -> HttpResponse:
    """The log as a file that `docs/verify_log.py` checks."""
    table = table_of_event(request, pk)
    if table.opening is None:
        raise Refusal("table_not_open", _("Table %(table)s has not been opened.") % {"table": table.number})
    name = f"{request.event.slug}-{table.session.number}-{table.number}-log.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(export_of(table), json_dumps_params={"ensure_ascii": False, "indent": 1}, headers=headers)
