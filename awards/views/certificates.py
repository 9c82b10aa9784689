"""Certificates: what has been earned, printing them, and the public page that verifies one."""

from __future__ import annotations

from itertools import chain
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from awards.composing import Composer, composers_of
from awards.forms.certificates import ORDERS, PrintForm
from awards.glyphs import code_points, missing_glyphs, printable_characters
from awards.models import Certificate
from awards.models.certificates import THANKS
from awards.permissions import can_change_certificates, can_make_certificates, can_view_certificates
from awards.queries import certificate_by_code, certificate_counts, certificates_of
from awards.queries.certificate_templates import KIND_LABELS, KINDS, template_of
from awards.queries.certificates import chosen_certificates, kind_figures, of_kinds, printed_before, unsigned_tables
from awards.queries.honours import nameless_staff, staff_names
from awards.tasks import KIND
from bobing_event.access import EventRequest, event_view
from bobing_event.jobs import start_job
from bobing_event.models import Event, Job, Participant
from bobing_event.permissions import can_download_job
from bobing_event.site_address import site_address

PAGE_SIZE = 25
SHOWN_NAMES = 50
SHOWN_TABLES = 20


@event_view(can_view_certificates)
@require_GET
def certificates(request: EventRequest) -> HttpResponse:
    """What is due, what stands in the way, printing, and every certificate."""
    event = request.event
    figures = kind_figures(event)
    composers = composers_of(event, "")
    unsigned = unsigned_tables(event)
    thanks = any(one.kind == THANKS and one.enabled for one in figures)
    unprintable = unprintable_names(event, staff=thanks)
    context = {
        "section": "certificates",
        "event": event,
        "counts": certificate_counts(event),
        "due": sum(one.due for one in figures),
        "figures": [one for one in figures if one.enabled or one.standing or one.void],
        "others": [one for one in figures if not one.enabled],
        "sessions": event.sessions.all(),
        "orders": ORDERS,
        "job": Job.objects.filter(event=event, kind=KIND).first(),
        **site_address(request),
        "unprintable": unprintable[:SHOWN_NAMES],
        "unprintable_count": len(unprintable),
        "unprintable_templates": _unprintable_templates(composers, {one.kind for one in figures if one.enabled}),
        "nameless": nameless_staff(event) if thanks else 0,
        "unsigned": unsigned[:SHOWN_TABLES],
        "unsigned_count": len(unsigned),
        "papers": _papers(composers, {one.kind for one in figures if one.due or one.standing}),
        "may_download": can_download_job(request.roles),
        "may_make": can_make_certificates(request.roles),
        "may_change": can_change_certificates(request.roles),
        **_listed(request),
    }
    return render(request, "backoffice/certificates.html", context)


@event_view(can_make_certificates)
@require_POST
def certificates_make(request: EventRequest) -> HttpResponse:
    """Ask for the PDF. Where some are printed already, a page says so first; what is being made is not made twice."""
    event = request.event
    form = PrintForm(request.POST, event=event)
    if not form.is_valid():
        for errors in form.errors.as_data().values():
            for error in errors:
                messages.error(request, " ".join(error.messages), extra_tags=error.code or "invalid")
        return redirect("certificates", event.slug)
    chosen = form.chosen()
    if not form.cleaned_data["confirmed"] and chosen.which != "new":
        meant = list(chosen_certificates(event, chosen))
        printed = [made for made in meant if made.printed]
        if printed:
            return _ask_again(request, meant, printed)
    parameters = {**chosen.to_json(), "base_url": request.build_absolute_uri("/")}
    _job, new = start_job(event=event, kind=KIND, parameters=parameters, by=request.user, now=timezone.now())
    if not new:
        messages.info(request, _("These certificates are being made already."), extra_tags="report_already_running")
    return redirect("certificates", event.slug)


@never_cache
@require_GET
def certificate_verify(request: HttpRequest, slug: str, number: int, check_code: str) -> HttpResponse:
    """Public: whether the certificate is real and stands, whose it is (masked) and for what."""
    certificate = certificate_by_code(slug, number, check_code)
    context: dict[str, Any] = {"certificate": certificate, "number": f"{number:04d}"}
    if certificate is None:
        return render(request, "backoffice/certificates_verify.html", context, status=404)
    template = template_of(certificate.event, certificate.kind)
    context["title"] = Composer(certificate.event, template, 1, {}, "").look.title
    return render(request, "backoffice/certificates_verify.html", context)


def unprintable_names(event: Event, *, staff: bool) -> list[tuple[str, str, str]]:
    """Name, the characters no font has, and their code points, of the people who may yet win, and of the `staff`."""
    people = Participant.objects.filter(event=event).order_by("id").values_list("name", flat=True)
    names = chain(people.iterator(chunk_size=2000), sorted(staff_names(event).values()) if staff else ())
    printable = printable_characters()
    found = ((name, missing_glyphs(name, printable)) for name in names)
    return [(name, missing, code_points(missing)) for name, missing in found if missing]


def _listed(request: EventRequest) -> dict[str, Any]:
    """The list: of one honour, of a name or number, page by page."""
    kind, query = request.GET.get("kind", ""), request.GET.get("q", "").strip()
    found: QuerySet[Certificate] = certificates_of(request.event)
    if kind in KINDS:
        found = found.filter(of_kinds([kind]))
    if query:
        named = Q(participant__name__icontains=query) | Q(staff_name__icontains=query)
        number = query.lstrip("0")
        found = found.filter(named | Q(number=int(number))) if _is_number(number) else found.filter(named)
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    return {"page": page, "kind": kind, "query": query, "kind_labels": KIND_LABELS}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 9


def _ask_again(request: EventRequest, meant: list[Certificate], printed: list[Certificate]) -> HttpResponse:
    kept = [(name, value) for name, values in request.POST.lists() for value in values if name != "csrfmiddlewaretoken"]
    context = {
        "section": "certificates",
        "printed": len(printed),
        "fresh": len(meant) - len(printed),
        "before": printed_before(printed),
        "kept": [(name, value) for name, value in kept if name != "confirmed"],
        "kept_but_which": [(name, value) for name, value in kept if name not in ("confirmed", "which", "numbers")],
        "by_number": request.POST.get("which") == "chosen",
    }
    return render(request, "backoffice/certificates_again.html", context)


def _unprintable_templates(composers: dict[str, Composer], kinds: set[str]) -> list[tuple[str, str, str]]:
    """Kind, label, and the characters that no font has, of templates that cannot be printed."""
    found = ((kind, composers[kind].missing_in_all()) for kind in composers if kind in kinds)
    return [(kind, str(KIND_LABELS[kind]), missing) for kind, missing in found if missing]


def _papers(composers: dict[str, Composer], kinds: set[str]) -> list[str]:
    """The kinds of paper that are needed."""
    papers = (composers[kind].template for kind in composers if kind in kinds)
    return list(dict.fromkeys(f"{one.get_paper_display()} {one.get_orientation_display()}" for one in papers))
