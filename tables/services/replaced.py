"""What a tablet may still do after another took over its table."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from bobing_event.models import Device
from bobing_event.refusals import Refusal
from tables.models import Table

CLOCK_ALLOWANCE = timedelta(minutes=2)
"""So far a tablet's clock, which follows the server's, may be off when it says when a throw was."""


def refuse_new_from_replaced(device: Device | None, thrown_at: datetime) -> None:
    """Refuses `device_replaced` for what a device threw after another took over; what it had queued passes."""
    if device is None or device.replaced_at is None or thrown_at <= device.replaced_at + CLOCK_ALLOWANCE:
        return
    raise device_replaced(device)


def refuse_overtaken(table: Table, thrown_at: datetime, others_last: datetime | None) -> None:
    """Refuses `overtaken` for a throw made before somebody else recorded at the table, which its referee cannot know.

    A spare tablet and the one it replaced may hold the same throws. The turn alone tells them apart only within a
    round: after as many throws as there are seats, a throw would be taken for the same seat's next one.
    """
    if others_last is None or others_last <= thrown_at:
        return
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
