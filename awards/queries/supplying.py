"""Tables that want somebody for their goods: opened without supply or short of it, or ended and not counted yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from awards.queries.reconciliation import table_states
from awards.queries.stock import keeps_stock
from bobing_event.models import Event
from tables.models import Table

NUMBERS_SHOWN = 12


@dataclass(frozen=True)
class Wanting:
    """Tables by session and number; all are empty while an event keeps no stock."""

    without_supply: tuple[Table, ...] = ()
    short_set: tuple[Table, ...] = ()
    to_count: tuple[Table, ...] = ()


def tables_wanting(event: Event) -> Wanting:
    """By the states that the tables' page shows; a constant number of queries, one where no stock is kept."""
    if not keeps_stock(event):
        return Wanting()
    lines = table_states(event)

    def of_state(state: str) -> tuple[Table, ...]:
        return tuple(line.table for line in lines if line.state == state)

    short = tuple(line.table for line in lines if line.state == "short_set" and line.table.is_open)
    return Wanting(without_supply=of_state("without_supply"), short_set=short, to_count=of_state("to_count"))


def numbers_of(tables: Iterable[Table]) -> str:
    """`1、4、7…`: the first dozen numbers."""
    numbers = [str(table.number) for table in tables]
    more = "…" if len(numbers) > NUMBERS_SHOWN else ""
    return _(", ").join(numbers[:NUMBERS_SHOWN]) + more
