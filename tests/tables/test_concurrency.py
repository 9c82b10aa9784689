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
from bobing_event.models import Participant
from bobing_event.refusals import Refusal
from bobing_event.services.stand_by import add_to_stand_by, set_stand_by_terms
from tables import services
from tables.models import Entry, Seat, SeatingDraw, Table
from tables.moving import MovePerson, Place
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


def test_two_who_move_different_people_into_one_seat_cannot_both() -> None:
    event = make_event()
    tables = [make_table(event, number=number, seats=seats) for number, seats in ((1, 8), (2, 11))]
    owner, session = make_user("owner"), tables[0].session
    changes = [MovePerson(Place(tables[0].pk, number + 1), tables[1].pk) for number in range(THREADS)]
    digests = [services.preview_change(session=session, change=change).digest for change in changes]

    def move(number: int) -> str:
        try:
            services.change_seats(session=session, change=changes[number], digest=digests[number], by=owner, now=NOW)
        except Refusal as refusal:
            return refusal.code
        return "moved"

    codes = Counter(_at_once(move))
    assert codes["moved"] == 1
    assert set(codes) <= {"moved", "table_full", "seats_changed"}
    assert Seat.objects.filter(table=tables[1]).count() == 12
    assert Seat.objects.count() == 19


def test_a_move_during_the_opening_comes_before_it_or_not_at_all() -> None:
    for round_number in range(1, 5):
        event = make_event(f"e{round_number}")
        tables = [make_table(event, number=number, seats=8) for number in (1, 2)]
        owner, session = make_user("owner"), tables[0].session
        change = MovePerson(Place(tables[0].pk, 3), tables[1].pk)
        digest = services.preview_change(session=session, change=change).digest

        def work(number: int, tables=tables, session=session, change=change, digest=digest, owner=owner) -> str:
            try:
                if number:
                    services.open_table(table=tables[1], by=owner, now=NOW, first=1)
                else:
                    services.change_seats(session=session, change=change, digest=digest, by=owner, now=NOW)
            except Refusal as refusal:
                return refusal.code
            return "done"

        moved, opened = _at_once(work, threads=2)
        assert opened == "done"
        assert moved in ("done", "already_open", "seats_changed")
        table = Table.objects.select_related("session__event").get(pk=tables[1].pk)
        assert len(table.opening["people"]) == Seat.objects.filter(table=table).count() == 8 + (moved == "done")
        _sound(table)


def test_the_stand_by_list_moves_up_once() -> None:
    table = make_table(seats=8)
    session = table.session
    Participant.objects.filter(seats__number__gt=5).update(checked_in_at=None, checked_in_by=None)
    owner = make_user("owner")
    set_stand_by_terms(session=session, by=owner, now=NOW, places=None, stand_by_at=NOW)
    for person in make_people(session.event, 2, checked_in=False):
        add_to_stand_by(participant=person, by=owner, now=NOW, here=True)
    changes = _at_once(lambda _n: services.fill_stand_by(session=session, by=owner, now=NOW))
    assert sum(change is not None for change in changes) == 1
    assert Seat.objects.filter(participant__checked_in_at__isnull=False).count() == 7
    assert Seat.objects.count() == 8


def test_a_swap_races_with_throws_and_opposite_swaps() -> None:
    """Two tables, locked by everybody in the same order: nobody waits for ever, and the logs are sound."""
    event = make_event()
    tables = [open_table(make_table(event, number=number)) for number in (1, 2)]
    posts = [_poster(table) for table in tables]
    owner = make_user("owner")

    def work(number: int) -> Any:
        if number < 2:
            return [posts[number](throw(n % 12 + 1, "442156")).status_code for n in range(15)]
        one, two = tables if number % 2 else reversed(tables)
        for n in range(4):
            services.swap_people(
                table=one, seat=number, other_table=two, other_seat=number + n, by=owner, now=NOW, reason="wrong",
                client_uuid=uuid4(),
            )  # fmt: skip
        return "swapped"

    results = _at_once(work)
    assert results[:2] == [[201] * 15] * 2
    assert results[2:] == ["swapped"] * (THREADS - 2)
    for table in tables:
        _sound(table)
