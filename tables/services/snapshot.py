"""The cache on a table's row: the snapshot and the columns derived from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules import LOWER_RANKS, Game
from tables.models import Seat, Table

DERIVED = ("phase", "turn", "round", "pieces_left", "champion_id", "champion_person_id", "champion_pattern")
UPDATED = (
    "state", "seq", "last_hash", "phase", "turn", "round", "pieces_left", "champion", "champion_person",
    "champion_pattern",
)  # fmt: skip


def derived_columns(game: Game, seats: Mapping[int, Seat]) -> dict[str, Any]:
    """The values of `DERIVED`. `pieces_left` counts the lower pieces in stock.

    The champion is taken for who sits there now; where seats changed hands, `owners.derive_owners` knows better.
    """
    stock, champion = game.stock, game.champion
    return {
        "phase": game.phase.value,
        "turn": game.turn,
        "round": game.round,
        "pieces_left": sum(stock.get(rank, 0) for rank in LOWER_RANKS),
        "champion_id": None if champion is None else seats[champion.seat].pk,
        "champion_person_id": None if champion is None else seats[champion.seat].participant_id,
        "champion_pattern": champion.pattern.value if champion and champion.pattern else "",
    }


def set_snapshot(table: Table, game: Game, seats: Mapping[int, Seat]) -> None:
    """Put a game's snapshot and derived columns on the row, without saving it."""
    table.state = game.to_json()
    for column, value in derived_columns(game, seats).items():
        setattr(table, column, value)
