"""Files into sheets of cells. A file is told by what it holds, never by its name."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from bobing_event.importing import html_table, xlsx_marks
from bobing_event.importing.cleaning import Cell
from bobing_event.refusals import Refusal

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MOST_ROWS = 50_000
MOST_UNPACKED_BYTES = 300 * 1024 * 1024
DELIMITERS = ",\t;"

Span = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class Sheet:
    """Cells by row, the first row of the sheet first; `merged` spans and row numbers count from 0."""

    title: str
    rows: Sequence[Sequence[Cell]]
    merged: Sequence[Span] = ()
    hidden_rows: Collection[int] = field(default=frozenset())
    empty_formulas: Collection[tuple[int, int]] = field(default=frozenset())


def read_sheets(content: bytes) -> list[Sheet]:
    """The sheets of a workbook or text file that people look at.

    Refuses `not_a_spreadsheet`, `spreadsheet_locked` and `file_too_large` (unpacked, or more rows than any hall).
    """
    if content.startswith((ZIP, OLE)):
        return _workbook(content)
    text = _decoded(content)
    if html_table.looks_like_html(text):
        return [Sheet("", rows) for rows in html_table.tables(text)]
    return [Sheet("", _delimited(text))]


def _workbook(content: bytes) -> list[Sheet]:
    if content.startswith(ZIP):
        _refuse_bomb(content)
    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(content)) as workbook:
            marks = xlsx_marks.marks(content) if content.startswith(ZIP) else {}
            return [
                _sheet(workbook, meta.name, marks.get(meta.name, xlsx_marks.NO_MARKS))
                for meta in workbook.sheets_metadata
                if meta.visible == SheetVisibleEnum.Visible and meta.typ == SheetTypeEnum.WorkSheet
            ]
    except PasswordError:
        raise Refusal(
            "spreadsheet_locked",
            _("This file is protected by a password. Save it without one and upload it again."),
            status=400,
        ) from None
    except (CalamineError, OSError, ValueError, KeyError):
        raise _not_a_spreadsheet() from None


def _sheet(workbook: CalamineWorkbook, title: str, marks: xlsx_marks.Marks) -> Sheet:
    sheet = workbook.get_sheet_by_name(title)
    rows = sheet.to_python(skip_empty_area=False, nrows=MOST_ROWS + 1)
    if len(rows) > MOST_ROWS:
        raise _too_large()
    return Sheet(title, rows, sheet.merged_cell_ranges or (), marks.hidden_rows, marks.empty_formulas)


def _refuse_bomb(content: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except zipfile.BadZipFile:
        raise _not_a_spreadsheet() from None
    if unpacked > MOST_UNPACKED_BYTES:
        raise _too_large()


def _decoded(content: bytes) -> str:
    """Text by its byte order mark, else UTF-8, else GB18030 as Chinese Excel saves it; anything else is refused."""
    encodings = ("utf-16",) if content.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", "gb18030")
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if any(ord(character) < 9 or 14 <= ord(character) < 32 for character in text[:2000]):
            break  # bytes of something else that happen to decode
        return text
    raise _not_a_spreadsheet()


def _delimited(text: str) -> list[list[str]]:
    """Rows of a CSV or TSV; the delimiter is the one most used in the first lines."""
    beginning = "\n".join(text.splitlines()[:20])
    delimiter = max(DELIMITERS, key=beginning.count)
    rows: list[list[str]] = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            rows.append(row)
            if len(rows) > MOST_ROWS:
                raise _too_large()
    except csv.Error:
        raise _not_a_spreadsheet() from None
    return rows


def _not_a_spreadsheet() -> Refusal:
    return Refusal(
        "not_a_spreadsheet",
        _("This is not a spreadsheet. Open it in Excel or WPS, save it as .xlsx or .csv and upload that file."),
        status=400,
    )


def _too_large() -> Refusal:
    return Refusal(
        "file_too_large",
        _("This file holds more than %(rows)s rows or unpacks to far too much. Keep only the list of people in it.")
        % {"rows": MOST_ROWS},
        status=413,
    )
