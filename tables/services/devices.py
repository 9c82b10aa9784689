"""Tablets and their tables: one is current, a spare takes over on purpose, the old one delivers what it had queued."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Device
from bobing_event.refusals import Refusal
from tables.models import Table
from tables.queries.devices import current_device_of, last_heard, tablet_json
from tables.services.opening import locked_table

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LABEL_LENGTH = 60
AGENT_LENGTH = 80


@transaction.atomic
def pair_device(
    *, table: Table, by: User, now: datetime, label: str = "", agent: str = "", take_over: bool = False
) -> Device:
    """A new device that records for this table; its token is `bobing_event.authentication.device_token`.

    A table has one current device. Refuses `table_has_tablet` with `tablet: {label, paired_by, seen_at, unsent}` where
    there is one, unless `take_over`: then that one is replaced, and may deliver what it had queued and nothing new.
    """
    table = locked_table(table.pk)
    current = current_device_of(table)
    if current is not None and not take_over:
        raise _has_tablet(table, current, now)
    label = label.strip()[:LABEL_LENGTH] or _label(table)
    device = Device(
        event=table.session.event, label=label, table_id=table.pk, paired_by=by, paired_at=now, seen_at=now,
        agent=agent[:AGENT_LENGTH],
    )  # fmt: skip
    if current is None:
        device.save()
    else:
        _replace(current, device, now)
    record_action(
        event=table.session.event, by=by, now=now, action="device_paired", subject=str(table),
        device=label, replaces=current and current.label,
    )  # fmt: skip
    return device


@transaction.atomic
def revoke_device(*, device: Device, by: User, now: datetime) -> Device:
    """Release a device: from now on it is refused, with what it had queued. Refuses `already_revoked`."""
    device = Device.objects.select_for_update().get(pk=device.pk)
    if device.revoked_at is not None:
        raise Refusal("already_revoked", _("This tablet was released already."))
    device.revoked_at = now
    device.save(update_fields=["revoked_at"])
    record_action(
        event=device.event, by=by, now=now, action="device_revoked", subject=device.label, device=str(device.public_id)
    )
    return device


def note_heartbeat(*, device: Device, now: datetime, unsent: int, agent: str = "") -> None:
    """A device says that it is there, and how many entries it has not sent; one statement, no lock on the table."""
    said = {"agent": agent[:AGENT_LENGTH]} if agent else {}
    Device.objects.filter(pk=device.pk).update(seen_at=now, unsent=unsent, **said)


def _replace(current: Device, device: Device, now: datetime) -> None:
    """Each needs the other: the old one names its successor, and only one may be current."""
    device.revoked_at = now
    device.save()
    current.replaced_at, current.replaced_by = now, device
    current.save(update_fields=["replaced_at", "replaced_by"])
    device.revoked_at = None
    device.save(update_fields=["revoked_at"])


def _label(table: Table) -> str:
    """The table's name, and from the second tablet on which one it is."""
    before = Device.objects.filter(table_id=table.pk, event=table.session.event_id).count()
    return f"{table} · {before + 1}" if before else str(table)


def _has_tablet(table: Table, current: Device, now: datetime) -> Refusal:
    sentence = _("Table %(table)s has a tablet already: %(label)s, last heard of %(ago)s.")
    facts = {"table": table.number, "label": current.label, "ago": last_heard(current, now)}
    return Refusal("table_has_tablet", sentence % facts, tablet=tablet_json(current))
