"""verify_tables and docs/verify_log.py find every way to alter a table behind its log's back."""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tables import services
from tables.chain import link
from tables.models import Entry, Piece, Seat, Table
from tables.queries import export_of, hash_content, log_of
from tests.tables.factories import (
    correction,
    entry,
    make_event,
    make_people,
    make_table,
    make_user,
    open_table,
    play_on,
    record,
    throw,
)

pytestmark = pytest.mark.django_db
SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "verify_log.py"


@pytest.fixture
def table() -> Table:
    """Forty throws, one of them corrected and one taken out."""
    table = play_on(open_table(), 40)
    seat = Entry.objects.get(seq=20).seat
    record(table, correction(20, "throw", seat=seat, dice="442156"))
    record(table, correction(40, "void"))
    return _fresh(table)


def _fresh(table: Table) -> Table:
    return Table.objects.select_related("session__event").get(pk=table.pk)


def _found(table: Table) -> list[tuple[str, str]]:
    return [(one.code, one.subject) for one in services.verify_table(_fresh(table))]


def test_an_honest_table_has_no_difference(table: Table) -> None:
    assert _found(table) == []


def test_waiting_and_ended_tables_have_none_either() -> None:
    event = make_event()
    waiting = make_table(event)
    ended = play_on(open_table(make_table(event, number=2)), 1000)
    assert ended.phase == "ended"
    assert _found(waiting) + _found(ended) == []


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("dice", "444411"),
        ("seat", 7),
        ("reason", "other"),
        ("rank", "erju"),
        ("client_uuid", "00000000-0000-0000-0000-000000000001"),
    ],
)
def test_an_altered_entry_breaks_its_hash(table: Table, column: str, value) -> None:
    Entry.objects.filter(seq=33).update(**{column: value})
    assert ("hash", "entry 33") in _found(table)


@pytest.mark.parametrize("column", ["thrown_at", "received_at"])
def test_an_altered_time_breaks_its_hash(table: Table, column: str) -> None:
    moment = getattr(Entry.objects.get(seq=5), column)
    Entry.objects.filter(seq=5).update(**{column: moment + timedelta(microseconds=1)})
    assert _found(table) == [("hash", "entry 5")]


def test_another_recorder_breaks_its_hash(table: Table) -> None:
    Entry.objects.filter(seq=5).update(recorded_by=make_user("somebody else"))
    Entry.objects.filter(seq=6).update(approved_by=make_user("somebody else"))
    assert _found(table) == [("hash", "entry 5"), ("hash", "entry 6")]


def test_an_altered_hash_breaks_the_chain_on_both_sides(table: Table) -> None:
    Entry.objects.filter(seq=5).update(hash="0" * 64)
    assert _found(table) == [("hash", "entry 5"), ("hash", "entry 6")]


def test_an_entry_that_is_gone_is_missed(table: Table) -> None:
    Entry.objects.filter(seq=42).delete()
    found = _found(table)
    assert ("last_hash", "table") in found
    assert ("column", "seq") in found
    assert ("snapshot", "state") in found


def test_an_entry_that_is_gone_in_the_middle_leaves_a_gap(table: Table) -> None:
    Entry.objects.filter(seq=10).delete()
    found = _found(table)
    assert ("seq", "entry 11") in found
    assert ("hash", "entry 11") in found
    assert ("refused", "entry 11") in found


def test_a_whole_chain_made_anew_is_betrayed_by_what_was_derived(table: Table) -> None:
    """Whoever re-hashes everything after a change must change snapshot, pieces and the printed last hash too."""
    Entry.objects.filter(seq=20).update(dice="123456")  # superseded: counts for nothing
    Entry.objects.filter(seq=33).update(dice="444444")
    before = link("", table.opening)
    for row in log_of(table):
        before = link(before, hash_content(row))
        Entry.objects.filter(pk=row.pk).update(hash=before)
    Table.objects.update(last_hash=before)
    found = _found(table)
    assert ("snapshot", "state") in found
    assert ("effect", "entry 33") in found
    assert "hash" not in {code for code, _subject in found}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"turn": 99}, ("column", "turn")),
        ({"round": 99}, ("column", "round")),
        ({"pieces_left": 99}, ("column", "pieces_left")),
        ({"phase": "last_round"}, ("column", "phase")),
        ({"champion_pattern": "sihong"}, ("column", "champion_pattern")),
        ({"seq": 99}, ("column", "seq")),
        ({"last_hash": "0" * 64}, ("last_hash", "table")),
        ({"state": {}}, ("snapshot", "state")),
    ],
)
def test_an_altered_table_row(table: Table, change: dict, found: tuple[str, str]) -> None:
    Table.objects.update(**change)
    assert _found(table) == [found]


def test_another_champion(table: Table) -> None:
    Table.objects.update(champion=Seat.objects.get(number=3))
    assert _found(table) == [("column", "champion_id")]


def test_an_altered_snapshot(table: Table) -> None:
    state = table.state
    state["skips"] = [3]
    Table.objects.update(state=state)
    assert _found(table) == [("snapshot", "state")]


def test_altered_pieces(table: Table) -> None:
    piece = Piece.objects.filter(place="seat").order_by("rank", "number").first()
    name = f"{piece.rank} {piece.number}"
    Piece.objects.filter(pk=piece.pk).update(holder=Seat.objects.exclude(pk=piece.holder_id).first())
    assert _found(table) == [("piece", name)]
    Piece.objects.filter(pk=piece.pk).update(holder=piece.holder, provisional=not piece.provisional)
    assert _found(table) == [("piece", name)]
    Piece.objects.filter(pk=piece.pk).delete()
    assert _found(table) == [("piece", name)]


def test_a_piece_too_many(table: Table) -> None:
    Piece.objects.create(table=table, rank="yixiu", number=33)
    assert _found(table) == [("piece", "yixiu 33")]


def test_an_altered_opening_breaks_the_chain(table: Table) -> None:
    Table.objects.update(opening={**table.opening, "opened_by": "nobody"})
    assert _found(table) == [("hash", "entry 1")]


def test_an_altered_ruleset_is_told_by_its_digest(table: Table) -> None:
    ruleset = {**table.opening["ruleset"], "bonus_prizes": False}
    Table.objects.update(opening={**table.opening, "ruleset": ruleset})
    assert ("ruleset_digest", "opening") in _found(table)


def test_an_opening_that_cannot_be_read(table: Table) -> None:
    Table.objects.update(opening={**table.opening, "first": 99})
    assert ("opening_unreadable", "fold") in _found(table)


def test_people_who_changed_seats(table: Table) -> None:
    [stranger] = make_people(table.session.event, 1)
    Seat.objects.filter(number=4).update(participant=stranger)
    assert _found(table) == [("seat", "seat 4")]


def test_an_altered_place_in_the_fold(table: Table) -> None:
    Entry.objects.filter(seq=41).update(place=19)
    assert ("place", "entry 41") in _found(table)


def test_an_altered_answer(table: Table) -> None:
    effect = Entry.objects.get(seq=7).effect
    Entry.objects.filter(seq=7).update(effect={**effect, "won": [["zhuangyuan", "stock", 1]]})
    assert _found(table) == [("effect", "entry 7")]


def test_pieces_at_a_table_that_is_not_open() -> None:
    table = make_table()
    Piece.objects.create(table=table, rank="yixiu", number=1)
    assert _found(table) == [("not_open", "entries or pieces")]


# --- commands ----------------------------------------------------------------------------------------------
def test_the_command_says_that_all_is_well(table: Table, capsys) -> None:
    call_command("verify_tables")
    assert capsys.readouterr().out == "1 tables verified, 0 differences\n"


def test_the_command_names_differences_and_fails(table: Table, capsys) -> None:
    Table.objects.update(turn=99)
    with pytest.raises(CommandError) as failed:
        call_command("verify_tables", "moon")
    assert (failed.value.returncode, str(failed.value)) == (1, "1 tables verified, 1 differences")
    assert capsys.readouterr().out == f"moon 1-1 column turn: stored 99, expected {table.turn}\n"


def test_the_command_looks_at_one_event_only(table: Table, capsys) -> None:
    Table.objects.update(turn=99)
    make_event("quiet")
    call_command("verify_tables", "quiet")
    assert capsys.readouterr().out == "0 tables verified, 0 differences\n"


def _verify(path: Path) -> tuple[int, str]:
    """The script alone: another interpreter without the project on its path."""
    done = subprocess.run([sys.executable, "-I", str(SCRIPT), str(path)], capture_output=True, text=True, cwd="/")
    return done.returncode, done.stdout


def _export(table: Table, tmp_path: Path, capsys) -> Path:
    call_command("export_log", "moon", "1")
    path = tmp_path / "log.json"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


def test_an_exported_log_is_verified_without_django(table: Table, tmp_path, capsys) -> None:
    path = _export(table, tmp_path, capsys)
    assert _verify(path) == (0, f"{path}: 42 entries, nothing altered; last hash {table.last_hash}\n")


@pytest.mark.parametrize(
    ("alter", "problem"),
    [
        (lambda log: log["entries"][4].update(dice="444411"), "entry 5 was altered"),
        (lambda log: log["entries"].pop(4), "entry 5 is missing"),
        (lambda log: log["entries"].pop(), "entries are missing at the end"),
        (lambda log: log["opening"].update(first=2), "the opening was altered"),
        (lambda log: log["entries"][41].update(supersedes=99), "entry 42 supersedes number 99"),
        (lambda log: log.update(last_hash="0" * 64), "entries are missing at the end"),
    ],
)
def test_an_altered_export_is_found_out(table: Table, tmp_path, capsys, alter, problem: str) -> None:
    path = _export(table, tmp_path, capsys)
    log = json.loads(path.read_text(encoding="utf-8"))
    alter(log)
    path.write_text(json.dumps(log), encoding="utf-8")
    code, out = _verify(path)
    assert code == 1
    assert problem in out


def test_the_export_carries_what_the_hashes_cover(table: Table) -> None:
    log = export_of(table)
    assert (log["format"], log["table"]) == ("bobing-table-log/1", {"event": "moon", "session": 1, "number": 1})
    assert log["entries"][40] == {
        "seq": 41, "client_uuid": str(Entry.objects.get(seq=41).client_uuid), "kind": "throw",
        "seat": Entry.objects.get(seq=20).seat, "dice": "442156", "rank": "", "reason": "misread", "supersedes": 20,
        "recorded_by": "owner", "approved_by": None, "device": None, "thrown_at": "2026-09-25T11:00:00.000000+00:00",
        "received_at": "2026-09-25T11:00:00.000000+00:00", "hash": Entry.objects.get(seq=41).hash,
    }  # fmt: skip


def test_there_is_no_log_of_a_table_that_is_not_there() -> None:
    with pytest.raises(CommandError) as failed:
        call_command("export_log", "moon", "7")
    assert str(failed.value) == "There is no table 7 in session 1 of moon."


def test_there_is_no_log_of_a_table_that_is_not_open() -> None:
    make_table()
    with pytest.raises(CommandError) as failed:
        call_command("export_log", "moon", "1")
    assert str(failed.value) == "Table 1 has not been opened."


def test_an_appointment_is_verified_too() -> None:
    table = play_on(open_table(), 30)
    record(table, entry("appoint", 2, reason="marbles"))
    assert _found(table) == []


# --- patterns without dice, and second persons -------------------------------------------------------------
@pytest.fixture
def told() -> Table:
    """A throw of 状元 level, one by its pattern, and the first put right with a second person."""
    table = open_table(make_table(seats=3))
    record(table, throw(1, "444415"), entry("throw", 2, pattern="erju"), correction(1, "throw", seat=1, dice="444425"))
    return _fresh(table)


def _forge(told: Table, seq: int, **columns) -> None:
    """Alter an entry and make the chain anew."""
    Entry.objects.filter(seq=seq).update(**columns)
    before = link("", told.opening)
    for row in log_of(told):
        before = link(before, hash_content(row))
        Entry.objects.filter(pk=row.pk).update(hash=before)
    Table.objects.update(last_hash=before)


def test_other_dice_of_the_same_pattern_are_no_example(told: Table) -> None:
    assert _found(told) == []
    _forge(told, 2, dice="442156")
    assert _found(told) == [("example", "entry 2")]


def test_a_zhuangyuan_has_no_example(told: Table) -> None:
    _forge(told, 3, dice_seen=False)
    assert _found(told) == [("example", "entry 3")]


@pytest.mark.parametrize("approver", [None, "owner"])
def test_a_missing_second_person_is_found(told: Table, approver) -> None:
    _forge(told, 3, approved_by=approver and make_user(approver))
    assert _found(told) == [("approval", "entry 3")]


def test_an_exported_log_tells_of_patterns_and_second_persons(told: Table, tmp_path, capsys) -> None:
    path = _export(told, tmp_path, capsys)
    assert _verify(path) == (
        0,
        f"{path}: 3 entries, 1 by their pattern alone, 1 approved by a second person, nothing altered; "
        f"last hash {told.last_hash}\n",
    )
    _forge(told, 3, approved_by=make_user("owner"))
    path = _export(told, tmp_path, capsys)
    assert _verify(path) == (1, f"{path}: entry 3 was approved by the person who recorded it\n")
