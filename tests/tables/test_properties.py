"""Whatever is sent, in whatever order, with whatever corrections: the table is the fold of its log."""

from __future__ import annotations

from itertools import count
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import LOWER_RANKS, available
from tables import services
from tables.models import Entry, Piece, Table
from tables.queries import table_state
from tests.tables.factories import NOW, attempt, make_event, make_table, open_table

pytestmark = pytest.mark.django_db
SEATS = 4
SMALL_SET = {"zhuangyuan": 1, "duitang": 2, "sanhong": 2, "sijin": 2, "erju": 3, "yixiu": 3}
numbers = count(1)

# Throws of every rank come up as often as throws of nothing, so that a short game goes through all of it.
DICE = st.sampled_from(
    ["123355", "123456", "444123", "222213", "442156", "412356", "411123", "444411", "444456", "444444", "111111",
     "222222", "222224", "444441"]
)  # fmt: skip
SEAT = st.integers(1, SEATS)
IN_TURN = st.just("turn")
WHO = st.one_of(IN_TURN, IN_TURN, IN_TURN, SEAT)
ACTIONS = st.one_of(
    st.tuples(st.just("throw"), WHO, DICE),
    st.tuples(st.just("throw"), IN_TURN, DICE),
    st.tuples(st.just("throw"), IN_TURN, DICE),
    st.tuples(st.sampled_from(["overflow", "pass", "rethrow", "leave", "return"]), WHO, st.none()),
    st.tuples(st.sampled_from(["time_up", "appoint"]), SEAT, st.none()),
    st.tuples(st.just("lower_bar"), SEAT, st.sampled_from([rank.value for rank in LOWER_RANKS])),
    st.tuples(st.just("void"), st.integers(1, 20), st.none()),
    st.tuples(st.just("replace"), st.integers(1, 20), DICE),
)


def _sent(table: Table, action: tuple[str, Any, Any]) -> dict[str, Any]:
    kind, who, what = action
    entry: dict[str, Any] = {"client_uuid": str(uuid4()), "kind": kind, "reason": "tried"}
    if kind == "void":
        return {**entry, "supersedes": who}
    if kind == "replace":
        target = Entry.objects.filter(table=table, seq=who).first()
        return {**entry, "kind": "throw", "supersedes": who, "seat": target.seat if target else 1, "dice": what}
    seat = table_state(table, now=NOW)["turn"] if who == "turn" else who
    return {**entry, "seat": seat or 1, "dice": what, "rank": what}


def _fresh(table: Table) -> Table:
    return Table.objects.select_related("session__event").get(pk=table.pk)


@given(
    ruleset=st.sampled_from([listing.id for listing in available()]),
    first=SEAT,
    actions=st.lists(ACTIONS, min_size=1, max_size=20),
)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_table_is_the_fold_of_its_log(ruleset: str, first: int, actions: list) -> None:
    event = make_event(f"event-{next(numbers)}", ruleset=ruleset, piece_set=SMALL_SET)
    table = open_table(make_table(event, seats=SEATS), first=first)
    recorded = []
    for action in actions:
        table = _fresh(table)
        sent = _sent(table, action)
        recording = attempt(table, sent)
        if recording.refusal is None:
            recorded.append(sent)
        assert recording.state == table_state(_fresh(table), now=NOW)
    table = _fresh(table)
    assert [str(difference) for difference in services.verify_table(table)] == []
    assert table.seq == len(recorded) == Entry.objects.filter(table=table).count()
    assert Piece.objects.filter(table=table).count() == sum(SMALL_SET.values())
    again = attempt(table, *recorded)  # everything once more: nothing happens
    assert {result.status for result in again.results} <= {"repeated"}
    assert _fresh(table).last_hash == table.last_hash
