"""One list in every form that it comes in: grids of cells, and writers that make files of them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from openpyxl import Workbook
from openpyxl.utils import get_column_letter

Cell = str | int | float | None
Span = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class Grid:
    """A sheet to be written; rows, columns and spans count from 0."""

    rows: Sequence[Sequence[Cell]]
    merged: Sequence[Span] = ()
    hidden_rows: Sequence[int] = ()
    title: str = "Sheet1"

    @property
    def width(self) -> int:
        return max(map(len, self.rows))


def xlsx(*grids: Grid) -> bytes:
    workbook = Workbook()
    workbook.remove(workbook.active)
    for grid in grids:
        sheet = workbook.create_sheet(grid.title)
        for row in grid.rows:
            sheet.append(list(row))
        for (top, left), (bottom, right) in grid.merged:
            sheet.merge_cells(start_row=top + 1, start_column=left + 1, end_row=bottom + 1, end_column=right + 1)
        for row in grid.hidden_rows:
            sheet.row_dimensions[row + 1].hidden = True
    saved = io.BytesIO()
    workbook.save(saved)
    return saved.getvalue()


def rewritten(content: bytes, change: Callable[[str], str], part: str = "xl/worksheets/sheet1.xml") -> bytes:
    """A workbook with one of its parts changed, as other programs write it."""
    saved = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(saved, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, change(data.decode()).encode() if name == part else data)
    return saved.getvalue()


def _starts(grid: Grid) -> dict[tuple[int, int], tuple[int, int]]:
    """How many rows and columns each merged cell reaches over, by where it begins."""
    return {(top, left): (bottom - top + 1, right - left + 1) for (top, left), (bottom, right) in grid.merged}


def _covered(grid: Grid) -> set[tuple[int, int]]:
    return {
        (row, column)
        for (top, left), (bottom, right) in grid.merged
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
        if (row, column) != (top, left)
    }


def _cells(grid: Grid) -> Iterable[tuple[int, list[tuple[int, Cell, tuple[int, int]]]]]:
    """Rows with their cells, those that are covered left out: column, value, rows and columns reached over."""
    starts, covered = _starts(grid), _covered(grid)
    for at, row in enumerate(grid.rows):
        padded = [*row, *[None] * (grid.width - len(row))]
        yield (
            at,
            [
                (column, value, starts.get((at, column), (1, 1)))
                for column, value in enumerate(padded)
                if (at, column) not in covered
            ],
        )


def html(*grids: Grid) -> bytes:
    return ("<html><head><meta charset='utf-8'></head><body>" + "".join(map(_html, grids)) + "</body></html>").encode()


def _html(grid: Grid) -> str:
    rows = []
    for at, cells in _cells(grid):
        hidden = " style='display:none'" if at in grid.hidden_rows else ""
        written = "".join(
            f"<td rowspan={down} colspan='{across}'>{escape(_shown(value))}</td>" for _c, value, (down, across) in cells
        )
        rows.append(f"<tr{hidden}>{written}</tr>")
    return f"<table>{''.join(rows)}</table>"


def web_archive(*grids: Grid) -> bytes:
    page = html(*grids)
    head = b'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="----=_x"\r\n\r\n------=_x\r\n'
    kind = b"Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    return head + kind + page + b"\r\n------=_x--\r\n"


def spreadsheet_xml(*grids: Grid) -> bytes:
    sheets = "".join(
        f'<Worksheet ss:Name="{escape(grid.title)}"><Table>{"".join(_xml_rows(grid))}</Table></Worksheet>'
        for grid in grids
    )
    head = '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n'
    names = (
        'xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"'
    )
    return f"{head}<Workbook {names}>{sheets}</Workbook>".encode()


def _xml_rows(grid: Grid) -> Iterable[str]:
    for at, cells in _cells(grid):
        if all(value is None for _column, value, _reach in cells):
            continue  # left out, as Excel does; the next row says its number
        hidden = ' ss:Hidden="1"' if at in grid.hidden_rows else ""
        written = "".join(_xml_cell(column, value, *reach) for column, value, reach in cells if value is not None)
        yield f'<Row ss:Index="{at + 1}"{hidden}>{written}</Row>'


def _xml_cell(column: int, value: Cell, down: int, across: int) -> str:
    kind = "String" if isinstance(value, str) else "Number"
    reach = f' ss:MergeDown="{down - 1}" ss:MergeAcross="{across - 1}"'
    return f'<Cell ss:Index="{column + 1}"{reach}><Data ss:Type="{kind}">{escape(str(value))}</Data></Cell>'


ODS_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content'
    ' xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2">'
    "<office:body><office:spreadsheet>"
)


def ods(*grids: Grid) -> bytes:
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    entry = f'<m:file-entry m:full-path="/" m:media-type="{kind}"/>'
    saved = io.BytesIO()
    with zipfile.ZipFile(saved, "w") as archive:
        archive.writestr("mimetype", kind)
        archive.writestr(
            "META-INF/manifest.xml",
            f'<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">{entry}</m:manifest>',
        )
        body = "".join(map(_ods_table, grids))
        archive.writestr(
            "content.xml", f"{ODS_HEAD}{body}</office:spreadsheet></office:body></office:document-content>"
        )
    return saved.getvalue()


def _ods_table(grid: Grid) -> str:
    starts, covered = _starts(grid), _covered(grid)
    rows = []
    for at, row in enumerate(grid.rows):
        hidden = ' table:visibility="filter"' if at in grid.hidden_rows else ""
        padded = [*row, *[None] * (grid.width - len(row))]
        cells = "".join(
            "<table:covered-table-cell/>"
            if (at, column) in covered
            else _ods_cell(value, *starts.get((at, column), (1, 1)))
            for column, value in enumerate(padded)
        )
        rows.append(f"<table:table-row{hidden}>{cells}</table:table-row>")
    rest = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
    return f'<table:table table:name="{escape(grid.title)}">{"".join(rows)}{rest}</table:table>'


def _ods_cell(value: Cell, down: int, across: int) -> str:
    reach = (
        f' table:number-rows-spanned="{down}" table:number-columns-spanned="{across}"'
        if (down, across) != (1, 1)
        else ""
    )
    if value is None:
        return f"<table:table-cell{reach}/>"
    kind = (
        ' office:value-type="string"'
        if isinstance(value, str)
        else f' office:value-type="float" office:value="{value}"'
    )
    return f"<table:table-cell{kind}{reach}><text:p>{escape(str(value))}</text:p></table:table-cell>"


def delimited(delimiter: str, encoding: str) -> Callable[[Grid], bytes]:
    """A writer of one sheet; merged cells and hidden rows are lost, as they are in such files."""

    def write(grid: Grid) -> bytes:
        lines = (
            delimiter.join(_quoted(_shown(value), delimiter) for value in [*row, *[None] * (grid.width - len(row))])
            for row in grid.rows
        )
        return ("\r\n".join(lines) + "\r\n").encode(encoding)

    return write


def _quoted(text: str, delimiter: str) -> str:
    return f'"{text}"' if delimiter in text or "\n" in text else text


def _shown(value: Any) -> str:
    return "" if value is None else str(value)


def letter(column: int) -> str:
    return get_column_letter(column + 1)


WORKBOOKS = {"xlsx": xlsx, "ods": ods, "html": html, "web archive": web_archive, "xml 2003": spreadsheet_xml}
"""Writers of forms that know merged cells and hidden rows."""

TEXTS = {
    "utf-8": delimited(",", "utf-8"),
    "utf-8 with mark": delimited(",", "utf-8-sig"),
    "gb18030": delimited(",", "gb18030"),
    "utf-16 tabs": delimited("\t", "utf-16"),
    "utf-16 big endian": delimited("\t", "utf-16-be"),
    "semicolons": delimited(";", "utf-8"),
    "full-width commas": delimited("，", "utf-8"),
    "bars": delimited("|", "gb18030"),
}
