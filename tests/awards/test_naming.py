"""What referees and players read of goods."""

import pytest
from django.urls import reverse

from awards.naming import takings
from awards.services import add_prize, set_plan_line
from bobing_event.models import Participant
from tables.queries.goods_named import Taking, goods_named
from tables.queries.holdings import holdings_of
from tables.services import sign_off_table
from tests.awards.factories import an_ended_table, an_event, an_open_table, by_owner

pytestmark = pytest.mark.django_db

PIECES = {"zhuangyuan": 1, "duitang": 1, "sanhong": 1, "sijin": 0, "erju": 0, "yixiu": 4}


@pytest.fixture
def event():
    """一秀 gives oil twice, then soap and a towel; 三红 two pans; 对堂 nothing; 状元 a kettle at the desk."""
    event = an_event(piece_set=dict(PIECES))
    oil, soap, towel, pan, kettle = (
        add_prize(event=event, name=name, **by_owner()) for name in ("油", "皂", "巾", "锅", "壶")
    )
    set_plan_line(event=event, prize=oil, rank="yixiu", last_piece=2, **by_owner())
    set_plan_line(event=event, prize=soap, rank="yixiu", first_piece=3, **by_owner())
    set_plan_line(event=event, prize=towel, rank="yixiu", first_piece=3, last_piece=3, **by_owner())
    set_plan_line(event=event, prize=pan, rank="sanhong", quantity=2, **by_owner())
    set_plan_line(event=event, prize=kettle, rank="zhuangyuan", **by_owner())
    return event


def test_the_goods_of_each_piece_in_the_order_of_leaving_the_stock(event):
    assert goods_named(event) == {"sanhong": ["锅 ×2"], "yixiu": ["油", "油", "皂 + 巾", "皂"]}


def test_the_tablet_is_told_them(event, client):
    table = an_open_table(event)
    client.force_login(by_owner()["by"])
    page = client.get(reverse("table-tablet", args=[event.slug, table.pk]))
    assert page.context["config"]["goods"] == {"sanhong": ["锅 ×2"], "yixiu": ["油", "油", "皂 + 巾", "皂"]}


@pytest.fixture
def ended():
    """A table of three that has ended: 状元 and 一秀 to seat 1, nothing with goods to seat 2, two pans to seat 3."""
    event = an_event()
    kettle, oil, pan = (add_prize(event=event, name=name, **by_owner()) for name in ("壶", "油", "锅"))
    set_plan_line(event=event, prize=kettle, rank="zhuangyuan", **by_owner())
    set_plan_line(event=event, prize=oil, rank="yixiu", **by_owner())
    set_plan_line(event=event, prize=pan, rank="sanhong", quantity=2, **by_owner())
    return an_ended_table(event)


def told():
    return {person.name: takings(person) for person in Participant.objects.all()}


def test_a_players_goods_before_and_after_the_sign_off(ended):
    later = {"王明": [Taking("later", "壶"), Taking("later", "油")], "李静": [], "陈䶮": [Taking("later", "锅 ×2")]}
    assert told() == later
    sign_off_table(table=ended, digest=holdings_of(ended)["digest"], **by_owner())
    assert told()["王明"][0] == Taking("due", "壶")  # 状元 is fetched at the desk


def test_the_players_page_names_goods_once_a_table_has_ended(ended, client):
    other = an_open_table(an_event("other"))
    still_playing, done = (table.seats.get(number=1).participant for table in (other, ended))
    pages = [
        client.get(reverse("participant", args=[person.code])).content.decode() for person in (still_playing, done)
    ]
    assert ["你的奖品" in page for page in pages] == [False, True]
    assert "尚未确定" in pages[1]


def test_the_players_page_is_new_when_a_prize_is_signed_off(ended, client):
    address = reverse("participant", args=[ended.seats.get(number=1).participant.code]) + "?part=live"
    before = client.get(address)["ETag"]
    assert client.get(address, headers={"if-none-match": before}).status_code == 304
    sign_off_table(table=ended, digest=holdings_of(ended)["digest"], **by_owner())
    again = client.get(address, headers={"if-none-match": before})
    assert (again.status_code, "请到领奖处领取" in again.content.decode()) == (200, True)
