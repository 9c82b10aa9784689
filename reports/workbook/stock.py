"""The workbook's sheets about stock: what became of each kind of goods, and of the goods of each table."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from awards.queries.reconciliation import by_goods, by_table
from awards.queries.table_lines import TableLine
from bobing_event.models import Event
from reports.workbook.book import Column, Row, Sheet


def stock_sheet(event: Event) -> Sheet:
    """A row for each kind of goods, with what does not agree."""

    def rows() -> Iterator[Row]:
        for line in by_goods(event):
            prize = line.prize
            yield [
                prize.name,
                prize.specification,
                prize.unit,
                line.planned,
                line.came_in,
                line.written_off,
                line.store,
                line.at_tables,
                line.won,
                line.handed,
                line.due,
                line.left,
                _sentences(line.differences),
            ]

    columns = [
        *_goods_columns(),
        Column(pgettext("column", "Planned"), 10, "number"),
        Column(pgettext("column", "Received"), 10, "number"),
        Column(pgettext("column", "Written off"), 10, "number"),
        Column(pgettext("column", "In the store"), 10, "number"),
        Column(pgettext("column", "At tables"), 10, "number"),
        Column(pgettext("column", "Won"), 10, "number"),
        Column(pgettext("column", "Units handed over"), 10, "number"),
        Column(pgettext("column", "Due"), 10, "number"),
        Column(pgettext("column", "Left"), 10, "number"),
        Column(pgettext("column", "Difference"), 60),
    ]
    return Sheet(pgettext("sheet", "Stock of prizes"), columns, rows, _("No goods are on the list."))


def tables_stock_sheet(event: Event) -> Sheet:
    """For each table a row a kind of goods; what does not agree stands in the table's first."""

    def rows() -> Iterator[Row]:
        states = _states()
        for line in by_table(event):
            yield from _table_rows(line, states[line.state])

    columns = [
        Column(pgettext("column", "Session"), 12),
        Column(pgettext("column", "Table"), 8, "number"),
        Column(pgettext("column", "State"), 16),
        *_goods_columns(),
        Column(pgettext("column", "In the set"), 9, "number"),
        Column(pgettext("column", "Supplied"), 9, "number"),
        Column(pgettext("column", "Given back"), 9, "number"),
        Column(pgettext("column", "Lost"), 9, "number"),
        Column(pgettext("column", "Won"), 9, "number"),
        Column(pgettext("column", "Units handed over"), 9, "number"),
        Column(pgettext("column", "At the table"), 9, "number"),
        Column(pgettext("column", "Difference"), 60),
    ]
    return Sheet(
        pgettext("sheet", "Prizes at tables"), columns, rows, _("No table has prizes: the plan gives none at tables.")
    )


def _table_rows(line: TableLine, state: str) -> Iterator[Row]:
    differences = _sentences(line.differences)
    for number, one in enumerate(line.goods):
        prize, flow = one.prize, one.flow
        yield [
            str(line.table.session),
            line.table.number,
            state,
            prize.name,
            prize.specification,
            prize.unit,
            one.wanted,
            flow.supplied,
            flow.returned,
            flow.lost,
            one.won,
            one.handed,
            one.level,
            differences if number == 0 else "",
        ]


def _goods_columns() -> list[Column]:
    return [
        Column(pgettext("column", "Goods"), 20),
        Column(pgettext("column", "Specification"), 14),
        Column(pgettext("column", "Unit"), 8),
    ]


def _sentences(differences: list[str]) -> str:
    return pgettext("between goods", "; ").join(differences)


def _states() -> dict[str, str]:
    return {
        "counted": pgettext("table's prizes", "counted"),
        "to_count": pgettext("table's prizes", "to be counted"),
        "not_signed_off": pgettext("table's prizes", "not signed off yet"),
        "supplied": pgettext("table's prizes", "supplied"),
        "short_set": pgettext("table's prizes", "short set"),
        "without_supply": pgettext("table's prizes", "opened without supply"),
        "unsupplied": pgettext("table's prizes", "not supplied"),
    }
