"""The cards of tables, and the tablets that came by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

import segno
from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.models import Device
from tables import permissions, services
from tables.cards import card_path
from tables.models import Table
from tables.views.table import table_of_event

if TYPE_CHECKING:
    from django.http import HttpResponse

QR_MASK = 4  # a fixed mask spares the search for the best one
ONLY_THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


@require_safe
@event_view(permissions.can_manage_tables)
def table_card(request: EventRequest, pk: int) -> HttpResponse:
    """The QR card of one table, to be shown or printed."""
    table = table_of_event(request, pk)
    context = {"section": "dashboard", "table": table, "cards": [_card(request, table)], **_where(request)}
    return render(request, "backoffice/table_cards.html", context)


@require_safe
@event_view(permissions.can_manage_tables)
def table_cards(request: EventRequest) -> HttpResponse:
    """The cards of all tables, or of one session's, four to a sheet."""
    tables = Table.objects.filter(session__event=request.event).select_related("session")
    session = request.GET.get("session", "")
    if session.isdecimal():
        tables = tables.filter(session__number=session)
    cards = [_card(request, table) for table in tables.defer("opening", "state").order_by("session__number", "number")]
    return render(request, "backoffice/table_cards.html", {"section": "print", "cards": cards, **_where(request)})


@require_POST
@event_view(permissions.can_manage_tables)
def revoke_tablet(request: EventRequest, pk: int, public_id: UUID) -> HttpResponse:
    """Release a tablet: it can record nothing more."""
    table = table_of_event(request, pk)
    device = get_object_or_404(Device, event=request.event, table_id=pk, public_id=public_id)
    services.revoke_device(device=device, by=request.user, now=timezone.now())
    messages.success(request, _("The tablet “%(label)s” is released.") % {"label": device.label})
    return redirect(table)


@dataclass(frozen=True)
class Card:
    """A table's card as it is printed: the address and its QR code."""

    table: Table
    address: str
    qr: SafeString


def _card(request: EventRequest, table: Table) -> Card:
    address = request.build_absolute_uri(card_path(table))
    return Card(table, address, _qr(address))


def _where(request: EventRequest) -> dict[str, bool]:
    """Whether the addresses on the cards lead anywhere but to this machine."""
    return {"only_here": request.get_host().rsplit(":", 1)[0] in ONLY_THIS_MACHINE}


def _qr(text: str) -> SafeString:
    """An SVG without size: the page says how large it is."""
    code = segno.make(text, error="m", micro=False, mask=QR_MASK)
    return mark_safe(code.svg_inline(scale=8, border=2, omitsize=True, dark="#1F2328"))  # noqa: S308 - made by segno
