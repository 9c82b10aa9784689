from __future__ import annotations

from uuid import UUID

from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.models import Job
from bobing_event.permissions import can_download_job, can_view_job


@event_view(can_view_job)
@require_safe
def job_status(request: EventRequest, public_id: UUID) -> HttpResponse:
    """How far a job is; an htmx fragment that asks again each second while the job is open."""
    job = get_object_or_404(Job, public_id=public_id, event=request.event)
    context = {"job": job, "may_download": can_download_job(request.roles)}
    return render(request, "backoffice/job_status.html", context)


@event_view(can_download_job)
@require_safe
def job_download(request: EventRequest, public_id: UUID) -> HttpResponseBase:
    job = get_object_or_404(Job, public_id=public_id, event=request.event, state=Job.State.DONE)
    try:
        return FileResponse(job.file.open("rb"), as_attachment=True, filename=job.file_name)
    except FileNotFoundError:
        raise Http404 from None
