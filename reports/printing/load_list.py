"""Load list (配送单): a block for each table with what it still lacks, to be ticked off there and signed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.utils.translation import npgettext, pgettext

from awards.models import Prize
from awards.queries.stock import Units
from awards.typesetting import PAGES_AT_ONCE, in_parts
from reports.printing.order import sheets_for
from reports.printing.supplies import lacking_of, supplies_of, tables_words
from reports.printing.work import Asked, Work, event_head, folio
from tables.models import Table

GOODS_ACROSS = 2
PAGE, HEAD_OF_BLOCK, LINE = 252.0, 16.0, 8.0
"""Heights in millimetres: what a page has for blocks, what a block needs besides its goods, and a line of goods."""


def load_list(asked: Asked) -> Work:
    """Several tables a page, none over two pages; what all get together stands after the last one.

    A table that has its whole set, or has ended, gets nothing more and says so.
    """
    tables, supplies = asked.tables, supplies_of(asked.event, asked.tables)
    height = block_height(len(supplies.goods))
    blocks: list[Table | None] = [] if supplies.nothing else [*tables, None]
    pages = list(enumerate(in_parts(blocks, int(PAGE / height)), start=1))
    lack = lacking_of(asked.event, tables)

    def page(numbered: tuple[int, Sequence[Table | None]]) -> dict[str, Any]:
        number, blocks = numbered
        made = [
            _block(asked, table, lack.get(table.pk, {}), supplies.goods) if table
            else _total(asked, lack, supplies.goods)
            for table in blocks
        ]  # fmt: skip
        return {"folio": folio(number, len(pages)), "blocks": made}

    head = {**event_head(asked), "height": height, "words": _words(tables_words(tables) if tables else "")}
    return Work(
        "load-list.typ", pages, page, len(tables), head, at_once=PAGES_AT_ONCE // 4, nothing=supplies.nothing,
        goods=[prize for prize, _units in supplies.goods],
    )  # fmt: skip


def block_height(goods: int) -> float:
    """Of a table's block, in millimetres; more goods than a page has room for are set smaller."""
    return min(PAGE, max(34.0, HEAD_OF_BLOCK + LINE * sheets_for(goods, GOODS_ACROSS)))


def _block(asked: Asked, table: Table, lack: Units, goods: Sequence[tuple[Prize, int]]) -> dict[str, Any]:
    referee = (table.referee.get_full_name() or table.referee.get_username()) if table.referee else ""
    return {
        "number": str(table.number),
        "referee": asked.ink(referee),
        "mark": "" if lack else _mark(table),
        "goods": [_goods(asked, prize, lack[prize.pk]) for prize, _units in goods if prize.pk in lack],
    }


def _mark(table: Table) -> str:
    return pgettext("print", "ended") if table.has_ended else pgettext("print", "booked out already")


def _total(asked: Asked, lack: dict[int, Units], goods: Sequence[tuple[Prize, int]]) -> dict[str, Any]:
    count, total = len(lack), Counter[int]()
    for units in lack.values():
        total.update(units)
    return {
        "number": "",
        "referee": "",
        "mark": npgettext("print", "%(count)s table", "%(count)s tables", count) % {"count": count},
        "goods": [_goods(asked, prize, total[prize.pk]) for prize, _units in goods],
    }


def _goods(asked: Asked, prize: Prize, units: int) -> dict[str, str]:
    return {"name": asked.ink(str(prize)), "units": str(units), "unit": asked.ink(prize.unit)}


def _words(tables: str) -> dict[str, Any]:
    return {
        "title": pgettext("print", "Load list"),
        "tables": tables,
        "table": pgettext("print", "table"),
        "total": pgettext("print", "Total"),
        "referee": pgettext("print", "Referee: "),
        "received": pgettext("print", "Received, signature: "),
        "brought": pgettext("print", "Brought by: "),
    }
