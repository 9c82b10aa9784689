"""Pick list (拣货单): what to take out of the store for the tables, to be ticked off and signed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from awards.models import Prize
from awards.queries.stock import Units, keeps_stock, store_levels, taken_to_tables
from awards.typesetting import in_parts
from reports.printing.supplies import lacking_of, supplies_of, tables_words
from reports.printing.work import Asked, Work, event_head, folio

LINES_PER_PAGE = 15

Line = tuple[Prize, int]


def pick_list(asked: Asked) -> Work:
    """A line for each kind of goods that tables are supplied with: a table's units, what to pick now, what is short.

    To pick is what a supply run would book out now; what tables got already is named apart.
    """
    tables, supplies = asked.tables, supplies_of(asked.event, asked.tables)
    pages = [] if supplies.nothing else list(enumerate(in_parts(supplies.goods, LINES_PER_PAGE), start=1))
    there = _Store(asked)

    def page(numbered: tuple[int, Sequence[Line]]) -> dict[str, Any]:
        number, lines = numbered
        return {"folio": folio(number, len(pages)), "lines": [_line(asked, there, *line) for line in lines]}

    head = {**event_head(asked), "words": _words(tables_words(tables) if tables else "", there.kept)}
    return Work(
        "pick-list.typ", pages, page, len(supplies.goods), head, nothing=supplies.nothing,
        goods=[prize for prize, _units in supplies.goods],
    )  # fmt: skip


class _Store:
    """What is in the store, what tables have already and what they lack, asked once."""

    def __init__(self, asked: Asked) -> None:
        self.tables = [table.pk for table in asked.tables]
        self.kept = keeps_stock(asked.event)
        self.levels: Units = store_levels(asked.event)
        self.taken = taken_to_tables(asked.event)
        self.wanted = Counter[int]()
        for units in lacking_of(asked.event, asked.tables).values():
            self.wanted.update(units)

    def at_tables(self, prize: Prize) -> int:
        return sum(max(0, self.taken.get(table, {}).get(prize.pk, 0)) for table in self.tables)

    def short(self, prize: Prize) -> int:
        return max(0, self.wanted[prize.pk] - self.levels.get(prize.pk, 0))


def _line(asked: Asked, there: _Store, prize: Prize, per_table: int) -> dict[str, Any]:
    ink = asked.ink
    taken, short = there.at_tables(prize), there.short(prize)
    return {
        "name": ink(prize.name),
        "specification": ink(prize.specification),
        "unit": ink(prize.unit),
        "per_table": str(per_table),
        "all": str(there.wanted[prize.pk]),
        "taken": str(taken) if taken else "–",
        "store": str(there.levels.get(prize.pk, 0)) if there.kept else "–",
        "short": str(short) if there.kept and short else "",
    }


def _words(tables: str, kept: bool) -> dict[str, Any]:
    return {
        "title": pgettext("print", "Pick list"),
        "tables": tables,
        "columns": [
            "",
            pgettext("column", "Goods"),
            pgettext("print", "Unit of goods"),
            pgettext("print", "A table"),
            pgettext("print", "To pick"),
            pgettext("print", "Supplied"),
            pgettext("print", "In the store"),
            pgettext("print", "Short"),
        ],
        "note": "" if kept else _("No receipt of goods is booked: what is in the store is not known here."),
        "foot": [
            pgettext("print", "Picked by: "),
            pgettext("print", "Checked by: "),
            pgettext("print", "Time: "),
        ],
    }
