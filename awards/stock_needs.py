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
    wanting, move = tables_wanting(event), can_move_stock(roles)
    needs = []
    for state, tables, text, action in (
        ("without_supply", wanting.without_supply, _without_supply, _("Supply them")),
        ("short_set", wanting.short_set, _short_set, _("Top them up")),
        ("to_count", wanting.to_count, _to_count, _("Count them")),
    ):
        if tables:
            page = f"{reverse('prize-tables', args=[event.slug])}?state={state}"
            said = text(len(tables)) % {"count": len(tables), "tables": numbers_of(tables)}
            urgent = state != "to_count"
            icon = "warning" if urgent else "edit"
            needs.append(Need(icon, said, page, action if move else _("Look"), urgent=urgent))
    return needs


def _without_supply(count: int) -> str:
    return ngettext(
        "Opened without prizes from the store: table %(tables)s",
        "%(count)s tables opened without prizes from the store: %(tables)s",
        count,
    )


def _short_set(count: int) -> str:
    return ngettext(
        "Playing with less than its set of prizes: table %(tables)s",
        "%(count)s tables play with less than their set of prizes: %(tables)s",
        count,
    )


def _to_count(count: int) -> str:
    return ngettext(
        "Leftover prizes to be counted: table %(tables)s",
        "%(count)s tables' leftover prizes are to be counted: %(tables)s",
        count,
    )
