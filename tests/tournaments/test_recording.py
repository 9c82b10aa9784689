"""Entries of a heat: what they do, what is refused, and what a second attempt is answered."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from bobing_event.refusals import Refusal
from rules import Playoff as Fold
from tables.chain import link
from tests.tournaments.factories import (
    DUITANG,
    FLOWERS,
    NOTHING,
    NOW,
    STRONG,
    WEAK,
    a_drawn_heat,
    a_user,
    an_ended_table,
    an_event,
    entry,
    order,
    record,
    recorded,
    throw,
    throws,
)
from tournaments.models import Heat, PlayoffEntry
from tournaments.queries import as_rules_entry, fold_of, hash_content, log_of
from tournaments.services import record_playoff_entries

pytestmark = pytest.mark.django_db


def places(heat):
    return {str(lot.entrant_id): lot.placed for lot in heat.lots.all() if lot.placed}


def final_places(heat):
    entrants = heat.stage.playoff.entrants.filter(placed__isnull=False)
    return {str(entrant.pk): entrant.placed for entrant in entrants}


def code(recording):
    return recording.refusal.code if recording.refusal else None


def test_the_first_hit_of_a_race_wins_at_once():
    heat = a_drawn_heat(3)
    first, second, third = order(heat)
    recording = recorded(heat, throw(first), throw(second, STRONG))
    assert [result.status for result in recording.results] == ["recorded", "recorded"]
    assert recording.results[1].entry.effect == {
        "kind": "throw", "entrant": second, "pattern": "sihong", "strength": 9, "hit": True, "placed": [second],
        "skipped": [], "turn_before": second, "turn": None, "round_before": 1, "round": 1, "ended": True,
    }  # fmt: skip
    assert (heat.phase, heat.turn_id, heat.round, heat.seq) == ("ended", None, 1, 2)
    assert places(heat) == final_places(heat) == {second: 1}
    lot = heat.lots.get(entrant_id=second)
    assert (lot.pattern, lot.dice) == ("sihong", STRONG)
    assert code(record(heat, throw(third))) == "playoff_ended"


def test_by_the_round_the_strongest_of_the_round_wins():
    heat = a_drawn_heat(3, decide="round")
    first, second, _third = order(heat)
    throws(heat, WEAK)
    assert (places(heat), heat.turn_id) == ({}, int(second))
    assert heat.lots.get(entrant_id=first).pattern == "sihong"
    throws(heat, STRONG, NOTHING)
    assert places(heat) == final_places(heat) == {second: 1}


def test_the_best_of_a_round_wins_and_an_empty_round_is_followed_by_another():
    heat = a_drawn_heat(3, "wangzhongwang")
    first, _second, third = order(heat)
    throws(heat, NOTHING, NOTHING, NOTHING)
    assert (heat.phase, heat.round, heat.turn_id) == ("playing", 2, int(first))
    throws(heat, STRONG, WEAK, FLOWERS)
    assert final_places(heat) == {third: 1}


def test_equal_throws_go_to_the_earlier():
    heat = a_drawn_heat(2, "wangzhongwang")
    throws(heat, STRONG, STRONG)
    assert final_places(heat) == {order(heat)[0]: 1}


def test_a_duitang_wins_the_grand_duitang_and_a_zhuangyuan_does_not():
    event = an_event()
    an_ended_table(event, 1, duitang=(1, 2))
    heat = a_drawn_heat(kind="zongduitang", event=event)
    first, second = order(heat)
    recorded(heat, throw(first, FLOWERS), throw(second, DUITANG))
    assert final_places(heat) == {second: 1}


def test_several_places_are_filled_one_after_another():
    heat = a_drawn_heat(4, places=3)
    first, second, third, fourth = order(heat)
    throws(heat, WEAK)
    assert (places(heat), final_places(heat)) == ({first: 1}, {})
    throws(heat, NOTHING, STRONG)
    assert (places(heat), heat.phase) == ({first: 1, third: 2}, "playing")
    recorded(heat, entry("withdraw", entrant=fourth))
    assert final_places(heat) == {first: 1, third: 2, second: 3}


def test_a_withdrawn_entrant_takes_his_hit_with_him():
    heat = a_drawn_heat(3, decide="round")
    first, _second, _third = order(heat)
    recorded(heat, throw(first, FLOWERS), entry("withdraw", entrant=first, reason="left"))
    assert heat.lots.get(entrant_id=first).pattern == ""
    throws(heat, NOTHING, NOTHING)
    assert heat.phase == "playing"


def test_the_officials_may_name_who_takes_the_place():
    heat = a_drawn_heat(3)
    second = order(heat)[1]
    recorded(heat, entry("decide", entrant=second, reason="drawn by marbles"))
    assert final_places(heat) == {second: 1}
    assert heat.lots.get(entrant_id=second).dice == ""


def test_overflow_costs_the_next_turn_and_the_state_says_so():
    heat = a_drawn_heat(2)
    first, second = order(heat)
    recording = recorded(heat, entry("overflow", entrant=first), entry("pass", entrant=second))
    assert recording.state["turn"] == second
    assert recording.results[1].entry.effect["skipped"] == [first]


@pytest.mark.parametrize(
    ("make", "expected", "status"),
    [
        (lambda a, b: throw(b), "not_your_turn", 409),
        (lambda a, b: entry("overflow", entrant=b), "not_your_turn", 409),
        (lambda a, b: throw("0"), "unknown_entrant", 409),
        (lambda a, b: entry("dance", entrant=a), "unknown_kind", 409),
        (lambda a, b: entry(entrant=a, dice=[4] * 7), "dice_count", 400),
        (lambda a, b: entry(entrant=a, dice=[0, 1, 2, 3, 4, 5]), "dice_face", 400),
        (lambda a, b: entry(entrant=a), "dice_count", 400),
        (lambda a, b: entry("pass"), "bad_entrant", 400),
        (lambda a, b: entry("pass", entrant=7), "bad_entrant", 400),
        (lambda a, b: entry(None, entrant=a), "bad_kind", 400),
        (lambda a, b: entry("rethrow", entrant=a, reason=5), "bad_reason", 400),
        (lambda a, b: entry("rethrow", entrant=a, reason="x" * 201), "bad_reason", 400),
        (lambda a, b: entry("decide", entrant=a), "reason_needed", 400),
        (lambda a, b: throw(a, thrown_at="yesterday"), "bad_thrown_at", 400),
        (lambda a, b: throw(a, supersedes="1"), "bad_supersedes", 400),
        (lambda a, b: entry("void"), "void_without_supersedes", 400),
        (lambda a, b: {"kind": "pass", "entrant": a}, "bad_client_uuid", 400),
        (lambda a, b: "throw", "not_an_object", 400),
    ],
)
def test_what_cannot_be_recorded_is_refused_with_a_code(make, expected, status):
    heat = a_drawn_heat(2)
    first, second = order(heat)
    recording = record(heat, make(first, second))
    assert (code(recording), recording.refusal.status) == (expected, status)
    assert recording.results[0].status == "refused"
    assert (heat.seq, PlayoffEntry.objects.count()) == (0, 0)


def test_who_is_placed_or_has_withdrawn_is_not_in_play():
    heat = a_drawn_heat(4, places=2)
    first, second, *_rest = order(heat)
    recorded(heat, throw(first, WEAK), entry("withdraw", entrant=second))
    for entrant in (first, second):
        assert code(record(heat, entry("withdraw", entrant=entrant))) == "not_in_play"
        assert code(record(heat, entry("decide", entrant=entrant, reason="no"))) == "not_in_play"


def test_a_refusal_says_whose_turn_it_is():
    heat = a_drawn_heat(2)
    first, second = order(heat)
    recording = record(heat, throw(second))
    name = heat.lots.get(lot=1).entrant.participant.name
    assert recording.refusal.context == {"expected": {"turn": first, "round": 1}}
    with translation.override("en"):
        sentence = str(record(heat, throw(second)).refusal)
    assert sentence == f"It is the turn of 1 {name} now (round 1). Nothing was recorded."


def test_a_batch_stops_at_the_first_refusal_and_keeps_what_came_before():
    heat = a_drawn_heat(3)
    first, second, _third = order(heat)
    recording = record(heat, throw(first), throw(first), throw(second))
    assert [result.status for result in recording.results] == ["recorded", "refused", "not_tried"]
    assert (heat.seq, heat.turn_id) == (1, int(second))
    answer = recording.to_json()
    assert (answer["code"], answer["results"][1]["code"]) == ("not_your_turn", "not_your_turn")
    assert answer["state"]["seq"] == 1


def test_too_long_a_batch_is_refused_whole():
    heat = a_drawn_heat(2)
    with pytest.raises(Refusal) as caught:
        record(heat, *[throw(order(heat)[0]) for _ in range(201)])
    assert (caught.value.code, caught.value.status) == ("batch_too_long", 400)


def test_a_repeated_entry_is_answered_as_the_first_time_and_changes_nothing():
    heat = a_drawn_heat(3)
    first, _second, _third = order(heat)
    sent = throw(first)
    once = recorded(heat, sent).results[0]
    throws(heat, NOTHING)
    again = recorded(heat, sent).results[0]
    assert (again.status, again.entry.seq, again.entry.effect) == ("repeated", 1, once.entry.effect)
    assert (heat.seq, PlayoffEntry.objects.count()) == (2, 2)


def test_an_entry_twice_in_one_batch_is_recorded_once():
    heat = a_drawn_heat(3)
    sent = throw(order(heat)[0])
    assert [result.status for result in recorded(heat, sent, sent).results] == ["recorded", "repeated"]
    assert heat.seq == 1


def test_a_uuid_that_stands_for_something_else_is_refused():
    heat = a_drawn_heat(3)
    sent = throw(order(heat)[0])
    recorded(heat, sent)
    recording = record(heat, {**sent, "dice": [4, 4, 4, 4, 1, 2]})
    assert (code(recording), recording.refusal.context) == ("client_uuid_reused", {"seq": 1})


def test_every_entry_is_chained_to_the_one_before():
    heat = a_drawn_heat(3, decide="round")
    throws(heat, NOTHING, WEAK)
    before = link("", heat.opening)
    for row in log_of(heat):
        before = link(before, hash_content(row))
        assert row.hash == before
    assert heat.last_hash == before


def test_the_hash_covers_who_recorded_what_and_when():
    heat = a_drawn_heat(2)
    first = order(heat)[0]
    sent = throw(first, WEAK[::-1], thrown_at="2026-09-25T20:00:30+08:00")
    recorded(heat, sent, by=a_user("referee"))
    [row] = log_of(heat)
    assert hash_content(row) == {
        "seq": 1,
        "client_uuid": sent["client_uuid"],
        "kind": "throw",
        "entrant": first,
        "dice": "214444",
        "reason": "",
        "supersedes": None,
        "recorded_by": "referee",
        "device": None,
        "thrown_at": "2026-09-25T12:00:30.000000+00:00",
        "received_at": "2026-09-25T12:01:00.000000+00:00",
    }


def test_the_snapshot_is_the_fold():
    heat = a_drawn_heat(3, decide="round")
    throws(heat, WEAK, NOTHING)
    fold = Fold.start(fold_of(heat).ruleset, order(heat), "race", "zhuangyuan", "round", 1)
    for value in log_of(heat):
        fold, _effect = fold.enter(as_rules_entry(value))
    assert fold_of(heat) == fold


def kinds_of_query(heat, by):
    """What a throw of the entrant in turn asks of the database, savepoints aside."""
    heat = Heat.objects.select_related("stage__playoff__event").get(pk=heat.pk)
    with CaptureQueriesContext(connection) as captured:
        record_playoff_entries(heat=heat, entries=[throw(str(heat.turn_id))], by=by, now=NOW)
    return [query["sql"].split()[0] for query in captured if "SAVEPOINT" not in query["sql"]]


def test_recording_costs_the_same_queries_at_entry_1_and_at_entry_40():
    heat, by = a_drawn_heat(3), a_user()
    at_1 = kinds_of_query(heat, by)
    heat.refresh_from_db()
    throws(heat, *[NOTHING] * 38)
    at_40 = kinds_of_query(heat, by)
    assert at_1 == at_40 == ["SELECT", "SELECT", "SELECT", "INSERT", "UPDATE"]
    heat.refresh_from_db()
    assert heat.seq == 40
