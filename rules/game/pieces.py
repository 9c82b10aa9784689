"""Where every piece of a table is (RULEBOOK §5 §6.6).

Pieces of a rank are numbered from 1 and leave the stock in that order, and none ever comes back to it. So a
rank is known by how many pieces it has in all and by the (place, since) of those that left the stock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.patterns import LOWER_RANKS, RANKS, Rank

STOCK, GRABBED, RETURNED = "stock", "grabbed", "returned"

Place = int | str
"""A seat number, or `stock`, `grabbed` (§6.5), `returned` (§7.4)."""

Slot = tuple[Place, int]
"""Where a piece that left the stock is, and since when."""


class Piece(NamedTuple):
    """One physical piece.

    `place` is a seat, `stock`, `grabbed` or `returned`. `since` is the number of the move that brought it there,
    counted over the table: a greater one is later, 0 is a piece that never left the stock.
    """

    rank: Rank
    number: int
    place: Place
    since: int


class Move(NamedTuple):
    """One piece that changed its place."""

    rank: Rank
    number: int
    source: Place
    target: Place


class Won(NamedTuple):
    """Pieces a throw itself took (§11): `source` is `stock` or `seat N`."""

    rank: Rank
    source: str
    pieces: int


class Ledger:
    """The pieces of a table while one entry is applied; remembers every move made."""

    __slots__ = ("full", "moves", "since", "taken")

    def __init__(self, full: Sequence[int], taken: Sequence[tuple[Slot, ...]], since: int) -> None:
        self.full = dict(zip(RANKS, full, strict=True))
        self.taken = dict(zip(RANKS, taken, strict=True))
        self.since = since
        self.moves: list[Move] = []

    def stock(self, rank: Rank) -> int:
        """How many pieces of a rank are in stock."""
        return self.full[rank] - len(self.taken[rank])

    def lower_stock(self) -> int:
        """How many pieces of all lower ranks are in stock."""
        return sum(map(self.stock, LOWER_RANKS))

    def draw(self, rank: Rank, target: Place) -> None:
        """Move the next piece of a rank out of stock."""
        self.since += 1
        self.taken[rank] += ((target, self.since),)
        self.moves.append(Move(rank, len(self.taken[rank]), STOCK, target))

    def draw_all(self, rank: Rank, target: Place) -> int:
        """Move every piece of a rank out of stock; how many there were."""
        pieces = self.stock(rank)
        for _ in range(pieces):
            self.draw(rank, target)
        return pieces

    def hand_over(self, rank: Rank, number: int, target: Place) -> None:
        """Move a piece that left the stock before."""
        slots = self.taken[rank]
        self.since += 1
        self.taken[rank] = (*slots[: number - 1], (target, self.since), *slots[number:])
        self.moves.append(Move(rank, number, slots[number - 1][0], target))

    def numbers(self, rank: Rank, seat: int) -> list[int]:
        """The pieces of a rank that a seat holds, the one got first at the front."""
        slots = self.taken[rank]
        held = [number for number, (place, _) in enumerate(slots, start=1) if place == seat]
        return sorted(held, key=lambda number: slots[number - 1][1])


def places(full: Sequence[int], taken: Sequence[tuple[Slot, ...]]) -> Iterator[Piece]:
    """Every piece of a table, by rank from the highest and by number."""
    for rank, pieces, slots in zip(RANKS, full, taken, strict=True):
        for number, (place, since) in enumerate(slots, start=1):
            yield Piece(rank, number, place, since)
        for number in range(len(slots) + 1, pieces + 1):
            yield Piece(rank, number, STOCK, 0)
