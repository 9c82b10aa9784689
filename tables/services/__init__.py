"""Writes to tables. Every one locks the table's row first (`opening.locked_table`), then what hangs on it."""

from tables.services.arrivals import take_back_check_in
from tables.services.corrections import preview_correction
from tables.services.devices import note_heartbeat, pair_device, revoke_device
from tables.services.draws import discard_draw, draw_seats, prepare_draw, run_draw
from tables.services.floor import answer_help, call_help, grant_extra_time, withdraw_help
from tables.services.late import seat_participant
from tables.services.moves import Preview, change_seats, preview_change
from tables.services.opening import open_table, take_back_opening
from tables.services.recording import MAX_BATCH, Recording, Result, record_entries
from tables.services.replaced import refuse_replaced
from tables.services.reseating import Side, preview_swap, swap_people
from tables.services.seating import assign_referee
from tables.services.sign_off import countersign_table, raise_objection, settle_objection, sign_off_table
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
    "answer_help",
    "assign_referee",
    "call_help",
    "change_seats",
    "countersign_table",
    "discard_draw",
    "draw_seats",
    "fill_stand_by",
    "fix_place",
    "grant_extra_time",
    "note_heartbeat",
    "open_table",
    "pair_device",
    "prepare_draw",
    "preview_change",
    "preview_correction",
    "preview_swap",
    "raise_objection",
    "record_entries",
    "refuse_replaced",
    "revoke_device",
    "run_draw",
    "seat_participant",
    "settle_objection",
    "sign_off_table",
    "swap_people",
    "take_back_check_in",
    "take_back_opening",
    "undo_change",
    "verify_table",
    "verify_tables",
    "withdraw_help",
    "withdraw_wish",
]
