"""Tables that want somebody for their goods: opened without supply, or ended and not counted yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from awards.models import StockLevel, TableCount
from awards.queries.stock import keeps_stock, supplied, table_set
from bobing_event.models import Event
from tables.models import Table
from tables.queries.sign_offs import final_sign_offs

NUMBERS_SHOWN = 12


@dataclass(frozen=True)
class Wanting:
    """Tables by session and number; both are empty while an event keeps no stock or gives nothing at tables."""

    without_supply: tuple[Table, ...] = ()
    to_count: tuple[Table, ...] = ()


def tables_wanting(event: Event) -> Wanting:
    """Four queries, one where no stock is kept."""
    if not keeps_stock(event) or not table_set(event):
        return Wanting()
    have = supplied(event)
    tables = Table.objects.filter(session__event=event).exclude(phase=Table.Phase.WAITING).annotate(
        holds=Exists(StockLevel.objects.filter(location__table=OuterRef("pk"), quantity__gt=0)),
        final=Exists(final_sign_offs().filter(table=OuterRef("pk"))),
        counted=Exists(TableCount.objects.filter(location__table=OuterRef("pk"))),
    )  # fmt: skip
    found = list(
        tables.select_related("session").defer("opening", "state").order_by("session__number", "number")
    )  # fmt: skip
    return Wanting(
        without_supply=tuple(
            table for table in found if table.is_open and table.pk not in have and not getattr(table, "holds", False)
        ),
        to_count=tuple(table for table in found if _is_to_count(table, have)),
    )


def _is_to_count(table: Table, have: set[int]) -> bool:
    """Ended, signed off, and with goods; or with none left, and nobody has signed for that."""
    if not table.has_ended or not getattr(table, "final", False):
        return False
    return getattr(table, "holds", False) or (table.pk in have and not getattr(table, "counted", False))


def numbers_of(tables: Iterable[Table]) -> str:
    """`1、4、7…`: the first dozen numbers."""
    numbers = [str(table.number) for table in tables]
    more = "…" if len(numbers) > NUMBERS_SHOWN else ""
    return _(", ").join(numbers[:NUMBERS_SHOWN]) + more
