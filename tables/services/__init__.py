"""Writes to tables. Every one locks the table's row first (`opening.locked_table`), then what hangs on it."""

from tables.services.arrivals import take_back_check_in
from tables.services.corrections import preview_correction
from tables.services.devices import pair_device, revoke_device
from tables.services.draws import discard_draw, draw_seats, prepare_draw, run_draw
from tables.services.late import seat_participant
from tables.services.moves import Preview, change_seats, preview_change
from tables.services.opening import open_table, take_back_opening
from tables.services.recording import MAX_BATCH, Recording, Result, record_entries
from tables.services.reseating import Side, preview_swap, swap_people
from tables.services.seating import assign_referee
from tables.services.stand_by import fill_stand_by
from tables.services.undoing import undo_change
from tables.services.verifying import Difference, verify_table, verify_tables
from tables.services.wishes import add_wish, fix_place, withdraw_wish

__all__ = [
    "MAX_BATCH",
    "Difference",
    "Preview",
    "Recording",
    "Result",
    "Side",
    "add_wish",
    "assign_referee",
    "change_seats",
    "discard_draw",
    "draw_seats",
    "fill_stand_by",
    "fix_place",
    "open_table",
    "pair_device",
    "prepare_draw",
    "preview_change",
    "preview_correction",
    "preview_swap",
    "record_entries",
    "revoke_device",
    "run_draw",
    "seat_participant",
    "swap_people",
    "take_back_check_in",
    "take_back_opening",
    "undo_change",
    "verify_table",
    "verify_tables",
    "withdraw_wish",
]
