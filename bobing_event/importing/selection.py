"""Which sheets of a workbook hold people, by what stands in them and by what the organiser chose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bobing_event.importing import cleaning
from bobing_event.importing.choices import Choices
from bobing_event.importing.header import Header, find_header
from bobing_event.importing.reader import Sheet
from bobing_event.importing.words import INSTRUCTIONS

_DEFAULT_TITLE = re.compile(r"(sheet|工作表|table)\s*\d*", re.I)


@dataclass(frozen=True)
class Selected:
    """A sheet with its header; `reason` says why it is left out and is "" where it is used.

    Reasons: `chosen` (by the organiser), `hidden`, `empty` (nobody below the header, or nothing at all), `no_names`
    (no column of names) and `instructions` (by its title, beside other sheets). `unit` is what its title says of all.
    """

    sheet: Sheet
    header: Header | None
    rows: int
    reason: str
    unit: str = ""

    @property
    def used(self) -> bool:
        return not self.reason


def select_sheets(sheets: Sequence[Sheet], choices: Choices) -> list[Selected]:
    """Every sheet, in their order, used or left out with the reason."""
    headers = [find_header(sheet.rows, choices.of(sheet.title), choices.mapping, sheet.merged) for sheet in sheets]
    lists = [sheet for sheet, header in zip(sheets, headers, strict=True) if header and not sheet.hidden]
    beside = any(not INSTRUCTIONS.search(sheet.title) for sheet in lists)
    selected = []
    for sheet, header in zip(sheets, headers, strict=True):
        rows = _filled_rows(sheet, header.first_row if header else 0)
        reason = _reason(sheet, header, rows, choices.of(sheet.title).use, beside)
        unit = _unit_of_title(sheet, header) if header and len(lists) > 1 else ""
        selected.append(Selected(sheet, header, rows, reason, unit))
    return selected


def _reason(sheet: Sheet, header: Header | None, rows: int, use: bool | None, beside: bool) -> str:
    if use is False:
        return "chosen"
    if header is None:
        return "no_names" if rows else "empty"
    if use is None and sheet.hidden:
        return "hidden"
    if not rows:
        return "empty"
    if use is None and beside and INSTRUCTIONS.search(sheet.title):
        return "instructions"
    return ""


def _filled_rows(sheet: Sheet, first: int) -> int:
    formulas = {row for row, _column in sheet.empty_formulas}
    rows = enumerate(sheet.rows[first:], start=first)
    return sum(index in formulas or any(cell not in ("", None) for cell in row) for index, row in rows)


def _unit_of_title(sheet: Sheet, header: Header) -> str:
    """The department that a sheet a department names in its title."""
    if header.index("unit") is not None or _DEFAULT_TITLE.fullmatch(sheet.title.strip()):
        return ""
    return cleaning.text(sheet.title)[: cleaning.UNIT_LENGTH]
