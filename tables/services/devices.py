"""Pairing tablets with tables."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Device
from bobing_event.refusals import Refusal
from tables.models import Table

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LABEL_LENGTH = 60


@transaction.atomic
def pair_device(*, table: Table, by: User, now: datetime, label: str = "") -> Device:
    """A new device that may record for this table. Its token is `bobing_event.authentication.device_token`."""
    event = table.session.event
    label = label.strip()[:LABEL_LENGTH] or str(table)
    device = Device.objects.create(event=event, label=label, table_id=table.pk, paired_by=by, paired_at=now)
    record_action(event=event, by=by, now=now, action="device_paired", subject=str(table), device=str(device.public_id))
    return device


@transaction.atomic
def revoke_device(*, device: Device, by: User, now: datetime) -> Device:
    """Release a device: from now on it is refused. Refuses `already_revoked`."""
    device = Device.objects.select_for_update().get(pk=device.pk)
    if device.revoked_at is not None:
        raise Refusal("already_revoked", _("This tablet was released already."))
    device.revoked_at = now
    device.save(update_fields=["revoked_at"])
    record_action(
        event=device.event, by=by, now=now, action="device_revoked", subject=device.label, device=str(device.public_id)
    )
    return device
