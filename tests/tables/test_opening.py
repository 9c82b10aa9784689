import pytest

from bobing_event.models import Event
from bobing_event.refusals import Refusal
from rules import CLASSIC_SET, load
from tables import services
from tables.chain import link
from tables.models import Piece, Table
from tests.tables.factories import NOW, make_event, make_table, make_user, open_table, record, throw

pytestmark = pytest.mark.django_db


def _open(table: Table, **how):
    return services.open_table(table=table, by=make_user("owner"), now=NOW, **how)


def test_opening_keeps_everything_the_fold_starts_from() -> None:
    table = _open(make_table(seats=3), first=2)
    ruleset = load("xiamen-standard")
    people = {str(seat.number): seat.participant_id for seat in table.seats.all()}
    assert table.opening == {
        "ruleset": ruleset.to_json(), "digest": ruleset.digest, "seats": [1, 2, 3], "people": people, "first": 2,
        "stock": {rank.value: pieces for rank, pieces in CLASSIC_SET.items()}, "thrower": None, "total": None,
        "opened_by": "owner", "opened_at": "2026-09-25T11:00:00.000000+00:00",
    }  # fmt: skip
    assert table.last_hash == link("", table.opening)
    assert (table.phase, table.turn, table.round, table.pieces_left, table.seq) == ("playing", 2, 1, 62, 0)
    assert (table.opened_at, table.last_entry_at) == (NOW, None)


def test_every_piece_of_the_set_lies_in_stock() -> None:
    table = _open(make_table(), first=1)
    pieces = list(Piece.objects.filter(table=table).values_list("rank", "number", "place", "provisional"))
    assert len(pieces) == 63
    assert {(place, provisional) for _rank, _number, place, provisional in pieces} == {("stock", True)}
    assert sorted(number for rank, number, *_ in pieces if rank == "sijin") == list(range(1, 9))


def test_the_event_may_have_a_set_of_its_own() -> None:
    event = make_event(piece_set={"zhuangyuan": 1, "erju": 2})
    table = _open(make_table(event), first=1)
    assert (table.pieces_left, Piece.objects.filter(table=table).count()) == (2, 3)


def test_the_opening_dice_find_who_throws_first() -> None:
    table = _open(make_table(seats=5), thrower=4, total=7)  # 4 is one: 4 5 1 2 3 4 5
    assert (table.turn, table.opening["thrower"], table.opening["total"]) == (5, 4, 7)


def test_opening_freezes_the_ruleset_of_the_event() -> None:
    table = make_table(make_event(ruleset="blackout", overrides={"overflow": "skip"}))
    _open(table, first=1)
    event, ruleset = Event.objects.get(), load("blackout", {"overflow": "skip"})
    assert (event.frozen_ruleset, event.ruleset_digest) == (ruleset.to_json(), ruleset.digest)


def test_a_second_table_plays_by_the_frozen_ruleset() -> None:
    table = open_table(make_table())
    Event.objects.update(ruleset="blackout")
    second = _open(make_table(Event.objects.get(), number=2), first=1)
    assert second.opening["digest"] == table.opening["digest"]


@pytest.mark.parametrize(
    ("how", "code", "status"),
    [
        ({}, "opening_missing", 400),
        ({"thrower": 1}, "opening_missing", 400),
        ({"first": 13}, "unknown_first_seat", 400),
        ({"first": 0}, "unknown_first_seat", 400),
        ({"thrower": 13, "total": 5}, "unknown_thrower", 400),
        ({"total": 5}, "unknown_thrower", 400),
        ({"thrower": 1, "total": 13}, "impossible_total", 400),
        ({"thrower": 1, "total": 1}, "impossible_total", 400),
    ],
)
def test_opening_refuses(how: dict, code: str, status: int) -> None:
    table = make_table()
    with pytest.raises(Refusal) as refusal:
        _open(table, **how)
    assert (refusal.value.code, refusal.value.status) == (code, status)
    assert Piece.objects.count() == 0
    assert not Event.objects.get().is_frozen


def test_opening_refuses_a_table_without_people() -> None:
    table = make_table(seats=0)
    for how in ({"first": 1}, {"total": 4}):
        with pytest.raises(Refusal) as refusal:
            _open(table, **how)
        assert refusal.value.code == "no_seats"


def test_opening_refuses_a_set_that_cannot_be_played_with() -> None:
    with pytest.raises(Refusal) as refusal:
        _open(make_table(make_event(piece_set={"zhuangyuan": 2})), first=1)
    assert refusal.value.code == "bad_stock"


def test_opening_refuses_a_second_time() -> None:
    table = open_table(make_table())
    with pytest.raises(Refusal) as refusal:
        _open(table, first=2)
    assert refusal.value.code == "already_open"
    assert str(refusal.value) == "Table 1 is open already."


def test_an_opening_is_taken_back_and_the_rules_are_free_again() -> None:
    table = open_table(make_table())
    services.take_back_opening(table=table, by=make_user("owner"), now=NOW)
    table = Table.objects.select_related("session__event").get()
    assert (table.opening, table.state, table.phase, table.turn, table.last_hash) == (None, None, "waiting", None, "")
    assert (table.opened_at, table.pieces_left, Piece.objects.count()) == (None, 0, 0)
    assert not table.session.event.is_frozen
    assert _open(table, first=3).turn == 3


def test_the_rules_stay_frozen_while_another_table_is_open() -> None:
    event = make_event()
    one, _two = open_table(make_table(event)), open_table(make_table(event, number=2))
    services.take_back_opening(table=one, by=make_user("owner"), now=NOW)
    assert Event.objects.get().is_frozen


def test_an_opening_stays_once_something_is_recorded() -> None:
    table = open_table(make_table())
    record(table, throw(1, "123355"))
    with pytest.raises(Refusal) as refusal:
        services.take_back_opening(table=table, by=make_user("owner"), now=NOW)
    assert refusal.value.code == "table_has_thrown"


def test_nothing_to_take_back() -> None:
    with pytest.raises(Refusal) as refusal:
        services.take_back_opening(table=make_table(), by=make_user("owner"), now=NOW)
    assert refusal.value.code == "table_not_open"


def test_a_table_that_is_gone_is_not_found() -> None:
    table = make_table()
    gone = Table(pk=table.pk + 1)
    with pytest.raises(Refusal) as refusal:
        _open(gone, first=1)
    assert (refusal.value.code, refusal.value.status) == ("not_found", 404)
