"""A floor manager with a phone changes seats while walking the hall."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from bobing_event.models import Participant, Role
from tables.models import Seat, Table
from tests.tables.factories import make_event, make_table, make_user, open_table, record, throw

pytestmark = pytest.mark.browser
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALLEST = 44  # px: what a thumb hits


def place_of(person: Participant) -> str:
    return str(Seat.objects.select_related("table").get(participant=person))


@pytest.fixture
def hall():
    event = make_event(late_arrivals="next_round")
    for number, seats in ((1, 6), (2, 5), (3, 4)):
        make_table(event, number=number, seats=seats)
    Participant.objects.filter(seats__table__number=3, seats__number=1).update(
        name="欧阳建国之一", unit="海沧生产基地质量管理部", checked_in_at=None, checked_in_by=None
    )
    return event


def test_two_people_swap_from_the_tables_page_and_back(live_site, new_page, hall):
    table = Table.objects.get(number=2)
    one, other = (Participant.objects.get(seats__table__number=n, seats__number=1) for n in (2, 3))
    page = new_page(user=make_user("floor", hall, Role.FLOOR_MANAGER), size="phone", has_touch=True)
    page.goto(live_site.url + reverse("table-detail", args=[hall.slug, table.pk]))
    page.locator(".seat-button").first.tap()
    page.get_by_role("link", name="互换").tap()
    page.get_by_role("searchbox").fill("3")
    page.get_by_role("button", name="查找").tap()
    page.get_by_role("link", name=re.compile("3-1")).tap()
    page.get_by_role("button", name="就这样调整").tap()
    page.get_by_text("已完成，涉及 2 人。").wait_for()
    assert (place_of(one), place_of(other)) == ("3-1", "2-1")
    page.get_by_role("button", name="撤销").tap()
    page.get_by_role("dialog").get_by_role("button", name="撤销").tap()
    page.get_by_text("已撤回，各人回到原座位。").wait_for()
    assert (place_of(one), place_of(other)) == ("2-1", "3-1")


def test_people_who_sat_wrong_are_put_right_while_the_table_plays(live_site, new_page, referee_page, hall):
    table = open_table(Table.objects.select_related("session__event").get(number=1))
    record(table, throw(1, "444123"), throw(2, "411356"))
    one, two = (Participant.objects.get(seats__table=table, seats__number=n) for n in (1, 2))
    tablet = referee_page(table)
    page = new_page(user=make_user("floor", hall, Role.FLOOR_MANAGER), size="phone", has_touch=True)
    page.goto(live_site.url + reverse("table-detail", args=[hall.slug, table.pk]))
    page.locator(".seat-button").first.tap()
    page.get_by_role("searchbox").fill("1-2")
    page.get_by_role("button", name="查找").tap()
    page.get_by_role("link", name=re.compile("1-2")).tap()
    page.get_by_text("2 块会饼换人").wait_for()
    page.get_by_label("原因").fill("两人坐反了")
    page.get_by_role("button", name="更正座位").tap()
    page.get_by_text("已完成，涉及 2 人。").wait_for()
    assert (place_of(one), place_of(two)) == ("1-2", "1-1")
    expect(tablet.locator("#players > *").first).to_contain_text(two.name)


def test_the_opener_says_who_has_not_come(live_site, referee_page, hall):
    table = Table.objects.select_related("session__event").get(number=3)
    page = referee_page(table)
    absents = page.locator("#opening-absents")
    absents.get_by_role("button", pressed=True).wait_for()
    assert absents.get_by_role("button", pressed=True).count() == 1
    absents.get_by_role("button").nth(3).tap()
    page.locator("#opening-way").tap()
    page.locator("#opening-seats").get_by_role("button").nth(1).tap()
    expect(page.locator("#opening-go")).to_contain_text("2 人未到")
    page.locator("#opening-go").tap()
    page.locator("#play").wait_for()
    table.refresh_from_db()
    assert table.opening["first"] == 2
    assert sorted(table.entries.values_list("kind", "seat")) == [("leave", 1), ("leave", 4)]


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_every_step_fits_a_phone(live_site, new_page, hall, language):
    manager = make_user("floor", hall, Role.FLOOR_MANAGER)
    open_table(Table.objects.select_related("session__event").get(number=1))
    page = new_page(user=manager, size="phone")
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_site.url}])
    changes = reverse("seat-changes", args=[hall.slug])
    queries = [
        "move/?from=3-1", "move/?from=3-1&table=2", "swap/?from=3-1&q=2", "swap/?from=3-1&to=2-1", "dissolve/?",
        "dissolve/?table=3", "balance/?", "no_show/?", "reseat/?from=1-1&to=1-2", "swap/?from=1-1&to=2-1",
    ]  # fmt: skip
    wide, small = {}, {}
    for address in [changes, *(f"{changes}new/{query}" for query in queries)]:
        page.goto(live_site.url + address)
        wide[address] = page.evaluate(TOO_WIDE)
        buttons = page.locator("main .btn:visible, main .chip:visible, main .found__place:visible")
        small[address] = min((box["height"] for box in map(_box, buttons.all())), default=SMALLEST)
    assert wide == dict.fromkeys(wide, 0)
    assert {address: height for address, height in small.items() if height < SMALLEST} == {}


def _box(locator):
    return locator.bounding_box()
