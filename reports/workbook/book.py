"""Writing a workbook: one look for all sheets, text that can never become a formula, times in the event's zone."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

Value = str | int | Decimal | datetime | None
Row = Sequence[Value]

FACE = "Microsoft YaHei"
PORCELAIN, GROUND, LINE = "1D4E89", "E8EFF7", "D9D2C5"
# Spreadsheet programs read text with these at its start as a formula once a cell is edited.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
FORMATS = {"text": "@", "number": "0", "money": "#,##0.00", "time": "yyyy-mm-dd hh:mm:ss"}
EVERY_ROWS = 100


@dataclass(frozen=True)
class Column:
    """A column: its title, its width in characters, and what it holds (`text`, `number`, `money` or `time`)."""

    title: str
    width: float = 12
    kind: str = "text"


@dataclass(frozen=True)
class Sheet:
    """A sheet: its columns, its rows as they come from the database, and what it says where there are none.

    `rows` is called once. `foot` is called after the rows and gives lines that are set in bold, such as totals.
    """

    title: str
    columns: Sequence[Column]
    rows: Callable[[], Iterable[Row]]
    nothing: str
    foot: Callable[[], Iterable[Row]] | None = None


class Book:
    """A workbook being written: `with Book(zone) as book`. `tick` is called with the rows written so far, now and then.

    Rows go to temporary files, which are gone at the end of the block also where writing fails.
    """

    def __init__(self, zone: ZoneInfo, tick: Callable[[int, str], None] = lambda done, title: None) -> None:
        self.zone, self.tick = zone, tick
        self.workbook = Workbook(write_only=True)
        self.styles = _Styles(self.workbook)
        self.done, self.saved = 0, False
        self.counts: dict[str, int] = {}

    def add(self, sheet: Sheet, index: int | None = None) -> None:
        """Write a sheet; with an index it stands there among those already written."""
        page = self.workbook.create_sheet(sheet.title, index)
        _set_up(page, sheet)
        page.append([self.styles.cell(page, column.title, "head") for column in sheet.columns])
        written = 0
        for row in sheet.rows():
            page.append(list(self._cells(page, sheet, row, "body")))
            written += 1
            self._count(sheet)
        if not written:
            page.append([self.styles.cell(page, sheet.nothing, "note")])
        for row in sheet.foot() if sheet.foot and written else ():
            page.append(list(self._cells(page, sheet, row, "foot")))
        self.counts[sheet.title] = written

    def __enter__(self) -> Book:
        return self

    def __exit__(self, *_error: object) -> None:
        if self.saved:
            return
        for page in self.workbook.worksheets:
            unfinished: Any = page
            unfinished.close()
            unfinished._writer.cleanup()

    def to_bytes(self) -> bytes:
        out = io.BytesIO()
        self.workbook.save(out)
        self.saved = True
        return out.getvalue()

    def _count(self, sheet: Sheet) -> None:
        self.done += 1
        if self.done % EVERY_ROWS == 1:
            self.tick(self.done, sheet.title)

    def _cells(self, page: Any, sheet: Sheet, row: Row, part: str) -> Iterator[Any]:
        for column, value in zip(sheet.columns, row, strict=True):
            if isinstance(value, datetime):
                # A workbook knows no zones: the wall clock of the event, named in the column's title.
                value = value.astimezone(self.zone).replace(tzinfo=None, microsecond=0)
            yield self.styles.cell(page, value, f"{part}-{_kind(value, column)}")


class _Styles:
    """Every style made once: a style set cell by cell costs three times the writing (STACK §4)."""

    def __init__(self, workbook: Workbook) -> None:
        sample = workbook.create_sheet("styles")
        workbook.remove(sample)
        hair = Side(style="thin", color=LINE)
        self.made: dict[str, Any] = {}

        def make(name: str, **looks: Any) -> None:
            cell: Any = WriteOnlyCell(sample)
            for look, value in looks.items():
                setattr(cell, look, value)
            self.made[name] = cell._style

        fill = PatternFill("solid", fgColor=PORCELAIN)
        white, plain, bold = (
            Font(name=FACE, size=11, bold=True, color="FFFFFF"),
            Font(name=FACE, size=11),
            Font(name=FACE, size=11, bold=True),
        )
        middle = Alignment(vertical="center", wrap_text=True)
        make("head", font=white, fill=fill, alignment=middle)
        make("note", font=Font(name=FACE, size=11, color="5B6470"))
        for kind, number_format in FORMATS.items():
            shared = {"number_format": number_format, "alignment": Alignment(vertical="center")}
            make(f"body-{kind}", font=plain, border=Border(bottom=hair), **shared)
            make(f"foot-{kind}", font=bold, fill=PatternFill("solid", fgColor=GROUND), **shared)
        for part in ("body", "foot"):
            quoted = self.made[f"{part}-text"].__copy__()
            quoted.quotePrefix = 1
            self.made[f"{part}-text-quoted"] = quoted

    def cell(self, page: Any, value: Value, style: str) -> Any:
        cell: Any = WriteOnlyCell(page)
        if isinstance(value, str):
            cell.value = ILLEGAL_CHARACTERS_RE.sub("", value)
            cell.data_type = "s"
            if value.startswith(FORMULA_STARTS):
                style += "-quoted"
        else:
            cell.value = value
        cell._style = self.made[style]
        return cell


def _kind(value: Value, column: Column) -> str:
    """How a value is shown: as its column says, but text and times always as what they are."""
    if isinstance(value, str):
        return "text"
    if isinstance(value, datetime):
        return "time"
    return "number" if isinstance(value, int) and column.kind == "text" else column.kind


def _set_up(page: Any, sheet: Sheet) -> None:
    """Widths, the head that stays, and how it prints: A4 lying down, one page wide, the head on every page."""
    for number, column in enumerate(sheet.columns, start=1):
        page.column_dimensions[get_column_letter(number)].width = column.width
    page.freeze_panes = "A2"
    page.print_title_rows = "1:1"
    page.page_setup.orientation = "landscape"
    page.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.oddFooter.center.text = "&A  &P / &N"
