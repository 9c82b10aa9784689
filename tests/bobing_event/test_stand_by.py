"""The stand-by list: numbers that stand, places that are kept until the minute, and each moved up once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from bobing_event.models import AuditRecord, Participant
from bobing_event.queries import PlaceFigures, place_figures, stand_by_queue, stand_by_waiting
from bobing_event.refusals import Refusal
from bobing_event.services.check_in import check_in
from bobing_event.services.people import add_stand_by
from bobing_event.services.stand_by import (
    add_to_stand_by,
    move_up_stand_by,
    note_waiting,
    remove_from_stand_by,
    set_stand_by_terms,
)
from tests.bobing_event.factories import NOW, in_thread, make_event, make_person, make_user

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=12)


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def event(owner):
    return make_event(owner)


@pytest.fixture
def session(event):
    """Three places, given away from now on."""
    event.sessions.update(places=3, stand_by_at=NOW)
    return event.sessions.get()


def refused(work, **kwargs) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        work(**kwargs)
    return refusal.value


def queue(event, owner, *names, here=True):
    return [add_stand_by(event=event, by=owner, now=NOW, name=name, here=here) for name in names]


def actions(event):
    records = AuditRecord.objects.filter(event=event).exclude(action="event_created").order_by("id")
    return [(record.action, record.detail) for record in records]


def test_numbers_are_given_in_order_and_never_again(event, owner):
    first, second = queue(event, owner, "甲", "乙")
    assert [first.stand_by, second.stand_by] == [1, 2]
    remove_from_stand_by(participant=second, by=owner, now=NOW)
    (third,) = queue(event, owner, "丙")
    assert third.stand_by == 3
    assert list(stand_by_queue(event.sessions.get())) == [first, third]


def test_add_to_stand_by(event, owner):
    person = make_person(event, missing=True)
    add_to_stand_by(participant=person, by=owner, now=NOW)
    person.refresh_from_db()
    assert (person.stand_by, person.missing, person.waiting_since) == (1, False, None)
    assert actions(event) == [("stand_by_added", {"number": 1})]
    refusal = refused(add_to_stand_by, participant=person, by=owner, now=NOW)
    assert (refusal.code, refusal.context) == ("already_on_stand_by", {"number": 1})
    here = make_person(event, "李静", checked_in_at=NOW, checked_in_by=owner)
    assert refused(add_to_stand_by, participant=here, by=owner, now=NOW).code == "already_checked_in"


def test_coming_to_the_door_counts_once(event, owner):
    (person,) = queue(event, owner, "甲", here=False)
    assert (person.waiting_since, person.walk_in) == (None, False)
    note_waiting(participant=person, by=owner, now=NOW)
    note_waiting(participant=person, by=owner, now=LATER)
    person.refresh_from_db()
    assert person.waiting_since == NOW
    assert AuditRecord.objects.filter(action="stand_by_came").count() == 1
    stranger = make_person(event)
    assert refused(note_waiting, participant=stranger, by=owner, now=NOW).code == "not_on_stand_by"


def test_who_is_removed_is_on_no_list(event, owner):
    (person,) = queue(event, owner, "甲")
    remove_from_stand_by(participant=person, by=owner, now=NOW)
    person.refresh_from_db()
    assert (person.stand_by, person.waiting_since, person.missing) == (None, None, True)
    assert actions(event)[-1] == ("stand_by_removed", {"number": 1})
    assert refused(check_in, participant=person, by=owner, now=NOW).code == "not_on_latest_list"
    assert refused(remove_from_stand_by, participant=person, by=owner, now=NOW).code == "not_on_stand_by"


def test_terms(event, owner):
    session = event.sessions.get()
    terms = {"session": session, "by": owner, "now": NOW}
    set_stand_by_terms(**terms, places=120, stand_by_at=LATER)
    set_stand_by_terms(**terms, places=120, stand_by_at=LATER)
    session.refresh_from_db()
    assert (session.places, session.stand_by_at) == (120, LATER)
    assert actions(event) == [("places_set", {"places": 120, "stand_by_at": "2026-09-25T10:42+00:00"})]
    refusal = refused(set_stand_by_terms, **terms, places=0, stand_by_at=None)
    assert (refusal.code, refusal.status) == ("bad_places", 400)


@pytest.mark.parametrize(("minutes", "kept"), [(-1, True), (0, True), (1, False)])
def test_a_minute_still_to_come_gives_places_back(event, owner, session, minutes, kept):
    event.sessions.update(stand_by_filled_at=NOW)
    at = NOW + timedelta(minutes=minutes)
    set_stand_by_terms(session=session, by=owner, now=NOW, places=4, stand_by_at=at)
    session.refresh_from_db()
    assert (session.stand_by_filled_at is not None) is kept


@pytest.mark.parametrize(
    ("places", "given_away", "vacant", "free"),
    [(None, False, None, None), (9, False, 7, 4), (4, False, 2, 0), (4, True, 2, 2), (1, True, 0, 0)],
)
def test_places(event, owner, places, given_away, vacant, free, django_assert_num_queries):
    for name in ("甲", "乙"):
        make_person(event, name, checked_in_at=NOW, checked_in_by=owner)
    for name in ("丙", "丁", "戊"):
        make_person(event, name)
    make_person(event, "己", missing=True)
    queue(event, owner, "庚")
    queue(event, owner, "辛", here=False)
    session = event.sessions.get()
    session.places, session.stand_by_filled_at = places, NOW if given_away else None
    with django_assert_num_queries(2):
        figures = place_figures(session)
    assert figures == PlaceFigures(places, arrived=2, absent=3, queue=2, waiting=1, given_away=given_away)
    assert (figures.vacant, figures.free) == (vacant, free)


def test_sessions_have_their_own_queues(event, owner):
    first = event.sessions.get()
    second = event.sessions.create(number=2)
    early, late, nowhere = (
        add_stand_by(event=event, by=owner, now=NOW, name=name, session=session)
        for name, session in (("甲", first), ("乙", second), ("丙", None))
    )
    assert [person.stand_by for person in (early, late, nowhere)] == [1, 2, 3]
    assert (list(stand_by_queue(first)), list(stand_by_queue(second))) == ([early, nowhere], [late])


def test_vacant_places_go_to_the_lowest_numbers_at_the_door(event, owner, session):
    make_person(event, "甲", checked_in_at=NOW, checked_in_by=owner)
    make_person(event, "乙")  # has not come
    (away,) = queue(event, owner, "丙", here=False)
    first, second, third = queue(event, owner, "丁", "戊", "己")
    assert move_up_stand_by(session=session, by=owner, now=LATER) == [first, second]
    first.refresh_from_db()
    assert (first.stand_by, first.waiting_since, first.checked_in_at, first.checked_in_by) == (
        None, None, LATER, owner,
    )  # fmt: skip
    assert list(stand_by_queue(session)) == [away, third]
    assert actions(event)[-2:] == [("stand_by_moved_up", {"number": 2}), ("stand_by_moved_up", {"number": 3})]
    assert move_up_stand_by(session=session, by=owner, now=LATER) == []
    session.refresh_from_db()
    assert session.stand_by_filled_at == LATER


def test_asked_again_only_newly_vacant_places_are_given(event, owner, session):
    first, second = queue(event, owner, "丁", "戊")
    assert move_up_stand_by(session=session, by=owner, now=NOW) == [first, second]
    later = queue(event, owner, "己", "庚")
    assert move_up_stand_by(session=session, by=owner, now=LATER) == later[:1]
    session.refresh_from_db()
    assert session.stand_by_filled_at == NOW


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"places": None, "stand_by_at": NOW}, "stand_by_no_places"),
        ({"places": 3, "stand_by_at": None}, "stand_by_no_minute"),
        ({"places": 3, "stand_by_at": NOW + timedelta(seconds=1)}, "stand_by_too_early"),
    ],
)
def test_moving_up_is_refused(event, owner, session, terms, code):
    (person,) = queue(event, owner, "甲")
    event.sessions.update(**terms)
    assert refused(move_up_stand_by, session=session, by=owner, now=NOW).code == code
    assert list(stand_by_waiting(session)) == [person]
    session.refresh_from_db()
    assert session.stand_by_filled_at is None


def test_too_early_names_the_minute_on_the_event_s_clock(event, owner, session):
    event.sessions.update(stand_by_at=LATER)
    refusal = refused(move_up_stand_by, session=session, by=owner, now=NOW)
    assert "18:42" in str(refusal)
    assert refusal.context == {"at": "2026-09-25T18:42:00+08:00"}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_pressed_at_two_desks_each_moves_up_once(event, owner, session):
    people = queue(event, owner, *(f"甲{number}" for number in range(6)))

    def press(_desk):
        return [person.pk for person in move_up_stand_by(session=session, by=owner, now=NOW)]

    with ThreadPoolExecutor(4) as pool:
        moved = list(pool.map(in_thread(press), range(4)))
    assert sorted(pk for one in moved for pk in one) == [person.pk for person in people[:3]]
    assert AuditRecord.objects.filter(action="stand_by_moved_up").count() == 3


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_numbers_given_at_once_differ(event, owner):
    people = [make_person(event, f"甲{number}") for number in range(8)]

    def give(person):
        return add_to_stand_by(participant=person, by=owner, now=NOW, here=True).stand_by

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(in_thread(give), people)) == list(range(1, 9))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_guests_who_come_while_the_list_moves_up(event, owner, session):
    guests = [make_person(event, f"甲{number}") for number in range(3)]
    queue(event, owner, *(f"乙{number}" for number in range(3)))

    def work(guest):
        try:
            if guest is None:
                return len(move_up_stand_by(session=session, by=owner, now=NOW))
            return int(check_in(participant=guest, by=owner, now=NOW).first)
        except Refusal as refusal:
            return {"place_given_away": 0}[refusal.code]

    with ThreadPoolExecutor(4) as pool:
        came = list(pool.map(in_thread(work), [*guests, None]))
    here = Participant.objects.filter(event=event, checked_in_at__isnull=False).count()
    assert (sum(came), here) == (here, 3)
