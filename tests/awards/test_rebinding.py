"""Claims follow their people when a correction gives pieces other numbers."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awards.models import Claim
from awards.queries.due import due, moved_on
from awards.queries.moved_claims import moved_claims
from awards.services import add_prize, set_plan_line
from awards.services.rebinding import Bound, rebind_claims, rebound
from tables.models import Piece, Table
from tables.queries.holdings import holdings_of
from tables.services import preview_correction, sign_off_table
from tests.awards.factories import NOW, STRONG, an_event, an_open_table, by_owner, correct, record

NOTHING, YIXIU = "112233", "411223"
PIECES = {"zhuangyuan": 1, "duitang": 0, "sanhong": 0, "sijin": 0, "erju": 0, "yixiu": 4}
OIL, SOAP = (1, 1), (2, 1)


def sign_off(table):
    sign_off_table(table=table, digest=holdings_of(table)["digest"], **by_owner())


def holders():
    """`{piece: name}` of the 一秀 handed over."""
    claims = Claim.objects.filter(state=Claim.State.HANDED_OVER, piece__rank="yixiu")
    return dict(claims.order_by("piece__number").values_list("piece__number", "participant__name"))


@pytest.fixture
def table(db):
    """Seat 1 has 一秀 1 and 3, seat 2 一秀 2, seat 3 一秀 4, and the table ends; seat 3 first threw nothing."""
    event = an_event(piece_set=dict(PIECES))
    set_plan_line(event=event, prize=add_prize(event=event, name="油", **by_owner()), rank="yixiu", **by_owner())
    table = an_open_table(event)
    throws = [(1, YIXIU), (2, YIXIU), (3, NOTHING), (1, YIXIU), (2, STRONG), (3, YIXIU)]
    table = record(table, *throws)
    assert table.has_ended
    sign_off(table)
    return table


@pytest.mark.django_db
class TestACorrectionInTheMiddle:
    def test_before(self, table):
        assert holders() == {1: "王明", 2: "李静", 3: "王明", 4: "陈䶮"}

    def test_pieces_get_other_numbers_and_nobody_has_to_give_anything_back(self, table):
        """The throw of seat 3 was a 一秀 after all, and its last one found none left: seat 3 has one as before."""
        corrected = correct(table, 3, YIXIU)
        owners = dict(Piece.objects.filter(rank="yixiu").values_list("number", "participant__name"))
        assert owners == {1: "王明", 2: "李静", 3: "陈䶮", 4: "王明"}
        assert holders() == owners
        assert moved_claims(corrected.session.event) == []
        sign_off(corrected)
        assert due(corrected.session.event) == []  # and nothing is handed over twice

    def test_only_what_somebody_has_too_much_of_is_a_task(self, table):
        """Seat 2's 一秀 goes: 陈䶮 and 王明 keep theirs under other numbers, and a piece is left over."""
        corrected = correct(table, 2, NOTHING)
        event = corrected.session.event
        assert [claim.participant.name for claim in moved_on(event)] == ["李静"]
        assert holders() == {1: "王明", 2: "王明", 3: "陈䶮", 4: "李静"}
        [task] = moved_claims(event)
        assert (task.owner, task.claim.piece.number) == (None, 4)

    def test_the_preview_names_those_who_really_lose_something(self, table):
        def asked(seq, dice):
            data = {
                "kind": "throw",
                "seat": table.entries.get(seq=seq).seat,
                "dice": list(map(int, dice)),
                "supersedes": seq,
            }
            return preview_correction(table=table, data=data, now=NOW, may_correct_any=True)["handed_over"]

        assert asked(3, YIXIU) == []
        assert asked(2, NOTHING) == [{"rank": "yixiu", "number": 2, "name": "李静"}]

    def test_without_claims_it_costs_one_query(self, table, django_assert_num_queries):
        Claim.objects.all().delete()
        table = Table.objects.select_related("session__event").get(pk=table.pk)
        with django_assert_num_queries(1):
            assert rebind_claims(table) == 0


def test_a_claim_that_is_right_stays_and_others_make_room():
    claims = {10: Bound(1, OIL, 100), 11: Bound(2, OIL, 101), 12: Bound(1, OIL, 102)}
    entitled = [Bound(1, OIL, 101), Bound(1, OIL, 102), Bound(2, OIL, 103)]
    assert rebound(claims, entitled, {1: [100, 101, 102, 103]}) == {10: 101, 11: 103, 12: 102}


def test_what_somebody_has_too_much_of_stands_at_the_piece_of_who_lacks_it():
    claims = {10: Bound(1, OIL, 100), 11: Bound(2, OIL, 101)}
    assert rebound(claims, [Bound(3, OIL, 100), Bound(2, OIL, 102)], {1: [100, 101, 102]}) == {10: 100, 11: 102}


def test_other_goods_or_other_units_are_not_exchanged():
    claims = {10: Bound(1, OIL, 100)}
    assert rebound(claims, [Bound(1, SOAP, 101), Bound(1, (1, 2), 102)], {1: [100, 102], 2: [101]}) == {10: 100}


people, goods = st.integers(1, 4), st.sampled_from([OIL, SOAP])


@given(
    before=st.lists(st.tuples(people, goods), max_size=12),
    after=st.lists(st.one_of(st.none(), people), min_size=12, max_size=12),
    moved=st.permutations(list(range(12))),
)
def test_everybody_keeps_as_much_as_is_theirs(before, after, moved):
    """Pieces 0 to 11: the goods of one never change, its owner does; claims stand at other pieces of the same goods."""
    kinds = [kind for _person, kind in before]
    claims = {100 + at: Bound(person, kind, at) for at, (person, kind) in enumerate(before)}
    entitled = [Bound(after[at], kind, at) for at, kind in enumerate(kinds) if after[at] is not None]
    entitled = [entitled[at] for at in moved if at < len(entitled)]
    giving = {prize: [at for at, kind in enumerate(kinds) if kind[0] == prize] for prize in (1, 2)}
    bound = rebound(claims, entitled, giving)
    assert bound.keys() == claims.keys()
    assert len({(claims[pk].goods[0], piece) for pk, piece in bound.items()}) == len(claims)
    theirs = {(one.person, one.goods, one.piece) for one in entitled}
    kept = Counter(
        (claims[pk].person, claims[pk].goods)
        for pk, piece in bound.items()
        if (claims[pk].person, claims[pk].goods, piece) in theirs
    )
    had, have = Counter(before), Counter((one.person, one.goods) for one in entitled)
    assert kept == had & have
