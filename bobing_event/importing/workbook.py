"""Reads a workbook from standard input and writes its sheets as JSON, in a process of its own.

`reader` runs this file with limits on memory and time: a sheet that states a cell in its millionth row and last
column makes any reader allocate the whole rectangle, and that must not take a web worker with it. Only the standard
library and python-calamine are imported, so that it starts in no time.

`{"sheets": [{"title", "hidden", "rows", "merged", "hidden_rows", "empty_formulas"}]}`, indexes from 0, or
`{"error": code}` with `large`, `locked` or `format`.
"""

import io
import json
import posixpath
import re
import sys
import zipfile
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

# Tags may have a prefix, as the Open XML SDK writes them: <x:row>.
_ROW = re.compile(rb"<(?:\w+:)?row\b([^>]*)>")
_HIDDEN = re.compile(rb"\bhidden=\"(?:1|true)\"|\bht=\"0(?:\.0+)?\"")
_ROW_NUMBER = re.compile(rb"\br=\"(\d+)\"")
_CELL = re.compile(
    rb"<(?:\w+:)?c\b([^>]*)>\s*<(?:\w+:)?f\b(?:[^>]*/>|[^>]*>[^<]*</(?:\w+:)?f>)"
    rb"\s*(<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
_ERROR_CELL = re.compile(rb"<(?:\w+:)?c\b([^>]*\bt=\"e\"[^>]*)>")
_CELL_NAME = re.compile(rb"\br=\"([A-Z]{1,3})(\d{1,7})\"")
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"

MOST_CELLS = 3_000_000

Marks = dict[str, Any]
NO_MARKS: Marks = {"hidden_rows": [], "empty_formulas": []}


class TooMuch(Exception):
    """More rows or cells in which anything stands than any list has."""


def sheets(content: bytes, most_rows: int) -> list[dict[str, Any]]:
    """The worksheets but those that only a macro shows. Raises `TooMuch`."""
    with CalamineWorkbook.from_filelike(io.BytesIO(content)) as workbook:
        shown = [
            (meta.name, meta.visible == SheetVisibleEnum.Hidden)
            for meta in workbook.sheets_metadata
            if meta.visible != SheetVisibleEnum.VeryHidden and meta.typ == SheetTypeEnum.WorkSheet
        ]
        marked = archive_marks(content)
        found = []
        for title, hidden in shown:
            sheet = workbook.get_sheet_by_name(title)
            rows = filled_rows(sheet, most_rows)
            merged = sheet.merged_cell_ranges or []
            marks = marked.get(title, NO_MARKS)
            found.append({"title": title, "hidden": hidden, "rows": rows, "merged": merged, **marks})
        return found


def filled_rows(sheet: CalamineSheet, most_rows: int) -> list[list[Any]]:
    """The rows from the first of the sheet to the last in which anything but blanks stands, each to its last cell."""
    is_tall = sheet.total_height >= most_rows  # the index of the last row, whatever it is called
    rows = _picked(sheet, most_rows) if is_tall else [_trimmed(row) for row in sheet.to_python(skip_empty_area=False)]
    while rows and not rows[-1]:
        rows.pop()
    if sum(map(len, rows)) > MOST_CELLS:
        raise TooMuch
    return rows


def _picked(sheet: CalamineSheet, most_rows: int) -> list[list[Any]]:
    """Of a tall sheet: one row at a time."""
    first, left = sheet.start or (0, 0)
    rows: list[list[Any]] = [[] for _above in range(first)]
    filled = 0
    for cells in sheet.iter_rows():
        row = _trimmed(cells)
        rows.append([""] * left + row if row else row)
        filled += bool(row)
        if filled > most_rows:
            raise TooMuch
    return rows


def _trimmed(row: list[Any]) -> list[Any]:
    """The row without blanks at its end."""
    end = len(row)
    while end and (row[end - 1] == "" or (isinstance(row[end - 1], str) and not row[end - 1].strip())):
        end -= 1
    return row if end == len(row) else row[:end]


def archive_marks(content: bytes) -> dict[str, Marks]:
    """What a reader of values cannot say: hidden rows, formulas that were never calculated or failed; in .ods merged
    cells too. By sheet title; empty for what is neither .xlsx nor .ods.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if "content.xml" in archive.namelist():
                return ods_marks(archive.read("content.xml"))
            return {title: sheet_marks(archive.read(path)) for title, path in _sheet_paths(archive)}
    except (KeyError, ElementTree.ParseError, expat.ExpatError, zipfile.BadZipFile):
        return {}


def _sheet_paths(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))  # noqa: S314 - limited process
    targets = {relation.get("Id"): relation.get("Target", "") for relation in relations}
    workbook = ElementTree.fromstring(archive.read("xl/workbook.xml"))  # noqa: S314
    for sheet in workbook.iterfind(".//{*}sheet"):
        relation = next((value for key, value in sheet.attrib.items() if key.endswith("}id")), None)
        yield sheet.get("name", ""), posixpath.join("/xl", targets[relation])[1:]


def sheet_marks(xml: bytes) -> Marks:
    """Marks of one sheet's XML. A text formula with an empty value was calculated, to nothing."""
    has_formulas = b"<f" in xml or b":f" in xml
    cells = _CELL.finditer(xml) if has_formulas else ()
    formulas = [cell[1] for cell in cells if b't="str"' not in cell[1] or cell[2] is None]
    if b't="e"' in xml:
        formulas += [cell[1] for cell in _ERROR_CELL.finditer(xml)]
    names = (_CELL_NAME.search(attributes) for attributes in formulas)
    return {
        "hidden_rows": _hidden_rows(xml) if b"hidden=" in xml or b'ht="0' in xml else [],
        "empty_formulas": sorted([int(name[2]) - 1, _column(name[1])] for name in names if name),
    }


def _hidden_rows(xml: bytes) -> list[int]:
    """Rows say their number, or they follow the one above."""
    hidden, index = [], -1
    for row in _ROW.finditer(xml):
        number = _ROW_NUMBER.search(row[1])
        index = int(number[1]) - 1 if number else index + 1
        if _HIDDEN.search(row[1]):
            hidden.append(index)
    return hidden


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number - 1


def ods_marks(xml: bytes) -> dict[str, Marks]:
    """Marks of every sheet of an .ods, whose rows and cells may stand for many."""
    marks: dict[str, Marks] = {}
    at = {"row": 0, "column": 0, "next": 0}
    title = ""

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal title
        known = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        match name.rpartition(" ")[2]:
            case "table":
                title = known.get("name", "")
                marks[title] = {"hidden_rows": [], "empty_formulas": [], "merged": []}
                at["next"] = 0
            case "table-row":
                at["row"], at["column"] = at["next"], 0
                times = int(known.get("number-rows-repeated", 1))
                at["next"] += times
                if known.get("visibility") in ("collapse", "filter") and times < 10_000:
                    marks[title]["hidden_rows"] += range(at["row"], at["next"])
            case "table-cell" | "covered-table-cell":
                _mark_cell(marks[title], at["row"], at["column"], known)
                at["column"] += int(known.get("number-columns-repeated", 1))

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start
    parser.Parse(xml, True)
    return marks


def _mark_cell(marks: Marks, row: int, column: int, known: dict[str, str]) -> None:
    down, across = int(known.get("number-rows-spanned", 1)), int(known.get("number-columns-spanned", 1))
    if down > 1 or across > 1:
        marks["merged"].append([[row, column], [row + down - 1, column + across - 1]])
    if "formula" in known and "value-type" not in known:
        marks["empty_formulas"].append([row, column])


def limit_resources(memory_bytes: int, seconds: int) -> None:
    """No more memory and processor time than this, where the system has such limits."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def answer(content: bytes, most_rows: int) -> dict[str, Any]:
    try:
        return {"sheets": sheets(content, most_rows)}
    except (MemoryError, TooMuch):
        return {"error": "large"}
    except PasswordError:
        return {"error": "locked"}
    except (CalamineError, OSError, ValueError, KeyError):
        return {"error": "format"}


if __name__ == "__main__":
    rows_limit, memory_limit, seconds_limit = map(int, sys.argv[1:])
    limit_resources(memory_limit, seconds_limit)
    found = answer(sys.stdin.buffer.read(), rows_limit)
    sys.stdout.write(json.dumps(found, default=str))  # dates as ISO text; ASCII, whatever the locale
