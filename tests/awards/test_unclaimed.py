"""What nobody came for: the list, giving up, and taking that back."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from awards.models import Claim, Delivery, Movement, Prize
from awards.queries.due import due
from awards.queries.unclaimed import Narrowed, drawable, forfeits, unclaimed
from awards.services import (
    ask_delivery_to,
    cancel_delivery,
    draw_unclaimed,
    forfeit_unclaimed,
    set_prize_settings,
    supply_tables,
    take_back_forfeit,
    undo_hand_over,
    verify_stock,
)
from bobing_event.models import AuditRecord, Event
from bobing_event.refusals import Refusal
from tables.models import Table
from tests.awards.factories import (
    NOW,
    SIX_THROWS,
    a_user,
    an_ended_table,
    an_event,
    an_open_table,
    by_owner,
    correct,
    record,
)
from tests.awards.handing import a_plan, hand, person_at, receive, sign_off
from tests.awards.stock_factories import level
from tests.tables.test_concurrency import THREADS, _at_once

pytestmark = pytest.mark.django_db

UNTIL = NOW + timedelta(hours=1)
LATER = NOW + timedelta(hours=2)


def until(event: Event, time=UNTIL) -> None:
    set_prize_settings(event=event, cap=None, high_value=None, claim_until=time, **by_owner())


def an_evening(tables: int = 1, keeps_stock: bool = False) -> tuple[Event, list[Table], dict[str, Prize]]:
    """So many tables signed off; what is given at the desk waits there."""
    event = an_event()
    prizes = a_plan(event)
    until(event)
    if keeps_stock:
        receive(event, dict.fromkeys(prizes.values(), 9))
    made = []
    for number in range(1, tables + 1):
        table = an_open_table(event, number)
        if keeps_stock:
            supply_tables(event=event, tables=[table], **by_owner())
        record(table, *SIX_THROWS)
        sign_off(table)
        made.append(table)
    return event, made, prizes


def keys(event: Event) -> list[str]:
    return [line.due.key_text for line in unclaimed(event)]


def forfeit(event: Event, chosen=None, **more) -> list[Claim]:
    facts = {
        "keys": keys(event) if chosen is None else chosen,
        "reason": "散场未领",
        "by": a_user(),
        "now": LATER,
        **more,
    }
    return forfeit_unclaimed(event=event, **facts)


def refused(code: str, work, **arguments) -> Refusal:
    with pytest.raises(Refusal) as caught:
        work(**{"by": a_user(), "now": LATER, **arguments})
    assert caught.value.code == code
    assert str(caught.value)
    return caught.value


def shown(event: Event, **narrowed) -> list[tuple[str, str, str]]:
    found = unclaimed(event, Narrowed(**narrowed))
    return [(line.participant.name, line.origin, str(line.due.prize)) for line in found]


class TestTheList:
    def test_what_is_final_and_due(self):
        event, _tables, _prizes = an_evening()
        record(an_open_table(event, 2), (1, "411223"))
        assert shown(event) == [("王明", "状元", "电视"), ("李静", "对堂第 1 块", "电饭煲")]

    def test_narrowed(self):
        event, _tables, prizes = an_evening(2)
        assert shown(event, table=2, rank="duitang") == [("李静", "对堂第 1 块", "电饭煲")]
        assert len(shown(event, session=1)) == 4
        assert shown(event, session=2) == []
        assert len(shown(event, prize=prizes["zhuangyuan"].pk)) == 2
        assert shown(event, rank="other") == []

    def test_queries_do_not_grow(self, django_assert_num_queries):
        event, _tables, _prizes = an_evening(1)
        with django_assert_num_queries(9):
            unclaimed(event)
        for number in (2, 3):
            sign_off(an_ended_table(event, number))
        with django_assert_num_queries(9):
            assert len(unclaimed(event)) == 6


class TestGivingUp:
    def test_it_is_nobodys_then(self):
        event, (table,), _prizes = an_evening()
        claims = forfeit(event, [keys(event)[0]])
        assert [(claim.participant, claim.prize.name, claim.state) for claim in claims] == [
            (person_at(table, 1), "电视", "forfeited")
        ]
        assert shown(event) == [("李静", "对堂第 1 块", "电饭煲")]
        assert [(one.claim.pk, one.win) for one in forfeits(event)] == [(claims[0].pk, None)]
        assert AuditRecord.objects.get(action="prizes_forfeited").detail == {
            "goods": "电视 ×1", "people": [person_at(table, 1).pk], "reason": "散场未领",
        }  # fmt: skip

    def test_goods_at_a_table_go_back_to_the_store_and_those_in_the_store_stay(self):
        event, (table,), prizes = an_evening(keeps_stock=True)
        # The sign-off handed the soap over; taken back, it lies at the table and is due.
        claim = Claim.objects.get(prize=prizes["sanhong"])
        undo_hand_over(hand_over=claim.hand_over, reason="不在场", participant=claim.participant, **by_owner())
        assert (level(table, prizes["sanhong"]), level("store", prizes["zhuangyuan"])) == (1, 9)
        forfeit(event)
        assert (level(table, prizes["sanhong"]), level("store", prizes["sanhong"])) == (0, 9)
        assert level("store", prizes["zhuangyuan"]) == 9
        back = Movement.objects.latest("number")
        assert [(line.prize.name, line.quantity) for line in back.lines.all()] == [("洗衣液", 1)]
        assert list(verify_stock(event)) == []

    def test_leftovers_taken_back_before_need_no_movement(self):
        event, _tables, _prizes = an_evening(keeps_stock=True)
        before = Movement.objects.count()
        forfeit(event)
        assert Movement.objects.count() == before

    @pytest.mark.parametrize(
        ("code", "status", "more"),
        [
            ("reason_needed", 400, {"reason": " "}),
            ("nothing_chosen", 400, {"chosen": []}),
            ("not_due", 409, {"chosen": ["9.....1."]}),
            ("deadline_not_over", 409, {"now": UNTIL - timedelta(seconds=1)}),
        ],
    )
    def test_refusals(self, code, status, more):
        event, _tables, _prizes = an_evening()
        with pytest.raises(Refusal) as caught:
            forfeit(event, more.pop("chosen", None), **more)
        assert (caught.value.code, caught.value.status) == (code, status)
        assert not Claim.objects.filter(state="forfeited").exists()

    def test_at_the_minute_itself(self):
        event, _tables, _prizes = an_evening()
        assert len(forfeit(event, now=UNTIL)) == 2

    def test_without_a_deadline(self):
        event, _tables, _prizes = an_evening()
        until(event, None)
        refused("no_deadline", forfeit_unclaimed, event=event, keys=keys(event), reason="x")

    def test_what_was_handed_over_meanwhile(self):
        event, (table,), _prizes = an_evening()
        chosen = keys(event)
        hand(event, person_at(table, 1))
        told = refused("not_due", forfeit_unclaimed, event=event, keys=chosen, reason="x")
        assert told.context == {"gone": 1}
        assert str(told) == "其中 1 项已不是待领：可能已领走、已弃领，或因更正改给别人。请重新核对。"

    def test_what_is_not_final(self):
        event, (table,), _prizes = an_evening()
        chosen = keys(event)
        correct(table, 5, "112234")
        assert refused("not_final", forfeit_unclaimed, event=event, keys=chosen, reason="x").context == {
            "waiting": "not_signed_off"
        }

    def test_what_is_being_delivered(self):
        event, (table,), _prizes = an_evening()
        one = due(event)[0]
        person = person_at(table, 1)
        ask_delivery_to(event=event, table=table, participant=person, key=one.key_text, **by_owner())
        refused("being_delivered", forfeit_unclaimed, event=event, keys=[one.key_text], reason="x")
        cancel_delivery(delivery=Delivery.objects.get(), may_cancel_any=True, **by_owner())
        assert len(forfeit(event, [one.key_text])) == 1


class TestTakingBack:
    def test_due_again(self):
        event, (table,), _prizes = an_evening()
        (claim,) = forfeit(event, [keys(event)[0]])
        taken = take_back_forfeit(claim=claim, reason="本人回来了", by=a_user(), now=LATER)
        assert (taken.state, taken.reason) == ("taken_back", "本人回来了")
        assert len(shown(event)) == 2
        hand(event, person_at(table, 1))
        assert AuditRecord.objects.get(action="forfeit_taken_back").detail == {
            "goods": "电视 ×1", "reason": "本人回来了",
        }  # fmt: skip

    def test_refusals(self):
        event, _tables, _prizes = an_evening()
        first, second = forfeit(event)
        refused("reason_needed", take_back_forfeit, claim=first, reason="")
        take_back_forfeit(claim=first, reason="x", by=a_user(), now=LATER)
        refused("not_forfeited", take_back_forfeit, claim=first, reason="x")
        people = list(event.participants.values_list("pk", flat=True))
        draw_unclaimed(event=event, claims=[second.pk], entrants=people, seed=bytes(32), by=a_user(), now=LATER)
        refused("already_redrawn", take_back_forfeit, claim=second, reason="x")
        assert list(drawable(event)) == []


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_giving_up_and_handing_over(self):
        event, (table,), _prizes = an_evening(keeps_stock=True)
        person, user = person_at(table, 1), a_user()
        chosen = [one.key_text for one in due(event, people=[person.pk]) if one.prize.name == "电视"]

        def work(number: int) -> str:
            try:
                if number % 2:
                    hand(event, person, keys=chosen)
                else:
                    forfeit_unclaimed(event=event, keys=chosen, reason="x", by=user, now=LATER)
            except Refusal as refusal:
                return refusal.code
            return "done"

        answers = Counter(_at_once(work))
        assert answers["done"] == 1
        assert sum(answers.values()) == THREADS
        assert Claim.objects.filter(prize__name="电视", state__in=Claim.STANDING).count() == 1
        assert list(verify_stock(event)) == []
