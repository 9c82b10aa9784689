"""Writing down what a heat's fold says: the heat's own columns, its lots, and the play-off's final places."""

from __future__ import annotations

from collections.abc import Iterable

from rules import Playoff as Fold
from tournaments.models import Entrant, Heat, HeatEntrant, Playoff
from tournaments.queries import Hits

HEAT_FIELDS = ("state", "seq", "last_hash", "phase", "turn", "round")
LOT_FIELDS = ("placed", "pattern", "dice")


def set_heat(heat: Heat, fold: Fold) -> None:
    """Sets the heat's derived columns, without saving."""
    heat.state = fold.to_json()
    heat.phase = fold.phase
    heat.turn_id = int(fold.turn) if fold.turn else None
    heat.round = fold.round


def save_lots(lots: Iterable[HeatEntrant], fold: Fold, hits: Hits) -> None:
    """Writes place and hit of the lots that changed; one query or none."""
    places = {entrant: place for place, entrant in enumerate(fold.placed, start=1)}
    changed = []
    for lot in lots:
        entrant = str(lot.entrant_id)
        now = (places.get(entrant), *hits.get(entrant, ("", "")))
        if now != (lot.placed, lot.pattern, lot.dice):
            lot.placed, lot.pattern, lot.dice = now
            changed.append(lot)
    if changed:
        HeatEntrant.objects.bulk_update(changed, LOT_FIELDS)


def place_entrants(playoff: Playoff, fold: Fold) -> None:
    """Sets the play-off's final places from its final heat; none while that is being played."""
    playoff.entrants.filter(placed__isnull=False).update(placed=None)  # first, so that no place is there twice
    if fold.ended:
        placed = [Entrant(pk=int(entrant), placed=place) for place, entrant in enumerate(fold.placed, start=1)]
        Entrant.objects.bulk_update(placed, ["placed"])
