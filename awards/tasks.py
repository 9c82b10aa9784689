"""The job that prints certificates. Importing this module registers it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils.text import get_valid_filename
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from awards.composing import Composer, composers_of
from awards.glyphs import code_points
from awards.models import Certificate
from awards.printing import LeftOut, Look, certificates_pdf
from awards.queries.certificates import Chosen, certificates_of, chosen_certificates
from awards.services.certificates import make_certificates, record_printing, take_back_printing
from bobing_event.jobs import Product, Report, job_kind
from bobing_event.models import Job
from bobing_event.refusals import Refusal

KIND = "certificates"
BATCH = 50


@job_kind(KIND)
def print_certificates(job: Job, report: Report) -> Product:
    """Make what is missing, then print. Parameters: those of `Chosen`; `base_url`, where the QR codes lead.

    What no font can print is left out and named on a last page and in the job's stage. Refuses `nothing_to_print`,
    `glyphs_missing`.
    """
    event = job.event
    make_certificates(event=event, by=job.asked_by, now=job.asked_at)
    composers = composers_of(event, _base_url(job.parameters))
    asked = _asked(job)
    _refuse_unprintable({made.kind: composers[made.kind] for made in asked})
    left_out = _left_out(asked, composers)
    unprintable = {left.certificate.pk for left in left_out}
    printable = [made for made in asked if made.pk not in unprintable]
    copies = record_printing(event=event, certificates=printable, by=job.asked_by, now=job.asked_at, job=job)
    try:
        pages = _pages(printable, composers, copies, report)
        pdf = certificates_pdf(pages, title=event.name, left_out=left_out)
    except Exception:
        take_back_printing(job=job, by=job.asked_by, now=job.asked_at)
        raise
    report(len(printable) + 1, len(printable) + 1, _stage_at_end(len(left_out)))
    return Product(pdf, get_valid_filename(f"{event.name}-{_('certificates')}.pdf"))


def _asked(job: Job) -> list[Certificate]:
    chosen = Chosen.from_json(job.parameters)
    # Run again after its worker was killed, a job prints what it counted then: "never printed" would find none now.
    counted = list(certificates_of(job.event, chosen.order).filter(printings__job=job, voided_at__isnull=True))
    asked = counted or list(chosen_certificates(job.event, chosen))
    if not asked:
        raise Refusal(
            "nothing_to_print", _("There is no certificate to print: none is earned yet, or all are printed.")
        )
    return asked


def _pages(
    printable: Sequence[Certificate], composers: Mapping[str, Composer], copies: Mapping[int, int], report: Report
) -> Iterator[tuple[Look, dict[str, Any]]]:
    for done, made in enumerate(printable):
        if done % BATCH == 0:
            report(done, len(printable) + 1, _("setting the pages"))
        composer = composers[made.kind]
        yield composer.look, composer.row(made, copies[made.pk])


def _left_out(asked: Sequence[Certificate], composers: Mapping[str, Composer]) -> list[LeftOut]:
    found = ((made, composers[made.kind].missing_in(made)) for made in asked)
    return [LeftOut(made, missing) for made, missing in found if missing]


def _refuse_unprintable(composers: Mapping[str, Composer]) -> None:
    missing = "".join(dict.fromkeys("".join(composer.missing_in_all() for composer in composers.values())))
    if missing:
        sentence = _("No font has %(characters)s, which stand in the event's name or the certificates' own text.")
        raise Refusal("glyphs_missing", sentence % {"characters": f"{missing} ({code_points(missing)})"})


def _base_url(parameters: Mapping[str, Any]) -> str:
    fallback = getattr(settings, "PUBLIC_URL", "") or "http://localhost:8000"
    return str(parameters.get("base_url") or fallback)


def _stage_at_end(left_out: int) -> str:
    if not left_out:
        return ""
    return ngettext("%(count)s name left out", "%(count)s names left out", left_out) % {"count": left_out}
