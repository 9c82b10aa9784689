"""Writes to tables. Every one locks the table's row first (`opening.locked_table`), then what hangs on it."""

from tables.services.corrections import preview_correction
from tables.services.devices import pair_device, revoke_device
from tables.services.opening import open_table, take_back_opening
from tables.services.recording import MAX_BATCH, Recording, Result, record_entries
from tables.services.seating import assign_referee, discard_draw, draw_seats, seat_participant, table_sizes
from tables.services.verifying import Difference, verify_table, verify_tables

__all__ = [
    "MAX_BATCH",
    "Difference",
    "Recording",
    "Result",
    "assign_referee",
    "discard_draw",
    "draw_seats",
    "open_table",
    "pair_device",
    "preview_correction",
    "record_entries",
    "revoke_device",
    "seat_participant",
    "table_sizes",
    "take_back_opening",
    "verify_table",
    "verify_tables",
]
