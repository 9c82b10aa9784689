"""One row below a header: a person, somebody in error, or nobody."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bobing_event.importing import cleaning
from bobing_event.importing.cleaning import Cell, CellError
from bobing_event.importing.header import Header, meaning
from bobing_event.importing.words import SIGNATURE, TOTAL

CLEANERS: Mapping[str, Callable[[Cell], str | int | None]] = {
    "name": cleaning.name,
    "phone": cleaning.phone,
    "unit": cleaning.short_text(cleaning.UNIT_LENGTH),
    "gender": cleaning.gender,
    "id_number": cleaning.id_number,
    "ticket": cleaning.short_text(cleaning.TICKET_LENGTH),
    "session": cleaning.short_text(cleaning.UNIT_LENGTH),
    "note": cleaning.short_text(cleaning.NOTE_LENGTH),
    "party": cleaning.short_text(cleaning.TICKET_LENGTH),
    "wanted_table": cleaning.table_number,
    "wanted_seat": cleaning.seat_number,
    "proxy_name": cleaning.other_name,
    "proxy_phone": cleaning.phone,
    "guardian_name": cleaning.other_name,
    "guardian_phone": cleaning.phone,
}
"""What is imported, and how each cell is cleaned."""


@dataclass(frozen=True, slots=True)
class Person:
    """One person of a sheet, clean; `row` is the sheet's own row number."""

    row: int
    name: str
    phone: str = ""
    unit: str = ""
    gender: str = ""
    id_number: str = ""
    ticket: str = ""
    session: str = ""
    note: str = ""
    sheet: str = ""
    party: str = ""
    wanted_table: int | None = None
    wanted_seat: int | None = None
    proxy_name: str = ""
    proxy_phone: str = ""
    guardian_name: str = ""
    guardian_phone: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """An error or warning at a row of a sheet; `value` is what stood there or whom it concerns."""

    row: int
    code: str
    value: str = ""
    sheet: str = ""


class Row:
    """The cells of one row under a header. `merged` is what cells merged downwards say to it, by column."""

    def __init__(
        self, index: int, cells: Sequence[Cell], header: Header, merged: Mapping[int, Cell], sheet: str
    ) -> None:
        self.index, self.number, self.sheet = index, index + 1, sheet
        self.texts = [cleaning.text(cell) for cell in cells]
        self.first = next((text.replace(" ", "") for text in self.texts if text), "")
        self.columns = header.columns
        self._cells: dict[str, Cell] = {
            known: cells[column] if column < len(cells) and self.texts[column] else merged.get(column)
            for column, known in header.columns.items()
        }

    @property
    def joined(self) -> str:
        return " ".join(filter(None, self.texts))[:120]

    @property
    def is_signature(self) -> bool:
        return bool(SIGNATURE.match(self.first))

    @property
    def is_foot(self) -> bool:
        """A total, a signature line or the header once more, as on every printed page."""
        if self.first.isdigit():  # a running number
            return False
        return bool(TOTAL.match(self.first)) or self.is_signature or self._repeats_header()

    @property
    def is_identified(self) -> bool:
        return any(cleaning.text(self._cells.get(known)) for known in ("phone", "id_number", "ticket"))

    @property
    def is_named(self) -> bool:
        return bool(cleaning.text(self._cells.get("name")))

    @property
    def name(self) -> str:
        """The name that stands here, clean if it can be."""
        try:
            return cleaning.name(self._cells.get("name"))
        except CellError:
            return ""

    @property
    def is_form(self) -> bool:
        """Whether a row that names nobody is only a prepared line: a running number and perhaps a unit."""
        return all(
            not text or self.columns.get(column) == "unit" or text.isdigit() for column, text in enumerate(self.texts)
        )

    def _repeats_header(self) -> bool:
        return meaning(self._cells.get("name")) == "name" and any(
            known != "name" and meaning(cell) == known for known, cell in self._cells.items()
        )

    def finding(self, code: str, value: Cell = "") -> Finding:
        return Finding(self.number, code, cleaning.text(value)[:60], self.sheet)

    def person(self, unit: str) -> tuple[Person | None, list[Finding]]:
        """The person, in `unit` where the sheet has no column for it; or None and what is wrong."""
        values: dict[str, Any] = {"unit": unit}
        problems: list[Finding] = []
        for known, cell in self._cells.items():
            if known in CLEANERS:
                try:
                    values[known] = CLEANERS[known](cell)
                except CellError as error:
                    problems.append(self.finding(error.code, cell))
        if not values.get("name", "problem"):
            problems.append(self.finding("name"))
        if values.get("wanted_seat") and not values.get("wanted_table"):
            problems.append(self.finding("seat_without_table", values["wanted_seat"]))
        if problems:
            return None, problems
        return Person(row=self.number, sheet=self.sheet, **values), []
