"""Lots for what nobody claimed: who may take part, who wins, who was not there, and that anybody can repeat it."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awards.models import Claim, Redraw, RedrawWin
from awards.queries.due import due
from awards.queries.unclaimed import calls_of, drawable, family_of, forfeits, present
from awards.services import draw_unclaimed, forfeit_unclaimed, mark_absent, set_prize_settings
from bobing_event.models import AuditRecord, Event, Participant
from bobing_event.refusals import Refusal
from tables.lots import shuffled
from tests.awards.factories import NOW, a_user, an_ended_table, an_event, by_owner
from tests.awards.handing import a_plan, hand, sign_off
from tests.tables.test_concurrency import THREADS, _at_once

pytestmark = pytest.mark.django_db

SEED = bytes(range(32))
OTHER_SEED = bytes(reversed(range(32)))
LATER = NOW + timedelta(hours=3)


def given_up(people: int = 3, tables: int = 1) -> Event:
    """Goods of 王明 (two), and of 李静 (one) a table, given up; with so many people checked in."""
    event = an_event()
    a_plan(event)
    for number in range(1, tables + 1):
        sign_off(an_ended_table(event, number))
    for number in range(people - 3 * tables):
        Participant.objects.create(event=event, name=f"客{number}", checked_in_at=NOW, checked_in_by=a_user())
    set_prize_settings(event=event, cap=None, high_value=None, claim_until=NOW + timedelta(hours=1), **by_owner())
    keys = [one.key_text for one in due(event) if one.prize.name in ("电视", "电饭煲")]
    forfeit_unclaimed(event=event, keys=keys, reason="散场", by=a_user(), now=LATER)
    return event


def ids(event: Event) -> list[int]:
    return list(present(event).values_list("pk", flat=True))


def claims(event: Event) -> list[int]:
    return list(drawable(event).values_list("pk", flat=True))


def draw(event: Event, people: list[int] | None = None, seed: bytes = SEED, **more) -> Redraw:
    people = ids(event) if people is None else people
    facts = {"claims": claims(event), "by": a_user(), "now": LATER, **more}
    return draw_unclaimed(event=event, entrants=people, seed=seed, **facts)


def absent(win: RedrawWin, seed: bytes = OTHER_SEED) -> RedrawWin | None:
    return mark_absent(win=win, seed=seed, by=a_user(), now=LATER)


def refused(code: str, work, **arguments) -> Refusal:
    with pytest.raises(Refusal) as caught:
        work(**{"by": a_user(), "now": LATER, **arguments})
    assert caught.value.code == code
    return caught.value


class TestDrawing:
    def test_it_can_be_repeated(self):
        event = given_up(people=8)
        people = ids(event)
        redraw = draw(event, list(reversed(people)))
        assert (redraw.entrants, redraw.seed) == (sorted(people), SEED.hex())
        order = shuffled(sorted(people), bytes.fromhex(redraw.seed))
        assert [win.participant_id for win in redraw.wins.order_by("claim")] == order[:2]
        assert [win.claim_id for win in redraw.wins.order_by("pk")] == sorted(
            Claim.objects.filter(state="forfeited").values_list("pk", flat=True)
        )

    def test_winners_are_due_at_the_desk_and_nobody_else(self):
        event = given_up(people=8)
        redraw = draw(event)
        wins = {win.pk: win for win in redraw.wins.all()}
        won = [one for one in due(event) if one.redraw_win_id]
        assert [(one.participant_id, one.prize, one.quantity) for one in won] == [
            (wins[one.redraw_win_id].participant_id, wins[one.redraw_win_id].claim.prize, 1) for one in won
        ]
        assert len(won) == 2
        first = Participant.objects.get(pk=won[0].participant_id)
        hand(event, first, keys=[won[0].key_text])
        assert [one.key_text for one in due(event) if one.redraw_win_id] == [won[1].key_text]
        called = {call.last.pk: call.handed_over for call in calls_of(family_of(redraw))}
        assert called == {won[0].redraw_win_id: True, won[1].redraw_win_id: False}

    def test_more_goods_than_people(self):
        event = given_up(people=6, tables=2)
        people = ids(event)[:3]
        redraw = draw(event, people)
        counted = Counter(redraw.wins.values_list("participant", flat=True))
        assert sorted(counted.values()) == [1, 1, 2]

    @given(people=st.sets(st.integers(1, 10_000), min_size=1, max_size=60), seed=st.binary(min_size=32, max_size=32))
    def test_everybody_once_in_an_order_that_follows_from_the_seed(self, people, seed):
        order = shuffled(sorted(people), seed)
        assert sorted(order) == sorted(people)
        assert order == shuffled(sorted(people), seed)

    def test_the_record(self):
        event = given_up(people=5)
        redraw = draw(event)
        record = AuditRecord.objects.get(action="prizes_redrawn")
        assert record.detail == {
            "number": redraw.pk, "seed": SEED.hex(), "entrants": 5, "goods": "电视 ×1、电饭煲 ×1",
            "people": [win.participant_id for win in redraw.wins.order_by("pk")],
        }  # fmt: skip

    def test_who_is_present(self):
        event = given_up(people=4)
        Participant.objects.create(event=event, name="没来")
        assert len(ids(event)) == 4
        win = draw(event).wins.first()
        absent(win)
        assert win.participant_id not in ids(event)

    def test_refusals(self):
        event, other = given_up(people=4), an_event("other")
        not_here = Participant.objects.create(event=event, name="没来")
        stranger = Participant.objects.create(event=other, name="别场", checked_in_at=NOW, checked_in_by=a_user())
        facts = {"event": event, "claims": claims(event), "entrants": ids(event), "seed": SEED}
        assert refused("nothing_chosen", draw_unclaimed, **{**facts, "claims": []}).status == 400
        refused("nobody_present", draw_unclaimed, **{**facts, "entrants": []})
        for person in (not_here, stranger):
            told = refused("not_present", draw_unclaimed, **{**facts, "entrants": [*ids(event), person.pk]})
            assert told.context == {"people": [person.pk]}
        assert refused("other_event", draw_unclaimed, **{**facts, "event": other}).status == 404
        draw(event)
        refused("already_redrawn", draw_unclaimed, **facts)
        assert Redraw.objects.count() == 1

    def test_only_what_was_given_up(self):
        event = given_up(people=4)
        claim = Claim.objects.first()
        Claim.objects.filter(pk=claim.pk).update(state="taken_back")
        refused("not_forfeited", draw_unclaimed, event=event, claims=[claim.pk], entrants=ids(event), seed=SEED)


class TestNotThere:
    def test_that_thing_alone_is_drawn_again(self):
        event = given_up(people=8)
        redraw = draw(event)
        first, second = redraw.wins.order_by("pk")
        again = absent(first)
        rest = [pk for pk in redraw.entrants if pk not in (first.participant_id, second.participant_id)]
        assert again.redraw.continues == redraw
        assert again.redraw.entrants == rest
        assert again.participant_id == shuffled(rest, OTHER_SEED)[0]
        assert (again.claim_id, RedrawWin.objects.get(pk=second.pk).absent_at) == (first.claim_id, None)
        calls = calls_of(family_of(redraw))
        assert [[win.pk for win in call.calls] for call in calls] == [[first.pk, again.pk], [second.pk]]
        assert [win.pk for call in calls_of(family_of(again.redraw)) for win in call.calls] == [
            first.pk, again.pk, second.pk,
        ]  # fmt: skip

    def test_nobody_is_called_twice_for_it(self):
        event = given_up(people=6)
        win = draw(event, seed=SEED).wins.order_by("pk").first()
        called = []
        for number in range(5):
            called.append(win.participant_id)
            win = absent(win, bytes([number]) * 32)
            if win is None:
                break
        assert len(called) == len(set(called)) == 5
        # The last is who has the other thing already: there is nobody else.
        assert win.participant_id == Redraw.objects.order_by("pk").first().wins.order_by("pk").last().participant_id

    def test_with_nobody_left_the_goods_are_open_again(self):
        event = given_up(people=4)
        claim = claims(event)[0]
        redraw = draw(event, ids(event)[:1], claims=[claim])
        assert absent(redraw.wins.get()) is None
        assert claim in claims(event)
        assert Redraw.objects.count() == 1
        anew = draw(event, claims=[claim])
        assert anew.wins.get().participant_id in ids(event)
        assert [one.pk for one in family_of(redraw)] == [redraw.pk]

    def test_refusals(self):
        event = given_up(people=8)
        first, second = draw(event).wins.order_by("pk")
        absent(first)
        refused("already_absent", mark_absent, win=first, seed=SEED)
        one = next(one for one in due(event) if one.redraw_win_id == second.pk)
        hand(event, second.participant, keys=[one.key_text])
        refused("already_handed_over", mark_absent, win=second, seed=SEED)

    def test_the_record(self):
        event = given_up(people=8)
        redraw = draw(event)
        win = redraw.wins.order_by("pk").first()
        again = absent(win)
        record = AuditRecord.objects.get(action="redraw_winner_absent")
        assert (record.subject, record.detail) == (f"person:{win.participant_id}", {
            "number": redraw.pk, "goods": "电视 ×1", "entrants": 6, "people": [again.participant_id],
            "seed": OTHER_SEED.hex(),
        })  # fmt: skip


def test_queries_do_not_grow(django_assert_num_queries):
    event = given_up(people=30)
    with django_assert_num_queries(13):
        redraw = draw(event)
    with django_assert_num_queries(2):
        forfeits(event)
    with django_assert_num_queries(3):
        calls_of(family_of(redraw))
    other = given_up_more(event)
    assert len(claims(event)) == 4
    with django_assert_num_queries(13):
        draw(event)
    with django_assert_num_queries(2):
        assert len(forfeits(event)) == 6
    absent(redraw.wins.first())
    with django_assert_num_queries(3):
        calls_of(family_of(redraw))
    assert other == 2


def given_up_more(event: Event) -> int:
    for number in (2, 3):
        sign_off(an_ended_table(event, number))
    keys = [one.key_text for one in due(event) if one.prize.name in ("电视", "电饭煲") and not one.redraw_win_id]
    forfeit_unclaimed(event=event, keys=keys, reason="散场", by=a_user(), now=LATER)
    return 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_one_redraw(self):
        event = given_up(people=8)
        facts = {"event": event, "claims": claims(event), "entrants": ids(event), "by": a_user(), "now": LATER}

        def work(number: int) -> str:
            try:
                draw_unclaimed(**facts, seed=bytes([number]) * 32)
            except Refusal as refusal:
                return refusal.code
            return "done"

        assert Counter(_at_once(work)) == {"done": 1, "already_redrawn": THREADS - 1}
        assert RedrawWin.objects.count() == 2

    def test_one_absence(self):
        event = given_up(people=8)
        win = draw(event).wins.order_by("pk").first()
        user = a_user()

        def work(number: int) -> str:
            try:
                mark_absent(win=win, seed=bytes([number]) * 32, by=user, now=LATER)
            except Refusal as refusal:
                return refusal.code
            return "done"

        assert Counter(_at_once(work)) == {"done": 1, "already_absent": THREADS - 1}
        assert RedrawWin.objects.filter(claim=win.claim, absent_at__isnull=True).count() == 1

    def test_absent_and_handed_over(self):
        event = given_up(people=8)
        win = draw(event).wins.order_by("pk").first()
        key = next(one.key_text for one in due(event) if one.redraw_win_id == win.pk)
        user = a_user()

        def work(number: int) -> str:
            try:
                if number % 2:
                    hand(event, win.participant, keys=[key])
                else:
                    mark_absent(win=win, seed=SEED, by=user, now=LATER)
            except Refusal as refusal:
                return refusal.code
            return "absent" if number % 2 == 0 else "handed"

        answers = _at_once(work, threads=2)
        assert sorted(answers) in (["absent", "not_due"], ["already_handed_over", "handed"])
