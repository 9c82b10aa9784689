"""The pages about prizes, as a second row of links on each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from awards import permissions
from bobing_event.permissions import Roles

register = template.Library()

PAGES: tuple[tuple[str, Promise, Callable[[Roles], bool]], ...] = (
    ("prizes", pgettext_lazy("prizes", "Plan"), permissions.can_view_prizes),
    ("prize-stock", pgettext_lazy("prizes", "Stock"), permissions.can_view_stock),
    ("prize-tables", pgettext_lazy("prizes", "Tables"), permissions.can_view_stock),
    ("prize-desk", pgettext_lazy("prizes", "Prize desk"), permissions.can_view_claims),
    ("deliveries", pgettext_lazy("prizes", "Deliveries"), permissions.can_deliver),
    ("prize-corrections", pgettext_lazy("prizes", "After corrections"), permissions.can_view_claims),
    ("prize-unclaimed", pgettext_lazy("prizes", "Not claimed"), permissions.can_view_claims),
    ("prize-reconciliation", pgettext_lazy("prizes", "Reconciliation"), permissions.can_view_stock),
)
"""URL name, word, and who sees it, in the order of an evening."""


@register.inclusion_tag("backoffice/prizes_nav.html", takes_context=True)
def prizes_nav(context: template.Context, current: str) -> dict[str, Any]:
    """`{% prizes_nav "prize-stock" %}`: the links, the page's own one marked."""
    request = context["request"]
    links = []
    for name, label, allowed in PAGES:
        url = _url(name, request.event.slug)
        if url and allowed(request.roles):
            links.append({"url": url, "label": label, "current": name == current})
    return {"links": links}


def _url(name: str, slug: str) -> str:
    try:
        return reverse(name, args=[slug])
    except NoReverseMatch:
        return ""
