"""What a tablet is told of a heat: plain JSON, the whole of it each time, in the shape of a table's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from rules import Hand, Pattern
from rules import Playoff as Fold
from tables.queries import utc_text
from tables.queries.state import dice_json
from tournaments.models import Heat, HeatEntrant, PlayoffEntry
from tournaments.queries.log import fold_of, id_text, last_effective_entry


def heat_of(pk: int) -> Heat:
    """A heat with its stage, play-off and event; one query. Refuses `not_found`."""
    heat = Heat.objects.select_related("stage__playoff__event").filter(pk=pk).first()
    if heat is None:
        raise Refusal("not_found", _("There is no such heat."), status=404)
    return heat


def lots_of(heat: Heat) -> list[HeatEntrant]:
    """The lots with who drew them and where they come from, in the order of throwing; one query."""
    lots = HeatEntrant.objects.filter(heat=heat).select_related("entrant__participant", "entrant__seat__table")
    return list(lots.defer("entrant__seat__table__opening", "entrant__seat__table__state").order_by("lot"))


def heat_state(heat: Heat, *, now: datetime) -> dict[str, Any]:
    """The state of a heat as it stands in the database; two queries beside the heat's own."""
    last = last_effective_entry(heat) if heat.seq else None
    return state_json(heat, fold_of(heat), lots_of(heat), last, now=now)


def state_json(
    heat: Heat, fold: Fold, lots: Sequence[HeatEntrant], last: PlayoffEntry | None, *, now: datetime
) -> dict[str, Any]:
    """The answer of `GET /api/v1/heats/{id}/`. The heat's stage, play-off and event must have been fetched."""
    return {
        "heat": _heat_json(heat),
        "ruleset": {
            "id": fold.ruleset.id,
            "title": fold.ruleset.title,
            "digest": heat.opening["digest"],
            "overflow": fold.ruleset.overflow,
        },
        "mode": fold.mode,
        "target": fold.target.value,
        "decide": fold.decide,
        "places": fold.places,
        "entrants": [_entrant_json(lot, fold) for lot in lots],
        "phase": fold.phase,
        "turn": fold.turn,
        "round": fold.round,
        "next": _next_json(fold),
        "placed": list(fold.placed),
        "server_time": utc_text(now),
        "seq": heat.seq,
        "last": last and last_json(last, fold),
    }


def last_json(entry: PlayoffEntry, fold: Fold) -> dict[str, Any]:
    """The last entry that counts, as the tablet shows it beside its undo button."""
    pattern = pattern_thrown(entry, fold)
    return {
        "seq": entry.seq,
        "client_uuid": str(entry.client_uuid),
        "kind": entry.kind,
        "entrant": id_text(entry.entrant_id),
        "dice": dice_json(entry.dice),
        "pattern": pattern and pattern.value,
        "hit": entry.effect.get("hit", False),
        "can_undo": True,
    }


def pattern_thrown(entry: PlayoffEntry, fold: Fold) -> Pattern | None:
    """What the entry's dice are by the heat's rules; None for 罚黑 and where no dice were thrown."""
    return fold.ruleset.judge(Hand.parse(entry.dice)).pattern if entry.dice else None


def _heat_json(heat: Heat) -> dict[str, Any]:
    event, playoff = heat.event, heat.playoff
    return {
        "id": heat.pk,
        "number": heat.number,
        "name": str(heat),
        "stage": heat.stage.number,
        "is_final": heat.stage.is_final,
        "kind": playoff.kind,
        "playoff": str(playoff),
        "event": {"slug": event.slug, "name": event.name},
    }


def _entrant_json(lot: HeatEntrant, fold: Fold) -> dict[str, Any]:
    entrant = lot.entrant
    pk = str(entrant.pk)
    hit = {"pattern": lot.pattern, "dice": dice_json(lot.dice)} if lot.pattern else None
    return {
        "id": pk,
        "name": entrant.participant.name,
        "unit": entrant.participant.unit,
        "table": entrant.seat.table.number,
        "lot": lot.lot,
        "placed": lot.placed,
        "withdrawn": pk not in fold.in_play and pk not in fold.placed,
        "skip": pk in fold.skips,
        "hit": hit,
    }


def _next_json(fold: Fold) -> list[dict[str, Any]]:
    """The turns after the present one, a round of them."""
    calls = fold.upcoming(len(fold.in_play) + 1)[1:]
    return [{"entrant": call.entrant, "round": call.round, "skipped": call.kind == "skip"} for call in calls]
