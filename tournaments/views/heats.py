from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.http import Http404, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.refusals import Refusal
from tables.tablet_views import tablet_context
from tournaments import permissions, services
from tournaments.forms import PlayoffCorrectionForm
from tournaments.models import PlayoffEntry
from tournaments.queries import HeatSheet, LogLine, export_of, fold_of, heat_sheet, log_lines

if TYPE_CHECKING:
    from django.http import HttpResponse


LOG_PAGE = 40  # entries


def log_page(request: EventRequest, sheet: HeatSheet) -> Page[LogLine]:
    """A page of a heat's log, the last entries first: a whole one is sixty screens of a phone."""
    return Paginator(log_lines(sheet), LOG_PAGE).get_page(request.GET.get("page"))


def _sheet_of_event(request: EventRequest, pk: int) -> HeatSheet:
    sheet = heat_sheet(request.event, pk)
    if sheet is None:
        raise Http404
    sheet.heat.stage.playoff.event = request.event
    return sheet


@require_safe
@event_view(permissions.can_view_playoffs)
def heat_detail(request: EventRequest, pk: int) -> HttpResponse:
    """One heat: its lots and its log."""
    sheet = _sheet_of_event(request, pk)
    context = {
        "section": "playoffs",
        "playoff": sheet.heat.playoff,
        "sheet": sheet,
        "log": log_page(request, sheet),
        "can_record": permissions.can_record_playoff_entry(request.roles),
        "can_correct": permissions.can_correct_any_playoff_entry(request.roles),
        "can_export": permissions.can_export_heat_log(request.roles),
    }
    return render(request, "backoffice/playoff_heat.html", context)


@require_safe
@event_view(permissions.can_export_heat_log)
def heat_log(request: EventRequest, pk: int) -> HttpResponse:
    """The heat's log as a file that docs/verify_log.py checks."""
    heat = _sheet_of_event(request, pk).heat
    name = f"{request.event.slug}-{heat.playoff.kind}-{heat.stage.number}-{heat.number}.json"
    response = JsonResponse(export_of(heat), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
@event_view(permissions.can_record_playoff_entry)
@ensure_csrf_cookie
def heat_tablet(request: Any, pk: int) -> HttpResponse:
    """The referee's page for a heat."""
    heat = _sheet_of_event(request, pk).heat
    context = tablet_context(
        kind="heat",
        api_root=f"/api/v1/heats/{heat.pk}/",
        title=f"{heat.playoff} · {heat}",
        back_url=heat.playoff.get_absolute_url(),
        ruleset=fold_of(heat).ruleset,
        epoch=f"{request.event.created_at.timestamp():.0f}",
    )
    return render(request, "tablet/tablet.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_view(permissions.can_view_playoffs)
def correct_playoff_entry(request: EventRequest, pk: int, seq: int) -> HttpResponse:
    """Correct an entry: ask what it should have been, show what that changes, and record it when confirmed."""
    sheet = _sheet_of_event(request, pk)
    if not permissions.can_record_playoff_entry(request.roles):
        raise PermissionDenied
    entries = PlayoffEntry.objects.select_related("recorded_by", "entrant__participant")
    entry = get_object_or_404(entries, heat=sheet.heat, seq=seq)
    form = PlayoffCorrectionForm(request.POST or None, entry=entry)
    if not form.is_valid():
        return _show(request, sheet, entry, form)
    if "confirm" in request.POST:
        return _record(request, sheet, form)
    return _preview(request, sheet, entry, form)


def _preview(request: EventRequest, sheet: HeatSheet, entry: PlayoffEntry, form: PlayoffCorrectionForm) -> HttpResponse:
    try:
        changes = services.preview_playoff_correction(
            heat=sheet.heat, data=form.asked(), now=timezone.now(), may_correct_any=_may_correct_any(request)
        )
    except Refusal as refusal:  # said beside the form, with what was typed
        form.add_error(None, str(refusal))
        return _show(request, sheet, entry, form, status=refusal.status)
    if changes["needs_reason"] and not form.cleaned_data["reason"]:
        form.add_error("reason", _("Give a reason: it stays in the log."))
        return _show(request, sheet, entry, form, status=400)
    preview = _readable(sheet, changes)
    return _show(request, sheet, entry, form, preview=preview, client_uuid=str(uuid.uuid4()))


def _readable(sheet: HeatSheet, changes: dict[str, Any]) -> dict[str, Any]:
    """The changes with lots for entrants' ids."""
    lots = {str(lot.entrant_id): lot for lot in sheet.lots}
    placed, turn = changes["placed"], changes["turn"]
    return {
        **changes,
        "placed": {moment: [lots[entrant] for entrant in placed[moment]] for moment in placed},
        "turn": {moment: lots.get(turn[moment]) for moment in turn},
        "winner_changes": placed["before"][:1] != placed["after"][:1],
        "places_change": placed["before"] != placed["after"],
    }


def _record(request: EventRequest, sheet: HeatSheet, form: PlayoffCorrectionForm) -> HttpResponse:
    """The UUID was made with the preview, so that a second press records nothing twice."""
    recording = services.record_playoff_entries(
        heat=sheet.heat,
        entries=[{**form.asked(), "client_uuid": request.POST.get("client_uuid")}],
        by=request.user,
        now=timezone.now(),
        may_correct_any=_may_correct_any(request),
    )
    if recording.refusal:
        raise recording.refusal
    messages.success(request, _("The correction is recorded. The old entry stays in the log, struck out."))
    return redirect(sheet.heat)


def _may_correct_any(request: EventRequest) -> bool:
    return permissions.can_correct_any_playoff_entry(request.roles)


def _show(
    request: EventRequest,
    sheet: HeatSheet,
    entry: PlayoffEntry,
    form: PlayoffCorrectionForm,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    context = {
        "section": "playoffs",
        "playoff": sheet.heat.playoff,
        "sheet": sheet,
        "entry": entry,
        "form": form,
        **more,
    }
    return render(request, "backoffice/playoff_correction.html", context, status=status)
