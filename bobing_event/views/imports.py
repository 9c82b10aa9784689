"""The import in four steps; each is a page of its own that says where the import stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.forms import CommitForm, SheetForm, UploadForm, refusals_in
from bobing_event.importing.choices import Choices
from bobing_event.importing.report import described
from bobing_event.jobs import start_job
from bobing_event.models import Job, ParticipantImport
from bobing_event.permissions import can_import_participants
from bobing_event.queries import (
    IMPORT_JOB,
    import_job_of,
    imports_listed,
    imports_of,
    is_certain,
    is_large,
    preview_digest,
    seats_are_drawn,
)
from bobing_event.refusals import Refusal
from bobing_event.services.import_undo import refuse_undo, undo_import
from bobing_event.services.imports import commit_import, preview_import
from bobing_event.services.uploads import choose_columns, upload_sheet

State = ParticipantImport.State
STEPS = {State.UPLOADED: "import-columns", State.PREVIEWED: "import-preview"}
"""The page where an import stands; one that was committed is at the last."""
BRIEF = 10
"""How many lines of each list the preview shows; the whole list is a page of its own."""
LISTS = ("errors", "warnings", "changes", "new", "missing", "left_out")

_UNREADABLE = gettext_lazy("The choices of sheets and columns cannot be read. Go back one step and choose again.")

Page = Callable[..., HttpResponseBase]


def import_view(page: Page) -> Page:
    """A page of one import of the event; 404 for another event's. While a job is at work on it, its progress."""

    @event_view(can_import_participants)
    @wraps(page)
    def view(request: EventRequest, pk: int, **kwargs: Any) -> HttpResponseBase:
        upload = upload_or_404(request, pk)
        job = import_job_of(upload)
        if job is not None and job.is_open:
            return redirect("import-progress", request.event.slug, pk)
        return page(request, upload, job, **kwargs)

    return view


def upload_or_404(request: EventRequest, pk: int) -> ParticipantImport:
    upload = get_object_or_404(imports_of(request.event), pk=pk)
    upload.event = request.event
    return upload


@event_view(can_import_participants)
@require_http_methods(["GET", "HEAD", "POST"])
def import_upload(request: EventRequest) -> HttpResponseBase:
    """Step 1: the file, and the files before it."""
    posted = request.method == "POST"  # even if nothing arrived
    form = UploadForm(request.POST, request.FILES) if posted else UploadForm()
    if posted and form.is_valid():
        with refusals_in(form):
            file = form.cleaned_data["file"]
            upload = upload_sheet(event=request.event, file=file, by=request.user, now=timezone.now())
            return _after_upload(request, upload)
    page = Paginator(imports_listed(request.event), 20).get_page(request.GET.get("page"))
    context = {"section": "people", "step": 1, "form": form, "page_obj": page}
    return render(request, "backoffice/import_upload.html", context)


def _after_upload(request: EventRequest, upload: ParticipantImport) -> HttpResponseBase:
    """On to what is to be chosen, or to the preview where that is clear or was chosen before."""
    if not upload.survey:
        return _ask(request, upload, "survey")
    if upload.state == State.PREVIEWED or is_certain(upload):
        return _preview(request, upload)
    return redirect("import-columns", request.event.slug, upload.pk)


@import_view
@require_safe
def import_detail(request: EventRequest, upload: ParticipantImport, job: Job | None) -> HttpResponseBase:
    """Leads to the step where the import stands."""
    return redirect(STEPS.get(State(upload.state), "import-done"), request.event.slug, upload.pk)


@import_view
@require_http_methods(["GET", "HEAD", "POST"])
def import_columns(request: EventRequest, upload: ParticipantImport, job: Job | None) -> HttpResponseBase:
    """Step 2: which sheets, where the headings stand, what each column is."""
    if upload.state not in ParticipantImport.OPEN:
        return redirect("import-done", request.event.slug, upload.pk)
    choices = Choices.from_json(upload.choices)
    forms = [
        SheetForm(request.POST or None, survey=survey, choice=choices.of(survey["title"]), prefix=f"sheet-{number}")
        for number, survey in enumerate(upload.survey)
    ]
    refused = None
    if request.method == "POST" and _all_valid(forms):
        try:
            return _choose(request, upload, forms)
        except Refusal as refusal:
            refused = None if _told_at_its_sheet(forms, refusal) else refusal
    failed = job if job and upload.state == State.UPLOADED and job.state == Job.State.FAILED else None
    context = {"section": "people", "step": 2, "upload": upload, "forms": forms, "refused": refused, "failed": failed,
               "used": sum(sheet["used"] for sheet in upload.survey)}  # fmt: skip
    return render(request, "backoffice/import_columns.html", context)


def _all_valid(forms: list[SheetForm]) -> bool:
    invalid = [form for form in forms if not form.is_valid()]  # each of them tells what is wrong with it
    return bool(forms) and not invalid


def _choose(request: EventRequest, upload: ParticipantImport, forms: list[SheetForm]) -> HttpResponseBase:
    sheets = {form.title: form.choice() for form in forms}
    if heading := request.POST.get("heading"):
        number, row = _place(heading, len(forms))
        sheets[forms[number].title] = forms[number].moved_to(row)
        choose_columns(upload=upload, sheets=sheets, draft=True)
        return redirect(f"{reverse('import-columns', args=[request.event.slug, upload.pk])}#sheet-{number}")
    return _preview(request, choose_columns(upload=upload, sheets=sheets))


def _place(heading: str, sheets: int) -> tuple[int, int]:
    """Sheet and row of a heading that was moved: "0:3"."""
    sheet, _colon, row = heading.partition(":")
    if not (sheet.isdecimal() and row.isdecimal() and len(row) < 8 and int(sheet) < sheets):
        raise Refusal("bad_choices", _UNREADABLE, status=400)
    return int(sheet), int(row)


def _told_at_its_sheet(forms: list[SheetForm], refusal: Refusal) -> bool:
    """Puts a refusal where its sheet and column are shown; whether it had such a place."""
    for form in forms:
        if form.title == refusal.context.get("sheet"):
            column = f"column-{refusal.context.get('column')}"
            form.add_error(column if column in form.fields else None, str(refusal))
            return True
    return False


def _preview(request: EventRequest, upload: ParticipantImport) -> HttpResponseBase:
    if is_large(upload):
        return _ask(request, upload, "preview")
    try:
        preview_import(upload=upload)
    except Refusal as refusal:
        messages.error(request, str(refusal), extra_tags=refusal.code)
        return redirect("import-columns", request.event.slug, upload.pk)
    return redirect("import-preview", request.event.slug, upload.pk)


def _ask(request: EventRequest, upload: ParticipantImport, step: str, **chosen: Any) -> HttpResponseBase:
    """Leaves a step to a job."""
    parameters = {"import": upload.pk, "step": step, **chosen}
    start_job(event=request.event, kind=IMPORT_JOB, parameters=parameters, by=request.user, now=timezone.now())
    return redirect("import-progress", request.event.slug, upload.pk)


@import_view
@require_http_methods(["GET", "HEAD", "POST"])
def import_preview(request: EventRequest, upload: ParticipantImport, job: Job | None) -> HttpResponseBase:
    """Step 3: what the import would do. Posting does it."""
    if request.method == "POST":
        return _commit(request, upload)
    if upload.state != State.PREVIEWED:
        return redirect("import-detail", request.event.slug, upload.pk)
    context = {
        "section": "people",
        "step": 3,
        "upload": upload,
        "report": described(_brief(upload.report), request.event),
        "seated": seats_are_drawn(request.event),
        "failed": job if job and job.state == Job.State.FAILED else None,
        "seen": preview_digest(upload),
    }
    return render(request, "backoffice/import_preview.html", context)


def _brief(report: dict[str, Any]) -> dict[str, Any]:
    return {**report, **{name: report[name][:BRIEF] for name in LISTS}}


def _commit(request: EventRequest, upload: ParticipantImport) -> HttpResponseBase:
    form = CommitForm(request.POST)
    if not form.is_valid():
        raise Refusal("bad_choices", _UNREADABLE, status=400)
    if is_large(upload) and upload.state == State.PREVIEWED:
        return _ask(request, upload, "commit", **form.cleaned_data)
    commit_import(upload=upload, by=request.user, now=timezone.now(), **form.cleaned_data)
    return redirect("import-done", request.event.slug, upload.pk)


@import_view
@require_safe
def import_done(request: EventRequest, upload: ParticipantImport, job: Job | None) -> HttpResponseBase:
    """Step 4: what was written, and the way back."""
    if upload.state in ParticipantImport.OPEN:
        return redirect("import-detail", request.event.slug, upload.pk)
    context = {"section": "people", "step": 4, "upload": upload, "stays": _why_it_stays(upload)}
    return render(request, "backoffice/import_done.html", context)


def _why_it_stays(upload: ParticipantImport) -> Refusal | None:
    try:
        refuse_undo(upload)
    except Refusal as refusal:
        return refusal
    return None


@import_view
@require_POST
def import_undo(request: EventRequest, upload: ParticipantImport, job: Job | None) -> HttpResponseBase:
    undo_import(upload=upload, by=request.user, now=timezone.now())
    messages.success(request, _("The import is taken back. The list of people is as it was before."))
    return redirect("import-done", request.event.slug, upload.pk)
