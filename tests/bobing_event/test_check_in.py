"""Arrivals: once each, looked up by whatever is scanned or typed."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from threading import Barrier

import pytest
from django.db import connection

from bobing_event.models import AuditRecord
from bobing_event.queries import (
    ArrivalFigures,
    Arrivals,
    StationFigures,
    arrival_figures,
    arrivals_matching,
    is_minor,
    people_counts,
)
from bobing_event.refusals import Refusal
from bobing_event.services.check_in import admit_missing, check_in, undo_check_in
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


def test_the_repeat_of_a_scan_is_the_first_time_again(event, owner):
    person = make_person(event)
    asked = {"participant": person, "by": owner, "where": "签到台 2"}
    answers = [
        check_in(**asked, now=NOW, scan="one").first,
        check_in(**asked, now=LATER, scan="one").first,
        check_in(**asked, now=LATER, scan="two").first,
        check_in(**asked, now=LATER).first,
    ]
    assert answers == [True, True, False, False]
    person.refresh_from_db()
    assert (person.checked_in_at, person.checked_in_where) == (NOW, "签到台 2")
    assert AuditRecord.objects.get(action="checked_in").detail == {"where": "签到台 2"}


def test_without_a_number_no_scan_is_a_repeat(event, owner):
    person = make_person(event)
    check_in(participant=person, by=owner, now=NOW)
    assert check_in(participant=person, by=owner, now=LATER).first is False


def test_undo_forgets_station_and_scan(event, owner):
    person = make_person(event)
    check_in(participant=person, by=owner, now=NOW, where="签到台 2", scan="one")
    undo_check_in(participant=person, by=owner, now=LATER)
    person.refresh_from_db()
    assert (person.checked_in_where, person.checked_in_scan) == ("", "")
    assert AuditRecord.objects.get(action="check_in_undone").detail == {"where": "签到台 2"}
    assert check_in(participant=person, by=owner, now=LATER, where="签到台 3", scan="two").first


def refused(work, **kwargs) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        work(**kwargs)
    return refusal.value


def test_who_is_missing_is_admitted_on_purpose(event, owner):
    person = make_person(event, missing=True)
    asked = {"participant": person, "by": owner, "now": NOW}
    assert refused(check_in, **asked).code == "not_on_latest_list"
    assert admit_missing(**asked, where="签到台 2", scan="one").first
    person.refresh_from_db()
    assert (person.missing, person.checked_in_at, person.checked_in_where) == (False, NOW, "签到台 2")
    assert [record.action for record in AuditRecord.objects.exclude(action="event_created")] == ["person_admitted"]
    assert [admit_missing(**asked, scan=scan).first for scan in ("one", "two")] == [True, False]


def test_admitting_who_is_on_the_list_or_waits(event, owner):
    listed, waiting = make_person(event), make_person(event, "候", missing=True, stand_by=1)
    assert refused(admit_missing, participant=listed, by=owner, now=NOW).code == "not_missing"
    assert refused(admit_missing, participant=waiting, by=owner, now=NOW).code == "on_stand_by"
    waiting.refresh_from_db()
    assert (waiting.missing, waiting.checked_in_at) == (True, None)


def test_who_waits_is_no_guest(event, owner):
    refusal = refused(check_in, participant=make_person(event, stand_by=3), by=owner, now=NOW)
    assert (refusal.code, refusal.context) == ("on_stand_by", {"number": 3})
    assert people_counts(event)["checked_in"] == 0


def test_a_place_that_was_given_away(event, owner):
    session = event.sessions.get()
    here, late, other = (make_person(event, name) for name in ("甲", "乙", "丙"))
    session.places, session.stand_by_at, session.stand_by_filled_at = 2, NOW, NOW
    session.save()
    check_in(participant=here, by=owner, now=NOW)
    assert check_in(participant=late, by=owner, now=NOW).first  # there is still one
    assert refused(check_in, participant=other, by=owner, now=NOW).code == "place_given_away"


def at_once(work, arguments):
    """Each on a connection of its own that is open before any of them begins."""
    start = Barrier(len(arguments))

    def begin(argument):
        connection.ensure_connection()
        start.wait(10)
        return work(argument)

    with ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(in_thread(begin), arguments))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_eight_stations_at_once(event, owner):
    person = make_person(event)

    def scan(number):
        return check_in(participant=person, by=owner, now=NOW, where=f"签到台 {number}", scan=str(number)).first

    assert sorted(at_once(scan, range(8))) == [False] * 7 + [True]
    assert AuditRecord.objects.filter(action="checked_in").count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_last_place_goes_to_one(event, owner):
    people = [make_person(event, f"甲{number}") for number in range(6)]
    event.sessions.update(places=2, stand_by_at=NOW, stand_by_filled_at=NOW)

    def scan(person):
        try:
            return check_in(participant=person, by=owner, now=NOW).first
        except Refusal as refusal:
            return refusal.code

    answers = at_once(scan, people)
    assert sorted(map(str, answers)) == ["True"] * 2 + ["place_given_away"] * 4
    assert people_counts(event)["checked_in"] == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_undo_and_scan_at_once(event, owner):
    person = make_person(event, checked_in_at=NOW, checked_in_by=owner)

    def work(number):
        if number % 2:
            return check_in(participant=person, by=owner, now=LATER).first
        try:
            return bool(undo_check_in(participant=person, by=owner, now=LATER))
        except Refusal as refusal:
            return refusal.code

    at_once(work, range(6))
    done = [AuditRecord.objects.filter(action=action).count() for action in ("check_in_undone", "checked_in")]
    person.refresh_from_db()
    assert done[0] - done[1] == (0 if person.checked_in_at else 1)


@pytest.fixture
def hall(event):
    return {
        "wang": make_person(event, "王明", phone="13800000001", unit="财务部", ticket="A7", initials="wm"),
        "wangs": make_person(event, "王小明", phone="13900000001", unit="财务部", initials="wxm"),
        "li": make_person(event, "李静", phone="13800001234", unit="行政部", initials="lj", code="ABCDEFGH23"),
        "twin": make_person(event, "李静", unit="客服部", initials="lj", id_number="35020319900101001X"),
        "wu": make_person(event, "吴敏", unit="财务部", initials="wm", proxy_name="赵刚", proxy_phone="13700009876"),
        "anna": make_person(event, "Anna Lee", unit="Visitors", initials="al"),
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
        # a QR code: bare, an address, through a Chinese input method, small letters
        ("ABCDEFGH23", "li", ["li"]),
        ("abcdefgh23", "li", ["li"]),
        ("http://192.168.1.20:8000/p/ABCDEFGH23/", "li", ["li"]),
        ("http：、、192.168.1.20、p、ABCDEFGH23、", "li", ["li"]),
        ("http://192.168.1.20:8000/q/ABCDEFGH23/", None, []),
        ("ABCDEFGH24", None, []),
        # the tail of an ID number
        ("35020319900101001X", "twin", ["twin"]),
        ("001X", "twin", ["twin"]),
        ("001x", "twin", ["twin"]),
        ("01X", None, []),
        # pinyin initials, and how they begin; both always ask
        ("wm", None, ["wang", "wu"]),
        ("WM", None, ["wang", "wu"]),
        ("w", None, ["wang", "wangs", "wu"]),
        ("wx", None, ["wangs"]),
        ("ouy", None, []),
        ("anna", None, ["anna"]),
        ("al", None, ["anna"]),
        ("Anna Lee", "anna", ["anna"]),
        # who throws for somebody
        ("赵刚", "wu", ["wu"]),
        ("9876", "wu", ["wu"]),
        # several parts, each of which must fit
        ("wm 财务", None, ["wang", "wu"]),
        ("李静 客服", None, ["twin"]),
        ("李静 1234", None, ["li"]),
        ("李静 财务", None, []),
    ],
)
def test_who_is_meant(event, hall, text, certain, people):
    assert arrivals_matching(event, text) == Arrivals(hall.get(certain), [hall[name] for name in people])


def test_people_of_another_event_are_not_found(event, owner, hall):
    other = make_event(owner, "spring")
    assert [arrivals_matching(other, text) for text in ("王明", "ABCDEFGH23")] == [Arrivals(None, [])] * 2


def test_who_has_not_arrived_is_offered_first(event, owner):
    here = make_person(event, "李静", checked_in_at=NOW, checked_in_by=owner)
    others = [make_person(event, "李静", unit=unit) for unit in ("财务部", "行政部")]
    assert arrivals_matching(event, "李静").people == [*others, here]


def test_nine_are_offered_and_it_says_that_there_are_more(event):
    people = [make_person(event, "张伟", unit=f"{number} 部", initials="zw") for number in range(10)]
    assert arrivals_matching(event, "张伟") == Arrivals(None, people[:9], more=True)
    assert arrivals_matching(event, "zw 8") == Arrivals(None, [people[8]], more=False)


@pytest.mark.parametrize(("text", "queries"), [("ABCDEFGH23", 1), ("王明", 1), ("wm", 2), ("赵六", 2)])
def test_queries_of_a_look_up(event, hall, text, queries, django_assert_num_queries):
    with django_assert_num_queries(queries):
        people = arrivals_matching(event, text).people
        assert [str(person.checked_in_by) for person in people] == ["None"] * len(people)


@pytest.mark.parametrize("people", [1, 3])
def test_arrival_figures(event, owner, people, django_assert_num_queries):
    early = NOW - timedelta(minutes=6)
    for number in range(people):
        make_person(event, f"甲{number}", checked_in_at=NOW, checked_in_by=owner, checked_in_where="签到台 2")
        make_person(event, f"乙{number}", checked_in_at=early, checked_in_by=owner, checked_in_where="签到台 1")
        make_person(event, f"丙{number}")
        make_person(event, f"丁{number}", missing=True)
        make_person(event, f"戊{number}", stand_by=number + 1)
    make_person(make_event(owner, "spring"), checked_in_at=NOW, checked_in_by=owner)
    with django_assert_num_queries(1):
        figures = arrival_figures(event, now=NOW)
    stations = [StationFigures("签到台 1", people, 0), StationFigures("签到台 2", people, people)]
    assert figures == ArrivalFigures(invited=3 * people, stations=stations)
    assert (figures.arrived, figures.expected, figures.a_minute) == (2 * people, people, people / 5)


@pytest.mark.parametrize(
    ("id_number", "minor"),
    [
        ("350203200809260014", True),
        ("350203200809250014", False),  # eighteen on the day
        ("35020319900101001X", False),
        ("350203900101001", False),
        ("E12345678", False),
        ("", False),
    ],
)
def test_is_minor(event, id_number, minor):
    assert is_minor(make_person(event, id_number=id_number), on=date(2026, 9, 25)) is minor
