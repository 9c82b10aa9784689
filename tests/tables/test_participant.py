"""The public page behind a seat card's code."""

import pytest
from django.urls import reverse

from bobing_event.models import Participant
from tables.models import Seat
from tests.tables.factories import NOW, make_event, make_session, make_table, make_user

pytestmark = pytest.mark.django_db


def a_person(**fields):
    event = make_event()
    session = make_session(event)
    given = {"name": "王小明", "unit": "研发中心", "phone": "13812345678", **fields}
    return Participant.objects.create(event=event, session=session, **given)


def page_of(client, person):
    return client.get(reverse("participant", args=[person.code]), headers={"accept-language": "zh-hans"})


def text(response):
    return " ".join(response.content.decode().split())


def test_before_the_draw(client):
    answer = page_of(client, a_person())
    page = text(answer)
    assert answer.status_code == 200
    assert "王*明" in page
    assert "座位还没有抽" in page
    assert "第 1 场" in page
    assert "2026年9月25日" in page
    assert "未到" in page


def test_after_the_draw_and_arrived(client):
    table = make_table(number=7, seats=2)
    person = Seat.objects.get(table=table, number=2).participant
    page = text(page_of(client, person))
    assert "<b>7</b>" in page
    assert "<b>2</b>" in page
    assert "已到" in page
    assert "19:00" in page
    assert "座位还没有抽" not in page


def test_seats_in_two_sessions_are_both_shown(client):
    event = make_event()
    first = make_table(event, number=7, seats=1)
    person = first.seats.get().participant
    second = make_table(event, number=9, seats=1, session=make_session(event, 2))
    second.seats.update(participant=person, number=4)
    page = text(page_of(client, person))
    assert page.index("第 1 场") < page.index("<b>7</b>") < page.index("第 2 场") < page.index("<b>4</b>")


def test_nothing_names_the_person(client):
    person = a_person(
        proxy_name="李静", guardian_name="王大明", id_number="350203199001011234", note="素食", ticket="T-17",
        checked_in_at=NOW, checked_in_by=make_user("owner"),
    )  # fmt: skip
    page = text(page_of(client, person))
    for hidden in ("王小明", "研发中心", "13812345678", "5678", "李静", "王大明", "350203", "素食", "T-17", "owner"):
        assert hidden not in page, hidden


def test_it_is_found_by_nobody_else(client):
    answer = page_of(client, a_person())
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert "noindex" in text(answer)
    assert "no-store" in answer["Cache-Control"]


def test_codes_may_be_typed_small(client):
    person = a_person()
    assert client.get(f"/p/{person.code.lower()}/").status_code == 200


@pytest.mark.parametrize("code", ["ABCDEFGHJK", "1", "A" * 11])
def test_unknown_codes(client, code):
    a_person()
    assert client.get(f"/p/{code}/").status_code == 404


def test_in_english(client):
    page = text(client.get(reverse("participant", args=[a_person().code]), headers={"accept-language": "en"}))
    assert "Seats are not drawn yet" in page
    assert "not arrived yet" in page


def test_it_is_read_only(client):
    assert client.post(reverse("participant", args=[a_person().code])).status_code == 405


def test_queries_do_not_grow(client, django_assert_num_queries):
    for seats in (1, 12):
        table = make_table(make_event(f"e{seats}"), seats=seats)
        person = table.seats.last().participant
        with django_assert_num_queries(6):
            page_of(client, person)
