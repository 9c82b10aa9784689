"""Walk-ins and corrections, one person at a time."""

import pytest

from bobing_event.models import AuditRecord, Participant
from bobing_event.refusals import Refusal
from bobing_event.services.people import (
    add_participant,
    add_stand_by,
    add_walk_in,
    change_participant,
    name_proxy,
)
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


def test_initials_follow_the_name(event, owner):
    person = add_participant(event=event, by=owner, now=NOW, name="王明")
    assert person.initials == "wm"
    assert change_participant(participant=person, by=owner, now=NOW, name="欧阳娜").initials == "oyn"


def test_a_walk_in_is_added_and_checked_in(event, owner):
    answer = add_walk_in(
        event=event, by=owner, now=NOW, name="王 明", phone="138 0000 0001", where="签到台 2", scan="one"
    )
    person = answer.participant
    person.refresh_from_db()
    assert (answer.first, person.name, person.phone, person.walk_in) == (True, "王明", "13800000001", True)
    assert (person.checked_in_at, person.checked_in_by, person.checked_in_where) == (NOW, owner, "签到台 2")
    actions = AuditRecord.objects.order_by("id").values_list("action", flat=True)
    assert list(actions) == ["event_created", "walk_in_added", "checked_in"]


def test_the_repeat_of_a_walk_in_adds_nobody(event, owner):
    asked = {"event": event, "by": owner, "now": NOW, "name": "王明", "scan": "one"}
    first, again = add_walk_in(**asked), add_walk_in(**asked)
    assert (first.participant, first.first) == (again.participant, again.first)
    waiting = add_stand_by(**{**asked, "name": "李静", "scan": "two"}, here=True)
    assert add_stand_by(**{**asked, "name": "李静", "scan": "two"}, here=True) == waiting
    assert event.participants.count() == 2


def test_a_walk_in_who_is_known_is_refused_with_who_it_is(event, owner):
    known = make_person(event, "王明", phone="13800000001")
    refusal = refused(add_walk_in, event=event, by=owner, name="王民", phone="13800000001")
    assert (refusal.code, refusal.context) == ("phone_taken", {"field": "phone", "participant": known.pk})
    assert "王明" in str(refusal)
    refusal = refused(add_walk_in, event=event, by=owner, name="王明")
    assert (refusal.code, refusal.context["participant"]) == ("person_exists", known.pk)
    assert not event.participants.exclude(pk=known.pk).exists()


@pytest.mark.parametrize(
    ("places", "given_away", "queue", "code"),
    [
        (None, False, 0, None),
        (3, False, 0, None),  # two are expected or here, one is free
        (2, False, 0, "no_place_left"),  # the one who has not come keeps the place
        (2, True, 0, None),
        (1, True, 0, "no_place_left"),
        (9, False, 1, "no_place_left"),  # nobody goes before who waits
    ],
)
def test_walk_ins_where_places_are_few(event, owner, places, given_away, queue, code):
    make_person(event, "甲", checked_in_at=NOW, checked_in_by=owner)
    make_person(event, "乙")
    for number in range(queue):
        make_person(event, f"候{number}", stand_by=number + 1)
    event.sessions.update(places=places, stand_by_at=NOW, stand_by_filled_at=NOW if given_away else None)
    asked = {"event": event, "by": owner, "name": "王明"}
    if code is None:
        assert add_walk_in(**asked, now=NOW).first
    else:
        refusal = refused(add_walk_in, **asked)
        assert (refusal.code, refusal.context) == (code, {"places": places, "queue": queue})
    assert event.participants.filter(name="王明").exists() is (code is None)


def test_a_walk_in_for_the_stand_by_list(event, owner):
    person = add_stand_by(event=event, by=owner, now=NOW, name="王明", here=True)
    assert (person.walk_in, person.stand_by, person.waiting_since, person.checked_in_at) == (True, 1, NOW, None)


def test_a_proxy_is_named_and_taken_away(event, owner):
    person = make_person(event)
    name_proxy(participant=person, by=owner, now=NOW, name="赵 刚", phone="137-0000-9876")
    person.refresh_from_db()
    assert (person.proxy_name, person.proxy_phone) == ("赵刚", "13700009876")
    name_proxy(participant=person, by=owner, now=NOW, name="赵刚", phone="13700009876")
    name_proxy(participant=person, by=owner, now=NOW, name=" ", phone="13700009876")
    person.refresh_from_db()
    assert (person.proxy_name, person.proxy_phone) == ("", "")
    records = AuditRecord.objects.exclude(action="event_created").order_by("id")
    assert [(record.action, record.detail) for record in records] == [("proxy_named", {}), ("proxy_removed", {})]
    refusal = refused(name_proxy, participant=person, by=owner, name="赵刚", phone="137")
    assert (refusal.code, refusal.context) == ("bad_phone", {"field": "proxy_phone"})


def test_guardians_are_cleaned_as_people_are(event, owner):
    person = make_person(event)
    change_participant(participant=person, by=owner, now=NOW, guardian_name="王 刚", guardian_phone="+86 13700009876")
    person.refresh_from_db()
    assert (person.guardian_name, person.guardian_phone) == ("王刚", "13700009876")
    assert AuditRecord.objects.get(action="person_changed").detail == {"fields": ["guardian_name", "guardian_phone"]}


def test_companions(event, owner):
    host = make_person(event, "王明")
    companion = add_walk_in(event=event, by=owner, now=NOW, name="王小宝", companion_of=host).participant
    assert list(host.companions.all()) == [companion]
    foreign = make_person(make_event(owner, "spring"))
    for other, host_of, code in (
        (make_person(event, "李静"), foreign, "foreign_companion"),
        (make_person(event, "陈强"), companion, "companion_of_companion"),
        (host, make_person(event, "林雨"), "companion_of_companion"),
        (host, host, "companion_of_self"),
    ):
        assert refused(change_participant, participant=other, by=owner, companion_of=host_of).code == code
    assert Participant.objects.filter(companion_of__isnull=False).get() == companion
    change_participant(participant=companion, by=owner, now=NOW, companion_of=None)
    assert not host.companions.exists()
