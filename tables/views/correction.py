from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from bobing_event.access import EventRequest, event_view
from bobing_event.refusals import Refusal
from tables import permissions, services
from tables.forms import CorrectionForm
from tables.models import Entry, Table
from tables.queries import seats_of
from tables.queries.detail import correction_preview
from tables.services.approval import APPROVAL_CODES
from tables.views.table import table_of_event

if TYPE_CHECKING:
    from django.http import HttpResponse


@require_http_methods(["GET", "HEAD", "POST"])
@event_view(permissions.can_view_tables)
def correct_entry(request: EventRequest, pk: int, seq: int) -> HttpResponse:
    """Correct an entry: ask what it should have been, show what that changes, and record it when confirmed."""
    table = table_of_event(request, pk)
    if not permissions.can_record_entry(request.roles, table, request.user):
        raise Refusal("permission_denied", _("This table is not given to you."), status=403)
    entry = get_object_or_404(Entry.objects.select_related("supersedes", "recorded_by"), table=table, seq=seq)
    form = CorrectionForm(request.POST or None, entry=entry, initial={"kind": entry.kind, "dice": entry.dice})
    if not form.is_valid():
        return _show(request, table, entry, form)
    if "confirm" in request.POST:
        return _record(request, table, entry, form)
    return _preview(request, table, entry, form, client_uuid=str(uuid.uuid4()))


def _preview(
    request: EventRequest, table: Table, entry: Entry, form: CorrectionForm, *, client_uuid: str,
    pin_refusal: Refusal | None = None,
) -> HttpResponse:  # fmt: skip
    asked = {**form.asked(), "client_uuid": client_uuid}
    try:
        changes = services.preview_correction(
            table=table, data=asked, now=timezone.now(), may_correct_any=_may_correct_any(request)
        )
    except Refusal as refusal:  # said beside the form, with what was typed
        form.add_error(None, str(refusal))
        return _show(request, table, entry, form, status=refusal.status)
    if changes["needs_reason"] and not asked["reason"]:
        form.add_error("reason", _("Give a reason: it stays in the log."))
        return _show(request, table, entry, form, status=400)
    return _show(
        request, table, entry, form, status=pin_refusal.status if pin_refusal else 200, client_uuid=client_uuid,
        preview=correction_preview(table, changes), needs_approval=changes["needs_approval"], pin_refusal=pin_refusal,
    )  # fmt: skip


def _record(request: EventRequest, table: Table, entry: Entry, form: CorrectionForm) -> HttpResponse:
    """The UUID was made with the preview, so that a second press records nothing twice."""
    client_uuid = request.POST.get("client_uuid", "")
    approval = {"approval": {"pin": request.POST["pin"].strip()}} if request.POST.get("pin") else {}
    recording = services.record_entries(
        table=table,
        entries=[{**form.asked(), **approval, "client_uuid": client_uuid}],
        by=request.user,
        now=timezone.now(),
        may_correct_any=_may_correct_any(request),
    )
    if recording.refusal and recording.refusal.code in APPROVAL_CODES:
        return _preview(request, table, entry, form, client_uuid=client_uuid, pin_refusal=recording.refusal)
    if recording.refusal:
        raise recording.refusal
    messages.success(request, _("The correction is recorded. The old entry stays in the log, struck out."))
    return redirect(table)


def _may_correct_any(request: EventRequest) -> bool:
    return permissions.can_correct_any_entry(request.roles)


def _show(
    request: EventRequest, table: Table, entry: Entry, form: CorrectionForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    names = {seat.number: seat.participant.name for seat in seats_of(table)}
    context = {
        "section": "dashboard",
        "table": table,
        "entry": entry,
        "person": names.get(form.seat or 0, ""),
        "form": form,
        **more,
    }
    return render(request, "backoffice/table_detail_correction.html", context, status=status)
