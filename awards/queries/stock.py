"""Where goods are: in the store, at tables, and what a table is supplied with."""

from __future__ import annotations

from collections import Counter, defaultdict

from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from awards.models import Delivery, Location, Movement, MovementLine, PlanLine, Prize, PrizeSettings, StockLevel
from awards.queries.giving import goods_by_piece
from bobing_event.models import Event

Units = dict[int, int]
"""Units by the id of the goods."""


def keeps_stock(event: Event) -> bool:
    """Whether goods were ever received: from then on they leave only from where they are. One query."""
    return PrizeSettings.objects.filter(event=event, keeps_stock=True).exists()


def store_levels(event: Event) -> Units:
    """What lies in the store; goods of which there is nothing are left out. One query."""
    levels = StockLevel.objects.filter(location__event=event, location__kind=Location.Kind.STORE, quantity__gt=0)
    return dict(levels.values_list("prize", "quantity"))


def receipts(event: Event) -> Units:
    """What receipts brought into the store, without those that were undone; wherever it is by now. One query."""
    lines = MovementLine.objects.filter(
        movement__event=event, movement__kind=Movement.Kind.RECEIVE,
        movement__undoes__isnull=True, movement__undone_by__isnull=True,
    )  # fmt: skip
    return dict(lines.order_by().values_list("prize").annotate(Sum("quantity")))


def table_levels(event: Event) -> dict[int, Units]:
    """What lies at each table by the table's id; tables without goods are left out. One query."""
    levels = StockLevel.objects.filter(location__event=event, location__table__isnull=False, quantity__gt=0)
    held: dict[int, Units] = defaultdict(dict)
    for table, prize, quantity in levels.values_list("location__table", "prize", "quantity"):
        held[table][prize] = quantity
    return dict(held)


def table_set(event: Event) -> Units:
    """What one table is supplied with: the goods of its pieces that are handed over at the table. One query."""
    units: Counter[int] = Counter()
    for goods in goods_at_table(event).values():
        units.update(goods)
    return dict(units)


def goods_at_table(event: Event) -> dict[tuple[str, int], Units]:
    """What each piece gives at the table, by rank and the piece's number. One query."""
    given: dict[tuple[str, int], Units] = {}
    for piece, lines in goods_by_piece(event).items():
        # Goods that a piece gives partly at the desk are handed over there as a whole
        at_desk = {line.prize_id for line in lines if line.given_at == PlanLine.GivenAt.DESK}
        units: Counter[int] = Counter()
        for line in lines:
            if line.prize_id not in at_desk:
                units[line.prize_id] += line.quantity
        if units:
            given[piece] = dict(units)
    return given


def supplied(event: Event) -> set[int]:
    """Ids of the tables that got goods from the store and did not give all of them back unused. One query."""
    return {table for table, units in taken_to_tables(event).items() if any(count > 0 for count in units.values())}


def taken_to_tables(event: Event) -> dict[int, Units]:
    """What each table got from the store less what went back there, by the table's id. One query.

    What deliveries brought to somebody at the table is not the table's.
    """
    at_table, at_store = Location.Kind.TABLE, Location.Kind.STORE
    lines = MovementLine.objects.filter(movement__event=event).filter(
        Q(source__kind=at_store, target__kind=at_table, target__table__isnull=False)
        | Q(source__kind=at_table, target__kind=at_store, source__table__isnull=False)
    )
    lines = lines.exclude(brought_to_people(event))
    units: dict[int, Counter[int]] = defaultdict(Counter)
    grouped = lines.values_list("prize", "target__table", "source__table").annotate(Sum("quantity"))
    for prize, came, went, quantity in grouped:
        units[came or went][prize] += quantity if came else -quantity
    return {table: dict(counts) for table, counts in units.items()}


def brought_to_people(event: Event) -> Q:
    """Lines of movements that brought goods to a table for somebody there, or took that back."""
    deliveries = Delivery.objects.filter(event=event, participant__isnull=False, supply__isnull=False)
    return Q(movement__in=deliveries.values("supply")) | Q(movement__undoes__in=deliveries.values("supply"))


def count_difference(prize: Prize, expected: int, counted: int) -> str:
    """`抽纸应剩 2 提，清点 1 提`."""
    words = {"goods": prize, "expected": expected, "counted": counted, "unit": prize.unit}
    return _("%(goods)s: %(expected)s %(unit)s expected, %(counted)s counted") % words
