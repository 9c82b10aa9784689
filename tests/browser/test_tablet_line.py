"""The referee's page when the line is cut, another device is faster, or the door is shut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from bobing_event.authentication import device_token
from bobing_event.models import Role
from tables import services
from tables.models import Entry
from tests.browser.referee import (
    NOTHING,
    confirmed,
    enter,
    log_of,
    mend,
    wait_for_turn,
    wait_for_unsent,
)
from tests.tables.factories import NOW, make_device, make_user, open_table, record, throw

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser

API = "**/api/v1/**"


def test_throws_entered_while_nobody_answers_survive_a_reload_and_are_sent_in_order(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    page.route(API, lambda route: route.abort())
    for seat, dice in [(1, "112356"), (2, "223356"), (3, "133356"), (1, "112255")]:
        wait_for_turn(page, seat)
        enter(page, dice)
    wait_for_unsent(page, 4)
    page.locator("#link[data-link=unreachable]").wait_for()
    page.locator("#turn.is-unsure").wait_for()
    expect(page.locator("#unsure")).to_have_text("未确认")
    assert log_of(table) == []
    page.reload()
    wait_for_unsent(page, 4)
    wait_for_turn(page, 2)
    mend(page)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    confirmed(page, 2)
    page.locator("#link[data-link=ok]").wait_for()
    assert log_of(table) == [
        ("throw", 1, "112356"),
        ("throw", 2, "223356"),
        ("throw", 3, "133356"),
        ("throw", 1, "112255"),
    ]


def test_the_server_goes_away_and_comes_back(live_site, referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    live_site.stop()
    enter(page, NOTHING)
    page.locator("#link[data-link=unreachable]").wait_for()
    live_site.start()
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, NOTHING)]


def test_an_answer_that_got_lost_does_not_record_twice(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    lost: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            return route.abort()
        return route.continue_()

    page.route(API, lose)
    enter(page, NOTHING)
    page.locator("#link[data-link=unreachable]").wait_for()
    assert lost == [201]
    assert log_of(table) == [("throw", 1, NOTHING)]
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, NOTHING)]
    enter(page, NOTHING)
    confirmed(page, 3)


def test_a_throw_another_device_was_faster_with_is_shown_as_a_conflict(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    page.keyboard.type("124456")
    record(table, throw(1, "133355"))
    page.locator("#record").tap()
    page.locator("#conflict").wait_for()
    expect(page.locator("#conflict-mine")).to_contain_text("1 号 二举")
    expect(page.locator("#conflict-theirs")).to_contain_text("2 号 P2")
    assert log_of(table) == [("throw", 1, "133355")]
    page.locator("#conflict-choices .btn", has_text="2 号").tap()
    confirmed(page, 3)
    assert log_of(table) == [("throw", 1, "133355"), ("throw", 2, "124456")]


def test_a_conflict_can_be_thrown_away(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    page.keyboard.type("124456")
    record(table, throw(1, "133355"))
    page.locator("#record").tap()
    page.locator("#conflict-choices .btn--primary").tap()
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, "133355")]


def test_a_second_device_sees_what_the_first_records_and_keeps_dice_from_the_wrong_seat(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    page.keyboard.type("12")
    record(table, throw(1, "133355"))
    page.locator("#result-choices .btn").first.wait_for(timeout=20_000)  # polled
    expect(page.locator("#result-lines")).to_contain_text("1 号")
    page.locator("#result-choices .btn", has_text="清空").tap()
    expect(page.locator("[data-slot='0']")).to_have_count(6)


def test_without_the_comforts_of_a_secure_page(referee_page, live_site, new_page):
    """Plain HTTP in a hall: no `randomUUID`, no wake lock."""
    table = open_table(seats=3)
    page = new_page(has_touch=True)
    page.add_init_script("delete Crypto.prototype.randomUUID; delete Navigator.prototype.wakeLock")
    page.goto(live_site.url + reverse("tablet-paired", args=[device_token(make_device(table))]))
    page.locator("#link[data-link=ok]").wait_for()
    enter(page, NOTHING)
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, NOTHING)]


def test_a_paired_tablet_needs_no_sign_in_and_ends_when_it_is_released(live_site, new_page):
    table = open_table(seats=3)
    device = make_device(table)
    address = live_site.url + reverse("tablet-paired", args=[device_token(device)])
    page = new_page(has_touch=True)
    page.goto(address)
    page.locator("#link[data-link=ok]").wait_for()
    enter(page, NOTHING)
    confirmed(page, 2)
    assert Entry.objects.get(table=table).device == device
    services.revoke_device(device=device, by=make_user("owner"), now=NOW)
    enter(page, NOTHING)
    page.locator("#link[data-link=released]").wait_for()
    wait_for_unsent(page, 1)
    assert page.goto(address).status == 403
    expect(page.locator("h1")).to_contain_text("收回")
    assert page.goto(live_site.url + "/t/nonsense/").status == 404


def test_a_signed_out_referee_is_told_and_loses_nothing(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    cookies = page.context.cookies()
    page.context.clear_cookies()
    enter(page, NOTHING)
    page.locator("#link[data-link=signed_out]").wait_for()
    wait_for_unsent(page, 1)
    page.context.add_cookies(cookies)
    page.locator("#link").tap()
    page.locator("#sheet .btn--primary").tap()
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, NOTHING)]


def test_who_may_only_look_cannot_record(live_site, new_page):
    table = open_table(seats=3)
    auditor = make_user("auditor", table.session.event, Role.AUDITOR)
    page = new_page(user=auditor, has_touch=True)
    page.goto(live_site.url + reverse("table-tablet", args=[table.session.event.slug, table.pk]))
    page.locator("#link[data-link=ok]").wait_for()
    enter(page, NOTHING)
    expect(page.locator("[data-slot='0']")).to_have_count(6)
    expect(page.locator("#result-name")).to_contain_text("只能查看")
