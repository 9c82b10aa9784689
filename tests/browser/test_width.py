"""No page is wider than its screen, in either language; what is wide scrolls in a box of its own."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.urls import reverse

from awards.services import add_prize, make_certificates, set_plan_line
from tests.awards.factories import a_user, a_won_playoff, an_evening, by_owner

pytestmark = pytest.mark.browser

PAGES = ["event-dashboard", "event-settings", "people", "staff", "audit-log", "seating", "playoffs", "prizes",
         "certificates", "reports", "check-in", "stand-by", "print", "table-cards", "prize-stock", "prize-receive",
         "prize-write-off", "prize-tables", "prize-reconciliation"]  # fmt: skip
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_no_page_is_wider_than_its_screen(live_site, new_page, size, language):
    event = an_evening()
    playoff = a_won_playoff(event)
    for rank in ("zhuangyuan", "duitang", "yixiu"):
        prize = add_prize(
            event=event, name=f"55 寸电视机 {rank}", specification="4K", value=Decimal(2399), **by_owner()
        )
        set_plan_line(event=event, prize=prize, rank=rank, **by_owner())
    make_certificates(event=event, **by_owner())

    page = new_page(user=a_user(), size=size)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_site.url}])
    addresses = [reverse(name, args=[event.slug]) for name in PAGES]
    wide = {}
    for address in [*addresses, reverse("playoff-detail", args=[event.slug, playoff.pk])]:
        page.goto(live_site.url + address)
        wide[address] = page.evaluate(TOO_WIDE)
    assert wide == dict.fromkeys(wide, 0)
