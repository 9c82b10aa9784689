from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import segno
from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.authentication import device_token
from bobing_event.models import Device
from tables import permissions, services
from tables.forms import PairForm
from tables.views.table import table_of_event

if TYPE_CHECKING:
    from django.http import HttpResponse

QR_MASK = 4  # a fixed mask spares the search for the best one
ONLY_THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


@require_POST
@event_view(permissions.can_manage_tables)
def pair_tablet(request: EventRequest, pk: int) -> HttpResponse:
    """Make a code for a tablet of this table."""
    table = table_of_event(request, pk)
    form = PairForm(request.POST)
    label = form.cleaned_data["label"] if form.is_valid() else ""
    device = services.pair_device(table=table, by=request.user, now=timezone.now(), label=label)
    return redirect("tablet-code", slug=request.event.slug, pk=table.pk, public_id=device.public_id)


@require_safe
@event_view(permissions.can_manage_tables)
def tablet_code(request: EventRequest, pk: int, public_id: UUID) -> HttpResponse:
    """The QR code that a tablet scans to become the tablet of this table."""
    table = table_of_event(request, pk)
    device = get_object_or_404(Device, event=request.event, table_id=pk, public_id=public_id, revoked_at__isnull=True)
    address = request.build_absolute_uri(reverse("tablet-paired", args=[device_token(device)]))
    context = {
        "section": "dashboard",
        "table": table,
        "device": device,
        "address": address,
        "qr": _qr(address),
        "only_here": request.get_host().rsplit(":", 1)[0] in ONLY_THIS_MACHINE,
    }
    return render(request, "backoffice/table_detail_code.html", context)


@require_POST
@event_view(permissions.can_manage_tables)
def revoke_tablet(request: EventRequest, pk: int, public_id: UUID) -> HttpResponse:
    """Release a tablet: it can record nothing more."""
    table = table_of_event(request, pk)
    device = get_object_or_404(Device, event=request.event, table_id=pk, public_id=public_id)
    services.revoke_device(device=device, by=request.user, now=timezone.now())
    messages.success(request, _("The tablet “%(label)s” is released.") % {"label": device.label})
    return redirect(table)


def _qr(text: str) -> SafeString:
    """An SVG without size: the page says how large it is."""
    code = segno.make(text, error="m", micro=False, mask=QR_MASK)
    return mark_safe(code.svg_inline(scale=8, border=2, omitsize=True, dark="#1F2328"))  # noqa: S308 - made by segno
