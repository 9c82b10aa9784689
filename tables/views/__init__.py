"""Back-office pages about tables."""

from tables.views.correction import correct_entry
from tables.views.dashboard import event_dashboard
from tables.views.devices import pair_tablet, revoke_tablet, tablet_code
from tables.views.seating import discard, draw, seat_late_guest, seating
from tables.views.table import assign_referee, table_detail, table_log, take_back_opening

__all__ = [
    "assign_referee",
    "correct_entry",
    "discard",
    "draw",
    "event_dashboard",
    "pair_tablet",
    "revoke_tablet",
    "seat_late_guest",
    "seating",
    "table_detail",
    "table_log",
    "tablet_code",
    "take_back_opening",
]
