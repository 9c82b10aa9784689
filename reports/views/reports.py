"""Asking for reports, seeing how far they are, and fetching them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from awards.permissions import can_make_certificates
from bobing_event.access import EventRequest, event_view
from bobing_event.models import Job
from bobing_event.permissions import can_download_job
from reports.permissions import can_view_reports
from reports.queries import report_jobs
from reports.queries.volume import ASKED_KINDS
from reports.services import ask_report

SHOWN = 20
KIND_LABELS = {
    "workbook": gettext_lazy("Result workbook"),
    "certificate-list": gettext_lazy("List of certificates"),
    "certificates": gettext_lazy("Certificates, PDF"),
}


class AskForm(forms.Form):
    """A report to be made, its language, and whether phones are shown whole."""

    kind = forms.ChoiceField(choices=[("workbook", ""), ("certificate-list", "")])
    language = forms.ChoiceField(choices=[("zh-hans", ""), ("en", "")])
    phones = forms.BooleanField(required=False)

    def parameters(self) -> dict[str, Any]:
        data = self.cleaned_data
        phones = {"phones": data["phones"]} if data["kind"] == "workbook" else {}
        return {"language": data["language"], **phones}


@dataclass(frozen=True)
class Line:
    """A report in the history: its job, its name and the size of its file in bytes."""

    job: Job
    label: str
    size: int | None


@event_view(can_view_reports)
@require_GET
def reports(request: EventRequest) -> HttpResponse:
    """What can be asked for, and what was."""
    jobs = report_jobs(request.event)[:SHOWN]
    context = {
        "section": "reports",
        "event": request.event,
        "lines": [Line(job, str(KIND_LABELS[job.kind]), _size(job)) for job in jobs],
        "language": get_language(),
        "may_download": can_download_job(request.roles),
        "may_make_certificates": can_make_certificates(request.roles),
    }
    return render(request, "backoffice/reports.html", context)


@event_view(can_view_reports)
@require_POST
def report_ask(request: EventRequest) -> HttpResponse:
    """Ask for a report; one that is being made already is not made twice."""
    form = AskForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a report and its language."), extra_tags="nothing_chosen")
        return redirect("reports", request.event.slug)
    return _ask(request, form.cleaned_data["kind"], form.parameters())


@event_view(can_view_reports)
@require_POST
def report_again(request: EventRequest, public_id: str) -> HttpResponse:
    """Ask for the same report once more, such as after a failure."""
    job = get_object_or_404(report_jobs(request.event).filter(kind__in=ASKED_KINDS), public_id=public_id)
    return _ask(request, job.kind, job.parameters)


def _ask(request: EventRequest, kind: str, parameters: dict[str, Any]) -> HttpResponse:
    _job, new = ask_report(event=request.event, kind=kind, parameters=parameters, by=request.user, now=timezone.now())
    if not new:
        messages.info(request, _("This report is being made already; here it is."), extra_tags="report_already_running")
    return redirect("reports", request.event.slug)


def _size(job: Job) -> int | None:
    if not job.file:
        return None
    try:
        return job.file.size
    except FileNotFoundError:
        return None
