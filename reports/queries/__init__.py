"""Reads for reports and printed sheets."""

from reports.queries.hand_overs import forfeited_claims, hand_over_claims, hand_over_rows, unclaimed_rows
from reports.queries.printings import (
    claims_changed_at,
    last_printings,
    print_jobs,
    results_changed_at,
    seat_changes,
    seats_changed_at,
    stock_moved_at,
)
from reports.queries.rows import (
    BY_RANK,
    CHUNK,
    ChampionRow,
    champion_of,
    champion_rows,
    entrant_rows,
    held_pieces,
    people_rows,
    piece_rows,
    started_and_ended,
    table_rows,
)
from reports.queries.volume import Volume, report_jobs, table_counts, volume

__all__ = [
    "BY_RANK",
    "CHUNK",
    "ChampionRow",
    "Volume",
    "champion_of",
    "champion_rows",
    "claims_changed_at",
    "entrant_rows",
    "forfeited_claims",
    "hand_over_claims",
    "hand_over_rows",
    "held_pieces",
    "last_printings",
    "people_rows",
    "piece_rows",
    "print_jobs",
    "report_jobs",
    "results_changed_at",
    "seat_changes",
    "seats_changed_at",
    "started_and_ended",
    "stock_moved_at",
    "table_counts",
    "table_rows",
    "unclaimed_rows",
    "volume",
]
