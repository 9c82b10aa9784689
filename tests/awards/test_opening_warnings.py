"""Who opens a table is told that it has no goods, or less than its set, and may open it all the same."""

from __future__ import annotations

import pytest
from django.urls import reverse

from awards.services import restock_table, supply_tables
from tables.queries.opening_warnings import opening_warnings
from tables.services import open_table
from tests.awards.factories import a_table, a_user, an_event, by_owner
from tests.awards.stock_factories import a_plan, receive

pytestmark = pytest.mark.django_db


def codes(table):
    return [(warning.code, warning.text) for warning in opening_warnings(table)]


def test_a_table_is_warned_of_until_it_has_its_set(django_assert_num_queries):
    event = an_event()
    oil, tissue = a_plan(event)
    table = a_table(event)
    with django_assert_num_queries(1):
        assert codes(table) == []
    receive(event, {oil: 5, tissue: 5})
    with django_assert_num_queries(8):
        assert codes(table) == [("without_supply", "这桌还没有配送奖品。")]
    restock_table(table=table, goods={oil.pk: 2}, **by_owner())
    assert codes(table) == [("short_set", "这桌的奖品不足一套。")]
    supply_tables(event=event, tables=[table], **by_owner())
    assert codes(table) == []


def test_where_a_table_is_opened_it_is_said_and_refuses_nothing(client):
    event = an_event()
    oil, _tissue = a_plan(event)
    receive(event, {oil: 5})
    table = a_table(event)
    client.force_login(a_user())
    pages = [reverse(name, args=[event.slug, table.pk]) for name in ("table-tablet", "table-detail")]
    for page in (*pages, f"{pages[1]}?part=live"):
        shown = client.get(page).content.decode()
        assert "这桌还没有配送奖品。" in shown
        assert "without_supply" in shown
    open_table(table=table, first=1, **by_owner())
    for page in pages:
        assert "这桌还没有配送奖品。" not in client.get(page).content.decode()
