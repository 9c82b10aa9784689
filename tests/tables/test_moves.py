"""Seats changed by hand before a table is open: planned, previewed, done as previewed, taken back as a whole."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bobing_event.models import AuditRecord, Device, Participant, Session
from bobing_event.refusals import Refusal
from tables import services
from tables.models import Seat, SeatChange, SeatingDraw, Table
from tables.moving import (
    BalanceTables,
    Change,
    DissolveTable,
    FreeSeats,
    Hall,
    HallTable,
    Move,
    MovePerson,
    Place,
    SwapPeople,
)
from tables.queries.hall import changes_of, hall_of, lot_seed
from tests.tables.factories import (
    NOW,
    make_device,
    make_event,
    make_people,
    make_session,
    make_table,
    make_user,
    open_table,
)

SEED = b"s" * 32
database = pytest.mark.django_db


# --- planning, without a database ---------------------------------------------------------------------------
def a_hall(*sizes: int, absent: int = 0, seats: int = 12, least: int = 2) -> Hall:
    """Tables 1, 2, … (their ids too) with people 100·table + seat; the last `absent` of each have not come."""
    tables = {
        n: HallTable(n, n, {seat: 100 * n + seat for seat in range(1, size + 1)}) for n, size in enumerate(sizes, 1)
    }
    here = {100 * n + seat for n, size in enumerate(sizes, 1) for seat in range(1, size - absent + 1)}
    return Hall(tables, frozenset(here), seats, least, {90: (90, False), 91: (91, True)})


def sizes(hall: Hall) -> list[int]:
    return [len(table.seats) for table in hall.tables.values()]


def code_of(hall: Hall, change: Change) -> str:
    with pytest.raises(Refusal) as refusal:
        change.moves(hall)
    assert str(refusal.value)
    return refusal.value.code


def test_somebody_moves_to_the_lowest_free_seat() -> None:
    hall = a_hall(12, 10)
    assert MovePerson(Place(1, 4), 2).moves(hall) == [Move(104, Place(1, 4), Place(2, 11))]
    assert MovePerson(Place(1, 4), 2, seat=12).moves(hall) == [Move(104, Place(1, 4), Place(2, 12))]
    assert MovePerson(Place(2, 4), 2, seat=11).moves(hall) == [Move(204, Place(2, 4), Place(2, 11))]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (MovePerson(Place(1, 4), 3), "table_full"),
        (MovePerson(Place(1, 4), 4, beyond_full=True), "table_full"),
        (MovePerson(Place(1, 4), 90), "already_open"),
        (MovePerson(Place(1, 4), 91), "table_ended"),
        (MovePerson(Place(90, 4), 2), "already_open"),
        (MovePerson(Place(1, 4), 77), "not_found"),
        (MovePerson(Place(1, 13), 2), "nobody_there"),
        (MovePerson(Place(1, 4), 1), "same_place"),
        (MovePerson(Place(1, 4), 1, seat=4), "same_place"),
        (MovePerson(Place(1, 4), 2, seat=3), "seat_taken"),
        (MovePerson(Place(1, 4), 2, seat=13), "no_such_seat"),
        (MovePerson(Place(1, 4), 2, seat=0), "no_such_seat"),
        (SwapPeople(Place(1, 4), Place(2, 12)), "nobody_there"),
        (SwapPeople(Place(1, 4), Place(1, 4)), "same_place"),
        (SwapPeople(Place(1, 4), Place(91, 1)), "table_ended"),
    ],
)
def test_what_cannot_be_moved(change: Change, code: str) -> None:
    assert code_of(a_hall(12, 10, 12, 13), change) == code


def test_one_beyond_full_only_when_said() -> None:
    hall = a_hall(12, 12)
    assert code_of(hall, MovePerson(Place(1, 1), 2)) == "table_full"
    assert MovePerson(Place(1, 1), 2, beyond_full=True).moves(hall) == [Move(101, Place(1, 1), Place(2, 13))]


def test_two_swap() -> None:
    hall = a_hall(12, 10)
    moves = SwapPeople(Place(1, 4), Place(2, 7)).moves(hall)
    assert moves == [Move(104, Place(1, 4), Place(2, 7)), Move(207, Place(2, 7), Place(1, 4))]
    after = hall.after(moves)
    assert (after.tables[1].seats[4], after.tables[2].seats[7], sizes(after)) == (207, 104, [12, 10])


def test_a_table_is_dissolved_by_lot_into_the_emptiest_others() -> None:
    hall = a_hall(12, 10, 3)
    moves = DissolveTable(3, SEED).moves(hall)
    assert moves == DissolveTable(3, SEED).moves(hall)  # anybody can repeat it
    assert sizes(hall.after(moves)) == [13, 12, 0]
    assert {move.person for move in moves} == {301, 302, 303}
    others = {tuple(move.target for move in DissolveTable(3, bytes([n]) * 32).moves(hall)) for n in range(20)}
    people = {tuple(move.person for move in DissolveTable(3, bytes([n]) * 32).moves(hall)) for n in range(20)}
    assert len(others) == 1  # where they go follows from the sizes
    assert len(people) == 6  # who goes where, from the lots


@pytest.mark.parametrize(
    ("hall", "code"),
    [
        (a_hall(12), "only_table"),
        (a_hall(12, 12, 3), "no_room"),
        (a_hall(2, 4, 4, least=7), "below_min_players"),
    ],
)
def test_what_cannot_be_dissolved(hall: Hall, code: str) -> None:
    assert code_of(hall, DissolveTable(max(hall.tables) if code != "below_min_players" else 1, SEED)) == code


def test_tables_are_evened_out_without_those_who_have_not_come() -> None:
    hall = a_hall(12, 12, 9, absent=1)  # 11, 11 and 8 have come
    moves = BalanceTables(SEED).moves(hall)
    assert [move.person for move in moves if move.target is None] == [112, 212, 309]
    after = hall.after(moves)
    assert [after.arrived(pk) for pk in after.tables] == sizes(after) == [10, 10, 10]
    assert len(moves) == 5


def test_the_seats_of_those_who_have_not_come_can_be_kept() -> None:
    hall = a_hall(12, 12, 12, absent=0)
    gone = frozenset(person for person in hall.here if person // 100 == 3 and person % 100 > 6)
    hall = Hall(hall.tables, hall.here - gone, 12, 2, {})
    assert code_of(hall, BalanceTables(SEED, keep_absent=True)) == "nothing_to_move"  # every seat is somebody's
    freed = hall.after(BalanceTables(SEED).moves(hall))
    assert sizes(freed) == [10, 10, 10]


def test_even_tables_are_left_alone() -> None:
    assert code_of(a_hall(11, 10, 11), BalanceTables(SEED)) == "nothing_to_move"
    assert code_of(a_hall(), BalanceTables(SEED)) == "nothing_to_move"


@given(st.lists(st.integers(0, 12), min_size=1, max_size=9), st.binary(min_size=1, max_size=8))
def test_as_few_as_can_be_move(people: list[int], seed: bytes) -> None:
    hall = a_hall(*people)
    low, more = divmod(sum(people), len(people))
    wanted = [low + 1] * more + [low] * (len(people) - more)
    fewest = sum(max(0, have - want) for have, want in zip(sorted(people, reverse=True), wanted, strict=True))
    try:
        moves = BalanceTables(seed).moves(hall)
    except Refusal:
        moves = []
    assert len(moves) == fewest
    assert len({move.person for move in moves}) == len(moves)
    assert sorted(sizes(hall.after(moves)), reverse=True) == wanted


def test_seats_of_no_shows_are_freed() -> None:
    hall = a_hall(12, 10, absent=2)
    assert FreeSeats(2).moves(hall) == [Move(209, Place(2, 9), None), Move(210, Place(2, 10), None)]
    assert [move.person for move in FreeSeats().moves(hall)] == [111, 112, 209, 210]
    assert code_of(a_hall(3), FreeSeats()) == "nothing_to_move"
    assert code_of(hall, FreeSeats(90)) == "already_open"


# --- doing it -----------------------------------------------------------------------------------------------
@pytest.fixture
def session() -> Session:
    """Tables 1 and 2 with 12 and 10 people, table 3 with 4; all have come but seat 4 of table 3."""
    event = make_event()
    tables = [make_table(event, number=number, seats=seats) for number, seats in ((1, 12), (2, 10), (3, 4))]
    Participant.objects.filter(seats__table=tables[2], seats__number=4).update(checked_in_at=None, checked_in_by=None)
    return make_session(event)


def table_of(session: Session, number: int) -> Table:
    return Table.objects.select_related("session__event").get(session=session, number=number)


def place(session: Session, table: int, seat: int) -> Place:
    return Place(table_of(session, table).pk, seat)


def seating(session: Session) -> dict[tuple[int, int], int]:
    rows = Seat.objects.filter(table__session=session)
    return {
        (table, seat): person for table, seat, person in rows.values_list("table__number", "number", "participant_id")
    }


def do(session: Session, change: Change, **fields: Any) -> SeatChange:
    digest = services.preview_change(session=session, change=change).digest
    return services.change_seats(
        session=session, change=change, digest=digest, by=make_user("owner"), now=NOW, **fields
    )


def refused(code: str, call: Any, **arguments: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        call(**arguments)
    assert refusal.value.code == code
    assert str(refusal.value)
    return refusal.value


@database
def test_the_preview_says_who_moves_and_how_many_sit_where(session: Session) -> None:
    preview = services.preview_change(session=session, change=MovePerson(place(session, 3, 4), table_of(session, 2).pk))
    person = table_of(session, 3).seats.get(number=4).participant
    assert [(m.person, m.source, m.target) for m in preview.moves] == [(person, (3, 4), (2, 11))]
    assert [(t.number, t.before, t.after, t.here_before, t.here_after, t.over, t.short) for t in preview.tables] == [
        (2, 10, 11, 10, 10, False, False),
        (3, 4, 3, 3, 3, False, False),
    ]


@database
def test_a_move_is_done_recorded_and_taken_back(session: Session) -> None:
    before = seating(session)
    change = do(session, MovePerson(place(session, 3, 2), table_of(session, 2).pk), reason=" sits with family ")
    person = before[3, 2]
    assert seating(session) == {k: v for k, v in before.items() if k != (3, 2)} | {(2, 11): person}
    assert (change.kind, change.moves, change.reason, change.facts) == (
        "move", [{"participant": person, "from": [3, 2], "to": [2, 11]}], "sits with family", {},
    )  # fmt: skip
    undone = services.undo_change(change=change, by=make_user("owner"), now=NOW)
    assert seating(session) == before
    assert (undone.undone_at, undone.undone_by.username) == (NOW, "owner")
    actions = list(AuditRecord.objects.order_by("id").values_list("action", flat=True))
    assert actions == ["seats_changed", "seat_change_undone"]
    refused("already_undone", services.undo_change, change=change, by=make_user("owner"), now=NOW)


@database
def test_two_swap_within_a_table_and_between_tables(session: Session) -> None:
    before = seating(session)
    do(session, SwapPeople(place(session, 1, 1), place(session, 1, 2)))
    change = do(session, SwapPeople(place(session, 1, 1), place(session, 3, 1)))
    assert seating(session) == before | {(1, 2): before[1, 1], (1, 1): before[3, 1], (3, 1): before[1, 2]}
    services.undo_change(change=change, by=make_user("owner"), now=NOW)
    assert seating(session) == before | {(1, 2): before[1, 1], (1, 1): before[1, 2]}


@database
def test_a_dissolved_table_goes_with_its_tablets_and_comes_again(session: Session) -> None:
    before, third = seating(session), table_of(session, 3)
    third.referee = make_user("ref")
    third.save()
    make_device(third)
    change = do(session, DissolveTable(third.pk, SEED))
    assert not Table.objects.filter(pk=third.pk).exists()
    assert [Seat.objects.filter(table__number=n).count() for n in (1, 2)] == [13, 13]
    assert Device.objects.get().revoked_at == NOW
    assert change.facts == {
        "seed": SEED.hex(), "dissolved": {"id": third.pk, "number": 3, "referee": third.referee_id},
    }  # fmt: skip
    assert AuditRecord.objects.filter(action="seats_changed").get().detail["seed"] == SEED.hex()
    services.undo_change(change=change, by=make_user("owner"), now=NOW)
    assert seating(session) == before
    assert table_of(session, 3).referee.username == "ref"


@database
def test_tables_are_balanced_and_seats_freed(session: Session) -> None:
    before = seating(session)
    change = do(session, BalanceTables(SEED))
    assert sorted(Seat.objects.filter(table__number=n).count() for n in (1, 2, 3)) == [8, 8, 9]
    services.undo_change(change=change, by=make_user("owner"), now=NOW)
    assert seating(session) == before
    change = do(session, FreeSeats())
    assert (change.kind, change.moves) == ("no_show", [{"participant": before[3, 4], "from": [3, 4], "to": None}])
    services.undo_change(change=change, by=make_user("owner"), now=NOW)
    assert seating(session) == before


@database
def test_what_was_previewed_is_done_or_nothing(session: Session) -> None:
    change = MovePerson(place(session, 3, 2), table_of(session, 2).pk)
    digest = services.preview_change(session=session, change=change).digest
    do(session, SwapPeople(place(session, 3, 2), place(session, 1, 1)))
    before = seating(session)
    arguments = {"session": session, "change": change, "digest": digest, "by": make_user("owner"), "now": NOW}
    refused("seats_changed", services.change_seats, **arguments)
    assert seating(session) == before
    # Somebody who has moved elsewhere at a table that the change does not touch is no reason.
    digest = services.preview_change(session=session, change=change).digest
    do(session, SwapPeople(place(session, 1, 5), place(session, 1, 6)))
    assert services.change_seats(**arguments | {"digest": digest}).kind == "move"


@database
@pytest.mark.parametrize("then", ["moved on", "seat taken", "opened", "seated elsewhere"])
def test_a_change_that_does_not_stand_cannot_be_taken_back(session: Session, then: str) -> None:
    wish = FreeSeats() if then == "seated elsewhere" else MovePerson(place(session, 3, 2), table_of(session, 2).pk)
    change = do(session, wish)
    if then == "moved on":
        do(session, MovePerson(place(session, 2, 11), table_of(session, 3).pk, seat=5))
    elif then == "seat taken":
        do(session, MovePerson(place(session, 1, 1), table_of(session, 3).pk))
    elif then == "opened":
        open_table(table_of(session, 2))
    else:
        absent = Participant.objects.get(pk=change.moves[0]["participant"])
        services.seat_participant(table=table_of(session, 2), participant=absent, by=make_user("owner"), now=NOW)
    before = seating(session)
    refused("change_outdated", services.undo_change, change=change, by=make_user("owner"), now=NOW)
    assert seating(session) == before


@database
def test_a_dissolved_table_whose_number_is_taken_does_not_come_again(session: Session) -> None:
    change = do(session, DissolveTable(table_of(session, 3).pk, SEED))
    make_table(session.event, number=3, seats=2)
    refused("change_outdated", services.undo_change, change=change, by=make_user("owner"), now=NOW)


@database
def test_other_sessions_and_other_events(session: Session) -> None:
    there = make_table(session.event, number=7, session=make_session(session.event, 2))
    stranger = make_table(make_event("other"))
    source = place(session, 1, 1)
    refused("other_session", services.preview_change, session=session, change=MovePerson(source, there.pk))
    refused("not_found", services.preview_change, session=session, change=MovePerson(source, stranger.pk))
    change = SwapPeople(source, Place(there.pk, 1))
    arguments = {"digest": "", "by": make_user("owner"), "now": NOW}
    refused("other_session", services.change_seats, session=session, change=change, **arguments)


@database
def test_previews_cost_the_same_for_one_table_and_three(django_assert_num_queries) -> None:
    for slug, tables in (("one", 1), ("three", 3)):
        event = make_event(slug)
        first, *_others = [make_table(event, number=n, seats=4) for n in range(1, tables + 1)]
        change = SwapPeople(Place(first.pk, 1), Place(first.pk, 2))
        with django_assert_num_queries(4):
            services.preview_change(session=first.session, change=change)


@database
def test_lots_follow_from_the_draws_secret_and_the_changes_so_far(session: Session) -> None:
    seed = lot_seed(session)
    assert seed == lot_seed(session)
    do(session, FreeSeats())
    assert lot_seed(session) != seed


@database
def test_the_hall_leaves_out_what_plays(session: Session) -> None:
    open_table(table_of(session, 1))
    hall = hall_of(session)
    assert ([table.number for table in hall.tables.values()], list(hall.closed.values())) == ([2, 3], [(1, False)])
    assert (hall.seats, hall.least, len(hall.here)) == (12, 2, 25)
    assert hall_of(session, locked=True) == hall


@database
def test_a_late_guest_is_on_record(session: Session) -> None:
    [guest] = make_people(session.event, 1)
    seat = services.seat_participant(table=table_of(session, 2), participant=guest, by=make_user("owner"), now=NOW)
    change = SeatChange.objects.get()
    assert (change.kind, change.moves) == ("late", [{"participant": guest.pk, "from": None, "to": [2, 11]}])
    assert (seat.number, seat.participant) == (11, guest)
    services.undo_change(change=change, by=make_user("owner"), now=NOW)
    assert not Seat.objects.filter(participant=guest).exists()


@database
def test_changes_go_with_the_draw_they_changed(session: Session) -> None:
    owner = make_user("owner")
    change = do(session, SwapPeople(place(session, 1, 1), place(session, 3, 1)))
    draw = {"session": session, "number": 1, "prepared_by": owner, "prepared_at": NOW, "plan": {}}
    later = NOW + timedelta(minutes=1)
    SeatingDraw.objects.create(**draw, discarded_at=later, discarded_by=owner, discard_reason="again")
    assert list(changes_of(session)) == []
    refused("change_outdated", services.undo_change, change=change, by=owner, now=later)


@database
def test_the_preview_names_wishes_that_would_be_undone(session: Session) -> None:
    seats = seating(session)
    family, rivals = [seats[3, 1], seats[3, 2]], [seats[1, 1], seats[3, 2]]
    plan = {"together": [family, [seats[1, 2], seats[2, 2]]], "apart": [rivals]}
    owner = make_user("owner")
    draw = {"session": session, "number": 1, "prepared_by": owner, "prepared_at": NOW, "drawn_by": owner}
    SeatingDraw.objects.create(**draw, drawn_at=NOW, plan=plan)

    def hurt(change: Change) -> list[tuple[bool, list[int]]]:
        preview = services.preview_change(session=session, change=change)
        return [(wish.apart, [person.pk for person in wish.people]) for wish in preview.hurt]

    assert hurt(SwapPeople(place(session, 3, 2), place(session, 1, 5))) == [(False, family), (True, rivals)]
    assert hurt(SwapPeople(place(session, 3, 1), place(session, 3, 2))) == []
    assert hurt(SwapPeople(place(session, 1, 2), place(session, 2, 5))) == []  # not met before
