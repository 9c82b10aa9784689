"""Corrections: what moves, what is refused, what a table looks like afterwards."""

import pytest

from bobing_event.refusals import Refusal
from tables import services
from tables.models import Entry, Piece, Table
from tables.queries import effective, fold, last_effective_entry, log_of, table_state
from tests.tables.factories import (
    NOTHING,
    NOW,
    attempt,
    correction,
    entry,
    held,
    idle,
    make_approver,
    make_event,
    make_table,
    open_table,
    play_on,
    record,
    throw,
)

pytestmark = pytest.mark.django_db


def _fresh(table: Table) -> Table:
    return Table.objects.select_related("session__event").get(pk=table.pk)


def _preview(table: Table, asked: dict, *, may_correct_any: bool = True) -> dict:
    return services.preview_correction(table=_fresh(table), data=asked, now=NOW, may_correct_any=may_correct_any)


def test_undoing_the_last_throw_gives_the_turn_and_the_piece_back() -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, "442156"))
    recording = record(table, correction(2, "void"), may_correct_any=False)
    assert held(table) == {"1 sanhong": 1}
    table = _fresh(table)
    assert (table.seq, table.turn, table.pieces_left) == (3, 2, 61)
    assert recording.state["last"] == {
        "seq": 1, "client_uuid": str(Entry.objects.get(seq=1).client_uuid), "kind": "throw", "seat": 1,
        "dice": [4, 4, 4, 2, 1, 5], "dice_seen": True, "pattern": "sanhong",
        "won": [["sanhong", "stock", 1]], "can_undo": True,
    }  # fmt: skip
    row = Entry.objects.get(seq=3)
    assert (row.kind, row.place, row.supersedes.seq, row.reason) == ("void", 2, 2, "misread")


def test_a_replacement_stands_where_the_replaced_entry_stood() -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, NOTHING), throw(3, NOTHING))
    sent = correction(1, "throw", seat=1, dice="442156")
    assert _preview(table, sent) == {
        "pieces": [
            {"rank": "sanhong", "number": 1, "from": "seat 1", "to": "stock"},
            {"rank": "erju", "number": 1, "from": "stock", "to": "seat 1"},
        ],
        "champion": {"before": None, "after": None},
        "leader": {"before": None, "after": None},
        "ended": {"before": False, "after": False},
        "impossible": [],
        "needs_reason": True,
        "needs_approval": False,
        "handed_over": [],
    }
    assert held(table) == {"1 sanhong": 1}  # a preview writes nothing
    assert Entry.objects.count() == 3
    recording = record(table, sent)
    assert held(table) == {"1 erju": 1}
    assert [row.seq for row in effective(log_of(table))] == [4, 2, 3]
    effect = recording.results[0].entry.effect
    assert (effect["pattern"], effect["won"], effect["turn"]) == ("erju", [["erju", "stock", 1]], 4)
    assert effect["correction"]["supersedes"] == 1


def test_a_correction_is_repeated_as_it_was_answered() -> None:
    table = open_table()
    record(table, throw(1, "444215"))
    sent = correction(1, "throw", seat=1, dice="442156")
    first, again = record(table, sent), record(table, sent)
    assert [first.results[0].status, again.results[0].status] == ["recorded", "repeated"]
    assert again.results[0].entry.effect == first.results[0].entry.effect


def test_the_champion_of_an_ended_table_changes() -> None:
    table = open_table(make_table(seats=3))
    record(
        table,
        throw(1, "444415"),
        throw(2, "444411"),  # 插金花: beats seat 1, takes both 对堂
        throw(3, NOTHING),
        entry("time_up"),
    )
    table = _fresh(table)
    assert (table.phase, table.champion.number) == ("ended", 2)
    changes = _preview(table, correction(2, "throw", seat=2, dice="444412"))
    assert changes["champion"] == {
        "before": {"seat": 2, "pattern": "chajinhua"}, "after": {"seat": 1, "pattern": "sihong"},
    }  # fmt: skip
    assert {"rank": "zhuangyuan", "number": 1, "from": "seat 2", "to": "seat 1"} in changes["pieces"]
    assert {"rank": "duitang", "number": 2, "from": "seat 2", "to": "returned"} in changes["pieces"]
    record(table, correction(2, "throw", seat=2, dice="444412"))
    table = _fresh(table)
    assert (table.phase, table.champion.number, table.champion_pattern) == ("ended", 1, "sihong")
    assert held(table) == {"1 zhuangyuan": 1}


def test_an_ended_table_opens_again() -> None:
    table = play_on(open_table(), 1000)
    assert table.phase == "ended"
    changes = _preview(table, correction(table.seq, "void"))
    assert changes["ended"] == {"before": True, "after": False}
    record(table, correction(table.seq, "void"), may_correct_any=False)
    again = _fresh(table)
    assert again.phase in ("last_round", "playing")
    assert (again.champion, again.champion_pattern) == (None, "")
    assert again.turn is not None
    assert Piece.objects.get(rank="zhuangyuan").place == "stock"
    record(again, throw(again.turn, NOTHING))


def test_a_void_in_the_middle_makes_what_follows_impossible() -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, NOTHING), throw(3, NOTHING))
    asked = correction(1, "void")
    assert _preview(table, asked)["impossible"] == [
        {"seq": 2, "code": "not_your_turn"}, {"seq": 3, "code": "not_your_turn"},
    ]  # fmt: skip
    refusal = attempt(table, asked).refusal
    assert refusal.code == "correction_impossible"
    assert refusal.context == {"impossible": [{"seq": 2, "code": "not_your_turn"}, {"seq": 3, "code": "not_your_turn"}]}
    assert "number 2, 3" in str(refusal)
    assert (_fresh(table).seq, held(table)) == (3, {"1 sanhong": 1})


def test_an_overflow_in_place_of_a_throw_skips_a_turn_that_was_used() -> None:
    table = open_table(make_table(seats=2))
    record(table, throw(1, NOTHING), throw(2, NOTHING), throw(1, NOTHING))
    refusal = attempt(table, correction(1, "overflow", seat=1)).refusal
    assert refusal.context["impossible"] == [{"seq": 3, "code": "not_your_turn"}]


def test_the_replacement_itself_must_fit() -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, NOTHING))
    refusal = attempt(table, correction(1, "throw", seat=5, dice=NOTHING)).refusal
    assert (refusal.code, refusal.context) == ("not_your_turn", {"expected": {"turn": 1, "round": 1}})
    with pytest.raises(Refusal) as preview:
        _preview(table, correction(1, "throw", seat=99, dice=NOTHING))
    assert preview.value.code == "unknown_seat"


def test_nothing_follows_an_end_that_comes_earlier() -> None:
    table = open_table(make_table(make_event(ruleset="xiamen-sixteen"), seats=3))
    record(table, throw(1, NOTHING), throw(2, NOTHING))
    refusal = attempt(table, correction(1, "throw", seat=1, dice="444444")).refusal  # ends the table at once
    assert refusal.context == {"impossible": [{"seq": 2, "code": "table_ended"}]}


def test_a_correction_is_corrected_but_a_superseded_entry_is_not() -> None:
    table = open_table()
    record(table, throw(1, "444215"))
    record(table, correction(1, "throw", seat=1, dice="442156"))
    refusal = attempt(table, correction(1, "void")).refusal
    assert (refusal.code, refusal.context) == ("already_superseded", {"by": 2})
    record(table, correction(2, "throw", seat=1, dice="111114"))
    assert [row.seq for row in effective(log_of(table))] == [3]
    assert Entry.objects.get(seq=3).place == 1
    assert held(table) == {"1 yixiu": 1}


def test_what_was_taken_out_can_be_put_back() -> None:
    table = open_table()
    record(table, throw(1, "444215"))
    record(table, correction(1, "void"))
    assert last_effective_entry(table) is None
    record(table, correction(2, "throw", seat=1, dice="444215"), may_correct_any=False)
    assert held(table) == {"1 sanhong": 1}
    assert _fresh(table).turn == 2


@pytest.mark.parametrize(
    ("asked", "code", "status"),
    [
        (lambda: correction(7, "void"), "unknown_entry", 404),
        (lambda: correction(0, "void"), "unknown_entry", 404),
        (lambda: correction(2, "throw", seat=2, dice="553321"), "nothing_changes", 409),
        (lambda: correction(2, "throw", seat=2, dice="553"), "dice_count", 400),
        (lambda: {**correction(2, "void"), "reason": ""}, None, None),
        (lambda: {**correction(1, "pass", seat=1), "reason": " "}, "reason_needed", 400),
        (lambda: {**correction(2, "throw", seat=2, dice="444411"), "reason": ""}, "reason_needed", 400),
        (lambda: {**correction(2, "appoint", seat=2), "reason": ""}, "reason_needed", 400),
    ],
)
def test_corrections_refused(asked, code: str | None, status: int | None) -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, "123355"))
    refusal = attempt(table, asked()).refusal
    if code is None:
        assert refusal is None
    else:
        assert (refusal.code, refusal.status) == (code, status)
        assert Entry.objects.count() == 2


def test_taking_out_what_is_taken_out_changes_nothing() -> None:
    table = open_table()
    record(table, throw(1, "444215"))
    record(table, correction(1, "void"))
    assert attempt(table, correction(2, "void")).refusal.code == "nothing_changes"


def test_a_zhuangyuan_is_not_undone_without_a_reason() -> None:
    table = open_table()
    record(table, throw(1, "444415"))
    assert attempt(table, {**correction(1, "void"), "reason": ""}).refusal.code == "reason_needed"
    record(table, correction(1, "void"))


def test_a_referee_corrects_the_last_entry_only() -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, NOTHING))
    refusal = attempt(table, correction(1, "throw", seat=1, dice=NOTHING), may_correct_any=False).refusal
    assert (refusal.code, refusal.status) == ("only_last_entry", 403)
    with pytest.raises(Refusal) as preview:
        _preview(table, correction(1, "void"), may_correct_any=False)
    assert preview.value.code == "only_last_entry"
    record(table, correction(2, "throw", seat=2, dice="442156"), may_correct_any=False)
    record(table, correction(3, "void"), may_correct_any=False)
    record(table, correction(1, "void"), may_correct_any=False)  # the last that counts now
    assert held(table) == {}


def test_previews_refuse_what_is_no_correction() -> None:
    table = make_table()
    with pytest.raises(Refusal) as refusal:
        _preview(table, throw(1, NOTHING))
    assert refusal.value.code == "bad_supersedes"
    with pytest.raises(Refusal) as refusal:
        _preview(table, correction(1, "void"))
    assert refusal.value.code == "table_not_open"


def test_a_batch_may_correct_what_it_has_just_recorded() -> None:
    table = open_table()
    recording = record(table, throw(1, "444215"), correction(1, "void"), throw(1, "442156"))
    assert [result.status for result in recording.results] == ["recorded"] * 3
    assert (held(table), _fresh(table).seq) == ({"1 erju": 1}, 3)


def test_the_state_tells_what_the_last_throw_took_after_an_earlier_correction() -> None:
    event = make_event(piece_set={"zhuangyuan": 1, "sanhong": 1, "yixiu": 9})
    table = open_table(make_table(event))
    record(table, throw(1, "444215"), throw(2, "444215"))
    assert table_state(_fresh(table), now=NOW)["last"]["won"] == []  # the only 三红 was gone
    record(table, correction(1, "throw", seat=1, dice=NOTHING))
    assert table_state(_fresh(table), now=NOW)["last"]["won"] == [["sanhong", "stock", 1]]


def test_time_up_is_taken_back() -> None:
    table = open_table()
    record(table, entry("time_up"))
    assert _fresh(table).pieces_left == 0
    record(table, correction(1, "void"))
    assert (_fresh(table).pieces_left, _fresh(table).phase) == (62, "playing")


def test_a_correction_costs_the_same_at_throw_10_and_300(django_assert_num_queries) -> None:
    event = make_event()
    make_approver(event)
    short, long = open_table(make_table(event)), open_table(make_table(event, number=2))
    short, long = idle(short, 10), idle(long, 300)
    counts = []
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for table in (short, long):
        last = last_effective_entry(table)
        with CaptureQueriesContext(connection) as queries:
            record(table, correction(table.seq, "throw", seat=last.seat, dice="442156"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_snapshot_after_a_correction_is_the_fold_of_what_counts() -> None:
    table = play_on(open_table(), 60)
    target = Entry.objects.get(seq=30)
    record(table, correction(30, "throw", seat=target.seat, dice="442156"))
    table = _fresh(table)
    assert table.state == fold(table, effective(log_of(table))).game.to_json()
