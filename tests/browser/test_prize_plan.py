"""The prize plan in a browser: a line for what is chosen, a sheet dropped in and imported, wide and accessible."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from django.urls import reverse

from awards.models import PlanLine, Prize
from awards.services import set_plan_line, set_prize_settings
from tests.awards.factories import a_table, a_user, an_event, by_owner
from tests.awards.handing import receive
from tests.awards.test_plan import soap
from tests.awards.test_plan_mix import FULL_SET, mixed
from tests.browser.referee import violations
from tests.browser.test_width import TOO_WIDE

pytestmark = pytest.mark.browser

SHEET = Path(__file__).parents[2] / "fixtures" / "demo-prizes.xlsx"


@pytest.fixture
def event(live_site):
    event = an_event(piece_set=dict(FULL_SET))
    a_table(event)
    mixed(event, 毛巾=20, 香皂=8)
    prize = soap(event, name="不锈钢真空保温杯礼盒装", specification="480 ml × 2", sponsor="厦门某某百货有限公司")
    set_plan_line(event=event, prize=prize, rank="duitang", **by_owner())
    set_plan_line(event=event, prize=prize, consolation="empty_handed", **by_owner())
    set_plan_line(event=event, prize=prize, playoff_kind="wangzhongwang", place=2, **by_owner())
    set_prize_settings(event=event, cap=Decimal(10), high_value=None, claim_until=None, **by_owner())
    receive(event, {prize: 1})
    return event


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_nothing_is_too_wide_and_axe_finds_nothing(live_site, new_page, event, size):
    page = new_page(user=a_user(), size=size)
    line, prize = PlanLine.objects.filter(rank="yixiu").first(), Prize.objects.first()
    addresses = [
        reverse("prizes", args=[event.slug]), reverse("prize-change", args=[event.slug, prize.pk]),
        reverse("plan-line-change", args=[event.slug, line.pk]), reverse("goods-import", args=[event.slug]),
    ]  # fmt: skip
    for address in addresses:
        page.goto(live_site.url + address)
        assert page.evaluate(TOO_WIDE) == 0, address
        assert violations(page) == [], address
    page.set_input_files("[name=file]", SHEET)
    page.click("form[enctype] .btn--primary")
    page.wait_for_selector(".commit")
    assert page.evaluate(TOO_WIDE) == 0
    assert violations(page) == []


def test_the_form_asks_for_what_the_choice_needs(live_site, new_page, event):
    page = new_page(user=a_user(), size="desktop")
    page.goto(live_site.url + reverse("plan-line-add", args=[event.slug]) + "?for=rank:yixiu")
    asked = {}
    for target in ("rank:yixiu", "playoff:zongduitang", "consolation:everybody"):
        page.select_option("[name=target]", target)
        names = ("first_piece", "share", "place", "people")
        asked[target] = [name for name in names if page.locator(f"[name={name}]").is_visible()]
    assert asked == {
        "rank:yixiu": ["first_piece", "share"], "playoff:zongduitang": ["place"], "consolation:everybody": ["people"],
    }  # fmt: skip


def test_a_sheet_is_looked_at_and_imported(live_site, new_page, event):
    set_prize_settings(event=event, cap=None, high_value=None, claim_until=None, **by_owner())
    page = new_page(user=a_user(), size="desktop")
    page.goto(live_site.url + reverse("goods-import", args=[event.slug]))
    page.set_input_files("[name=file]", SHEET)
    page.click("form[enctype] .btn--primary")
    page.wait_for_selector(".commit")
    assert PlanLine.objects.filter(rank="yixiu").count() == 2
    page.check("[name=receive]")
    page.click(".commit .btn--primary")
    page.wait_for_url("**/prizes/")
    assert "入库 227 件" in page.locator(".message").first.inner_text()
    assert list(PlanLine.objects.filter(rank="yixiu").values_list("prize__name", "share")) == [("抽纸", None)]
