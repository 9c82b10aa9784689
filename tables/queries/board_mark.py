"""What the floor board's picture hangs on, in a few cheap numbers: a reader who has it is not sent it again."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db.models import Count, Max, Q, Sum

from bobing_event.models import Event
from tables.models import HelpCall, Objection, SignOff, Table

SLOT = 10
"""Seconds for which throws, signs of life and clocks may stand still on the board; calls and signatures do not."""


def board_mark(event: Event, *, now: datetime) -> str:
    """A digest that changes with calls, objections, sign-offs, openings, ends and extra time, and every `SLOT`.

    Four queries that read no snapshot. Throws are not among it: at a hundred tables there is one at any moment.
    """
    here = {"table__session__event": event}
    calls = HelpCall.objects.filter(**here, answered_at__isnull=True).values_list("pk", "reason", "note")
    facts = [
        int(now.timestamp()) // SLOT,
        list(calls),
        Objection.objects.filter(**here).aggregate(Max("pk"), settled=Count("settled_at")),
        SignOff.objects.filter(**here).aggregate(Max("pk"), second=Count("countersigned_at")),
        Table.objects.filter(session__event=event).aggregate(
            Count("pk"), Count("opened_at"), Sum("extra_minutes"), ended=Count("pk", filter=Q(phase=Table.Phase.ENDED))
        ),
    ]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:24]
