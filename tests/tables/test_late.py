"""Guests who come after the draw or after the opening (RULEBOOK §4.5)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bobing_event.models import Event, Participant, Role
from bobing_event.refusals import Refusal
from tables import services
from tables.forms import LateGuestForm
from tables.models import Entry, Seat, SeatChange, Table
from tables.queries import table_state
from tests.tables.factories import (
    NOW,
    make_event,
    make_people,
    make_table,
    make_user,
    open_table,
    record,
    throw,
)

pytestmark = pytest.mark.django_db


def fresh(table: Table) -> Table:
    return Table.objects.select_related("session__event").get(pk=table.pk)


def person(table: Table, seat: int) -> Participant:
    return Participant.objects.get(seats__table=table, seats__number=seat)


def refused(code: str, call: Any, *arguments: Any, **fields: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        call(*arguments, **fields)
    assert refusal.value.code == code
    assert str(refusal.value)
    return refusal.value


def sound(table: Table) -> None:
    assert [str(difference) for difference in services.verify_table(fresh(table))] == []


@pytest.fixture
def with_kept_seats() -> Table:
    """A table of six in an event that lets late guests in from the next round on; seats 2 and 5 have not come."""
    table = make_table(make_event(late_arrivals="next_round"), seats=6)
    Participant.objects.filter(seats__number__in=(2, 5)).update(checked_in_at=None, checked_in_by=None)
    return open_table(table, first=2)


def seat_guest(table: Table, guest: Participant) -> Seat:
    return services.seat_participant(table=table, participant=guest, by=make_user("owner"), now=NOW)


def test_seats_of_who_has_not_come_leave_at_the_opening(with_kept_seats: Table) -> None:
    table = fresh(with_kept_seats)
    assert [(e.kind, e.seat) for e in table.entries.all()] == [("leave", 2), ("leave", 5)]
    assert (table.turn, table.seq) == (3, 2)
    sound(table)


def test_the_opener_says_who_is_absent() -> None:
    table = make_table(seats=4)
    opened = services.open_table(table=table, by=make_user("owner"), now=NOW, first=1, absent=[3])
    assert [(e.kind, e.seat) for e in opened.entries.all()] == [("leave", 3)]
    again = make_table(table.session.event, number=2, seats=2)
    opening = {"table": again, "by": make_user("owner"), "now": NOW, "first": 1}
    refused("nobody_there", services.open_table, **opening, absent=[1, 2])
    refused("unknown_seat", services.open_table, **opening, absent=[9])
    assert fresh(again).opening is None
    assert services.open_table(**opening, absent=[]).seq == 0


def test_the_opening_with_its_absent_people_is_taken_back(with_kept_seats: Table) -> None:
    table = services.take_back_opening(table=with_kept_seats, by=make_user("owner"), now=NOW)
    assert (table.opening, table.seq, Entry.objects.count()) == (None, 0, 0)
    sound(table)
    open_table(fresh(table))
    record(table, throw(1, "123355"))
    refused("table_has_thrown", services.take_back_opening, table=table, by=make_user("owner"), now=NOW)


def test_a_late_guest_returns_to_the_kept_seat(with_kept_seats: Table) -> None:
    record(with_kept_seats, throw(3, "123355"))
    guest = person(with_kept_seats, 5)
    assert seat_guest(with_kept_seats, guest).number == 5
    assert list(Entry.objects.order_by("seq").values_list("kind", "seat"))[-1] == ("return", 5)
    change = SeatChange.objects.get()
    assert (change.kind, change.moves) == ("late", [{"participant": guest.pk, "from": None, "to": [1, 5]}])
    refused("already_seated", seat_guest, with_kept_seats, guest)
    refused("change_outdated", services.undo_change, change=change, by=make_user("owner"), now=NOW)
    sound(with_kept_seats)


def test_somebody_else_takes_the_seat_of_who_never_came(with_kept_seats: Table) -> None:
    record(with_kept_seats, throw(3, "123355"))
    absent = person(with_kept_seats, 2)
    guests = make_people(with_kept_seats.session.event, 3)
    assert [seat_guest(with_kept_seats, guest).number for guest in guests[:2]] == [2, 5]
    assert person(with_kept_seats, 2) == guests[0]
    assert SeatChange.objects.last().moves == [
        {"participant": guests[0].pk, "from": None, "to": [1, 2]},
        {"participant": absent.pk, "from": [1, 2], "to": None},
    ]
    refused("no_free_seat", seat_guest, with_kept_seats, guests[2])
    sound(with_kept_seats)


def test_a_late_guest_is_refused_where_guests_come_until_the_first_throw() -> None:
    table = open_table(make_table(seats=4))
    [guest] = make_people(table.session.event, 1)
    refused("already_open", seat_guest, table, guest)


def test_a_late_guest_is_refused_at_an_ended_table() -> None:
    table = open_table(make_table(make_event(ruleset="blackout", late_arrivals="next_round"), seats=4))
    record(table, throw(1, "444444"))
    [guest] = make_people(table.session.event, 1)
    refused("table_ended", seat_guest, table, guest)


def test_before_the_opening_the_tablet_is_told_whose_seats_would_be_kept() -> None:
    table = make_table(make_event(late_arrivals="next_round"), seats=3)
    Participant.objects.filter(seats__number=2).update(checked_in_at=None, checked_in_by=None)
    assert [seat["absent"] for seat in table_state(fresh(table), now=NOW)["seats"]] == [False, True, False]
    Participant.objects.update(checked_in_at=None, checked_in_by=None)  # check-in was not used here
    assert [seat["absent"] for seat in table_state(fresh(table), now=NOW)["seats"]] == [False] * 3
    Event.objects.update(late_arrivals="first_throw")
    assert all("absent" not in seat for seat in table_state(fresh(table), now=NOW)["seats"])


def test_the_opener_says_over_the_api_who_is_absent() -> None:
    table = make_table(make_event(late_arrivals="next_round"), seats=3)
    client = Client()
    client.force_login(make_user("floor", table.session.event, Role.FLOOR_MANAGER))
    answer = client.post(
        f"/api/v1/tables/{table.pk}/opening/", {"first": 1, "absent": [3]}, content_type="application/json"
    )
    assert answer.status_code == 201
    assert [seat["left"] for seat in answer.json()["seats"]] == [False, False, True]


def test_open_tables_are_offered_to_late_guests_where_the_event_says_so() -> None:
    table = open_table(make_table(seats=3))
    waiting = make_table(table.session.event, number=2, seats=3)
    assert list(LateGuestForm(session=fresh(table).session).fields["table"].queryset) == [waiting]
    Event.objects.update(late_arrivals="next_round")
    assert list(LateGuestForm(session=fresh(table).session).fields["table"].queryset) == [table, waiting]


def test_the_organiser_chooses_it_in_the_settings() -> None:
    event = make_event()
    client = Client()
    client.force_login(make_user("owner", event, Role.OWNER))
    fields = {"name": "Moon", "date": "2026-09-25", "zone": "Asia/Shanghai", "late_arrivals": "next_round"}
    fields["entry_mode"] = "dice"
    assert client.post(reverse("event-change", args=[event.slug]), fields).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.late_arrivals) == ("Moon", "next_round")
