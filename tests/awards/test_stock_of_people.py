"""What the stock says of goods that went through somebody's hands: undone, brought to them, or still theirs."""

from __future__ import annotations

import pytest
from django.urls import reverse

from awards.models import HandOver, Movement
from awards.queries import supplied
from awards.queries.moved_claims import moved_claims
from awards.queries.reconciliation import by_table
from awards.services import (
    ask_delivery_to,
    cancel_delivery,
    count_table,
    finish_delivery,
    set_plan_line,
    settle_moved_claim,
    supply_tables,
    take_delivery,
    undo_hand_over,
    undo_movement,
    verify_stock,
)
from tests.awards.factories import NOTHING, NOW, a_table, a_user, an_ended_table, an_event, by_owner, correct
from tests.awards.handing import a_plan, goods, hand, keys_due, person_at, receive, sign_off, stock
from tests.awards.stock_factories import level, refused

pytestmark = pytest.mark.django_db


def a_supplied_table():
    """Signed off: seat 3 was handed 三红, seat 2 一秀, in one movement."""
    event = an_event()
    prizes = a_plan(event)
    table = an_ended_table(event)
    stock(table, {prizes["sanhong"]: 1, prizes["yixiu"]: 1})
    sign_off(table)
    return event, table, prizes


class TestUndoing:
    def test_one_persons_return_is_not_undone_in_the_stock(self, client):
        event, table, prizes = a_supplied_table()
        back = undo_hand_over(
            hand_over=HandOver.objects.get(), participant=person_at(table, 3), reason="拿错了", **by_owner()
        )
        refusal = refused("not_undoable", undo_movement, movement=back, reason="再来")
        assert str(refusal) == "从人手里收回的奖品不能在这里撤销，请到领奖处重新发放。"
        assert level(table, prizes["sanhong"]) == 1
        client.force_login(a_user())
        supply = Movement.objects.get(kind="allocate")
        pages = [client.get(reverse("prize-movement", args=[event.slug, one.number])) for one in (supply, back)]
        assert [page.context["may_undo"] for page in pages] == [True, False]

    def test_nor_what_a_correction_brought_back(self):
        event = an_event()
        prizes = a_plan(event)
        receive(event, dict.fromkeys(prizes.values(), 9))
        table = an_ended_table(event)
        sign_off(table)
        hand(event, person_at(table, 3))
        correct(table, 3, NOTHING)
        [task] = moved_claims(event)
        settle_moved_claim(claim=task.claim, how="returned", **by_owner())
        back = Movement.objects.get(kind="return")
        refused("not_undoable", undo_movement, movement=back, reason="再来")
        assert Movement.objects.filter(undoes=back).count() == 0

    def test_to_another_place_it_is_a_return_of_its_own(self):
        """The table is counted, so the goods go to the store: the ledger does not call that an undoing."""
        event, table, prizes = a_supplied_table()
        count_table(table=table, counted={}, **by_owner())
        back = undo_hand_over(hand_over=HandOver.objects.get(), reason="拿错了", **by_owner())
        assert (back.kind, back.undoes, level("store", prizes["sanhong"])) == ("return", None, 6)
        assert list(verify_stock(event)) == []


class TestBroughtToSomebody:
    @pytest.mark.parametrize("finish", [True, False])
    def test_the_table_is_not_supplied(self, finish):
        event = an_event()
        prizes = a_plan(event)
        tea = goods(event, "茶")
        set_plan_line(event=event, prize=tea, consolation="everybody", **by_owner())
        receive(event, dict.fromkeys([*prizes.values(), tea], 9))
        table = a_table(event)
        person = person_at(table, 1)
        [key] = keys_due(event, person)
        asked = ask_delivery_to(event=event, table=table, participant=person, key=key, **by_owner())
        runner = a_user(name="runner")
        delivery = take_delivery(delivery=asked, by=runner, now=NOW)
        assert supplied(event) == set()
        end = finish_delivery if finish else cancel_delivery
        end(delivery=delivery, by=runner, now=NOW)
        [line] = by_table(event)
        assert (supplied(event), line.is_supplied, line.state) == (set(), False, "unsupplied")
        run = supply_tables(event=event, tables=[table], **by_owner())
        assert (run.supplied, level(table, prizes["sanhong"])) == ((table,), 1)
        [line] = by_table(event)
        assert (supplied(event), line.is_supplied, line.state) == ({table.pk}, True, "supplied")


def test_what_waits_for_somebody_at_a_final_table_is_counted(client):
    event, table, prizes = a_supplied_table()
    undo_hand_over(hand_over=HandOver.objects.get(), participant=person_at(table, 3), reason="拿错了", **by_owner())
    client.force_login(a_user())
    form = client.get(reverse("prize-table", args=[event.slug, table.pk])).context["count_form"]
    assert {prize: field.value() for prize, field in form.rows()} == {prizes["sanhong"]: 1, prizes["yixiu"]: 0}
