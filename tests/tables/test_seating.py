import pytest

from bobing_event.models import AuditRecord, Device, Role
from bobing_event.refusals import Refusal
from tables import services
from tables.lots import shuffled
from tables.models import Seat, SeatingDraw, Table
from tables.services.seating import roster_digest
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

pytestmark = pytest.mark.django_db
SEED = b"s" * 32


@pytest.mark.parametrize(
    ("people", "seats", "least", "sizes"),
    [
        (144, 12, 2, [12] * 12),
        (150, 12, 2, [12] * 12 + [6]),  # half a table is a table
        (146, 12, 2, [13, 13] + [12] * 10),  # two would play for 63 pieces: each sits at another table
        (150, 12, 7, [13] * 6 + [12] * 6),  # six do not start
        (151, 12, 7, [12] * 12 + [7]),
        (16, 12, 7, [8, 8]),  # one full table cannot take four more
        (17, 12, 7, [9, 8]),
        (13, 12, 7, [13]),
        (5, 12, 2, [5]),
        (12, 12, 2, [12]),
        (0, 12, 2, []),
    ],
)
def test_table_sizes(people: int, seats: int, least: int, sizes: list[int]) -> None:
    assert services.table_sizes(people, seats, least) == sizes


@pytest.mark.parametrize("seats", [2, 10, 12])
@pytest.mark.parametrize("least", [1, 2, 7])
def test_nobody_is_left_without_a_table(seats: int, least: int) -> None:
    for people in range(1, 200):
        sizes = services.table_sizes(people, seats, min(least, seats))
        assert sum(sizes) == people
        assert max(sizes) <= seats + 1


def _seats(session) -> dict[tuple[int, int], int]:
    seats = Seat.objects.filter(table__session=session).select_related("table")
    return {(seat.table.number, seat.number): seat.participant_id for seat in seats}


def test_draw_seats_by_the_shuffled_roster() -> None:
    event = make_event()
    session, people = make_session(event), make_people(event, 26)
    draw = services.draw_seats(session=session, by=make_user("owner"), now=NOW, seed=SEED)
    roster = [person.pk for person in people]
    order = shuffled(roster, SEED)
    expected = {(1, n): pk for n, pk in enumerate(order[:13], 1)} | {(2, n): pk for n, pk in enumerate(order[13:], 1)}
    assert _seats(session) == expected
    assert (draw.secret, draw.plan["roster"], draw.plan_digest) == (SEED.hex(), roster, roster_digest(roster))
    assert (draw.drawn_at, draw.drawn_by.username) == (NOW, "owner")
    assert AuditRecord.objects.get().action == "seats_drawn"


def test_only_who_has_checked_in_is_drawn() -> None:
    event = make_event()
    here, _away = make_people(event, 7), make_people(event, 5, checked_in=False)
    services.draw_seats(session=make_session(event), by=make_user("owner"), now=NOW, seed=SEED)
    assert set(_seats(make_session(event)).values()) == {person.pk for person in here}


def test_people_without_a_session_belong_to_the_first() -> None:
    event = make_event()
    first, second = make_session(event, 1), make_session(event, 2)
    anywhere, late = make_people(event, 6), make_people(event, 6, session=second)
    for session in (first, second):
        services.draw_seats(session=session, by=make_user("owner"), now=NOW, seed=SEED)
    assert set(_seats(first).values()) == {person.pk for person in anywhere}
    assert set(_seats(second).values()) == {person.pk for person in late}


def test_drawing_costs_the_same_for_a_hundred_people(django_assert_max_num_queries) -> None:
    event = make_event()
    make_people(event, 100)
    session, owner = make_session(event), make_user("owner")
    with django_assert_max_num_queries(14):
        services.draw_seats(session=session, by=owner, now=NOW, seed=SEED)
    assert Seat.objects.count() == 100


def _refused(code: str, call, **arguments) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        call(**arguments)
    assert refusal.value.code == code
    assert str(refusal.value)
    return refusal.value


def test_draw_refuses_an_empty_roster() -> None:
    event = make_event()
    make_people(event, 3, checked_in=False)
    _refused(
        "nobody_checked_in", services.draw_seats, session=make_session(event), by=make_user("owner"), now=NOW, seed=SEED
    )


def test_draw_refuses_fewer_than_a_table_needs() -> None:
    event = make_event(ruleset="competition-12")
    make_people(event, 6)
    _refused(
        "too_few_people", services.draw_seats, session=make_session(event), by=make_user("owner"), now=NOW, seed=SEED
    )


def test_draw_refuses_a_second_draw() -> None:
    event = make_event()
    make_people(event, 6)
    draw = {"session": make_session(event), "by": make_user("owner"), "now": NOW, "seed": SEED}
    services.draw_seats(**draw)
    _refused("seats_already_drawn", services.draw_seats, **draw)
    assert SeatingDraw.objects.count() == 1


def test_draw_and_discard_refuse_once_a_table_is_open() -> None:
    event = make_event()
    make_people(event, 6)
    draw = {"session": make_session(event), "by": make_user("owner"), "now": NOW}
    services.draw_seats(**draw, seed=SEED)
    open_table(Table.objects.select_related("session__event").get())
    _refused("table_has_thrown", services.draw_seats, **draw, seed=SEED)
    _refused("table_has_thrown", services.discard_draw, **draw, reason="again")


def test_draw_refuses_a_ruleset_that_cannot_be_used() -> None:
    event = make_event(overrides={"seats": 1})
    make_people(event, 6)
    refusal = _refused(
        "bad_ruleset", services.draw_seats, session=make_session(event), by=make_user("owner"), now=NOW, seed=SEED
    )
    assert refusal.context == {"key": "seats"}


def test_discard_keeps_the_draw_on_record_and_releases_tablets() -> None:
    event = make_event()
    make_people(event, 6)
    draw = {"session": make_session(event), "by": make_user("owner"), "now": NOW}
    services.draw_seats(**draw, seed=SEED)
    make_device(Table.objects.select_related("session__event").get())
    kept = services.discard_draw(**draw, reason=" two came late ")
    assert (kept.discarded_at, kept.discard_reason, kept.secret) == (NOW, "two came late", SEED.hex())
    assert (Table.objects.count(), Seat.objects.count()) == (0, 0)
    assert Device.objects.get().revoked_at == NOW
    services.draw_seats(**draw, seed=b"other")
    assert SeatingDraw.objects.count() == 2


def test_discard_refuses_without_reason_or_draw() -> None:
    session = make_session(make_event())
    discard = {"session": session, "by": make_user("owner"), "now": NOW}
    _refused("reason_needed", services.discard_draw, **discard, reason="  ")
    _refused("no_draw", services.discard_draw, **discard, reason="why not")


def test_a_late_guest_takes_the_lowest_free_number() -> None:
    table = make_table(seats=5)
    table.seats.filter(number=3).delete()
    [guest] = make_people(table.session.event, 1)
    seat = services.seat_participant(table=table, participant=guest, by=make_user("owner"), now=NOW)
    assert (seat.number, seat.participant) == (3, guest)


def test_a_full_table_takes_one_more_only_when_asked_to() -> None:
    table = make_table(seats=12)
    one, two = make_people(table.session.event, 2)
    seat = {"table": table, "by": make_user("owner"), "now": NOW}
    _refused("table_full", services.seat_participant, **seat, participant=one)
    assert services.seat_participant(**seat, participant=one, beyond_full=True).number == 13
    _refused("table_full", services.seat_participant, **seat, participant=two, beyond_full=True)


def test_seat_participant_refuses_who_sits_or_belongs_elsewhere() -> None:
    table = make_table(seats=3)
    event = table.session.event
    seat = {"table": table, "by": make_user("owner"), "now": NOW}
    _refused("already_seated", services.seat_participant, **seat, participant=table.seats.get(number=1).participant)
    [stranger] = make_people(make_event("other"), 1)
    assert _refused("not_found", services.seat_participant, **seat, participant=stranger).status == 404
    open_table(table)
    [late] = make_people(event, 1)
    _refused("already_open", services.seat_participant, **seat, participant=late)


def test_assign_referee() -> None:
    table = make_table()
    event, owner = table.session.event, make_user("owner")
    referee = make_user("ref", event, Role.REFEREE)
    assign = {"table": table, "by": owner, "now": NOW}
    assert services.assign_referee(**assign, referee=referee).referee == referee
    assert services.assign_referee(**assign, referee=None).referee is None
    _refused("not_a_referee", services.assign_referee, **assign, referee=owner)
    elsewhere = make_user("other-ref", make_event("other"), Role.REFEREE)
    _refused("not_a_referee", services.assign_referee, **assign, referee=elsewhere)


def test_devices_are_paired_and_released_once() -> None:
    table = make_table()
    device = make_device(table)
    assert (device.table_id, device.event, device.label, device.revoked_at) == (
        table.pk, table.session.event, "Table 1", None,
    )  # fmt: skip
    owner = make_user("owner")
    assert services.revoke_device(device=device, by=owner, now=NOW).revoked_at == NOW
    _refused("already_revoked", services.revoke_device, device=device, by=owner, now=NOW)
