"""Reads: who is found, in how many queries."""

import pytest

from bobing_event.audit import record_action
from bobing_event.queries import (
    STATES,
    audit_actions_of,
    audit_records_of,
    audit_subjects,
    counts_by_state,
    events_of,
    people_counts,
    people_of,
    roles_of,
    staff_of,
)
from tests.bobing_event.factories import NOW, make_event, make_member, make_person, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def event(owner):
    return make_event(owner)


@pytest.mark.parametrize(
    ("text", "state", "names"),
    [
        ("", "", ["王明", "李静", "陈强"]),
        ("", "in", ["李静"]),
        ("", "out", ["王明", "陈强"]),
        ("王", "", ["王明"]),
        ("财务", "", ["王明", "李静"]),
        ("财务", "out", ["王明"]),
        ("0001", "", ["王明"]),
        ("a7", "", []),
        ("A7", "", ["陈强"]),
        (" 李　静 ", "", []),
        ("李静 ", "", ["李静"]),
    ],
)
def test_people_of(event, owner, text, state, names):
    make_person(event, "王明", unit="财务部", phone="13800000001")
    make_person(event, "李静", unit="财务部", checked_in_at=NOW, checked_in_by=owner)
    make_person(event, "陈强", ticket="A7")
    make_person(make_event(owner, "spring"), "王明")
    assert [person.name for person in people_of(event, text=text, state=state)] == names


def test_events_and_roles_are_those_of_the_member(event, owner):
    other = make_event(make_user("other"), "spring")
    assert list(events_of(owner)) == [event]
    assert (roles_of(owner, event), roles_of(owner, other)) == ({"owner"}, frozenset())
    boss = make_user("boss", is_superuser=True)
    assert (set(events_of(boss)), roles_of(boss, other)) == ({event, other}, {"owner"})


@pytest.mark.parametrize("members", [1, 3])
def test_staff_of(event, members, django_assert_num_queries):
    users = [make_member(event, "referee", f"referee-{number}") for number in range(members)]
    event.memberships.create(user=users[0], role="prize_desk")
    with django_assert_num_queries(2):
        staff = [(member.user.username, [held.role for held in member.memberships]) for member in staff_of(event)]
    assert staff == [
        ("owner", ["owner"]),
        ("referee-0", ["prize_desk", "referee"]),
        *[(f"referee-{number}", ["referee"]) for number in range(1, members)],
    ]


@pytest.mark.parametrize("records", [1, 3])
def test_audit_subjects(event, owner, records, django_assert_num_queries):
    people = [make_person(event, f"甲{number}") for number in range(records)]
    for person in people:
        record_action(event=event, by=owner, now=NOW, action="checked_in", subject=f"person:{person.pk}")
    record_action(event=event, by=owner, now=NOW, action="role_granted", subject="referee")
    with django_assert_num_queries(2):
        found = list(audit_records_of(event))
        assert audit_subjects(found) == {f"person:{person.pk}": person.name for person in people}
    erased = f"person:{people[0].pk}"
    people[0].delete()
    assert audit_subjects(found)[erased] == ""


def test_audit_records_of(event, owner):
    desk = make_member(event, "prize_desk")
    record_action(event=event, by=desk, now=NOW, action="checked_in")
    assert [record.by for record in audit_records_of(event, action="checked_in")] == [desk]
    assert [record.action for record in audit_records_of(event, username="owner")] == ["event_created"]
    assert audit_actions_of(event) == ["checked_in", "event_created"]


def test_counts_of_people(event, owner):
    host = make_person(event, "甲", checked_in_at=NOW, checked_in_by=owner, walk_in=True, proxy_name="乙")
    make_person(event, "丙", companion_of=host)
    make_person(event, "丁", stand_by=1)
    make_person(event, "戊", missing=True)
    make_person(event, "己", missing=True, checked_in_at=NOW, checked_in_by=owner)
    assert people_counts(event) == {"total": 3, "checked_in": 2}
    counts = counts_by_state(event)
    assert counts == {
        "total": 5, "in": 2, "out": 1, "walk_in": 1, "stand_by": 1, "missing": 2, "proxy": 1, "companion": 1,
    }  # fmt: skip
    assert {state: people_of(event, state=state).count() for state in STATES} == {
        state: count for state, count in counts.items() if state != "total"
    }


@pytest.mark.parametrize(("text", "names"), [("wm", ["王明", "吴敏敏"]), ("wmm", ["吴敏敏"]), ("赵刚", ["王明"])])
def test_people_by_initials_and_proxy(event, text, names):
    make_person(event, "王明", initials="wm", proxy_name="赵刚")
    make_person(event, "吴敏敏", initials="wmm")
    assert [person.name for person in people_of(event, text=text)] == names
