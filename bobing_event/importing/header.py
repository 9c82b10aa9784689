"""Which row holds the headings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bobing_event.importing.choices import SheetChoice
from bobing_event.importing.cleaning import Cell, text
from bobing_event.importing.headings import NO_MAPPING, is_preferred, meaning, normalised
from bobing_event.importing.sheets import Span
from bobing_event.importing.words import INHERITING

__all__ = ["SEARCHED_ROWS", "Header", "find_header", "likely_header", "meaning", "normalised"]

SEARCHED_ROWS = 15
_MOST_HEIGHT = 3
_AS_FOUND = SheetChoice()

Rows = Sequence[Sequence[Cell]]


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


def find_header(
    rows: Rows,
    choice: SheetChoice = _AS_FOUND,
    mapping: Mapping[str, str] = NO_MAPPING,
    merged: Sequence[Span] = (),
) -> Header | None:
    """The header among the first fifteen rows, a second row of it joined; None where no column holds names.

    It is the first row with a name column and another known one, else the first with a name column. An organiser's
    choice of its row and of columns goes before.
    """
    at = _row_of_header(rows, mapping) if choice.header is None else choice.header - 1
    header = _header_at(rows, at, choice, mapping, merged)
    return header if header and header.index("name") is not None else None


def likely_header(
    rows: Rows,
    choice: SheetChoice = _AS_FOUND,
    mapping: Mapping[str, str] = NO_MAPPING,
    merged: Sequence[Span] = (),
) -> Header | None:
    """Where an organiser begins to choose in a sheet without a column of names: the row they chose, else the one of the
    first fifteen with the most headings that are known, or with the most cells filled. None for an empty sheet.
    """

    def weight(at: int) -> tuple[int, int]:
        cells = list(filter(None, map(text, rows[at])))
        return sum(meaning(cell, mapping) is not None for cell in cells), len(cells)

    found = max(range(min(len(rows), SEARCHED_ROWS)), key=weight, default=None)
    return _header_at(rows, found if choice.header is None else choice.header - 1, choice, mapping, merged)


def _row_of_header(rows: Rows, mapping: Mapping[str, str]) -> int | None:
    alone = None
    for at, row in enumerate(rows[:SEARCHED_ROWS]):
        known = [field for cell in row if (field := meaning(cell, mapping))]
        if "name" in known and len(known) > 1:
            return at
        if "name" in known and alone is None:
            alone = at
    return alone


def _header_at(
    rows: Rows, at: int | None, choice: SheetChoice, mapping: Mapping[str, str], merged: Sequence[Span]
) -> Header | None:
    """The header whose row of names is `at`, with the headings of the rows that belong to it; -1 for none at all."""
    if at is None or at >= len(rows):
        return None
    first, last = (0, -1) if at < 0 else _extent(rows, at, mapping, merged, chosen=choice.header is not None)
    headings, groups = _headings(rows[first : last + 1], at - first, mapping)
    fields = [_field(heading, group, mapping) for heading, group in zip(headings, groups, strict=True)]
    named = [
        normalised(headings[column])
        for column, field in enumerate(fields)
        if field == "name" and column not in choice.columns
    ]
    repeats = "name" not in choice.columns.values() and max(Counter(named).values(), default=0) > 1
    columns = _columns(headings, fields, choice.columns)
    return Header(columns, tuple(headings), last + 1, last + 1 - first, repeats)


def _extent(
    rows: Rows, at: int, mapping: Mapping[str, str], merged: Sequence[Span], *, chosen: bool
) -> tuple[int, int]:
    """The first and last row of the header around row `at`; where the organiser chose it, it is the last."""
    last = at if chosen else max(_bottom_of_names(rows, at, mapping, merged), at)
    if last == at and not chosen and at + 1 < len(rows) and _continues(rows[at], rows[at + 1], mapping):
        last = at + 1
    has_groups = at > 0 and _adds_headings(rows[at - 1], rows[at], mapping)
    return (at - 1 if has_groups else at), last


def _bottom_of_names(rows: Rows, at: int, mapping: Mapping[str, str], merged: Sequence[Span]) -> int:
    """The last row that the heading of the names is merged down to: the header's last row then."""
    names = [index for index, cell in enumerate(rows[at]) if meaning(cell, mapping) == "name"]
    bottoms = [bottom for (top, left), (bottom, _right) in merged if top == at and left in names]
    return min(max(bottoms, default=at), at + _MOST_HEIGHT - 1, len(rows) - 1)


def _continues(row: Sequence[Cell], below: Sequence[Cell], mapping: Mapping[str, str]) -> bool:
    """Whether the row below is the header's second: nothing under 姓名, and nothing but headings."""
    fields = [meaning(cell, mapping) for cell in row]
    if "name" not in fields:
        return False
    under_name = text(below[fields.index("name")]) if fields.index("name") < len(below) else ""
    filled = [cell for cell in below if text(cell)]
    found = [meaning(cell, mapping) or ("phone" if normalised(cell) in INHERITING else None) for cell in filled]
    return not under_name and bool(found) and any(field not in (None, "serial", "unit") for field in found)


def _adds_headings(above: Sequence[Cell], row: Sequence[Cell], mapping: Mapping[str, str]) -> bool:
    """Whether the row above names a column that has no name in this row, or groups some that mean nothing alone."""
    return any(
        meaning(cell, mapping) and (index >= len(row) or not text(row[index]) or normalised(row[index]) in INHERITING)
        for index, cell in enumerate(above)
    )


def _headings(rows: Rows, own: int, mapping: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The lowest heading of each column, and that of the group it stands under, "" for none.

    `own` is the row of the names: above it stand titles too, so that only what is known counts.
    """
    width = max(map(len, rows), default=0)
    headings, groups, reaching = [], [], [""] * len(rows)
    for column in range(width):
        cells = [text(row[column]) if column < len(row) else "" for row in rows]
        reaching = [cell or before for cell, before in zip(cells, reaching, strict=True)]
        counting = [at for at, cell in enumerate(cells) if cell and (at >= own or meaning(cell, mapping))]
        headings.append(cells[counting[-1]] if counting else "")
        groups.append(reaching[counting[-1] - 1] if counting and counting[-1] else "")
    return headings, groups


def _field(heading: str, group: str, mapping: Mapping[str, str]) -> str | None:
    """What the heading means, or the group's meaning for 本人 under 联系方式."""
    known = meaning(heading, mapping)
    if known is None and group != heading and normalised(heading) in INHERITING:
        return meaning(group, mapping)
    return known


def _columns(headings: Sequence[str], fields: Sequence[str | None], chosen: Mapping[int, str]) -> dict[int, str]:
    """Fields by column: those chosen, then for each other field the preferred column of its name, or the first."""
    columns: dict[int, str] = {}
    for index, field in chosen.items():
        if field and field not in columns.values():
            columns[index] = field
    order = sorted(range(len(fields)), key=lambda index: (not is_preferred(headings[index]), index))
    for index in order:
        known = fields[index]
        if known is not None and index not in chosen and known not in columns.values():
            columns[index] = known
    return dict(sorted(columns.items()))
