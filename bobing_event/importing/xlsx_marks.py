"""What a reader of values cannot say about an .xlsx: hidden rows, and formulas that were never calculated."""

import io
import posixpath
import re
import zipfile
from collections.abc import Collection
from typing import NamedTuple
from xml.etree.ElementTree import ParseError

from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.xml.functions import fromstring

_ROW_TAG = re.compile(rb"<row\b[^>]*\bhidden=\"(?:1|true)\"[^>]*>")
_ROW_NUMBER = re.compile(rb"\br=\"(\d+)\"")
_FORMULA_CELL = re.compile(rb"<c\b([^>]*)>\s*<f\b(?:[^>]*/>|[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>")
_CELL_NAME = re.compile(rb"\br=\"([A-Z]+\d+)\"")
_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


class Marks(NamedTuple):
    """Row numbers and (row, column) pairs count from 0."""

    hidden_rows: Collection[int]
    empty_formulas: Collection[tuple[int, int]]


NO_MARKS = Marks(frozenset(), frozenset())


def marks(content: bytes) -> dict[str, Marks]:
    """Marks by sheet title; empty for what is no .xlsx (an .ods is a zip too)."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return {title: _sheet_marks(archive.read(path)) for title, path in _sheet_paths(archive).items()}
    except (KeyError, ParseError, zipfile.BadZipFile):
        return {}


def _sheet_paths(archive: zipfile.ZipFile) -> dict[str, str]:
    relations = fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    targets = {relation.get("Id"): relation.get("Target", "") for relation in relations}
    workbook = fromstring(archive.read("xl/workbook.xml"))
    sheets = workbook.iter(f"{_NAMESPACE}sheet")
    return {sheet.get("name", ""): posixpath.join("/xl", targets[sheet.get(_RELATION)])[1:] for sheet in sheets}


def _sheet_marks(xml: bytes) -> Marks:
    hidden = {int(number[1]) - 1 for row in _ROW_TAG.findall(xml) if (number := _ROW_NUMBER.search(row))}
    formulas = set()
    if b"<f" in xml:
        for cell in _FORMULA_CELL.finditer(xml):
            name = _CELL_NAME.search(cell[1])
            if name and b't="str"' not in cell[1]:  # a text that was calculated, to nothing
                row, column = coordinate_to_tuple(name[1].decode())
                formulas.add((row - 1, column - 1))
    return Marks(frozenset(hidden), frozenset(formulas))
