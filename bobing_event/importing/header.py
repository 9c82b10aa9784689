"""Which row holds the headings, and what each heading means."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bobing_event.importing.choices import SheetChoice
from bobing_event.importing.cleaning import Cell, text
from bobing_event.importing.words import FIELD_BY_HEADING

SEARCHED_ROWS = 15

_HINT = re.compile(r"\([^)]*\)|\[[^\]]*\]|【[^】]*】|<[^>]*>")
_AS_FOUND = SheetChoice()
_NO_MAPPING: Mapping[str, str] = MappingProxyType({})
_TRIM = re.compile(r"[\s*:;,。、★☆※]+")


@dataclass(frozen=True)
class Header:
    """A found header: `columns` are fields by column index, `first_row` the index of the first row below.

    `height` is the number of rows that its headings stand in. `repeats_name` says that people stand in two blocks side
    by side: half of them would be lost.
    """

    columns: dict[int, str]
    headings: tuple[str, ...]
    first_row: int
    height: int = 1
    repeats_name: bool = False

    def index(self, field: str) -> int | None:
        return next((index for index, known in self.columns.items() if known == field), None)

    def heading(self, index: int) -> str:
        return self.headings[index] if index < len(self.headings) else ""

    @property
    def unused(self) -> tuple[str, ...]:
        """Headings whose columns are not imported."""
        return tuple(heading for index, heading in enumerate(self.headings) if heading and index not in self.columns)


def normalised(cell: Cell) -> str:
    """A heading reduced to what it says: no blanks, no asterisk, no hint in brackets, small letters."""
    return _TRIM.sub("", _HINT.sub("", text(cell))).lower()


def meaning(heading: Cell, mapping: Mapping[str, str] = _NO_MAPPING) -> str | None:
    """The field a heading stands for, or None. "单位/部门" is what its first known part is.

    `mapping` is what an organiser said before, by normalised heading; it goes before all else.
    """
    plain = normalised(heading)
    if plain in mapping:
        return mapping[plain] or None
    if plain in FIELD_BY_HEADING:
        return FIELD_BY_HEADING[plain]
    parts = [FIELD_BY_HEADING[part] for part in re.split(r"[/\\|&+或]", plain) if part in FIELD_BY_HEADING]
    return parts[0] if parts else None


def find_header(
    rows: Sequence[Sequence[Cell]], choice: SheetChoice = _AS_FOUND, mapping: Mapping[str, str] = _NO_MAPPING
) -> Header | None:
    """The header among the first fifteen rows, a second row of it joined; None where no column holds names.

    It is the first row with a name column and another known one, else the first with a name column. An organiser's
    choice of its row and of columns goes before.
    """
    at = _row_of_header(rows, mapping) if choice.header is None else choice.header - 1
    header = _header_at(rows, at, choice, mapping)
    return header if header and header.index("name") is not None else None


def likely_header(
    rows: Sequence[Sequence[Cell]], choice: SheetChoice = _AS_FOUND, mapping: Mapping[str, str] = _NO_MAPPING
) -> Header | None:
    """Where an organiser begins to choose in a sheet without a column of names: the row they chose, else the one of the
    first fifteen with the most headings that are known, or with the most cells filled. None for an empty sheet.
    """

    def weight(at: int) -> tuple[int, int]:
        cells = list(filter(None, map(text, rows[at])))
        return sum(meaning(cell, mapping) is not None for cell in cells), len(cells)

    found = max(range(min(len(rows), SEARCHED_ROWS)), key=weight, default=None)
    return _header_at(rows, found if choice.header is None else choice.header - 1, choice, mapping)


def _header_at(
    rows: Sequence[Sequence[Cell]], at: int | None, choice: SheetChoice, mapping: Mapping[str, str]
) -> Header | None:
    rows = rows if choice.header is None else rows[: choice.header]
    return None if at is None or at >= len(rows) else _joined(rows, at, choice.columns, mapping)


def _row_of_header(rows: Sequence[Sequence[Cell]], mapping: Mapping[str, str]) -> int | None:
    alone = None
    for at, row in enumerate(rows[:SEARCHED_ROWS]):
        known = [field for cell in row if (field := meaning(cell, mapping))]
        if "name" in known and len(known) > 1:
            return at
        if "name" in known and alone is None:
            alone = at
    return alone


def _joined(rows: Sequence[Sequence[Cell]], at: int, chosen: Mapping[int, str], mapping: Mapping[str, str]) -> Header:
    """The header at row `at`, with headings above it (groups, cells merged downwards) or below it filled in."""
    headings, last, height = [text(cell) for cell in rows[at]] if at >= 0 else [], at, 1
    if 0 <= at < len(rows) - 1 and _continues(rows[at], rows[at + 1], mapping):
        headings, last, height = _filled(rows[at + 1], headings), at + 1, 2
    if at > 0:
        above = [cell if meaning(cell, mapping) else "" for cell in rows[at - 1]]
        filled = _filled(headings, above)
        height += filled != headings
        headings = filled
    return Header(
        _columns(headings, chosen, mapping),
        tuple(headings),
        last + 1,
        height if at >= 0 else 0,
        _repeats_name(headings, chosen, mapping),
    )


def _columns(headings: Sequence[str], chosen: Mapping[int, str], mapping: Mapping[str, str]) -> dict[int, str]:
    """Fields by column: those chosen, then the first column that is called like each other field."""
    columns: dict[int, str] = {}
    for index, field in chosen.items():
        if field and field not in columns.values():
            columns[index] = field
    for index, heading in enumerate(headings):
        known = meaning(heading, mapping)
        if known is not None and index not in chosen and known not in columns.values():
            columns[index] = known
    return dict(sorted(columns.items()))


def _repeats_name(headings: Sequence[str], chosen: Mapping[int, str], mapping: Mapping[str, str]) -> bool:
    """Whether two columns are called names, of which the organiser has chosen none."""
    named = [index for index, heading in enumerate(headings) if meaning(heading, mapping) == "name"]
    return "name" not in chosen.values() and sum(index not in chosen for index in named) > 1


def _continues(row: Sequence[Cell], below: Sequence[Cell], mapping: Mapping[str, str]) -> bool:
    """Whether the row below is the header's second: nothing under 姓名, and nothing but headings."""
    fields = [meaning(cell, mapping) for cell in row]
    if "name" not in fields:
        return False
    under_name = text(below[fields.index("name")]) if fields.index("name") < len(below) else ""
    found = [meaning(cell, mapping) for cell in below if text(cell)]
    return not under_name and bool(found) and any(field not in (None, "serial", "unit") for field in found)


def _filled(cells: Sequence[Cell], others: Sequence[Cell]) -> list[str]:
    """`cells` as text, with those of `others` where they are empty."""
    width = max(len(cells), len(others))
    padded = [*cells, *[""] * (width - len(cells))]
    return [text(cell) or text(others[i] if i < len(others) else "") for i, cell in enumerate(padded)]
