"""The stand-by list takes the seats of people who have not come, once, in its order."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bobing_event.models import AuditRecord, Participant, Role, Session
from bobing_event.refusals import Refusal
from bobing_event.services.stand_by import add_to_stand_by, set_stand_by_terms
from tables import services
from tables.models import Seat, SeatChange, Table
from tables.queries.hall import due_stand_by
from tables.tasks import fill_stand_by_task
from tests.tables.factories import NOW, make_event, make_people, make_session, make_table, make_user, open_table

pytestmark = pytest.mark.django_db


def absent(*places: tuple[int, int]) -> None:
    for table, seat in places:
        people = Participant.objects.filter(seats__table__number=table, seats__number=seat)
        people.update(checked_in_at=None, checked_in_by=None)


@pytest.fixture
def session() -> Session:
    """Tables 1 and 2 with six people each and 3 with four; 1-6, 2-5, 2-6 and 3-1 have not come, table 3 plays."""
    event = make_event()
    session = make_session(event)
    for number, seats in ((1, 6), (2, 6), (3, 4)):
        make_table(event, number=number, seats=seats)
    absent((1, 6), (2, 5), (2, 6), (3, 1))
    open_table(Table.objects.select_related("session__event").get(number=3), first=2)
    set_stand_by_terms(session=session, by=make_user("organiser"), now=NOW, places=None, stand_by_at=NOW)
    session.refresh_from_db()
    return session


def waiting(session: Session, count: int, *, here: bool = True) -> list[Participant]:
    people = make_people(session.event, count, checked_in=False, session=session)
    for person in people:
        add_to_stand_by(participant=person, by=make_user("owner"), now=NOW, here=here)
    return people


def fill(session: Session, **fields: Any) -> SeatChange | None:
    return services.fill_stand_by(session=session, **{"by": make_user("owner"), "now": NOW, **fields})


def place_of(person: Participant) -> str | None:
    seat = Seat.objects.filter(participant=person).select_related("table").first()
    return seat and str(seat)


def test_seats_go_to_who_is_at_the_door_by_number_the_emptiest_table_first(session: Session) -> None:
    gone = {place: Participant.objects.get(seats__table__number=place[0], seats__number=place[1])
            for place in ((1, 6), (2, 5), (2, 6), (3, 1))}  # fmt: skip
    [away] = waiting(session, 1, here=False)
    first, second = waiting(session, 2)
    change = fill(session)
    assert [place_of(person) for person in (first, second, away)] == ["2-5", "2-6", None]
    assert [place_of(person) for person in gone.values()] == ["1-6", None, None, "3-1"]
    assert change is not None
    assert (change.kind, change.moves) == (
        "stand_by",
        [
            {"participant": gone[2, 5].pk, "from": [2, 5], "to": None},
            {"participant": first.pk, "from": None, "to": [2, 5]},
            {"participant": gone[2, 6].pk, "from": [2, 6], "to": None},
            {"participant": second.pk, "from": None, "to": [2, 6]},
        ],
    )
    first.refresh_from_db()
    assert (first.stand_by, first.checked_in_at) == (None, NOW)
    session.refresh_from_db()
    assert session.stand_by_filled_at == NOW


def test_asked_again_it_gives_what_is_left(session: Session) -> None:
    waiting(session, 1)
    fill(session)
    assert fill(session) is None
    later = waiting(session, 3)
    change = fill(session, now=NOW + timedelta(minutes=5))
    assert change is not None
    assert [place_of(person) for person in later] == ["1-6", "2-6", None]
    assert SeatChange.objects.count() == 2


def test_it_can_be_taken_back(session: Session) -> None:
    [person] = waiting(session, 1)
    before = set(Seat.objects.values_list("table", "number", "participant"))
    change = fill(session)
    assert change is not None
    services.undo_change(change=change, by=make_user("owner"), now=NOW)
    assert set(Seat.objects.values_list("table", "number", "participant")) == before
    assert place_of(person) is None


def test_not_before_the_minute(session: Session) -> None:
    for terms, code in ((NOW + timedelta(minutes=1), "stand_by_too_early"), (None, "stand_by_no_minute")):
        set_stand_by_terms(session=session, by=make_user("owner"), now=NOW, places=None, stand_by_at=terms)
        with pytest.raises(Refusal) as refusal:
            fill(session)
        assert refusal.value.code == code
        session.refresh_from_db()
        assert session.stand_by_filled_at is None


def test_a_session_without_seats_is_left_to_the_door(session: Session) -> None:
    other = make_session(session.event, 2)
    set_stand_by_terms(session=other, by=make_user("owner"), now=NOW, places=5, stand_by_at=NOW)
    assert fill(other) is None
    other.refresh_from_db()
    assert other.stand_by_filled_at is None


def test_the_task_fills_due_sessions_once_in_the_name_of_who_set_the_minute(session: Session) -> None:
    waiting(session, 1)
    [(due, by)] = due_stand_by(NOW)
    assert (due, by.username) == (session, "organiser")
    assert due_stand_by(NOW - timedelta(seconds=1)) == []
    fill_stand_by_task()
    fill_stand_by_task()
    assert SeatChange.objects.get().made_by.username == "organiser"
    AuditRecord.objects.all().delete()
    Session.objects.update(stand_by_filled_at=None)
    make_user("owner", session.event, Role.OWNER)
    assert [user.username for _session, user in due_stand_by(NOW)] == ["owner"]


def test_before_seats_are_drawn_the_task_gives_places(session: Session) -> None:
    later = make_session(session.event, 2)
    set_stand_by_terms(session=later, by=make_user("organiser"), now=NOW, places=1, stand_by_at=NOW)
    first, second = make_people(session.event, 2, checked_in=False, session=later)
    for person in (first, second):
        add_to_stand_by(participant=person, by=make_user("owner"), now=NOW, here=True)
    fill_stand_by_task()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.checked_in_at is None, second.checked_in_at) == (False, None)
    assert due_stand_by(NOW) == []
