"""The back office's pages about tables: who sees them, what stands on them, what they cost."""

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bobing_event.models import Event, Role
from tables import services
from tables.models import Entry, Table
from tables.queries.holdings import holdings_of
from tests.tables.factories import (
    NOTHING,
    NOW,
    PIN,
    correction,
    entry,
    make_approver,
    make_device,
    make_event,
    make_people,
    make_table,
    make_user,
    open_table,
    play_on,
    record,
    throw,
)

pytestmark = pytest.mark.django_db

PAGES = ("event-dashboard", "seating")
TABLE_PAGES = ("table-detail", "table-log")


def _sign_in(client, event: Event, *roles: str, name: str = "somebody"):
    client.force_login(make_user(name, event, *roles))
    return client


def _text(answer) -> str:
    return " ".join(answer.content.decode().split())


def _messages(answer) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


# --- who is let in -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("role", Role.values)
def test_pages_are_for_everybody_but_screens_and_runners(client, role: str) -> None:
    table = open_table()
    _sign_in(client, table.session.event, role)
    expected = 403 if role in (Role.SCREEN, Role.RUNNER) else 200
    for name in PAGES:
        assert client.get(reverse(name, args=["moon"])).status_code == expected
    assert client.get(table.get_absolute_url()).status_code == expected


def test_strangers_learn_nothing(client) -> None:
    table = open_table()
    _sign_in(client, make_event("elsewhere"), Role.OWNER)
    for address in (
        *(reverse(name, args=["moon"]) for name in PAGES),
        *(reverse(name, args=["moon", table.pk]) for name in TABLE_PAGES),
        # a table of the other event under one's own
        *(reverse(name, args=["elsewhere", table.pk]) for name in TABLE_PAGES),
        reverse("correct-entry", args=["elsewhere", table.pk, 1]),
    ):
        assert client.get(address).status_code == 404
    for name in ("table-referee", "table-take-back-opening"):
        assert client.post(reverse(name, args=["elsewhere", table.pk])).status_code == 404


def test_who_may_manage_a_table(client) -> None:
    table = open_table()
    for role in Role.values:
        _sign_in(client, table.session.event, role, name=role)
        may = role in (Role.OWNER, Role.ORGANISER, Role.FLOOR_MANAGER)
        assert client.get(reverse("table-card", args=["moon", table.pk])).status_code == (200 if may else 403)
        assert client.post(reverse("table-referee", args=["moon", table.pk])).status_code == (302 if may else 403)
        log = client.get(reverse("table-log", args=["moon", table.pk])).status_code
        assert log == (200 if may or role == Role.AUDITOR else 403)


# --- dashboard ---------------------------------------------------------------------------------------------
def test_an_event_without_tables_says_what_to_do(client) -> None:
    event = make_event()
    page = _text(_sign_in(client, event, Role.OWNER).get(reverse("event-dashboard", args=["moon"])))
    assert "No tables yet" in page
    assert reverse("seating", args=["moon"]) in page


def test_what_needs_a_person_comes_first(client) -> None:
    event, now = make_event(), timezone.now()
    silent, busy, fresh = (open_table(make_table(event, number=number)) for number in (1, 2, 3))
    make_table(event, number=4)
    make_people(event, 2, checked_in=False)
    make_people(event, 3)
    record(silent, throw(1, NOTHING), now=now - timedelta(minutes=7, seconds=30))
    record(busy, throw(1, "444415"), now=now - timedelta(minutes=2))
    Table.objects.filter(pk=fresh.pk).update(opened_at=now)
    services.assign_referee(table=busy, referee=make_user("ref", event, Role.REFEREE), by=make_user("owner"), now=now)
    answer = _sign_in(client, event, Role.OWNER).get(reverse("event-dashboard", args=["moon"]))
    board = answer.context["dashboard"]
    assert [(line.table.number, line.silent_minutes) for line in board.silent] == [(1, 7)]
    assert [line.table.number for line in board.without_referee] == [1, 3, 4]
    assert (board.absent, board.unseated, board.seated) == (2, 3, 48)
    assert board.counts == {"waiting": 1, "playing": 3, "ended": 0, "total": 4}
    assert board.pieces_left == 62 * 3
    page = _text(answer)
    assert "nothing recorded for 7 minutes" in page
    assert "2 people have not checked in" in page
    assert "3 people have checked in and have no seat" in page
    assert "seat 1</span> Four red" in page or "seat 1 Four red" in page


def test_a_table_that_finds_no_zhuangyuan_is_named(client) -> None:
    table = open_table()
    record(table, entry("time_up"), *(throw(n % 12 + 1, NOTHING) for n in range(60)), now=timezone.now())
    answer = _sign_in(client, table.session.event, Role.OWNER).get(reverse("event-dashboard", args=["moon"]))
    assert [line.table for line in answer.context["dashboard"].stuck] == [table]
    assert "finds no Zhuangyuan" in _text(answer)


def test_a_referee_finds_their_tables_and_tablets(client) -> None:
    table = open_table()
    event = table.session.event
    referee = make_user("ref", event, Role.REFEREE)
    services.assign_referee(table=table, referee=referee, by=make_user("owner"), now=NOW)
    client.force_login(referee)
    page = _text(client.get(reverse("event-dashboard", args=["moon"])))
    assert "Your tables" in page
    assert reverse("table-tablet", args=["moon", table.pk]) in page


def test_ended_tables_name_their_champion(client) -> None:
    table = play_on(open_table(), 1000)
    record(open_table(make_table(table.session.event, number=2)), entry("appoint", 4, reason="marbles"))
    for ended in Table.objects.all():
        digest = holdings_of(ended)["digest"]
        services.sign_off_table(table=ended, digest=digest, by=make_user("owner"), now=NOW)
    page = _text(_sign_in(client, table.session.event, Role.AUDITOR).get(reverse("event-dashboard", args=["moon"])))
    assert "Every table has ended." in page
    assert "P8" in page
    assert "appointed" in page


@pytest.mark.parametrize("part", ["", "?part=live"])
def test_the_dashboard_costs_the_same_for_one_and_three_tables(client, django_assert_num_queries, part: str) -> None:
    event = make_event()
    referee = make_user("ref", event, Role.REFEREE)
    _sign_in(client, event, Role.OWNER)
    queries = None
    for number in (1, 2, 3):
        table = open_table(make_table(event, number=number))
        services.assign_referee(table=table, referee=referee, by=referee, now=NOW)
        record(table, throw(1, "444415"), entry("appoint", 1, reason="marbles") if number == 2 else throw(2, NOTHING))
        if number in (1, 3):
            cache.clear()  # a poll is answered from what one found a moment ago
            with CaptureQueriesContext(connection) as captured:
                assert client.get(reverse("event-dashboard", args=["moon"]) + part).status_code == 200
            assert queries in (None, len(captured))
            queries = len(captured)
    assert queries is not None
    assert queries <= 26


def test_the_overview_names_tables_that_nobody_has_signed_off(client) -> None:
    table = open_table(number=7)
    _sign_in(client, table.session.event, Role.OWNER)
    record(table, entry("appoint", 1, reason="marbles"))
    address = reverse("event-dashboard", args=["moon"])
    assert "1 table has ended and is not signed off:" in _text(client.get(address))
    digest = holdings_of(Table.objects.get(pk=table.pk))["digest"]
    services.sign_off_table(table=table, digest=digest, by=make_user("owner"), now=NOW)
    assert "is not signed off" not in _text(client.get(address))


def test_the_live_part_is_sent_only_when_it_changed(client) -> None:
    table = open_table()
    _sign_in(client, table.session.event, Role.OWNER)
    address = reverse("event-dashboard", args=["moon"]) + "?part=live"
    first = client.get(address)
    assert "<html" not in _text(first)
    tag = first["ETag"]
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304
    record(table, throw(1, NOTHING), now=timezone.now())
    assert client.get(address, headers={"if-none-match": tag}).status_code == 200


# --- seating -----------------------------------------------------------------------------------------------
def test_a_late_guest_is_seated_on_the_page(client) -> None:
    table = make_table(seats=6)
    event = table.session.event
    [guest] = make_people(event, 1)
    _sign_in(client, event, Role.FLOOR_MANAGER)
    assert "1 person has checked in and has no seat" in _text(client.get(reverse("seating", args=["moon"])))
    post = {"session": "1", "participant": guest.pk, "table": table.pk}
    answer = client.post(reverse("seating-late", args=["moon"]), post, follow=True)
    assert _messages(answer) == [f"{guest.name} sits at 1-7."]
    again = client.post(reverse("seating-late", args=["moon"]), post, follow=True)
    assert _messages(again) == ["Choose a person and a table that is not open yet."]


# --- one table ---------------------------------------------------------------------------------------------
def test_a_table_shows_who_holds_what_and_the_log(client) -> None:
    table = open_table()
    record(table, throw(1, "444411"), throw(2, "442156"))
    record(table, correction(2, "throw", seat=2, dice=NOTHING))
    answer = _sign_in(client, table.session.event, Role.FLOOR_MANAGER).get(table.get_absolute_url())
    detail = answer.context["detail"]
    assert [line.held for line in detail.seats[:2]] == [[0, 2, 0, 0, 0, 0], [0] * 6]
    assert (detail.leader.seat.number, detail.turn.seat.number, detail.champion) == (1, 3, None)
    assert [(line.entry.seq, line.superseded_by) for line in detail.log] == [(3, None), (2, 3), (1, None)]
    assert [(take.rank, take.pieces, take.source) for take in detail.log[2].takes] == [("duitang", 2, None)]
    page = _text(answer)
    assert "is-superseded" in page
    assert Entry.objects.get(seq=1).hash[:8] in page


def test_a_chase_says_from_whom(client) -> None:
    event = make_event(ruleset="chase-duitang", piece_set={"zhuangyuan": 1, "duitang": 1, "yixiu": 5})
    table = open_table(make_table(event, seats=3))
    record(table, throw(1, "123456"), throw(3, "123456"))
    page = _text(_sign_in(client, event, Role.AUDITOR).get(table.get_absolute_url()))
    assert "from seat 1" in page


def test_the_page_of_a_waiting_table(client) -> None:
    table = make_table()
    answer = _sign_in(client, table.session.event, Role.OWNER).get(table.get_absolute_url())
    assert answer.context["detail"].log == []
    assert "The table has not been opened." in _text(answer)


def test_a_table_costs_the_same_after_one_and_after_fifty_throws(client) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    event = make_event()
    _sign_in(client, event, Role.OWNER)
    counts = []
    for number, throws in ((1, 1), (2, 50)):
        table = play_on(open_table(make_table(event, number=number)), throws)
        with CaptureQueriesContext(connection) as captured:
            client.get(table.get_absolute_url())
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_referee_is_assigned_on_the_page(client) -> None:
    table = make_table()
    event = table.session.event
    referee = make_user("ref", event, Role.REFEREE)
    _sign_in(client, event, Role.FLOOR_MANAGER)
    address = reverse("table-referee", args=["moon", table.pk])
    assert _messages(client.post(address, {"referee": referee.pk}, follow=True)) == ["Table 1 is given to ref."]
    assert _messages(client.post(address, {"referee": ""}, follow=True)) == ["Table 1 has no referee now."]
    stranger = make_user("stranger")
    answer = client.post(address, {"referee": stranger.pk}, follow=True)
    assert _messages(answer) == ["Choose one of the event's referees."]


def test_a_table_has_a_card_and_its_tablet_is_released(client) -> None:
    table = make_table()
    _sign_in(client, table.session.event, Role.FLOOR_MANAGER)
    (card,) = client.get(reverse("table-card", args=["moon", table.pk])).context["cards"]
    assert card.qr.startswith("<svg")
    assert client.get(card.address.removeprefix("http://testserver")).status_code == 200
    device = make_device(table)
    revoke = reverse("revoke-tablet", args=["moon", table.pk, device.public_id])
    assert _messages(client.post(revoke, follow=True)) == ["The tablet “Table 1” is released."]
    assert "No tablet is paired with this table." in _text(client.get(table.get_absolute_url()))


def test_a_code_that_only_this_machine_could_follow_is_warned_of(client) -> None:
    table = make_table()
    _sign_in(client, table.session.event, Role.OWNER)
    address = reverse("table-card", args=["moon", table.pk])
    assert client.get(address, headers={"host": "localhost:8000"}).context["only_here"] is True
    assert client.get(address, headers={"host": "192.168.1.5:8000"}).context["only_here"] is False


def test_an_opening_is_taken_back_on_the_page(client) -> None:
    table = open_table()
    address = reverse("table-take-back-opening", args=["moon", table.pk])
    _sign_in(client, table.session.event, Role.REFEREE)  # the table is not given to them
    assert client.post(address).status_code == 403
    _sign_in(client, table.session.event, Role.FLOOR_MANAGER, name="floor")
    assert _messages(client.post(address, follow=True)) == ["The opening of table 1 is taken back."]


def test_the_log_is_downloaded(client) -> None:
    table = play_on(open_table(), 5)
    answer = _sign_in(client, table.session.event, Role.AUDITOR).get(reverse("table-log", args=["moon", table.pk]))
    assert answer["Content-Disposition"] == 'attachment; filename="moon-1-1-log.json"'
    log = json.loads(answer.content)
    assert (len(log["entries"]), log["last_hash"]) == (5, table.last_hash)


def test_there_is_no_log_before_the_opening(client) -> None:
    table = make_table()
    _sign_in(client, table.session.event, Role.OWNER)
    assert client.get(reverse("table-log", args=["moon", table.pk])).status_code == 409


# --- correcting --------------------------------------------------------------------------------------------
def _correct(client, table: Table, seq: int, **data: str):
    return client.post(reverse("correct-entry", args=["moon", table.pk, seq]), data)


def test_a_correction_is_shown_before_it_is_recorded(client) -> None:
    table = open_table()
    record(table, throw(1, "444415"), throw(2, "444456"), throw(3, NOTHING))
    _sign_in(client, table.session.event, Role.FLOOR_MANAGER)
    form = client.get(reverse("correct-entry", args=["moon", table.pk, 2]))
    assert (form.status_code, form.context["person"]) == (200, "P2")
    asked = {"kind": "throw", "dice": "444215", "reason": "misread"}
    shown = _correct(client, table, 2, **asked)
    preview = shown.context["preview"]
    assert [(move.rank, move.source, move.target.number) for move in preview["pieces"]] == [("sanhong", None, 2)]
    assert (preview["leader_changes"], preview["leader"]["before"].number) == (True, 2)
    assert preview["leader"]["after"].number == 1
    assert Entry.objects.count() == 3
    uuid = str(shown.context["client_uuid"])
    assert 'name="pin"' in _text(shown)
    make_approver(table.session.event)
    for pin, code in (("", "approval_needed"), ("739104", "bad_pin")):
        told = _correct(client, table, 2, **asked, confirm="1", client_uuid=uuid, pin=pin)
        assert (told.status_code, told.context["pin_refusal"].code) == (403, code)
        assert str(told.context["client_uuid"]) == uuid
    assert Entry.objects.count() == 3
    done = _correct(client, table, 2, **asked, confirm="1", client_uuid=uuid, pin=PIN)
    assert (done.status_code, done["Location"]) == (302, table.get_absolute_url())
    row = Entry.objects.get(seq=4)
    assert (str(row.client_uuid), row.dice, row.reason, row.supersedes.seq) == (uuid, "444215", "misread", 2)
    again = _correct(client, table, 2, **asked, confirm="1", client_uuid=uuid)  # pressed twice
    assert again.status_code == 302
    assert Entry.objects.count() == 4


def test_the_form_says_what_is_missing(client) -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, NOTHING))
    _sign_in(client, table.session.event, Role.FLOOR_MANAGER)
    no_reason = _correct(client, table, 1, kind="pass", dice="", reason="")
    assert (no_reason.status_code, no_reason.context["form"].errors) == (
        400, {"reason": ["Give a reason: it stays in the log."]},
    )  # fmt: skip
    five = _correct(client, table, 1, kind="throw", dice="44421", reason="x")
    assert (five.status_code, five.context["form"].non_field_errors()) == (
        400,
        ["A throw has six dice. Enter all six."],
    )
    zero = _correct(client, table, 1, kind="throw", dice="444210", reason="x")
    assert zero.context["form"].non_field_errors() == ["A die shows 1 to 6. Enter the dice again."]
    odd = _correct(client, table, 1, kind="dance", reason="x")
    assert "kind" in odd.context["form"].errors
    same = _correct(client, table, 1, kind="throw", dice="512444", reason="x")
    assert same.context["form"].non_field_errors() == ["The correction says the same as the entry it corrects."]


def test_an_impossible_correction_names_the_entries(client) -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, NOTHING))
    _sign_in(client, table.session.event, Role.FLOOR_MANAGER)
    shown = _correct(client, table, 1, kind="void", reason="x")
    assert shown.context["preview"]["impossible"] == [{"seq": 2, "code": "not_your_turn"}]
    page = _text(shown)
    assert "entry 2" in page
    assert 'name="confirm"' not in page
    done = _correct(
        client, table, 1, kind="void", reason="x", confirm="1", client_uuid=str(shown.context["client_uuid"])
    )
    assert done.status_code == 409
    assert Entry.objects.count() == 2


def test_a_table_that_opens_again_is_said_so(client) -> None:
    table = play_on(open_table(), 1000)
    _sign_in(client, table.session.event, Role.FLOOR_MANAGER)
    shown = _correct(client, table, table.seq, kind="void", reason="x")
    assert shown.context["preview"]["reopens"] is True
    assert shown.context["preview"]["champion"]["before"].number == 8
    assert "The table opens again" in _text(shown)


def test_a_void_can_be_taken_back_but_not_voided(client) -> None:
    table = open_table()
    record(table, throw(1, "444215"))
    record(table, correction(1, "void"))
    _sign_in(client, table.session.event, Role.FLOOR_MANAGER)
    form = client.get(reverse("correct-entry", args=["moon", table.pk, 2])).context["form"]
    assert [kind for kind, _label in form.fields["kind"].choices] == ["throw", "overflow", "pass"]
    assert form.seat == 1
    shown = _correct(client, table, 2, kind="throw", dice="444215", reason="it did happen")
    assert [move.target.number for move in shown.context["preview"]["pieces"]] == [1]


def test_a_referee_corrects_the_last_entry_of_their_table(client) -> None:
    table = open_table()
    event = table.session.event
    record(table, throw(1, "444215"), throw(2, NOTHING))
    referee = make_user("ref", event, Role.REFEREE)
    client.force_login(referee)
    assert client.get(reverse("correct-entry", args=["moon", table.pk, 2])).status_code == 403
    services.assign_referee(table=table, referee=referee, by=referee, now=NOW)
    earlier = _correct(client, table, 1, kind="pass", reason="x")
    assert earlier.status_code == 403
    assert "Only the last entry can be corrected here" in _text(earlier)
    assert "preview" in _correct(client, table, 2, kind="pass").context
    page = _text(client.get(table.get_absolute_url()))
    assert reverse("correct-entry", args=["moon", table.pk, 2]) in page
    assert reverse("correct-entry", args=["moon", table.pk, 1]) not in page


def test_there_is_nothing_to_correct_where_there_is_no_entry(client) -> None:
    table = open_table()
    _sign_in(client, table.session.event, Role.OWNER)
    assert client.get(reverse("correct-entry", args=["moon", table.pk, 1])).status_code == 404


# --- admin -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("model", ["table", "entry", "seat", "piece", "seatingdraw", "wish"])
def test_the_admin_shows_and_changes_nothing(admin_client, model: str) -> None:
    table = open_table()
    record(table, throw(1, "444215"))
    assert admin_client.get(reverse(f"admin:tables_{model}_changelist")).status_code == 200
    assert admin_client.get(reverse(f"admin:tables_{model}_add")).status_code == 403
    if model == "entry":
        row = Entry.objects.get()
        assert (
            admin_client.post(reverse("admin:tables_entry_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
        )
        assert admin_client.get(reverse("admin:tables_entry_change", args=[row.pk])).status_code == 200
