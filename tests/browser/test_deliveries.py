"""A runner's phone: errands appear by themselves and one press takes them; and what comes after, for everybody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from awards.models import Delivery, PrizeSettings, Redraw
from awards.queries.due import due
from awards.services import ask_delivery, forfeit_unclaimed
from bobing_event.models import Role
from tests.awards.factories import NOW, a_user, an_ended_table, an_event, correct
from tests.awards.handing import a_plan, hand, person_at, receive, sign_off
from tests.browser.referee import violations

pytestmark = pytest.mark.browser

TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def event(live_site):
    """A table signed off, its champion corrected after the hand-over; one thing given up."""
    event = an_event()
    receive(event, dict.fromkeys(a_plan(event).values(), 9))
    table = an_ended_table(event)
    sign_off(table)
    PrizeSettings.objects.filter(event=event).update(claim_until=NOW)
    hand(event, person_at(table, 1))
    keys = [one.key_text for one in due(event, people=[person_at(table, 2).pk])]
    forfeit_unclaimed(event=event, keys=keys, reason="散场", by=a_user(), now=NOW)
    correct(table, 5, "444466")
    return event


@pytest.fixture
def opened(live_site, new_page, event):
    def open_page(name, role=Role.ORGANISER, size="desktop", user="somebody"):
        page = new_page(user=a_user(event, role, user), size=size, has_touch=True)
        page.goto(live_site.url + reverse(name, args=[event.slug]))
        return page

    return open_page


def ask(event):
    table = event.sessions.get().tables.get()
    soap = event.prizes.get(name="洗衣液")
    return ask_delivery(event=event, table=table, prize=soap, quantity=2, by=a_user(), now=timezone.now())


def test_errands_appear_and_one_runner_takes_one(opened, event):
    anna = opened("deliveries", Role.RUNNER, "phone", "anna")
    bert = opened("deliveries", Role.RUNNER, "phone", "bert")
    expect(anna.get_by_text("现在没有要送的")).to_be_visible()
    delivery = ask(event)
    for page in (anna, bert):
        expect(page.locator(".errand__number")).to_have_text("1", timeout=15_000)
        assert page.evaluate(TOO_WIDE) <= 0
    bert.route("**/*part=live*", lambda route: route.abort())  # his phone is slow
    anna.locator(f"#take-{delivery.pk}").click()
    expect(anna.locator(f"#finish-{delivery.pk}")).to_be_visible()
    assert violations(anna) == []
    bert.locator(f"#take-{delivery.pk}").click()
    expect(bert.get_by_role("alert")).to_contain_text("Anna 已经在送这项了。")
    anna.locator(f"#finish-{delivery.pk}").click()
    expect(anna.get_by_text("已送达：1 桌 洗衣液 × 2 件。")).to_be_visible()
    assert Delivery.objects.get().delivered_at is not None


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_pages_are_for_everybody(opened, event, size):
    ask(event)
    Delivery.objects.update(asked_at=timezone.now() - timedelta(minutes=7))
    for name in ("deliveries", "prize-corrections", "prize-unclaimed", "redraw-prepare"):
        page = opened(name, size=size)
        assert violations(page) == []
        assert page.evaluate(TOO_WIDE) <= 0


def test_a_redraw_by_hand(opened, event):
    page = opened("redraw-prepare", size="tablet")
    expect(page.locator("#taking-part")).to_have_text("2 人参加")  # whose goods are drawn is left out at first
    page.locator("#people input[data-out]").uncheck()
    expect(page.locator("#taking-part")).to_have_text("3 人参加")
    page.locator("#find-person").fill("王 1-1")
    expect(page.locator("#people li:visible")).to_have_count(1)
    page.locator("#people li:visible input").check()
    expect(page.locator("#taking-part")).to_have_text("2 人参加")
    page.get_by_role("button", name="抽取 1 件").click()
    expect(page.locator(".winner__name")).to_have_count(1)
    assert violations(page) == []
    first = page.locator(".winner__name").inner_text()
    page.get_by_role("button", name="不在场").click()
    page.get_by_role("button", name="重抽").click()
    expect(page.locator(".winner__name")).not_to_have_text(first)
    assert Redraw.objects.count() == 2
