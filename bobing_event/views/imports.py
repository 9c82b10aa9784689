from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from bobing_event.access import EventRequest, event_view
from bobing_event.forms import UploadForm, refusals_in
from bobing_event.importing.report import described
from bobing_event.models import ParticipantImport
from bobing_event.permissions import can_import_participants
from bobing_event.queries import imports_of
from bobing_event.services.imports import commit_import, preview_import
from bobing_event.services.uploads import upload_sheet


@event_view(can_import_participants)
@require_http_methods(["GET", "HEAD", "POST"])
def import_upload(request: EventRequest) -> HttpResponse:
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            upload = upload_sheet(
                event=request.event,
                file=form.cleaned_data["file"],
                by=request.user,
                now=timezone.now(),
            )
            preview_import(upload=upload)
            return redirect("import-preview", request.event.slug, upload.pk)
    page = Paginator(imports_of(request.event), 20).get_page(request.GET.get("page"))
    return render(request, "backoffice/import_upload.html", {"section": "people", "form": form, "page_obj": page})


@event_view(can_import_participants)
@require_http_methods(["GET", "HEAD", "POST"])
def import_preview(request: EventRequest, pk: int) -> HttpResponse:
    upload = get_object_or_404(imports_of(request.event), pk=pk)
    upload.event = request.event
    if request.method == "POST":
        return _commit(request, upload)
    context = {"section": "people", "upload": upload, "report": described(upload.report, request.event)}
    return render(request, "backoffice/import_preview.html", context)


def _commit(request: EventRequest, upload: ParticipantImport) -> HttpResponse:
    upload = commit_import(upload=upload, by=request.user, now=timezone.now())
    written = upload.counts["new"] + upload.counts["changed"]
    messages.success(
        request,
        ngettext("%(count)s person imported.", "%(count)s people imported.", written) % {"count": written}
        if written
        else _("Everybody was known already. Nothing was changed."),
    )
    return redirect("people", request.event.slug)
