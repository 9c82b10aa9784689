"""The card of a table by touch: a PIN, the table's page, and taking it over with a spare tablet."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from bobing_event.models import Device, Role
from tables import services
from tables.cards import card_path
from tables.models import Entry
from tests.browser.referee import NOTHING, confirmed, small_table, tap_throw, violations
from tests.tables.factories import NOW, PIN, give_pin, make_user, open_table

pytestmark = pytest.mark.browser
REFEREE = "739105"
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PAGES = ("phone", "tablet", "tablet-wide")


@pytest.fixture
def table(live_site):
    """An open table with its referee and a floor manager, both with PINs."""
    table = open_table(small_table())
    event = table.session.event
    give_pin(event, make_user("floor", event, Role.FLOOR_MANAGER), PIN)
    referee = make_user("ref", event, Role.REFEREE)
    give_pin(event, referee, REFEREE)
    services.assign_referee(table=table, referee=referee, by=make_user("owner"), now=NOW)
    return table


def scan(page, live_site, table) -> None:
    page.goto(live_site.url + card_path(table))


def tap(page, pin: str) -> None:
    for digit in pin:
        page.locator(f"[data-key='{digit}']").tap()


def test_scan_pin_throw_and_a_spare_takes_over(live_site, new_page, table):
    first, spare = new_page(size="tablet", has_touch=True), new_page(size="phone", has_touch=True)
    scan(first, live_site, table)
    tap(first, "51")
    first.locator("[data-key=back]").tap()
    tap(first, "10263")
    expect(first.get_by_role("alert")).to_contain_text("没有这个 PIN")
    tap(first, REFEREE)  # the sixth digit sends it
    first.wait_for_url("**/t/**")
    first.locator("body[data-hands=known]").wait_for()
    tap_throw(first, NOTHING)
    confirmed(first, 2)
    assert Entry.objects.get().recorded_by.username == "ref"

    scan(spare, live_site, table)
    tap(spare, PIN)
    expect(spare.locator("dl.facts")).to_contain_text("ref")
    assert Device.objects.count() == 1
    spare.get_by_role("link", name="不接管").tap()
    tap(spare, PIN)
    spare.get_by_role("button", name="接管这一桌").tap()
    spare.wait_for_url("**/t/**")
    spare.locator("body[data-hands=known]").wait_for()
    tap_throw(spare, NOTHING)
    confirmed(spare, 3)
    assert [entry.recorded_by.username for entry in Entry.objects.order_by("seq")] == ["ref", "floor"]

    scan(spare, live_site, table)  # the battery was changed
    spare.get_by_role("link", name="继续录入这一桌").tap()
    spare.wait_for_url("**/t/**")
    assert Device.objects.count() == 2


def test_by_keys(live_site, new_page, table):
    page = new_page(size="desktop")
    scan(page, live_site, table)
    page.keyboard.type(f"x{REFEREE[:3]}-{REFEREE[3:]}")
    page.wait_for_url("**/t/**")


def test_without_scripts(live_site, browser, table):
    context = browser.new_context(java_script_enabled=False, locale="zh-CN")
    page = context.new_page()
    scan(page, live_site, table)
    expect(page.locator("[data-pad]")).to_be_hidden()
    page.fill("[name=pin]", REFEREE)
    page.get_by_role("button", name="打开这一桌").click()
    page.wait_for_url("**/t/**")
    context.close()


@pytest.mark.parametrize("size", PAGES)
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_it_fits_and_can_be_read_by_all(live_site, new_page, table, size, language):
    page = new_page(size=size, has_touch=True)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_site.url}])
    manager = make_user("floor")
    services.pair_device(table=table, by=manager, now=NOW, label="备用平板")
    scan(page, live_site, table)
    for state in ("pad", "wrong", "taken"):
        if state != "pad":
            with page.expect_navigation():
                tap(page, PIN if state == "taken" else "510263")
        assert page.evaluate(TOO_WIDE) == 0, state
        small = page.evaluate(
            "[...document.querySelectorAll('button, .btn')].filter(b => b.offsetHeight && b.offsetHeight < 64).length"
        )
        assert small == 0, state
        assert violations(page) == [], state
