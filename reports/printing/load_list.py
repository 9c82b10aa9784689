"""Load list (配送单): a block for each table with what it gets, to be ticked off there and signed by the referee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import npgettext, pgettext

from awards.models import Prize
from awards.queries.stock import supplied
from awards.typesetting import PAGES_AT_ONCE, in_parts
from reports.printing.order import sheets_for
from reports.printing.supplies import supplies_of, tables_words
from reports.printing.work import Asked, Work, event_head, folio
from tables.models import Table

GOODS_ACROSS = 2
PAGE, HEAD_OF_BLOCK, LINE = 252.0, 16.0, 8.0
"""Heights in millimetres: what a page has for blocks, what a block needs besides its goods, and a line of goods."""


def load_list(asked: Asked) -> Work:
    """Several tables a page, none over two pages; what all get together stands after the last one."""
    tables, supplies = asked.tables, supplies_of(asked.event, asked.tables)
    height = block_height(len(supplies.goods))
    blocks: list[Table | None] = [] if supplies.nothing else [*tables, None]
    pages = list(enumerate(in_parts(blocks, int(PAGE / height)), start=1))
    have = supplied(asked.event)

    def page(numbered: tuple[int, Sequence[Table | None]]) -> dict[str, Any]:
        number, blocks = numbered
        made = [_block(asked, table, table.pk in have, supplies.goods) if table else _total(asked, supplies.goods)
                for table in blocks]  # fmt: skip
        return {"folio": folio(number, len(pages)), "blocks": made}

    head = {**event_head(asked), "height": height, "words": _words(tables_words(tables) if tables else "")}
    return Work(
        "load-list.typ", pages, page, len(tables), head, at_once=PAGES_AT_ONCE // 4, nothing=supplies.nothing,
        goods=[prize for prize, _units in supplies.goods],
    )  # fmt: skip


def block_height(goods: int) -> float:
    """Of a table's block, in millimetres; more goods than a page has room for are set smaller."""
    return min(PAGE, max(34.0, HEAD_OF_BLOCK + LINE * sheets_for(goods, GOODS_ACROSS)))


def _block(asked: Asked, table: Table, has_set: bool, goods: Sequence[tuple[Prize, int]]) -> dict[str, Any]:
    referee = (table.referee.get_full_name() or table.referee.get_username()) if table.referee else ""
    return {
        "number": str(table.number),
        "referee": asked.ink(referee),
        "mark": pgettext("print", "booked out already") if has_set else "",
        "goods": [_goods(asked, prize, units) for prize, units in goods],
    }


def _total(asked: Asked, goods: Sequence[tuple[Prize, int]]) -> dict[str, Any]:
    count = len(asked.tables)
    return {
        "number": "",
        "referee": "",
        "mark": npgettext("print", "%(count)s table", "%(count)s tables", count) % {"count": count},
        "goods": [_goods(asked, prize, units * count) for prize, units in goods],
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
