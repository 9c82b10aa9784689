"""What a correction moved after it was handed over: the tasks, and what settling them does to claims and stock."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import Sum

from awards.models import Claim, HandOver, Location, PlanLine, Prize, StockLevel
from awards.queries.due import due
from awards.queries.moved_claims import moved_claims, moved_forfeits, tasks_about
from awards.services import (
    set_plan_line,
    settle_moved_claim,
    supply_tables,
    undo_hand_over,
    verify_stock,
)
from bobing_event.models import AuditRecord, Event, Role
from bobing_event.refusals import Refusal
from tables.models import Table
from tables.queries.sign_offs import is_final
from tables.services import countersign_table
from tests.awards.factories import (
    NOTHING,
    NOW,
    SIX_THROWS,
    STRONG,
    a_user,
    a_won_playoff,
    an_ended_table,
    an_evening,
    an_event,
    an_open_table,
    by_owner,
    correct,
    record,
)
from tests.awards.handing import a_plan, goods, hand, high_value_from, keys_due, person_at, receive, sign_off
from tests.tables.test_concurrency import THREADS, _at_once

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=2)
CHAMPION = "444466"  # stronger than seat 1's 444456
SANHONG = "444123"


def levels(event: Event) -> dict[tuple[str, str], int]:
    """Units by place and goods, without what is zero."""
    found = StockLevel.objects.filter(location__event=event, quantity__gt=0).select_related("location__table", "prize")
    return {(str(level.location), level.prize.name): level.quantity for level in found}


def claims(event: Event) -> list[tuple[str, str, str]]:
    found = Claim.objects.filter(event=event).select_related("participant", "prize").order_by("pk")
    return [(claim.participant.name, claim.prize.name, claim.state) for claim in found]


def told(event: Event) -> list[str]:
    return [task.sentence for task in moved_claims(event)]


def settle(claim: Claim, how: str, reason: str = "", by: str = "desk") -> Claim:
    user = a_user(claim.event, Role.PRIZE_DESK, by)
    return settle_moved_claim(claim=claim, how=how, reason=reason, by=user, now=LATER)


def refused(claim: Claim, how: str, code: str, reason: str = "") -> Refusal:
    with pytest.raises(Refusal) as caught:
        settle(claim, how, reason)
    assert caught.value.code == code
    return caught.value


def sign_again(table: Table) -> None:
    """A changed champion wants a second signature."""
    sign_off(table, LATER)
    if not is_final(Table.objects.get(pk=table.pk)):
        floor = a_user(table.session.event, Role.FLOOR_MANAGER, "floor")
        countersign_table(table=table, by=floor, now=LATER)


def handed_out(keeps_stock: bool = True) -> tuple[Event, Table, dict[str, Prize]]:
    """Table 1 signed off; 王明 has the television, 李静 the cooker, 陈䶮 the soap, 王明 the paste, from real stock."""
    event = an_event()
    prizes = a_plan(event)
    if keeps_stock:
        receive(event, dict.fromkeys(prizes.values(), 3))
    table = an_open_table(event)
    if keeps_stock:
        supply_tables(event=event, tables=[table], **by_owner())
    record(table, *SIX_THROWS)
    sign_off(table)
    for seat in (1, 2):
        hand(event, person_at(table, seat))
    return event, table, prizes


def champion_corrected(keeps_stock: bool = True) -> tuple[Event, Table, Claim]:
    """李静 turns out to be the champion."""
    event, table, _prizes = handed_out(keeps_stock)
    correct(table, 5, CHAMPION)
    return event, table, moved_claims(event)[0].claim


class TestTasks:
    def test_nothing_moved(self, django_assert_num_queries):
        event, _table, _prizes = handed_out()
        assert told(event) == []

    def test_a_piece_that_is_somebody_elses_now(self):
        event, table, _claim = champion_corrected()
        assert told(event) == ["从 王明（1 桌 1 号）收回 电视 × 1 件（状元），改给 李静（1 桌 2 号）。"]
        task = moved_claims(event)[0]
        assert (task.can_be_passed_on, task.is_final, task.table) == (False, False, None)
        sign_again(table)
        assert moved_claims(event)[0].can_be_passed_on

    def test_pieces_back_in_stock_and_passed_around(self):
        event, table, _prizes = handed_out()
        correct(table, 2, SANHONG)  # 李静's 对堂 was a 三红, and 陈䶮's came too late
        assert told(event) == [
            "从 陈䶮（1 桌 3 号）收回 洗衣液 × 1 件（三红第 1 块），改给 李静（1 桌 2 号）。",
            "从 王明（1 桌 1 号）收回 电视 × 1 件（状元）。",
            "从 李静（1 桌 2 号）收回 电饭煲 × 1 件（对堂第 1 块）。",
        ]
        assert [task.table for task in moved_claims(event)] == [table, None, None]
        assert {task.is_open for task in moved_claims(event)} == {True}  # the table goes on: wait for its end
        record(table, (1, "123456"), (2, "112233"), (3, "112233"))
        assert told(event) == [
            "从 陈䶮（1 桌 3 号）收回 洗衣液 × 1 件（三红第 1 块），改给 李静（1 桌 2 号）。",
            "从 李静（1 桌 2 号）收回 电饭煲 × 1 件（对堂第 1 块），改给 王明（1 桌 1 号）。",
        ]
        assert {task.is_open for task in moved_claims(event)} == {False}

    def test_those_it_is_about_hear_of_it_at_the_desk(self):
        event, table, _claim = champion_corrected()
        about = {seat: [task.sentence for task in tasks_about(event, person_at(table, seat))] for seat in (1, 2, 3)}
        sentence = "从 王明（1 桌 1 号）收回 电视 × 1 件（状元），改给 李静（1 桌 2 号）。"
        assert about == {1: [sentence], 2: [sentence], 3: []}

    def test_a_place_in_a_playoff(self):
        event = an_evening(2)
        tea = goods(event, "茶叶", 100)
        set_plan_line(event=event, prize=tea, playoff_kind="zongzhuangyuan", place=1, **by_owner())
        playoff = a_won_playoff(event)
        winner = playoff.entrants.get(placed=1)
        hand(event, winner.participant)
        other = playoff.entrants.exclude(pk=winner.pk).get()
        playoff.entrants.filter(pk=winner.pk).update(placed=None)
        playoff.entrants.filter(pk=other.pk).update(placed=1)
        seats = {entrant.pk: entrant.seat for entrant in (winner, other)}
        names = [f"{one.participant.name}（{seats[one.pk].table.number} 桌 1 号）" for one in (winner, other)]
        assert told(event) == [f"从 {names[0]}收回 茶叶 × 1 件（总状元第 1 名），改给 {names[1]}。"]
        passed = settle(moved_claims(event)[0].claim, "passed_on")
        assert (passed.state, told(event), due(event)) == ("taken_back", [], [])

    def test_a_consolation_of_somebody_who_has_won(self):
        event = an_event()
        fan = goods(event, "扇子", 2)
        set_plan_line(event=event, prize=fan, consolation="empty_handed", **by_owner())
        nothing = "112233"
        thrown = [(1, STRONG), (2, "123456"), (3, nothing), (1, SANHONG), (2, "411223"), (3, nothing)]
        table = record(an_open_table(event), *thrown)
        sign_off(table)
        hand(event, person_at(table, 3))
        assert told(event) == []
        correct(table, 3, SANHONG)
        assert told(event) == ["从 陈䶮（1 桌 3 号）收回 扇子 × 1 件（安慰奖：没有博到的人）。"]
        refused(moved_claims(event)[0].claim, "passed_on", "no_new_owner")

    def test_a_changed_plan_moves_nothing(self):
        event, _table, prizes = handed_out()
        line = PlanLine.objects.get(event=event, rank="duitang")
        PlanLine.objects.filter(pk=line.pk).update(prize=goods(event, "微波炉", 300))
        assert told(event) == []
        assert prizes["duitang"].claims.get().state == "handed_over"

    def test_passing_on_what_the_plan_does_not_give_any_more(self):
        event, table, claim = champion_corrected()
        sign_again(table)
        PlanLine.objects.filter(event=event, rank="zhuangyuan").update(prize=goods(event, "冰箱", 4000))
        refused(claim, "passed_on", "no_new_owner")

    def test_queries_do_not_grow(self, django_assert_num_queries):
        event, table, _prizes = handed_out()
        correct(table, 5, CHAMPION)
        with django_assert_num_queries(11):
            assert len(moved_claims(event)) == 1
        for number in (2, 3):
            other = an_ended_table(event, number, people=[("甲", "", ""), ("乙", "", ""), ("丙", "", "")])
            sign_off(other)
            hand(event, person_at(other, 1), keys=keys_due(event, person_at(other, 1))[:1])
            correct(other, 5, CHAMPION)
        with django_assert_num_queries(11):
            assert len(moved_claims(event)) == 3


class TestSettling:
    def test_back_to_the_store(self):
        event, table, claim = champion_corrected()
        settle(claim, "returned")
        assert ("王明", "电视", "taken_back") in claims(event)
        assert levels(event)["仓库", "电视"] == 3
        assert told(event) == []
        sign_again(table)
        assert [(one.participant_id, one.prize.name) for one in due(event)] == [(person_at(table, 2).pk, "电视")]
        hand(event, person_at(table, 2))
        assert levels(event)["李静", "电视"] == 1
        assert list(verify_stock(event)) == []

    def test_back_to_the_table_goes_out_with_its_next_sign_off(self):
        event, table, _prizes = handed_out()
        correct(table, 2, SANHONG)
        soap = moved_claims(event)[0].claim
        settle(soap, "to_table")
        assert levels(event)["第 1 桌", "洗衣液"] == 1
        record(table, (1, "123456"), (2, "112233"), (3, "112233"))
        sign_again(table)
        assert levels(event).get(("第 1 桌", "洗衣液")) is None
        assert ("李静", "洗衣液", "handed_over") in claims(event)

    def test_only_to_the_table_it_came_from(self):
        _event, _table, claim = champion_corrected()
        refused(claim, "to_table", "no_table_to_return_to")

    def test_what_wants_an_id_comes_back_first(self):
        event, table, claim = champion_corrected()
        sign_again(table)
        high_value_from(event, 3000)
        assert not moved_claims(event)[0].can_be_passed_on
        refusal = refused(claim, "passed_on", "high_value")
        assert str(refusal) == "电视 价值较高，须由 李静 本人到领奖处签收。请先收回。"
        high_value_from(event, 3001)
        assert moved_claims(event)[0].can_be_passed_on

    def test_from_hand_to_hand(self):
        event, table, claim = champion_corrected()
        refused(claim, "passed_on", "not_final")
        sign_again(table)
        settle(claim, "passed_on", by="desk2")
        passed = HandOver.objects.latest("pk")
        assert (passed.participant.name, passed.channel, passed.receiver) == ("李静", "desk", "self")
        line = passed.movement.lines.get()
        assert (str(line.source), str(line.target), line.quantity) == ("王明", "李静", 1)
        new = passed.claims.get()
        assert (new.participant.name, new.piece_id, new.state) == ("李静", claim.piece_id, "handed_over")
        assert (told(event), due(event)) == ([], [])

    def test_kept_for_a_reason(self):
        event, table, claim = champion_corrected()
        refused(claim, "kept", "reason_needed", " ")
        settle(claim, "kept", "已经离场")
        sign_again(table)
        assert levels(event)["王明", "电视"] == 1
        hand(event, person_at(table, 2))
        assert (levels(event)["王明", "电视"], levels(event)["李静", "电视"], levels(event)["仓库", "电视"]) == (
            1,
            1,
            1,
        )
        assert AuditRecord.objects.get(action="moved_claim_settled").detail == {
            "outcome": "kept", "goods": "电视 ×1", "people": [person_at(table, 2).pk], "reason": "已经离场",
        }  # fmt: skip

    def test_kept_and_then_theirs_again_is_not_due_twice(self):
        event, table, claim = champion_corrected()
        settle(claim, "kept", "已经离场")
        correct(table, 7, "112233")  # the correction was wrong
        sign_again(table)
        assert (told(event), due(event)) == ([], [])

    def test_without_stock_it_goes_back_outside(self):
        event, table, claim = champion_corrected(keeps_stock=False)
        settle(claim, "returned")
        assert ("王明", "电视") not in levels(event)
        assert not StockLevel.objects.filter(location__kind=Location.Kind.STORE, quantity__gt=0).exists()
        sign_again(table)
        hand(event, person_at(table, 2))
        assert levels(event)["李静", "电视"] == 1

    def test_once(self):
        _event, _table, claim = champion_corrected()
        settle(claim, "returned", by="desk2")
        assert str(refused(claim, "kept", "already_settled", "x")) == "Desk2 已经处理过：已收回。"

    def test_corrected_back_there_is_nothing_to_do(self):
        _event, table, claim = champion_corrected()
        correct(table, 7, "112233")
        refused(claim, "returned", "not_moved")

    def test_an_unknown_way(self):
        _event, _table, claim = champion_corrected()
        assert refused(claim, "burnt", "unknown_way").status == 400

    def test_undoing_what_was_passed_on_brings_it_to_the_store(self):
        event, table, claim = champion_corrected()
        sign_again(table)
        settle(claim, "passed_on")
        undo_hand_over(hand_over=HandOver.objects.latest("pk"), reason="拿错了", **by_owner())
        assert levels(event)["仓库", "电视"] == 3
        assert ("王明", "电视") not in levels(event)
        assert [one.prize.name for one in due(event)] == ["电视"]


class TestForfeits:
    def test_what_was_given_up_and_is_somebody_elses_now(self):
        event = an_event()
        a_plan(event)
        table = an_ended_table(event)
        sign_off(table)
        one = due(event, people=[person_at(table, 1).pk])[0]
        claim = Claim.objects.create(
            event=event, participant_id=one.participant_id, prize=one.prize, quantity=1, state="forfeited",
            settled_by=a_user(), settled_at=NOW, **one.origin_fields,
        )  # fmt: skip
        assert moved_forfeits(event) == []
        correct(table, 5, CHAMPION)
        assert moved_forfeits(event) == [claim]


def test_what_was_kept_is_not_given_again_when_its_piece_has_another_number():
    """Undoing the correction numbers the pieces anew; three 一秀 are three tubes, whoever kept one."""
    event = an_event(piece_set={"zhuangyuan": 1, "duitang": 1, "sanhong": 0, "sijin": 0, "erju": 0, "yixiu": 3})
    paste = goods(event, "牙膏")
    set_plan_line(event=event, prize=paste, rank="yixiu", **by_owner())
    throws = (1, "411223"), (2, "411223"), (3, "123456"), (1, STRONG), (2, NOTHING), (3, "411223")
    table = record(an_open_table(event), *throws)
    sign_off(table)
    correct(table, 1, NOTHING)
    [task] = moved_claims(event)
    settle_moved_claim(claim=task.claim, how="kept", reason="算了", **by_owner())
    correct(table, 7, "411223")
    assert due(event) == []
    sign_off(table, NOW + timedelta(hours=2))
    states = Claim.objects.order_by("participant__seats__number").values_list("participant__name", "state")
    assert list(states) == [("王明", "kept"), ("李静", "handed_over"), ("陈䶮", "handed_over")]


def test_the_whole_way_round():
    """Sign-off, hand-over, correction with a second PIN, settling, sign-off: levels and claims come out right."""
    event, table, prizes = handed_out()
    before = StockLevel.objects.filter(location__event=event).values("prize").annotate(units=Sum("quantity"))
    before = {row["prize"]: row["units"] for row in before}
    correct(table, 5, CHAMPION)
    correct(table, 2, SANHONG)
    television, soap, cooker = (next(task.claim for task in moved_claims(event) if task.claim.prize == prizes[rank])
                                for rank in ("zhuangyuan", "sanhong", "duitang"))  # fmt: skip
    settle(soap, "to_table")
    settle(cooker, "returned")
    record(table, (1, "123456"), (2, "112233"), (3, "112233"))
    assert told(event) == ["从 王明（1 桌 1 号）收回 电视 × 1 件（状元），改给 李静（1 桌 2 号）。"]
    sign_again(table)
    settle(television, "passed_on")
    assert {one.prize.name for one in due(event)} == {"电饭煲"}
    hand(event, person_at(table, 1))
    assert (told(event), due(event)) == ([], [])
    assert levels(event) == {
        ("仓库", "电视"): 2, ("仓库", "电饭煲"): 2, ("仓库", "洗衣液"): 2, ("仓库", "牙膏"): 2,
        ("李静", "电视"): 1, ("王明", "电饭煲"): 1, ("李静", "洗衣液"): 1, ("王明", "牙膏"): 1,
    }  # fmt: skip
    assert sorted(claims(event)) == sorted([
        ("王明", "电视", "taken_back"), ("李静", "电视", "handed_over"),
        ("李静", "电饭煲", "taken_back"), ("王明", "电饭煲", "handed_over"),
        ("陈䶮", "洗衣液", "taken_back"), ("李静", "洗衣液", "handed_over"),
        ("王明", "牙膏", "handed_over"),
    ])  # fmt: skip
    after = StockLevel.objects.filter(location__event=event).values("prize").annotate(units=Sum("quantity"))
    assert {row["prize"]: row["units"] for row in after} == before
    assert list(verify_stock(event)) == []


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_settle_at_once_settle_it_once():
    event, table, claim = champion_corrected()
    sign_again(table)
    users = [a_user(event, Role.PRIZE_DESK, f"desk{number}") for number in range(THREADS)]

    def work(number: int) -> str:
        how = ("returned", "passed_on", "kept")[number % 3]
        try:
            settle_moved_claim(claim=claim, how=how, reason="x", by=users[number], now=LATER)
        except Refusal as refusal:
            return refusal.code
        return "done"

    answers = _at_once(work)
    assert sorted(answers) == ["already_settled"] * (THREADS - 1) + ["done"]
    total = StockLevel.objects.filter(prize=claim.prize).aggregate(units=Sum("quantity"))["units"]
    assert total == 3
    assert list(verify_stock(event)) == []
