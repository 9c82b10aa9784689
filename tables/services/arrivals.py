"""What a check-in means for seats."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.models import Participant
from bobing_event.refusals import Refusal
from bobing_event.services.check_in import undo_check_in
from tables.models import Table

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def take_back_check_in(*, participant: Participant, by: User, now: datetime) -> Participant:
    """Takes a check-in back. Refuses `not_checked_in`, and `seated_at_open_table` (`table`): who plays is here."""
    tables = Table.objects.filter(seats__participant=participant).select_for_update(of=("self",))
    for table in tables.defer("state").order_by("pk"):  # the same order as any other that locks several
        if table.opening is not None:
            facts = {"name": participant.name, "table": table.number}
            sentence = _("%(name)s sits at table %(table)s, which is open. The check-in stands.")
            raise Refusal("seated_at_open_table", sentence % facts, table=table.number)
    return undo_check_in(participant=participant, by=by, now=now)
