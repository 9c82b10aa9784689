"""Which row holds the headings, and what each heading means."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bobing_event.importing.cleaning import Cell, text
from bobing_event.importing.words import FIELD_BY_HEADING

SEARCHED_ROWS = 15

_HINT = re.compile(r"\([^)]*\)|\[[^\]]*\]|【[^】]*】|<[^>]*>")
_TRIM = re.compile(r"[\s*:;,。、★☆※]+")


@dataclass(frozen=True)
class Header:
    """A found header: `columns` are fields by column index, `first_row` the index of the first row below."""

    columns: dict[int, str]
    headings: tuple[str, ...]
    first_row: int

    def index(self, field: str) -> int | None:
        return next((index for index, known in self.columns.items() if known == field), None)

    @property
    def unused(self) -> tuple[str, ...]:
        """Headings whose columns are not imported."""
        return tuple(heading for index, heading in enumerate(self.headings) if heading and index not in self.columns)

    @property
    def repeats_name(self) -> bool:
        """Whether people stand in two blocks side by side: half of them would be lost."""
        return sum(meaning(heading) == "name" for heading in self.headings) > 1


def normalised(cell: Cell) -> str:
    """A heading reduced to what it says: no blanks, no asterisk, no hint in brackets, small letters."""
    return _TRIM.sub("", _HINT.sub("", text(cell))).lower()


def meaning(heading: Cell) -> str | None:
    """The field a heading stands for, or None. "单位/部门" is what its first known part is."""
    plain = normalised(heading)
    if plain in FIELD_BY_HEADING:
        return FIELD_BY_HEADING[plain]
    parts = [FIELD_BY_HEADING[part] for part in re.split(r"[/\\|&+或]", plain) if part in FIELD_BY_HEADING]
    return parts[0] if parts else None


def find_header(rows: Sequence[Sequence[Cell]]) -> Header | None:
    """The header among the first fifteen rows, a second row of it joined; None where there is none.

    It is the first row with a name column and another known one, else the first with a name column.
    """
    alone = None
    for at, row in enumerate(rows[:SEARCHED_ROWS]):
        known = [field for cell in row if (field := meaning(cell))]
        if "name" in known and len(known) > 1:
            return _joined(rows, at)
        if "name" in known and alone is None:
            alone = at
    return None if alone is None else _joined(rows, alone)


def _joined(rows: Sequence[Sequence[Cell]], at: int) -> Header:
    """The header at row `at`, with headings above it (groups, cells merged downwards) or below it filled in."""
    headings, last = [text(cell) for cell in rows[at]], at
    if at + 1 < len(rows) and _continues(rows[at], rows[at + 1]):
        headings, last = _filled(rows[at + 1], headings), at + 1
    if at > 0:
        above = [cell if meaning(cell) else "" for cell in rows[at - 1]]
        headings = _filled(headings, above)
    columns: dict[int, str] = {}
    for index, heading in enumerate(headings):
        field = meaning(heading)
        if field is not None and field not in columns.values():
            columns[index] = field
    return Header(columns, tuple(headings), last + 1)


def _continues(row: Sequence[Cell], below: Sequence[Cell]) -> bool:
    """Whether the row below is the header's second: nothing under 姓名, and nothing but headings."""
    fields = [meaning(cell) for cell in row]
    under_name = text(below[fields.index("name")]) if fields.index("name") < len(below) else ""
    found = [meaning(cell) for cell in below if text(cell)]
    return not under_name and bool(found) and any(field not in (None, "serial", "unit") for field in found)


def _filled(cells: Sequence[Cell], others: Sequence[Cell]) -> list[str]:
    """`cells` as text, with those of `others` where they are empty."""
    width = max(len(cells), len(others))
    padded = [*cells, *[""] * (width - len(cells))]
    return [text(cell) or text(others[i] if i < len(others) else "") for i, cell in enumerate(padded)]
