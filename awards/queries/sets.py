"""What tables still lack of their set: the goods of all pieces that are not handed over yet, less what is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from django.db.models import Q, Sum

from awards.models import Claim, Location, MovementLine, StockLevel
from awards.queries.deliveries import reserved
from awards.queries.stock import Units, goods_at_table
from bobing_event.models import Event
from tables.models import Piece

Key = tuple[int, int]
"""A table and a kind of goods, as ids."""


def missing(*, wanted: int, settled: int, gone: int, there: int) -> int:
    """Units that a table lacks of some goods of its set.

    `settled` units were handed over or given up, `gone` were grabbed by nobody known and written off; `there` is
    what lies at the table without what a runner is bringing to somebody.
    """
    return max(0, wanted - settled - gone - max(0, there))


def lacking(event: Event, tables: Collection[int]) -> dict[int, Units]:
    """By the table's id what it lacks of its set; tables that have it whole are left out. Six queries."""
    given = goods_at_table(event)
    wanted: Counter[int] = Counter()
    for goods in given.values():
        wanted.update(goods)
    if not wanted or not tables:
        return {}
    settled, gone, there = _settled(event, tables, given), _gone(tables, given), _there(event, tables)
    found: dict[int, Units] = {}
    for table in tables:
        units = {
            prize: missing(
                wanted=units, settled=settled[table, prize], gone=gone[table, prize], there=there[table, prize]
            )
            for prize, units in wanted.items()
        }
        if any(units.values()):
            found[table] = {prize: count for prize, count in units.items() if count}
    return found


def _there(event: Event, tables: Collection[int]) -> Counter[Key]:
    levels = StockLevel.objects.filter(location__table__in=tables)
    there = Counter({(table, prize): units for table, prize, units in levels.values_list(
        "location__table", "prize", "quantity")})  # fmt: skip
    there.subtract(reserved(event, tables))
    return there


def _settled(event: Event, tables: Collection[int], given: Mapping[tuple[str, int], Units]) -> Counter[Key]:
    claims = Claim.objects.filter(event=event, state__in=Claim.STANDING, piece__table__in=tables)
    found = claims.values_list("piece__table", "piece__rank", "piece__number", "prize", "quantity")
    settled: Counter[Key] = Counter()
    for table, rank, number, prize, units in found:
        if prize in given.get((rank, number), {}):
            settled[table, prize] += units
    return settled


def _gone(tables: Collection[int], given: Mapping[tuple[str, int], Units]) -> Counter[Key]:
    """Grabbed by nobody known and written off: what is not written off still stands in the table's stock."""
    grabbed: Counter[Key] = Counter()
    for table, rank, number in Piece.objects.filter(table__in=tables, place="grabbed").values_list(
        "table", "rank", "number"
    ):
        for prize, units in given.get((rank, number), {}).items():
            grabbed[table, prize] += units
    return grabbed & _lost(tables)


def _lost(tables: Collection[int]) -> Counter[Key]:
    ends = Q(source__table__in=tables, target__kind=Location.Kind.OUTSIDE)
    lines = MovementLine.objects.filter(ends, movement__undoes__isnull=True, movement__undone_by__isnull=True)
    found = lines.values_list("source__table", "prize").annotate(Sum("quantity"))
    return Counter({(table, prize): units for table, prize, units in found})
