"""Taking a change of seats back, as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Session
from bobing_event.refusals import Refusal
from tables.models import Seat, SeatChange, Table
from tables.moving import Hall, Move, Place
from tables.queries.hall import changes_of, hall_of
from tables.services.changes import locked_session, move_people, outdated
from tables.services.reseating import take_back_swap

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def undo_change(*, change: SeatChange, by: User, now: datetime) -> SeatChange:
    """Take a change back as a whole, while the seats stand as it left them.

    Refuses `already_undone`, and `change_outdated` where somebody moved on, sits in an old place, or plays already.
    """
    session = locked_session(change.session)
    change = SeatChange.objects.select_for_update().get(pk=change.pk)
    if change.undone_at is not None:
        raise Refusal("already_undone", _("This change was taken back already."))
    if not changes_of(session).filter(pk=change.pk).exists():
        raise outdated()
    if change.kind == SeatChange.Kind.RESEAT:
        take_back_swap(change, by=by, now=now)
    else:
        _restore_dissolved(session, change)
        hall = hall_of(session, locked=True)
        move_people(_backwards(hall, change))
    change.undone_by, change.undone_at = by, now
    change.save(update_fields=["undone_by", "undone_at"])
    record_action(
        event=session.event, by=by, now=now, action="seat_change_undone", subject=str(session),
        kind=str(SeatChange.Kind(change.kind).value), moves=len(change.moves),
    )  # fmt: skip
    return change


def _restore_dissolved(session: Session, change: SeatChange) -> None:
    if (gone := change.facts.get("dissolved")) is not None:
        if Table.objects.filter(session=session, number=gone["number"]).exists():
            raise outdated()
        Table.objects.create(id=gone["id"], session=session, number=gone["number"], referee_id=gone["referee"])


def _backwards(hall: Hall, change: SeatChange) -> list[Move]:
    """The moves that take a change back. Refuses `change_outdated`."""
    by_number = {table.number: table for table in hall.tables.values()}

    def place(numbers: list[int] | None) -> Place | None:
        if numbers is None:
            return None
        if numbers[0] not in by_number:
            raise outdated()
        return Place(by_number[numbers[0]].id, numbers[1])

    back = [Move(move["participant"], place(move["to"]), place(move["from"])) for move in change.moves]
    left = {move.source for move in back}
    for move in back:
        stands = hall.tables[move.source.table].seats.get(move.source.seat) if move.source else None
        free = move.target is None or move.target in left or not _taken(hall, move.target)
        if (move.source and stands != move.person) or not free:
            raise outdated()
    _refuse_seated([move.person for move in back if move.source is None], change.session_id)
    return back


def _taken(hall: Hall, place: Place) -> bool:
    return place.seat in hall.tables[place.table].seats


def _refuse_seated(people: Sequence[int], session: int) -> None:
    """Who lost a seat must not have got another."""
    if people and Seat.objects.filter(participant__in=people, table__session=session).exists():
        raise outdated()
