"""Two desks, a desk and a sign-off, a repeat on two connections: on a real database each thing goes out once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction

from awards.models import Claim, HandOver, Movement, StockLevel
from awards.services import hand_over, make_certificates, undo_hand_over
from awards.services.ledger import store_of
from bobing_event.refusals import Refusal
from tables.queries.holdings import holdings_of
from tables.services import sign_off_table
from tests.awards.factories import NOW, a_user, an_ended_table, an_event, by_owner
from tests.awards.handing import a_plan, hand, keys_due, person_at, receive, sign_off, stock, uuid_of

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(*work: Callable[[], Any]) -> list[Any]:
    """What each returned or the code it was refused with; all begin together, each on a connection of its own."""
    barrier = threading.Barrier(len(work))

    def run(one: Callable[[], Any]) -> Any:
        barrier.wait(timeout=20)
        try:
            return one()
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(run, work))


@pytest.fixture
def signed():
    event = an_event()
    prizes = a_plan(event)
    receive(event, dict.fromkeys(prizes.values(), 5))
    return event, prizes, sign_off(an_ended_table(event))


def presser(event, person, desk, uuid):
    facts = {"keys": keys_due(event, person), "by": a_user(name=desk), "client_uuid": uuid, "now": NOW}
    return lambda: hand_over(event=event, participant=person, **facts)


def test_certificates_being_made_keep_nobody_waiting(signed):
    """Who makes them holds the event, and a hand-over refers to it: waiting for each other they would both fail."""
    event, _prizes, table = signed
    press = presser(event, person_at(table, 2), "anna", uuid_of(1))

    def in_a_hurry():
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '3s'")
        return press()

    with transaction.atomic():
        made = make_certificates(event=event, **by_owner())
        at_once(in_a_hurry)
    assert (len(made.new), HandOver.objects.filter(channel="desk").count()) == (1, 1)


def test_two_desks_press_together(signed):
    event, prizes, table = signed
    person = person_at(table, 2)
    desks = ("anna", "bert", "cora", "dora")
    answers = at_once(*(presser(event, person, desk, uuid_of(n)) for n, desk in enumerate(desks)))
    handed = [answer for answer in answers if isinstance(answer, HandOver)]
    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    assert (len(handed), {refusal.code for refusal in refused}) == (1, {"not_due"})
    winner = handed[0].handed_by.first_name
    assert all(winner in str(refusal) and "李静" in str(refusal) for refusal in refused)
    assert Claim.objects.filter(participant=person).count() == 1
    assert StockLevel.objects.get(location=store_of(event), prize=prizes["duitang"]).quantity == 4


def test_one_tap_sent_by_two_connections(signed):
    event, _prizes, table = signed
    person = person_at(table, 2)
    answers = at_once(*(presser(event, person, "anna", uuid_of(1)) for _time in range(4)))
    assert len({answer.pk for answer in answers}) == 1
    assert Movement.objects.filter(kind="hand_over", lines__target__participant=person).count() == 1


def test_two_people_for_the_last_one_in_the_store():
    event = an_event()
    prizes = a_plan(event)
    receive(event, {prizes["duitang"]: 1})
    tables = [sign_off(an_ended_table(event, number)) for number in (1, 2)]
    answers = at_once(*(presser(event, person_at(one, 2), "anna", uuid_of(one.pk)) for one in tables))
    assert Counter(getattr(answer, "code", "handed_over") for answer in answers) == {
        "handed_over": 1, "stock_short": 1,
    }  # fmt: skip
    assert StockLevel.objects.get(location=store_of(event), prize=prizes["duitang"]).quantity == 0


def test_undone_twice_at_once(signed):
    event, prizes, table = signed
    handed = hand(event, person_at(table, 2))
    undo = {"hand_over": handed, "reason": "拿错了", **by_owner()}
    answers = at_once(*(lambda: undo_hand_over(**undo) for _time in range(3)))
    codes = Counter(getattr(answer, "code", "taken_back") for answer in answers)
    assert codes == {"taken_back": 1, "already_undone": 2}
    assert StockLevel.objects.get(location=store_of(event), prize=prizes["duitang"]).quantity == 5


def test_tables_sign_off_while_the_desk_hands_over():
    event = an_event()
    prizes = a_plan(event)
    receive(event, dict.fromkeys(prizes.values(), 9))
    tables = [an_ended_table(event, number) for number in (1, 2, 3)]
    for table in tables:
        stock(table, {prizes["sanhong"]: 1, prizes["yixiu"]: 1})
    first = sign_off(tables[0])
    digests = {table.pk: holdings_of(table)["digest"] for table in tables[1:]}
    referee = a_user(name="referee")
    work = [presser(event, person_at(first, seat), "anna", uuid_of(seat)) for seat in (1, 2)]
    work += [
        (lambda table=table: sign_off_table(table=table, digest=digests[table.pk], by=referee, now=NOW))
        for table in tables[1:]
    ]
    answers = at_once(*work)
    assert [answer for answer in answers if isinstance(answer, Refusal)] == []
    assert HandOver.objects.filter(channel="table").count() == 3
    assert sorted(Movement.objects.values_list("number", flat=True)) == list(range(1, Movement.objects.count() + 1))
