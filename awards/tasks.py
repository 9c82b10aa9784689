"""The job that prints certificates. Importing this module registers it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings
from django.utils.text import get_valid_filename
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from awards.glyphs import code_points
from awards.models import Certificate
from awards.printing import (
    DEFAULT_DESIGN,
    DESIGNS,
    certificate_row,
    certificates_pdf,
    event_text_without_glyphs,
    without_glyphs,
)
from awards.queries import certificates_of
from awards.services import make_certificates, record_printing
from bobing_event.jobs import Product, Report, job_kind
from bobing_event.models import Event, Job
from bobing_event.refusals import Refusal

KIND = "certificates"
BATCH = 50


@job_kind(KIND)
def print_certificates(job: Job, report: Report) -> Product:
    """Make what is missing, then print. Parameters: `design`; `which` ("all", "new" or a list of numbers);
    `base_url`, where the QR codes lead.

    Names that no font can print are left out and named on a last page and in the job's stage. Refuses
    `unknown_design`, `nothing_to_print`, `glyphs_missing`.
    """
    event, parameters = job.event, job.parameters
    design = parameters.get("design", DEFAULT_DESIGN)
    if design not in DESIGNS:
        raise Refusal("unknown_design", _("There is no such design of certificates."), status=400)
    _refuse_unprintable_event(event)
    make_certificates(event=event, by=job.asked_by, now=job.asked_at)
    chosen = _chosen(event, parameters.get("which", "all"))
    left_out = without_glyphs(chosen)
    unprintable = {left.certificate.pk for left in left_out}
    printable = [certificate for certificate in chosen if certificate.pk not in unprintable]
    rows = _rows(event, printable, design, _base_url(parameters), report)
    pdf = certificates_pdf(event, rows, design, left_out)
    record_printing(event=event, numbers=[made.number for made in printable], by=job.asked_by, now=job.asked_at)
    report(len(printable) + 1, len(printable) + 1, _stage_at_end(len(left_out)))
    return Product(pdf, get_valid_filename(f"{event.name}-{_('certificates')}.pdf"))


def _rows(
    event: Event, printable: Sequence[Certificate], design: str, base_url: str, report: Report
) -> Iterator[dict[str, Any]]:
    sessions = event.sessions.count()
    for done, certificate in enumerate(printable):
        if done % BATCH == 0:
            report(done, len(printable) + 1, _("setting the pages"))
        yield certificate_row(certificate, event=event, design=design, base_url=base_url, sessions=sessions)


def _chosen(event: Event, which: str | list[int]) -> list[Certificate]:
    standing = certificates_of(event).filter(voided_at__isnull=True)
    if which == "new":
        standing = standing.filter(printed=0)
    elif which != "all":
        standing = standing.filter(number__in=which)
    chosen = list(standing)
    if not chosen:
        sentence = _("There is no certificate to print: no table has ended with a champion, or all are printed.")
        raise Refusal("nothing_to_print", sentence)
    return chosen


def _refuse_unprintable_event(event: Event) -> None:
    missing = event_text_without_glyphs(event)
    if missing:
        sentence = _("No font has %(characters)s, which stand in the event's name, session or issuing units.")
        raise Refusal("glyphs_missing", sentence % {"characters": f"{missing} ({code_points(missing)})"})


def _base_url(parameters: dict[str, Any]) -> str:
    fallback = getattr(settings, "PUBLIC_URL", "") or "http://localhost:8000"
    return str(parameters.get("base_url") or fallback)


def _stage_at_end(left_out: int) -> str:
    if not left_out:
        return ""
    return ngettext("%(count)s name left out", "%(count)s names left out", left_out) % {"count": left_out}
