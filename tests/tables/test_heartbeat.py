"""Signs of life: what they note, what they answer, what they cost."""

from datetime import UTC, datetime

import pytest

from bobing_event.models import Device
from tables import services
from tests.tables.factories import NOTHING, NOW, idle, make_event, make_table, make_user, open_table, record, throw
from tests.tables.tablets import Api, code_of, tablet

pytestmark = pytest.mark.django_db


def test_a_sign_of_life() -> None:
    table = open_table(make_table(make_event(overrides={"time_limit_minutes": 40})))
    record(table, throw(1, NOTHING))
    api = tablet(table)
    before = datetime.now(UTC)
    answer = api.post(table, "heartbeat/", {"unsent": 3, "agent": "iPad"})
    device = Device.objects.get()
    assert (answer.status_code, device.unsent, device.agent) == (200, 3, "iPad")
    assert before <= device.seen_at <= datetime.now(UTC)
    told = answer.json()
    assert datetime.fromisoformat(told.pop("server_time")) == device.seen_at
    assert told == {
        "seq": 1,
        "device": {"current": True, "replaced_by": None},
        "clock": {
            "limit_minutes": 40, "extra_minutes": 0, "opened_at": "2026-09-25T11:00:00.000000+00:00",
            "ends_at": "2026-09-25T11:40:00.000000+00:00",
        },
        "help": None,
        "sign_off": None,
        "objections": 0,
    }  # fmt: skip
    api.post(table, "heartbeat/", {"unsent": 0})
    device.refresh_from_db()
    assert (device.unsent, device.agent) == (0, "iPad")


def test_before_the_opening_there_is_no_end() -> None:
    table = make_table(make_event(overrides={"time_limit_minutes": 40}))
    clock = tablet(table).post(table, "heartbeat/", {"unsent": 0}).json()["clock"]
    assert clock == {"limit_minutes": 40, "extra_minutes": 0, "opened_at": None, "ends_at": None}


@pytest.mark.parametrize("sent", [{}, {"unsent": -1}, {"unsent": "many"}, {"unsent": 10**9}, {"unsent": None}])
def test_what_is_no_sign_of_life(sent) -> None:
    table = open_table()
    assert code_of(tablet(table).post(table, "heartbeat/", sent)) == (400, "invalid")


def test_a_list_is_no_sign_of_life() -> None:
    table = open_table()
    assert code_of(tablet(table).post(table, "heartbeat/", [1])) == (400, "not_an_object")


def test_it_costs_four_queries_at_any_length(django_assert_num_queries) -> None:
    table = open_table()
    api = tablet(table)
    for throws in (0, 150):
        idle(table, throws)
        with django_assert_num_queries(4):
            api.post(table, "heartbeat/", {"unsent": 1})


def test_somebody_signed_in_hears_the_same_and_notes_nothing() -> None:
    table = open_table()
    api = Api()
    api.client.force_login(make_user("owner"))
    answer = api.post(table, "heartbeat/", {"unsent": 2})
    assert (answer.status_code, answer.json()["device"]) == (200, None)
    assert Device.objects.count() == 0


def test_a_released_tablet_hears_so() -> None:
    table = open_table()
    api = tablet(table)
    services.revoke_device(device=Device.objects.get(), by=make_user("owner"), now=NOW)
    assert code_of(api.post(table, "heartbeat/", {"unsent": 0})) == (401, "device_revoked")
