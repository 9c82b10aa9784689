"""The referee's page: signed in with a password, or opened by a paired tablet's own address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.authentication import device_of_token
from tables.models import Table
from tables.permissions import can_record_entry, can_view_tables
from tables.queries import ruleset_of_table
from tables.queries.goods_named import goods_named
from tables.queries.opening_warnings import opening_warnings
from tables.tablet_context import tablet_context

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

__all__ = ["table_tablet", "tablet_context", "tablet_paired"]

TEMPLATE = "tablet/tablet.html"


@require_safe
@event_view(can_view_tables)
@ensure_csrf_cookie
def table_tablet(request: EventRequest, pk: int) -> HttpResponse:
    """The page of a signed-in referee for one table."""
    table = get_object_or_404(_tables(), pk=pk, session__event=request.event)
    may_record = can_record_entry(request.roles, table, request.user)
    context = _table_context(table, back_url=table.get_absolute_url(), can_record=may_record)
    return render(request, TEMPLATE, context)


@require_safe
@never_cache
def tablet_paired(request: HttpRequest, token: str) -> HttpResponse:
    """The page of a paired tablet: its token says which table, nobody signs in."""
    device = device_of_token(token)
    if device is None:
        return render(request, "tablet/released.html", {"known": False}, status=404)
    if device.revoked_at is not None:
        return render(request, "tablet/released.html", {"known": True}, status=403)
    table = get_object_or_404(_tables(), pk=device.table_id, session__event=device.event_id)
    return render(request, TEMPLATE, _table_context(table, token=token))


def _tables() -> Any:
    return Table.objects.select_related("session__event")


def _table_context(table: Table, *, back_url: str = "", token: str = "", can_record: bool = True) -> dict[str, Any]:
    event = table.session.event
    context = tablet_context(
        kind="table",
        api_root=f"/api/v1/tables/{table.pk}/",
        title=str(table),
        back_url=back_url,
        ruleset=ruleset_of_table(table),
        token=token,
        epoch=f"{event.created_at.timestamp():.0f}",
        can_record=can_record,
        goods=goods_named(event),
    )
    return {**context, "warnings": opening_warnings(table)}
