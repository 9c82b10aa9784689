"""The page where the network is bad, plain, or not there at all; and how little of it a throw needs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from bobing_event.authentication import device_token
from tests.browser.referee import (
    NOTHING,
    confirmed,
    enter,
    log_of,
    mend,
    wait_for_turn,
    wait_for_unsent,
    wait_until_kept,
)
from tests.live import CHROMIUM_FLAGS, HALL_HOST, chromium
from tests.tables.factories import make_device, open_table, play_on

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request, Route

pytestmark = pytest.mark.browser

ENTRIES = "**/entries/"
THREE = [(1, "112356"), (2, "223356"), (3, "133356")]
LOGGED = [("throw", seat, dice) for seat, dice in THREE]


def queue_three(page: Page) -> None:
    """Three throws that nobody answers: the line stays cut."""
    page.route(ENTRIES, lambda route: route.abort())
    for seat, dice in THREE:
        wait_for_turn(page, seat)
        enter(page, dice)
    wait_for_unsent(page, 3)
    wait_until_kept(page, 3)


def come_back(page: Page) -> None:
    page.evaluate("window.dispatchEvent(new Event('online'))")


def test_cut_in_the_middle_of_a_batch(paired_page):
    """The server has two of three, and the tablet knows of none."""
    table = open_table(seats=3)
    page = paired_page(table)
    queue_three(page)
    cut: list[int] = []

    def half(route: Route) -> None:
        entries = json.loads(route.request.post_data)["entries"]
        if cut:
            return route.continue_()
        cut.append(route.fetch(post_data=json.dumps({"entries": entries[:2]})).status)
        return route.abort()

    page.route(ENTRIES, half)
    come_back(page)
    confirmed(page, 1)
    assert cut == [201]
    assert log_of(table) == LOGGED


def test_cut_after_the_server_committed_a_whole_batch_and_then_a_reload(paired_page):
    table = open_table(seats=3)
    page = paired_page(table)
    queue_three(page)
    lost: list[int] = []

    def lose(route: Route) -> None:
        if not lost:
            lost.append(route.fetch().status)
        route.abort()

    page.route(ENTRIES, lose)
    come_back(page)
    page.locator("#link[data-link=unreachable]").wait_for()
    wait_for_unsent(page, 3)
    mend(page)
    page.reload()
    confirmed(page, 1)
    assert lost == [201]
    assert log_of(table) == LOGGED


def test_reloaded_while_a_batch_is_on_its_way(paired_page):
    table = open_table(seats=3)
    page = paired_page(table)
    queue_three(page)
    held: list[Route] = []
    page.route(ENTRIES, lambda route: held.append(route))
    come_back(page)
    expect(page.locator("#link")).to_have_attribute("data-link", "sending")
    page.wait_for_timeout(500)
    assert len(held) == 1
    held[0].fetch()  # it arrives, and the page that sent it is gone
    mend(page)
    page.reload()
    confirmed(page, 1)
    assert log_of(table) == LOGGED


def test_a_battery_that_dies_loses_nothing(live_site, browser, new_page):
    """The tab is killed, not closed: no handler of the page runs."""
    table = open_table(seats=3)
    address = live_site.url + reverse("tablet-paired", args=[device_token(make_device(table))])
    page = new_page(has_touch=True)
    page.goto(address)
    page.locator("#link[data-link=ok]").wait_for()
    queue_three(page)
    killed = page.context
    page = killed.new_page()
    killed.pages[0].close(run_before_unload=False)
    page.goto(address)
    confirmed(page, 1)
    assert log_of(table) == LOGGED


def test_with_a_worker_the_page_itself_opens_offline(live_site, paired_page):
    table = play_on(open_table(seats=3), 6)
    page = paired_page(table)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("caches.open('tablet-pages').then(pages => pages.keys()).then(keys => keys.length === 1)")
    kept = page.evaluate(
        """async () => {
             const found = [];
             for (const name of await caches.keys())
               for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
             return found;
           }"""
    )
    assert [address for address in kept if address.startswith("/api/")] == []
    live_site.stop()
    page.reload()
    wait_for_turn(page, 1)
    page.locator("#link[data-link=unreachable]").wait_for()
    expect(page.locator("#players .player")).to_have_count(3)
    expect(page.locator(".face svg")).to_have_count(6)
    enter(page, "111144")
    expect(page.locator("#undo")).to_contain_text("四进带二举")
    wait_for_unsent(page, 1)
    live_site.start()
    confirmed(page, 2)
    assert log_of(table)[-1] == ("throw", 1, "111144")


def test_plain_http_in_the_hall(live_site, browser):
    """A name that is no localhost: no secure context, so no worker, no `randomUUID`, no wake lock; all else works."""
    table = open_table(seats=3)
    hall = browser.browser_type.launch(
        executable_path=chromium(),
        args=[*CHROMIUM_FLAGS, f"--host-resolver-rules=MAP {HALL_HOST} 127.0.0.1"],
    )
    errors: list[str] = []
    page = hall.new_context(locale="zh-CN", has_touch=True, viewport={"width": 820, "height": 1180}).new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(20_000)
    page.goto(f"http://{HALL_HOST}:{live_site.port}{reverse('tablet-paired', args=[device_token(make_device(table))])}")
    page.locator("#link[data-link=ok]").wait_for()
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'randomUUID' in crypto]") == [False] * 3
    queue_three(page)
    mend(page)
    page.reload()
    confirmed(page, 1)
    page.locator("#undo").tap()
    confirmed(page, 3)
    page.locator("#help").tap()
    page.locator("#sheet .choice").first.tap()
    page.locator("#help.is-called").wait_for()
    hall.close()
    assert errors == []
    assert log_of(table) == [*LOGGED, ("void", None, "")]


FIRST_LOAD = 200_000  # bytes
ONE_THROW = 2_000  # bytes each way, headers and all


def test_how_few_bytes_it_takes(live_site, new_page):
    table = play_on(open_table(seats=13), 60)
    page = new_page(has_touch=True)
    loaded: list[Request] = []
    page.on("requestfinished", lambda request: loaded.append(request))
    page.goto(live_site.url + reverse("tablet-paired", args=[device_token(make_device(table))]))
    page.locator("#link[data-link=ok]").wait_for()
    page.wait_for_timeout(500)
    sizes = [request.sizes() for request in list(loaded)]
    first_load = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    assert 20_000 < first_load < FIRST_LOAD, [request.url for request in loaded]
    seat = int(page.locator("#who-label").inner_text().split()[0])
    with page.expect_request_finished(lambda request: request.method == "POST" and "entries" in request.url) as sent:
        enter(page, NOTHING)
    size = sent.value.sizes()
    there = size["requestHeadersSize"] + size["requestBodySize"]
    back = size["responseHeadersSize"] + size["responseBodySize"]
    assert 0 < there < ONE_THROW
    assert 0 < back < ONE_THROW
    assert log_of(table)[-1] == ("throw", seat, NOTHING)
