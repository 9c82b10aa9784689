"""What is whose, what waits and why, and that asking costs the same however much there is."""

from datetime import timedelta

import pytest

from awards.models import Claim, PlanLine, Redraw, RedrawWin
from awards.queries.due import Waiting, claim_key, due, entitlements, key_text, moved_on
from awards.services import set_plan_line
from tables.models import Table
from tests.awards.factories import (
    NOTHING,
    NOW,
    PEOPLE,
    STRONG,
    a_table,
    a_user,
    a_won_playoff,
    an_ended_table,
    an_event,
    an_open_table,
    by_owner,
    correct,
    record,
)
from tests.awards.handing import a_plan, goods, hand, keys_due, person_at, sign_off

pytestmark = pytest.mark.django_db


def in_words(found):
    return [(one.participant_id, str(one.prize), one.quantity, one.given_at, one.waiting) for one in found]


def ids(table):
    return [person_at(table, seat).pk for seat in (1, 2, 3)]


class TestPieces:
    def test_a_signed_table_by_seat_and_rank(self):
        event = an_event()
        a_plan(event)
        table = an_ended_table(event)
        one, two, three = ids(table)
        expected = [
            (one, "电视", 1, "desk"), (one, "牙膏", 1, "table"), (two, "电饭煲", 1, "desk"),
            (three, "洗衣液", 1, "table"),
        ]  # fmt: skip
        assert in_words(entitlements(event)) == [(*row, "not_signed_off") for row in expected]
        sign_off(table)
        assert in_words(entitlements(event)) == [(*row, "") for row in expected]

    def test_a_table_that_plays_keeps_its_pieces_and_says_which_may_still_be_taken(self):
        event = an_event(piece_set={"zhuangyuan": 1, "duitang": 1, "sanhong": 1, "sijin": 0, "erju": 0, "yixiu": 2})
        a_plan(event)
        table = record(an_open_table(event), (1, STRONG), (2, "123456"), (3, "411223"))
        table.pieces.filter(rank="duitang").update(provisional=True)
        waiting = {one.piece.rank: one.waiting for one in entitlements(event) if one.piece}
        assert waiting == {"duitang": Waiting.MAY_BE_TAKEN, "yixiu": Waiting.TABLE_PLAYS}

    def test_of_one_table_and_of_some_people(self):
        event = an_event()
        a_plan(event)
        first = an_ended_table(event)
        second = an_ended_table(event, 2)
        assert {one.participant_id for one in entitlements(event, table=second)} == set(ids(second))
        one, two = person_at(first, 1), person_at(second, 2)
        assert [str(found.prize) for found in entitlements(event, people=[one.pk, two.pk])] == [
            "电视",
            "牙膏",
            "电饭煲",
        ]

    def test_several_lines_for_a_piece_are_summed_by_goods_and_go_to_the_desk_if_one_says_so(self):
        event = an_event(piece_set={"zhuangyuan": 1, "duitang": 1, "sanhong": 1, "sijin": 0, "erju": 0, "yixiu": 2})
        paste, towel = goods(event, "牙膏"), goods(event, "毛巾")
        line = {"event": event, "rank": "yixiu"}
        PlanLine.objects.create(**line, first_piece=1, prize=paste, quantity=2, given_at="table")
        PlanLine.objects.create(**line, first_piece=1, prize=towel, quantity=1, given_at="table")
        PlanLine.objects.create(**line, first_piece=2, prize=towel, quantity=3, given_at="desk")
        record(an_open_table(event), (1, "411223"), (2, "411223"))
        found = [(one.piece.number, str(one.prize), one.quantity, one.given_at) for one in entitlements(event)]
        assert found == [
            (1, "牙膏", 2, "table"), (1, "毛巾", 1, "table"), (2, "牙膏", 2, "table"), (2, "毛巾", 4, "desk"),
        ]  # fmt: skip

    def test_without_a_plan_nothing_is_anybodys(self, django_assert_num_queries):
        event = an_event()
        table = an_ended_table(event)
        with django_assert_num_queries(3):
            assert due(event, table=table) == []


class TestPlacesConsolationsRedraws:
    def test_a_placed_entrant(self):
        event = an_event()
        tv = goods(event, "电视")
        set_plan_line(event=event, prize=tv, playoff_kind="zongzhuangyuan", place=1, **by_owner())
        for number in (1, 2):
            sign_off(an_ended_table(event, number))
        playoff = a_won_playoff(event)
        (one,) = entitlements(event)
        entrant = playoff.entrants.get(placed=1)
        assert (one.participant_id, one.prize, one.playoff_id, one.place, one.playoff_kind, one.waiting) == (
            entrant.participant_id, tv, playoff.pk, 1, "zongzhuangyuan", "",
        )  # fmt: skip
        assert keys_due(event, entrant.participant) == [f".{playoff.pk}.1...{tv.pk}."]

    def test_everybody_who_came(self):
        event = an_event()
        set_plan_line(event=event, prize=goods(event, "月饼"), consolation="everybody", **by_owner())
        table = a_table(event)
        late = person_at(table, 3)
        type(late).objects.filter(pk=late.pk).update(checked_in_at=None, checked_in_by=None)
        assert in_words(due(event)) == [(pk, "月饼", 1, "desk", "") for pk in ids(table)[:2]]

    def test_who_won_nothing_waits_for_the_table(self):
        event = an_event()
        set_plan_line(event=event, prize=goods(event, "月饼"), consolation="empty_handed", **by_owner())
        table = record(an_open_table(event), (1, STRONG), (2, NOTHING), (3, NOTHING))
        # Who leads has no piece yet either.
        assert in_words(due(event)) == [(pk, "月饼", 1, "desk", "not_signed_off") for pk in ids(table)]
        record(table, (1, "411223"), (2, "123456"), (3, "444123"))
        assert due(event) == []  # everybody has won something by now

    def test_a_redraw_gives_the_forfeited_goods_to_its_winner(self):
        event = an_event()
        prizes = a_plan(event)
        table = sign_off(an_ended_table(event))
        piece = table.pieces.get(rank="duitang")
        claim = Claim.objects.create(
            event=event, participant=piece.participant, prize=prizes["duitang"], quantity=1, piece=piece,
            state="forfeited", settled_by=a_user(), settled_at=NOW,
        )  # fmt: skip
        assert keys_due(event, piece.participant) == []
        redraw = Redraw.objects.create(event=event, entrants=[], seed="0", drawn_by=a_user(), drawn_at=NOW)
        winner = person_at(table, 1)
        win = RedrawWin.objects.create(redraw=redraw, claim=claim, participant=winner)
        key = f"....{win.pk}.{prizes['duitang'].pk}."
        assert key in keys_due(event, winner)
        RedrawWin.objects.filter(pk=win.pk).update(absent_at=NOW)
        assert key not in keys_due(event, winner)


class TestDue:
    def test_handed_over_is_due_no_more_and_taken_back_is_again(self):
        event = an_event()
        a_plan(event)
        table = sign_off(an_ended_table(event))
        person = person_at(table, 2)
        (key,) = keys_due(event, person)
        hand(event, person)
        assert keys_due(event, person) == []
        Claim.objects.filter(participant=person).update(state="taken_back")
        assert keys_due(event, person) == [key]

    @pytest.mark.parametrize("state", ["handed_over", "forfeited"])
    def test_a_claim_of_the_first_holder_stands_after_a_correction(self, state):
        event = an_event()
        prizes = a_plan(event)
        table = an_ended_table(event)
        sign_off(table)
        handed = hand(event, person_at(table, 2))
        claim = handed.claims.get()
        if state == "forfeited":
            Claim.objects.filter(pk=claim.pk).update(state=state, hand_over=None)
        correct(table, 2, NOTHING)
        table = Table.objects.get(pk=table.pk)
        holder = table.pieces.get(rank="duitang").participant
        assert holder is None or holder.pk != claim.participant_id
        assert [one for one in due(event) if one.prize == prizes["duitang"]] == []
        assert [moved.pk for moved in moved_on(event)] == ([claim.pk] if state == "handed_over" else [])

    def test_keys_of_entitlements_and_claims_match(self):
        event = an_event()
        a_plan(event)
        set_plan_line(event=event, prize=goods(event, "月饼"), consolation="everybody", **by_owner())
        table = sign_off(an_ended_table(event))
        person = person_at(table, 1)
        expected = sorted(one.key_text for one in entitlements(event, people=[person.pk]))
        hand(event, person)
        made = sorted(key_text(claim_key(claim)) for claim in Claim.objects.filter(participant=person))
        assert made == expected
        assert all(key.count(".") == 6 for key in made)

    def test_another_events_goods_are_not_due_here(self):
        event, other = an_event(), an_event("other")
        a_plan(other)
        sign_off(an_ended_table(other))
        assert due(event) == []


class TestMovedOn:
    def test_a_consolation_of_who_has_won_something_since(self):
        event = an_event()
        cake = goods(event, "月饼")
        set_plan_line(event=event, prize=cake, consolation="empty_handed", **by_owner())
        people = (*PEOPLE, ("空手", "", "13800000009"))
        table = record(an_open_table(event, people=people), (1, STRONG), (2, "123456"), (3, "444123"), (4, NOTHING),
                       (1, "411223"), (2, NOTHING), (3, NOTHING), (4, NOTHING))  # fmt: skip
        assert Table.objects.get(pk=table.pk).has_ended
        sign_off(table)
        fourth = person_at(table, 4)
        assert [one.participant_id for one in due(event)] == [fourth.pk]
        claim = hand(event, fourth).claims.get()
        assert list(moved_on(event)) == []
        piece = table.pieces.get(rank="yixiu")
        piece.holder, piece.participant = table.seats.get(number=4), fourth
        piece.save()
        assert list(moved_on(event)) == [claim]


def test_queries_do_not_grow(django_assert_num_queries):
    event = an_event()
    a_plan(event)
    set_plan_line(event=event, prize=goods(event, "月饼"), consolation="everybody", **by_owner())
    set_plan_line(event=event, prize=goods(event, "红包"), consolation="empty_handed", **by_owner())
    set_plan_line(event=event, prize=goods(event, "冰箱"), playoff_kind="zongzhuangyuan", place=1, **by_owner())
    tables = [sign_off(an_ended_table(event, 1))]
    hand(event, person_at(tables[0], 1), now=NOW + timedelta(minutes=1))
    people = [person_at(tables[0], 2).pk]
    counts = {"all": 10, "people": 10, "table": 4}
    for _more in range(2):
        with django_assert_num_queries(counts["all"]):
            due(event)
        with django_assert_num_queries(counts["people"]):
            due(event, people=people)
        with django_assert_num_queries(counts["table"]):
            due(event, table=tables[0])
        for number in (2, 3):
            if _more == 0:
                tables.append(sign_off(an_ended_table(event, number)))
                people += [person_at(tables[-1], seat).pk for seat in (1, 2, 3)]
