"""Rows in error as a workbook to correct and upload again: their cells as they stood, and why they were refused."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from bobing_event.importing.header import normalised
from bobing_event.importing.roster import ErrorRow
from bobing_event.importing.sentences import finding_sentence

REASON_HEADINGS = frozenset({"原因", "reason"})
"""What the column of reasons may be called when the workbook comes back."""
FORMULA = ("=", "+", "-", "@")
TITLE = 31  # as long as a sheet's title may be
WIDTH, REASON_WIDTH = 16, 60


def error_workbook(rows: Sequence[ErrorRow]) -> bytes:
    """An .xlsx with a sheet for each that has errors, in the page's language. Every cell is text: nothing of a
    stranger's sheet becomes a formula, and no phone a number.
    """
    book = Workbook()
    del book[book.sheetnames[0]]
    for number, (title, found) in enumerate(groupby(rows, key=lambda row: row.sheet), 1):
        _fill(book.create_sheet(title[:TITLE] or _("Sheet %(number)s") % {"number": number}), list(found))
    if not rows:
        book.create_sheet()
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def is_reason(heading: str) -> bool:
    return normalised(heading) in REASON_HEADINGS


def _fill(sheet: Worksheet, rows: list[ErrorRow]) -> None:
    """Reasons of an earlier round give way to those of this one."""
    headings = max((row.headings for row in rows), key=len)
    kept = [column for column, heading in enumerate(headings) if not is_reason(heading)]
    _write(sheet, 1, [*(headings[column] for column in kept), _("Reason")])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for at, row in enumerate(rows, 2):
        cells = [row.cells[column] if column < len(row.cells) else "" for column in kept]
        sentences = " ".join(finding_sentence(code) for code in row.reasons)
        _write(sheet, at, [*cells, _("Row %(row)s: %(why)s") % {"row": row.row, "why": sentences}])
        sheet.cell(at, len(kept) + 1).alignment = Alignment(wrap_text=True, vertical="top")
    for column in range(1, len(kept) + 1):
        sheet.column_dimensions[get_column_letter(column)].width = WIDTH
    sheet.column_dimensions[get_column_letter(len(kept) + 1)].width = REASON_WIDTH
    sheet.freeze_panes = "A2"


def _write(sheet: Worksheet, row: int, texts: Sequence[str]) -> None:
    for column, text in enumerate(texts, 1):
        cell = sheet.cell(row, column)
        cell.number_format = "@"
        if text:
            cell.value = text
            cell.data_type = "s"  # as openpyxl would not leave it after an equals sign
            cell.quotePrefix = text.startswith(FORMULA)
