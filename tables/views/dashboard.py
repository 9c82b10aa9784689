from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import conditional_page, require_safe

from bobing_event.access import EventRequest, event_view
from tables import permissions
from tables.queries.board_line import SILENT_AFTER
from tables.queries.dashboard import dashboard_of
from tables.queries.needs import needs_of

if TYPE_CHECKING:
    from django.http import HttpResponse

MOST_TABLES = 60
"""Where there are more, the overview shows those that need somebody, and the floor board shows all."""


@require_safe
@event_view(permissions.can_view_tables)
@conditional_page
def event_dashboard(request: EventRequest) -> HttpResponse:
    """One event at a glance; htmx fetches the part that changes every few seconds, with an ETag."""
    dashboard = dashboard_of(request.event, now=timezone.now())
    crowded = len(dashboard.lines) > MOST_TABLES
    shown = [line for line in dashboard.lines if line.needs] if crowded else dashboard.lines
    live = request.GET.get("part") == "live"
    context = {
        "section": "dashboard",
        "dashboard": dashboard,
        "needs": needs_of(request.event, request.roles, polled=live),
        "groups": dashboard.board.groups(shown),
        "crowded": crowded,
        "mine": [line for line in dashboard.lines if line.table.referee_id == request.user.pk],
        "silent_minutes": int(SILENT_AFTER.total_seconds() // 60),
        "can_manage": permissions.can_manage_tables(request.roles),
        "can_draw": permissions.can_draw_seats(request.roles),
    }
    template = "dashboard_live" if live else "dashboard"
    return render(request, f"backoffice/{template}.html", context)
