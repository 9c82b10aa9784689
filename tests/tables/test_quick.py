"""Throws entered by their pattern: which hand stands for them, that it is known as one, where dice are needed."""

import pytest

from rules import Hand, available, load
from rules.patterns import LOWER_PATTERNS, ZHUANGYUAN_PATTERNS
from tables.models import Entry, Table
from tables.queries import export_of, hash_content, log_json, table_state
from tables.services import verify_table
from tests.tables.factories import (
    NOTHING,
    NOW,
    attempt,
    correction,
    entry,
    held,
    make_event,
    make_table,
    open_table,
    record,
    throw,
)
from tests.tables.tablets import tablet

pytestmark = pytest.mark.django_db


def quick(seat: int, pattern: str, bonus: str = "", **fields) -> dict:
    return entry("throw", seat, pattern=pattern, bonus=bonus, **fields)


def _fresh(table: Table) -> Table:
    return Table.objects.select_related("session__event").get(pk=table.pk)


# --- the example hand --------------------------------------------------------------------------------------
def test_an_example_is_the_first_hand_of_its_kind() -> None:
    ruleset = load("xiamen-standard", {"bonus_prizes": True})
    examples = {
        (pattern, bonus): getattr(ruleset.example(pattern, bonus), "text", None)
        for pattern in ("duitang", "sanhong", "sijin", "erju", "yixiu", "")
        for bonus in ("", "yixiu", "erju")
    }
    assert examples == {
        ("duitang", ""): "123456", ("duitang", "yixiu"): None, ("duitang", "erju"): None,
        ("sanhong", ""): "111444", ("sanhong", "yixiu"): None, ("sanhong", "erju"): None,
        ("sijin", ""): "111122", ("sijin", "yixiu"): "111124", ("sijin", "erju"): "111144",
        ("erju", ""): "111244", ("erju", "yixiu"): None, ("erju", "erju"): None,
        ("yixiu", ""): "111224", ("yixiu", "yixiu"): None, ("yixiu", "erju"): None,
        ("", ""): "111222", ("", "yixiu"): None, ("", "erju"): None,
    }  # fmt: skip
    assert load("xiamen-standard", {"bonus_prizes": False}).example("sijin", "yixiu") is None


@pytest.mark.parametrize("listing", available(), ids=lambda listing: listing.id)
def test_an_example_is_judged_as_what_it_stands_for(listing) -> None:
    ruleset = load(listing.id)
    for hand, outcome in ruleset.outcomes.items():
        example = ruleset.example(outcome.pattern or "", outcome.bonus or "")
        assert ruleset.judge(example)[:2] == outcome[:2]
        assert example.text <= hand.text


# --- recording ---------------------------------------------------------------------------------------------
def test_a_pattern_takes_what_its_dice_would() -> None:
    table = open_table(make_table(make_event(overrides={"bonus_prizes": True})))
    recording = record(table, quick(1, "sijin", "erju"), quick(2, "duitang"), quick(3, ""), quick(4, "yixiu"))
    assert held(table) == {"1 sijin": 1, "1 erju": 1, "2 duitang": 1, "4 yixiu": 1}
    assert [result.entry.effect["pattern"] for result in recording.results] == ["sijin", "duitang", None, "yixiu"]
    rows = list(Entry.objects.order_by("seq").values_list("dice", "dice_seen"))
    assert rows == [("111144", False), ("123456", False), ("111222", False), ("111224", False)]
    assert list(verify_table(_fresh(table))) == []


def test_over_the_api() -> None:
    table = open_table()
    api = tablet(table)
    answer = api.post(table, "entries/", quick(1, "sanhong", None))
    assert (answer.status_code, answer.json()["results"][0]["effect"]["pattern"]) == (201, "sanhong")
    last = answer.json()["state"]["last"]
    assert (last["pattern"], last["dice"], last["dice_seen"]) == ("sanhong", [1, 1, 1, 4, 4, 4], False)


def test_a_repeat_is_answered_and_other_dice_are_another_entry() -> None:
    table = open_table()
    sent = quick(1, "erju")
    record(table, sent)
    assert attempt(table, sent).results[0].status == "repeated"
    assert attempt(table, {**sent, "pattern": "yixiu"}).refusal.code == "client_uuid_reused"
    seen = {key: value for key, value in sent.items() if key not in ("pattern", "bonus")}
    assert attempt(table, {**seen, "dice": [1, 1, 1, 2, 4, 4]}).refusal.code == "client_uuid_reused"
    assert Entry.objects.count() == 1


def test_seen_dice_count_where_both_are_sent() -> None:
    table = open_table()
    record(table, {**throw(1, "442156"), "pattern": "duitang"})
    row = Entry.objects.get()
    assert (row.dice, row.dice_seen, row.effect["pattern"]) == ("442156", True, "erju")


@pytest.mark.parametrize("pattern", [pattern.value for pattern in ZHUANGYUAN_PATTERNS])
def test_of_a_zhuangyuan_the_dice_are_needed(pattern) -> None:
    table = open_table()
    assert attempt(table, quick(1, pattern)).refusal.to_json() == {
        "code": "dice_needed", "detail": "For a throw of this rank the six dice are needed. Enter them.",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pattern", "bonus"),
    [("liuhong", ""), ("duitang", "yixiu"), ("sijin", "sanhong"), (7, ""), (["sijin"], ""), ("sijin", 3), ({}, "x")],
)
def test_patterns_that_are_none(pattern, bonus) -> None:
    refusal = attempt(open_table(), quick(1, pattern, bonus)).refusal
    assert (refusal.code, refusal.status) == ("bad_pattern", 400)


def test_without_a_pattern_there_are_no_dice() -> None:
    assert attempt(open_table(), entry("throw", 1)).refusal.code == "dice_count"
    assert attempt(open_table(make_table(make_event("other"))), entry("throw", 1, dice=None)).refusal.code == (
        "dice_count"
    )


def test_under_a_lowered_bar_a_candidate_needs_dice() -> None:
    table = open_table()
    record(table, entry("lower_bar", rank="sijin"))
    assert attempt(table, quick(1, "sijin")).refusal.code == "dice_needed"
    record(table, quick(1, "erju"))  # makes no candidate
    record(table, throw(2, "222213"))
    assert _fresh(table).seq == 3
    sent = correction(2, "throw", seat=1, pattern="duitang")
    assert attempt(table, sent).refusal.code == "dice_needed"


# --- what stays of it --------------------------------------------------------------------------------------
def test_the_log_says_that_the_dice_are_an_example() -> None:
    table = open_table()
    record(table, quick(1, "erju"), throw(2, NOTHING))
    one, two = Entry.objects.order_by("seq")
    assert (hash_content(one)["dice_seen"], "dice_seen" in hash_content(two)) == (False, False)
    exported = export_of(_fresh(table))["entries"]
    assert [line.get("dice_seen", True) for line in exported] == [False, True]
    assert [line["dice_seen"] for line in log_json(_fresh(table))["entries"]] == [False, True]
    assert table_state(_fresh(table), now=NOW)["last"]["dice_seen"] is True


def test_an_example_passed_off_as_seen_is_found() -> None:
    table = open_table()
    record(table, quick(1, "erju"))
    Entry.objects.update(dice_seen=True)
    assert [found.code for found in verify_table(_fresh(table))] == ["hash"]


def test_dice_may_be_entered_afterwards() -> None:
    table = open_table()
    record(table, quick(1, "erju"))
    record(table, correction(1, "throw", seat=1, dice="442156"))
    assert held(table) == {"1 erju": 1}
    assert attempt(table, correction(2, "throw", seat=1, dice="442156")).refusal.code == "nothing_changes"
    same_as_the_example = correction(2, "throw", seat=1, dice="111244")
    record(table, same_as_the_example)
    assert [row.dice_seen for row in Entry.objects.order_by("seq")] == [False, True, True]


def test_lower_patterns_are_the_five() -> None:
    ruleset = load()
    assert {ruleset.judge(Hand.parse(ruleset.example(pattern).text)).pattern for pattern in LOWER_PATTERNS} == set(
        LOWER_PATTERNS
    )
