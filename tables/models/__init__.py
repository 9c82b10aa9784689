"""Tables, their seats, the log of entries, the pieces it moves, and the draws that seated them."""

from tables.models.draw import SeatChange, SeatingDraw, Wish
from tables.models.entry import Entry
from tables.models.floor import HelpCall, Objection, SignOff
from tables.models.table import Piece, Seat, Table

__all__ = ["Entry", "HelpCall", "Objection", "Piece", "Seat", "SeatChange", "SeatingDraw", "SignOff", "Table", "Wish"]
