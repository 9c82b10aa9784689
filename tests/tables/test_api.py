"""The referee's API: who is let in, what is answered, with which status and code."""

from uuid import uuid4

import pytest

from bobing_event.authentication import device_token
from bobing_event.models import Role
from rules import load
from tables import services
from tables.models import Entry, Table
from tests.tables.factories import (
    NOTHING,
    NOW,
    correction,
    entry,
    idle,
    make_device,
    make_event,
    make_table,
    make_user,
    open_table,
    play_on,
    record,
    throw,
)
from tests.tables.tablets import Api, code_of, tablet, user

pytestmark = pytest.mark.django_db


# --- who is let in -----------------------------------------------------------------------------------------
def test_nobody_is_let_in_without_a_token_or_a_session() -> None:
    table = open_table()
    for answer in (Api().get(table), Api().post(table, "entries/", throw(1, NOTHING))):
        assert code_of(answer) == (401, "not_authenticated")
    assert code_of(Api(authorization="Device nonsense").get(table)) == (401, "device_unknown")


def test_a_released_tablet_is_shut_out() -> None:
    table = open_table()
    device = make_device(table)
    services.revoke_device(device=device, by=make_user("owner"), now=NOW)
    api = Api(authorization=f"Device {device_token(device)}")
    assert code_of(api.post(table, "entries/", throw(1, NOTHING))) == (401, "device_revoked")


def test_a_tablet_opens_its_own_table_only() -> None:
    event = make_event()
    table, other = open_table(make_table(event)), open_table(make_table(event, number=2))
    elsewhere = open_table(make_table(make_event("elsewhere")))
    api = tablet(table)
    for path, data in (("entries/", throw(1, NOTHING)), ("opening/", {"first": 1}), ("corrections/preview/", {})):
        assert code_of(api.post(other, path, data)) == (403, "device_other_table")
        assert code_of(api.post(elsewhere, path, data)) == (404, "not_found")
    for path in ("", "hands/", "entries/"):
        assert api.get(table, path).status_code == 200
        assert code_of(api.get(other, path)) == (403, "device_other_table")
        assert code_of(api.get(elsewhere, path)) == (404, "not_found")
    assert Entry.objects.count() == 0


def test_tables_of_another_event_are_not_there() -> None:
    table = open_table()
    stranger = user("stranger", make_event("elsewhere"), Role.OWNER)
    for path in ("", "hands/", "entries/"):
        assert code_of(stranger.get(table, path)) == (404, "not_found")
    assert code_of(stranger.post(table, "entries/", throw(1, NOTHING))) == (404, "not_found")
    gone = Table(pk=table.pk + 99)
    assert code_of(stranger.get(gone)) == (404, "not_found")
    assert code_of(user("owner").get(gone)) == (404, "not_found")


@pytest.mark.parametrize(
    ("role", "look", "write"),
    [
        (Role.OWNER, 200, 201),
        (Role.ORGANISER, 200, 201),
        (Role.FLOOR_MANAGER, 200, 201),
        (Role.REFEREE, 200, 403),  # the table is not given to them
        (Role.PRIZE_DESK, 200, 403),
        (Role.AUDITOR, 200, 403),
        (Role.SCREEN, 403, 403),
    ],
)
def test_roles(role: str, look: int, write: int) -> None:
    table = open_table()
    api = user("somebody", table.session.event, role)
    assert api.get(table).status_code == look
    answer = api.post(table, "entries/", throw(1, NOTHING))
    assert answer.status_code == write
    if write == 403:
        assert answer.json()["code"] == "permission_denied"


def test_a_referee_records_at_the_tables_given_to_them() -> None:
    table = make_table()
    event = table.session.event
    referee = make_user("ref", event, Role.REFEREE)
    services.assign_referee(table=table, referee=referee, by=make_user("owner"), now=NOW)
    api = user("ref")
    assert api.post(table, "opening/", {"first": 3}).status_code == 201
    assert api.post(table, "entries/", throw(3, NOTHING)).status_code == 201
    assert code_of(api.post(make_table(event, number=2), "opening/", {"first": 1})) == (403, "permission_denied")
    assert Entry.objects.get().recorded_by == referee


def test_a_session_needs_the_csrf_header() -> None:
    table = open_table()
    api = user("owner", table.session.event, Role.OWNER)
    api.client.handler.enforce_csrf_checks = True
    assert code_of(api.post(table, "entries/", throw(1, NOTHING))) == (403, "permission_denied")


# --- opening -----------------------------------------------------------------------------------------------
def test_a_tablet_opens_its_table_and_takes_it_back() -> None:
    table = make_table()
    api = tablet(table)
    waiting = api.get(table).json()
    assert (waiting["phase"], waiting["turn"], waiting["next"], waiting["last"]) == ("waiting", None, [], None)
    assert [seat["name"] for seat in waiting["seats"]] == [f"P{n}" for n in range(1, 13)]
    assert waiting["set"]["yixiu"] == 32
    answer = api.post(table, "opening/", {"thrower": 2, "total": 5})
    assert (answer.status_code, answer.json()["turn"]) == (201, 6)
    assert code_of(api.post(table, "opening/", {"first": 1})) == (409, "already_open")
    assert api.delete(table, "opening/").json()["phase"] == "waiting"
    assert code_of(api.delete(table, "opening/")) == (409, "table_not_open")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "opening_missing"),
        ({"first": 99}, "unknown_first_seat"),
        ({"thrower": 99, "total": 3}, "unknown_thrower"),
        ({"thrower": 1, "total": 99}, "impossible_total"),
        ({"first": "x"}, "invalid"),
        ([1], "not_an_object"),
    ],
)
def test_openings_refused(data, code: str) -> None:
    table = make_table()
    assert code_of(tablet(table).post(table, "opening/", data)) == (400, code)


def test_an_opening_with_entries_stays() -> None:
    table = open_table()
    record(table, throw(1, NOTHING))
    assert code_of(tablet(table).delete(table, "opening/")) == (409, "table_has_thrown")


# --- state -------------------------------------------------------------------------------------------------
def test_the_state_of_a_table() -> None:
    table = open_table(make_table(seats=3))
    record(table, throw(1, "444411"), entry("overflow", 2), entry("leave", 3))
    state = tablet(table).get(table).json()
    ruleset = load()
    assert state["table"] == {
        "id": table.pk, "number": 1, "name": "Table 1", "session": "Session 1",
        "event": {"slug": "moon", "name": "Mid-Autumn"},
    }  # fmt: skip
    assert (state["ruleset"]["id"], state["ruleset"]["digest"]) == ("xiamen-standard", ruleset.digest)
    assert state["seats"] == [
        {
            "number": 1, "name": "P1", "unit": "Dept", "left": False, "skip": False, "held": {"duitang": 2},
            "candidate": {"pattern": "chajinhua", "rank": "zhuangyuan", "dice": [1, 1, 4, 4, 4, 4], "strength": 28},
        },
        {"number": 2, "name": "P2", "unit": "Dept", "left": False, "skip": True, "held": {}, "candidate": None},
        {"number": 3, "name": "P3", "unit": "Dept", "left": True, "skip": False, "held": {}, "candidate": None},
    ]  # fmt: skip
    assert state["stock"] == {"zhuangyuan": 1, "sanhong": 4, "sijin": 8, "erju": 16, "yixiu": 32}
    assert (state["phase"], state["turn"], state["round"], state["seq"]) == ("playing", 1, 2, 3)
    assert state["next"] == [
        {"seat": 2, "round": 2, "skipped": True},
        {"seat": 1, "round": 3, "skipped": False},
        {"seat": 2, "round": 3, "skipped": False},
        {"seat": 1, "round": 4, "skipped": False},
    ]
    assert state["leader"] == {"seat": 1, "pattern": "chajinhua", "dice": [1, 1, 4, 4, 4, 4]}
    assert (state["locked"], state["champion"], state["time_up"], state["lowered_bar"]) == (1, None, False, None)
    assert state["clock"] == {
        "limit_minutes": None, "extra_minutes": 0, "opened_at": "2026-09-25T11:00:00.000000+00:00", "ends_at": None,
    }  # fmt: skip
    assert (state["entry_mode"], state["device"]) == ("dice", {"current": True, "replaced_by": None})
    assert (state["help"], state["sign_off"], state["objections"]) == (None, None, 0)
    assert (state["last"]["seq"], state["last"]["kind"], state["last"]["dice"]) == (3, "leave", None)


def test_a_lowered_bar_makes_a_candidate_without_strength() -> None:
    table = open_table()
    record(table, entry("lower_bar", rank="sijin"), throw(1, "222213"))
    state = tablet(table).get(table).json()
    assert state["lowered_bar"] == "sijin"
    assert state["seats"][0]["candidate"] == {
        "pattern": "sijin", "rank": "sijin", "dice": [1, 2, 2, 2, 2, 3], "strength": None,
    }  # fmt: skip


def test_an_ended_table_names_its_champion() -> None:
    table = play_on(open_table(), 1000)
    state = tablet(table).get(table).json()
    assert state["champion"] == {"seat": 8, "name": "P8", "pattern": table.champion_pattern}
    assert (state["phase"], state["turn"], state["leader"], state["next"]) == ("ended", None, None, [])


def test_the_state_costs_five_queries_at_any_length(client, django_assert_num_queries) -> None:
    table = open_table()
    api = tablet(table)
    record(table, throw(1, NOTHING))
    with django_assert_num_queries(5):
        api.get(table)
    idle(table, 150)
    with django_assert_num_queries(5):
        api.get(table)


def test_hands_come_with_a_tag() -> None:
    table = open_table(make_table(make_event(ruleset="blackout")))
    api, ruleset = tablet(table), load("blackout")
    answer = api.get(table, "hands/")
    assert answer.json()["digest"] == ruleset.digest
    hands = answer.json()["hands"]
    assert (len(hands), hands["123456"], hands["111155"]) == (462, ["duitang", None, None], ["sijin", None, None])
    assert answer["ETag"] == f'"{ruleset.digest}"'
    assert api.get(table, "hands/", if_none_match=answer["ETag"]).status_code == 304


# --- entries -----------------------------------------------------------------------------------------------
def test_one_entry() -> None:
    table = open_table()
    sent = throw(1, "444215")
    answer = tablet(table).post(table, "entries/", sent)
    body = answer.json()
    assert answer.status_code == 201
    assert set(body) == {"results", "state"}
    [result] = body["results"]
    assert (result["client_uuid"], result["status"], result["seq"]) == (sent["client_uuid"], "recorded", 1)
    assert (result["effect"]["pattern"], result["effect"]["won"]) == ("sanhong", [["sanhong", "stock", 1]])
    assert body["state"]["turn"] == 2
    assert Entry.objects.get().device.table_id == table.pk


def test_a_batch_that_is_refused_halfway_keeps_what_came_before() -> None:
    table = open_table()
    batch = [throw(1, NOTHING), throw(9, NOTHING), throw(2, NOTHING)]
    answer = tablet(table).post(table, "entries/", {"entries": batch})
    body = answer.json()
    assert (answer.status_code, body["code"]) == (409, "not_your_turn")
    assert body["detail"] == "It is the turn of seat 2 P2 now (round 1). Nothing was recorded."
    assert body["results"][1] == {
        "client_uuid": batch[1]["client_uuid"], "status": "refused", "code": "not_your_turn",
        "detail": body["detail"], "expected": {"turn": 2, "round": 1},
    }  # fmt: skip
    assert body["results"][2] == {"client_uuid": batch[2]["client_uuid"], "status": "not_tried"}
    assert (body["state"]["turn"], body["state"]["seq"]) == (2, 1)


def test_a_repeat_is_created_again_without_being_recorded_again() -> None:
    table, sent = open_table(), throw(1, NOTHING)
    api = tablet(table)
    first, again = api.post(table, "entries/", sent), api.post(table, "entries/", sent)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json()["results"][0] == {**first.json()["results"][0], "status": "repeated"}
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"kind": "throw", "seat": 1, "dice": [1, 2, 3, 4, 5, 6, 1]}, 400, "dice_count"),
        ({"kind": "throw", "seat": 1, "dice": [0, 2, 3, 4, 5, 6]}, 400, "dice_face"),
        ({"kind": "throw", "seat": 1, "dice": None}, 400, "dice_count"),
        ({"kind": "throw", "seat": None, "dice": [1, 2, 3, 4, 5, 6]}, 400, "bad_seat"),
        ({"kind": None}, 400, "bad_kind"),
        ({"kind": "void"}, 400, "void_without_supersedes"),
        ({"kind": "pass", "seat": 1, "client_uuid": "x"}, 400, "bad_client_uuid"),
        ({"kind": "pass", "seat": 1, "reason": 1}, 400, "bad_reason"),
        ({"kind": "pass", "seat": 1, "thrown_at": "x"}, 400, "bad_thrown_at"),
        ({"kind": "pass", "seat": 1, "supersedes": "x"}, 400, "bad_supersedes"),
        ({"kind": "appoint", "seat": 1}, 400, "reason_needed"),
        ({"kind": "void", "supersedes": 1}, 404, "unknown_entry"),
        ({"kind": "throw", "seat": 2, "dice": [1, 2, 3, 4, 5, 6]}, 409, "not_your_turn"),
        ({"kind": "pass", "seat": 2**40}, 409, "unknown_seat"),
        ({"kind": "pass", "seat": -1}, 409, "unknown_seat"),
        ({"kind": "return", "seat": 1}, 409, "not_left"),
        ({"kind": "lower_bar", "rank": "gold"}, 409, "unknown_rank"),
        ({"kind": "dance"}, 409, "unknown_kind"),
        ({"kind": "x" * 1000}, 409, "unknown_kind"),
    ],
)
def test_entries_refused(sent: dict, status: int, code: str) -> None:
    table = open_table()
    answer = tablet(table).post(table, "entries/", {"client_uuid": str(uuid4()), **sent})
    body = answer.json()
    assert (answer.status_code, body["code"]) == (status, code)
    assert body["detail"]
    assert (body["results"][0]["status"], body["state"]["seq"]) == ("refused", 0)
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"entries": {}}, "bad_entries"),
        ({"entries": None}, "bad_entries"),
        ([], "not_an_object"),
        ({"entries": [{}] * 201}, "batch_too_long"),
    ],
)
def test_requests_of_the_wrong_shape(data, code: str) -> None:
    table = open_table()
    assert code_of(tablet(table).post(table, "entries/", data)) == (400, code)


def test_what_is_no_json_is_refused() -> None:
    table = open_table()
    api = tablet(table)
    answer = api.client.post(
        f"/api/v1/tables/{table.pk}/entries/", "{", content_type="application/json", headers=api.headers
    )
    assert code_of(answer) == (400, "parse_error")


def test_an_entry_that_is_no_object_has_no_uuid() -> None:
    table = open_table()
    body = tablet(table).post(table, "entries/", {"entries": [7, throw(1, NOTHING)]}).json()
    assert [result["status"] for result in body["results"]] == ["refused", "not_tried"]
    assert (body["results"][0]["client_uuid"], body["code"]) == (None, "not_an_object")


def test_a_waiting_and_an_ended_table_refuse() -> None:
    event = make_event()
    waiting, ended = make_table(event), open_table(make_table(event, number=2))
    record(ended, entry("appoint", 2, reason="marbles"))
    assert code_of(tablet(waiting).post(waiting, "entries/", throw(1, NOTHING))) == (409, "table_not_open")
    assert code_of(tablet(ended).post(ended, "entries/", throw(1, NOTHING))) == (409, "table_ended")


def test_a_uuid_used_for_something_else() -> None:
    table, sent = open_table(), throw(1, NOTHING)
    api = tablet(table)
    api.post(table, "entries/", sent)
    answer = api.post(table, "entries/", {**sent, "seat": 2})
    assert code_of(answer) == (409, "client_uuid_reused")
    assert answer.json()["results"][0]["seq"] == 1


# --- the log and corrections -------------------------------------------------------------------------------
def test_the_log_says_what_each_entry_does_now() -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, NOTHING))
    record(table, correction(1, "throw", seat=1, dice="442156"))
    body = tablet(table).get(table, "entries/").json()
    assert body["opening"]["first"] == 1
    first, second, third = body["entries"]
    assert (first["superseded_by"], first["effect"], first["dice"]) == (3, None, [4, 4, 4, 2, 1, 5])
    assert (third["supersedes"], third["place"], third["effect"]["won"]) == (1, 1, [["erju", "stock", 1]])
    assert (second["superseded_by"], second["effect"]["turn"]) == (None, 3)
    assert body["opening_hash"] == table.last_hash
    assert third["hash"] == Table.objects.get().last_hash


def test_the_log_of_a_waiting_table_is_empty() -> None:
    table = make_table()
    assert tablet(table).get(table, "entries/").json() == {"opening": None, "opening_hash": "", "entries": []}


def test_a_tablet_undoes_the_last_entry_but_no_earlier_one() -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, NOTHING))
    api = tablet(table)
    asked = correction(1, "throw", seat=1, dice=NOTHING)
    assert code_of(api.post(table, "corrections/preview/", asked)) == (403, "only_last_entry")
    assert code_of(api.post(table, "entries/", asked)) == (403, "only_last_entry")
    answer = api.post(table, "entries/", correction(2, "void"))
    assert (answer.status_code, answer.json()["state"]["turn"]) == (201, 2)


def test_the_manager_who_paired_a_tablet_corrects_more_only_when_signed_in() -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, NOTHING))
    make_device(table)  # paired by "floor"
    asked = correction(1, "throw", seat=1, dice=NOTHING)
    floor = user("floor")
    preview = floor.post(table, "corrections/preview/", asked)
    assert preview.status_code == 200
    assert preview.json()["pieces"] == [{"rank": "sanhong", "number": 1, "from": "seat 1", "to": "stock"}]
    assert floor.post(table, "entries/", asked).status_code == 201


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"kind": "void"}, 400, "void_without_supersedes"),
        ({"kind": "pass", "seat": 1}, 400, "bad_supersedes"),
        ({"kind": "void", "supersedes": 5}, 404, "unknown_entry"),
        ({"kind": "void", "supersedes": 1}, 409, "already_superseded"),
        ({"kind": "throw", "seat": 1, "dice": [4, 4, 2, 1, 5, 6], "supersedes": 2}, 409, "nothing_changes"),
        ({"kind": "pass", "seat": 4, "supersedes": 2}, 409, "not_your_turn"),
    ],
)
def test_corrections_refused(asked: dict, status: int, code: str) -> None:
    table = open_table()
    record(table, throw(1, "444215"))
    record(table, correction(1, "throw", seat=1, dice="442156"))
    api = user("owner", table.session.event, Role.OWNER)
    asked = {"client_uuid": str(uuid4()), "reason": "misread", **asked}
    assert code_of(api.post(table, "corrections/preview/", asked)) == (status, code)
    if code != "bad_supersedes":
        assert code_of(api.post(table, "entries/", asked)) == (status, code)


def test_a_preview_needs_no_uuid() -> None:
    table = open_table()
    record(table, throw(1, "444215"))
    answer = tablet(table).post(table, "corrections/preview/", {"kind": "void", "supersedes": 1})
    assert (answer.status_code, answer.json()["needs_reason"]) == (200, False)


def test_an_impossible_correction_is_named_in_preview_and_refused() -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, NOTHING))
    api = user("owner", table.session.event, Role.OWNER)
    asked = correction(1, "void")
    impossible = [{"seq": 2, "code": "not_your_turn"}]
    assert api.post(table, "corrections/preview/", asked).json()["impossible"] == impossible
    answer = api.post(table, "entries/", asked)
    assert code_of(answer) == (409, "correction_impossible")
    assert answer.json()["impossible"] == impossible


def test_the_schema_is_valid(tmp_path) -> None:
    from django.core.management import call_command

    path = tmp_path / "schema.yaml"
    call_command("spectacular", file=str(path), validate=True, fail_on_warn=True)
    assert "/api/v1/tables/{id}/entries/" in path.read_text()
