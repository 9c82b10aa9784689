"""What must not slip through: goods on their way to somebody, high values in parts, old pages, keys that are none."""

from __future__ import annotations

import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.urls import reverse

from awards.models import Claim, Delivery, HandOver, Location, PrizeSettings
from awards.queries.deliveries import reserved
from awards.queries.desk import person_at_desk
from awards.queries.due import due
from awards.services import (
    ask_delivery,
    ask_delivery_to,
    cancel_delivery,
    count_table,
    finish_delivery,
    forfeit_unclaimed,
    restock_table,
    return_leftovers,
    set_plan_line,
    take_delivery,
    undo_hand_over,
    undo_movement,
    write_off,
)
from awards.services.ledger import locked_ledger
from bobing_event.models import Role
from bobing_event.refusals import Refusal
from tables.models import Table
from tables.queries.sign_offs import sign_off_of
from tables.services import countersign_table
from tests.awards.factories import NOW, a_user, an_ended_table, an_event, by_owner, correct
from tests.awards.handing import a_plan, goods, hand, high_value_from, keys_due, person_at, receive, sign_off, stock
from tests.awards.stock_factories import level

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=2)
TOO_BIG = "9" * 30


def an_evening():
    event = an_event()
    prizes = a_plan(event)
    receive(event, dict.fromkeys(prizes.values(), 9))
    table = an_ended_table(event)
    sign_off(table)
    return event, table, prizes


def runner(event):
    return a_user(event, Role.RUNNER, "runner")


def key_of(event, person, prize):
    return next(one.key_text for one in due(event, people=[person.pk]) if one.prize == prize)


def asked(event, table, person, prize) -> Delivery:
    key = key_of(event, person, prize)
    return ask_delivery_to(event=event, table=table, participant=person, key=key, **by_owner())


def taken(event, table, person, prize) -> Delivery:
    return take_delivery(delivery=asked(event, table, person, prize), by=runner(event), now=NOW)


def refused(code, work, *arguments, **more) -> Refusal:
    with pytest.raises(Refusal) as caught:
        work(*arguments, **more)
    assert caught.value.code == code
    return caught.value


class TestAMovedPiece:
    def test_is_not_asked_for_twice(self):
        event, table, prizes = an_evening()
        asked(event, table, person_at(table, 3), prizes["sanhong"])
        correct(table, 3, "112233")
        correct(table, 5, "444123")
        sign_off(table, LATER)
        if sign_off_of(Table.objects.get(pk=table.pk)).disputed:
            countersign_table(table=Table.objects.get(pk=table.pk), by=a_user(name="floor"), now=LATER)
        refusal = refused("already_asked", asked, event, table, person_at(table, 2), prizes["sanhong"])
        first = person_at(table, 3).name
        assert str(refusal) == f"同一份洗衣液还在等着送给{first}。请先取消那次送货。"
        assert Delivery.objects.count() == 1


class TestHighValue:
    @pytest.fixture
    def evening(self):
        """A 对堂 gives a cooker of 200 yuan at the desk and a towel of 20 at the table: 220 together."""
        event = an_event()
        prizes = a_plan(event)
        prizes["towel"] = goods(event, "毛巾", 20)
        set_plan_line(event=event, prize=prizes["towel"], rank="duitang", given_at="table", **by_owner())
        return event, an_ended_table(event), prizes

    def test_is_not_handed_over_by_a_sign_off(self, evening):
        event, table, prizes = evening
        high_value_from(event, 210)
        sign_off(table)
        assert not Claim.objects.filter(prize=prizes["towel"]).exists()

    def test_stays_high_when_a_part_is_gone(self, evening):
        event, table, prizes = evening
        sign_off(table)
        assert Claim.objects.filter(prize=prizes["towel"]).count() == 1
        high_value_from(event, 210)
        person = person_at(table, 2)
        assert [line.worth_much for line in person_at_desk(event, person).due if line.prize == prizes["duitang"]] == [
            True
        ]
        refused("id_not_checked", hand, event, person, keys=[key_of(event, person, prizes["duitang"])])
        refused("high_value", asked, event, table, person, prizes["duitang"])


class TestAnOldPage:
    def test_does_not_say_handed_over_after_an_undo(self):
        event, table, _prizes = an_evening()
        person, uuid = person_at(table, 3), uuid4()
        keys = keys_due(event, person)
        first = hand(event, person, keys=keys, client_uuid=uuid)
        assert hand(event, person, keys=keys, client_uuid=uuid) == first
        undo_hand_over(hand_over=first, reason="拿错", **by_owner())
        refused("stale_page", hand, event, person, keys=keys, client_uuid=uuid)
        assert hand(event, person, keys=keys).pk != first.pk


class TestOnTheWay:
    def test_the_desk_takes_from_the_store(self):
        event, table, prizes = an_evening()
        soap, person = prizes["sanhong"], person_at(table, 3)
        delivery = taken(event, table, person, soap)
        assert reserved(event, [table.pk]) == {(table.pk, soap.pk): 1}
        handed = hand(event, person, keys=[key_of(event, person, soap)])
        assert {line.source.kind for line in handed.movement.lines.all()} == {Location.Kind.STORE}
        cancel_delivery(delivery=delivery, may_cancel_any=True, **by_owner())
        assert (level("store", soap), level(table, soap)) == (8, 0)

    def test_a_sign_off_leaves_it(self):
        event = an_event()
        soap = a_plan(event)["sanhong"]
        set_plan_line(event=event, prize=soap, consolation="everybody", **by_owner())
        receive(event, {soap: 9})
        table = an_ended_table(event)
        delivery = taken(event, table, person_at(table, 1), soap)
        sign_off(table)
        assert Claim.objects.filter(piece__isnull=False).count() == 0
        finish_delivery(delivery=delivery, by=runner(event), now=NOW)
        assert [claim.participant for claim in Claim.objects.all()] == [person_at(table, 1)]
        assert level(table, soap) == 0

    def test_the_plan_stands_meanwhile(self):
        event, table, prizes = an_evening()
        soap, person = prizes["sanhong"], person_at(table, 3)
        line = soap.plan_lines.get()
        more = {"event": event, "prize": soap, "rank": "sanhong", "given_at": "table", "quantity": 2, "line": line}
        asked(event, table, person, soap)
        refusal = refused("goods_on_the_way", set_plan_line, **more, **by_owner())
        assert str(refusal) == "三红第 1 块：还有 1 人的奖品待派送。请先送达或取消派送，再改方案。"
        cancel_delivery(delivery=Delivery.objects.get(), may_cancel_any=True, **by_owner())
        assert set_plan_line(**more, **by_owner()).quantity == 2

    def test_the_table_is_not_counted_meanwhile(self):
        event, table, prizes = an_evening()
        soap = prizes["sanhong"]
        delivery = taken(event, table, person_at(table, 3), soap)
        counting = {"table": Table.objects.get(pk=table.pk), "counted": {soap.pk: 0}, "reason": "没有", **by_owner()}
        refused("being_delivered", count_table, **counting)
        refused("being_delivered", return_leftovers, table=counting["table"], goods={soap.pk: 1}, **by_owner())
        place = Location.objects.get(table=table)
        gone = {"event": event, "location": place, "goods": {soap.pk: 1}, "reason": "破损", **by_owner()}
        refused("being_delivered", write_off, **gone)
        assert level(table, soap) == 1
        finish_delivery(delivery=delivery, by=runner(event), now=NOW)
        assert count_table(**counting).expected == {str(soap.pk): 0}

    def test_nor_while_its_stock_is_coming(self):
        event, table, prizes = an_evening()
        soap = prizes["sanhong"]
        asking = ask_delivery(event=event, table=table, prize=soap, quantity=2, **by_owner())
        delivery = take_delivery(delivery=asking, by=runner(event), now=NOW)
        counting = {"table": Table.objects.get(pk=table.pk), "counted": {soap.pk: 0}, "reason": "没有", **by_owner()}
        refused("being_delivered", count_table, **counting)
        finish_delivery(delivery=delivery, by=runner(event), now=NOW)
        assert count_table(**counting).expected == {str(soap.pk): 2}

    def test_what_came_before_is_not_undone_under_it(self):
        event, table, prizes = an_evening()
        soap = prizes["sanhong"]
        supply = restock_table(table=table, goods={soap.pk: 1}, **by_owner())
        taken(event, table, person_at(table, 3), soap)
        refused("being_delivered", undo_movement, movement=supply, reason="错", **by_owner())
        assert level(table, soap) == 2

    def test_giving_up_leaves_it(self):
        event = an_event()
        soap = a_plan(event)["sanhong"]
        set_plan_line(event=event, prize=soap, consolation="everybody", **by_owner())
        receive(event, {soap: 9})
        table = an_ended_table(event)
        sign_off(table)
        delivery = taken(event, table, person_at(table, 1), soap)
        PrizeSettings.objects.filter(event=event).update(claim_until=NOW - timedelta(hours=1))
        key = next(one.key_text for one in due(event, people=[person_at(table, 3).pk]) if one.piece)
        forfeit_unclaimed(event=event, keys=[key], reason="没来", **by_owner())
        assert (level("store", soap), level(table, soap)) == (8, 1)
        assert finish_delivery(delivery=delivery, by=runner(event), now=NOW).delivered_at == NOW


class TestARunnersPhone:
    @pytest.mark.parametrize(
        ("page", "sentence"),
        [
            ("delivery-take", "这份奖品不用再送了。请不要取，并告诉领奖处。"),
            ("delivery-finish", "这份奖品不用再送了。请送回去，并取消这次送货。"),
        ],
    )
    def test_names_nobody(self, client, page, sentence):
        event, table, prizes = an_evening()
        person = person_at(table, 3)
        delivery = asked(event, table, person, prizes["sanhong"])
        if page == "delivery-finish":
            take_delivery(delivery=delivery, by=runner(event), now=NOW)
        hand(event, person, keys=[key_of(event, person, prizes["sanhong"])])
        client.force_login(runner(event))
        answer = client.post(reverse(page, args=[event.slug, delivery.pk]), follow=True).content.decode()
        assert (sentence in answer, person.name in answer) == (True, False)


@pytest.mark.parametrize("key", [f"{TOO_BIG}.....1.", f".{TOO_BIG}.1...1.", f".....{TOO_BIG}.", TOO_BIG])
def test_a_number_no_id_can_have_is_not_due(key):
    event, table, _prizes = an_evening()
    refused("not_due", hand, event, person_at(table, 3), keys=[key])


def test_nor_does_it_break_the_page(client):
    event, table, _prizes = an_evening()
    client.force_login(a_user(event, Role.OWNER))
    address = reverse("delivery-ask-to", args=[event.slug, person_at(table, 3).pk])
    assert client.post(address, {"key": f"{TOO_BIG}.....1."}).status_code < 500


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestLocks:
    """Somebody has the table and wants the ledger: who comes meanwhile waits for the table, and holds nothing."""

    def race(self, event, table, work) -> list[str]:
        holding, answers = threading.Event(), []

        def first():
            with transaction.atomic():
                list(Table.objects.filter(pk=table.pk).select_for_update().only("pk"))
                holding.set()
                second.join(1)
                locked_ledger(event)
            answers.append("first")
            connection.close()

        def then():
            holding.wait(10)
            work()
            answers.append("second")
            connection.close()

        second = threading.Thread(target=then)
        threads = [threading.Thread(target=first), second]
        for thread in reversed(threads):
            thread.start()
        for thread in threads:
            thread.join(30)
        return answers

    def test_asking_for_stock(self):
        event, table, prizes = an_evening()
        facts = {"event": event, "table": table, "prize": prizes["sanhong"], "quantity": 1, **by_owner()}
        assert self.race(event, table, lambda: ask_delivery(**facts)) == ["first", "second"]

    def test_asking_for_somebody(self):
        event, table, prizes = an_evening()
        person = person_at(table, 3)
        assert self.race(event, table, lambda: asked(event, table, person, prizes["sanhong"])) == ["first", "second"]

    def test_giving_up(self):
        event = an_event()
        prizes = a_plan(event)
        table = an_ended_table(event)
        stock(table, {prizes["sanhong"]: 1})
        sign_off(table)
        undo_hand_over(hand_over=HandOver.objects.get(), reason="x", **by_owner())
        PrizeSettings.objects.filter(event=event).update(claim_until=NOW - timedelta(hours=1))
        keys, owner = [one.key_text for one in due(event)], by_owner()
        answers = self.race(event, table, lambda: forfeit_unclaimed(event=event, keys=keys, reason="没来", **owner))
        assert answers == ["first", "second"]
