"""Planning changes of seats before a table is open: pure functions from the seats there are to a list of moves."""

from tables.moving.changes import BalanceTables, Change, DissolveTable, FreeSeats, MovePerson, SwapPeople
from tables.moving.hall import Hall, HallTable, Move, Place

__all__ = [
    "BalanceTables",
    "Change",
    "DissolveTable",
    "FreeSeats",
    "Hall",
    "HallTable",
    "Move",
    "MovePerson",
    "Place",
    "SwapPeople",
]
