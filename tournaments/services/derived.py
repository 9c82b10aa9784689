"""Writing down what a heat's fold says: the heat's own columns, its lots, and the play-off's final places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules import Playoff as Fold
from tournaments.models import Entrant, Heat, HeatEntrant, Playoff
from tournaments.queries import Hits

HEAT_FIELDS = ("state", "seq", "last_hash", "phase", "turn", "round")
LOT_FIELDS = ("placed", "pattern", "dice")


def derived_columns(fold: Fold) -> dict[str, Any]:
    """The columns of a heat that follow from its fold."""
    return {"phase": fold.phase, "turn_id": int(fold.turn) if fold.turn else None, "round": fold.round}


def set_heat(heat: Heat, fold: Fold) -> None:
    """Puts the snapshot and the derived columns on the row, without saving it."""
    heat.state = fold.to_json()
    for column, value in derived_columns(fold).items():
        setattr(heat, column, value)


def derived_lot(lot: HeatEntrant, fold: Fold, hits: Hits) -> tuple[int | None, str, str]:
    """The values of `LOT_FIELDS` for an entrant's lot."""
    entrant = str(lot.entrant_id)
    placed = fold.placed.index(entrant) + 1 if entrant in fold.placed else None
    return placed, *hits.get(entrant, ("", ""))


def save_lots(lots: Iterable[HeatEntrant], fold: Fold, hits: Hits) -> None:
    """Writes place and hit of the lots that changed; one query or none."""
    changed = []
    for lot in lots:
        values = derived_lot(lot, fold, hits)
        if values != (lot.placed, lot.pattern, lot.dice):
            lot.placed, lot.pattern, lot.dice = values
            changed.append(lot)
    if changed:
        HeatEntrant.objects.bulk_update(changed, LOT_FIELDS)


def final_places(fold: Fold) -> dict[int, int]:
    """The places of a play-off by entrant, from the fold of its final; none while that is being played."""
    return {int(entrant): place for place, entrant in enumerate(fold.placed, start=1)} if fold.ended else {}


def place_entrants(playoff: Playoff, fold: Fold) -> None:
    """Writes the play-off's final places."""
    playoff.entrants.filter(placed__isnull=False).update(placed=None)  # first, so that no place is there twice
    placed = [Entrant(pk=entrant, placed=place) for entrant, place in final_places(fold).items()]
    Entrant.objects.bulk_update(placed, ["placed"])
