"""The floor board, what is done from it at one table, and the desk that takes a table over."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bobing_event.models import AuditRecord, Device, Event, Role
from tables import services
from tables.models import Entry, HelpCall, Objection, SignOff, Table
from tables.queries.board import board_of, concerns_of
from tables.queries.board_line import STATES
from tables.queries.board_mark import SLOT, board_mark
from tables.queries.devices import DESK, current_device_of
from tables.queries.dice import dice_hints, hints_of_event
from tables.queries.holdings import holdings_of
from tables.queries.log import game_of
from tests.tables.factories import (
    NOTHING,
    NOW,
    entry,
    idle,
    make_device,
    make_event,
    make_session,
    make_table,
    make_user,
    open_table,
    record,
    throw,
)

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=10)


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


def sign_in(client, event: Event, *roles: str, name: str = "somebody"):
    client.force_login(make_user(name, event, *roles))
    return client


def text_of(answer) -> str:
    return " ".join(answer.content.decode().split())


def messages_of(answer) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def numbers(event: Event, now=NOW, show: str = "", text: str = "") -> list[int]:
    return [line.table.number for line in board_of(event, now=now).shown(show, text)]


def line_of(table: Table, now=NOW):
    [line] = [one for one in board_of(table.session.event, now=now).lines if one.table.pk == table.pk]
    return line


def sign_off(table: Table, **fields) -> SignOff:
    signed = services.sign_off_table(table=table, digest=holdings_of(table)["digest"], by=make_user("owner"), now=NOW)
    SignOff.objects.filter(pk=signed.pk).update(**fields)
    return signed


def ended(table: Table) -> Table:
    record(table, entry("appoint", 1, reason="marbles"))
    return Table.objects.select_related("session__event").get(pk=table.pk)


# --- what a table is doing ---------------------------------------------------------------------------------
def test_every_state_has_its_word():
    event = make_event(overrides={"time_limit_minutes": 20})
    tables = {name: make_table(event, number=n, seats=3) for n, name in enumerate(
        ["waiting", "playing", "time_up", "called", "to_sign", "to_countersign", "signed"], start=1)}  # fmt: skip
    for name, table in tables.items():
        if name != "waiting":
            open_table(table)
    record(tables["called"], throw(1, NOTHING), entry("time_up"))
    for name in ("to_sign", "to_countersign", "signed"):
        tables[name] = ended(tables[name])
    sign_off(tables["to_countersign"], disputed=True)
    sign_off(tables["signed"])
    Table.objects.filter(pk=tables["playing"].pk).update(extra_minutes=60)
    states = {name: line_of(table, NOW + timedelta(minutes=20)).state for name, table in tables.items()}
    assert states == {**{name: name for name in tables}, "called": "time_up"}
    assert set(states.values()) <= set(STATES)
    assert str(line_of(tables["to_sign"]).state_word) == "to sign off"


def test_the_last_round_is_a_state():
    table = open_table(seats=3)
    state = dict(Table.objects.get(pk=table.pk).state)
    Table.objects.filter(pk=table.pk).update(phase="last_round", state=state)
    assert line_of(table).state == "last_round"


def test_time_left_counts_begun_minutes_and_extra_time():
    table = open_table(make_table(make_event(overrides={"time_limit_minutes": 20}), seats=3))
    Table.objects.filter(pk=table.pk).update(extra_minutes=5)
    assert line_of(table, NOW).minutes_left == 25
    assert line_of(table, NOW + timedelta(seconds=1)).minutes_left == 25
    assert line_of(table, NOW + timedelta(minutes=24, seconds=1)).minutes_left == 1
    over = line_of(table, NOW + timedelta(minutes=25))
    assert (over.minutes_left, over.is_over_time, over.needs) == (0, True, ["silent", "over_time"])
    assert line_of(open_table(make_table(make_event("calm"), seats=3))).minutes_left is None


def test_throws_a_minute_are_counted_from_the_opening():
    table = open_table(seats=3)
    record(table, *(throw(seat, NOTHING) for seat in (1, 2, 3)))
    assert line_of(table, NOW + timedelta(minutes=2)).throws_a_minute is None
    assert line_of(table, NOW + timedelta(minutes=4)).throws_a_minute == 0.8


def test_a_leader_is_named_with_the_throw():
    table = open_table(seats=3)
    record(table, throw(1, "444412"), throw(2, NOTHING))
    leader = line_of(table).leader
    assert leader is not None
    assert (leader.seat, leader.hand.text) == (1, "124444")


# --- who needs somebody ------------------------------------------------------------------------------------
def test_calls_come_first_then_the_silent_then_the_slow_then_the_rest():
    event = make_event()
    tables = [open_table(make_table(event, number=n, seats=3)) for n in range(1, 8)]
    owner = make_user("owner")
    rounds = {1: 8, 2: 9, 3: 9, 4: 9, 5: 6, 6: 9, 7: 9}
    for table in tables:
        Table.objects.filter(pk=table.pk).update(round=rounds[table.number], last_entry_at=LATER)
    Table.objects.filter(number=4).update(last_entry_at=NOW)
    Table.objects.filter(number=7).update(last_entry_at=NOW - timedelta(minutes=1))
    services.call_help(table=tables[5], reason="dice", by=owner, now=NOW + timedelta(minutes=2))
    services.call_help(table=tables[2], reason="prizes", by=owner, now=NOW + timedelta(minutes=1))
    services.raise_objection(table=tables[1], participant=tables[1].seats.first().participant, now=NOW)
    assert numbers(event, LATER) == [3, 6, 7, 4, 2, 5, 1]
    assert [line_of(tables[at], LATER).behind for at in (0, 1, 4)] == [0, 0, 3]
    assert not line_of(tables[0], LATER).slow
    assert numbers(event, LATER, "needs") == [3, 6, 7, 4, 2]
    assert numbers(event, LATER, text="7") == [7]
    assert numbers(event, LATER, "nonsense") == numbers(event, LATER)


def test_who_throws_slowly_is_slow():
    event = make_event()
    tables = [open_table(make_table(event, number=n, seats=3)) for n in (1, 2, 3)]
    for table, throws in zip(tables, (12, 12, 6), strict=True):
        idle(table, throws)
    Table.objects.update(round=4, last_entry_at=LATER)
    slow = [line_of(table, LATER).slow for table in tables]
    assert slow == [False, False, True]
    assert numbers(event, LATER) == [3, 1, 2]


def test_a_tablet_without_a_sign_of_life_is_noticed():
    table = open_table(seats=3)
    assert (line_of(table, LATER).tablet_gone, line_of(table).tablet) == (False, None)
    device = make_device(table)
    Table.objects.filter(pk=table.pk).update(last_entry_at=LATER)
    assert line_of(table, LATER).needs == ["tablet"]
    services.note_heartbeat(device=device, now=LATER - timedelta(seconds=30), unsent=4)
    line = line_of(table, LATER)
    assert (line.needs, line.tablet_minutes) == ([], 0)
    assert line.tablet is not None
    assert line.tablet.unsent == 4
    Device.objects.filter(pk=device.pk).update(seen_at=None)
    line = line_of(table, LATER)
    assert (line.tablet_gone, line.tablet_minutes) == (True, None)
    Device.objects.filter(pk=device.pk).update(agent=DESK)
    assert (line_of(table, LATER).tablet_gone, line_of(table, LATER).at_desk) == (False, True)


def test_sessions_that_play_come_first():
    event = make_event()
    first = make_table(event, number=1, seats=2, session=make_session(event, 1))
    second = open_table(make_table(event, number=1, seats=2, session=make_session(event, 2)))
    board = board_of(event, now=NOW)
    assert [session.number for session, _lines in board.groups(board.lines)] == [2, 1]
    assert board.counts == {"needs": 0, "playing": 1, "sign": 0}
    assert {first.pk, second.pk} == {line.table.pk for line in board.lines}


# --- the page ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("role", Role.values)
def test_who_sees_the_board_and_who_acts(client, role):
    table = open_table(seats=3)
    call = services.call_help(table=table, reason="dice", by=make_user("owner"), now=NOW)
    sign_in(client, table.session.event, role)
    assert client.get(reverse("floor-board", args=["moon"])).status_code == (
        403 if role in (Role.SCREEN, Role.RUNNER) else 200
    )
    floor = role in (Role.OWNER, Role.ORGANISER, Role.FLOOR_MANAGER)
    for address in (
        reverse("answer-help", args=["moon", table.pk, call.pk]),
        reverse("desk-take-over", args=["moon", table.pk]),
        reverse("close-table", args=["moon", table.pk, "time_up"]),
        reverse("extra-time", args=["moon", table.pk]),
        reverse("board-extra-time", args=["moon"]),
    ):
        status = client.post(address).status_code
        assert (status == 403) is not floor, address
    for address in (
        reverse("board-dice", args=["moon"]),
        reverse("paper-sheets", args=["moon", table.pk]),
        reverse("countersign", args=["moon", table.pk]),
    ):
        assert client.get(address).status_code == (200 if floor else 403)


def test_nothing_of_another_events_table(client):
    table = open_table(seats=3)
    call = services.call_help(table=table, reason="dice", by=make_user("owner"), now=NOW)
    person = table.seats.first().participant
    objection = services.raise_objection(table=table, participant=person, now=NOW)
    sign_in(client, make_event("elsewhere"), Role.OWNER, name="stranger")
    for name, more in (
        ("answer-help", [call.pk]), ("extra-time", []), ("close-table", ["time_up"]), ("countersign", []),
        ("settle-objection", [objection.pk]), ("desk-take-over", []),
    ):  # fmt: skip
        assert client.post(reverse(name, args=["elsewhere", table.pk, *more])).status_code == 404, name
    assert client.get(reverse("paper-sheets", args=["elsewhere", table.pk])).status_code == 404
    assert HelpCall.objects.get().answered_at is None


def test_the_board_says_in_words_what_it_shows_in_colour(client):
    table = open_table(make_table(make_event(overrides={"time_limit_minutes": 2000000}), seats=3))
    services.call_help(table=table, reason="prizes", by=make_user("owner"), now=timezone.now(), note="三红")
    device = make_device(table)
    services.note_heartbeat(device=device, now=timezone.now(), unsent=2)
    page = text_of(sign_in(client, table.session.event, Role.FLOOR_MANAGER).get(reverse("floor-board", args=["moon"])))
    for words in ("playing", "Calls: prizes are missing, 0 min", "三红", "Round 1", "Tablet there", "2 not sent"):
        assert words in page
    found = client.get(reverse("floor-board", args=["moon"]) + "?q=99&part=live")
    assert "No table has this number." in text_of(found)


def test_the_board_costs_the_same_for_one_and_three_tables(client):
    event = make_event()
    sign_in(client, event, Role.FLOOR_MANAGER)
    counted = set()
    for number in (1, 2, 3):
        table = open_table(make_table(event, number=number, seats=3))
        record(table, throw(1, "444415"))
        make_device(table)
        services.call_help(table=table, reason="dice", by=make_user("owner"), now=NOW)
        services.raise_objection(table=table, participant=table.seats.first().participant, now=NOW)
        if number != 2:
            cache.clear()
            with CaptureQueriesContext(connection) as captured:
                assert client.get(reverse("floor-board", args=["moon"]) + "?part=live").status_code == 200
            counted.add(len(captured))
    assert len(counted) == 1
    assert counted.pop() <= 18


def test_a_board_that_did_not_change_costs_next_to_nothing(client):
    table = open_table(seats=3)
    sign_in(client, table.session.event, Role.FLOOR_MANAGER)
    address = reverse("floor-board", args=["moon"]) + "?part=live"
    for _attempt in range(2):  # a slot of time may end in between, not twice in a row
        tag = client.get(address)["ETag"]
        with CaptureQueriesContext(connection) as captured:
            again = client.get(address, headers={"if-none-match": tag})
        if again.status_code == 304:
            break
    assert again.status_code == 304
    assert len(captured) <= 8
    assert not any("state" in query["sql"].split("FROM")[0] for query in captured if "tables_table" in query["sql"])
    services.call_help(table=table, reason="dice", by=make_user("owner"), now=NOW)
    fresh = client.get(address, headers={"if-none-match": tag})
    assert fresh.status_code == 200
    assert "dice or bowl" in text_of(fresh)
    assert "csrf" not in text_of(fresh)
    assert "ETag" not in client.get(reverse("floor-board", args=["moon"]))


def test_the_mark_changes_with_what_is_urgent_and_with_time():
    event = make_event(overrides={"time_limit_minutes": 20})
    table, by = make_table(event, seats=3), make_user("owner")
    marks = [board_mark(event, now=NOW)]

    def changed() -> bool:
        marks.append(board_mark(event, now=NOW))
        return marks[-1] not in marks[:-1]

    table = open_table(table)
    assert changed()
    call = services.call_help(table=table, reason="dice", by=by, now=NOW)
    assert changed()
    services.call_help(table=table, reason="dispute", by=by, now=NOW)
    assert changed()
    services.answer_help(call=call, by=by, now=NOW)
    assert board_mark(event, now=NOW) == marks[1]
    services.grant_extra_time(tables=[table], minutes=3, by=by, now=NOW)
    assert changed()
    objection = services.raise_objection(table=table, participant=table.seats.first().participant, now=NOW)
    assert changed()
    services.settle_objection(objection=objection, outcome="fine", by=by, now=NOW)
    assert changed()
    table = ended(table)
    assert changed()
    sign_off(table)
    assert changed()
    assert board_mark(event, now=NOW + timedelta(seconds=SLOT)) not in marks


# --- at one table ------------------------------------------------------------------------------------------
def test_a_call_is_taken_on_the_tables_page(client):
    table = open_table(seats=3)
    call = services.call_help(table=table, reason="dispute", by=make_user("owner"), now=NOW, note="seat 3")
    sign_in(client, table.session.event, Role.FLOOR_MANAGER)
    page = text_of(client.get(table.get_absolute_url()))
    assert "Calls: a dispute" in page
    assert "seat 3" in page
    address = reverse("answer-help", args=["moon", table.pk, call.pk])
    assert messages_of(client.post(address, follow=True)) == ["You have taken the call of table 1."]
    call.refresh_from_db()
    assert call.answered_by == make_user("somebody")
    assert client.post(address).status_code == 409
    assert "Calls:" not in text_of(client.get(table.get_absolute_url()))


def test_extra_time_for_one_table_and_for_all(client):
    event = make_event(overrides={"time_limit_minutes": 20})
    one, other = (open_table(make_table(event, number=n, seats=3)) for n in (1, 2))
    make_table(event, number=3, seats=3)
    sign_in(client, event, Role.FLOOR_MANAGER)
    answer = client.post(reverse("extra-time", args=["moon", one.pk]), {"minutes": "3"}, follow=True)
    assert messages_of(answer) == ["1 table got 3 min more."]
    answer = client.post(reverse("board-extra-time", args=["moon"]), {"minutes": "5"}, follow=True)
    assert messages_of(answer) == ["2 tables got 5 min more."]
    answer = client.post(reverse("extra-time", args=["moon", other.pk]), {"minutes": "-1"}, follow=True)
    assert messages_of(answer) == ["1 min are taken back from 1 table."]
    extra = list(Table.objects.order_by("number").values_list("extra_minutes", flat=True))
    assert extra == [8, 4, 0]
    for minutes in ("", "five", "0", "999"):
        assert client.post(reverse("extra-time", args=["moon", one.pk]), {"minutes": minutes}).status_code == 400


def test_time_is_called_once_however_often_the_button_is_pressed(client):
    table = open_table(make_table(make_event(overrides={"time_limit_minutes": 20}), seats=3))
    record(table, throw(1, NOTHING))
    sign_in(client, table.session.event, Role.FLOOR_MANAGER)
    page = client.get(table.get_absolute_url())
    assert "The round is completed; 62 pieces are left now" in text_of(page)
    assert "without one it plays on" in text_of(page)
    post = {"client_uuid": page.context["closing"]["time_up"]}
    address = reverse("close-table", args=["moon", table.pk, "time_up"])
    for _press in range(2):
        assert messages_of(client.post(address, post, follow=True)) == ["Time is called at table 1."]
    assert list(Entry.objects.values_list("kind", "recorded_by__username")) == [
        ("throw", "owner"), ("time_up", "somebody")
    ]  # fmt: skip
    again = client.post(address, {"client_uuid": str(uuid4())})
    assert again.status_code == 409
    assert "Time has been called at table 1 already." in text_of(again)


def test_the_bar_is_lowered_and_the_champion_appointed(client):
    table = open_table(seats=3)
    sign_in(client, table.session.event, Role.ORGANISER)
    bar = reverse("close-table", args=["moon", table.pk, "lower_bar"])
    assert client.post(bar, {"client_uuid": str(uuid4())}).status_code == 400
    client.post(bar, {"client_uuid": str(uuid4()), "rank": "sanhong"})
    appoint = reverse("close-table", args=["moon", table.pk, "appoint"])
    assert client.post(appoint, {"client_uuid": str(uuid4()), "seat": "2", "reason": ""}).status_code == 400
    post = {"client_uuid": str(uuid4()), "seat": "2", "reason": "fell asleep"}
    assert messages_of(client.post(appoint, post, follow=True)) == ["The champion of table 1 is appointed."]
    assert list(Entry.objects.values_list("kind", "seat", "rank", "reason")) == [
        ("lower_bar", None, "sanhong", ""), ("appoint", 2, "", "fell asleep")
    ]  # fmt: skip
    assert client.post(reverse("close-table", args=["moon", table.pk, "time_up"]), post).status_code == 409
    assert client.post(f"/events/moon/tables/{table.pk}/close/throw/").status_code == 404


def test_an_objection_is_settled_by_the_tables_referee_too(client):
    table = open_table(seats=3)
    record(table, throw(1, "444123"))
    person = table.seats.get(number=1).participant
    objection = services.raise_objection(table=table, participant=person, now=NOW, seq=1, text="mine")
    address = reverse("settle-objection", args=["moon", table.pk, objection.pk])
    sign_in(client, table.session.event, Role.REFEREE, name="ref")
    assert client.get(address).status_code == 403
    Table.objects.filter(pk=table.pk).update(referee=make_user("ref"))
    page = text_of(client.get(table.get_absolute_url()))
    assert "objects to entry 1" in page
    assert address in page
    shown = text_of(client.get(address))
    assert "mine" in shown
    assert "entry 1" in shown
    assert client.post(address, {"outcome": " "}).status_code == 400
    answer = client.post(address, {"outcome": "corrected"}, follow=True)
    assert messages_of(answer) == [f"The objection of {person.name} is settled."]
    objection = Objection.objects.get()
    assert (objection.outcome, objection.settled_by) == ("corrected", make_user("ref"))
    assert client.post(address, {"outcome": "again"}).status_code == 409
    assert "corrected" in text_of(client.get(address))


def test_a_disputed_table_is_countersigned_with_its_holdings_in_sight(client):
    table = open_table(seats=3)
    record(table, throw(1, "444123"))
    address = reverse("countersign", args=["moon", table.pk])
    sign_in(client, table.session.event, Role.FLOOR_MANAGER)
    assert "Not signed off" in text_of(client.get(address))
    assert client.post(address).status_code == 409
    table = ended(table)
    objection = services.raise_objection(table=table, participant=table.seats.first().participant, now=NOW)
    sign_off(table)
    assert "Settle the objections first" in text_of(client.get(address))
    assert client.post(address).status_code == 409
    services.settle_objection(objection=objection, outcome="fine", by=make_user("owner"), now=NOW)
    page = text_of(client.get(address))
    assert "signed at" in page
    assert "Sanhong ×1" in page
    assert "Champion" in page
    assert address in text_of(client.get(table.get_absolute_url()))
    assert messages_of(client.post(address, follow=True)) == ["Table 1 is countersigned: its pieces are final."]
    assert SignOff.objects.get().countersigned_by == make_user("somebody")
    assert "countersigned at" in text_of(client.get(address))
    assert line_of(table).state == "signed"


def test_what_concerns_one_table_costs_four_queries(django_assert_num_queries):
    table = open_table(seats=3)
    services.call_help(table=table, reason="dice", by=make_user("owner"), now=NOW)
    for seat in table.seats.all():
        services.raise_objection(table=table, participant=seat.participant, now=NOW)
    with django_assert_num_queries(4):
        concerns = concerns_of(table, game_of(table), now=LATER)
        assert [raised.participant.name for raised in concerns.objections] == ["P1", "P2", "P3"]
    assert concerns.line.needs == ["help", "silent", "objections"]


def test_tablets_in_use_replaced_and_released_are_told_apart(client):
    table = open_table(seats=3)
    first = make_device(table)
    services.revoke_device(device=first, by=make_user("floor"), now=NOW)
    services.pair_device(table=table, by=make_user("floor"), now=NOW, label="spare")
    services.pair_device(table=table, by=make_user("floor"), now=NOW, label="new one", take_over=True)
    answer = sign_in(client, table.session.event, Role.FLOOR_MANAGER).get(table.get_absolute_url())
    assert [device.label for device in answer.context["devices"]] == ["new one", "spare"]
    assert list(answer.context["released"]) == [first]
    assert "Released tablets" in text_of(answer)


# --- the desk ----------------------------------------------------------------------------------------------
def test_the_desk_takes_over_and_a_tablet_takes_it_back(client):
    table = open_table(seats=3)
    tablet = make_device(table)
    services.note_heartbeat(device=tablet, now=NOW, unsent=2)
    sign_in(client, table.session.event, Role.FLOOR_MANAGER)
    sheets = reverse("paper-sheets", args=["moon", table.pk])
    assert "It has 2 entries not sent" in text_of(client.get(sheets))
    answer = client.post(reverse("desk-take-over", args=["moon", table.pk]), follow=True)
    assert messages_of(answer) == ["The desk enters table 1 now. Its tablet shows that."]
    assert "Entered at the desk: Floor desk (somebody)" in text_of(answer)
    desk = current_device_of(table)
    assert desk is not None
    tablet.refresh_from_db()
    assert (desk.agent, tablet.replaced_by) == (DESK, desk)
    queued = {**throw(1, NOTHING), "thrown_at": tablet.replaced_at.isoformat()}
    now = timezone.now() + timedelta(minutes=5)
    recording = services.record_entries(table=table, entries=[queued], by=make_user("owner"), now=now, device=tablet)
    assert recording.refusal is None
    recording = services.record_entries(
        table=table, entries=[throw(2, NOTHING)], by=make_user("owner"), now=now, device=tablet
    )
    assert recording.refusal is not None
    assert recording.refusal.code == "device_replaced"
    assert "entered at the desk" in text_of(client.get(reverse("floor-board", args=["moon"])))
    services.pair_device(table=table, by=make_user("floor"), now=now, take_over=True)
    assert "A tablet enters this table" in text_of(client.get(sheets))
    assert AuditRecord.objects.filter(action="device_paired").count() == 3


def test_sheets_are_for_tables_that_play(client):
    table = make_table(seats=3)
    sign_in(client, table.session.event, Role.FLOOR_MANAGER)
    sheets = reverse("paper-sheets", args=["moon", table.pk])
    page = client.get(sheets)
    assert "Open it first" in text_of(page)
    assert "sheet-config" not in text_of(page)
    table = open_table(table)
    assert client.get(sheets).context["config"] == {
        "root": f"/api/v1/tables/{table.pk}/",
        "place": f"sheets:{table.pk}@{NOW.timestamp():.0f}",
        "overflow": "skip",
        "most": 400,
        "batch": services.MAX_BATCH,
    }
    ended(table)
    assert "The table has ended" in text_of(client.get(sheets))


# --- dice --------------------------------------------------------------------------------------------------
def test_hints_are_read_from_throws_that_count():
    table = open_table(seats=2)
    same = [throw(n % 2 + 1, "122346") for n in range(8)]
    record(table, *(throw(n % 2 + 1, NOTHING if n % 3 else "112356") for n in range(4)), *same)
    hints = dice_hints(Entry.objects.filter(kind="throw").order_by("place"), tables=1)
    assert (hints.throws, hints.unseen, hints.faces, hints.rush) == (12, 0, None, None)
    assert hints.found == ["repeat"]
    assert hints.repeat is not None
    assert (hints.repeat.lag, hints.repeat.length, hints.repeated) == (1, 7, (6, 12))
    [(looked_at, same_hints)] = hints_of_event(table.session.event)
    assert (looked_at, same_hints) == (table, hints)


def test_dice_that_were_not_all_seen_are_not_judged():
    table = open_table(seats=2)
    record(table, *(throw(n % 2 + 1, "444441"[:5] + "2") for n in range(6)))
    unseen = {"client_uuid": str(uuid4()), "kind": "throw", "seat": 1, "pattern": "yixiu"}
    record(table, unseen)
    hints = dice_hints(Entry.objects.filter(kind="throw").order_by("place"), tables=1)
    assert (hints.unseen, hints.faces, hints.repeat, hints.found) == (1, None, None, [])


def test_only_tablets_are_timed():
    table = open_table(seats=2)
    device = make_device(table)
    quick = [throw(n % 2 + 1, NOTHING if n % 2 else "112356", thrown_at=NOW + timedelta(seconds=n)) for n in range(12)]
    record(table, *quick[:10], device=device, now=LATER)
    hints = dice_hints(Entry.objects.filter(kind="throw").order_by("place"), tables=1)
    assert "rush" in hints.found
    assert (hints.rush.seconds, hints.hurried) == (9.0, (1, 10))
    Entry.objects.update(device=None)
    assert dice_hints(Entry.objects.filter(kind="throw").order_by("place"), tables=1).rush is None


def test_the_page_of_hints_costs_two_queries_more_however_many_tables(client, django_assert_num_queries):
    event = make_event()
    for number in (1, 2, 3):
        record(open_table(make_table(event, number=number, seats=2)), throw(1, NOTHING), throw(2, NOTHING))
    with django_assert_num_queries(2):
        assert [hints.throws for _table, hints in hints_of_event(event)] == [2, 2, 2]
    page = sign_in(client, event, Role.FLOOR_MANAGER).get(reverse("board-dice", args=["moon"]))
    assert "too few throws" in text_of(page)
    assert "A hint and no proof" in text_of(client.get(Table.objects.get(number=1).get_absolute_url()))
