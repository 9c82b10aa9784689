"""What recording one entry costs, over HTTP with a device token: six queries, whatever the table has behind it."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bobing_event.authentication import device_token
from bobing_event.models import Role
from tables import services
from tests.tables.factories import NOW, idle, make_device, make_event, make_table, make_user, open_table, throw

pytestmark = pytest.mark.django_db
TRANSACTION = re.compile(r"^(SAVEPOINT|RELEASE SAVEPOINT|BEGIN|COMMIT)")


def _post(client: Client, table, sent, **headers) -> list[str]:
    """The queries of one request, without the marks of its transaction."""
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(
            f"/api/v1/tables/{table.pk}/entries/", sent, content_type="application/json", headers=headers
        )
    assert answer.status_code == 201, answer.content
    return [query["sql"] for query in captured if not TRANSACTION.match(query["sql"])]


def _tablet(table) -> dict[str, str]:
    return {"authorization": f"Device {device_token(make_device(table))}"}


def test_a_throw_costs_six_queries_at_throw_1_and_at_throw_300(client) -> None:
    table = open_table(make_table())
    tablet = _tablet(table)
    first = _post(client, table, throw(1, "442156"), **tablet)
    assert [sql.split()[0] for sql in first] == ["SELECT", "SELECT", "SELECT", "INSERT", "UPDATE", "UPDATE"]
    other = open_table(make_table(table.session.event, number=2))
    idle(other, 299)
    later = _post(client, other, throw(299 % 12 + 1, "442156"), **_tablet(other))
    assert len(later) == len(first) == 6


def test_a_throw_that_takes_nothing_costs_one_query_less(client) -> None:
    table = open_table(make_table())
    assert len(_post(client, table, throw(1, "123355"), **_tablet(table))) == 5


def test_the_end_of_a_table_costs_no_more(client) -> None:
    table = open_table(make_table(make_event(ruleset="blackout")))
    assert len(_post(client, table, throw(1, "444444"), **_tablet(table))) == 6  # takes all and ends the table
    table.refresh_from_db()
    assert table.phase == "ended"


def test_a_throw_that_takes_many_ranks_writes_the_pieces_in_one_query(client) -> None:
    table = open_table(make_table(make_event(ruleset="xiamen-sixteen")))
    queries = _post(client, table, throw(1, "333333"), **_tablet(table))  # the stock is dealt to everybody
    assert [sql.split()[0] for sql in queries].count("UPDATE") == 2
    assert len(queries) == 6


def test_a_batch_of_twelve_costs_what_one_costs(client) -> None:
    table = open_table(make_table())
    batch = {"entries": [throw(seat, "442156") for seat in range(1, 13)]}
    assert len(_post(client, table, batch, **_tablet(table))) == 6


def test_a_repeat_writes_nothing(client) -> None:
    table = open_table(make_table())
    tablet, sent = _tablet(table), throw(1, "442156")
    _post(client, table, sent, **tablet)
    queries = _post(client, table, sent, **tablet)
    assert {sql.split()[0] for sql in queries} == {"SELECT"}
    assert len(queries) == 5


def test_a_signed_in_referee_costs_the_same_at_every_throw(client) -> None:
    event = make_event()
    referee = make_user("ref", event, Role.REFEREE)
    client.force_login(referee)
    counts = []
    for number, throws in ((1, 0), (2, 299)):
        table = open_table(make_table(event, number=number))
        services.assign_referee(table=table, referee=referee, by=referee, now=NOW)
        idle(table, throws)
        counts.append(len(_post(client, table, throw(throws % 12 + 1, "442156"))))
    assert counts[0] == counts[1]
