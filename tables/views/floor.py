"""What a floor manager does at one table: come when called, give time, end it, settle, countersign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from bobing_event.access import EventRequest, event_view
from bobing_event.refusals import Refusal
from rules import RANKS
from tables import permissions, services
from tables.floor_forms import AppointForm, LowerBarForm, OutcomeForm
from tables.models import HelpCall, Objection
from tables.queries.holdings import holdings_of
from tables.queries.sign_offs import sign_off_of
from tables.views.board import grant_and_tell
from tables.views.table import table_of_event

if TYPE_CHECKING:
    from django.http import HttpResponse


@require_POST
@event_view(permissions.can_answer_help)
def answer_help(request: EventRequest, pk: int, call: int) -> HttpResponse:
    """Take a call: the tablet is told that somebody comes."""
    table = table_of_event(request, pk)
    called = get_object_or_404(HelpCall, pk=call, table=table)
    services.answer_help(call=called, by=request.user, now=timezone.now())
    messages.success(request, _("You have taken the call of table %(table)s.") % {"table": table.number})
    return redirect(table)


@require_POST
@event_view(permissions.can_grant_extra_time)
def extra_time(request: EventRequest, pk: int) -> HttpResponse:
    table = table_of_event(request, pk)
    grant_and_tell(request, [table])
    return redirect(table)


@require_POST
@event_view(permissions.can_manage_tables)
def close_table(request: EventRequest, pk: int, kind: str) -> HttpResponse:
    """Call time, lower the bar or appoint: an entry of the log. The form made its UUID: pressed twice it is one."""
    table = table_of_event(request, pk)
    asked = _asked(request, kind)
    recording = services.record_entries(table=table, entries=[asked], by=request.user, now=timezone.now())
    if recording.refusal:
        raise recording.refusal
    said = {
        "time_up": _("Time is called at table %(table)s."),
        "lower_bar": _("The bar is lowered at table %(table)s."),
        "appoint": _("The champion of table %(table)s is appointed."),
    }
    messages.success(request, said[kind] % {"table": table.number})
    return redirect(table)


def _asked(request: EventRequest, kind: str) -> dict[str, Any]:
    forms: dict[str, Any] = {"lower_bar": LowerBarForm, "appoint": AppointForm}
    asked = {"kind": kind, "client_uuid": request.POST.get("client_uuid", "")}
    if kind not in forms:
        return asked
    form = forms[kind](request.POST)
    if not form.is_valid():
        raise Refusal("incomplete", _("Something is missing. Go back and fill it in."), status=400)
    return asked | form.cleaned_data


@require_http_methods(["GET", "HEAD", "POST"])
@event_view(permissions.can_view_tables)
def settle_objection(request: EventRequest, pk: int, objection: int) -> HttpResponse:
    """One objection: what is meant, and what came of it."""
    table = table_of_event(request, pk)
    if not permissions.can_settle_objection(request.roles, table, request.user):
        raise Refusal("permission_denied", _("This table is not given to you."), status=403)
    raised = get_object_or_404(Objection.objects.select_related("participant"), pk=objection, table=table)
    form = OutcomeForm(request.POST or None)
    if form.is_valid():
        outcome = form.cleaned_data["outcome"]
        services.settle_objection(objection=raised, outcome=outcome, by=request.user, now=timezone.now())
        messages.success(request, _("The objection of %(name)s is settled.") % {"name": raised.participant.name})
        return redirect(table)
    entry = table.entries.filter(seq=raised.seq).first()
    context = {"section": "dashboard", "table": table, "objection": raised, "entry": entry, "form": form}
    return render(request, "backoffice/board_objection.html", context, status=400 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@event_view(permissions.can_countersign_table)
def countersign(request: EventRequest, pk: int) -> HttpResponse:
    """The holdings that were signed off, for a second signature."""
    table = table_of_event(request, pk)
    if request.method == "POST":
        services.countersign_table(table=table, by=request.user, now=timezone.now())
        messages.success(
            request, _("Table %(table)s is countersigned: its pieces are final.") % {"table": table.number}
        )
        return redirect(table)
    context = {
        "section": "dashboard",
        "table": table,
        "signed": sign_off_of(table),
        "holdings": _in_order(holdings_of(table)),
        "open_objections": table.objections.filter(settled_at__isnull=True).count(),
    }
    return render(request, "backoffice/board_countersign.html", context)


def _in_order(holdings: dict[str, Any]) -> dict[str, Any]:
    """Everybody's pieces from the highest rank down."""
    ranks = [rank.value for rank in RANKS]
    people = [
        {**one, "pieces": {rank: one["pieces"][rank] for rank in ranks if rank in one["pieces"]}}
        for one in holdings["people"]
    ]
    return {**holdings, "people": people}
