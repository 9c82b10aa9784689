"""Several tablets, managers and players at one table at once, on a real database."""

from __future__ import annotations

import threading
import time
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from bobing_event.models import Device, Role, StaffPin
from bobing_event.pins import EACH
from bobing_event.refusals import Refusal
from bobing_event.services.pins import set_pin
from tables import services
from tables.models import Entry, HelpCall, SignOff, Table
from tables.queries.holdings import holdings_of
from tables.queries.sign_offs import sign_off_of
from tables.services import verify_table
from tables.services.opening import locked_table
from tests.tables.factories import (
    NOTHING,
    NOW,
    PIN,
    correction,
    entry,
    make_event,
    make_table,
    make_user,
    open_table,
    record,
    throw,
)
from tests.tables.tablets import tablet_of
from tests.tables.test_concurrency import THREADS, _at_once
from tests.tables.test_devices import scan, the_staff

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def outcome(work: Any, **fields: Any) -> str:
    """`done`, or the code of the refusal."""
    try:
        work(**fields)
    except Refusal as refusal:
        return refusal.code
    return "done"


def fresh(table: Table) -> Table:
    return Table.objects.select_related("session__event").get(pk=table.pk)


def test_of_tablets_that_pair_at_once_one_does() -> None:
    table = open_table()
    the_staff(table)
    answers = _at_once(lambda _n: scan(table, pin=PIN).status_code, threads=EACH.guesses)
    assert Counter(answers) == {302: 1, 409: EACH.guesses - 1}
    assert Device.objects.filter(replaced_at__isnull=True).count() == Device.objects.count() == 1


def test_tablets_that_take_over_at_once_do_so_one_after_another() -> None:
    table = open_table()
    the_staff(table)
    answers = _at_once(lambda _n: scan(table, pin=PIN, take_over="1").status_code, threads=EACH.guesses)
    assert answers == [302] * EACH.guesses
    devices = list(Device.objects.order_by("pk"))
    assert [device.replaced_by for device in devices] == [*devices[1:], None]


def test_a_queue_of_the_old_tablet_and_the_new_one_at_once() -> None:
    table = open_table()
    manager = make_user("floor", table.session.event, Role.FLOOR_MANAGER)
    old = services.pair_device(table=table, by=manager, now=timezone.now() - timedelta(minutes=5))
    new = services.pair_device(table=table, by=manager, now=timezone.now(), take_over=True)
    thrown = (timezone.now() - timedelta(minutes=1)).isoformat()
    queued = [throw(seat, NOTHING, thrown_at=thrown) for seat in range(1, 7)]
    again = [throw(seat, "442156") for seat in range(1, 7)]

    def send(number: int) -> list[str]:
        api, mine = (tablet_of(old), queued) if number % 2 else (tablet_of(new), again)
        answers = [api.post(table, "entries/", {"entries": mine[number // 2 :]}).json() for _try in range(3)]
        return [one["status"] for answer in answers for one in answer["results"]]

    told = [status for statuses in _at_once(send) for status in statuses]
    assert "recorded" in told
    log = list(Entry.objects.order_by("seq"))
    assert [row.seat for row in log] == list(range(1, len(log) + 1))  # each turn once, in order
    sent = {one["client_uuid"] for one in (*queued, *again)}
    assert {str(row.client_uuid) for row in log} <= sent
    assert list(verify_table(fresh(table))) == []


def test_a_throw_and_a_take_over_at_once() -> None:
    table = open_table()
    manager = make_user("floor", table.session.event, Role.FLOOR_MANAGER)
    old = services.pair_device(table=table, by=manager, now=timezone.now())
    sent = throw(1, NOTHING, thrown_at=timezone.now().isoformat())

    def work(number: int) -> Any:
        if number:
            return tablet_of(old).post(table, "entries/", sent).status_code
        return services.pair_device(table=table, by=manager, now=timezone.now(), take_over=True)

    assert _at_once(work)[1:] == [201] * (THREADS - 1)
    assert Entry.objects.count() == 1


def ended(table: Table | None = None) -> Table:
    table = open_table(table or make_table(seats=3))
    record(table, throw(1, "444415"), throw(2, "442156"), throw(3, NOTHING), entry("time_up"))
    return fresh(table)


def test_a_sign_off_while_an_entry_arrives() -> None:
    event = make_event()
    for number in range(1, 5):
        table = ended(make_table(event, number=number, seats=3))
        digest = holdings_of(table)["digest"]
        boss = make_user("owner")

        def work(number: int, table: Table = table, digest: str = digest, boss: Any = boss) -> str:
            if number % 2:
                recording = services.record_entries(
                    table=table, entries=[correction(2, "throw", seat=2, dice="444215")], by=boss, now=NOW,
                    may_correct_any=True,
                )  # fmt: skip
                return recording.refusal.code if recording.refusal else "done"
            return outcome(services.sign_off_table, table=table, digest=digest, by=boss, now=NOW)

        told = _at_once(work)
        assert sorted(told[1::2]) == ["already_superseded", "already_superseded", "done"]
        assert set(told[0::2]) <= {"done", "already_signed_off", "holdings_changed"}
        assert told[0::2].count("done") == SignOff.objects.filter(table=table).count() <= 1
        table = fresh(table)
        assert sign_off_of(table) is None  # what was signed is not what stands
        assert holdings_of(table)["digest"] != digest


def test_of_two_who_sign_off_one_does() -> None:
    table = ended()
    digest = holdings_of(table)["digest"]
    boss = make_user("owner")
    told = _at_once(lambda _n: outcome(services.sign_off_table, table=table, digest=digest, by=boss, now=NOW))
    assert Counter(told) == {"done": 1, "already_signed_off": THREADS - 1}


def test_of_managers_who_answer_a_call_one_does() -> None:
    table = open_table()
    call = services.call_help(table=table, reason="dice", by=make_user("owner"), now=NOW)
    people = [make_user(f"floor-{n}", table.session.event, Role.FLOOR_MANAGER) for n in range(THREADS)]
    told = _at_once(lambda n: outcome(services.answer_help, call=call, by=people[n], now=NOW))
    assert Counter(told) == {"done": 1, "help_answered": THREADS - 1}
    call.refresh_from_db()
    assert call.answered_by == people[told.index("done")]


def test_calls_at_once_are_one() -> None:
    table, boss = open_table(), make_user("owner")
    _at_once(lambda n: services.call_help(table=table, reason="dice", note=str(n % 2), by=boss, now=NOW))
    assert HelpCall.objects.count() == 1


def test_objections_at_once_are_one() -> None:
    table = open_table()
    me = table.seats.get(number=1).participant
    _at_once(lambda _n: services.raise_objection(table=table, participant=me, now=NOW))
    assert table.objections.count() == 1


def test_extra_time_for_all_tables_while_they_play() -> None:
    event, boss = make_event(overrides={"time_limit_minutes": 40}), make_user("owner")
    tables = [open_table(make_table(event, number=number)) for number in range(1, 4)]

    def work(number: int) -> None:
        if number < 3:  # each table is played at
            for seat in range(1, 9):
                record(tables[number], throw(seat, NOTHING))
        else:  # and in every order the tables get time
            for _n in range(4):
                services.grant_extra_time(
                    tables=tables[number - 3 :] + tables[: number - 3], minutes=1, by=boss, now=NOW
                )

    _at_once(work)
    assert [(table.seq, table.extra_minutes) for table in map(fresh, tables)] == [(8, 12)] * 3
    assert [list(verify_table(fresh(table))) for table in tables] == [[], [], []]


def test_a_sign_of_life_waits_for_nobody() -> None:
    table = open_table()
    device = services.pair_device(
        table=table, by=make_user("floor", table.session.event, Role.FLOOR_MANAGER), now=timezone.now()
    )
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            locked_table(table.pk)
            held.set()
            done.wait(timeout=20)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(timeout=20)
    began = time.monotonic()
    answer = tablet_of(device).post(table, "heartbeat/", {"unsent": 2})
    took = time.monotonic() - began
    done.set()
    holder.join()
    assert (answer.status_code, took < 5) == (200, True)
    device.refresh_from_db()
    assert device.unsent == 2


def test_signs_of_life_do_not_hold_entries_up() -> None:
    table = open_table()
    device = services.pair_device(
        table=table, by=make_user("floor", table.session.event, Role.FLOOR_MANAGER), now=timezone.now()
    )
    held, done = threading.Event(), threading.Event()

    def beat() -> None:
        with transaction.atomic():
            services.note_heartbeat(device=device, now=NOW, unsent=1)
            held.set()
            done.wait(timeout=20)
        connection.close()

    beating = threading.Thread(target=beat)
    beating.start()
    held.wait(timeout=20)
    began = time.monotonic()
    answer = tablet_of(device).post(table, "entries/", throw(1, NOTHING))
    took = time.monotonic() - began
    done.set()
    beating.join()
    assert (answer.status_code, took < 5) == (201, True)


def test_guesses_at_once_are_all_counted() -> None:
    table = open_table()
    the_staff(table)
    told = [scan_answer.status_code for scan_answer in _at_once(lambda _n: scan(table, pin="510263"), threads=12)]
    assert Counter(told) == {403: EACH.guesses, 429: 12 - EACH.guesses}


def test_one_pin_is_one_person_s() -> None:
    event = make_event()
    boss = make_user("owner", event, Role.OWNER)
    people = [make_user(f"ref-{n}", event, Role.REFEREE) for n in range(THREADS)]
    told = _at_once(lambda n: outcome(set_pin, event=event, user=people[n], by=boss, now=NOW, pin=PIN))
    assert Counter(told) == {"done": 1, "pin_taken": THREADS - 1}
    assert StaffPin.objects.count() == 1
