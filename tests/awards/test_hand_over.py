"""Handing over at the prize desk: exactly once, to the right person, of what is final, against what it takes."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from awards.models import Claim, HandOver, Movement, PrizeSettings, StockLevel
from awards.queries.due import due
from awards.services import set_plan_line, write_off
from awards.services.ledger import store_of
from bobing_event.models import AuditRecord, Participant
from bobing_event.refusals import Refusal
from tables.models import Table
from tests.awards.factories import (
    NOTHING,
    NOW,
    a_user,
    a_won_playoff,
    an_ended_table,
    an_event,
    an_open_table,
    by_owner,
    correct,
    record,
)
from tests.awards.handing import (
    a_plan,
    a_signature,
    goods,
    hand,
    high_value_from,
    keys_due,
    person_at,
    receive,
    sign_off,
    uuid_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return an_event()


@pytest.fixture
def prizes(event):
    return a_plan(event)


@pytest.fixture
def table(event, prizes):
    """A signed table: seat 1 has the 状元 (and a 一秀), seat 2 the 对堂, seat 3 the 三红."""
    return sign_off(an_ended_table(event))


def refused(event, person, **more):
    before = Movement.objects.count()
    with pytest.raises(Refusal) as refusal:
        hand(event, person, **more)
    assert Movement.objects.count() == before
    return refusal.value


def said(event, person, **more):
    refusal = refused(event, person, **more)
    return refusal.code, str(refusal)


class TestHandingOver:
    def test_from_outside_while_no_stock_is_kept(self, event, table, prizes):
        person = person_at(table, 2)
        handed = hand(event, person, client_uuid=uuid_of(7))
        (line,) = handed.movement.lines.all()
        assert (handed.channel, handed.participant, handed.receiver, handed.client_uuid) == (
            "desk", person, "self", uuid_of(7),
        )  # fmt: skip
        assert (handed.movement.kind, line.prize, line.quantity) == ("hand_over", prizes["duitang"], 1)
        assert (line.source.kind, line.target.kind, line.target.participant) == ("outside", "person", person)
        (claim,) = handed.claims.all()
        assert (claim.state, claim.piece, claim.participant, claim.quantity, claim.settled_by) == (
            "handed_over", table.pieces.get(rank="duitang"), person, 1, a_user(name="desk"),
        )  # fmt: skip
        assert due(event, people=[person.pk]) == []

    def test_from_the_store_once_stock_is_kept(self, event, table, prizes):
        receive(event, {prizes["duitang"]: 3})
        handed = hand(event, person_at(table, 2))
        assert handed.movement.lines.get().source == store_of(event)
        assert StockLevel.objects.get(location=store_of(event), prize=prizes["duitang"]).quantity == 2

    def test_all_that_is_due_in_one_movement_of_summed_lines(self, event, table, prizes):
        set_plan_line(event=event, prize=prizes["zhuangyuan"], consolation="everybody", quantity=2, **by_owner())
        person = person_at(table, 1)
        handed = hand(event, person)
        lines = [(str(line.prize), line.quantity) for line in handed.movement.lines.all()]
        assert lines == [("电视", 3)]
        assert sorted(handed.claims.values_list("consolation", "quantity")) == [("", 1), ("everybody", 2)]

    def test_one_of_several_leaves_the_others_due(self, event, table):
        set_plan_line(event=event, prize=goods(event, "月饼"), consolation="everybody", **by_owner())
        person = person_at(table, 2)
        first, second = keys_due(event, person)
        hand(event, person, keys=[first])
        assert keys_due(event, person) == [second]

    def test_a_place_in_a_playoff(self, event, prizes):
        set_plan_line(event=event, prize=goods(event, "冰箱"), playoff_kind="zongzhuangyuan", place=1, **by_owner())
        for number in (1, 2):
            sign_off(an_ended_table(event, number))
        playoff = a_won_playoff(event)
        winner = playoff.entrants.get(placed=1).participant
        claims = hand(event, winner).claims
        assert claims.filter(playoff=playoff, place=1, prize__name="冰箱").count() == 1

    def test_the_audit_log_names_goods_and_no_person(self, event, table):
        person = person_at(table, 2)
        handed = hand(event, person)
        record = AuditRecord.objects.filter(action="prizes_handed_over").get()
        assert (record.subject, record.by, record.detail) == (
            f"person:{person.pk}", a_user(name="desk"),
            {"number": handed.movement.number_text, "goods": "电饭煲 ×1", "receiver": "self"},
        )  # fmt: skip

    def test_queries_do_not_grow_with_what_is_handed_over(self, django_assert_num_queries):
        counts = []
        for slug, lines in (("one", 1), ("three", 3)):
            event = an_event(slug)
            for number in range(lines):
                set_plan_line(event=event, prize=goods(event, f"月饼{number}"), rank="duitang", given_at="desk",
                              **by_owner())  # fmt: skip
            person = person_at(sign_off(an_ended_table(event)), 2)
            keys, desk = keys_due(event, person), a_user(name="desk")
            assert len(keys) == lines
            with django_assert_num_queries(QUERIES):
                counts.append(hand(event, person, keys=keys, by=desk))


QUERIES = 28


class TestOnce:
    def test_a_repeat_is_the_same_hand_over(self, event, table):
        person = person_at(table, 2)
        keys = keys_due(event, person)
        first = hand(event, person, keys=keys, client_uuid=uuid_of(1))
        assert hand(event, person, keys=keys, client_uuid=uuid_of(1)) == first
        assert HandOver.objects.filter(channel="desk").count() == 1

    def test_another_tap_is_refused_and_names_the_first(self, event, table):
        person = person_at(table, 2)
        keys = keys_due(event, person)
        first = hand(event, person, keys=keys, by=a_user(name="anna"))
        refusal = refused(event, person, keys=keys)
        assert refusal.code == "not_due"
        assert refusal.context == {"hand_over": first.pk, "theirs": True}
        assert str(refusal) == ("对堂第 1 块（1 桌） · 电饭煲 已交给李静：20:00，领奖处，经手人 Anna。")

    def test_a_page_used_twice_for_different_people(self, event, table):
        hand(event, person_at(table, 2), client_uuid=uuid_of(1))
        assert said(event, person_at(table, 1), client_uuid=uuid_of(1)) == (
            "sent_for_another", "此页面已用于另一次交付，请重新扫码。",
        )  # fmt: skip

    def test_the_database_allows_one_standing_claim(self, event, table):
        claim = hand(event, person_at(table, 2)).claims.get()
        claim.pk = None
        with pytest.raises(IntegrityError), transaction.atomic():
            claim.save(force_insert=True)
        claim.state = "taken_back"
        claim.save(force_insert=True)


class TestNotDue:
    def test_what_is_somebody_elses(self, event, table):
        keys = keys_due(event, person_at(table, 2))
        assert said(event, person_at(table, 1), keys=keys) == (
            "not_due", "对堂第 1 块（1 桌）是李静的，不是王明的。请扫本人的二维码。",
        )  # fmt: skip

    def test_what_somebody_else_has_taken_home(self, event, table):
        keys = keys_due(event, person_at(table, 2))
        hand(event, person_at(table, 2), keys=keys)
        refusal = refused(event, person_at(table, 1), keys=keys)
        assert (refusal.code, refusal.context["theirs"]) == ("not_due", False)

    def test_a_place_of_somebody_else(self, event, prizes):
        set_plan_line(event=event, prize=goods(event, "冰箱"), playoff_kind="zongzhuangyuan", place=1, **by_owner())
        tables = [sign_off(an_ended_table(event, number)) for number in (1, 2)]
        winner = a_won_playoff(event).entrants.get(placed=1).participant
        (key,) = [one.key_text for one in due(event, people=[winner.pk]) if one.place]
        code, sentence = said(event, person_at(tables[0], 3), keys=[key])
        assert (code, winner.name in sentence) == ("not_due", True)

    @pytest.mark.parametrize("key", ["", "1", "x.y.z...1.", "......", "1.2.3.4.5.6.7.8", "999999......", ".....1.",
                                     "....9.1.", "9.....9.", "...everybody..1.x"])  # fmt: skip
    def test_what_is_no_key_or_nobodys(self, event, table, key):
        assert said(event, person_at(table, 2), keys=[key])[0] == "not_due"

    def test_what_a_correction_gave_to_somebody_else(self, event, table):
        person = person_at(table, 2)
        keys = keys_due(event, person)
        correct(table, 2, NOTHING)
        assert said(event, person, keys=keys)[0] == "not_due"

    def test_nothing_is_handed_over_where_one_of_several_is_not_due(self, event, table):
        mine, theirs = person_at(table, 2), person_at(table, 1)
        refused(event, mine, keys=[*keys_due(event, mine), *keys_due(event, theirs)])
        assert not Movement.objects.filter(kind="hand_over", lines__target__participant=mine).exists()

    def test_forfeited(self, event, table, prizes):
        person = person_at(table, 2)
        keys = keys_due(event, person)
        Claim.objects.create(
            event=event, participant=person, prize=prizes["duitang"], quantity=1, state="forfeited",
            piece=table.pieces.get(rank="duitang"), settled_by=a_user(), settled_at=NOW,
        )  # fmt: skip
        code, sentence = said(event, person, keys=keys)
        assert (code, sentence) == (
            "forfeited", "对堂第 1 块（1 桌） · 电饭煲 逾期未领，已由Owner于 20:00 登记。组织者可撤销。",
        )  # fmt: skip

    def test_nothing_ticked(self, event, table):
        assert said(event, person_at(table, 2), keys=[]) == ("nothing_chosen", "没有勾选奖品。请勾选要交付的奖品。")


class TestNotFinal:
    def test_before_the_sign_off(self, event, prizes):
        table = an_ended_table(event)
        assert said(event, person_at(table, 2)) == (
            "not_final", "1 桌尚未签字确认，或异议尚未复签。请找该桌裁判。",
        )  # fmt: skip

    def test_while_the_table_plays(self, event, prizes):
        table = record(an_open_table(event), (1, NOTHING), (2, "123456"))
        assert said(event, person_at(table, 2)) == ("not_final", "1 桌仍在进行，请等签字确认后再交付。")
        table.pieces.filter(rank="duitang").update(provisional=True)
        refusal = refused(event, person_at(table, 2))
        assert (refusal.code, refusal.context) == ("not_final", {"waiting": "may_be_taken"})
        assert str(refusal) == "1 桌仍在进行，对堂可能被追走，请等签字确认后再交付。"

    def test_after_a_correction_until_it_is_signed_again(self, event, table):
        correct(table, 5, "112234")
        person = person_at(table, 2)
        assert said(event, person)[0] == "not_final"
        sign_off(Table.objects.get(pk=table.pk), NOW + timedelta(hours=2))
        hand(event, person)

    def test_a_playoff_that_plays(self, event, prizes):
        set_plan_line(event=event, prize=goods(event, "冰箱"), playoff_kind="zongzhuangyuan", place=1, **by_owner())
        for number in (1, 2):
            sign_off(an_ended_table(event, number))
        playoff = a_won_playoff(event)
        winner = playoff.entrants.get(placed=1).participant
        heat = playoff.stages.get(is_final=True).heats.get()
        heat.phase, heat.turn = "playing", heat.lots.first().entrant
        heat.save()
        (key,) = [one.key_text for one in due(event, people=[winner.pk]) if one.place]
        assert said(event, winner, keys=[key]) == ("not_final", "该决赛仍在进行，请等结果产生后再交付。")


class TestStock:
    def test_short(self, event, table, prizes):
        receive(event, {prizes["zhuangyuan"]: 1})
        assert said(event, person_at(table, 2)) == ("stock_short", "仓库只有 0 件“电饭煲”，需要 1 件。")

    def test_after_a_write_off_there_is_nothing_left(self, event, table, prizes):
        receive(event, {prizes["duitang"]: 1})
        write_off(event=event, location=store_of(event), goods={prizes["duitang"].pk: 1}, reason="摔坏", **by_owner())
        assert said(event, person_at(table, 2))[0] == "stock_short"
        assert Claim.objects.filter(participant=person_at(table, 2)).count() == 0


class TestWhoReceives:
    def test_a_proxy_by_name_and_phone(self, event, table):
        handed = hand(event, person_at(table, 2), receiver="proxy", receiver_name=" 赵刚 ",
                      receiver_phone="138 0000 1234")  # fmt: skip
        assert (handed.receiver, handed.receiver_name, handed.receiver_phone) == ("proxy", "赵刚", "13800001234")

    def test_in_person_no_other_name_is_kept(self, event, table):
        handed = hand(event, person_at(table, 2), receiver_name="赵刚", receiver_phone="1")
        assert (handed.receiver, handed.receiver_name, handed.receiver_phone) == ("self", "", "")

    @pytest.mark.parametrize(
        ("given", "code"),
        [
            ({"receiver": "postman"}, "bad_receiver"),
            ({"receiver": "proxy", "receiver_name": " ", "receiver_phone": "13800001234"}, "receiver_name_missing"),
            ({"receiver": "guardian"}, "receiver_name_missing"),
            ({"receiver": "proxy", "receiver_name": "赵" * 61, "receiver_phone": "13800001234"}, "too_long"),
            ({"receiver": "proxy", "receiver_name": "赵刚"}, "bad_phone"),
            ({"receiver": "proxy", "receiver_name": "赵刚", "receiver_phone": "138"}, "bad_phone"),
            ({"receiver": "guardian", "receiver_name": "赵刚", "receiver_phone": "138"}, "bad_phone"),
        ],
    )
    def test_refused(self, event, table, given, code):
        refusal = refused(event, person_at(table, 2), **given)
        assert (refusal.code, refusal.status) == (code, 400)

    def test_a_guardian_needs_no_phone(self, event, table):
        assert hand(event, person_at(table, 2), receiver="guardian", receiver_name="王芳").receiver_phone == ""


class TestMinors:
    @pytest.fixture
    def child(self, table):
        child = person_at(table, 2)
        Participant.objects.filter(pk=child.pk).update(id_number="350203201501010017")
        return Participant.objects.get(pk=child.pk)

    def test_come_with_a_guardian_or_a_proxy(self, event, child):
        assert said(event, child) == ("guardian_needed", "李静未满十八周岁，请交给监护人，或请主管处理。")
        hand(event, child, receiver="guardian", receiver_name="王芳")

    def test_a_supervisor_may_waive_it_and_it_is_noted(self, event, child):
        hand(event, child, guardian_waived=True)
        assert AuditRecord.objects.get(action="guardian_waived").subject == f"person:{child.pk}"

    def test_but_not_for_high_values(self, event, child):
        high_value_from(event, 200)
        proof = {"id_checked": True, "signature": a_signature()}
        assert refused(event, child, guardian_waived=True, **proof).code == "guardian_needed"

    def test_at_the_table_a_runner_needs_none(self, event, child):
        assert hand(event, child, channel="delivery").channel == "delivery"


class TestHighValue:
    def test_wants_the_id_and_a_signature(self, event, table):
        high_value_from(event, 3000)
        person = person_at(table, 1)
        tv = keys_due(event, person)
        assert refused(event, person, keys=tv).code == "id_not_checked"
        assert refused(event, person, keys=tv, signature=a_signature()).code == "id_not_checked"
        assert refused(event, person, keys=tv, id_checked=True).code == "signature_needed"
        handed = hand(event, person, keys=tv, id_checked=True, signature=a_signature(), client_uuid=uuid_of(3))
        assert handed.id_checked is True
        assert handed.signature.read() == a_signature()
        assert str(uuid_of(3)) in handed.signature.name

    def test_less_does_not(self, event, table):
        high_value_from(event, 3001)
        hand(event, person_at(table, 1))

    def test_several_goods_of_one_piece_count_together(self, event, table, prizes):
        extra = goods(event, "红包", 800)
        set_plan_line(event=event, prize=extra, rank="duitang", given_at="desk", **by_owner())
        high_value_from(event, 1000)
        person = person_at(table, 2)
        for key in keys_due(event, person):
            assert refused(event, person, keys=[key]).code == "id_not_checked"

    @pytest.mark.parametrize(
        ("signature", "code"),
        [
            (b"GIF89a", "bad_signature"), (a_signature()[:200], "bad_signature"),
            (b"x" * (300 * 1024 + 1), "signature_too_large"), (a_signature(drawn=False), "signature_needed"),
            (a_signature(size=(4000, 1001)), "signature_too_large"),
        ],
    )  # fmt: skip
    def test_signatures_that_are_none(self, event, table, signature, code):
        assert refused(event, person_at(table, 2), signature=signature).code == code

    def test_without_a_limit_nothing_is_of_high_value(self, event, table):
        assert PrizeSettings.objects.filter(high_value__isnull=False).count() == 0
        assert hand(event, person_at(table, 1)).signature.name == ""
        assert Decimal(3000) == goods(event, "又一台", 3000).value
