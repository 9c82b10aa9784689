"""Reads a workbook from standard input and writes its visible sheets as JSON, in a process of its own.

`reader` runs this file with limits on memory and time: a sheet that states a cell in its millionth row and last
column makes any reader allocate the whole rectangle, and that must not take a web worker with it. Only the standard
library and python-calamine are imported, so that it starts in no time.

`{"sheets": [{"title", "hidden", "rows", "merged", "hidden_rows", "empty_formulas"}]}`, indexes from 0, or
`{"error": code}`.
"""

import io
import json
import posixpath
import re
import sys
import zipfile
from typing import Any
from xml.etree import ElementTree

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

_HIDDEN_ROW = re.compile(rb"<row\b[^>]*\bhidden=\"(?:1|true)\"[^>]*>")
_ROW_NUMBER = re.compile(rb"\br=\"(\d+)\"")
_FORMULA_CELL = re.compile(rb"<c\b([^>]*)>\s*<f\b(?:[^>]*/>|[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")
_CELL_NAME = re.compile(rb"\br=\"([A-Z]{1,3})(\d{1,7})\"")
_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

Marks = dict[str, Any]
NO_MARKS: Marks = {"hidden_rows": [], "empty_formulas": []}


def sheets(content: bytes, most_rows: int) -> list[dict[str, Any]]:
    """The worksheets but those that only a macro shows; one more row than `most_rows` tells that there are too many."""
    with CalamineWorkbook.from_filelike(io.BytesIO(content)) as workbook:
        shown = [
            (meta.name, meta.visible == SheetVisibleEnum.Hidden)
            for meta in workbook.sheets_metadata
            if meta.visible != SheetVisibleEnum.VeryHidden and meta.typ == SheetTypeEnum.WorkSheet
        ]
        marked = xlsx_marks(content)
        found = []
        for title, hidden in shown:
            sheet = workbook.get_sheet_by_name(title)
            rows = sheet.to_python(skip_empty_area=False, nrows=most_rows + 1)
            merged = sheet.merged_cell_ranges or []
            marks = marked.get(title, NO_MARKS)
            found.append({"title": title, "hidden": hidden, "rows": rows, "merged": merged, **marks})
        return found


def xlsx_marks(content: bytes) -> dict[str, Marks]:
    """What a reader of values cannot say about an .xlsx: hidden rows, and formulas that were never calculated.

    By sheet title; empty for what is no .xlsx.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return {title: sheet_marks(archive.read(path)) for title, path in _sheet_paths(archive).items()}
    except (KeyError, ElementTree.ParseError, zipfile.BadZipFile):
        return {}


def _sheet_paths(archive: zipfile.ZipFile) -> dict[str, str]:
    relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))  # noqa: S314 - limited process
    targets = {relation.get("Id"): relation.get("Target", "") for relation in relations}
    workbook = ElementTree.fromstring(archive.read("xl/workbook.xml"))  # noqa: S314
    listed = workbook.iter(f"{_NAMESPACE}sheet")
    return {sheet.get("name", ""): posixpath.join("/xl", targets[sheet.get(_RELATION)])[1:] for sheet in listed}


def sheet_marks(xml: bytes) -> Marks:
    """Marks of one sheet's XML. A text formula with an empty value was calculated, to nothing."""
    numbers = (_ROW_NUMBER.search(row) for row in _HIDDEN_ROW.findall(xml))
    formulas = []
    for cell in _FORMULA_CELL.finditer(xml) if b"<f" in xml else ():
        name = _CELL_NAME.search(cell[1])
        if name and b't="str"' not in cell[1]:
            formulas.append([int(name[2]) - 1, _column(name[1])])
    return {"hidden_rows": [int(number[1]) - 1 for number in numbers if number], "empty_formulas": formulas}


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number - 1


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
    except MemoryError:
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
