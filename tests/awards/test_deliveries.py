"""The runners' queue: asked for, taken by one, delivered or cancelled; nothing is given twice."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from awards.models import Claim, Delivery, HandOver, Prize
from awards.queries.deliveries import finished, late_deliveries, queue, queue_mark, receivers
from awards.queries.due import due
from awards.services import (
    ask_delivery,
    ask_delivery_to,
    cancel_delivery,
    finish_delivery,
    take_delivery,
    verify_stock,
)
from bobing_event.models import AuditRecord, Event, Role
from bobing_event.refusals import Refusal
from tables.models import Table
from tables.services.dependents import refuse_tables_in_use
from tests.awards.factories import NOW, a_table, a_user, an_ended_table, an_event, by_owner, correct, record
from tests.awards.handing import a_plan, goods, hand, high_value_from, person_at, receive, sign_off
from tests.awards.stock_factories import level
from tests.tables.test_concurrency import THREADS, _at_once

pytestmark = pytest.mark.django_db


def minutes(number: int):
    return NOW + timedelta(minutes=number)


def an_evening(keeps_stock: bool = True) -> tuple[Event, Table, dict[str, Prize]]:
    """A table signed off; 王明 has a television to come, 李静 a cooker. Nine of everything in the store."""
    event = an_event()
    prizes = a_plan(event)
    if keeps_stock:
        receive(event, dict.fromkeys(prizes.values(), 9))
    table = an_ended_table(event)
    sign_off(table)
    return event, table, prizes


def runner(event: Event, name: str = "runner"):
    return a_user(event, Role.RUNNER, name)


def stock(table: Table, prize: Prize, quantity: int = 2, **more) -> Delivery:
    facts = {"event": table.session.event, "table": table, "prize": prize, "quantity": quantity, **by_owner(), **more}
    return ask_delivery(**facts)


def to_person(event: Event, table: Table, seat: int = 1, **more) -> Delivery:
    person = person_at(table, seat)
    key = next(one.key_text for one in due(event, people=[person.pk]) if one.given_at == "desk")
    facts = {"event": event, "table": table, "participant": person, "key": key, **by_owner(), **more}
    return ask_delivery_to(**facts)


def take(delivery: Delivery, name: str = "runner", now=NOW) -> Delivery:
    return take_delivery(delivery=delivery, by=runner(delivery.event, name), now=now)


def finish(delivery: Delivery, name: str = "runner", **more) -> Delivery:
    return finish_delivery(delivery=delivery, by=runner(delivery.event, name), now=NOW, **more)


def refused(code: str, work, **arguments) -> Refusal:
    with pytest.raises(Refusal) as caught:
        work(**{**by_owner(), **arguments})
    assert caught.value.code == code
    assert str(caught.value)
    return caught.value


class TestADissolvedTable:
    def test_is_no_place_to_bring_things_to(self):
        event = an_event()
        prizes = a_plan(event)
        table = a_table(event, 7, people=())
        Table.objects.get(pk=table.pk).delete()
        with pytest.raises(Refusal) as caught:
            stock(table, prizes["sanhong"])
        assert caught.value.code == "no_such_table"

    def test_leaves_its_deliveries_on_record(self):
        event = an_event()
        prizes = a_plan(event)
        table = a_table(event, 7, people=())
        delivery = stock(table, prizes["sanhong"])
        with pytest.raises(IntegrityError), transaction.atomic():
            table.delete()
        done = finish(take(delivery))
        refuse_tables_in_use([table])
        Table.objects.get(pk=table.pk).delete()
        kept = Delivery.objects.get(pk=done.pk)
        assert (kept.table, kept.table_number, kept.quantity) == (None, 7, 2)
        assert [one.pk for one in finished(event, most=5)] == [done.pk]


class TestForTheStock:
    def test_from_the_store_to_the_table(self):
        event, table, prizes = an_evening()
        soap = prizes["sanhong"]
        delivery = stock(table, soap, note=" 舞台左侧 ")
        assert (delivery.note, level("store", soap), level(table, soap)) == ("舞台左侧", 9, 0)
        taken = take(delivery)
        assert (taken.supply.kind, level("store", soap), level(table, soap)) == ("allocate", 7, 2)
        done = finish(delivery)
        assert (done.delivered_at, level(table, soap), HandOver.objects.count()) == (NOW, 2, 0)
        assert list(AuditRecord.objects.filter(action__startswith="delivery").order_by("pk").values_list(
            "action", "subject", "detail"
        )) == [
            (f"delivery_{what}", "第 1 桌", {"table": 1, "goods": "洗衣液 ×2"})
            for what in ("asked", "taken", "finished")
        ]  # fmt: skip
        assert queue(event, now=NOW) == []

    def test_cancelled_before_anybody_took_it(self):
        _event, table, prizes = an_evening()
        delivery = stock(table, prizes["sanhong"])
        cancel_delivery(delivery=delivery, may_cancel_any=True, **by_owner())
        assert level("store", prizes["sanhong"]) == 9

    def test_cancelled_on_the_way_it_goes_back(self):
        event, table, prizes = an_evening()
        delivery = take(stock(table, prizes["sanhong"]))
        cancelled = cancel_delivery(delivery=delivery, by=runner(event), now=NOW)
        assert (level("store", prizes["sanhong"]), level(table, prizes["sanhong"])) == (9, 0)
        assert cancelled.supply.undone_by.reason == "送奖已取消"
        assert list(verify_stock(event)) == []

    def test_used_up_at_the_table_it_cannot_be_cancelled(self):
        event, table, prizes = an_evening()
        soap = prizes["sanhong"]
        delivery = take(stock(table, soap, 1))
        person = person_at(table, 3)
        hand(event, person)  # a small prize that the sign-off did not reach goes from the table
        assert level(table, soap) == 0
        refused("stock_short", cancel_delivery, delivery=delivery, may_cancel_any=True)

    def test_without_stock_nothing_moves(self):
        _event, table, prizes = an_evening(keeps_stock=False)
        delivery = take(stock(table, prizes["sanhong"]))
        assert delivery.supply is None
        finish(delivery)
        assert level(table, prizes["sanhong"]) == 0

    def test_the_same_is_asked_once_until_somebody_takes_it(self):
        event, table, prizes = an_evening()
        first = stock(table, prizes["sanhong"])
        told = refused("already_asked", ask_delivery, event=event, table=table, prize=prizes["sanhong"], quantity=5)
        assert str(told) == "20:00 已经叫过这项送奖，正在排队。"
        take(first)
        assert stock(table, prizes["sanhong"]).pk != first.pk

    @pytest.mark.parametrize("quantity", [0, -1, 10_000])
    def test_how_many(self, quantity):
        event, table, prizes = an_evening()
        told = refused("bad_quantity", ask_delivery, event=event, table=table, prize=prizes["yixiu"], quantity=quantity)
        assert (told.status, told.context) == (400, {"field": "quantity"})

    def test_of_another_event(self):
        event, table, prizes = an_evening()
        other = an_event("other")
        foreign, elsewhere = goods(other, "茶"), a_table(other, people=[("甲", "", "")])
        for facts in ({"prize": foreign, "table": table}, {"prize": prizes["yixiu"], "table": elsewhere}):
            assert refused("other_event", ask_delivery, event=event, quantity=1, **facts).status == 404

    def test_more_than_the_store_has(self):
        event, table, prizes = an_evening()
        delivery = stock(table, prizes["sanhong"], 10)
        (line,) = queue(event, now=NOW)
        assert line.short == 1
        refused("stock_short", take_delivery, delivery=delivery)
        assert Delivery.objects.get().taken_at is None


class TestForSomebody:
    def test_brought_and_handed_over(self):
        event, table, prizes = an_evening()
        delivery = take(to_person(event, table))
        assert (level("store", prizes["zhuangyuan"]), level(table, prizes["zhuangyuan"])) == (8, 1)
        finish(delivery)
        handed = HandOver.objects.latest("pk")
        assert (handed.channel, handed.participant.name, handed.handed_by.username) == ("delivery", "王明", "runner")
        assert (level(table, prizes["zhuangyuan"]), Claim.objects.get(prize=prizes["zhuangyuan"]).state) == (
            0, "handed_over",
        )  # fmt: skip
        assert list(verify_stock(event)) == []
        finish(delivery)  # pressed twice
        assert HandOver.objects.filter(channel="delivery").count() == 1

    def test_without_stock(self):
        event, table, prizes = an_evening(keeps_stock=False)
        finish(take(to_person(event, table)))
        assert Claim.objects.get(prize=prizes["zhuangyuan"]).state == "handed_over"

    def test_corrected_on_the_way_it_is_not_handed_over_and_comes_back(self):
        event, table, prizes = an_evening()
        delivery = take(to_person(event, table))
        correct(table, 5, "444466")
        told = refused("not_due", finish_delivery, delivery=delivery, by=runner(event))
        assert "王明" in str(told)
        cancel_delivery(delivery=delivery, by=runner(event), now=NOW)
        assert level("store", prizes["zhuangyuan"]) == 9

    def test_not_final(self):
        event, table, _prizes = an_evening()
        person = person_at(table, 2)
        key = due(event, people=[person.pk])[0].key_text
        delivery = to_person(event, table, 2)
        correct(table, 5, "112234")
        facts = {"event": event, "table": table, "participant": person, "key": key}
        assert refused("not_final", ask_delivery_to, **facts).context == {"waiting": "not_signed_off"}
        refused("not_final", take_delivery, delivery=delivery)

    def test_fetched_at_the_desk_meanwhile(self):
        event, table, _prizes = an_evening()
        waiting, on_the_way = to_person(event, table), take(to_person(event, table, 2))
        for seat in (1, 2):
            hand(event, person_at(table, seat))
        refused("not_due", take_delivery, delivery=waiting)
        refused("not_due", finish_delivery, delivery=on_the_way, by=runner(event))

    def test_high_value_is_given_at_the_desk(self):
        event, table, _prizes = an_evening()
        high_value_from(event, 1000)
        with pytest.raises(Refusal) as caught:
            to_person(event, table)
        assert caught.value.code == "high_value"
        assert to_person(event, table, 2).prize.name == "电饭煲"

    def test_once_and_of_this_person(self):
        event, table, _prizes = an_evening()
        delivery = to_person(event, table)
        person, other = person_at(table, 1), person_at(table, 2)
        key = due(event, people=[person.pk])[0].key_text
        facts = {"event": event, "table": table, "key": key}
        refused("already_asked", ask_delivery_to, participant=person, **facts)
        take(delivery)
        refused("already_asked", ask_delivery_to, participant=person, **facts)
        refused("not_due", ask_delivery_to, participant=other, **facts)
        elsewhere = a_table(an_event("other"), people=[("甲", "", "")])
        refused("other_event", ask_delivery_to, participant=person, **{**facts, "table": elsewhere})


class TestWhoHasIt:
    def test_the_second_is_told_who(self):
        _event, table, prizes = an_evening()
        delivery = take(stock(table, prizes["sanhong"]), "anna")
        assert take(delivery, "anna").taken_by.username == "anna"  # pressed twice
        told = refused("delivery_taken", take_delivery, delivery=delivery, by=runner(delivery.event, "bert"))
        assert str(told) == "Anna 已经在送这项了。"
        assert level("store", prizes["sanhong"]) == 7

    def test_only_who_took_it_or_a_supervisor_says_it_is_delivered(self):
        event, table, prizes = an_evening()
        delivery = stock(table, prizes["sanhong"])
        refused("delivery_not_taken", finish_delivery, delivery=delivery)
        refused("delivery_not_taken", cancel_delivery, delivery=delivery, by=runner(event))
        take(delivery, "anna")
        told = refused("not_your_delivery", finish_delivery, delivery=delivery, by=runner(event, "bert"))
        assert told.status == 403
        refused("not_your_delivery", cancel_delivery, delivery=delivery, by=runner(event, "bert"))
        assert finish(delivery, "desk", may_finish_any=True).delivered_at == NOW

    def test_what_was_done_last_comes_first(self):
        event, table, prizes = an_evening()
        done, gone = stock(table, prizes["sanhong"]), stock(table, prizes["yixiu"])
        finish(take(done))
        cancel_delivery(delivery=gone, may_cancel_any=True, **{**by_owner(), "now": minutes(5)})
        assert list(finished(event, most=1)) == [gone]

    def test_what_is_over(self):
        _event, table, prizes = an_evening()
        done, gone = stock(table, prizes["sanhong"]), stock(table, prizes["yixiu"])
        take(done)
        finish(done)
        cancel_delivery(delivery=gone, may_cancel_any=True, **by_owner())
        refused("delivery_done", take_delivery, delivery=done)
        refused("delivery_done", cancel_delivery, delivery=done, may_cancel_any=True)
        refused("delivery_cancelled", take_delivery, delivery=gone)
        refused("delivery_cancelled", finish_delivery, delivery=gone, may_finish_any=True)


class TestTheQueue:
    def test_the_oldest_first_and_what_waits_too_long(self):
        event, table, prizes = an_evening()
        second = stock(table, prizes["yixiu"], now=minutes(3))
        first = stock(table, prizes["sanhong"], now=minutes(0))
        lines = queue(event, now=minutes(6))
        assert [(line.delivery, line.minutes, line.is_late) for line in lines] == [(first, 6, True), (second, 3, False)]
        assert late_deliveries(event, now=minutes(6)) == (1, 0)
        take(first, now=minutes(7))
        assert [(line.minutes, line.is_late) for line in queue(event, now=minutes(8))] == [(1, False), (5, False)]
        assert late_deliveries(event, now=minutes(13)) == (1, 1)

    def test_the_seat(self):
        event, table, _prizes = an_evening()
        to_person(event, table, 2)
        (line,) = queue(event, now=NOW)
        assert (line.seat, line.origin) == (2, "对堂第 1 块")

    def test_the_mark_changes_with_what_is_shown(self):
        event, table, prizes = an_evening()
        marks = [queue_mark(event, now=NOW)]
        delivery = stock(table, prizes["sanhong"])
        marks.append(queue_mark(event, now=NOW))
        take(delivery)
        marks.append(queue_mark(event, now=NOW))
        finish(delivery)
        marks.append(queue_mark(event, now=NOW))
        assert len(set(marks)) == 4
        assert queue_mark(event, now=NOW) == marks[-1]
        assert queue_mark(event, now=minutes(1)) != marks[-1]

    def test_who_can_be_brought_something(self):
        event, table, _prizes = an_evening()
        to_person(event, table, 2)
        record(an_ended_table(event, 2, people=[("王五", "", ""), ("赵六", "", ""), ("钱七", "", "")]))
        found = receivers(event, "王")
        goods = [(one.participant.name, str(one.seat), [line.due.prize.name for line in one.goods]) for one in found]
        assert goods == [("王明", "1-1", ["电视", "牙膏"]), ("王五", "2-1", [])]
        (other,) = receivers(event, "李静")
        assert [line.asked for line in other.goods] == [True]
        assert receivers(event, " ") == []

    def test_queries_do_not_grow(self, django_assert_num_queries):
        event, table, prizes = an_evening()
        stock(table, prizes["sanhong"])
        with django_assert_num_queries(3):
            assert len(queue(event, now=NOW)) == 1
        stock(table, prizes["yixiu"])
        to_person(event, table)
        with django_assert_num_queries(3):
            assert len(queue(event, now=NOW)) == 3
        with django_assert_num_queries(3):
            queue_mark(event, now=NOW)
        with django_assert_num_queries(1):
            late_deliveries(event, now=NOW)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_two_runners(self):
        event, table, prizes = an_evening()
        delivery = stock(table, prizes["sanhong"])
        users = [runner(event, f"runner{number}") for number in range(THREADS)]

        def work(number: int) -> str:
            try:
                take_delivery(delivery=delivery, by=users[number], now=NOW)
            except Refusal as refusal:
                return refusal.code
            return "done"

        assert Counter(_at_once(work)) == {"done": 1, "delivery_taken": THREADS - 1}
        assert (level("store", prizes["sanhong"]), level(table, prizes["sanhong"])) == (7, 2)

    def test_delivered_and_handed_over_at_the_desk(self):
        event, table, prizes = an_evening()
        delivery = take(to_person(event, table))
        person, user = person_at(table, 1), runner(event)
        key = due(event, people=[person.pk])[0].key_text

        def work(number: int) -> str:
            try:
                if number % 2:
                    hand(event, person, keys=[key])
                else:
                    finish_delivery(delivery=delivery, by=user, now=NOW)
            except Refusal as refusal:
                return refusal.code
            return "delivered" if number % 2 == 0 else "handed"

        answers = Counter(_at_once(work))
        assert set(answers) in ({"delivered", "not_due"}, {"handed", "not_due"})
        assert Claim.objects.filter(prize=prizes["zhuangyuan"], state="handed_over").count() == 1
        assert list(verify_stock(event)) == []

    def test_taken_and_cancelled(self):
        event, table, prizes = an_evening()
        delivery = stock(table, prizes["sanhong"])
        user, owner = runner(event), a_user()

        def work(number: int) -> str:
            try:
                if number % 2:
                    take_delivery(delivery=delivery, by=user, now=NOW)
                else:
                    cancel_delivery(delivery=delivery, by=owner, now=NOW, may_cancel_any=True)
            except Refusal as refusal:
                return refusal.code
            return "done"

        _at_once(work)
        assert (level("store", prizes["sanhong"]), level(table, prizes["sanhong"])) == (9, 0)
        assert Delivery.objects.get().cancelled_by == owner
        assert list(verify_stock(event)) == []
