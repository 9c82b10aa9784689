"""What a table may start with (RULEBOOK §4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.errors import StartError
from rules.patterns import RANKS, Rank

Stock = Mapping[Rank, int] | Mapping[str, int]
"""Pieces by rank."""


def ordered_seats(seats: Iterable[int], first: int) -> tuple[int, ...]:
    """The seats ascending, `first` among them. Raises StartError."""
    given = tuple(seats)
    if not given or not all(_count(seat) and seat > 0 for seat in given):
        raise StartError("bad_seats", f"seats are positive whole numbers, not {given!r}")
    if len(set(given)) != len(given):
        raise StartError("bad_seats", "a seat is there twice")
    if first not in given:
        raise StartError("unknown_first", f"there is no seat {first!r}")
    return tuple(sorted(given))


def counted_stock(stock: Stock) -> tuple[int, ...]:
    """Pieces by rank, from the highest. A table has one 状元 piece at most (§1). Raises StartError."""
    by_code = {str(rank): pieces for rank, pieces in stock.items()}
    unknown = by_code.keys() - set(RANKS)
    if unknown:
        raise StartError("bad_stock", f"there is no rank {min(unknown)!r}")
    counted = tuple(by_code.get(rank, 0) for rank in RANKS)
    if not all(map(_count, counted)):
        raise StartError("bad_stock", "pieces are whole numbers of at least 0")
    if counted[0] > 1:
        raise StartError("bad_stock", "a table has one zhuangyuan")
    return counted


def _count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
