"""The report jobs. Importing this module registers them."""

from __future__ import annotations

from functools import partial

from django.utils.text import get_valid_filename
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bobing_event.jobs import Product, Report, job_kind
from bobing_event.labels import rank_label
from bobing_event.models import Job, Session
from bobing_event.queries import roles_of
from bobing_event.refusals import Refusal
from reports.permissions import can_view_reports
from reports.printing.kinds import KINDS, Kind
from reports.printing.people import Scope
from reports.printing.work import Asked, Work, pdf_of
from reports.queries import volume
from reports.workbook import Book, Sheet, certificate_sheet, cover_sheet, result_sheets
from reports.workbook.words import person_name


@job_kind("workbook")
def make_workbook(job: Job, report: Report) -> Product:
    """The result workbook. Parameters: `language`; `phones`, whether numbers are whole, if the asker may see them."""
    event, phones = job.event, _may_show_phones(job)
    total = volume(event).rows + 1
    with Book(event.tz, lambda done, title: report(min(done, total - 1), total, title)) as book:
        for sheet in result_sheets(event, phones=phones):
            book.add(sheet)
        cover = cover_sheet(
            event, made_at=job.asked_at, made_by=person_name(job.asked_by), phones=phones, counts=book.counts.copy()
        )
        book.add(cover, index=0)
        content = book.to_bytes()
    report(total, total, "")
    return Product(content, _file_name(job, _("results")))


@job_kind("certificate-list")
def make_certificate_list(job: Job, report: Report) -> Product:
    """The list of certificates, one sheet."""
    return _one_sheet(job, report, certificate_sheet(job.event), _("certificate list"))


def print_sheets(kind: Kind, job: Job, report: Report) -> Product:
    """Printed sheets. Parameters: `session`, its number; `first` and `last`, table numbers or None; `subject`, the key
    of a seat change or draw, or None; `base_url`, where the QR codes lead; `sample`, whether only the first sheet; for
    some kinds `rank`; `phones`, whether numbers are whole, if the asker may see them; `masked`, whether names are not.

    Characters no font has are boxes, and a last page lists them. Refuses `unknown_session`, `nothing_to_print` and what
    the kind refuses.
    """
    asked = _asked(job)
    work = kind.make(asked)
    if not work.pages:
        nobody = _("There is nothing to print: nobody has a seat there, or nobody is listed.")
        raise Refusal("nothing_to_print", work.nothing or nobody)
    if job.parameters.get("sample"):
        work = work.first_page()
    total = len(work.pages) + 1
    pdf = pdf_of(asked, work, str(kind.label), lambda done: report(done, total, _("setting the pages")))
    report(total, total, _remarks(work))
    return Product(pdf, _print_name(asked, kind))


def _remarks(work: Work) -> str:
    """What somebody who takes the sheets has to know: names to write by hand, and what is not on them."""
    boxes = len(work.by_hand)
    sentence = ngettext("%(count)s name to write by hand", "%(count)s names to write by hand", boxes)
    return " · ".join(filter(None, [sentence % {"count": boxes} if boxes else "", work.left_out]))


for _kind in KINDS.values():
    job_kind(_kind.code)(partial(print_sheets, _kind))


def _asked(job: Job) -> Asked:
    parameters = job.parameters
    session = Session.objects.filter(event=job.event, number=parameters.get("session")).first()
    if session is None:
        raise Refusal("unknown_session", _("There is no such session."), status=404)
    scope = Scope(session, parameters.get("first"), parameters.get("last"))
    return Asked(
        job.event, scope, parameters.get("base_url") or "", parameters.get("subject"), parameters.get("rank") or "",
        _may_show_phones(job), bool(parameters.get("masked")),
    )  # fmt: skip


def _print_name(asked: Asked, kind: Kind) -> str:
    scope = asked.scope
    tables = "" if scope.is_whole else f"-{scope.first or ''}-{scope.last or ''}"
    session = str(scope.session).replace(" ", "")
    rank = f"-{rank_label(asked.rank)}" if asked.rank else ""
    return get_valid_filename(f"{asked.event.name}-{kind.label}{rank}-{session}{tables}.pdf")


def _one_sheet(job: Job, report: Report, sheet: Sheet, name: str) -> Product:
    with Book(job.event.tz, lambda done, title: report(done, 0, title)) as book:
        book.add(sheet)
        content = book.to_bytes()
    report(book.done or 1, book.done or 1, "")
    return Product(content, _file_name(job, name))


def _may_show_phones(job: Job) -> bool:
    return bool(job.parameters.get("phones")) and can_view_reports(roles_of(job.asked_by, job.event))


def _file_name(job: Job, name: str) -> str:
    return get_valid_filename(f"{job.event.name}-{name}.xlsx")
