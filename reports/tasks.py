"""The report jobs. Importing this module registers them."""

from __future__ import annotations

from django.utils.text import get_valid_filename
from django.utils.translation import gettext as _

from bobing_event.jobs import Product, Report, job_kind
from bobing_event.models import Job
from bobing_event.queries import roles_of
from reports.permissions import can_view_reports
from reports.queries import volume
from reports.workbook import Book, Sheet, certificate_sheet, cover_sheet, result_sheets
from reports.workbook.sheets import person_name


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
