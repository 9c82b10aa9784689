"""Who referees a table."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Membership, Role
from bobing_event.refusals import Refusal
from tables.models import Table
from tables.services.opening import locked_table

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def assign_referee(*, table: Table, referee: User | None, by: User, now: datetime) -> Table:
    """Give a table to a referee, or to nobody. Refuses `not_a_referee` of this event."""
    table = locked_table(table.pk)
    event = table.session.event
    roles = Membership.objects.filter(event=event, user=referee, role=Role.REFEREE)
    if referee is not None and not roles.exists():
        sentence = _("%(name)s is not a referee of this event. Give the role under staff first.")
        raise Refusal("not_a_referee", sentence % {"name": referee.get_username()})
    table.referee = referee
    table.save(update_fields=["referee"])
    name = referee.get_username() if referee else ""
    record_action(event=event, by=by, now=now, action="referee_assigned", subject=str(table), referee=name)
    return table
