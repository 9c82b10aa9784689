"""What the overview says of the prize plan: goods that are short, and pieces without goods once tables are drawn."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from awards.permissions import can_change_prizes, can_move_stock
from awards.queries.figures import PrizePlan
from awards.queries.plan import prize_plan
from awards.queries.plan_check import ABOVE_CAP, BARE_PIECES, STOCK_SHORT, plan_findings
from bobing_event.models import Event
from bobing_event.permissions import Roles
from tables.queries.needs import Need, tells_needs

NAMED = 2
"""So many findings a line names; it counts the others."""


@tells_needs
def plan_needs(event: Event, roles: Roles) -> list[Need]:
    """At most six queries: the plan's without what was won, and two of the stock."""
    if not (can_change_prizes(roles) or can_move_stock(roles)):
        return []
    plan = prize_plan(event, with_won=False)
    texts: dict[str, list[str]] = {}
    for finding in plan_findings(event, plan):
        texts.setdefault(finding.code, []).append(finding.text)
    url = reverse("prizes", args=[event.slug])
    return [
        Need("warning", _summary(texts[code]), url, _("Look at the plan"), urgent=code == STOCK_SHORT)
        for code in (STOCK_SHORT, BARE_PIECES, ABOVE_CAP)
        if code in texts and _is_time(code, plan)
    ]


def _is_time(code: str, plan: PrizePlan) -> bool:
    """While a plan is being made, pieces without goods are nothing to call anybody for."""
    return code != BARE_PIECES or not plan.estimated


def _summary(texts: list[str]) -> str:
    shown = " ".join(texts[:NAMED])
    more = len(texts) - NAMED
    if more <= 0:
        return shown
    return shown + " " + ngettext("And %(more)s more.", "And %(more)s more.", more) % {"more": more}
