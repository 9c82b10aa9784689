"""The stand-by list takes the seats of people who have not come, once seats are drawn."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction

from bobing_event.models import Session
from bobing_event.services.stand_by import refuse_too_early, take_from_stand_by
from tables.models import SeatChange
from tables.moving import Move
from tables.moving.changes import seats_to_give
from tables.queries.hall import hall_of
from tables.services.changes import locked_session, move_people, numbered, record_change

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def fill_stand_by(*, session: Session, by: User, now: datetime) -> SeatChange | None:
    """Give the seats of people who have not come, at tables that wait, to the stand-by list in its order.

    Who is at the door is taken (`take_from_stand_by`) and checked in; the emptiest tables fill first. Asked again it
    gives only what is still somebody's who has not come. None where nobody moved. Refuses `stand_by_no_minute` and
    `stand_by_too_early`.
    """
    session = locked_session(session)
    refuse_too_early(session, now)
    hall = hall_of(session, locked=True)
    if not hall.tables and not hall.closed:
        return None
    if session.stand_by_filled_at is None:
        session.stand_by_filled_at = now
        session.save(update_fields=["stand_by_filled_at"])
    seats = seats_to_give(hall)
    people = take_from_stand_by(session=session, most=len(seats), by=by, now=now)
    if not people:
        return None
    moves = []
    for person, (place, absent) in zip(people, seats, strict=False):
        moves += [Move(absent, place, None), Move(person.pk, None, place)]
    move_people(moves)
    return record_change(session=session, kind=SeatChange.Kind.STAND_BY, moves=numbered(hall, moves), by=by, now=now)
