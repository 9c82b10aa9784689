"""Corrections where the 状元 is at stake: a second person stands for them with a PIN."""

import pytest

from bobing_event.models import AuditRecord, Role
from tables import services
from tables.models import Entry, Table
from tables.queries import export_of
from tests.tables.factories import (
    NOTHING,
    NOW,
    PIN,
    attempt,
    correction,
    entry,
    give_pin,
    make_approver,
    make_device,
    make_event,
    make_table,
    make_user,
    open_table,
    record,
    throw,
)
from tests.tables.tablets import code_of, tablet

pytestmark = pytest.mark.django_db


def _fresh(table: Table) -> Table:
    return Table.objects.select_related("session__event").get(pk=table.pk)


def needed(table: Table, asked: dict) -> bool:
    """What the preview says, and that recording asks for the same."""
    changes = services.preview_correction(table=_fresh(table), data=asked, now=NOW, may_correct_any=True)
    refusal = attempt(table, {**asked, "approval": None}).refusal
    assert (refusal is not None and refusal.code == "approval_needed") == changes["needs_approval"]
    assert changes["needs_reason"] or not changes["needs_approval"]
    return changes["needs_approval"]


def played(*more: dict) -> Table:
    table = open_table(make_table(seats=4))
    record(table, throw(1, "444415"), throw(2, "442156"), throw(3, NOTHING), *more)
    return table


# --- what is at stake --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (lambda: correction(1, "throw", seat=1, dice="444416"), True),  # a 状元-level throw becomes another
        (lambda: correction(2, "throw", seat=2, dice="444456"), True),  # becomes one
        (lambda: correction(2, "throw", seat=2, dice="444215"), False),  # 二举 becomes 三红
        (lambda: correction(3, "void"), False),
        (lambda: correction(3, "pass", seat=3), False),
        (lambda: correction(3, "throw", seat=3, dice="111111"), True),
        (lambda: correction(2, "throw", seat=2, pattern="yixiu"), False),
    ],
)
def test_what_needs_a_second_person(asked, expected) -> None:
    assert needed(played(), asked()) is expected


def test_who_is_champion_no_more() -> None:
    table = open_table(make_table(seats=3))
    record(table, throw(1, "444415"), throw(2, NOTHING), throw(3, NOTHING), entry("time_up"))
    assert _fresh(table).has_ended
    assert needed(table, correction(4, "void"))  # the table opens again


def test_an_entry_before_a_candidate_s_taken_out_touches_nobody() -> None:
    table = open_table(make_table(seats=4))
    record(table, entry("rethrow", 1), throw(1, "444415"), throw(2, NOTHING))
    assert needed(table, correction(1, "void")) is False


def test_another_is_appointed() -> None:
    table = open_table()
    record(table, entry("time_up"), entry("appoint", 1, reason="committee"))
    assert needed(table, correction(2, "appoint", seat=2))


# --- who may -----------------------------------------------------------------------------------------------
def test_an_approved_correction() -> None:
    table = played()
    approver = make_approver(table.session.event)
    recording = record(table, correction(1, "throw", seat=1, dice="442156"))
    row = recording.results[0].entry
    assert (row.approved_by, row.recorded_by.username, row.reason) == (approver, "owner", "misread")
    assert Entry.objects.get(seq=4).approved_by == approver
    exported = export_of(_fresh(table))["entries"]
    assert [line["approved_by"] for line in exported] == [None, None, None, "approver"]
    action = AuditRecord.objects.get(action="correction_approved")
    assert (action.by.username, action.detail) == ("owner", {"approved_by": "approver"})
    assert list(services.verify_table(_fresh(table))) == []


def test_pins_that_do_not_approve() -> None:
    table = played()
    event = table.session.event
    give_pin(event, make_user("owner"), "730916")
    give_pin(event, make_user("ref", event, Role.REFEREE), "557109")
    sent = correction(1, "throw", seat=1, dice="442156")
    for approval, code, status in (
        (None, "approval_needed", 403),
        ({"pin": "999998"}, "bad_pin", 403),
        ({"pin": "730916"}, "approval_by_same_person", 403),
        ({"pin": "557109"}, "approver_not_allowed", 403),
        ({"pin": 204816}, "bad_approval", 400),
        ({}, "bad_approval", 400),
        ("204816", "bad_approval", 400),
    ):
        refusal = attempt(table, {**sent, "approval": approval}).refusal
        assert (refusal.code, refusal.status) == (code, status)
    assert attempt(table, {**sent, "reason": ""}).refusal.code == "reason_needed"
    assert Entry.objects.count() == 3
    assert not AuditRecord.objects.filter(action="correction_approved").exists()


@pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANISER, Role.FLOOR_MANAGER])
def test_who_approves(role) -> None:
    table = played()
    event = table.session.event
    boss = make_user("boss", event, role)
    give_pin(event, boss, "730916")
    record(table, correction(1, "throw", seat=1, dice="442156", approval={"pin": "730916"}))
    assert Entry.objects.get(seq=4).approved_by == boss


def test_who_paired_the_tablet_does_not_approve_what_it_sends() -> None:
    table = played()
    event = table.session.event
    device = make_device(table)  # paired by "floor"
    give_pin(event, make_user("floor"), "730916")
    make_approver(event)
    sent = correction(3, "throw", seat=3, dice="444456", approval={"pin": "730916"})
    options = {"by": make_user("floor"), "device": device, "may_correct_any": False}
    assert attempt(table, sent, **options).refusal.code == "approval_by_same_person"
    record(table, {**sent, "approval": {"pin": PIN}}, **options)


def test_guesses_are_counted_at_the_tablet() -> None:
    table = played()
    make_approver(table.session.event)
    api = tablet(table)
    sent = correction(3, "throw", seat=3, dice="444456")
    for _n in range(5):
        assert code_of(api.post(table, "entries/", {**sent, "approval": {"pin": "999998"}})) == (403, "bad_pin")
    assert code_of(api.post(table, "entries/", sent)) == (429, "too_many_pins")
    other = open_table(make_table(table.session.event, number=2))
    record(other, throw(1, "444415"))
    assert attempt(other, correction(1, "void")).refusal is None


def test_a_repeat_asks_nobody_again() -> None:
    table = played()
    sent = correction(1, "throw", seat=1, dice="442156")
    record(table, sent)
    assert attempt(table, {**sent, "approval": None}).results[0].status == "repeated"
    assert Entry.objects.count() == 4


def test_what_needs_no_approval_takes_none() -> None:
    table = open_table(make_table(make_event("other")))
    record(table, throw(1, "442156"))
    record(table, correction(1, "void", approval={"pin": "nonsense"}))
    assert Entry.objects.get(seq=2).approved_by is None
