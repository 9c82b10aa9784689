"""What a tablet is told every few seconds."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from bobing_event.models import Device
from bobing_event.refusals import Refusal
from tables.models import Table
from tables.queries.devices import device_json
from tables.queries.hot import notices_of
from tables.queries.log import utc_text
from tables.queries.rulesets import ruleset_of_table
from tables.queries.state import clock_json, notices_json


def heartbeat_of(pk: int, *, now: datetime, device: Device | None) -> dict[str, Any]:
    """`{server_time, seq, device, clock, help, sign_off, objections}` of a table; two queries. Refuses `not_found`."""
    tables = Table.objects.select_related("session__event").defer("state")
    table = tables.filter(pk=pk).first()
    if table is None:
        raise Refusal("not_found", _("There is no such table."), status=404)
    return {
        "server_time": utc_text(now),
        "seq": table.seq,
        "device": device_json(device),
        "clock": clock_json(table, ruleset_of_table(table)),
        **notices_json(notices_of(pk), table.seq),
    }
