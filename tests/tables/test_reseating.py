"""People found in the wrong seats after throws: the log says who sat where, and everything derived follows."""

from __future__ import annotations

import contextlib
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from awards.queries import honours
from awards.services import make_certificates
from bobing_event.models import AuditRecord, Participant
from bobing_event.refusals import Refusal
from reports.queries import champion_rows, piece_rows
from tables import services
from tables.models import Entry, Piece, Seat, SeatChange, Table
from tables.queries import export_of, log_json, table_state
from tables.queries.detail import table_detail_of
from tables.services import Side
from tests.tables.factories import (
    NOW,
    attempt,
    correction,
    entry,
    make_event,
    make_session,
    make_table,
    make_user,
    open_table,
    play_on,
    record,
    throw,
)
from tournaments.models import Entrant, Playoff
from tournaments.queries import eligible_entrants
from tournaments.services import create_playoff, draw_lots

pytestmark = pytest.mark.django_db
SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "verify_log.py"


def fresh(table: Table) -> Table:
    return Table.objects.select_related("session__event").get(pk=table.pk)


def person(table: Table, seat: int) -> Participant:
    return Participant.objects.get(seats__table=table, seats__number=seat)


def owners(table: Table) -> dict[str, int]:
    """Pieces as `{"P3 sanhong": 1}`."""
    counts: dict[str, int] = {}
    for piece in Piece.objects.filter(table=table, place="seat").select_related("participant"):
        key = f"{piece.participant.name} {piece.rank}"
        counts[key] = counts.get(key, 0) + 1
    return counts


def swap(table: Table, seat: int, other: Table, other_seat: int, **fields: Any) -> SeatChange:
    arguments = {"by": make_user("owner"), "now": NOW, "reason": "sat down wrong", "client_uuid": uuid4(), **fields}
    return services.swap_people(table=table, seat=seat, other_table=other, other_seat=other_seat, **arguments)


def refused(code: str, call: Any, *arguments: Any, **fields: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        call(*arguments, **fields)
    assert refusal.value.code == code
    assert str(refusal.value)
    return refusal.value


def sound(*tables: Table) -> None:
    for table in tables:
        assert [str(difference) for difference in services.verify_table(fresh(table))] == []


@pytest.fixture
def table() -> Table:
    """Four people; after two rounds seat 1 has a 三红 and a 二举, seat 3 two 一秀 and leads with 四红."""
    table = open_table(make_table(seats=4))
    dice = ["444123", "112233", "411356", "556623", "442156", "123355", "444412", "123355"]
    record(table, *(throw(n % 4 + 1, faces) for n, faces in enumerate(dice)))
    return fresh(table)


def ended_table(event: Any, number: int = 1) -> Table:
    """A table that seat 1 ends as champion by 六杯红, taking everything."""
    table = open_table(make_table(event, number=number, seats=4))
    record(table, throw(1, "444411"), throw(2, "123456"), throw(3, "444123"), throw(4, "112233"), throw(1, "444444"))
    table = fresh(table)
    assert table.has_ended
    return table


# --- the common case: wrong from the beginning --------------------------------------------------------------
def test_two_of_a_table_change_from_the_beginning(table: Table) -> None:
    one, three = person(table, 1), person(table, 3)
    state_before, hash_before = table.state, table.last_hash
    change = swap(table, 1, table, 3)
    table = fresh(table)
    assert (person(table, 1), person(table, 3)) == (three, one)
    assert owners(table) == {
        f"{three.name} sanhong": 1, f"{three.name} erju": 1, f"{one.name} yixiu": 1,
    }  # fmt: skip
    assert table.state == state_before  # the game is the seats', and goes on as it was
    assert (table.seq, table.last_hash != hash_before) == (10, True)
    lines = list(Entry.objects.filter(kind="reseat").values_list("seq", "seat", "participant", "since", "reason"))
    assert lines == [(9, 1, three.pk, 1, "sat down wrong"), (10, 3, one.pk, 1, "sat down wrong")]
    assert (change.kind, change.moves, change.facts["entries"]) == (
        "reseat",
        [
            {"participant": one.pk, "from": [1, 1], "to": [1, 3]},
            {"participant": three.pk, "from": [1, 3], "to": [1, 1]},
        ],
        [[table.pk, 9], [table.pk, 10]],
    )
    sound(table)


def test_the_tablet_shows_the_new_names_and_plays_on(table: Table) -> None:
    one, three = person(table, 1), person(table, 3)
    swap(table, 1, table, 3)
    state = table_state(fresh(table), now=NOW)
    assert [seat["name"] for seat in state["seats"]][::2] == [three.name, one.name]
    assert state["turn"] == 1
    assert state["last"]["seq"] == 8  # what a referee would undo is the last throw
    record(table, throw(1, "411356"))
    assert owners(table)[f"{three.name} yixiu"] == 1
    record(table, correction(11, "void"))
    assert f"{three.name} yixiu" not in owners(table)
    sound(table)


def test_a_batch_costs_the_same_after_a_swap(table: Table, django_assert_num_queries) -> None:
    owner = make_user("owner")
    with django_assert_num_queries(7):  # two of them the transaction's
        services.record_entries(table=table, entries=[throw(1, "411356")], by=owner, now=NOW)
    swap(table, 1, table, 3)
    with django_assert_num_queries(7):
        services.record_entries(table=table, entries=[throw(2, "411356")], by=owner, now=NOW)


def test_people_of_two_tables(table: Table) -> None:
    other = open_table(make_table(table.session.event, number=2, seats=4))
    record(other, throw(1, "444123"), throw(2, "411356"))
    one, two = person(table, 1), person(other, 2)
    swap(table, 1, other, 2)
    assert (person(table, 1), person(other, 2)) == (two, one)
    assert owners(fresh(table))[f"{two.name} sanhong"] == 1
    assert owners(fresh(other)) == {f"{person(other, 1).name} sanhong": 1, f"{one.name} yixiu": 1}
    sound(table, other)


def test_somebody_of_a_table_that_waits(table: Table) -> None:
    """Table 2 cannot begin: one of its people plays at table 1."""
    other = make_table(table.session.event, number=2, seats=4)
    one, two = person(table, 1), person(other, 2)
    change = swap(table, 1, other, 2)
    assert (person(table, 1), person(other, 2)) == (two, one)
    assert [tuple(line) for line in change.facts["entries"]] == [(table.pk, 9)]
    opened = open_table(fresh(other))
    assert opened.opening["people"]["2"] == one.pk
    sound(table, other)


def test_a_repeat_does_nothing_twice(table: Table) -> None:
    uuid = uuid4()
    first = swap(table, 1, table, 3, client_uuid=uuid)
    assert swap(table, 1, table, 3, client_uuid=uuid) == first
    assert (SeatChange.objects.count(), Entry.objects.filter(kind="reseat").count()) == (1, 2)


# --- from an entry on ---------------------------------------------------------------------------------------
def test_from_an_entry_on_what_came_before_stays(table: Table) -> None:
    one, three = person(table, 1), person(table, 3)
    swap(table, 1, table, 3, since=5, other_since=5)
    assert owners(fresh(table)) == {
        f"{one.name} sanhong": 1, f"{three.name} erju": 1, f"{three.name} yixiu": 1,
    }  # fmt: skip
    seats = {seat.number: (seat.participant, seat.since) for seat in table.seats.all()}
    assert (seats[1], seats[3]) == ((three, 5), (one, 5))
    sound(table)
    detail = table_detail_of(fresh(table), now=NOW)
    assert {(line.person.name, line.seat.number, line.pieces) for line in detail.seats} == {
        (three.name, 1, 2), (one.name, 3, 1), ("P2", 2, 0), ("P4", 4, 0),
    }  # fmt: skip
    assert detail.leader.person == one  # the 四红 of entry 7
    assert {line.entry.seq: line.person for line in detail.log}[1] == one.name
    assert {line.entry.seq: line.person for line in detail.log}[5] == three.name


def test_a_later_word_paints_over_an_earlier_one(table: Table) -> None:
    one, three, four = person(table, 1), person(table, 3), person(table, 4)
    swap(table, 1, table, 3, since=5, other_since=5)
    swap(table, 1, table, 4)
    assert person(table, 1) == four
    assert owners(fresh(table))[f"{four.name} sanhong"] == 1
    assert owners(fresh(table))[f"{four.name} erju"] == 1
    assert {one.name, three.name} == {person(table, 3).name, person(table, 4).name}
    sound(table)


def test_a_correction_after_a_partial_swap_gives_the_piece_to_who_sat_there_then(table: Table) -> None:
    one = person(table, 1)
    swap(table, 1, table, 3, since=5, other_since=5)
    record(table, correction(1, "throw", seat=1, dice="411356"))
    assert owners(fresh(table))[f"{one.name} yixiu"] == 1
    sound(table)


def test_the_champion_is_who_threw_it(table: Table) -> None:
    """Seat 3 threw 四红 at entry 7 and changed hands at entry 11; at the end it is champion."""
    thrower, later = person(table, 3), person(table, 1)
    record(table, throw(1, "123355"), throw(2, "123355"), throw(3, "123355"))
    swap(table, 1, table, 3, since=9, other_since=11)
    record(table, throw(4, "123355"), entry("time_up"))
    table = fresh(table)
    assert table.has_ended
    assert (table.champion.number, table.champion_person) == (3, thrower)
    assert Piece.objects.get(table=table, rank="zhuangyuan").participant == thrower
    assert person(table, 3) == later
    assert table_state(table, now=NOW)["champion"] == {"seat": 3, "name": thrower.name, "pattern": "sihong"}
    assert [row.person for row in champion_rows(table.session.event)] == [thrower]
    assert [honour.participant_id for honour in honours(table.session.event)] == [thrower.pk]
    [candidate] = eligible_entrants(table.session.event, Playoff.Kind.ZONGZHUANGYUAN).entrants
    assert candidate.participant_id == thrower.pk
    sound(table)


def test_an_appointed_champion_is_who_sits_there(table: Table) -> None:
    swap(table, 1, table, 3, since=5, other_since=5)
    record(table, entry("appoint", 3, reason="marbles"))
    table = fresh(table)
    assert table.champion_person == person(table, 3)
    sound(table)


def test_pieces_go_to_people_in_reports_and_play_offs() -> None:
    event = make_event()
    table = open_table(make_table(event, seats=4))
    record(table, throw(1, "123456"), throw(2, "123355"), throw(3, "411356"), throw(4, "123355"), throw(1, "123456"))
    one, three = person(table, 1), person(table, 3)
    swap(table, 1, table, 3, since=5, other_since=3)
    Table.objects.update(phase="ended", turn=None)
    rows = {(row["name"], row["rank"], row["number"]) for row in piece_rows(event)}
    assert rows == {(one.name, "duitang", 1), (three.name, "duitang", 2), (one.name, "yixiu", 1)}
    entrants = eligible_entrants(event, Playoff.Kind.ZONGDUITANG).entrants
    assert {candidate.participant_id for candidate in entrants} == {one.pk, three.pk}


# --- the preview --------------------------------------------------------------------------------------------
def test_the_preview_names_throws_pieces_and_the_lead(table: Table) -> None:
    one, three = person(table, 1), person(table, 3)
    preview = services.preview_swap(sides=(Side(table, 1, 5), Side(table, 3)))
    assert [(side.seat.number, side.becomes, [t.entry.seq for t in side.throws]) for side in preview.sides] == [
        (1, three, [5]),
        (3, one, [3, 7]),
    ]
    assert [(c.rank, c.number, c.before, c.after) for c in preview.pieces] == [
        ("erju", 1, one, three),
        ("yixiu", 1, three, one),
    ]
    assert [(c.before, c.after) for c in preview.leaders] == [(three, one)]
    assert preview.champions == []
    assert Entry.objects.filter(kind="reseat").count() == 0


def test_the_preview_names_the_champion_of_an_ended_table() -> None:
    event = make_event(ruleset="xiamen-sixteen")
    table = ended_table(event)
    one, two = person(table, 1), person(table, 2)
    preview = services.preview_swap(sides=(Side(table, 1), Side(table, 2)))
    assert [(c.before, c.after) for c in preview.champions] == [(one, two)]


# --- taking it back -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("since", [1, 5])
def test_a_swap_is_taken_back_as_a_whole(table: Table, since: int) -> None:
    before, people = owners(table), [person(table, n) for n in (1, 3)]
    change = swap(table, 1, table, 3, since=since, other_since=since)
    services.undo_change(change=change, by=make_user("owner"), now=NOW)
    assert owners(fresh(table)) == before
    assert [person(table, n) for n in (1, 3)] == people
    assert list(table.seats.values_list("since", flat=True)) == [1, 1, 1, 1]
    assert list(Entry.objects.filter(kind="void").values_list("supersedes__seq", flat=True)) == [9, 10]
    sound(table)
    refused("already_undone", services.undo_change, change=change, by=make_user("owner"), now=NOW)


def test_a_swap_with_a_table_that_waits_is_taken_back(table: Table) -> None:
    other = make_table(table.session.event, number=2, seats=4)
    one, two = person(table, 1), person(other, 2)
    change = swap(table, 1, other, 2)
    services.undo_change(change=change, by=make_user("owner"), now=NOW)
    assert (person(table, 1), person(other, 2)) == (one, two)
    sound(table)


def test_a_swap_that_does_not_stand_is_not_taken_back(table: Table) -> None:
    undo = {"by": make_user("owner"), "now": NOW}
    first = swap(table, 1, table, 3)
    second = swap(table, 3, table, 4)
    refused("change_outdated", services.undo_change, change=first, **undo)
    swap(table, 3, table, 4)  # the same people sit there again, but the seat changed hands
    refused("change_outdated", services.undo_change, change=first, **undo)
    refused("change_outdated", services.undo_change, change=second, **undo)
    sound(table)


def test_who_sat_where_is_not_corrected_by_halves(table: Table) -> None:
    swap(table, 1, table, 3)
    refusal = attempt(table, correction(9, "void")).refusal
    assert refusal is not None
    assert refusal.code == "seats_are_changed_whole"
    asked = {"client_uuid": str(uuid4()), "kind": "reseat", "seat": 1, "participant": 1, "since": 1}
    refusal = attempt(table, asked).refusal
    assert refusal is not None
    assert refusal.code == "unknown_kind"


# --- refusals -----------------------------------------------------------------------------------------------
def test_what_cannot_be_swapped(table: Table) -> None:
    event = table.session.event
    refused("reason_needed", swap, table, 1, table, 3, reason=" ")
    for call in (
        swap,
        lambda a, s, b, o, **f: services.preview_swap(sides=(Side(a, s, f.get("since", 1)), Side(b, o))),
    ):
        refused("same_person", call, table, 1, table, 1)
        refused("nobody_there", call, table, 1, table, 9)
        assert refused("unknown_entry", call, table, 1, table, 3, since=99).status == 404
        elsewhere = Table.objects.filter(number=7).first() or make_table(
            event, number=7, session=make_session(event, 2)
        )
        refused("other_session", call, table, 1, fresh(elsewhere), 1)
        waiting = Table.objects.filter(number=8).first() or make_table(event, number=8)
        refused("table_not_open", call, waiting, 1, waiting, 2)
    refused("client_uuid_reused", swap, table, 1, table, 3, client_uuid=table.entries.first().client_uuid)
    twice = Table.objects.create(session=table.session, number=9)
    Seat.objects.create(table=twice, number=1, participant=person(table, 1))
    refused("already_seated", swap, table, 1, table, 3)
    assert Entry.objects.filter(kind="reseat").count() == 0


def test_an_ended_table_is_put_right_while_nothing_rests_on_it() -> None:
    event = make_event(ruleset="xiamen-sixteen")
    table = ended_table(event)
    one, two = person(table, 1), person(table, 2)
    swap(table, 1, table, 2)
    table = fresh(table)
    assert table.champion_person == two
    assert {key.split()[0] for key in owners(table)} >= {two.name}
    sound(table)
    make_certificates(event=event, by=make_user("owner"), now=NOW)
    refused("table_ended", swap, table, 1, table, 2)
    refused("table_ended", services.preview_swap, sides=(Side(table, 1), Side(table, 2)))
    refused("table_ended", services.undo_change, change=SeatChange.objects.get(), by=make_user("owner"), now=NOW)
    assert fresh(table).champion_person == two != one


def test_an_ended_table_of_a_drawn_play_off_stays() -> None:
    event = make_event(ruleset="xiamen-sixteen")
    tables = [ended_table(event, number) for number in (1, 2)]
    playoff = create_playoff(event=event, kind=Playoff.Kind.ZONGZHUANGYUAN, by=make_user("owner"), now=NOW)
    swap(tables[0], 1, tables[1], 2)  # set up, but nothing drawn
    draw_lots(playoff=playoff, by=make_user("owner"), now=NOW, seed=b"s" * 32)
    refusal = refused("table_ended", swap, tables[0], 1, tables[1], 2)
    assert "Grand Zhuangyuan" in str(refusal)
    assert Entrant.objects.count() == 2


# --- the log as it leaves the house --------------------------------------------------------------------------
def test_the_export_carries_the_lines_and_verifies(table: Table, tmp_path: Path) -> None:
    one, three = person(table, 1), person(table, 3)
    before = export_of(table)["entries"]
    swap(table, 1, table, 3, since=5, other_since=7)
    exported = export_of(fresh(table))
    assert exported["entries"][:8] == before  # hashes made before stay
    assert [(e["kind"], e["seat"], e["participant"], e["since"]) for e in exported["entries"][8:]] == [
        ("reseat", 1, three.pk, 5),
        ("reseat", 3, one.pk, 7),
    ]
    assert "participant" not in exported["entries"][0]
    logged = log_json(fresh(table))["entries"][8]
    assert (logged["kind"], logged["seat"], logged["participant"], logged["since"]) == ("reseat", 1, three.pk, 5)
    file = tmp_path / "log.json"
    file.write_text(json.dumps(exported))
    assert subprocess.run([sys.executable, SCRIPT, file], check=False).returncode == 0
    exported["entries"][8]["participant"] = one.pk
    file.write_text(json.dumps(exported))
    assert subprocess.run([sys.executable, SCRIPT, file], check=False).returncode == 1


@pytest.mark.parametrize(
    ("alter", "code"),
    [
        (lambda: Entry.objects.filter(seq=9).update(participant=Participant.objects.last()), "hash"),
        (lambda: Entry.objects.filter(seq=9).update(since=3), "hash"),
        (lambda: Seat.objects.filter(number=1).update(since=7), "seat"),
        (
            lambda: Piece.objects.filter(rank="sanhong", number=1).update(participant=Participant.objects.last()),
            "piece",
        ),
        (lambda: Table.objects.update(champion_person=Participant.objects.last()), "column"),
    ],
)
def test_verifying_finds_what_was_altered(table: Table, alter: Any, code: str) -> None:
    swap(table, 1, table, 3)
    alter()
    assert code in {difference.code for difference in services.verify_table(fresh(table))}


def test_the_audit_log_has_a_line_for_a_swap(table: Table) -> None:
    swap(table, 1, table, 3, client_uuid=UUID(int=7))
    line = AuditRecord.objects.filter(action="seats_changed").get()
    assert line.detail == {"kind": "reseat", "moves": 2, "reason": "sat down wrong", "seed": ""}


# --- whatever happens -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_put_right_and_taken_back_everything_derived_agrees(seed: int) -> None:
    """Two tables of a ruleset with chasing and dealing: throws, corrections, swaps from anywhere on, undos."""
    lots = random.Random(seed)
    event = make_event(ruleset="xiamen-sixteen" if seed % 2 else "folk-63-chase")
    tables = [open_table(make_table(event, number=number, seats=5)) for number in (1, 2)]
    people = {seat.participant_id for seat in Seat.objects.all()}
    made: list[SeatChange] = []
    for _step in range(30):
        table = fresh(lots.choice(tables))
        match lots.randrange(6):
            case 0:
                made += _random_swap(lots, tables)
            case 1 if made:
                with contextlib.suppress(Refusal):
                    services.undo_change(change=made.pop(lots.randrange(len(made))), by=make_user("owner"), now=NOW)
            case 2 if table.seq:
                dice = "".join(str(lots.randint(1, 6)) for _die in range(6))
                target = table.entries.get(seq=lots.randint(1, table.seq))
                attempt(table, correction(target.seq, "throw", seat=target.seat or 1, dice=dice))
            case _:
                play_on(table, lots.randint(1, 12), seed=lots.randrange(1000))
        assert {seat.participant_id for seat in Seat.objects.all()} == people
    sound(*tables)
    for table in tables:
        log = export_of(fresh(table))
        assert [entry["seq"] for entry in log["entries"]] == list(range(1, len(log["entries"]) + 1))


def _random_swap(lots: random.Random, tables: list[Table]) -> list[SeatChange]:
    sides = []
    for _side in range(2):
        table = lots.choice(tables)
        counting = table.entries.filter(superseded_by=None).exclude(kind__in=("void", "reseat"))
        places = [1, *counting.order_by("place").values_list("place", flat=True)]
        sides.append((table, lots.randint(1, 5), lots.choice(places)))
    (one, seat, since), (two, other_seat, other_since) = sides
    with contextlib.suppress(Refusal):
        return [swap(one, seat, two, other_seat, since=since, other_since=other_since)]
    return []
