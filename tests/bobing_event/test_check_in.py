"""Arrivals: once each, looked up by whatever is scanned or typed."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from bobing_event.models import AuditRecord
from bobing_event.queries import Arrivals, arrivals_matching, people_counts
from bobing_event.refusals import Refusal
from bobing_event.services.check_in import check_in, undo_check_in
from tests.bobing_event.factories import NOW, in_thread, make_event, make_person, make_user

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=12)


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def event(owner):
    return make_event(owner)


def test_the_first_time_counts(event, owner):
    person = make_person(event)
    other = make_user("second-station")
    first = check_in(participant=person, by=owner, now=NOW)
    second = check_in(participant=person, by=other, now=LATER)
    assert (first.first, first.at) == (True, NOW)
    assert (second.first, second.at, second.participant.checked_in_by) == (False, NOW, owner)
    person.refresh_from_db()
    assert (person.checked_in_at, person.checked_in_by) == (NOW, owner)
    record = AuditRecord.objects.get(action="checked_in")
    assert (record.subject, record.by, record.at) == (f"person:{person.pk}", owner, NOW)
    assert people_counts(event) == {"total": 1, "checked_in": 1}


def test_undo(event, owner):
    person = make_person(event)
    with pytest.raises(Refusal) as refused:
        undo_check_in(participant=person, by=owner, now=NOW)
    assert refused.value.code == "not_checked_in"
    check_in(participant=person, by=owner, now=NOW)
    undo_check_in(participant=person, by=owner, now=LATER)
    person.refresh_from_db()
    assert (person.checked_in_at, person.checked_in_by) == (None, None)
    assert AuditRecord.objects.get(action="check_in_undone").at == LATER
    assert check_in(participant=person, by=owner, now=LATER).first


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_stations_at_once(event, owner):
    person = make_person(event)

    def scan(now):
        return check_in(participant=person, by=owner, now=now).first

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(in_thread(scan), [NOW, LATER]))
    assert sorted(answers) == [False, True]
    assert AuditRecord.objects.filter(action="checked_in").count() == 1


@pytest.fixture
def hall(event):
    return {
        "wang": make_person(event, "王明", phone="13800000001", unit="财务部", ticket="A7"),
        "wangs": make_person(event, "王小明", phone="13900000001", unit="财务部"),
        "li": make_person(event, "李静", phone="13800001234", unit="行政部"),
        "twin": make_person(event, "李静", unit="客服部"),
    }


@pytest.mark.parametrize(
    ("text", "certain", "people"),
    [
        ("A7", "wang", ["wang"]),
        ("13800000001", "wang", ["wang"]),
        ("+86 138-0000-0001", "wang", ["wang"]),
        ("1234", "li", ["li"]),
        ("0001", None, ["wang", "wangs"]),
        ("王明", "wang", ["wang"]),
        (" 王　小明", None, ["wangs"]),
        ("李静", None, ["li", "twin"]),
        ("王", None, ["wang", "wangs"]),
        ("小明", None, ["wangs"]),
        ("行政", None, ["li"]),
        ("234", None, []),
        ("9999", None, []),
        ("", None, []),
        ("赵六", None, []),
    ],
)
def test_who_is_meant(event, hall, text, certain, people):
    assert arrivals_matching(event, text) == Arrivals(hall.get(certain), [hall[name] for name in people])


def test_people_of_another_event_are_not_found(event, owner, hall):
    assert arrivals_matching(make_event(owner, "spring"), "王明") == Arrivals(None, [])
