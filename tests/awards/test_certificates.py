"""Making certificates: one for each honour, once, and another when a correction changes the honour."""

import pytest
from django.utils import translation

from awards.models import Certificate
from awards.queries import (
    CertificateCounts,
    certificate_by_code,
    certificate_counts,
    certificates_of,
    due_certificates,
    honours,
)
from awards.services import make_certificates, record_printing
from bobing_event.models import AuditRecord
from tests.awards.factories import (
    NOW,
    WEAK,
    a_won_playoff,
    an_ended_table,
    an_evening,
    an_event,
    an_open_table,
    by_owner,
    correct,
    record,
)

pytestmark = pytest.mark.django_db


def made(event):
    return [(c.number, c.participant.name, c.pattern, c.dice, c.place, c.is_void) for c in certificates_of(event)]


def test_champions_in_table_order_then_playoffs():
    event = an_evening(2)
    a_won_playoff(event)
    result = make_certificates(event=event, **by_owner())
    assert (len(result.new), result.void) == (3, ())
    winner = honours(event)[2].participant_id
    assert made(event)[:2] == [
        (1, "王明", "sihong", "444456", None, False),
        (2, "王明2", "chajinhua", "444411", None, False),
    ]
    third = Certificate.objects.get(number=3)
    assert (third.participant_id, third.pattern, third.dice, third.place) == (winner, "chajinhua", "444411", 1)
    assert third.playoff.kind == "zongzhuangyuan"


def test_twice_makes_nothing_new():
    event = an_evening(2)
    make_certificates(event=event, **by_owner())
    before = made(event)
    again = make_certificates(event=event, **by_owner())
    assert (again.new, again.void, made(event)) == ((), (), before)
    assert AuditRecord.objects.filter(action="certificates_made").count() == 1


def test_a_table_that_plays_has_none():
    event = an_event()
    record(an_open_table(event), (1, "444456"))
    assert make_certificates(event=event, **by_owner()).new == ()


def test_later_tables_get_later_numbers():
    event = an_event()
    an_ended_table(event, 5)
    make_certificates(event=event, **by_owner())
    an_ended_table(event, 2)
    make_certificates(event=event, **by_owner())
    assert [(c.number, c.table.number) for c in certificates_of(event)] == [(2, 2), (1, 5)]


def test_a_correction_that_changes_the_throw_makes_another():
    event = an_event()
    table = an_ended_table(event)
    make_certificates(event=event, **by_owner())
    assert due_certificates(event) == 0
    correct(table, 1, WEAK)
    result = make_certificates(event=event, **by_owner())
    assert ([c.number for c in result.new], [c.number for c in result.void]) == ([2], [1])
    assert made(event) == [
        (1, "王明", "sihong", "444456", None, True),
        (2, "王明", "sihong", "444412", None, False),
    ]
    assert Certificate.objects.get(number=1).voided_at == NOW
    assert AuditRecord.objects.filter(action="certificates_made").first().detail == {"new": [2], "void": [1]}


def test_a_correction_that_changes_the_champion_makes_another():
    event = an_event()
    table = an_ended_table(event)
    make_certificates(event=event, **by_owner())
    table = correct(table, 6, "444466")  # seat 3 throws a stronger 四红
    assert table.champion.number == 3
    assert due_certificates(event) == 1
    make_certificates(event=event, **by_owner())
    assert made(event) == [
        (1, "王明", "sihong", "444456", None, True),
        (2, "陈䶮", "sihong", "444466", None, False),
    ]
    assert due_certificates(event) == 0


def test_another_event_has_its_own_numbers():
    first, second = an_evening(1), an_evening(1, slug="other")
    make_certificates(event=first, **by_owner())
    make_certificates(event=second, **by_owner())
    assert [c.number for c in Certificate.objects.filter(event=second)] == [1]


def test_check_codes_differ_and_are_needed():
    event = an_evening(2)
    make_certificates(event=event, **by_owner())
    first, second = certificates_of(event)
    assert len(first.check_code) == 8
    assert first.check_code != second.check_code
    assert certificate_by_code("moon", 1, first.check_code) == first
    assert certificate_by_code("moon", 1, second.check_code) is None
    assert certificate_by_code("other", 1, first.check_code) is None


def test_counts():
    event = an_evening(2)
    assert due_certificates(event) == 2
    a_won_playoff(event)
    assert due_certificates(event) == 3
    make_certificates(event=event, **by_owner())
    assert due_certificates(event) == 0
    assert record_printing(event=event, numbers=[1, 3], **by_owner()) == 2
    record_printing(event=event, numbers=[1], **by_owner())
    assert certificate_counts(event) == CertificateCounts(standing=3, unprinted=1, void=0, sheets=3)


def test_labels():
    event = an_evening(2)
    playoff = a_won_playoff(event, "zongduitang", "123456")
    make_certificates(event=event, **by_owner())
    with translation.override("en"):
        assert [(c.number_text, c.honour_label) for c in certificates_of(event)] == [
            ("0001", "Zhuangyuan of table 1"),
            ("0002", "Zhuangyuan of table 2"),
            ("0003", "Grand Duitang"),
        ]
        second = Certificate(number=7, playoff=playoff, place=2)
        assert (second.number_text, second.honour_label) == ("0007", "Grand Duitang, place 2")


def test_queries_of_making_do_not_grow_with_tables(django_assert_num_queries):
    event = an_event()
    an_ended_table(event, 1)
    with django_assert_num_queries(10):
        make_certificates(event=event, **by_owner())
    for number in (2, 3, 4):
        an_ended_table(event, number)
    with django_assert_num_queries(10):
        make_certificates(event=event, **by_owner())
    with django_assert_num_queries(2):
        honours(event)
