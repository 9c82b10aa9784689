"""The pages of the store in a browser: nothing too wide, nothing for axe to find, and a table counted by thumb."""

from __future__ import annotations

import pytest
from django.urls import reverse

from awards.queries import store_levels
from awards.services import restock_table, supply_tables, write_off
from tables.models import Table
from tables.services import open_table
from tests.awards.factories import SIX_THROWS, a_table, a_user, an_event, an_open_table, by_owner, record
from tests.awards.stock_factories import a_plan, receive, sign_off, store
from tests.browser.referee import violations
from tests.browser.test_width import TOO_WIDE

pytestmark = pytest.mark.browser


def an_evening():
    """One table signed off with 1 提 left, one opened without supply, one that waits; the store is short."""
    event = an_event()
    oil, tissue = a_plan(event)
    receive(event, {oil: 8, tissue: 9})
    table = a_table(event)
    supply_tables(event=event, tables=[table], **by_owner())
    restock_table(table=table, goods={tissue.pk: 1}, **by_owner())
    open_table(table=table, first=1, **by_owner())
    record(table, *SIX_THROWS)
    sign_off(table)
    an_open_table(event, 2)
    a_table(event, 3, people=())
    write_off(event=event, location=store(event), goods={oil.pk: 2}, reason="淋雨", **by_owner())
    return event, tissue


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_nothing_is_too_wide_and_axe_finds_nothing(live_site, new_page, size):
    event, _tissue = an_evening()
    page = new_page(user=a_user(), size=size)
    names = ("prize-stock", "prize-receive", "prize-write-off", "prize-tables", "prize-reconciliation")
    addresses = [reverse(name, args=[event.slug]) for name in names]
    addresses += [reverse("prize-table", args=[event.slug, pk]) for pk in Table.objects.values_list("pk", flat=True)]
    addresses.append(reverse("prize-movement", args=[event.slug, 1]))
    for address in addresses:
        page.goto(live_site.url + address)
        assert page.evaluate(TOO_WIDE) == 0, address
        assert violations(page) == [], address


def test_a_table_is_counted_by_thumb(live_site, new_page):
    event, tissue = an_evening()
    page = new_page(user=a_user(), size="phone")
    page.goto(live_site.url + reverse("prize-tables", args=[event.slug]) + "?state=to_count")
    page.click("tbody a.row-link")
    entry = page.locator(f"#count-goods-{tissue.pk}")
    assert entry.input_value() == "1"
    entry.fill("0")
    page.click("text=退回仓库并签收")
    page.wait_for_selector("text=请写明原因")
    assert entry.input_value() == "0"
    page.fill("#count-reason", "少了一提")
    page.click("text=退回仓库并签收")
    page.wait_for_selector("text=第 1 桌已清点签收。")
    assert store_levels(event)[tissue.pk] == 7
