"""Recording entries: what is written, what is answered, what is refused."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import translation

from rules import Game, load
from tables import services
from tables.chain import link
from tables.models import Entry, Piece, Table
from tables.queries import hash_content, table_state
from tests.tables.factories import (
    NOTHING,
    NOW,
    attempt,
    entry,
    held,
    idle,
    make_device,
    make_event,
    make_table,
    make_user,
    open_table,
    play_on,
    record,
    throw,
)

pytestmark = pytest.mark.django_db


def _fresh(table: Table) -> Table:
    return Table.objects.select_related("session__event").get(pk=table.pk)


def test_a_throw_is_written_whole() -> None:
    table, later = open_table(), NOW + timedelta(minutes=2)
    device = make_device(table)
    before = table.last_hash
    sent = throw(1, "444215", thrown_at="2026-09-25T19:01:00+08:00")
    recording = record(table, sent, by=make_user("ref"), device=device, now=later)
    row = Entry.objects.select_related("supersedes", "recorded_by", "approved_by", "device").get()
    assert (row.seq, row.place, row.kind, row.seat, row.dice, row.rank) == (1, 1, "throw", 1, "444215", "")
    assert (str(row.client_uuid), row.reason, row.supersedes) == (sent["client_uuid"], "", None)
    assert (row.recorded_by.username, row.device, row.received_at) == ("ref", device, later)
    assert row.thrown_at == NOW + timedelta(minutes=1)
    assert row.hash == link(before, hash_content(row))
    table = _fresh(table)
    assert (table.seq, table.last_hash, table.last_entry_at) == (1, row.hash, later)
    assert (table.turn, table.round, table.pieces_left, table.phase) == (2, 1, 61, "playing")
    [result] = recording.results
    assert (result.status, result.entry, result.entry.effect) == ("recorded", row, row.effect)
    assert row.effect["won"] == [["sanhong", "stock", 1]]


def test_the_snapshot_is_the_fold_and_the_piece_moves() -> None:
    table = open_table()
    record(table, throw(1, "444215"), throw(2, "442156"))
    table = _fresh(table)
    game = Game.from_json(table.state, load())
    assert game.held == {1: {"sanhong": 1}, 2: {"erju": 1}}
    assert held(table) == {"1 sanhong": 1, "2 erju": 1}
    assert Piece.objects.get(table=table, rank="sanhong", number=1).provisional is False


def test_a_chaseable_piece_is_provisional_until_the_end() -> None:
    event = make_event(ruleset="chase-duitang", piece_set={"zhuangyuan": 1, "duitang": 1, "yixiu": 1})
    table = open_table(make_table(event, seats=3))
    record(table, throw(1, "123456"))
    piece = Piece.objects.get(rank="duitang")
    assert (piece.holder.number, piece.provisional) == (1, True)
    record(table, throw(3, "123456"))  # counterclockwise: from 1 to 3
    piece.refresh_from_db()
    assert (piece.holder.number, piece.provisional) == (3, True)
    record(table, entry("appoint", 2, reason="sum-off"))
    assert set(Piece.objects.exclude(place="stock").values_list("rank", "provisional")) == {
        ("duitang", False), ("zhuangyuan", False),
    }  # fmt: skip
    assert not Piece.objects.filter(provisional=True).exists()  # what stays in stock never moves again either


def test_a_table_ends_with_its_champion() -> None:
    table = play_on(open_table(), 1000)
    assert (table.phase, table.turn, table.champion.number) == ("ended", None, 8)
    assert table.champion_pattern
    assert Piece.objects.get(rank="zhuangyuan").holder == table.champion
    assert not Piece.objects.filter(provisional=True).exists()


def test_returned_and_grabbed_pieces_belong_to_nobody() -> None:
    table = open_table()
    record(table, throw(1, "444415"), entry("time_up"), *(throw(n, NOTHING) for n in range(2, 13)))
    table = _fresh(table)
    assert (table.phase, table.pieces_left) == ("ended", 0)
    assert Piece.objects.filter(place="returned", holder=None, provisional=False).count() == 62
    dark = open_table(make_table(make_event("dark", ruleset="blackout")))
    record(dark, throw(1, "222222"))
    assert Piece.objects.filter(table=dark, place="grabbed", holder=None).count() == 62


def test_a_repeated_uuid_is_answered_as_the_first_time() -> None:
    table = open_table()
    sent = throw(1, "444215")
    first = record(table, sent)
    record(table, throw(2, NOTHING))
    again = record(table, {**sent, "thrown_at": "2026-09-25T19:30:00+08:00", "dice": [5, 1, 2, 4, 4, 4]})
    assert again.results[0].status == "repeated"
    assert again.results[0].entry.effect == first.results[0].entry.effect
    assert again.state["turn"] == 3
    assert Entry.objects.count() == 2


def test_a_repeat_within_a_batch_and_after_the_end() -> None:
    table = open_table()
    sent = throw(1, "444215")
    assert [result.status for result in record(table, sent, sent).results] == ["recorded", "repeated"]
    end = entry("appoint", 3, reason="marbles")
    record(table, end)
    assert [result.status for result in record(table, end, sent).results] == ["repeated", "repeated"]


@pytest.mark.parametrize(
    "changed",
    [{"seat": 2}, {"dice": [1, 1, 1, 1, 1, 1]}, {"kind": "pass"}, {"reason": "other"}, {"supersedes": 1}],
)
def test_a_uuid_is_not_used_for_something_else(changed: dict) -> None:
    table = open_table()
    sent = throw(1, "444215")
    record(table, sent)
    refusal = attempt(table, {**sent, **changed}).refusal
    assert (refusal.code, refusal.status, refusal.context) == ("client_uuid_reused", 409, {"seq": 1})


def test_the_same_uuid_may_stand_in_two_tables() -> None:
    event, sent = make_event(), throw(1, "444215")
    for number in (1, 2):
        record(open_table(make_table(event, number=number)), sent)
    assert Entry.objects.count() == 2


def test_a_batch_stops_at_the_first_refusal() -> None:
    table = open_table()
    batch = [throw(1, NOTHING), throw(5, NOTHING), throw(2, NOTHING)]
    recording = attempt(table, *batch)
    assert [result.status for result in recording.results] == ["recorded", "refused", "not_tried"]
    assert recording.refusal.code == "not_your_turn"
    assert recording.refusal.context == {"expected": {"turn": 2, "round": 1}}
    assert str(recording.refusal) == "It is the turn of seat 2 P2 now (round 1). Nothing was recorded."
    assert (Entry.objects.count(), _fresh(table).turn) == (1, 2)
    assert recording.state["turn"] == 2


def test_refusals_are_said_in_chinese() -> None:
    table = open_table()
    with translation.override("zh-hans"):
        refusal = attempt(table, throw(5, NOTHING)).refusal
    assert str(refusal) == "现在轮到 1 号P1（第 1 轮）。这一条没有记录。"


REFUSED_BY_THE_FOLD = [
    (lambda: throw(2, NOTHING), "not_your_turn", "It is the turn of seat 1 P1 now (round 1). Nothing was recorded."),
    (lambda: entry("overflow", 3), "not_your_turn", None),
    (lambda: entry("pass", 3), "not_your_turn", None),
    (lambda: entry("rethrow", 3), "not_your_turn", None),
    (lambda: throw(99, NOTHING), "unknown_seat", "There is no seat 99 at table 1."),
    (lambda: entry("leave", 9), "already_left", "Already left: seat 9 P9."),
    (lambda: entry("return", 8), "not_left", "Has not left, so cannot return: seat 8 P8."),
    (lambda: entry("time_up"), "time_already_up", None),
    (lambda: entry("lower_bar", rank="zhuangyuan"), "unknown_rank", None),
    (lambda: entry("lower_bar"), "unknown_rank", None),
    (lambda: entry("sing", 1), "unknown_kind", "There is no entry of this kind."),
]


@pytest.mark.parametrize(("sent", "code", "sentence"), REFUSED_BY_THE_FOLD)
def test_the_fold_refuses(sent, code: str, sentence: str | None) -> None:
    table = open_table()
    record(table, entry("leave", 9), *([entry("time_up")] if code == "time_already_up" else []))
    if code == "time_already_up":  # nothing was thrown yet: the round is over and the table plays on for 状元
        assert _fresh(table).phase == "zhuangyuan_only"
    count = Entry.objects.count()
    refusal = attempt(table, sent()).refusal
    assert (refusal.code, refusal.status) == (code, 409)
    assert str(refusal) == sentence if sentence else str(refusal)
    assert Entry.objects.count() == count


def test_an_ended_table_refuses() -> None:
    table = open_table()
    record(table, entry("appoint", 3, reason="marbles"))
    refusal = attempt(table, throw(1, NOTHING)).refusal
    assert (refusal.code, refusal.context) == ("table_ended", {"expected": {"turn": None, "round": 1}})
    assert str(refusal).startswith("Table 1 has ended")


MALFORMED = [
    ([1, 2], "not_an_object"),
    ("throw", "not_an_object"),
    ({"kind": "pass", "seat": 1}, "bad_client_uuid"),
    ({"client_uuid": "7", "kind": "pass", "seat": 1}, "bad_client_uuid"),
    ({"client_uuid": 7, "kind": "pass", "seat": 1}, "bad_client_uuid"),
    ({"seat": 1}, "bad_kind"),
    ({"kind": 5}, "bad_kind"),
    ({"kind": "pass"}, "bad_seat"),
    ({"kind": "pass", "seat": "1"}, "bad_seat"),
    ({"kind": "pass", "seat": True}, "bad_seat"),
    ({"kind": "throw", "seat": 1}, "dice_count"),
    ({"kind": "throw", "seat": 1, "dice": [1, 2, 3, 4, 5]}, "dice_count"),
    ({"kind": "throw", "seat": 1, "dice": [1, 2, 3, 4, 5, 6, 1]}, "dice_count"),
    ({"kind": "throw", "seat": 1, "dice": [0, 2, 3, 4, 5, 6]}, "dice_face"),
    ({"kind": "throw", "seat": 1, "dice": [1.0, 2, 3, 4, 5, 6]}, "dice_face"),
    ({"kind": "throw", "seat": 1, "dice": "12345x"}, "dice_face"),
    ({"kind": "rethrow", "seat": 1, "reason": 5}, "bad_reason"),
    ({"kind": "pass", "seat": 1, "reason": "x" * 201}, "bad_reason"),
    ({"kind": "pass", "seat": 1, "reason": "a\x00b"}, "bad_reason"),
    ({"kind": "pass", "seat": 1, "thrown_at": "yesterday"}, "bad_thrown_at"),
    ({"kind": "pass", "seat": 1, "thrown_at": "2026-09-25T11:00:00"}, "bad_thrown_at"),
    ({"kind": "pass", "seat": 1, "thrown_at": "2026-99-25T11:00:00Z"}, "bad_thrown_at"),
    ({"kind": "pass", "seat": 1, "thrown_at": "0001-01-01T00:00:00+14:00"}, "bad_thrown_at"),
    ({"kind": "pass", "seat": 1, "thrown_at": 7}, "bad_thrown_at"),
    ({"kind": "pass", "seat": 1, "supersedes": "1"}, "bad_supersedes"),
    ({"kind": "pass", "seat": 1, "supersedes": True}, "bad_supersedes"),
    ({"kind": "void"}, "void_without_supersedes"),
    ({"kind": "appoint", "seat": 1}, "reason_needed"),
    ({"kind": "appoint", "seat": 1, "reason": "  "}, "reason_needed"),
]


@pytest.mark.parametrize(("sent", "code"), MALFORMED)
def test_what_is_no_entry_is_refused(sent, code: str) -> None:
    table = open_table()
    if isinstance(sent, dict) and code != "bad_client_uuid":
        sent = {"client_uuid": str(uuid4()), **sent}
    refusal = attempt(table, sent).refusal
    assert (refusal.code, refusal.status) == (code, 400)
    assert str(refusal)
    assert Entry.objects.count() == 0


def test_dice_may_come_as_text() -> None:
    table = open_table()
    record(table, {**throw(1, NOTHING), "dice": "444215"})
    assert Entry.objects.get().dice == "444215"


def test_fields_a_kind_does_not_need_are_not_kept() -> None:
    table = open_table()
    record(table, entry("pass", 1, dice=[1] * 6, rank="duitang"))
    row = Entry.objects.get()
    assert (row.dice, row.rank) == ("", "")


def test_a_waiting_table_refuses() -> None:
    table = make_table()
    recording = attempt(table, throw(1, NOTHING))
    assert recording.refusal.code == "table_not_open"
    assert (recording.state["phase"], recording.state["turn"]) == ("waiting", None)


def test_a_batch_has_at_most_200_entries() -> None:
    table = open_table()
    record(table, *(throw(n % 12 + 1, NOTHING) for n in range(200)))
    from bobing_event.refusals import Refusal

    with pytest.raises(Refusal) as refusal:
        attempt(table, *(throw(n % 12 + 9, NOTHING) for n in range(201)))
    assert (refusal.value.code, refusal.value.status) == ("batch_too_long", 400)
    assert Entry.objects.count() == 200


def test_every_kind_goes_into_the_log() -> None:
    table = open_table()
    record(
        table,
        entry("leave", 12),
        entry("overflow", 1),
        entry("pass", 2),
        entry("rethrow", 3, reason="leaning"),
        throw(3, NOTHING),
        entry("return", 12),
        entry("lower_bar", rank="sijin"),
        entry("time_up"),
        entry("appoint", 4, reason="sum-off"),
    )
    rows = Entry.objects.order_by("seq").values_list("seq", "kind", "seat", "rank", "reason")
    assert list(rows) == [
        (1, "leave", 12, "", ""),
        (2, "overflow", 1, "", ""),
        (3, "pass", 2, "", ""),
        (4, "rethrow", 3, "", "leaning"),
        (5, "throw", 3, "", ""),
        (6, "return", 12, "", ""),
        (7, "lower_bar", None, "sijin", ""),
        (8, "time_up", None, "", ""),
        (9, "appoint", 4, "", "sum-off"),
    ]


def test_an_empty_batch_changes_nothing() -> None:
    table = open_table()
    recording = record(table)
    assert (recording.results, recording.state["seq"]) == ([], 0)


def test_the_answer_says_the_same_state_as_a_later_look() -> None:
    table = open_table()
    idle(table, 5)
    answered = record(table, throw(6, "444415")).state
    assert answered == table_state(_fresh(table), now=NOW)
    assert answered["last"]["seq"] == 6
    assert answered["leader"] == {"seat": 6, "pattern": "sihong", "dice": [1, 4, 4, 4, 4, 5]}


def test_the_state_proposes_to_lower_the_bar_after_five_rounds() -> None:
    table = open_table()
    record(table, entry("time_up"))
    assert record(table, *(throw(n % 12 + 1, NOTHING) for n in range(59))).state["propose_lower_bar"] is False
    assert record(table, throw(12, NOTHING)).state["propose_lower_bar"] is True


def test_services_are_given_no_time_of_their_own() -> None:
    table = open_table()
    late = NOW + timedelta(hours=5)
    record(table, throw(1, NOTHING), now=late)
    row = Entry.objects.get()
    assert (row.thrown_at, row.received_at) == (late, late)
    assert services.MAX_BATCH == 200
