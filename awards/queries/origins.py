"""Why goods are somebody's, and where that person sits, in words."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from django.utils.translation import gettext as _

from awards.models import PlanLine
from bobing_event.labels import rank_label
from bobing_event.models import Participant
from rules import Rank
from tables.models import Piece, Seat
from tournaments.models import Playoff


class HasOrigin(Protocol):
    """A claim, a delivery, or something that is due."""

    @property
    def piece(self) -> Piece | None: ...
    @property
    def place(self) -> int | None: ...
    @property
    def consolation(self) -> str: ...


def origin_label(of: HasOrigin, playoff_kind: str = "") -> str:
    """状元; 对堂第 1 块; 总状元第 1 名; a consolation; a redraw. Of a place, `playoff_kind` says of which play-off."""
    if of.piece is not None:
        if of.piece.rank == Rank.ZHUANGYUAN:
            return rank_label(of.piece.rank)
        return _("%(rank)s, piece %(number)s") % {"rank": rank_label(of.piece.rank), "number": of.piece.number}
    if of.place is not None:
        facts = {"playoff": Playoff.Kind(playoff_kind).label, "place": of.place}
        return _("%(playoff)s, place %(place)s") % facts
    if of.consolation:
        return _("Consolation: %(whom)s") % {"whom": PlanLine.Consolation(of.consolation).label}
    return _("drawn again")


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
