"""How many heats a stage has, how large they are, and who goes on from it (RULEBOOK §9, last point)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from tables.lots import shuffled
from tournaments.models import Entrant, HeatEntrant, Playoff, Stage


def heat_sizes(entrants: int, group_size: int) -> list[int]:
    """The sizes of the heats, at most `group_size`, as even as possible, the larger first."""
    heats = max(1, -(-entrants // group_size))
    size, larger = divmod(entrants, heats)
    return [size + (number < larger) for number in range(heats)]


def stage_plan(entrants: int, group_size: int, advance: int) -> list[list[int]]:
    """The heats' sizes of every stage up to the final; empty where the stages would never shrink to one heat."""
    plan = [heat_sizes(entrants, group_size)]
    while len(plan[-1]) > 1:
        going_on = sum(min(size, advance) for size in plan[-1])
        if going_on >= sum(plan[-1]):
            return []
        plan.append(heat_sizes(going_on, group_size))
    return plan


def next_entrants(playoff: Playoff, last: Stage | None) -> list[Entrant]:
    """Who draws a lot in the stage after `last`: all, or those placed in its heats, in the order of entry."""
    entrants = playoff.entrants.select_related("participant", "seat__table__session").order_by("pk")
    if last is not None:
        placed = HeatEntrant.objects.filter(heat__stage=last, placed__isnull=False)
        entrants = entrants.filter(pk__in=placed.values("entrant_id"))
    return list(entrants.defer("seat__table__opening", "seat__table__state"))


def roster_of(entrants: Sequence[Entrant]) -> list[dict[str, Any]]:
    """What lots are drawn over, without names: an entrant's number and the seat that earned it."""
    return [
        {
            "entrant": str(entrant.pk),
            "session": entrant.seat.table.session.number,
            "table": entrant.seat.table.number,
            "seat": entrant.seat.number,
        }
        for entrant in entrants
    ]


def roster_digest(roster: Sequence[dict[str, Any]]) -> str:
    """SHA-256 (hex) of the roster's canonical JSON: sorted keys, no blanks, UTF-8."""
    text = json.dumps(roster, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def drawn_heats(roster: Sequence[dict[str, Any]], seed: bytes, group_size: int) -> list[list[str]]:
    """The draw: the entrants of each heat in their order of throwing. Whoever has roster and seed gets the same."""
    order = [row["entrant"] for row in shuffled(roster, seed)]
    heats, start = [], 0
    for size in heat_sizes(len(order), group_size):
        heats.append(order[start : start + size])
        start += size
    return heats
