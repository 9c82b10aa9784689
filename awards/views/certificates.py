"""Certificates: what has been earned, how they look, printing them, and the public page that verifies one."""

from __future__ import annotations

from django.contrib import messages
from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from awards.forms.certificates import PrintForm
from awards.glyphs import code_points, missing_glyphs
from awards.permissions import can_make_certificates, can_view_certificates
from awards.printing import DEFAULT_DESIGN, DESIGNS, event_text_without_glyphs, preview_png
from awards.queries import certificate_by_code, certificate_counts, certificates_of, due_certificates
from awards.tasks import KIND
from bobing_event.access import EventRequest, event_view
from bobing_event.jobs import start_job
from bobing_event.models import Event, Job, Participant
from bobing_event.permissions import can_download_job

PAGE_SIZE = 50
SHOWN_NAMES = 50
PREVIEW_KEPT_SECONDS = 24 * 3600

DESIGN_LABELS = {
    "zhujin": (gettext_lazy("Vermilion and gold"), gettext_lazy("Red frame, gold rules, the moon behind the name.")),
    "qinghua": (gettext_lazy("Porcelain"), gettext_lazy("A blue scroll of vine and lotus.")),
    "su": (gettext_lazy("Plain"), gettext_lazy("White paper, one line, upright title. Prints well in black.")),
}


@event_view(can_view_certificates)
@require_GET
def certificates(request: EventRequest) -> HttpResponse:
    """What can be made, the designs, the last printing, and every certificate."""
    event = request.event
    page = Paginator(certificates_of(event), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "section": "certificates",
        "event": event,
        "counts": certificate_counts(event),
        "due": due_certificates(event),
        "designs": [(design, *DESIGN_LABELS[design], design == DEFAULT_DESIGN) for design in DESIGNS],
        "page": page,
        "job": Job.objects.filter(event=event, kind=KIND).first(),
        "unprintable": unprintable_names(event)[:SHOWN_NAMES],
        "event_missing": event_text_without_glyphs(event),
        "may_download": can_download_job(request.roles),
        "may_make": can_make_certificates(request.roles),
    }
    return render(request, "backoffice/certificates.html", context)


@event_view(can_make_certificates)
@require_POST
def certificates_make(request: EventRequest) -> HttpResponse:
    """Ask for the PDF; what is being made already is not made twice."""
    form = PrintForm(request.POST, event=request.event)
    if not form.is_valid() or (form.cleaned_data["which"] == "chosen" and not form.cleaned_data["numbers"]):
        messages.error(request, _("Choose a design, and the certificates to print."), extra_tags="nothing_chosen")
        return redirect("certificates", request.event.slug)
    _job, new = start_job(
        event=request.event,
        kind=KIND,
        parameters={**form.parameters(), "base_url": request.build_absolute_uri("/")},
        by=request.user,
        now=timezone.now(),
    )
    if not new:
        messages.info(request, _("These certificates are being made already."), extra_tags="report_already_running")
    return redirect("certificates", request.event.slug)


@event_view(can_view_certificates)
@require_GET
def certificate_preview(request: EventRequest, design: str) -> HttpResponse:
    """A small picture of a design with the event's own name, units and date; kept for a day."""
    if design not in DESIGNS:
        raise Http404
    event = request.event
    key = f"certificate-preview/{design}/{hash((event.name, event.edition, event.issuers, event.date))}"
    picture = cache.get(key)
    if picture is None:
        picture = preview_png(event, design)
        cache.set(key, picture, PREVIEW_KEPT_SECONDS)
    return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": "private, max-age=300"})


@never_cache
@require_GET
def certificate_verify(request: HttpRequest, slug: str, number: int, check_code: str) -> HttpResponse:
    """Public: whether the certificate is real and stands, whose it is (masked) and for what."""
    certificate = certificate_by_code(slug, number, check_code)
    context = {"certificate": certificate, "number": f"{number:04d}"}
    status = 200 if certificate is not None else 404
    return render(request, "backoffice/certificates_verify.html", context, status=status)


def unprintable_names(event: Event) -> list[tuple[str, str, str]]:
    """Name, the characters no font has, and their code points, of the people who may yet win."""
    names = Participant.objects.filter(event=event).order_by("id").values_list("name", flat=True)
    found = ((name, missing_glyphs(name)) for name in names.iterator(chunk_size=2000))
    return [(name, missing, code_points(missing)) for name, missing in found if missing]
