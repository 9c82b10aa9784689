from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from bobing_event.authentication import device_token
from bobing_event.models import Role
from tables.models import Table
from tests.tables.factories import make_device, make_user

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from bobing_event.models import Device


@pytest.fixture
def referee_page(live_site, new_page):
    """`referee_page(table, size="tablet")`: the page of the table's own referee, with touch."""

    def open_page(table: Table, size: str = "tablet", **options: Any) -> Page:
        event = table.session.event
        referee = make_user("referee", event, Role.REFEREE)
        Table.objects.filter(pk=table.pk).update(referee=referee)
        page = new_page(user=referee, size=size, has_touch=True, **options)
        page.goto(live_site.url + reverse("table-tablet", args=[event.slug, table.pk]))
        page.locator("#link[data-link=ok]").wait_for()
        page.locator("body[data-hands=known]").wait_for()  # from now on it knows what six dice are
        return page

    return open_page


@pytest.fixture
def paired_page(live_site, new_page):
    """`paired_page(table, size="tablet")`: the page of a tablet paired with the table, with touch."""

    def open_page(table: Table, size: str = "tablet", device: Device | None = None, **options: Any) -> Page:
        page = new_page(size=size, has_touch=True, **options)
        page.goto(live_site.url + reverse("tablet-paired", args=[device_token(device or make_device(table))]))
        page.locator("#link[data-link=ok]").wait_for()
        page.locator("body[data-hands=known]").wait_for()  # from now on it knows what six dice are
        return page

    return open_page
