"""Where people sit, and why goods are theirs, in words."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from bobing_event.models import Participant
from tables.models import Seat


def seats_of_people(people: Collection[int]) -> dict[int, list[Seat]]:
    """The seats of people by the participant's id, the latest session last; one query."""
    found: dict[int, list[Seat]] = {}
    seats = Seat.objects.filter(participant__in=people).select_related("table__session")
    for seat in seats.order_by("table__session__number", "table__number", "number").defer(
        "table__opening", "table__state"
    ):
        found.setdefault(seat.participant_id, []).append(seat)
    return found


def seat_of(person: int, seats: dict[int, list[Seat]], table: int | None = None) -> Seat | None:
    """Somebody's seat: at the table (its id) where they have one, else their latest."""
    own = seats.get(person, [])
    return next((seat for seat in own if seat.table_id == table), own[-1] if own else None)


def person_and_seat(person: Participant, seat: Seat | None) -> str:
    """王明（3 桌 5 号）; the name alone of somebody without a seat."""
    if seat is None:
        return person.name
    facts = {"name": person.name, "table": seat.table.number, "seat": seat.number}
    return _("%(name)s (table %(table)s, seat %(seat)s)") % facts
