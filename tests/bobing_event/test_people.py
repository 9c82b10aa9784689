"""Walk-ins and corrections, one person at a time."""

import pytest

from bobing_event.models import AuditRecord
from bobing_event.refusals import Refusal
from bobing_event.services.people import add_participant, change_participant
from tests.bobing_event.factories import NOW, listed, make_event, make_person, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def event(owner):
    return make_event(owner)


def refused(work, **kwargs) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        work(now=NOW, **kwargs)
    return refusal.value


def test_add_participant_cleans_as_a_sheet_is(event, owner):
    session = event.sessions.get()
    person = add_participant(
        event=event, by=owner, now=NOW, name="王 㛃", phone="+86 138-0000-0001", unit=" 财务部 ", gender="f",
        id_number="35020319900101001x", ticket="A7", note="素食", session=session,
    )  # fmt: skip
    person.refresh_from_db()
    assert (person.name, person.phone, person.unit, person.gender) == ("王㛃", "13800000001", "财务部", "f")
    assert (person.id_number, person.ticket, person.note, person.session) == (
        "35020319900101001X", "A7", "素食", session,
    )  # fmt: skip
    record = AuditRecord.objects.get(action="person_added")
    assert (record.subject, record.detail) == (f"person:{person.pk}", {})


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"name": " "}, "bad_name", "name"),
        ({"name": "46"}, "bad_name", "name"),
        ({"phone": "138"}, "bad_phone", "phone"),
        ({"id_number": "3502"}, "bad_id_number", "id_number"),
        ({"unit": "x" * 81}, "too_long", "unit"),
    ],
)
def test_people_that_are_refused(event, owner, fields, code, field):
    refusal = refused(add_participant, event=event, by=owner, **{"name": "王明", **fields})
    assert (refusal.code, refusal.status, refusal.context) == (code, 400, {"field": field})
    assert listed(event) == []


def test_phone_and_id_number_taken(event, owner):
    other = make_person(event, "李静", phone="13800000001", id_number="E12345678")
    refusal = refused(add_participant, event=event, by=owner, name="王明", phone="138 0000 0001")
    assert (refusal.code, refusal.context) == ("phone_taken", {"field": "phone", "participant": other.pk})
    refusal = refused(add_participant, event=event, by=owner, name="王明", id_number="e12345678")
    assert (refusal.code, refusal.context) == ("id_number_taken", {"field": "id_number", "participant": other.pk})


def test_the_phone_of_another_event_is_free(event, owner):
    make_person(make_event(owner, "spring"), "李静", phone="13800000001")
    add_participant(event=event, by=owner, now=NOW, name="王明", phone="13800000001")
    assert listed(event) == [("王明", "13800000001", "")]


def test_nobody_is_added_twice_by_name(event, owner):
    other = make_person(event, "王明", phone="13800000001", unit="财务部")
    refusal = refused(add_participant, event=event, by=owner, name="王明", unit="财务部")
    assert (refusal.code, refusal.context) == ("person_exists", {"participant": other.pk})
    add_participant(event=event, by=owner, now=NOW, name="王明", unit="财务部", phone="13800000002")
    add_participant(event=event, by=owner, now=NOW, name="王明", unit="行政部")
    assert event.participants.count() == 3


def test_a_session_of_another_event(event, owner):
    foreign = make_event(owner, "spring").sessions.get()
    refusal = refused(add_participant, event=event, by=owner, name="王明", session=foreign)
    assert (refusal.code, refusal.status) == ("foreign_session", 404)


def test_change_participant(event, owner):
    person = make_person(event, "王明", phone="13800000001")
    change_participant(participant=person, by=owner, now=NOW, name="王 鸣", phone="", unit="财务部")
    person.refresh_from_db()
    assert (person.name, person.phone, person.unit) == ("王鸣", "", "财务部")
    record = AuditRecord.objects.get(action="person_changed")
    assert (record.subject, record.detail) == (f"person:{person.pk}", {"fields": ["name", "phone", "unit"]})


def test_changing_nothing_is_not_recorded(event, owner):
    person = make_person(event, "王明", phone="13800000001")
    change_participant(participant=person, by=owner, now=NOW, name="王明", phone="138-0000-0001")
    assert not AuditRecord.objects.filter(action="person_changed").exists()


def test_changes_that_are_refused(event, owner):
    make_person(event, "李静", phone="13800000001")
    person = make_person(event, "王明")
    assert refused(change_participant, participant=person, by=owner, phone="13800000001").code == "phone_taken"
    assert refused(change_participant, participant=person, by=owner, name="").code == "bad_name"
    person.refresh_from_db()
    assert (person.name, person.phone) == ("王明", "")
    with pytest.raises(TypeError, match="checked_in_at"):
        change_participant(participant=person, by=owner, now=NOW, checked_in_at=NOW)
