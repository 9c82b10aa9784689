"""What who opens a table is told of its goods: that none were brought, or less than its set."""

from __future__ import annotations

from django.utils.translation import gettext as _

from awards.queries.sets import lacking
from awards.queries.stock import keeps_stock, table_set
from tables.models import Table
from tables.queries.opening_warnings import OpeningWarning, warns_at_opening


@warns_at_opening
def goods_missing(table: Table) -> list[OpeningWarning]:
    """Nothing while no stock is kept: goods come from outside then, and none are short. Eight queries, else one."""
    event = table.session.event
    if not keeps_stock(event):
        return []
    lack = lacking(event, [table.pk]).get(table.pk)
    if lack is None:
        return []
    if lack == table_set(event):
        return [OpeningWarning("without_supply", _("This table has not been supplied with prizes yet."))]
    return [OpeningWarning("short_set", _("This table has less than its set of prizes."))]
