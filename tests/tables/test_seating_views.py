"""The seating page in each of its states, and a draw's public page."""

from __future__ import annotations

import html
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from bobing_event.models import Event, Participant, Role
from tables import services
from tables.models import SeatChange, SeatingDraw, Table, Wish
from tests.tables.factories import NOW, make_event, make_people, make_session, make_table, make_user, open_table

pytestmark = pytest.mark.django_db
SEATING = "/events/moon/seating/"
PREPARE = {"session": "1", "basis": "checked_in", "spread": "lot"}


@pytest.fixture
def organiser(client):
    event = make_event()
    make_session(event)
    client.force_login(make_user("organiser", event, Role.ORGANISER))
    return client


def _text(answer) -> str:
    """What the page says, without tags."""
    words = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", html.unescape(words))


def _said(answer) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def _post(client, name: str, *arguments: Any, **data: Any):
    return client.post(
        reverse(name, args=["moon", *arguments]), {"session": "1", **data}, follow=True,
        headers={"referer": f"http://testserver{SEATING}"},
    )  # fmt: skip


def _moon() -> Event:
    return Event.objects.get(slug="moon")


def _people(count: int, **options: Any) -> list[Participant]:
    return make_people(_moon(), count, **options)


def _prepared(count: int = 26) -> SeatingDraw:
    _people(count)
    return services.prepare_draw(
        session=make_session(_moon()), basis="checked_in", spread="lot", by=make_user("owner"), now=NOW,
        secret=b"s" * 32,
    )  # fmt: skip


def _drawn(count: int = 26, phrase: str = "") -> SeatingDraw:
    return services.run_draw(draw=_prepared(count), public_seed=phrase, by=make_user("owner"), now=NOW)


# --- who may -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "roles"),
    [
        ("seating-prepare", {Role.OWNER, Role.ORGANISER}),
        ("seating-draw", {Role.OWNER, Role.ORGANISER}),
        ("seating-discard", {Role.OWNER, Role.ORGANISER}),
        ("wish-add", {Role.OWNER, Role.ORGANISER}),
        ("place-fix", {Role.OWNER, Role.ORGANISER}),
        ("seating-late", {Role.OWNER, Role.ORGANISER, Role.FLOOR_MANAGER}),
    ],
)
def test_who_may_change_the_seating(client, name: str, roles: set[str]) -> None:
    event = make_event()
    for role in Role.values:
        client.force_login(make_user(role, event, role))
        status = client.post(reverse(name, args=["moon"])).status_code
        assert status == (404 if role in roles else 403)  # allowed, but of no session


# --- before the draw ---------------------------------------------------------------------------------------


def test_nobody_to_draw(organiser) -> None:
    page = _text(organiser.get(SEATING))
    assert "Nobody has checked in yet." in page
    assert _said(_post(organiser, "seating-prepare", **PREPARE)) == [
        "Nobody has checked in yet. Check people in, then draw the seats."
    ]


def test_the_forecast_shows_both_bases_and_both_rests(organiser) -> None:
    _people(30)
    _people(10, checked_in=False)
    page = _text(organiser.get(SEATING))
    assert "everybody who has checked in : 30 people 2 tables of 12 , 1 table of 6" in page
    assert "everybody on the list : 40 people 3 tables of 12 , 1 table of 4" not in page  # four are spread
    assert "everybody on the list : 40 people 4 tables of 10" in page
    assert "at a table of their own, which is short everybody who has checked in: 2 tables of 12 , 1 table of 6" in page
    assert "spread by lot over other tables everybody who has checked in: 3 tables of 10" in page


def test_the_list_is_frozen_and_drawn_on_the_page(organiser) -> None:
    _people(26)
    frozen = _post(organiser, "seating-prepare", **PREPARE, rest="spread", parties="on")
    assert _said(frozen) == ["The list is frozen: 26 people."]
    draw = SeatingDraw.objects.get()
    assert (len(bytes.fromhex(draw.secret)), draw.plan["sizes"]) == (32, [13, 13])
    assert draw.commitment in _text(frozen)
    drawn = _post(organiser, "seating-draw", draw=draw.number, phrase="月到中秋分外明")
    assert _said(drawn) == ["Seats drawn for 26 people."]
    for shown in (draw.secret, draw.plan_digest, "月到中秋分外明"):
        assert shown in _text(drawn)


def test_a_form_without_choices_is_told_so(organiser) -> None:
    _people(26)
    assert _said(_post(organiser, "seating-prepare", basis="everybody")) == [
        "Choose who is drawn and how people are spread."
    ]


@pytest.mark.parametrize("number", ["7", "x", ""])
def test_only_the_draw_that_the_page_showed_is_run(organiser, number: str) -> None:
    _prepared()
    assert _said(_post(organiser, "seating-draw", draw=number)) == [
        "No draw is prepared for this session. Freeze the list first."
    ]


def test_the_page_says_who_came_in_after_the_list_was_frozen(organiser) -> None:
    draw = _prepared()
    [late] = _people(1)
    Participant.objects.filter(pk=draw.plan["people"][0]).update(checked_in_at=None, checked_in_by=None)
    page = _text(organiser.get(SEATING))
    assert f"1 person has come in since the list was frozen: {late.name}" in page
    assert "1 person of the frozen list would not be on it now." in page


def test_a_draw_is_discarded_with_a_reason(organiser) -> None:
    _drawn()
    assert organiser.post(reverse("seating-discard", args=["moon"]), {"session": "1", "reason": ""}).status_code == 400
    page = _text(_post(organiser, "seating-discard", reason="two came late"))
    assert "two came late" in page
    assert "1. Freeze the list" in page
    assert not Table.objects.exists()


# --- wishes ------------------------------------------------------------------------------------------------


def test_a_wish_is_stated_by_finding_people(organiser) -> None:
    one, two, three = _people(3)
    Participant.objects.filter(pk=two.pk).update(name="陈嘉庚")
    found = organiser.get(SEATING, {"who": "嘉庚", "p": [one.pk]})
    assert [person.name for person, _query in found.context["found_people"]] == ["陈嘉庚"]
    [(_person, query)] = found.context["found_people"]
    chosen = organiser.get(SEATING + query)
    assert [person.pk for person, _query in chosen.context["chosen"]] == [one.pk, two.pk]
    [_first, (_person, without)] = chosen.context["chosen"]
    assert without == f"?p={one.pk}#wishes"
    stated = _post(organiser, "wish-add", kind="together", people=[one.pk, two.pk], note="one car")
    assert "at one table P1, 陈嘉庚 one car" in _text(stated).replace(" ,", ",")
    wish = Wish.objects.get()
    assert _said(_post(organiser, "wish-withdraw", wish.pk)) == ["The wish is withdrawn."]
    assert _post(organiser, "wish-withdraw", wish.pk).status_code == 404
    assert _said(_post(organiser, "wish-add", kind="apart", people=[three.pk])) == [
        "A wish is about two people or more. Choose them first."
    ]


def test_a_wish_of_another_event_is_out_of_reach(organiser) -> None:
    other = make_event("other")
    people = make_people(other, 2)
    said = _said(_post(organiser, "wish-add", kind="together", people=[person.pk for person in people]))
    assert said == ["Choose people of this event, and whether they sit together or apart."]
    wish = services.add_wish(session=make_session(other), kind="apart", people=people, by=make_user("owner"), now=NOW)
    assert organiser.post(reverse("wish-withdraw", args=["moon", wish.pk])).status_code == 404
    assert organiser.get(SEATING, {"p": ["x", "9" * 30, str(people[0].pk)]}).context["chosen"] == []


def test_a_place_is_fixed_for_one_chosen_person(organiser) -> None:
    one, _two = _people(2)
    page = _text(_post(organiser, "place-fix", participant=one.pk, table="3", seat="1"))
    assert "P1 has a fixed place." in page
    assert "fixed place 3-1 : P1" in page
    assert _said(_post(organiser, "place-fix", participant=one.pk)) == ["P1 has no fixed place any more."]
    assert _said(_post(organiser, "place-fix", participant=one.pk, table="x")) == [
        "Choose a person of this event, a table, and a seat or none."
    ]


def test_what_no_lot_can_meet_is_said_before_the_draw(organiser) -> None:
    [guest, *_others] = _people(13)
    Participant.objects.filter(pk=guest.pk).update(wanted_table=9)
    _post(organiser, "seating-prepare", **PREPARE)
    assert f"1 wish cannot be met by any lot no such table 9 : {guest.name}" in _text(organiser.get(SEATING))


# --- the floor ---------------------------------------------------------------------------------------------


def test_sessions_have_pages_of_their_own(organiser) -> None:
    make_table(_moon(), session=make_session(_moon(), 2), seats=3)
    assert organiser.get(SEATING).context["floor"].tables == []
    assert len(organiser.get(f"{SEATING}?session=2").context["floor"].tables) == 1
    for wrong in ("3", "x", ""):
        assert organiser.get(f"{SEATING}?session={wrong}").status_code == 404


def test_the_floor_shows_every_table_and_finds_people(organiser) -> None:
    event = _moon()
    full, short = make_table(event, number=1), make_table(event, number=2, seats=5)
    absent = short.seats.get(number=3).participant
    Participant.objects.filter(pk=absent.pk).update(
        name="林巧稚", initials="lqz", unit="Hall", checked_in_at=None, checked_in_by=None
    )
    page = organiser.get(SEATING, {"q": "lqz"})
    lines = page.context["floor"].tables
    facts = [(line.table.number, line.arrived, line.seated, line.units, line.marks) for line in lines]
    assert facts == [
        (1, 12, 12, 1, ["waiting", "no_referee"]), (2, 4, 5, 2, ["waiting", "short", "absent", "no_referee"]),
    ]  # fmt: skip
    assert [str(seat) for seat in page.context["found"]] == ["2-3"]
    assert [line.table for line in organiser.get(SEATING, {"show": "short"}).context["lines"]] == [short]
    assert organiser.get(SEATING, {"q": "2"}).context["found_table"].table == short
    assert organiser.get(SEATING, {"show": "nonsense"}).context["lines"] == []
    assert full.get_absolute_url() in page.content.decode()


def test_the_floor_costs_the_same_for_one_and_three_tables(organiser) -> None:
    counts = []
    for number in (1, 2, 3):
        make_table(_moon(), number=number)
        if number != 2:
            with CaptureQueriesContext(connection) as captured:
                organiser.get(SEATING, {"q": "P1"})
            counts.append(len(captured))
    assert counts[0] == counts[1]


def test_the_list_of_draws_costs_the_same_for_one_and_three(organiser) -> None:
    draw, counts = _drawn(), []
    for number in (1, 2, 3):
        if number > 1:
            services.discard_draw(session=draw.session, by=make_user("owner"), now=NOW, reason="again")
            services.draw_seats(session=draw.session, by=make_user("owner"), now=NOW, seed=bytes([number]))
        if number != 2:
            with CaptureQueriesContext(connection) as captured:
                page = organiser.get(SEATING)
            counts.append(len(captured))
            assert [one.number for one in page.context["draws"]] == list(range(number, 0, -1))
    assert counts[0] == counts[1]


def test_a_table_that_plays_keeps_its_draw(organiser) -> None:
    _drawn()
    open_table(Table.objects.select_related("session__event").order_by("number").first())
    page = _text(organiser.get(SEATING))
    assert "Discard the draw" not in page


def test_unmet_wishes_are_listed_with_the_people(organiser) -> None:
    [guest, *_others] = _people(13)
    Participant.objects.filter(pk=guest.pk).update(wanted_table=9, wanted_seat=1)
    services.draw_seats(session=make_session(_moon()), by=make_user("owner"), now=NOW, seed=b"s" * 32)
    assert f"1 wish could not be met no such table 9-1 : {guest.name}" in _text(organiser.get(SEATING))


# --- the public page ---------------------------------------------------------------------------------------


def test_everybody_sees_a_draw_with_names_in_part(client) -> None:
    make_event()
    prepared = _prepared()
    Participant.objects.filter(pk=prepared.plan["people"][0]).update(name="陈嘉庚", phone="13800138000", unit="集美")
    before = _text(client.get(prepared.get_absolute_url()))
    assert "陈*庚" in before
    draw = services.run_draw(draw=prepared, public_seed="月圆", by=make_user("owner"), now=NOW)
    after = _text(client.get(draw.get_absolute_url()))
    for shown in (draw.commitment, draw.plan_digest, draw.secret, "月圆", "陈*庚"):
        assert shown in after
    for hidden in ("陈嘉庚", "13800138000", "集美"):
        assert hidden not in before + after


@pytest.mark.parametrize("address", ["0" * 24, "x", "0"])
def test_there_is_no_draw_at_another_address(client, address: str) -> None:
    make_event()
    draw = _prepared()
    for wrong in (address, draw.address[:12], draw.address + "0", draw.address[:23]):
        assert client.get(f"/draws/{wrong}/").status_code == 404


def test_the_roll_finds_a_whole_name_a_number_or_a_place(client) -> None:
    make_event()
    draw = _drawn()
    table, seat, number = draw.seating[4]
    Participant.objects.filter(pk=number).update(name="林巧稚")
    for text in ("林巧稚", f"{table}-{seat}"):
        lines = client.get(draw.get_absolute_url(), {"q": text}).context["lines"]
        assert [(line.table, line.seat, line.number) for line in lines] == [(table, seat, number)]
    assert number in [line.number for line in client.get(draw.get_absolute_url(), {"q": number}).context["lines"]]
    assert client.get(draw.get_absolute_url(), {"q": "林"}).context["lines"] == []


def test_the_file_is_what_the_script_reads(client) -> None:
    make_event()
    draw = _drawn()
    answer = client.get(reverse("draw-file", args=[draw.address]))
    assert answer["Content-Disposition"] == 'attachment; filename="draw-1-1.json"'
    assert json.loads(answer.content) == {
        "plan": draw.plan, "plan_digest": draw.plan_digest, "commitment": draw.commitment, "public_seed": "",
        "secret": draw.secret, "seating": [list(place) for place in draw.seating],
    }  # fmt: skip
    script = b"".join(client.get(reverse("draw-script")).streaming_content)
    assert script.startswith(b'"""Repeats a draw of seats')


def test_the_server_repeats_a_draw_and_tells_a_forged_one(client) -> None:
    make_event()
    draw = _drawn()
    right = client.get(draw.get_absolute_url(), {"check": "1"})
    assert [good for _label, good in right.context["checks"]] == [True, True, True]
    seating = [*draw.seating]
    seating[0], seating[1] = [*seating[0][:2], seating[1][2]], [*seating[1][:2], seating[0][2]]
    SeatingDraw.objects.update(seating=seating)
    wrong = client.get(draw.get_absolute_url(), {"check": "1"})
    assert [good for _label, good in wrong.context["checks"]] == [True, True, False]
    assert "WRONG" in _text(wrong)


def test_the_public_page_tells_of_other_draws(client) -> None:
    make_event()
    first = _drawn()
    services.discard_draw(session=first.session, by=make_user("owner"), now=NOW, reason="a bus was late")
    second = services.draw_seats(session=first.session, by=make_user("owner"), now=NOW, seed=b"other")
    page = _text(client.get(second.get_absolute_url()))
    assert "Draw 1 discarded" in page
    assert "a bus was late" in page
    assert "This draw was discarded" in _text(client.get(first.get_absolute_url()))


def test_the_public_page_says_that_seats_were_changed_since(client) -> None:
    make_event()
    draw = _drawn()
    by = {"session": draw.session, "kind": "move", "moves": [], "made_by": make_user("owner")}
    SeatChange.objects.create(**by, made_at=NOW)
    SeatChange.objects.create(**by, made_at=NOW, undone_at=NOW, undone_by=make_user("owner"))
    SeatChange.objects.create(**by, made_at=NOW - timedelta(hours=1))  # before this draw
    assert "changed by hand 1 time since" in _text(client.get(draw.get_absolute_url()))


def test_the_public_page_costs_the_same_for_thirteen_and_thirty_nine_people(client) -> None:
    event = make_event()
    costs = []
    for number, people in enumerate((13, 39), start=1):
        make_people(event, people, session=make_session(event, number))
        draw = services.draw_seats(session=make_session(event, number), by=make_user("owner"), now=NOW, seed=bytes(32))
        with CaptureQueriesContext(connection) as captured:
            client.get(draw.get_absolute_url())
        costs.append(len(captured))
    assert costs[0] == costs[1]


def test_every_word_is_chinese_too(organiser) -> None:
    draw = _drawn()
    with translation.override("zh-hans"):
        organiser.cookies["django_language"] = "zh-hans"
        page = _text(organiser.get(draw.get_absolute_url()))
    assert "公开的承诺" in page
