"""Spreadsheets in the XML of Excel 2003, which systems export under the name .xls or .xml."""

from __future__ import annotations

import re
from xml.parsers import expat

from bobing_event.importing.grid import Grid

NAMESPACE = "urn:schemas-microsoft-com:office:spreadsheet"
_BEGINNING = re.compile(rb"\s*(<\?xml[^>]*>\s*)?(<\?mso-application[^>]*>\s*)?(<!--.*?-->\s*)?<(\w+:)?Workbook\b", re.S)


def looks_like_spreadsheet_xml(content: bytes) -> bool:
    return bool(_BEGINNING.match(content[:4000].removeprefix(b"\xef\xbb\xbf"))) and NAMESPACE.encode() in content[:4000]


def read(content: bytes, most_rows: int) -> list[Grid]:
    """Every worksheet. Raises `ValueError` for XML that is broken or declares entities of its own."""
    reader = _Reader(most_rows)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler, parser.EntityDeclHandler = reader.text, reader.refuse
    parser.buffer_text = True
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise ValueError(str(error)) from None
    return reader.grids


class _Reader:
    """Follows the elements: worksheet, row, cell, data."""

    def __init__(self, most_rows: int) -> None:
        self.grids: list[Grid] = []
        self._most_rows = most_rows
        self._skipped_rows = 0
        self._cell: dict[str, str] = {}
        self._text: list[str] | None = None

    def refuse(self, *_declaration: object) -> None:
        raise ValueError("an entity of its own")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        known = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        match name.rpartition(" ")[2]:
            case "Worksheet":
                self.grids.append(Grid(self._most_rows, known.get("Name", "")))
                self._skipped_rows = 0
            case "Row":
                grid = self.grids[-1]
                index = int(known["Index"]) - 1 if "Index" in known else len(grid.rows) + self._skipped_rows
                grid.begin_row(index=index, hidden=known.get("Hidden") == "1")
                self._skipped_rows = int(known.get("Span", 0))
            case "Cell":
                self._cell = {**known, "Text": ""}
            case "Data":
                self._cell["Type"], self._text = known.get("Type", ""), []

    def text(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def end(self, name: str) -> None:
        match name.rpartition(" ")[2]:
            case "Data":
                self._cell["Text"], self._text = "".join(self._text or []), None
            case "Cell":
                self._add(self._cell)
            case "Visible":  # said only of sheets that are not shown
                self.grids[-1].hidden = True

    def _add(self, cell: dict[str, str]) -> None:
        error = cell.get("Type") == "Error"
        self.grids[-1].add(
            "" if error else cell["Text"],
            column=int(cell["Index"]) - 1 if "Index" in cell else None,
            across=int(cell.get("MergeAcross", 0)) + 1,
            down=int(cell.get("MergeDown", 0)) + 1,
            failed=error or ("Formula" in cell and not cell["Text"] and cell.get("Type") != "String"),
        )
