"""Sheets into rows of goods: every row is goods, an error, or left out and said so. Nothing is looked up or written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils.translation import gettext as _

from awards.goods_sheet import words
from awards.goods_sheet.awards import Award, award_of
from awards.goods_sheet.cells import price, span, whole
from awards.goods_sheet.findings import RowFinding
from awards.goods_sheet.foot import is_foot
from awards.goods_sheet.sheet import GoodsRow, GoodsSheet
from bobing_event.importing.cleaning import Cell, CellError, short_text, text
from bobing_event.importing.header import SEARCHED_ROWS, Header, find_header, normalised
from bobing_event.importing.reader import Sheet
from bobing_event.refusals import Refusal

MOST_ROWS = 500
FILLED_DOWN = ("award", "sponsor", "tables", "given_at", "arrangement")
"""What cells merged downwards say to the rows they cover; an award holds until the next one anyway."""
TEXT_LENGTHS = {"name": 80, "specification": 80, "unit": 12, "sponsor": 80}
NUMBERS = ("per_table", "each", "tables", "total", "count", "people")


def read_goods(sheets: Sequence[Sheet]) -> GoodsSheet:
    """The goods of the first sheet that has some for an award, else of the first that has any; the others are named.

    A second list is more often an older or another version of the first than its continuation. Hidden sheets are left
    alone.

    Refuses `no_goods_column`, `no_goods` and `too_many_goods`; what is wrong in a row is an error of that row.
    """
    headed = [(sheet, header) for sheet in sheets if not sheet.hidden and (header := _header(sheet))]
    if not headed:
        raise _no_goods_column(sheets)
    read = [_read_sheet(sheet, header, sheet.title if len(headed) > 1 else "") for sheet, header in headed]
    filled = [at for at, one in enumerate(read) if one.rows or one.errors]
    taken = next((at for at in filled if any(row.award for row in read[at].rows)), filled[0] if filled else 0)
    found = read[taken]
    if others := [headed[at][0].title for at in filled if at != taken]:
        title = headed[taken][0].title
        found.warnings.append(RowFinding(0, "other_sheets", _(", ").join(others)[:120], title))
    if not found.rows and not found.errors:
        raise Refusal("no_goods", _("There is a header, but no goods below it."), status=400)
    if len(found.rows) > MOST_ROWS:
        sentence = _("This sheet has more than %(rows)s rows of goods. Keep only the list of prizes in it.")
        raise Refusal("too_many_goods", sentence % {"rows": MOST_ROWS}, status=413)
    return found


def _header(sheet: Sheet) -> Header | None:
    """The sheet's header, read as that of a list of people is, with the words of goods in place of theirs."""
    header = find_header(sheet.rows, mapping=words.HEADINGS, merged=sheet.merged)
    if header is None:
        return None
    known = {index: name for index in header.columns if (name := words.HEADINGS.get(normalised(header.heading(index))))}
    is_list = "name" in known.values() and len(set(known.values()) - {"serial", "note"}) > 1
    return replace(header, columns=known) if is_list else None


def _no_goods_column(sheets: Sequence[Sheet]) -> Refusal:
    rows = ([text(cell) for cell in row] for sheet in sheets for row in sheet.rows[:SEARCHED_ROWS])
    filled = sorted((list(filter(None, row)) for row in rows), key=len, reverse=True)
    seen = [heading[:20] for heading in filled[0][:12]] if filled else []
    sentence = _(
        "No column holds goods. Give one the heading 品名 or Goods, and another 奖项, 单价 or 每桌数量, in the first "
        "%(rows)s rows. Found: %(seen)s."
    )
    words_seen = _(", ").join(seen) or _("none")
    return Refusal("no_goods_column", sentence % {"rows": SEARCHED_ROWS, "seen": words_seen}, status=400, seen=seen)


def _read_sheet(sheet: Sheet, header: Header, title: str) -> GoodsSheet:
    found = GoodsSheet(
        columns={header.heading(index): known for index, known in header.columns.items()},
        unused=list(dict.fromkeys(header.unused)),
    )
    reader = _Reader(found, sheet, header, title)
    for index in range(header.first_row, len(sheet.rows)):
        if any(text(cell) for cell in sheet.rows[index]):
            reader.read(index)
    if found.rows and "award" not in reader.columns:
        found.warnings.append(RowFinding(0, "no_award_column", "", title))
    return found


class _Reader:
    """Reads the rows of one sheet from the top, since an award holds for the rows below it."""

    def __init__(self, found: GoodsSheet, sheet: Sheet, header: Header, title: str) -> None:
        self.found, self.sheet, self.title = found, sheet, title
        self.columns = {known: index for index, known in reversed(header.columns.items())}
        self.merged = _filled_down(sheet, header)
        self.award: Award | None = None
        self.award_is_unknown = False
        self.said_count = False

    def read(self, index: int) -> None:
        if self._is_foot(index):
            self._leave_out(index)
            return
        problems: list[tuple[str, str]] = []
        self._read_award(index, problems)
        values = dict(self._texts(index, problems))
        numbers = dict(self._numbers(index, problems))
        if not values["name"] and not problems:
            if numbers["value"] is None:  # a prepared line, or a sum without a word
                self._leave_out(index)
                return
            problems.append(("no_name", self._joined(index)))
        if not problems:
            self._take(index, values, numbers)
            return
        self.found.errors += [RowFinding(index + 1, code, shown[:120], self.title) for code, shown in problems]
        if self.award is not None and self.award not in self.found.in_error:
            self.found.in_error.append(self.award)

    def _read_award(self, index: int, problems: list[tuple[str, str]]) -> None:
        cell = self._cell(index, "award")
        if text(cell):
            try:
                self.award, self.award_is_unknown = award_of(cell), False
            except CellError:
                self.award, self.award_is_unknown = None, True
        if self.award_is_unknown:
            problems.append(("award", text(cell) or self._joined(index)))

    def _texts(self, index: int, problems: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        for name, limit in TEXT_LENGTHS.items():
            try:
                yield name, short_text(limit)(self._cell(index, name))
            except CellError as error:
                problems.append((error.code, text(self._cell(index, name))))
                yield name, ""
        for name, known in (("arrangement", words.ARRANGEMENTS), ("given_at", words.GIVEN_AT)):
            value = normalised(self._cell(index, name))
            if value and value not in known:
                problems.append((name, text(self._cell(index, name))))
            yield name, known.get(value, "")

    def _numbers(self, index: int, problems: list[tuple[str, str]]) -> Iterator[tuple[str, Any]]:
        """Numbers, the price, and as `named_unit` the unit that one of them names."""
        unit = ""
        for name in (*NUMBERS, "value"):
            cell = self._cell(index, name)
            amount: int | Decimal | None = None
            try:
                if (index, self.columns.get(name, -1)) in self.sheet.empty_formulas:
                    raise CellError("formula")
                amount, named = price(cell) if name == "value" else whole(cell)
                unit = named if named and name in ("value", "total") else unit
            except CellError as error:
                problems.append((error.code, text(cell) or self._joined(index)))
            yield name, amount
        yield "named_unit", unit
        try:
            yield "span", span(self._cell(index, "span"))
        except CellError as error:
            problems.append((error.code, text(self._cell(index, "span"))))

    def _take(self, index: int, values: dict[str, str], numbers: dict[str, Any]) -> None:
        unit = values.pop("unit") or numbers["named_unit"]
        per_table, total = self._which_number(numbers)
        if self.award is None and "award" in self.columns:
            self.found.warnings.append(RowFinding(index + 1, "no_award", values["name"], self.title))
        award = self.award if self.award is None or self.award.kind != "spare" else None
        row = GoodsRow(
            row=index + 1, sheet=self.title, award=award, unit=unit, value=numbers["value"], per_table=per_table,
            each=numbers["each"], tables=numbers["tables"], total=total, people=numbers["people"], span=numbers["span"],
            merged_number=self._has_merged_number(index), **values,
        )  # fmt: skip
        self.found.rows.append(row)
        if index in self.sheet.hidden_rows:
            self.found.warnings.append(row.finding("hidden_row"))
        if _has_more_decimals(self._cell(index, "value"), row.value):
            self.found.warnings.append(row.finding("price_rounded", text(self._cell(index, "value"))))
        if per_table and row.tables and total is not None and total != per_table * (row.each or 1) * row.tables:
            each = f" × {row.each}" if row.each else ""
            self.found.warnings.append(
                row.finding("total_differs", f"{row.name}: {per_table}{each} × {row.tables} ≠ {total}")
            )

    def _has_merged_number(self, index: int) -> bool:
        at = [self.columns[name] for name in ("per_table", "count", "total") if name in self.columns]
        return any(
            top < index <= bottom and left <= column <= right
            for (top, left), (bottom, right) in self.sheet.merged
            for column in at
        )

    def _which_number(self, numbers: dict[str, Any]) -> tuple[int | None, int | None]:
        """Pieces a table and units in all. A column that is called 数量 and no more is whichever is not there."""
        per_table, total, count = numbers["per_table"], numbers["total"], numbers["count"]
        if count is None:
            return per_table, total
        if "per_table" in self.columns or self.award is None or self.award.kind != "rank":
            return per_table, count if total is None else total
        if not self.said_count:
            self.said_count = True
            heading = next(name for name, known in self.found.columns.items() if known == "count")
            self.found.warnings.append(RowFinding(0, "count_is_per_table", heading, self.title))
        return count, total

    def _cell(self, index: int, name: str) -> Cell:
        column = self.columns.get(name)
        if column is None:
            return None
        row = self.sheet.rows[index]
        own = row[column] if column < len(row) else None
        return own if text(own) else self.merged.get((index, column))

    def _is_foot(self, index: int) -> bool:
        row = self.sheet.rows[index]
        at = [column for name in ("name", "award") if (column := self.columns.get(name)) is not None]
        return is_foot(row, [row[column] for column in at if column < len(row)])

    def _leave_out(self, index: int) -> None:
        self.found.left_out.append(RowFinding(index + 1, "left_out", self._joined(index)[:120], self.title))

    def _joined(self, index: int) -> str:
        return " · ".join(filter(None, map(text, self.sheet.rows[index])))


def _filled_down(sheet: Sheet, header: Header) -> dict[tuple[int, int], Cell]:
    """What merged cells say to the rows they cover, by row and column."""
    columns = {index for index, known in header.columns.items() if known in FILLED_DOWN}
    covered: dict[tuple[int, int], Cell] = {}
    for (top, left), (bottom, _right) in sheet.merged:
        if left in columns and header.first_row <= top < len(sheet.rows) and left < len(sheet.rows[top]):
            for row in range(top + 1, min(bottom, len(sheet.rows) - 1) + 1):
                covered[row, left] = sheet.rows[top][left]
    return covered


def _has_more_decimals(cell: Cell, value: Decimal | None) -> bool:
    """Whether a price had to be rounded by more than a spreadsheet's own arithmetic is wrong."""
    try:
        return value is not None and abs(Decimal(text(cell)) - value) > Decimal("0.00001")
    except InvalidOperation:
        return False
