"""A heat's log as it is shown and exported."""

from __future__ import annotations

from typing import Any

from rules import PlayoffEffect
from tables.chain import link
from tables.queries import utc_text
from tables.queries.state import dice_json
from tournaments.models import Heat, PlayoffEntry
from tournaments.queries.log import effective_entries, fold_entries, hash_content, id_text, log_of

FORMAT = "bobing-heat-log/1"


def log_json(heat: Heat) -> dict[str, Any]:
    """Every entry with what it comes to now; one query. See `serializers.HeatLogSerializer`."""
    log = log_of(heat)
    effects = fold_entries(heat, effective_entries(log)).effects
    later = {entry.supersedes_id: entry.seq for entry in log if entry.supersedes_id}
    return {
        "opening": heat.opening,
        "opening_hash": link("", heat.opening),
        "entries": [_logged(entry, later.get(entry.pk), effects.get(entry.seq)) for entry in log],
    }


def _logged(entry: PlayoffEntry, superseded_by: int | None, effect: PlayoffEffect | None) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "place": entry.place,
        "client_uuid": str(entry.client_uuid),
        "kind": entry.kind,
        "entrant": id_text(entry.entrant_id),
        "dice": dice_json(entry.dice),
        "reason": entry.reason,
        "supersedes": entry.supersedes.seq if entry.supersedes else None,
        "superseded_by": superseded_by,
        "recorded_by": entry.recorded_by.get_username(),
        "device": entry.device.label if entry.device else None,
        "thrown_at": utc_text(entry.thrown_at),
        "received_at": utc_text(entry.received_at),
        "effect": effect.to_json() if effect else None,
        "hash": entry.hash,
    }


def export_of(heat: Heat) -> dict[str, Any]:
    """The log as `docs/verify_log.py` checks it: the opening, and every entry exactly as its hash covers it."""
    stage, playoff = heat.stage, heat.playoff
    return {
        "format": FORMAT,
        "heat": {
            "event": playoff.event.slug,
            "playoff": playoff.kind,
            "stage": stage.number,
            "number": heat.number,
            "roster": stage.roster,
        },
        "opening": heat.opening,
        "opening_hash": link("", heat.opening),
        "entries": [{**hash_content(entry), "hash": entry.hash} for entry in log_of(heat)],
        "last_hash": heat.last_hash,
    }
