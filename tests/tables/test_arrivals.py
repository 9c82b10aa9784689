"""The station: its answers with and without a script, its seats, and what a check-in means for them."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.urls import reverse

from bobing_event.models import AuditRecord, Participant, Role
from bobing_event.refusals import Refusal
from bobing_event.services.check_in import check_in
from bobing_event.services.people import add_participant
from tables import services
from tables.models import Seat, Table
from tables.queries.arrivals import seats_of, station_answer
from tests.bobing_event.factories import in_thread
from tests.tables.factories import NOW, make_event, make_people, make_session, make_table, make_user, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = make_event()
    make_session(event)
    return event


@pytest.fixture
def owner(event):
    return make_user("owner", event, Role.OWNER)


def person_of(event, name="王明", **fields):
    return Participant.objects.create(event=event, name=name, **fields)


@pytest.fixture
def ask(client, owner, event):
    """Opens a page of the station; with data it is a POST, with `script` as the station's own script sends it."""
    client.force_login(owner)
    client.cookies["station"] = "%E7%AD%BE%E5%88%B0%E5%8F%B0%202"

    def request(name="check-in", *args, data=None, query="", script=False, **extra):
        address = reverse(name, args=[event.slug, *args]) + query
        headers = {"HX-Request": "true"} if script else {}
        return client.get(address, headers=headers) if data is None else client.post(
            address, data, headers={**headers, **extra.pop("headers", {})}, **extra
        )  # fmt: skip

    return request


def said(response):
    """The tone of an answer, and its words without the markup."""
    text = response.content.decode()
    return text.partition('data-tone="')[2].partition('"')[0]


# --- scanning ---------------------------------------------------------------------------------------------
def test_without_a_script_enter_alone_checks_in(ask, event):
    person = person_of(event, phone="13800001234", unit="财务部")
    response = ask(data={"q": "1234"})
    assert response.headers["Location"] == f"{reverse('check-in', args=[event.slug])}?person={person.pk}"
    response = ask(data={"q": "1234"}, follow=True)
    assert (said(response), response.context["answer"].person) == ("again", person)
    person.refresh_from_db()
    assert (person.checked_in_where, response.context["figures"].arrived) == ("签到台 2", 1)
    assert "签到台 2" in response.content.decode()


def test_with_a_script_the_answer_is_a_part(ask, event):
    person_of(event)
    response = ask(data={"q": "王明", "scan": "one"}, script=True)
    assert (response.status_code, said(response)) == (200, "welcome")
    assert "<html" not in response.content.decode()
    again = [ask(data={"q": "王明", "scan": scan}, script=True) for scan in ("one", "two")]
    assert [said(response) for response in again] == ["welcome", "again"]
    assert AuditRecord.objects.filter(action="checked_in").count() == 1


@pytest.mark.parametrize("script", [False, True])
def test_who_cannot_be_checked_in_is_shown(ask, event, script):
    people = {
        "missing": person_of(event, "陈强", missing=True),
        "stand-by": person_of(event, "候三", stand_by=3),
        "full": person_of(event, "林雨"),
    }
    event.sessions.update(places=1, stand_by_at=NOW, stand_by_filled_at=NOW)
    make_people(event, 1)
    tones = {tone: said(ask(data={"q": person.name}, script=script, follow=True)) for tone, person in people.items()}
    assert tones == {tone: tone for tone in people}
    assert not Participant.objects.filter(pk__in=[person.pk for person in people.values()], checked_in_at__gt=NOW)
    people["stand-by"].refresh_from_db()
    assert people["stand-by"].waiting_since is not None


@pytest.mark.parametrize("script", [False, True])
def test_several_who_fit_are_offered_with_their_seats(ask, event, script):
    twins = [person_of(event, "李静", unit=unit) for unit in ("财务部", "行政部")]
    table = Table.objects.create(session=event.sessions.get(), number=7)
    seat = Seat.objects.create(table=table, number=3, participant=twins[1])
    response = ask(data={"q": "李静"}, script=script, follow=True)
    assert response.context["candidates"] == [(twins[0], None), (twins[1], seat)]
    assert said(response) == "choose"
    assert "7–3" in response.content.decode()
    assert said(ask("check-in-person", twins[1].pk, data={}, script=script, follow=True)) == "welcome"
    assert list(event.participants.exclude(checked_in_at=None)) == [twins[1]]


@pytest.mark.parametrize("script", [False, True])
@pytest.mark.parametrize(
    ("text", "begun"),
    [
        ("赵六", {"name": "赵六"}),
        ("13800009999", {"phone": "13800009999"}),
        ("ABCDEFGH23", {}),
        ("http://here/p/ABCDEFGH23/", {}),
        ("7", {}),
    ],
)
def test_nobody_found_offers_a_walk_in(ask, event, script, text, begun):
    person_of(event)
    response = ask(data={"q": text}, script=script, follow=True)
    assert said(response) == "unknown"
    initial = {key: value for key, value in response.context["form"].initial.items() if value}
    assert initial == begun


def test_nothing_scanned_is_no_question(ask, event):
    person_of(event)
    assert said(ask(data={"q": "  "}, follow=True)) == "idle"
    assert said(ask(data={"q": ""}, script=True)) == "idle"


def test_people_of_another_event_are_404(ask, event):
    stranger = person_of(make_event("spring"))
    names = ["check-in-person", "check-in-admit", "check-in-proxy", "check-in-stand-by", "check-in-undo"]
    assert [ask(name, stranger.pk, data={}).status_code for name in names] == [404] * 5
    assert [ask(query=f"?person={which}").status_code for which in (stranger.pk, "x", "")] == [404, 404, 200]


# --- what can be done with an answer ----------------------------------------------------------------------
@pytest.mark.parametrize("script", [False, True])
def test_one_tap_admits_who_is_missing(ask, event, script):
    person = person_of(event, missing=True)
    assert said(ask("check-in-admit", person.pk, data={}, script=script, follow=True)) == "welcome"
    person.refresh_from_db()
    assert (person.missing, person.checked_in_where) == (False, "签到台 2")


def test_a_refusal_is_an_answer_too(ask, event):
    person = person_of(event)
    response = ask("check-in-admit", person.pk, data={}, script=True)
    assert (response.status_code, said(response)) == (409, "refused")
    assert ask("check-in-admit", person.pk, data={}).status_code == 409


def test_the_stand_by_list_takes_who_lost_the_place(ask, event):
    person = person_of(event, missing=True)
    assert said(ask("check-in-stand-by", person.pk, data={}, script=True)) == "stand-by"
    person.refresh_from_db()
    assert (person.stand_by, person.missing, person.waiting_since is None) == (1, False, False)


def test_a_proxy_is_noted_and_shown(ask, event):
    person = person_of(event)
    ask("check-in-person", person.pk, data={})
    response = ask("check-in-proxy", person.pk, data={"name": "赵刚", "phone": "13700009876"}, script=True)
    assert said(response) == "welcome"
    assert "赵刚 throws for them" in response.content.decode()
    refused = ask("check-in-proxy", person.pk, data={"name": "赵刚", "phone": "1"}, script=True)
    assert (refused.status_code, said(refused)) == (400, "refused")


@pytest.mark.parametrize("script", [False, True])
def test_a_walk_in_is_checked_in_at_once(ask, event, script):
    response = ask("check-in-walk-in", data={"name": "赵六", "unit": "财务部"}, script=script, follow=True)
    person = event.participants.get()
    assert (said(response), person.name, person.walk_in, person.checked_in_where) == (
        "welcome", "赵六", True, "签到台 2",
    )  # fmt: skip


@pytest.mark.parametrize("script", [False, True])
def test_a_walk_in_who_is_known_is_offered_instead(ask, event, script):
    known = person_of(event, phone="13800001234")
    response = ask("check-in-walk-in", data={"name": "王民", "phone": "13800001234"}, script=script)
    assert (response.context["candidates"], said(response)) == ([(known, None)], "known")
    assert response.context["form"].errors.as_data()["phone"][0].code == "phone_taken"
    assert event.participants.get() == known


@pytest.mark.parametrize("script", [False, True])
def test_a_walk_in_without_a_place_goes_to_the_stand_by_list(ask, event, script):
    event.sessions.update(places=1)
    person_of(event)
    asked = {"name": "赵六"}
    response = ask("check-in-walk-in", data=asked, script=script)
    assert response.context["form"].errors.as_data()["__all__"][0].code == "no_place_left"
    assert response.context["full"] is True
    response = ask("check-in-walk-in", data={**asked, "stand_by": "1"}, script=script, follow=True)
    assert said(response) == "stand-by"
    assert list(event.participants.values_list("name", "stand_by")) == [("王明", None), ("赵六", 1)]


def test_a_companion_is_a_walk_in_with_a_host(ask, event):
    host = person_of(event)
    form = ask(query=f"?walk_in&with={host.pk}", script=True)
    assert (said(form), form.context["form"].initial["companion_of"]) == ("form", str(host.pk))
    ask("check-in-walk-in", data={"name": "王小宝", "companion_of": host.pk}, script=True)
    assert [person.name for person in station_answer(event, host).companions] == ["王小宝"]
    foreign = person_of(make_event("spring"))
    response = ask("check-in-walk-in", data={"name": "李静", "companion_of": foreign.pk}, script=True)
    assert "companion_of" in response.context["form"].errors


def test_a_minor_without_a_guardian_is_noticed(ask, event):
    person = person_of(event, id_number="350203201501010017")
    notice = "no guardian is noted"
    assert notice in ask(data={"q": "王明"}, script=True).content.decode()
    Participant.objects.filter(pk=person.pk).update(guardian_name="王刚")
    shown = ask(data={"q": "王明"}, script=True).content.decode()
    assert (notice in shown, "Guardian: 王刚" in shown) == (False, True)


def test_the_station_is_named_once_a_browser(ask, client, event):
    response = ask("check-in-station", data={"name": "  签到台   3 "})
    assert response.headers["Location"] == reverse("check-in", args=[event.slug])
    person_of(event)
    ask(data={"q": "王明"})
    assert event.participants.get().checked_in_where == "签到台 3"
    ask("check-in-station", data={"name": "x" * 50})
    assert client.cookies["station"].value == "x" * 40


def test_what_no_database_keeps_is_left_out(ask, client, event):
    client.cookies["station"] = "%E7%AD%BE%00%E5%8F%B0"
    person_of(event, "王\u660e")
    assert said(ask(data={"q": "王\x00明", "scan": "a\x00b"}, script=True)) == "welcome"
    person = event.participants.get()
    assert (person.checked_in_where, person.checked_in_scan) == ("签台", "")


def test_the_count_is_a_part_of_the_page(ask, event, owner):
    check_in(participant=person_of(event), by=owner, now=NOW, where="签到台 2")
    person_of(event, "李静")
    shown = ask("check-in-count").content.decode()
    assert ("<strong>1</strong>" in shown, "of 2 are here" in shown, "1 here" in shown) == (True, True, True)


def test_who_may_not_change_people_is_offered_no_form(ask, client, event):
    client.force_login(make_user("desk", event, Role.PRIZE_DESK))
    assert ask(data={"q": "赵六"}).status_code == 403
    assert ask("check-in-walk-in", data={"name": "赵六"}).status_code == 403


# --- seats ------------------------------------------------------------------------------------------------
def test_a_seat_is_shown_once_drawn(ask, event):
    table = make_table(event, number=7, seats=3)
    person = table.seats.get(number=2).participant
    response = ask(data={"q": person.name}, script=True)
    answer = response.context["answer"]
    assert (answer.seat.table.number, answer.seat.number, answer.drawn) == (7, 2, True)
    shown = response.content.decode()
    assert ("Table 7" in shown, "Seat 2" in shown) == (True, True)


def test_a_guest_without_a_seat_is_sent_to_the_floor_manager(ask, event):
    make_table(event, seats=3)
    response = ask("check-in-walk-in", data={"name": "赵六"}, script=True)
    assert (response.context["answer"].seat, response.context["answer"].drawn) == (None, True)
    assert "The floor manager finds this person a seat." in response.content.decode()


@pytest.mark.parametrize("people", [1, 3])
def test_seats_of(event, people, django_assert_num_queries):
    table = make_table(event, seats=people)
    guests = [*make_people(event, 1), *(seat.participant for seat in table.seats.all())]
    with django_assert_num_queries(1):
        places = {pk: (seat.table.session_id, str(seat)) for pk, seat in seats_of(guests).items()}
    session = table.session_id
    assert places == {
        seat.participant_id: (session, f"1-{seat.number}") for seat in table.seats.select_related("table")
    }


def test_in_several_sessions_the_last_seat_counts(event):
    first = make_table(event, seats=1)
    person = first.seats.get().participant
    second = Table.objects.create(session=make_session(event, 2), number=4)
    seat = Seat.objects.create(table=second, number=9, participant=person)
    assert seats_of([person]) == {person.pk: seat}


@pytest.mark.parametrize("people", [1, 3])
def test_queries_of_the_station(ask, event, people, django_assert_num_queries):
    host = person_of(event, "林雨")
    for number in range(people):
        person_of(event, f"王{number}", unit="财务部", companion_of=host)
    make_table(event, seats=people)
    ask(query="?q=王")
    with django_assert_num_queries(8):
        ask(query="?q=王")
    with django_assert_num_queries(15):
        ask(data={"q": "林雨"}, script=True)


# --- taking a check-in back -------------------------------------------------------------------------------
@pytest.mark.parametrize("script", [False, True])
def test_undo_is_for_supervisors(ask, client, event, owner, script):
    person = person_of(event, checked_in_at=NOW, checked_in_by=owner)
    assert said(ask("check-in-undo", person.pk, data={}, script=script, follow=True)) == "out"
    person.refresh_from_db()
    assert person.checked_in_at is None
    assert ask("check-in-undo", person.pk, data={}, script=script).status_code == 409
    client.force_login(make_user("desk", event, Role.PRIZE_DESK))
    assert ask("check-in-undo", person.pk, data={}, script=script).status_code == 403


def test_who_sits_at_an_open_table_is_here(event, owner):
    table = make_table(event, number=7, seats=6)
    first, second = [seat.participant for seat in table.seats.order_by("number")[:2]]
    services.take_back_check_in(participant=first, by=owner, now=NOW)
    open_table(table)
    with pytest.raises(Refusal) as refused:
        services.take_back_check_in(participant=second, by=owner, now=NOW + timedelta(minutes=1))
    assert (refused.value.code, refused.value.context) == ("seated_at_open_table", {"table": 7})
    second.refresh_from_db()
    assert second.checked_in_at == NOW


# --- the stand-by page ------------------------------------------------------------------------------------
def test_the_stand_by_page(ask, event, owner):
    second = make_session(event, 2)
    ask("stand-by-places", data={"session": "2", "places": "2", "stand_by_at": "2026-09-25T18:00"})
    second.refresh_from_db()
    assert (second.places, second.stand_by_at.isoformat()) == (2, "2026-09-25T10:00:00+00:00")
    add_participant(event=event, by=owner, now=NOW, name="王明", session=second)
    for name, here in (("甲", "on"), ("乙", ""), ("丙", "on")):
        ask("stand-by-add", data={"session": "2", "name": name, "here": here})
    page = ask("stand-by", query="?session=2")
    waiting = {person.name: person for person in page.context["page_obj"]}
    assert list(waiting) == ["甲", "乙", "丙"]
    assert page.context["moving"] == {waiting["甲"].pk, waiting["丙"].pk}
    ask("stand-by-came", waiting["乙"].pk, data={})
    ask("stand-by-remove", waiting["丙"].pk, data={})
    assert "Move 2 people up now" in ask("stand-by", query="?session=2").content.decode()
    response = ask("stand-by-move-up", data={"session": "2"}, follow=True)
    assert "2 people moved up: 甲, 乙." in response.content.decode()
    assert ask("stand-by-move-up", data={"session": "2"}, follow=True).context["figures"].arrived == 2


def test_stand_by_forms_that_are_refused(ask, event):
    known = person_of(event, phone="13800001234")
    response = ask("stand-by-add", data={"session": "1", "name": "王民", "phone": "13800001234"})
    assert response.context["form"].errors.as_data()["phone"][0].code == "phone_taken"
    response = ask("stand-by-places", data={"session": "1", "places": "0"})
    assert "places" in response.context["places_form"].errors
    assert ask("stand-by-move-up", data={"session": "1"}).status_code == 409
    assert [ask("stand-by", query=f"?session={number}").status_code for number in ("9", "x")] == [404, 404]
    assert ask("stand-by-remove", known.pk, data={}).status_code == 409


@pytest.mark.parametrize("people", [1, 3])
def test_queries_of_the_stand_by_page(ask, event, people, django_assert_num_queries):
    for number in range(people):
        person_of(event, f"甲{number}", stand_by=number + 1, waiting_since=NOW)
    event.sessions.update(places=10)
    ask("stand-by")
    with django_assert_num_queries(15):
        ask("stand-by")


def test_with_seats_the_list_moves_up_into_those_of_no_shows(ask, event, owner):
    table = make_table(event, number=7, seats=6)
    absent = table.seats.get(number=4).participant
    Participant.objects.filter(pk=absent.pk).update(checked_in_at=None, checked_in_by=None)
    for name in ("甲", "乙"):
        ask("stand-by-add", data={"session": "1", "name": name, "here": "on"})
    event.sessions.update(stand_by_at=NOW)
    first = event.participants.get(name="甲")
    page = ask("stand-by")
    assert (page.context["drawn"], page.context["moving"]) == (True, {first.pk})
    assert "1 person moved up: 甲." in ask("stand-by-move-up", data={"session": "1"}, follow=True).content.decode()
    assert seats_of([first])[first.pk].number == 4
    response = ask(data={"q": absent.name}, script=True)
    assert (said(response), response.context["answer"].seat) == ("welcome", None)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_guests_come_while_their_seats_are_given_away(event, owner):
    table = make_table(event, seats=6)
    event.participants.update(checked_in_at=None, checked_in_by=None)
    event.sessions.update(places=6, stand_by_at=NOW)
    for number in range(4):
        person_of(event, f"候{number}", stand_by=number + 1, waiting_since=NOW)
    start = Barrier(9)

    def work(guest):
        connection.ensure_connection()
        start.wait(10)
        try:
            if guest is None:
                services.fill_stand_by(session=event.sessions.get(), by=owner, now=NOW)
            else:
                check_in(participant=guest, by=owner, now=NOW)
        except Refusal as refusal:
            return refusal.code
        return "done"

    guests = [seat.participant for seat in table.seats.select_related("participant")]
    with ThreadPoolExecutor(9) as pool:
        answers = list(pool.map(in_thread(work), [*guests, None, None, None]))
    assert set(answers) <= {"done", "place_given_away"}
    assert event.participants.filter(checked_in_at__isnull=False).count() == 6
