"""Taking, chasing, collecting and dealing lower pieces (RULEBOOK §5 §6.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle

from rules.game.draft import Draft
from rules.game.pieces import STOCK, Won
from rules.patterns import LOWER_RANKS, Rank


def take_prize(draft: Draft, rank: Rank, seat: int) -> None:
    """One piece for a throw of a lower rank: from stock, else by chase (§5.1 §5.2)."""
    if draft.ledger.stock(rank) or rank not in draft.ruleset.chase_ranks:
        take_from_stock(draft, rank, seat)
    elif draft.ledger.lower_stock():
        _chase(draft, rank, seat)


def take_from_stock(draft: Draft, rank: Rank, seat: int) -> None:
    """One piece from stock, if there is one; a bonus is nothing more (§5.1)."""
    if draft.ledger.stock(rank):
        draft.ledger.draw(rank, seat)
        draft.won.append(Won(rank, STOCK, 1))


def take_stock(draft: Draft, ranks: Iterable[Rank], seat: int) -> None:
    """Everything of these ranks that is in stock."""
    for rank in ranks:
        _note(draft, rank, STOCK, draft.ledger.draw_all(rank, seat))


def take_all(draft: Draft, ranks: Iterable[Rank], seat: int) -> None:
    """Everything of these ranks: from stock, then from the seats, the round's first seat first (§6.3 §11)."""
    for rank in ranks:
        for source, pieces in collect(draft, rank, seat):
            _note(draft, rank, source, pieces)


def collect(draft: Draft, rank: Rank, seat: int) -> list[tuple[str, int]]:
    """Move every piece of a rank in stock and at other seats to one seat; (source, pieces) in that order.

    Grabbed and returned pieces are out of reach (§6.7).
    """
    collected = [(STOCK, draft.ledger.draw_all(rank, seat))]
    for other in draft.ring:
        if other != seat:
            numbers = draft.ledger.numbers(rank, other)
            for number in numbers:
                draft.ledger.hand_over(rank, number, seat)
            collected.append((f"seat {other}", len(numbers)))
    return collected


def deal_stock(draft: Draft, thrower: int) -> None:
    """Deal the lower stock, piece by piece, beginning after the thrower, the thrower last (§6.6)."""
    receivers = _dealing(draft, (*draft.after(thrower), thrower))
    for rank in LOWER_RANKS:
        for _ in range(draft.ledger.stock(rank)):
            draft.ledger.draw(rank, next(receivers))


def split(draft: Draft, thrower: int) -> None:
    """平分: deal the thrower's own lower pieces to the others; with nobody there they stay (§6.5 §6.6)."""
    receivers = _dealing(draft, draft.after(thrower))
    for rank in LOWER_RANKS:
        for number, receiver in zip(draft.ledger.numbers(rank, thrower), receivers, strict=False):
            draft.ledger.hand_over(rank, number, receiver)


def _dealing(draft: Draft, seats: Iterable[int]) -> Iterator[int]:
    """The seats over and over, leaving out those that left (§6.6)."""
    return cycle([seat for seat in seats if seat not in draft.left])


def _chase(draft: Draft, rank: Rank, seat: int) -> None:
    find = _nearest if draft.ruleset.chase_from == "nearest" else _previous_winner
    source = find(draft, rank, seat)
    if source is not None:
        # §5.2: of the source's pieces the newest goes
        draft.ledger.hand_over(rank, draft.ledger.numbers(rank, source)[-1], seat)
        draft.won.append(Won(rank, f"seat {source}", 1))


def _nearest(draft: Draft, rank: Rank, seat: int) -> int | None:
    """The nearest seat against the direction of play that holds a piece, seats that left included (§4.5)."""
    backwards = reversed(draft.after(seat))
    return next((other for other in backwards if draft.ledger.numbers(rank, other)), None)


def _previous_winner(draft: Draft, rank: Rank, seat: int) -> int | None:
    """The holder of the most recently got piece that the thrower does not hold."""
    slots = draft.ledger.taken[rank]
    held = [(since, place) for place, since in slots if isinstance(place, int) and place != seat]
    return max(held)[1] if held else None


def _note(draft: Draft, rank: Rank, source: str, pieces: int) -> None:
    if pieces:
        draft.won.append(Won(rank, source, pieces))
