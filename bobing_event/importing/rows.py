"""One row below a header: a person, somebody in error, or nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bobing_event.importing import cleaning
from bobing_event.importing.cleaning import NOTE_LENGTH, Cell, CellError
from bobing_event.importing.header import Header
from bobing_event.importing.headings import meaning
from bobing_event.importing.sheets import Span
from bobing_event.importing.words import (
    COUNTED,
    EXAMPLE,
    GROUP_TOTAL,
    NOTHING,
    NUMBERED,
    REMARK,
    SIGNATURE,
    SIGNED,
    TOTAL,
)

Cleaner = Callable[[Cell], str | int | None]

CLEANERS: Mapping[str, Cleaner] = {
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

UNREPEATED = ("name", "phone", "id_number", "ticket")
"""Fields in which hardly a text stands twice."""


class Person(NamedTuple):
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


class Layout:
    """What all rows below one header share: which column is what, and the rows that are one cell across the list."""

    def __init__(self, header: Header, title: str, merged: Iterable[Span]) -> None:
        self.sheet = title
        self.fields = [
            (index, known, CLEANERS[known] if known in UNREPEATED else _remembering(CLEANERS[known]))
            for index, known in header.columns.items()
            if known in CLEANERS
        ]
        self.columns = header.columns
        self.name = header.index("name")
        self.identifying = [index for index, known, _clean in self.fields if known in ("phone", "id_number", "ticket")]
        self.numbers = [(index, clean) for index, known, clean in self.fields if known in ("phone", "id_number")]
        self.has_unit = header.index("unit") is not None
        self.across = {top for (top, left), (bottom, right) in merged if top == bottom and left < right}


def _remembering(clean: Cleaner) -> Cleaner:
    """The cleaner for a column in which the same few texts stand again and again."""
    known: dict[str, str | int | None] = {}

    def remembered(cell: Cell) -> str | int | None:
        if not isinstance(cell, str):
            return clean(cell)
        if cell not in known:
            known[cell] = clean(cell)
        return known[cell]

    return remembered


class Row:
    """The cells of one row. `merged` is what cells merged downwards say to it, by column."""

    __slots__ = ("cells", "first", "index", "layout", "merged", "name_text")

    def __init__(self, index: int, cells: Sequence[Cell], layout: Layout, merged: Mapping[int, Cell]) -> None:
        self.index, self.cells, self.layout, self.merged = index, cells, layout, merged
        self.first = next((text for cell in cells if cell != "" and (text := cleaning.text(cell))), "").replace(" ", "")
        self.name_text = self._text(layout.name)

    @property
    def texts(self) -> list[str]:
        return [cleaning.text(cell) for cell in self.cells]

    @property
    def filled(self) -> list[str]:
        return [text for text in self.texts if text]

    @property
    def number(self) -> int:
        """The sheet's own number of the row."""
        return self.index + 1

    @property
    def joined(self) -> str:
        return " ".join(self.filled)[:120]

    @property
    def is_signature(self) -> bool:
        """Whether the row signs the sheet or explains it. 负责人 beside a name is what that person does."""
        if SIGNATURE.match(self.first):
            return True
        return bool(SIGNED.fullmatch(self.first)) and self.name_text.replace(" ", "") in ("", self.first)

    @property
    def is_foot(self) -> bool:
        """A total, a signature line, a remark, an example or the header once more, as on every printed page."""
        if self.first.isdigit() and self.is_named:  # a running number
            return bool(EXAMPLE.match(self.name_text))
        return (
            bool(TOTAL.match(self.first))
            or self.is_signature
            or self._repeats_header()
            or bool(EXAMPLE.match(self.name_text or self.first))
            or (not self.has_number and (self._totals_a_group() or self._is_remark()))
        )

    @property
    def has_number(self) -> bool:
        """Whether a whole phone or ID number stands here: then it is a person, whatever else does."""
        return any(_is_clean(clean, self._cell(index)) for index, clean in self.layout.numbers)

    @property
    def is_identified(self) -> bool:
        return any(self._text(index) for index in self.layout.identifying)

    @property
    def is_named(self) -> bool:
        return self.name_text.lower() not in NOTHING

    @property
    def name(self) -> str:
        """The name that stands here, clean if it can be."""
        try:
            return cleaning.name(self.name_text)
        except CellError:
            return ""

    @property
    def is_form(self) -> bool:
        """Whether a row that names nobody is only a prepared line: a running number and perhaps a unit."""
        known = self.layout.columns
        return all(not text or text.isdigit() or known.get(column) == "unit" for column, text in enumerate(self.texts))

    @property
    def section(self) -> str:
        """The unit that a line across the list names for those below it, "" where this row is none."""
        if self.index not in self.layout.across or self.layout.has_unit or NUMBERED.search(self.first):
            return ""
        filled = self.filled
        return COUNTED.sub("", filled[0][:NOTE_LENGTH])[: cleaning.UNIT_LENGTH].rstrip(" :") if len(filled) == 1 else ""

    def _text(self, column: int | None) -> str:
        return "" if column is None else cleaning.text(self._cell(column))

    def _cell(self, column: int) -> Cell:
        own = self.cells[column] if column < len(self.cells) else None
        if self.merged and not cleaning.text(own):
            return self.merged.get(column)
        return own

    def _repeats_header(self) -> bool:
        return meaning(self.name_text) == "name" and any(
            known != "name" and meaning(self._cell(column)) == known for column, known in self.layout.columns.items()
        )

    def _totals_a_group(self) -> bool:
        """财务部小计, or 小计 in any cell."""
        return any(GROUP_TOTAL.fullmatch(text.replace(" ", "")) for text in self.filled)

    def _is_remark(self) -> bool:
        """A sentence alone in its row, or a date."""
        filled = self.filled
        return len(filled) == 1 and bool(REMARK.search(filled[0]))

    def finding(self, code: str, value: Cell = "") -> Finding:
        return Finding(self.number, code, cleaning.text(value)[:60], self.layout.sheet)

    def person(self, unit: str) -> tuple[Person | None, list[Finding]]:
        """The person, in `unit` where the sheet has no column for it; or None and what is wrong."""
        values: dict[str, Any] = {"unit": unit}
        problems: list[Finding] = []
        cells = self.cells
        for column, known, clean in self.layout.fields:
            cell = self._cell(column) if self.merged or column >= len(cells) else cells[column]
            try:
                values[known] = clean(cell)
            except CellError as error:
                problems.append(self.finding(error.code, cell))
        if not values.get("name", "problem"):
            problems.append(self.finding("name"))
        if values.get("wanted_seat") and not values.get("wanted_table"):
            problems.append(self.finding("seat_without_table", values["wanted_seat"]))
        if problems:
            return None, problems
        return Person(row=self.number, sheet=self.layout.sheet, **values), []


def _is_clean(clean: Cleaner, cell: Cell) -> bool:
    try:
        return bool(clean(cell))
    except CellError:
        return False
