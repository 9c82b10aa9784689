"""Seats that are kept for people who come late (RULEBOOK §4.5)."""

from __future__ import annotations

from collections.abc import Sequence

from bobing_event.models import Event, LateArrivals
from tables.models import Seat


def seats_to_keep(event: Event, seats: Sequence[Seat]) -> list[int] | None:
    """The numbers of the seats whose people have not checked in; None where guests come until the first throw only.

    Where nobody of a table has checked in, check-in was not used there: everybody is taken to be present.
    """
    if event.late_arrivals != LateArrivals.NEXT_ROUND:
        return None
    away = [seat.number for seat in seats if seat.participant.checked_in_at is None]
    return away if len(away) < len(seats) else []
