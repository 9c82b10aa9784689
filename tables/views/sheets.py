"""A table entered from paper at the desk, in its tablet's stead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from tables import permissions, services
from tables.queries.devices import DESK, current_device_of
from tables.queries.rulesets import ruleset_of_table
from tables.queries.state import seats_of
from tables.services.batch import MAX_BATCH
from tables.sheet_words import words
from tables.views.table import table_of_event

if TYPE_CHECKING:
    from django.http import HttpResponse

MOST_LINES = 400
"""As many throws as a long table has."""


@require_safe
@event_view(permissions.can_manage_tables)
@ensure_csrf_cookie
def paper_sheets(request: EventRequest, pk: int) -> HttpResponse:
    """The page on which the lines of paper sheets are typed; a script sends them to the API of entries."""
    table = table_of_event(request, pk)
    device = current_device_of(table)
    config = {
        "root": f"/api/v1/tables/{table.pk}/",
        "place": f"sheets:{table.pk}@{request.event.created_at.timestamp():.0f}",
        "overflow": ruleset_of_table(table).overflow,
        "most": MOST_LINES,
        "batch": MAX_BATCH,
    }
    context = {
        "section": "dashboard",
        "table": table,
        "seats": seats_of(table),
        "device": device,
        "at_desk": device is not None and device.agent == DESK,
        "config": config,
        "words": words(),
    }
    return render(request, "backoffice/board_sheets.html", context)


@require_POST
@event_view(permissions.can_manage_tables)
def take_over(request: EventRequest, pk: int) -> HttpResponse:
    """The desk takes the tablet's place: the tablet is told so, and may still deliver what it had queued."""
    table = table_of_event(request, pk)
    name = request.user.get_full_name() or request.user.get_username()
    label = _("Floor desk (%(name)s)") % {"name": name}
    services.pair_device(table=table, by=request.user, now=timezone.now(), label=label, agent=DESK, take_over=True)
    messages.success(
        request, _("The desk enters table %(table)s now. Its tablet shows that.") % {"table": table.number}
    )
    return redirect("paper-sheets", slug=request.event.slug, pk=table.pk)
