"""The tablets of a table, and what is said of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bobing_event.models import Device
from tables.models import Table
from tables.queries.log import utc_text

DESK = "desk"
"""The `Device.agent` of the floor desk, while it enters a table from paper in its tablet's stead."""


def current_device_of(table: Table) -> Device | None:
    """The one tablet that may enter new throws; None where there is none. One query."""
    current = Device.objects.filter(table_id=table.pk, revoked_at__isnull=True, replaced_at__isnull=True)
    return current.select_related("paired_by").first()


def devices_of(table: Table) -> list[Device]:
    """The tablets that are not released: the current one first, then those that were replaced, the latest first."""
    devices = Device.objects.filter(table_id=table.pk, revoked_at__isnull=True)
    return sorted(
        devices.select_related("paired_by", "replaced_by"),
        key=lambda device: (device.replaced_at is not None, -device.paired_at.timestamp()),
    )


def last_heard(device: Device, now: datetime) -> str:
    """When a tablet last gave a sign of life, in words."""
    minutes = int((now - (device.seen_at or device.paired_at)).total_seconds() // 60)
    if minutes < 1:
        return _("less than a minute ago")
    return ngettext("%(minutes)s minute ago", "%(minutes)s minutes ago", minutes) % {"minutes": minutes}


def released_devices_of(table: Table) -> list[Device]:
    """The tablets that can record nothing more, the latest first. One query."""
    released = Device.objects.filter(table_id=table.pk, revoked_at__isnull=False)
    return list(released.select_related("paired_by").order_by("-revoked_at"))


def device_json(device: Device | None) -> dict[str, Any] | None:
    """`{current, replaced_by}` of the tablet that asks; None for somebody signed in."""
    if device is None:
        return None
    return {"current": device.is_current, "replaced_by": device.replaced_by.label if device.replaced_by else None}


def tablet_json(device: Device) -> dict[str, Any]:
    """`{label, agent, paired_by, paired_at, seen_at, unsent}`, for whoever wants to take a table over."""
    by = device.paired_by
    return {
        "label": device.label,
        "agent": device.agent,
        "paired_by": by.get_full_name() or by.get_username(),
        "paired_at": utc_text(device.paired_at),
        "seen_at": utc_text(device.seen_at) if device.seen_at else None,
        "unsent": device.unsent,
    }
