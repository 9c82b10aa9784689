"""The heats' API: who may, in which shape it answers, with which status it refuses."""

import pytest
from rest_framework.test import APIClient

from bobing_event.authentication import device_token
from bobing_event.models import Device
from rules import load
from tests.tournaments.factories import (
    NOTHING,
    NOW,
    STRONG,
    WEAK,
    a_drawn_heat,
    a_member,
    a_user,
    an_event,
    an_event_of_champions,
    entry,
    order,
    recorded,
    throw,
    throws,
)
from tournaments.models import Heat

pytestmark = pytest.mark.django_db


def client_of(user=None):
    client = APIClient()
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def heat():
    return a_drawn_heat(3)


@pytest.fixture
def referee(heat):
    return client_of(a_member(heat.stage.playoff.event, "referee"))


@pytest.fixture
def floor(heat):
    return client_of(a_member(heat.stage.playoff.event, "floor_manager"))


def url(heat, tail=""):
    return f"/api/v1/heats/{heat.pk}/{tail}"


def post(client, heat, data, tail="entries/"):
    return client.post(url(heat, tail), data, format="json")


def test_the_state_is_what_a_tablet_needs(heat, referee):
    first, second, third = order(heat)
    recorded(heat, entry("overflow", entrant=first), throw(second, NOTHING))
    state = referee.get(url(heat)).json()
    lots = {lot.lot: lot for lot in heat.lots.select_related("entrant__participant", "entrant__seat__table")}
    assert state.pop("server_time").endswith("+00:00")
    assert state == {
        "heat": {
            "id": heat.pk, "number": 1, "name": "决赛", "stage": 1, "is_final": True, "kind": "zongzhuangyuan",
            "playoff": "总状元", "event": {"slug": "evening", "name": "Evening"},
        },
        "ruleset": {
            "id": "xiamen-standard", "title": load().title, "digest": load().digest, "overflow": "skip",
        },
        "mode": "race", "target": "zhuangyuan", "decide": "immediate", "places": 1,
        "entrants": [
            {
                "id": pk, "name": lots[lot].entrant.participant.name,
                "unit": f"Unit {lots[lot].entrant.seat.table.number}", "table": lots[lot].entrant.seat.table.number,
                "lot": lot, "placed": None, "withdrawn": False, "skip": pk == first, "hit": None,
            }
            for lot, pk in enumerate((first, second, third), start=1)
        ],
        "phase": "playing", "turn": third, "round": 1,
        "next": [
            {"entrant": first, "round": 2, "skipped": True},
            {"entrant": second, "round": 2, "skipped": False},
            {"entrant": third, "round": 2, "skipped": False},
            {"entrant": first, "round": 3, "skipped": False},
        ],
        "placed": [], "seq": 2,
        "last": {
            "seq": 2, "client_uuid": state["last"]["client_uuid"], "kind": "throw", "entrant": second,
            "dice": [1, 1, 2, 2, 3, 3], "pattern": None, "hit": False, "can_undo": True,
        },
    }  # fmt: skip


def test_the_state_shows_hits_places_and_who_withdrew(referee, heat):
    first, second, third = order(heat)
    recorded(heat, entry("withdraw", entrant=first), throw(second, STRONG))
    state = referee.get(url(heat)).json()
    shown = {one["id"]: (one["withdrawn"], one["placed"], one["hit"]) for one in state["entrants"]}
    assert shown == {
        first: (True, None, None),
        second: (False, 1, {"pattern": "sihong", "dice": [4, 4, 4, 4, 5, 6]}),
        third: (False, None, None),
    }
    assert (state["phase"], state["turn"], state["next"], state["placed"]) == ("ended", None, [], [second])
    assert (state["last"]["pattern"], state["last"]["hit"]) == ("sihong", True)


def test_the_state_costs_the_same_queries_for_few_and_many_entrants(django_assert_num_queries):
    for number, tables in enumerate((1, 3)):
        event = an_event_of_champions(tables, slug=f"evening-{number}")
        heat = a_drawn_heat(event=event)
        client = client_of(a_member(event, "auditor"))
        with django_assert_num_queries(5):  # session, user, heat, roles, lots
            assert client.get(url(heat)).status_code == 200


def test_hands_are_those_of_the_heats_rules_and_cached_by_their_digest(heat, referee):
    answer = referee.get(url(heat, "hands/"))
    body = answer.json()
    assert (len(body["hands"]), body["hands"]["111144"], body["digest"]) == (
        462,
        ["sijin", "erju", None],
        load().digest,
    )
    again = referee.get(url(heat, "hands/"), headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_one_entry_is_recorded(heat, referee):
    first, second, _third = order(heat)
    sent = throw(first)
    answer = post(referee, heat, sent)
    assert answer.status_code == 201
    body = answer.json()
    assert body["results"][0] | {"effect": None} == {
        "client_uuid": sent["client_uuid"], "status": "recorded", "seq": 1, "effect": None,
    }  # fmt: skip
    assert (body["state"]["turn"], body["state"]["seq"]) == (second, 1)
    again = post(referee, heat, sent)
    assert (again.status_code, again.json()["results"][0]["status"]) == (201, "repeated")


@pytest.mark.parametrize(
    ("make", "status", "code"),
    [
        (lambda a, b: throw(b), 409, "not_your_turn"),
        (lambda a, b: entry(entrant=a, dice=[1]), 400, "dice_count"),
        (lambda a, b: {"entries": [throw(a), throw(a)]}, 409, "not_your_turn"),
        (lambda a, b: entry("void", supersedes=4), 404, "unknown_entry"),
        (lambda a, b: {"entries": "all"}, 400, "bad_entries"),
        (lambda a, b: [throw(a)], 400, "not_an_object"),
        (lambda a, b: {"entries": [throw(a)] * 201}, 400, "batch_too_long"),
        (lambda a, b: {}, 400, "bad_client_uuid"),
    ],
)
def test_refusals_have_a_status_a_code_and_a_sentence(heat, referee, make, status, code):
    first, second, _third = order(heat)
    answer = post(referee, heat, make(first, second))
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["detail"]


def test_a_batch_is_kept_up_to_its_refusal(heat, referee):
    first, second, _third = order(heat)
    answer = post(referee, heat, {"entries": [throw(first), throw(first), throw(second)]})
    body = answer.json()
    assert [result["status"] for result in body["results"]] == ["recorded", "refused", "not_tried"]
    assert body["results"][1]["expected"] == {"turn": second, "round": 1}
    assert Heat.objects.get(pk=heat.pk).seq == 1


def test_a_referee_undoes_the_last_entry_only_and_a_floor_manager_any(heat, referee, floor):
    throws(heat, NOTHING, NOTHING)
    first = order(heat)[0]
    correction = throw(first, "111122", supersedes=1, reason="misread")
    assert post(referee, heat, correction).json()["code"] == "only_last_entry"
    assert post(referee, heat, correction).status_code == 403
    assert post(floor, heat, correction).status_code == 201
    assert post(referee, heat, entry("void", supersedes=2)).status_code == 201


def test_a_correction_is_previewed(heat, floor):
    first = order(heat)[0]
    throws(heat, WEAK)
    answer = post(floor, heat, {"supersedes": 1, "kind": "void"}, "corrections/preview/")
    assert answer.status_code == 200
    assert answer.json() == {
        "placed": {"before": [first], "after": []},
        "turn": {"before": None, "after": first},
        "ended": {"before": True, "after": False},
        "impossible": [],
        "needs_reason": True,
    }
    assert post(floor, heat, {"kind": "void"}, "corrections/preview/").json()["code"] == "bad_supersedes"


def test_the_log_says_what_each_entry_comes_to_now(heat, floor):
    first, second, _third = order(heat)
    throws(heat, NOTHING, NOTHING)
    recorded(heat, entry("void", supersedes=2))
    throws(heat, WEAK)
    body = floor.get(url(heat, "entries/")).json()
    assert body["opening"] == heat.opening
    told = [(e["seq"], e["kind"], e["entrant"], e["supersedes"], e["superseded_by"]) for e in body["entries"]]
    assert told == [
        (1, "throw", first, None, None),
        (2, "throw", second, None, 3),
        (3, "void", None, 2, None),
        (4, "throw", second, None, None),
    ]
    assert [entry["effect"] and entry["effect"]["placed"] for entry in body["entries"]] == [[], None, None, [second]]
    assert body["entries"][3]["hash"] == heat.last_hash


@pytest.mark.parametrize("tail", ["", "hands/", "entries/"])
def test_strangers_do_not_learn_of_a_heat(heat, tail):
    assert client_of().get(url(heat, tail)).status_code in (401, 403)
    stranger = client_of(a_member(an_event("other"), "owner"))
    answer = stranger.get(url(heat, tail))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert client_of(a_user("root", is_superuser=True)).get(url(heat, tail)).status_code == 200


@pytest.mark.parametrize(
    ("role", "seen", "recorded_as"),
    [
        ("owner", 200, 201),
        ("organiser", 200, 201),
        ("floor_manager", 200, 201),
        ("referee", 200, 201),
        ("prize_desk", 200, 403),
        ("auditor", 200, 403),
        ("screen", 403, 403),
    ],
)
def test_each_role_may_what_it_is_for(heat, role, seen, recorded_as):
    client = client_of(a_member(heat.stage.playoff.event, role))
    assert client.get(url(heat)).status_code == seen
    answer = post(client, heat, throw(order(heat)[0]))
    assert answer.status_code == recorded_as
    if recorded_as == 403:
        assert answer.json()["code"] == "permission_denied"


def test_a_tablet_of_a_table_does_not_open_a_heat(heat):
    event = heat.stage.playoff.event
    expected = ((event, 403, "device_not_for_heats"), (an_event("other"), 404, "not_found"))
    for table, (there, status, code) in enumerate(expected, start=1):
        device = Device.objects.create(event=there, label="7", table_id=table, paired_by=a_user(), paired_at=NOW)
        client = APIClient(headers={"Authorization": f"Device {device_token(device)}"})
        for answer in (client.get(url(heat)), post(client, heat, throw(order(heat)[0]))):
            assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_an_unknown_heat_is_not_found(referee):
    answer = referee.get("/api/v1/heats/999999/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
