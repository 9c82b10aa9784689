"""What tables ask: which results certificates rest on, what was handed over; and who is told of a final sign-off."""

from collections.abc import Collection

from django.db.models import Q
from django.utils.translation import gettext as _

from awards.models import Certificate, Claim, Delivery, HandOver, StockLevel
from awards.queries.deliveries import OPEN
from awards.services import rebinding, sign_off_hand_over  # noqa: F401 - they register themselves
from tables.models import Table
from tables.services.dependents import depends_on_results, depends_on_tables, tells_what_is_handed_over


@depends_on_results
def certificate_made(table: Table) -> str:
    """Once a certificate is made, it may be in somebody's hands."""
    of_it = Q(table=table) | Q(piece__table=table)
    made = Certificate.objects.filter(of_it, voided_at__isnull=True).first()
    if made is None:
        return ""
    sentence = _("Table %(table)s has ended, and certificate %(number)s is made. Who sat where stays as it is.")
    return sentence % {"table": table.number, "number": made.number_text}


@tells_what_is_handed_over
def pieces_handed_over(table: Table) -> dict[tuple[str, int], str]:
    """To whom the table's pieces were handed over, for a correction's preview; one query."""
    claims = Claim.objects.filter(piece__table=table, state=Claim.State.HANDED_OVER)
    rows = claims.values_list("piece__rank", "piece__number", "participant__name")
    return {(rank, number): name for rank, number, name in rows}


@depends_on_tables
def goods_at_tables(tables: Collection[Table]) -> str:
    """Goods at a table, on the way to it or handed over there keep it; four queries.

    The tables' rows are locked, so that nothing is brought there meanwhile.
    """
    numbers = {table.pk: table.number for table in tables}
    list(Table.objects.filter(pk__in=numbers).order_by("pk").select_for_update().only("pk"))
    held = StockLevel.objects.filter(location__table__in=numbers, quantity__gt=0).values_list("location__table")
    if first := held.order_by("location__table__number").first():
        return _("Table %(table)s still has prizes. Take them back to the store first.") % {"table": numbers[first[0]]}
    under_way = Delivery.objects.filter(OPEN, table__in=numbers)
    if first := under_way.order_by("table__number").values_list("table").first():
        sentence = _("A delivery to table %(table)s is not done. Deliver or cancel it first.")
        return sentence % {"table": numbers[first[0]]}
    handed = HandOver.objects.filter(table__in=numbers)
    if first := handed.order_by("table__number").values_list("table").first():
        return _("Prizes were handed over at table %(table)s. It stays on record.") % {"table": numbers[first[0]]}
    return ""
