"""What belongs to an import beside its steps: its file, its rows in error, its whole lists, its progress."""

from __future__ import annotations

from pathlib import PurePath

from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from bobing_event.access import EventRequest, event_view
from bobing_event.importing.error_workbook import error_workbook
from bobing_event.importing.report import described
from bobing_event.models import Job, ParticipantImport
from bobing_event.permissions import can_import_participants
from bobing_event.queries import import_job_of, rows_in_error
from bobing_event.views.imports import LISTS, import_view, upload_or_404

PAGE = 100
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@event_view(can_import_participants)
@require_safe
def import_file(request: EventRequest, pk: int) -> HttpResponseBase:
    """The file as it was uploaded."""
    upload = upload_or_404(request, pk)
    try:
        return FileResponse(upload.file.open("rb"), as_attachment=True, filename=upload.file_name)
    except FileNotFoundError:
        raise Http404 from None


@import_view
@require_safe
def import_errors(request: EventRequest, upload: ParticipantImport, job: Job | None) -> HttpResponseBase:
    """The rows in error as a workbook to correct."""
    content = error_workbook(rows_in_error(upload))
    added = _("to correct")
    name = f"{PurePath(upload.file_name).stem}-{added}.xlsx"
    disposition = content_disposition_header(as_attachment=True, filename=name) or "attachment"
    return HttpResponse(content, content_type=XLSX, headers={"Content-Disposition": disposition})


@import_view
@require_safe
def import_list(request: EventRequest, upload: ParticipantImport, job: Job | None, kind: str) -> HttpResponseBase:
    """A whole list of the preview, page by page."""
    if kind not in LISTS or kind not in upload.report:
        raise Http404
    page = Paginator(upload.report[kind], PAGE).get_page(request.GET.get("page"))
    report = {**upload.report, **{name: [] for name in LISTS}, kind: page.object_list}
    total = upload.counts["changed" if kind == "changes" else kind]
    context = {"section": "people", "step": 3, "upload": upload, "kind": kind, "page_obj": page, "total": total,
               "report": described(report, request.event)}  # fmt: skip
    return render(request, "backoffice/import_list.html", context)


@event_view(can_import_participants)
@require_safe
def import_progress(request: EventRequest, pk: int) -> HttpResponseBase:
    """How far a job is with an import; afterwards the step that it led to. A fragment asks again each second."""
    upload = upload_or_404(request, pk)
    job = import_job_of(upload)
    htmx = getattr(request, "htmx", False)
    if job is None or not job.is_open:
        address = reverse("import-detail", args=[request.event.slug, pk])
        return HttpResponseClientRedirect(address) if htmx else redirect(address)
    context = {"section": "people", "upload": upload, "job": job, "step": STEP_OF[job.parameters["step"]]}
    return render(request, f"backoffice/import_progress{'_bar' if htmx else ''}.html", context)


STEP_OF = {"survey": 1, "preview": 2, "commit": 3}
"""At which step each kind of job is at work."""
