"""Small prizes at a table's sign-off: one movement, as far as the table's stock reaches, never in its way."""

from datetime import timedelta

import pytest

from awards.models import Claim, HandOver, StockLevel
from awards.queries.due import due
from awards.services import hand_over_at_sign_off, restock_table, set_plan_line
from awards.services.ledger import tables_locations
from bobing_event.models import AuditRecord, Role
from tables.models import SignOff, Table
from tables.queries.sign_offs import is_final
from tables.services import countersign_table, preview_correction, raise_objection, settle_objection
from tests.awards.factories import NOTHING, NOW, a_user, an_ended_table, an_event, by_owner, correct
from tests.awards.handing import a_plan, goods, hand, keys_due, person_at, receive, sign_off, stock

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return an_event()


@pytest.fixture
def prizes(event):
    return a_plan(event)


def lines_of(movement):
    return [(str(line.prize), line.quantity, line.source.kind, str(line.target)) for line in movement.lines.all()]


def at_table(table):
    levels = StockLevel.objects.filter(location__table=table, quantity__gt=0)
    return {str(level.prize): level.quantity for level in levels}


class TestWhatGoesOverTheTable:
    def test_from_outside_while_no_stock_is_kept(self, event, prizes):
        table = sign_off(an_ended_table(event))
        handed = HandOver.objects.get()
        assert (handed.channel, handed.table, handed.participant, handed.handed_by) == (
            "table", table, None, a_user(name="referee"),
        )  # fmt: skip
        assert lines_of(handed.movement) == [("牙膏", 1, "outside", "王明"), ("洗衣液", 1, "outside", "陈䶮")]
        assert sorted(str(one.prize) for one in due(event)) == ["电视", "电饭煲"]
        record = AuditRecord.objects.get(action="table_prizes_handed_over")
        assert record.detail == {"number": handed.movement.number_text, "goods": "牙膏 ×1、洗衣液 ×1"}

    def test_from_the_table_once_stock_is_kept(self, event, prizes):
        table = an_ended_table(event)
        stock(table, {prizes["sanhong"]: 1, prizes["yixiu"]: 1})
        assert at_table(table) == {"洗衣液": 1, "牙膏": 1}
        sign_off(table)
        assert at_table(table) == {}
        assert {line[2] for line in lines_of(HandOver.objects.get().movement)} == {"table"}

    def test_as_far_as_the_stock_reaches_by_seat_then_rank(self, event):
        paste = goods(event, "牙膏", 5)
        for rank in ("yixiu", "sanhong", "duitang"):
            set_plan_line(event=event, prize=paste, rank=rank, given_at="table", quantity=2, **by_owner())
        table = an_ended_table(event)
        stock(table, {paste: 5})
        sign_off(table)
        claimed = [(claim.piece.rank, claim.quantity) for claim in Claim.objects.order_by("pk")]
        assert claimed == [("yixiu", 2), ("duitang", 2)]  # seats 1 and 2; seat 3's would need two, one is left
        assert at_table(table) == {"牙膏": 1}
        (left,) = due(event)
        assert (left.piece.rank, left.waiting) == ("sanhong", "")

    def test_what_is_left_over_is_fetched_at_the_desk_from_the_store(self, event, prizes):
        table = an_ended_table(event)
        receive(event, {prizes["yixiu"]: 5})
        sign_off(table)
        assert HandOver.objects.count() == 0
        person = person_at(table, 1)
        keys = [one.key_text for one in due(event, people=[person.pk]) if one.prize == prizes["yixiu"]]
        assert lines_of(hand(event, person, keys=keys).movement) == [("牙膏", 1, "store", "王明")]

    def test_or_from_the_table_that_got_more_since(self, event, prizes):
        table = an_ended_table(event)
        receive(event, {prizes["yixiu"]: 5})
        sign_off(table)
        restock_table(table=table, goods={prizes["yixiu"].pk: 1}, **by_owner())
        person = person_at(table, 1)
        keys = [one.key_text for one in due(event, people=[person.pk]) if one.prize == prizes["yixiu"]]
        assert lines_of(hand(event, person, keys=keys).movement) == [("牙膏", 1, "table", "王明")]

    def test_a_disputed_sign_off_waits_for_the_second_word(self, event, prizes):
        table = an_ended_table(event)
        objection = raise_objection(table=table, participant=person_at(table, 2), now=NOW)
        sign_off(table)
        assert HandOver.objects.count() == 0
        second = a_user(event, Role.FLOOR_MANAGER, "floor")
        settle_objection(objection=objection, outcome="维持", by=second, now=NOW)
        countersign_table(table=table, by=second, now=NOW)
        assert HandOver.objects.get().handed_by == second

    def test_nothing_given_at_the_table_costs_one_query(self, event, django_assert_num_queries):
        set_plan_line(event=event, prize=goods(event, "电视"), rank="yixiu", given_at="desk", **by_owner())
        table = sign_off(an_ended_table(event))
        referee = a_user()
        with django_assert_num_queries(1):
            assert hand_over_at_sign_off(table, referee, NOW) is None


class TestAfterACorrection:
    def test_a_new_sign_off_hands_over_only_what_is_due_then(self, event, prizes):
        table = an_ended_table(event)
        stock(table, {prizes["yixiu"]: 1})
        sign_off(table)
        assert [str(claim.prize) for claim in Claim.objects.all()] == ["牙膏"]
        correct(table, 5, "112234")  # another throw that wins nothing
        assert not is_final(Table.objects.get(pk=table.pk))
        stock(table, {prizes["sanhong"]: 1})
        sign_off(table, NOW + timedelta(hours=2))
        assert [[str(claim.prize) for claim in one.claims.all()] for one in HandOver.objects.order_by("pk")] == [
            ["牙膏"], ["洗衣液"],
        ]  # fmt: skip

    def test_who_lost_a_piece_keeps_the_claim_and_the_next_gets_nothing_yet(self, event, prizes):
        table = an_ended_table(event)
        sign_off(table)
        correct(table, 3, NOTHING)
        correct(table, 5, "444123")  # seat 2 throws the 三红
        sign_off(table, NOW + timedelta(hours=2))
        assert HandOver.objects.count() == 1
        assert Claim.objects.get(prize=prizes["sanhong"]).participant == person_at(table, 3)
        assert [one for one in due(event) if one.prize == prizes["sanhong"]] == []

    def test_the_preview_says_what_was_handed_over(self, event, prizes):
        table = an_ended_table(event)
        sign_off(table)
        entry = {"kind": "throw", "seat": 3, "dice": [1, 1, 2, 2, 3, 3], "supersedes": 3, "reason": "misread",
                 "client_uuid": "00000000-0000-4000-8000-000000000001"}  # fmt: skip
        preview = preview_correction(
            table=Table.objects.get(pk=table.pk), data=entry, now=NOW + timedelta(hours=1), may_correct_any=True
        )
        assert preview["handed_over"] == [{"rank": "sanhong", "number": 1, "name": "陈䶮"}]


def test_a_constant_number_of_queries(django_assert_num_queries):
    for slug, more in (("one", 0), ("three", 2)):
        event = an_event(slug)
        prizes = [goods(event, f"奖{number}") for number in range(1 + more)]
        for prize in prizes:
            for rank in ("yixiu", "sanhong", "duitang")[: 1 + more]:
                set_plan_line(event=event, prize=prize, rank=rank, given_at="table", **by_owner())
        table = an_ended_table(event)
        stock(table, dict.fromkeys(prizes, 3))
        SignOff.objects.create(table=table, seq=table.seq, digest="x", signed_by=a_user(), signed_at=NOW)
        table = Table.objects.select_related("session__event").get(pk=table.pk)
        referee = a_user()
        with django_assert_num_queries(QUERIES):
            handed = hand_over_at_sign_off(table, referee, NOW)
        assert handed.claims.count() == (1, 9)[bool(more)]
        assert tables_locations(event, [table])[table.pk].levels.get(prize=prizes[0]).quantity == 3 - (1, 3)[bool(more)]
        assert keys_due(event, person_at(table, 1)) == []


QUERIES = 22
