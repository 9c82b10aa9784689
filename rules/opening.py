"""Order of play and who throws first (RULEBOOK §4.1 §4.2)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ruleset import Ruleset


class OpeningError(ValueError):
    """An opening that cannot be: `code` is `no_seats`, `unknown_thrower` or `impossible_total`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def order_of_play(ruleset: Ruleset, seats: Sequence[int], first: int) -> tuple[int, ...]:
    """The seats as they take their turns in a round, beginning with `first` (§4.1 §4.3)."""
    ascending = sorted(seats)
    clockwise = ruleset.direction == "clockwise"
    ring = ascending if clockwise else ascending[::-1]
    at = ring.index(first)
    return (*ring[at:], *ring[:at])


def first_seat(ruleset: Ruleset, seats: Sequence[int], thrower: int | None, total: int) -> int:
    """The seat that throws first, from the total of the opening dice (§4.2).

    `thrower` is the seat that threw them; where the referee opens it plays no part. Raises OpeningError.
    """
    if not seats:
        raise OpeningError("no_seats", "there is nobody to count")
    dice = ruleset.opening_dice
    if not isinstance(total, int) or isinstance(total, bool) or not dice <= total <= 6 * dice:
        raise OpeningError("impossible_total", f"{dice} dice show {dice} to {6 * dice}, not {total!r}")
    if ruleset.opening_by == "referee":
        one = min(seats)  # the referee stands before the first seat, which is one
    elif thrower is None or thrower not in seats:
        raise OpeningError("unknown_thrower", f"there is no seat {thrower!r}")
    else:
        one = thrower  # the thrower is one
    ring = order_of_play(ruleset, seats, one)
    return ring[(total - 1) % len(ring)]
