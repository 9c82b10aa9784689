"""What the overview says of prizes: goods to take back after a correction, prizes nobody fetched, late deliveries."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from awards.permissions import can_ask_delivery, can_settle_corrections, can_view_claims
from awards.queries.deliveries import late_deliveries
from awards.queries.due import moved_on
from awards.queries.moved_claims import moved_forfeits
from awards.queries.unclaimed import overdue
from bobing_event.models import Event
from bobing_event.permissions import Roles
from tables.queries.needs import Need, tells_needs


@tells_needs
def corrections_need(event: Event, roles: Roles) -> list[Need]:
    """Three queries."""
    if not can_settle_corrections(roles):
        return []
    tasks = moved_on(event).count() + len(moved_forfeits(event))
    if not tasks:
        return []
    text = ngettext(
        "%(count)s thing was handed over to somebody else before a correction",
        "%(count)s things were handed over to somebody else before a correction",
        tasks,
    )
    url = reverse("prize-corrections", args=[event.slug])
    return [Need("warning", text % {"count": tasks}, url, _("Settle it"), urgent=True)]


@tells_needs
def unclaimed_need(event: Event, roles: Roles) -> list[Need]:
    """At most three queries."""
    count = overdue(event, now=timezone.now()) if can_view_claims(roles) else 0
    if not count:
        return []
    text = ngettext(
        "Time to claim is over: %(count)s prize has not been fetched",
        "Time to claim is over: %(count)s prizes have not been fetched",
        count,
    )
    url = reverse("prize-unclaimed", args=[event.slug])
    return [Need("clock", text % {"count": count}, url, _("See what is left"))]


@tells_needs
def deliveries_need(event: Event, roles: Roles) -> list[Need]:
    """One query."""
    if not can_ask_delivery(roles):
        return []
    needs = []
    waiting, on_the_way = late_deliveries(event, now=timezone.now())
    url = reverse("deliveries", args=[event.slug])
    if waiting:
        text = ngettext(
            "%(count)s delivery has waited for a runner for over 5 minutes",
            "%(count)s deliveries have waited for a runner for over 5 minutes",
            waiting,
        )
        needs.append(Need("clock", text % {"count": waiting}, url, _("See the deliveries"), urgent=True))
    if on_the_way:
        text = ngettext(
            "%(count)s delivery has been on the way for over 5 minutes",
            "%(count)s deliveries have been on the way for over 5 minutes",
            on_the_way,
        )
        needs.append(Need("clock", text % {"count": on_the_way}, url, _("See the deliveries")))
    return needs
