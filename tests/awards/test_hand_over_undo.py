"""Taking a hand-over back: where the goods go, what is due again, and what keeps it from happening."""

from datetime import timedelta

import pytest

from awards.models import Claim, HandOver, StockLevel, TableCount
from awards.services import undo_hand_over
from awards.services.ledger import Shift, outside_of, people_locations, record_movement, store_of, tables_locations
from bobing_event.models import AuditRecord
from bobing_event.refusals import Refusal
from tests.awards.factories import NOW, a_user, an_ended_table, an_event, by_owner
from tests.awards.handing import a_plan, hand, keys_due, person_at, receive, sign_off, stock

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=20)


@pytest.fixture
def event():
    return an_event()


@pytest.fixture
def prizes(event):
    prizes = a_plan(event)
    receive(event, {prizes["zhuangyuan"]: 5, prizes["duitang"]: 5})
    return prizes


@pytest.fixture
def table(event, prizes):
    table = an_ended_table(event)
    stock(table, {prizes["sanhong"]: 1, prizes["yixiu"]: 1})
    return sign_off(table)


def undo(handed, **more):
    return undo_hand_over(hand_over=handed, **{"reason": "拿错了", "by": a_user(name="chief"), "now": LATER, **more})


def refused(handed, **more):
    with pytest.raises(Refusal) as refusal:
        undo(handed, **more)
    return refusal.value


def levels(location):
    return {str(level.prize): level.quantity for level in StockLevel.objects.filter(location=location, quantity__gt=0)}


class TestAtTheDesk:
    def test_the_goods_go_back_and_are_due_again(self, event, table, prizes):
        person = person_at(table, 2)
        keys = keys_due(event, person)
        handed = hand(event, person)
        movement = undo(handed)
        assert (movement.kind, movement.undoes, movement.reason) == ("return", handed.movement, "拿错了")
        assert levels(store_of(event))["电饭煲"] == 5
        handed.refresh_from_db()
        assert (handed.undone_by, handed.undone_at, handed.undo_reason) == (a_user(name="chief"), LATER, "拿错了")
        claim = handed.claims.get()
        assert (claim.state, claim.settled_by, claim.settled_at, claim.reason) == (
            "taken_back", a_user(name="chief"), LATER, "拿错了",
        )  # fmt: skip
        assert keys_due(event, person) == keys
        assert hand(event, person).pk != handed.pk
        record = AuditRecord.objects.get(action="hand_over_undone")
        assert (record.subject, record.detail) == (
            f"person:{person.pk}", {"number": handed.movement.number_text, "reason": "拿错了"},
        )  # fmt: skip

    def test_twice(self, event, table):
        handed = hand(event, person_at(table, 2))
        undo(handed)
        refusal = refused(handed)
        assert (refusal.code, str(refusal)) == ("already_undone", "Chief已于 20:20 撤销：拿错了")

    @pytest.mark.parametrize(("reason", "code"), [("  ", "reason_needed"), ("x" * 201, "too_long")])
    def test_for_a_reason(self, event, table, reason, code):
        refusal = refused(hand(event, person_at(table, 2)), reason=reason)
        assert (refusal.code, refusal.status) == (code, 400)

    def test_when_the_goods_went_elsewhere(self, event, table, prizes):
        person = person_at(table, 2)
        handed = hand(event, person)
        there = people_locations(event, [person])[person.pk]
        gone = Shift(prizes["duitang"], 1, there, outside_of(event))
        record_movement(event=event, kind="write_off", shifts=[gone], reason="摔坏", **by_owner())
        refusal = refused(handed)
        assert (refusal.code, str(refusal)) == ("stock_short", "李静只有 0 件“电饭煲”，需要 1 件。")
        assert handed.claims.get().state == "handed_over"

    def test_what_was_kept_after_a_correction_stays(self, event, table):
        handed = hand(event, person_at(table, 2))
        Claim.objects.filter(hand_over=handed).update(state="kept")
        assert refused(handed).code == "already_undone"


class TestAtTheTable:
    def test_one_persons_part(self, event, table, prizes):
        handed = HandOver.objects.get(table=table)
        movement = undo(handed, participant=person_at(table, 3))
        place = tables_locations(event, [table])[table.pk]
        assert movement.undoes is None
        assert levels(place) == {"洗衣液": 1}
        handed.refresh_from_db()
        assert handed.undone_at is None
        assert refused(handed, participant=person_at(table, 3)).code == "already_undone"
        states = dict(handed.claims.values_list("prize__name", "state"))
        assert states == {"洗衣液": "taken_back", "牙膏": "handed_over"}
        undo(handed)
        handed.refresh_from_db()
        assert handed.undone_at == LATER
        assert levels(place) == {"洗衣液": 1, "牙膏": 1}

    def test_all_of_it(self, event, table):
        handed = HandOver.objects.get(table=table)
        assert undo(handed).undoes == handed.movement
        assert levels(tables_locations(event, [table])[table.pk]) == {"洗衣液": 1, "牙膏": 1}
        assert AuditRecord.objects.get(action="hand_over_undone").subject == str(table)

    def test_to_the_store_once_the_table_is_counted(self, event, table):
        place = tables_locations(event, [table])[table.pk]
        TableCount.objects.create(location=place, expected={}, counted={}, signed_by=a_user(), signed_at=NOW)
        undo(HandOver.objects.get(table=table))
        assert levels(place) == {}
        assert levels(store_of(event))["牙膏"] == 6

    def test_from_outside_back_to_outside(self):
        event = an_event()
        a_plan(event)
        table = sign_off(an_ended_table(event))
        movement = undo(HandOver.objects.get(table=table))
        assert {line.target.kind for line in movement.lines.all()} == {"outside"}
        assert StockLevel.objects.filter(quantity__gt=0).count() == 0
