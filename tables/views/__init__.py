"""Back-office pages about tables."""

from tables.views.arrivals import (
    check_in_admit,
    check_in_count,
    check_in_person,
    check_in_proxy,
    check_in_stand_by,
    check_in_station,
    check_in_undo,
    check_in_walk_in,
    station,
)
from tables.views.card import card
from tables.views.correction import correct_entry
from tables.views.dashboard import event_dashboard
from tables.views.devices import revoke_tablet, table_card, table_cards
from tables.views.draws import add_wish, discard, draw, fix_place, prepare, withdraw_wish
from tables.views.moves import change_seats, seat_changes, undo_seat_change
from tables.views.participant import object_to, participant
from tables.views.public import verify, verify_file, verify_script
from tables.views.seating import seat_late_guest, seating
from tables.views.stand_by import (
    stand_by,
    stand_by_add,
    stand_by_came,
    stand_by_move_up,
    stand_by_places,
    stand_by_remove,
)
from tables.views.table import assign_referee, table_detail, table_log, take_back_opening

__all__ = [
    "add_wish",
    "assign_referee",
    "card",
    "change_seats",
    "check_in_admit",
    "check_in_count",
    "check_in_person",
    "check_in_proxy",
    "check_in_stand_by",
    "check_in_station",
    "check_in_undo",
    "check_in_walk_in",
    "correct_entry",
    "discard",
    "draw",
    "event_dashboard",
    "fix_place",
    "object_to",
    "participant",
    "prepare",
    "revoke_tablet",
    "seat_changes",
    "seat_late_guest",
    "seating",
    "stand_by",
    "stand_by_add",
    "stand_by_came",
    "stand_by_move_up",
    "stand_by_places",
    "stand_by_remove",
    "station",
    "table_card",
    "table_cards",
    "table_detail",
    "table_log",
    "take_back_opening",
    "undo_seat_change",
    "verify",
    "verify_file",
    "verify_script",
    "withdraw_wish",
]
