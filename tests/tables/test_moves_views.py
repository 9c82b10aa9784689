"""The pages of seat changes: step by step by the address, done by the digest, seen by who may."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bobing_event.models import Participant, Role, Session
from tables.models import Entry, Seat, SeatChange, Table
from tests.tables.factories import (
    make_event,
    make_people,
    make_session,
    make_table,
    make_user,
    open_table,
    record,
    throw,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    event = make_event()
    for number, seats in ((1, 12), (2, 10), (3, 4)):
        make_table(event, number=number, seats=seats)
    Participant.objects.filter(seats__table__number=3, seats__number=4).update(checked_in_at=None, checked_in_by=None)
    return make_session(event)


@pytest.fixture
def floor(session: Session) -> Client:
    return signed_in(session, Role.FLOOR_MANAGER)


def signed_in(session: Session, role: str) -> Client:
    client = Client()
    client.force_login(make_user(f"the {role}", session.event, role))
    return client


def address(session: Session, kind: str = "", **query: Any) -> str:
    page = (
        reverse("seat-change", args=[session.event.slug, kind])
        if kind
        else reverse("seat-changes", args=[session.event.slug])
    )
    return page + "?" + "&".join(f"{key}={value}" for key, value in {"session": session.number, **query}.items())


def place_of(person: Participant) -> str:
    return str(Seat.objects.select_related("table").get(participant=person))


def confirm(client: Client, page: str, **fields: Any) -> Any:
    """Posts the form of a preview as the browser would."""
    context = client.get(page).context
    hidden = {**context["asked"].chosen, "client_uuid": str(context["client_uuid"])}
    if "preview" in context:
        hidden["digest"] = context["preview"].digest
    return client.post(page, {**hidden, **fields}, follow=True)


def test_a_floor_manager_moves_somebody_step_by_step(session: Session, floor: Client) -> None:
    person = Participant.objects.get(seats__table__number=3, seats__number=2)
    page = floor.get(address(session, "move"))
    assert page.context["asked"].missing == "from"
    page = floor.get(address(session, "move", q=person.name))
    assert next(str(seat) for seat in page.context["found"]) == "3-2"
    page = floor.get(address(session, "move", **{"from": "3-2"}))
    assert [(choice.number, choice.people, choice.full) for choice in page.context["tables"]] == [
        (2, 10, False),
        (1, 12, True),
    ]
    page = floor.get(address(session, "move", **{"from": "3-2", "table": 2}))
    assert "2-11" in page.content.decode()
    answer = confirm(floor, address(session, "move", **{"from": "3-2", "table": 2}), reason="family")
    assert answer.redirect_chain == [(address(session), 302)]
    assert [str(message) for message in answer.context["messages"]] == ["Done: 1 person moved."]
    assert place_of(person) == "2-11"
    assert "family" in answer.content.decode()


def test_a_full_table_is_offered_with_one_more(session: Session, floor: Client) -> None:
    page = floor.get(address(session, "move", **{"from": "3-2", "table": 1}))
    assert (page.status_code, page.context["refusal"].code) == (409, "table_full")
    assert "beyond=1" in page.content.decode()
    confirm(floor, address(session, "move", **{"from": "3-2", "table": 1, "beyond": 1}))
    assert Seat.objects.filter(table__number=1).count() == 13


@pytest.mark.parametrize(
    ("kind", "query", "moved"),
    [
        ("swap", {"from": "1-1", "to": "2-2"}, 2),
        ("dissolve", {"table": 3}, 4),
        ("balance", {}, 6),
        ("balance", {"keep": 1}, 5),
        ("no_show", {}, 1),
        ("no_show", {"table": 3}, 1),
    ],
)
def test_every_change_is_shown_done_and_taken_back(
    session: Session, floor: Client, kind: str, query: dict[str, Any], moved: int
) -> None:
    before = set(Seat.objects.values_list("table__number", "number", "participant"))
    confirm(floor, address(session, kind, **query))
    change = SeatChange.objects.get()
    assert (change.kind, len(change.moves)) == (kind, moved)
    answer = floor.post(reverse("seat-change-undo", args=[session.event.slug, change.pk]), follow=True)
    assert "The change is taken back" in str(next(iter(answer.context["messages"])))
    assert set(Seat.objects.values_list("table__number", "number", "participant")) == before


def test_a_stale_preview_is_shown_anew(session: Session, floor: Client) -> None:
    page = address(session, "swap", **{"from": "1-1", "to": "2-2"})
    digest = floor.get(page).context["preview"].digest
    confirm(floor, address(session, "swap", **{"from": "1-1", "to": "3-1"}))
    fields = {"session": 1, "from": "1-1", "to": "2-2", "digest": digest}
    answer = floor.post(page, fields, headers={"referer": f"http://testserver{page}"}, follow=True)
    assert [message.extra_tags for message in answer.context["messages"]] == ["seats_changed"]
    assert answer.context["preview"].digest != digest


def test_wrong_seats_are_put_right_on_the_page(session: Session, floor: Client) -> None:
    table = open_table(Table.objects.select_related("session__event").get(number=1))
    record(table, throw(1, "444123"), throw(2, "411356"))
    one, two = (Participant.objects.get(seats__table=table, seats__number=n) for n in (1, 2))
    page = address(session, "reseat", **{"from": "1-1", "to": "1-2"})
    shown = floor.get(page)
    assert len(shown.context["swap"].pieces) == 2
    assert [(field, len(throws)) for field, _seat, _chosen, throws in shown.context["since"]] == [
        ("since", 1),
        ("other_since", 1),
    ]
    confirm(floor, page, reason="sat down wrong")
    assert (place_of(one), place_of(two)) == ("1-2", "1-1")
    assert Entry.objects.filter(kind="reseat").count() == 2
    assert "1-1" in floor.get(reverse("table-detail", args=[session.event.slug, table.pk])).content.decode()
    later = floor.get(address(session, "reseat", **{"from": "1-1", "to": "1-2", "since": 99}))
    assert (later.status_code, later.context["refusal"].code) == (404, "unknown_entry")


def test_an_open_table_points_to_the_other_tool(session: Session, floor: Client) -> None:
    open_table(Table.objects.select_related("session__event").get(number=1))
    page = floor.get(address(session, "swap", **{"from": "1-1", "to": "2-1"}))
    assert (page.status_code, page.context["refusal"].code) == (409, "already_open")
    assert reverse("seat-change", args=[session.event.slug, "reseat"]) in page.content.decode()


def test_what_is_incomplete_or_nonsense(session: Session, floor: Client) -> None:
    assert floor.post(address(session, "swap"), {"session": 1, "from": "1-1"}).status_code == 400
    reseat = {"session": 1, "from": "1-1", "to": "1-2", "reason": "x", "client_uuid": "?"}
    assert floor.post(address(session, "reseat"), reseat).status_code == 400
    assert floor.get(address(session, "juggle")).status_code == 404
    assert floor.get(address(session, "move") + "&session=9").status_code == 404
    assert floor.get(address(session, "move") + "&session=x").status_code == 404
    assert floor.get(address(session, "move", **{"from": "1-99"})).context["asked"].missing == "from"
    assert floor.get(address(session, "dissolve", table="9" * 40)).context["asked"].missing == "table"


@pytest.mark.parametrize("role", [Role.REFEREE, Role.PRIZE_DESK, Role.AUDITOR])
def test_others_look_but_do_not_touch(session: Session, role: str) -> None:
    client = signed_in(session, role)
    page = client.get(address(session))
    assert page.status_code == 200
    assert reverse("seat-change", args=[session.event.slug, "move"]) not in page.content.decode()
    assert client.get(address(session, "move")).status_code == 403
    assert client.post(reverse("seat-change-undo", args=[session.event.slug, 1])).status_code == 403


def test_another_event_sees_nothing(session: Session, floor: Client) -> None:
    confirm(floor, address(session, "swap", **{"from": "1-1", "to": "2-2"}))
    change = SeatChange.objects.get()
    other = make_session(make_event("other"))
    stranger = signed_in(other, Role.OWNER)
    assert stranger.get(address(session)).status_code == 404
    assert stranger.post(reverse("seat-change-undo", args=["other", change.pk])).status_code == 404
    change.refresh_from_db()
    assert change.undone_at is None


def test_the_list_costs_the_same_for_one_change_and_three(
    session: Session, floor: Client, django_assert_num_queries
) -> None:
    for rounds in (1, 2):
        for _n in range(rounds):
            confirm(floor, address(session, "swap", **{"from": "1-1", "to": "2-2"}))
        with django_assert_num_queries(10):
            floor.get(address(session))


def test_people_are_found_by_table_place_and_name(session: Session, floor: Client) -> None:
    make_people(session.event, 1)
    found = {q: [str(seat) for seat in floor.get(address(session, "swap", q=q)).context["found"]] for q in ("3", "3-2")}
    assert found["3"] == ["3-1", "3-2", "3-3", "3-4"]
    assert found["3-2"] == ["3-2"]
