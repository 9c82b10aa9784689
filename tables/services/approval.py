"""The second person who stands for a correction where the 状元 is at stake."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Device
from bobing_event.pins import Guesses
from bobing_event.queries import roles_of
from bobing_event.refusals import Refusal
from bobing_event.services.pins import owner_of_pin
from tables.models import Table
from tables.permissions import can_approve_correction

if TYPE_CHECKING:
    from django.contrib.auth.models import User

APPROVAL_CODES = {
    "approval_needed", "bad_pin", "too_many_pins", "approval_by_same_person", "approver_not_allowed",
}  # fmt: skip
"""What `approver_of` refuses."""


def approver_of(table: Table, pin: str | None, *, by: User, device: Device | None, now: datetime) -> User:
    """Whose PIN approves what `by` records.

    Refuses `approval_needed`, `bad_pin`, `too_many_pins`, `approval_by_same_person`, and `approver_not_allowed` for
    the PIN of somebody who manages no floor.
    """
    if pin is None:
        sentence = _("This concerns the 状元. A floor manager or organiser approves it with their PIN.")
        raise Refusal("approval_needed", sentence, status=403)
    event = table.session.event
    asker = f"device-{device.pk}" if device else f"user-{by.pk}"
    approver = owner_of_pin(event=event, pin=pin, guesses=Guesses(f"table-{table.pk}", asker), now=now)
    if approver.pk == by.pk:
        sentence = _("This is the PIN of the person who records. Somebody else has to approve.")
        raise Refusal("approval_by_same_person", sentence, status=403)
    if not can_approve_correction(roles_of(approver, event)):
        sentence = _("This is the PIN of a referee. A floor manager or organiser has to approve.")
        raise Refusal("approver_not_allowed", sentence, status=403)
    name = approver.get_full_name() or approver.get_username()
    record_action(event=event, by=by, now=now, action="correction_approved", subject=str(table), approved_by=name)
    return approver
