"""The editor: what certificates of an honour look like and say, with a picture of it, and a test print."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.cache import cache
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from awards.composing import composer_of
from awards.forms.certificates import DESIGN_WORDS, TemplateForm
from awards.models import Certificate, CertificateTemplate
from awards.permissions import can_change_certificates, can_view_certificates
from awards.printing import DESIGNS, Look, certificates_pdf, preview_png
from awards.queries.certificate_templates import ALWAYS_MADE, KIND_LABELS, KINDS, issuers_of, template_of, templates_of
from awards.samples import sample_certificate
from awards.seals import seal_png
from awards.services.certificate_templates import (
    LOOK,
    checked,
    copy_certificate_look,
    enable_certificates,
    reset_certificate_template,
    set_certificate_template,
)
from awards.wording import OF_EVENT, WORDS, on_page
from bobing_event.access import EventRequest, event_view
from bobing_event.forms import refusals_in
from bobing_event.models import Event

PICTURE_PIXELS = 1200
"""The longer side of the preview."""
SMALL_PIXELS = 480
MM_AN_INCH = 25.4
LONG_SIDE_MM = {"a4": 297, "a5": 210}
KEPT_SECONDS = 24 * 3600

Draft = tuple[Look, dict[str, Any]]


@event_view(can_change_certificates)
@require_http_methods(["GET", "HEAD", "POST"])
def certificate_template(request: EventRequest, kind: str) -> HttpResponse:
    """The editor of one honour's certificates; saved with `then=copy`, all other honours look the same."""
    event, template = request.event, _template_or_404(request.event, kind)
    posted = request.method == "POST"
    form = TemplateForm(request.POST, request.FILES) if posted else _form_of(event, template)
    if posted and form.is_valid():
        with refusals_in(form):
            _save(request, kind, form)
            return redirect("certificate-template", event.slug, kind)
    return _editor(request, template, form)


@event_view(can_change_certificates)
@require_POST
def certificate_template_preview(request: EventRequest, kind: str) -> HttpResponse:
    """A picture of what is typed, or what is wrong with it; nothing is kept."""
    form = TemplateForm(request.POST, request.FILES)
    draft = _draft(request, kind, form)
    context: dict[str, Any] = {"errors": _errors_of(form)}
    if draft is not None:
        look, row = draft
        picture = preview_png(look, row, _pixels_per_inch(look.paper, PICTURE_PIXELS))
        context |= {"picture": base64.b64encode(picture).decode("ascii"), "row": row, "look": look}
    return render(request, "backoffice/certificates_template_preview.html", context)


@event_view(can_change_certificates)
@require_POST
def certificate_template_test(request: EventRequest, kind: str) -> HttpResponse:
    """One page with crop marks of what is typed, as a PDF."""
    form = TemplateForm(request.POST, request.FILES)
    draft = _draft(request, kind, form)
    if draft is None:
        return _editor(request, _template_or_404(request.event, kind), form)
    look, row = draft
    title = f"{request.event.name} · {KIND_LABELS[kind]}"
    pdf = certificates_pdf([(replace(look, crop_marks=True), row)], title=title)
    disposition = f'inline; filename="certificate-{kind}-test.pdf"'
    return HttpResponse(pdf, content_type="application/pdf", headers={"Content-Disposition": disposition})


@event_view(can_change_certificates)
@require_POST
def certificate_template_reset(request: EventRequest, kind: str) -> HttpResponse:
    """Back to the default."""
    reset_certificate_template(event=request.event, kind=kind, by=request.user, now=timezone.now())
    messages.success(request, _("Text and look are the default ones again."))
    return redirect("certificate-template", request.event.slug, kind)


@event_view(can_change_certificates)
@require_POST
def certificates_enable(request: EventRequest, kind: str) -> HttpResponse:
    """Whether an honour gets certificates."""
    enabled = request.POST.get("enabled") == "1"
    enable_certificates(event=request.event, kind=kind, enabled=enabled, by=request.user, now=timezone.now())
    sentence = _("%(honour)s gets certificates.") if enabled else _("%(honour)s gets no new certificates.")
    messages.success(request, sentence % {"honour": KIND_LABELS[kind]})
    return redirect("certificates", request.event.slug)


@event_view(can_change_certificates)
@require_GET
def certificate_seal(request: EventRequest, kind: str) -> HttpResponseBase:
    """The uploaded seal, for those who may change it."""
    template = _template_or_404(request.event, kind)
    if not template.seal:
        raise Http404
    headers = {"Cache-Control": "private, no-store"}
    return FileResponse(template.seal.open("rb"), content_type="image/png", headers=headers)


@event_view(can_view_certificates)
@require_GET
def certificate_picture(request: EventRequest, kind: str, design: str = "") -> HttpResponse:
    """A small picture of an honour's certificate as it is saved, or in another design; kept for a day."""
    event, template = request.event, _template_or_404(request.event, kind)
    if design and design not in DESIGNS:
        raise Http404
    template.design = design or template.design
    sample = sample_certificate(event, kind)
    key = _picture_key(event, template, sample)
    picture = cache.get(key)
    if picture is None:
        composer = composer_of(event, template, _base_url(request))
        picture = preview_png(composer.look, composer.row(sample), _pixels_per_inch(template.paper, SMALL_PIXELS))
        cache.set(key, picture, KEPT_SECONDS)
    return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": "private, max-age=60"})


def _editor(request: EventRequest, template: CertificateTemplate, form: TemplateForm) -> HttpResponse:
    event, kind = request.event, template.code
    sample = sample_certificate(event, kind)
    said = composer_of(event, template, _base_url(request)).variables(sample)
    context = {
        "section": "certificates",
        "kind": kind,
        "kind_label": KIND_LABELS[kind],
        "kinds": [(one.code, KIND_LABELS[one.code], one.enabled) for one in templates_of(event).values()],
        "template": template,
        "always_made": kind in ALWAYS_MADE,
        "form": form,
        "designs": DESIGN_WORDS,
        "variables": [(on_page(code), words, code in OF_EVENT) for code, words in said.items()],
        "sample": sample,
        "sample_is_real": sample.participant_id is not None or sample.staff_id is not None,
    }
    status = 400 if form.errors else 200
    return render(request, "backoffice/certificates_template.html", context, status=status)


def _errors_of(form: TemplateForm) -> list[tuple[str, str]]:
    """What the field is called, or nothing, and what is wrong with it."""
    named = {name: str(form.fields[name].label) for name in form.errors if name in form.fields}
    return [(named.get(name, ""), str(error)) for name, errors in form.errors.items() for error in errors]


def _save(request: EventRequest, kind: str, form: TemplateForm) -> None:
    event, by, now = request.event, request.user, timezone.now()
    seal = _seal_of(form)
    set_certificate_template(event=event, kind=kind, content=form.content(), seal=seal, by=by, now=now)
    if request.POST.get("then") == "copy":
        changed = copy_certificate_look(event=event, kind=kind, by=by, now=now)
        messages.success(
            request, _("Saved. %(count)s other honours look like this now; their words stay.") % {"count": changed}
        )
    else:
        messages.success(request, _("Saved. Certificates printed from now on look like this."))


def _draft(request: EventRequest, kind: str, form: TemplateForm) -> Draft | None:
    """Look and words of what is typed, for the sample; None where the form says what is wrong."""
    template = _template_or_404(request.event, kind)
    if not form.is_valid():
        return None
    with refusals_in(form):
        seal = _seal_of(form)
        fields = checked(request.event, kind, form.content(), has_seal=bool(seal or template.seal))
        for name, value in fields.items():
            setattr(template, name, value)
        composer = composer_of(request.event, template, _base_url(request))
        look = replace(composer.look, seal=seal) if seal else composer.look
        return look, composer.row(sample_certificate(request.event, kind))
    return None


def _seal_of(form: TemplateForm) -> bytes | None:
    file = form.cleaned_data["seal"]
    return seal_png(file, drop_white=form.cleaned_data["drop_white"]) if file else None


def _form_of(event: Event, template: CertificateTemplate) -> TemplateForm:
    return TemplateForm(initial=TemplateForm.initial_of(event, template))


def _template_or_404(event: Event, kind: str) -> CertificateTemplate:
    if kind not in KINDS:
        raise Http404
    return template_of(event, kind)


def _base_url(request: HttpRequest) -> str:
    return request.build_absolute_uri("/")


def _pixels_per_inch(paper: str, longer_side: int) -> float:
    return longer_side * MM_AN_INCH / LONG_SIDE_MM[paper]


def _picture_key(event: Event, template: CertificateTemplate, sample: Certificate) -> str:
    """What the picture depends on."""
    shown = [str(getattr(template, name)) for name in (*LOOK, *WORDS)]
    facts = (event.pk, event.name, event.edition, event.date, issuers_of(event, template), template.code, shown)
    digest = hashlib.sha256(repr((*facts, sample.recipient, sample.pattern, sample.dice)).encode()).hexdigest()
    return f"certificate-picture/{digest}"
