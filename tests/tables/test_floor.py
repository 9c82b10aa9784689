"""Calls for help and extra time."""

from datetime import timedelta

import pytest

from bobing_event.models import AuditRecord, Role
from bobing_event.refusals import Refusal
from tables import services
from tables.models import HelpCall, Table
from tables.queries import table_state
from tables.services.floor import MOST_MINUTES
from tests.tables.factories import (
    NOTHING,
    NOW,
    entry,
    idle,
    make_event,
    make_table,
    make_user,
    open_table,
    record,
    throw,
)
from tests.tables.tablets import code_of, tablet, user

pytestmark = pytest.mark.django_db


def _fresh(table: Table) -> Table:
    return Table.objects.select_related("session__event").get(pk=table.pk)


def refused(work, **fields) -> str:
    with pytest.raises(Refusal) as refusal:
        work(now=NOW, **fields)
    return refusal.value.code


def actions() -> list[tuple[str, dict]]:
    wanted = ("help_called", "help_answered", "help_withdrawn", "extra_time_granted")
    records = AuditRecord.objects.filter(action__in=wanted).order_by("pk")
    return [(one.action, one.detail) for one in records]


# --- help --------------------------------------------------------------------------------------------------
def test_a_tablet_calls_and_withdraws() -> None:
    table = open_table()
    api = tablet(table)
    answer = api.post(table, "help/", {"reason": "dispute", "note": "seat 3 saw 5"})
    call = HelpCall.objects.get()
    assert (answer.status_code, answer.json()) == (201, {
        "help": {"reason": "dispute", "called_at": call.called_at.isoformat(timespec="microseconds")},
        "sign_off": None, "objections": 0,
    })  # fmt: skip
    assert (call.called_by.username, call.device.label, call.note) == ("floor", "Table 1", "seat 3 saw 5")
    assert api.get(table).json()["help"] == answer.json()["help"]
    assert api.post(table, "entries/", throw(1, NOTHING)).json()["state"]["help"] == answer.json()["help"]
    withdrawn = api.delete(table, "help/")
    assert (withdrawn.status_code, withdrawn.json()["help"]) == (200, None)
    assert api.delete(table, "help/").status_code == 200  # the answer to the first was lost
    assert actions() == [("help_called", {"reason": "dispute", "note": "seat 3 saw 5"}), ("help_withdrawn", {})]


def test_a_second_call_says_anew_what_it_is_about() -> None:
    table, by = open_table(), make_user("owner")
    first = services.call_help(table=table, reason="dice", by=by, now=NOW)
    services.call_help(table=table, reason="dice", by=by, now=NOW + timedelta(minutes=1))  # sent twice
    later = services.call_help(table=table, reason="dispute", note=" who ", by=by, now=NOW + timedelta(minutes=2))
    assert (later.pk, later.reason, later.note, later.called_at) == (first.pk, "dispute", "who", NOW)
    assert HelpCall.objects.count() == 1
    assert [action for action, _detail in actions()] == ["help_called", "help_called"]


def test_a_call_is_answered_once() -> None:
    table = open_table()
    event = table.session.event
    call = services.call_help(table=table, reason="tablet", by=make_user("owner"), now=NOW)
    lin = make_user("lin", event, Role.FLOOR_MANAGER)
    lin.first_name = "Lin"
    lin.save()
    answered = services.answer_help(call=call, by=lin, now=NOW + timedelta(minutes=1))
    assert (answered.answered_by, answered.answered_at) == (lin, NOW + timedelta(minutes=1))
    with pytest.raises(Refusal) as refusal:
        services.answer_help(call=call, by=make_user("owner"), now=NOW)
    assert (refusal.value.code, str(refusal.value)) == (
        "help_answered", "Lin has taken the call of table 1 already.",
    )  # fmt: skip
    assert table_state(_fresh(table), now=NOW)["help"] is None
    assert services.call_help(table=table, reason="tablet", by=lin, now=NOW).pk != call.pk


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"reason": "boredom"}, 400, "unknown_reason"),
        ({"reason": ""}, 400, "invalid"),
        ({}, 400, "invalid"),
        ({"reason": "dice", "note": "x" * 121}, 400, "invalid"),
    ],
)
def test_calls_that_are_none(sent, status, code) -> None:
    table = open_table()
    assert code_of(tablet(table).post(table, "help/", sent)) == (status, code)
    assert HelpCall.objects.count() == 0


def test_a_long_note_is_refused_by_the_service_too() -> None:
    table = open_table()
    assert refused(services.call_help, table=table, reason="dice", note="x" * 121, by=make_user("owner")) == (
        "note_too_long"
    )


def test_who_calls_for_help() -> None:
    table = open_table()
    event = table.session.event
    for role, status in ((Role.FLOOR_MANAGER, 201), (Role.REFEREE, 403), (Role.AUDITOR, 403)):
        assert user(role, event, role).post(table, "help/", {"reason": "dice"}).status_code == status
        assert user(role).post(table, "heartbeat/", {"unsent": 0}).status_code == (200 if status == 201 else 403)
    stranger = user("stranger", make_event("elsewhere"), Role.OWNER)
    assert code_of(stranger.post(table, "help/", {"reason": "dice"})) == (404, "not_found")
    assert code_of(stranger.delete(table, "help/")) == (404, "not_found")


# --- extra time --------------------------------------------------------------------------------------------
def timed(number: int = 1, event=None) -> Table:
    event = event or make_event(overrides={"time_limit_minutes": 40})
    return open_table(make_table(event, number=number, seats=3))


def test_extra_time_moves_the_end() -> None:
    table, by = timed(), make_user("owner")
    services.grant_extra_time(tables=[table], minutes=5, by=by, now=NOW)
    services.grant_extra_time(tables=[table], minutes=10, by=by, now=NOW)
    assert table_state(_fresh(table), now=NOW)["clock"] == {
        "limit_minutes": 40, "extra_minutes": 15, "opened_at": "2026-09-25T11:00:00.000000+00:00",
        "ends_at": "2026-09-25T11:55:00.000000+00:00",
    }  # fmt: skip
    services.grant_extra_time(tables=[table], minutes=-60, by=by, now=NOW)  # by mistake: not less than the rules give
    assert _fresh(table).extra_minutes == 0
    assert actions() == [("extra_time_granted", {"minutes": minutes, "numbers": [1]}) for minutes in (5, 10, -60)]


def test_only_who_plays_on_time_gets_it() -> None:
    playing = timed()
    event = playing.session.event
    called, ended, waiting = timed(2, event), timed(3, event), make_table(event, number=4)
    record(called, entry("time_up"))
    record(ended, throw(1, "444415"), throw(2, NOTHING), throw(3, NOTHING), entry("time_up"))
    assert _fresh(ended).has_ended
    tables = [playing, called, ended, waiting]
    granted = services.grant_extra_time(tables=tables, minutes=5, by=make_user("owner"), now=NOW)
    assert [table.number for table in granted] == [1]
    assert list(Table.objects.order_by("number").values_list("extra_minutes", flat=True)) == [5, 0, 0, 0]


def test_extra_time_that_is_refused() -> None:
    table, by = open_table(), make_user("owner")  # no limit in these rules
    grant = services.grant_extra_time
    assert refused(grant, tables=[table], minutes=5, by=by) == "no_table_plays_on_time"
    assert refused(grant, tables=[], minutes=5, by=by) == "no_table_plays_on_time"
    for minutes in (0, MOST_MINUTES + 1, -MOST_MINUTES - 1):
        assert refused(grant, tables=[timed(1, make_event(f"e{minutes}"))], minutes=minutes, by=by) == "bad_minutes"


def test_recording_leaves_extra_time_alone() -> None:
    table = timed()
    services.grant_extra_time(tables=[table], minutes=5, by=make_user("owner"), now=NOW)
    idle(table, 7)
    assert _fresh(table).extra_minutes == 5


@pytest.mark.parametrize("tables", [1, 3])
def test_extra_time_costs_the_same_for_all_tables(django_assert_num_queries, tables) -> None:
    event, by = make_event(overrides={"time_limit_minutes": 40}), make_user("owner")
    all_of_them = [timed(number, event) for number in range(1, tables + 1)]
    with django_assert_num_queries(5):  # the savepoint twice, the rows, the update, the audit record
        services.grant_extra_time(tables=all_of_them, minutes=5, by=by, now=NOW)
