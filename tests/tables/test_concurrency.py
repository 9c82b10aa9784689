"""Many tablets at one table at once, on a real database: nothing is lost, nothing counts twice."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from bobing_event.authentication import device_token
from bobing_event.refusals import Refusal
from tables import services
from tables.models import Entry, SeatingDraw, Table
from tests.tables.factories import (
    NOTHING,
    NOW,
    make_device,
    make_event,
    make_people,
    make_session,
    make_table,
    make_user,
    open_table,
    throw,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
THREADS = 6


def _at_once(work: Callable[[int], Any], threads: int = THREADS) -> list[Any]:
    """What each thread returned; all begin together, each on a connection of its own."""
    barrier = threading.Barrier(threads)

    def run(number: int) -> Any:
        barrier.wait(timeout=20)
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, range(threads)))


def _poster(table: Table) -> Callable[[dict[str, Any]], Any]:
    token = device_token(make_device(table))

    def post(sent: dict[str, Any]) -> Any:
        return Client().post(
            f"/api/v1/tables/{table.pk}/entries/",
            sent,
            content_type="application/json",
            headers={"authorization": f"Device {token}"},
        )

    return post


def _sound(table: Table) -> None:
    table = Table.objects.select_related("session__event").get(pk=table.pk)
    assert [str(difference) for difference in services.verify_table(table)] == []


def test_one_entry_sent_by_all_at_once_is_recorded_once() -> None:
    table = open_table()
    post, sent = _poster(table), throw(1, "444215")
    answers = _at_once(lambda _n: post(sent))
    assert [answer.status_code for answer in answers] == [201] * THREADS
    results = [answer.json()["results"][0] for answer in answers]
    assert Counter(result["status"] for result in results) == {"recorded": 1, "repeated": THREADS - 1}
    assert {result["seq"] for result in results} == {1}
    assert all(result["effect"] == results[0]["effect"] for result in results)
    assert Entry.objects.count() == 1
    _sound(table)


def test_of_many_throws_for_one_turn_one_is_taken() -> None:
    table = open_table()
    post = _poster(table)
    answers = _at_once(lambda _n: post(throw(1, "444215")))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: THREADS - 1}
    refused = [answer.json() for answer in answers if answer.status_code == 409]
    assert {(body["code"], body["results"][0]["expected"]["turn"]) for body in refused} == {("not_your_turn", 2)}
    _sound(table)


def test_all_tablets_push_the_same_queue_until_it_is_through() -> None:
    """Every thread sends the same 40 throws one by one and repeats what was refused as out of turn."""
    table = open_table()
    post = _poster(table)
    queue = [throw(n % 12 + 1, NOTHING if n % 3 else "442156") for n in range(40)]

    def push(_number: int) -> int:
        recorded = 0
        for sent in queue:
            while (answer := post(sent)).status_code == 409:
                assert answer.json()["code"] == "not_your_turn"
            recorded += answer.json()["results"][0]["status"] == "recorded"
        return recorded

    assert sum(_at_once(push)) == len(queue)
    sequence = Entry.objects.order_by("seq").values_list("seq", "client_uuid")
    assert [(seq, str(uuid)) for seq, uuid in sequence] == [
        (seq, sent["client_uuid"]) for seq, sent in enumerate(queue, start=1)
    ]
    _sound(table)


def test_tables_do_not_wait_for_one_another() -> None:
    event = make_event()
    tables = [open_table(make_table(event, number=number)) for number in range(1, THREADS + 1)]
    posts = [_poster(table) for table in tables]

    def play(number: int) -> list[int]:
        return [posts[number](throw(n % 12 + 1, "442156")).status_code for n in range(20)]

    assert _at_once(play) == [[201] * 20] * THREADS
    for table in tables:
        _sound(table)


def test_an_undo_races_with_the_next_throw() -> None:
    """Whichever comes first, the other is refused or fits: the log is sound and has one line for each success."""
    table = open_table()
    post = _poster(table)
    post(throw(1, "444215"))
    undo = {"client_uuid": str(uuid4()), "kind": "void", "supersedes": 1}
    answers = _at_once(lambda n: post(undo if n % 2 else throw(2, "442156")))
    accepted = {result["seq"] for answer in answers if answer.status_code == 201 for result in answer.json()["results"]}
    assert {answer.status_code for answer in answers} <= {201, 403, 409}
    assert accepted == set(Entry.objects.filter(seq__gt=1).values_list("seq", flat=True))
    _sound(table)


def test_a_table_is_opened_once() -> None:
    table, owner = make_table(), make_user("owner")

    def open_it(number: int) -> str:
        try:
            services.open_table(table=table, by=owner, now=NOW, first=number + 1)
        except Refusal as refusal:
            return refusal.code
        return "opened"

    assert Counter(_at_once(open_it)) == {"opened": 1, "already_open": THREADS - 1}
    assert Table.objects.get().pieces.count() == 63


def test_seats_are_drawn_once() -> None:
    event = make_event()
    make_people(event, 30)
    session, owner = make_session(event), make_user("owner")

    def draw(number: int) -> str:
        try:
            services.draw_seats(session=session, by=owner, now=NOW, seed=bytes([number]))
        except Refusal as refusal:
            return refusal.code
        return "drawn"

    assert Counter(_at_once(draw)) == {"drawn": 1, "seats_already_drawn": THREADS - 1}
    assert SeatingDraw.objects.count() == 1


def test_a_late_guest_gets_one_seat() -> None:
    event = make_event()
    tables = [make_table(event, number=number, seats=5) for number in range(1, THREADS + 1)]
    [guest] = make_people(event, 1)
    owner = make_user("owner")

    def seat(number: int) -> str:
        try:
            services.seat_participant(table=tables[number], participant=guest, by=owner, now=NOW)
        except Refusal as refusal:
            return refusal.code
        return "seated"

    assert Counter(_at_once(seat)) == {"seated": 1, "already_seated": THREADS - 1}
