"""What the overview says of goods: tables opened without them or short of them, and leftovers to be counted."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from awards.permissions import can_move_stock, can_view_stock
from awards.queries.supplying import numbers_of, tables_wanting
from bobing_event.models import Event
from bobing_event.permissions import Roles
from tables.queries.needs import Need, tells_needs


@tells_needs
def stock_needs(event: Event, roles: Roles) -> list[Need]:
    """For everybody who sees the stock; a constant number of queries, one where no stock is kept."""
    if not can_view_stock(roles):
        return []
    wanting = tables_wanting(event)
    page = reverse("prize-tables", args=[event.slug])
    needs = []
    if wanting.without_supply:
        text = ngettext(
            "Opened without prizes from the store: table %(tables)s",
            "%(count)s tables opened without prizes from the store: %(tables)s",
            len(wanting.without_supply),
        ) % {"count": len(wanting.without_supply), "tables": numbers_of(wanting.without_supply)}
        action = _("Supply them") if can_move_stock(roles) else _("Look")
        needs.append(Need("warning", text, f"{page}?state=without_supply", action, urgent=True))
    if wanting.short_set:
        text = ngettext(
            "Playing with less than its set of prizes: table %(tables)s",
            "%(count)s tables play with less than their set of prizes: %(tables)s",
            len(wanting.short_set),
        ) % {"count": len(wanting.short_set), "tables": numbers_of(wanting.short_set)}
        action = _("Top them up") if can_move_stock(roles) else _("Look")
        needs.append(Need("warning", text, f"{page}?state=short_set", action, urgent=True))
    if wanting.to_count:
        text = ngettext(
            "Leftover prizes to be counted: table %(tables)s",
            "%(count)s tables' leftover prizes are to be counted: %(tables)s",
            len(wanting.to_count),
        ) % {"count": len(wanting.to_count), "tables": numbers_of(wanting.to_count)}
        action = _("Count them") if can_move_stock(roles) else _("Look")
        needs.append(Need("edit", text, f"{page}?state=to_count", action))
    return needs
