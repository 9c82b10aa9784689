"""Files into sheets of cells. A file is told by what it holds, never by its name."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from bobing_event.importing import html_table, workbook
from bobing_event.importing.cleaning import Cell
from bobing_event.refusals import Refusal

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MOST_ROWS = 50_000
MOST_UNPACKED_BYTES = 300 * 1024 * 1024
MOST_MEMORY_BYTES = 1536 * 1024 * 1024
MOST_SECONDS = 20
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
    hidden: bool = False


def read_sheets(content: bytes) -> list[Sheet]:
    """The sheets of a workbook or text file, hidden ones too, each with a title of its own.

    Refuses `not_a_spreadsheet`, `spreadsheet_locked` and `file_too_large` (unpacked, or more rows than any hall).
    """
    if content.startswith((ZIP, OLE)):
        return _workbook(content)
    text = _decoded(content)
    if html_table.looks_like_html(text):
        tables = html_table.tables(text)
        return [Sheet(f"Table {number}" if len(tables) > 1 else "", rows) for number, rows in enumerate(tables, 1)]
    return [Sheet("", _delimited(text))]


def _workbook(content: bytes) -> list[Sheet]:
    if content.startswith(ZIP):
        _refuse_bomb(content)
    found = _read_apart(content)
    if found.get("error") == "locked":
        raise Refusal(
            "spreadsheet_locked",
            _("This file is protected by a password. Save it without one and upload it again."),
            status=400,
        )
    if found.get("error") == "large" or any(len(sheet["rows"]) > MOST_ROWS for sheet in found.get("sheets", ())):
        raise _too_large()
    if "sheets" not in found:
        raise _not_a_spreadsheet()
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


def _refuse_bomb(content: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
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
