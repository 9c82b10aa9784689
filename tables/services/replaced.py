"""What a tablet may still do after another took over its table."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from bobing_event.models import Device
from bobing_event.refusals import Refusal
from tables.models import Entry, Table

CLOCK_ALLOWANCE = timedelta(minutes=2)
"""So far a tablet's clock, which follows the server's, may be off when it says when a throw was."""


def refuse_new_from_replaced(device: Device | None, thrown_at: datetime) -> None:
    """Refuses `device_replaced` for what a device threw after another took over; what it had queued passes."""
    if device is None or device.replaced_at is None or thrown_at <= device.replaced_at + CLOCK_ALLOWANCE:
        return
    raise device_replaced(device)


def refuse_overtaken(device: Device | None, table: Table) -> None:
    """Refuses `overtaken` for what a replaced device had queued once somebody else has gone on with its table.

    The log alone would take such a throw a round later, when it is the same seat's turn again. One query, for a
    replaced device only.
    """
    if device is None or device.replaced_at is None:
        return
    since = Entry.objects.filter(table=table, received_at__gt=device.replaced_at)
    if since.exclude(device=device).exists():
        sentence = _(
            "Table %(table)s has gone on without this throw. Compare it with the log: what is missing there is entered"
            " where the table is entered now."
        )
        raise Refusal("overtaken", sentence % {"table": table.number})


def refuse_replaced(device: Device | None) -> None:
    """Refuses `device_replaced` for anything but queued entries."""
    if device is not None and device.replaced_at is not None:
        raise device_replaced(device)


def device_replaced(device: Device) -> Refusal:
    """The refusal, with what the tablet now in use is called."""
    other = device.replaced_by.label if device.replaced_by else ""
    sentence = _("This table is entered on another tablet now (%(label)s). Nothing new can be recorded here.")
    return Refusal("device_replaced", sentence % {"label": other}, replaced_by=other)
