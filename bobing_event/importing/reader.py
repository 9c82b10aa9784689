"""Files into sheets of cells. A file is told by what it holds, never by its name."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from typing import Any

from django.utils.translation import gettext as _

from bobing_event.importing import html_table, spreadsheet_xml, text_table, workbook
from bobing_event.importing.grid import Grid
from bobing_event.importing.kinds import (
    OLE,
    ZIP,
    refusal_of,
    refuse_other_archives,
    refuse_other_kinds,
    unpacked_size,
    unreadable,
)
from bobing_event.importing.sheets import Sheet, Span
from bobing_event.refusals import Refusal

__all__ = ["Sheet", "Span", "read_sheets"]

MOST_ROWS = 50_000
MOST_UNPACKED_BYTES = 300 * 1024 * 1024
MOST_TEXT_BYTES = 30 * 1024 * 1024
MOST_MEMORY_BYTES = 1536 * 1024 * 1024
MOST_SECONDS = 20


def read_sheets(content: bytes, name: str = "") -> list[Sheet]:
    """The sheets of a workbook or text file, hidden ones too, each with a title of its own.

    `name` is the file's, only to say what it is where it cannot be read. Refuses `file_too_large` (unpacked, or more
    rows than any hall) and the codes of `kinds.SENTENCES`.
    """
    refuse_other_kinds(content)
    if content.startswith(ZIP):
        if unpacked_size(content) > MOST_UNPACKED_BYTES:
            raise _too_large()
        refuse_other_archives(content)
    if content.startswith((ZIP, OLE)):
        return _workbook(content, name)
    if len(content) > MOST_TEXT_BYTES:
        raise _too_large()
    return _text(content, name)


def _workbook(content: bytes, name: str) -> list[Sheet]:
    found = _read_apart(content)
    if found.get("error") == "large":
        raise _too_large()
    if found.get("error") == "locked":
        raise refusal_of("spreadsheet_locked")
    if "sheets" not in found:
        raise unreadable(content, name)
    return [
        Sheet(
            sheet["title"],
            sheet["rows"],
            [(tuple(first), tuple(last)) for first, last in sheet["merged"]],
            frozenset(sheet["hidden_rows"]),
            frozenset(map(tuple, sheet["empty_formulas"])),
            sheet["hidden"],
        )
        for sheet in found["sheets"]
    ]


def _read_apart(content: bytes) -> dict[str, Any]:
    """What `workbook` answers, run as a process of its own: what is too much for it ends it, not us."""
    limits = (str(int(limit)) for limit in (MOST_ROWS, MOST_MEMORY_BYTES, MOST_SECONDS))
    try:
        ran = subprocess.run(  # noqa: S603 - our own file, by our own interpreter
            [sys.executable, "-I", workbook.__file__, *limits],
            input=content,
            capture_output=True,
            timeout=MOST_SECONDS * 3,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"error": "large"}
    if ran.returncode < 0:  # ended by a signal: out of memory or of time
        return {"error": "large"}
    return dict(json.loads(ran.stdout)) if ran.returncode == 0 else {"error": "format"}


def _text(content: bytes, name: str) -> list[Sheet]:
    if spreadsheet_xml.looks_like_spreadsheet_xml(content):
        try:
            return _sheets_of(spreadsheet_xml.read(content, MOST_ROWS))
        except ValueError:
            raise refusal_of("spreadsheet_damaged") from None
    if html_table.looks_like_web_archive(content):
        content = html_table.unpacked(content)
    try:
        text = text_table.decoded(content)
        if html_table.looks_like_html(text):
            tables = html_table.tables(text, MOST_ROWS)
            if not tables:  # the page on which a system asks who one is, mostly
                raise refusal_of("not_a_spreadsheet")
            return _sheets_of(tables)
        rows = text_table.rows_of(text, MOST_ROWS)
    except text_table.TooManyRows:
        raise _too_large() from None
    except (text_table.NoText, csv.Error):
        raise unreadable(content, name) from None
    return [Sheet("", rows)]


def _sheets_of(grids: list[Grid]) -> list[Sheet]:
    """Sheets of markup; several tables without a title are numbered."""
    if any(grid.full for grid in grids):
        raise _too_large()
    for number, grid in enumerate(grids, start=1):
        grid.title = grid.title or (f"Table {number}" if len(grids) > 1 else "")
    return [grid.sheet() for grid in grids]


def _too_large() -> Refusal:
    return Refusal(
        "file_too_large",
        _("This file holds more than %(rows)s rows or unpacks to far too much. Keep only the list of people in it.")
        % {"rows": MOST_ROWS},
        status=413,
    )
