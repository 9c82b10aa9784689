"""Entries that supersede others: the log keeps both, the fold takes the later one in the earlier one's place."""

from uuid import uuid4

import pytest

from tests.tournaments.factories import (
    NOTHING,
    NOW,
    SEED,
    STRONG,
    WEAK,
    a_drawn_heat,
    a_playoff,
    a_user,
    an_ended_table,
    an_event,
    an_event_of_champions,
    entry,
    order,
    record,
    recorded,
    throw,
    throws,
)
from tournaments.models import PlayoffEntry
from tournaments.queries import effective_entries, fold_of, log_of
from tournaments.services import draw_lots, preview_playoff_correction

pytestmark = pytest.mark.django_db


def final_places(heat):
    entrants = heat.stage.playoff.entrants.filter(placed__isnull=False)
    return {str(entrant.pk): entrant.placed for entrant in entrants}


def code(heat, data, **options):
    recording = record(heat, data, **options)
    return recording.refusal.code if recording.refusal else None


def void(seq, **fields):
    return entry("void", supersedes=seq, **fields)


def test_the_last_throw_is_taken_out_and_the_turn_comes_back():
    heat = a_drawn_heat(3)
    first = order(heat)[0]
    throws(heat, NOTHING)
    recording = recorded(heat, void(1))
    assert (heat.seq, heat.turn_id) == (2, int(first))
    effect = recording.results[0].entry.effect
    assert (effect["kind"], effect["turn"]) == ("void", first)
    assert effect["correction"]["supersedes"] == 1
    log = log_of(heat)
    assert [(row.seq, row.kind, row.place) for row in log] == [(1, "throw", 1), (2, "void", 1)]
    assert effective_entries(log) == []


def test_undoing_the_winning_throw_takes_the_win_back():
    heat = a_drawn_heat(3)
    first = order(heat)[0]
    throws(heat, WEAK)
    assert final_places(heat) == {first: 1}
    recorded(heat, void(1, reason="a die was touched"))
    assert (final_places(heat), heat.phase, heat.turn_id) == ({}, "playing", int(first))
    lot = heat.lots.get(entrant_id=first)
    assert (lot.placed, lot.pattern, lot.dice) == (None, "", "")


def test_another_winner_takes_the_place_of_the_first():
    heat = a_drawn_heat(3, "wangzhongwang", places=2)
    first, second, _third = order(heat)
    throws(heat, STRONG, WEAK, NOTHING)
    assert final_places(heat) == {first: 1, second: 2}
    recorded(heat, throw(second, "444411", supersedes=2, reason="misread"))
    assert final_places(heat) == {second: 1, first: 2}
    assert [row.place for row in log_of(heat)] == [1, 2, 3, 2]


def test_a_correction_stands_in_the_place_of_what_it_corrects_and_is_for_the_same_entrant():
    heat = a_drawn_heat(3, decide="round")
    first, _second, third = order(heat)
    throws(heat, NOTHING, WEAK)
    correction = entry(dice=[4, 4, 4, 4, 5, 6], supersedes=1, reason="misread")
    row = recorded(heat, correction).results[0].entry
    assert (row.seq, row.place, str(row.entrant_id)) == (3, 1, first)
    assert (heat.turn_id, fold_of(heat).hits[0].entrant) == (int(third), first)
    assert recorded(heat, correction).results[0].status == "repeated"
    throws(heat, NOTHING)
    assert final_places(heat) == {first: 1}


def test_a_corrected_entry_can_be_corrected_again_by_its_successor_only():
    heat = a_drawn_heat(3, decide="round")
    throws(heat, NOTHING)
    recorded(heat, entry("pass", supersedes=1))
    refused = record(heat, void(1)).refusal
    assert (refused.code, refused.context) == ("already_superseded", {"by": 2})
    recorded(heat, void(2))
    assert [(row.seq, row.place) for row in log_of(heat)] == [(1, 1), (2, 1), (3, 1)]
    assert heat.turn_id == int(order(heat)[0])


def test_an_entry_that_was_taken_out_can_be_put_back():
    heat = a_drawn_heat(2, decide="round")
    first, second = order(heat)
    throws(heat, NOTHING)
    recorded(heat, void(1))
    assert code(heat, void(2)) == "nothing_changes"
    recorded(heat, throw(first, NOTHING, supersedes=2))
    assert heat.turn_id == int(second)


def test_entries_after_a_correction_in_one_batch_are_recorded_on_top_of_it():
    heat = a_drawn_heat(3)
    first, second, _third = order(heat)
    sent = [throw(first), entry("void", supersedes=1), throw(first), throw(second)]
    assert [result.status for result in recorded(heat, *sent).results] == ["recorded"] * 4
    assert [row.seq for row in effective_entries(log_of(heat))] == [3, 4]


def test_only_a_floor_manager_reaches_behind_the_last_entry():
    heat = a_drawn_heat(3)
    throws(heat, NOTHING, NOTHING)
    refused = record(heat, void(1, reason="no"), may_correct_any=False).refusal
    assert (refused.code, refused.status) == ("only_last_entry", 403)
    recorded(heat, void(2), may_correct_any=False)
    recorded(heat, void(1), may_correct_any=False)  # the last one now
    assert heat.turn_id == int(order(heat)[0])


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda a: void(9, reason="x"), "unknown_entry"),
        (lambda a: void(2), None),  # the last, and it hit nothing: no reason needed
        (lambda a: entry("pass", supersedes=1), "reason_needed"),  # not the last
        (lambda a: throw(a[1], WEAK, supersedes=2), "reason_needed"),  # makes a hit
        (lambda a: throw(a[1], NOTHING[::-1], supersedes=2), "nothing_changes"),
        (lambda a: throw("0", WEAK, supersedes=2, reason="x"), "unknown_entrant"),
        (lambda a: throw(a[2], WEAK, supersedes=2, reason="x"), "not_your_turn"),
        (lambda a: entry("dance", supersedes=2, reason="x"), "unknown_kind"),
        (lambda a: entry(dice=[7] * 6, supersedes=2, reason="x"), "dice_face"),
    ],
)
def test_what_cannot_be_corrected_is_refused(make, expected):
    heat = a_drawn_heat(3)
    throws(heat, NOTHING, NOTHING)
    assert code(heat, make(order(heat))) == expected
    assert PlayoffEntry.objects.count() == (2 if expected else 3)


@pytest.mark.parametrize(("dice", "expected"), [("123456", None), ("444456", "reason_needed")])
def test_as_at_a_table_a_zhuangyuan_throw_is_not_undone_without_a_reason(dice, expected):
    event = an_event()
    an_ended_table(event, 1, people=("Li", "He", "Ma"), duitang=(1, 2))
    heat = a_drawn_heat(kind="zongduitang", event=event)
    throws(heat, dice)
    assert code(heat, void(1)) == expected
    assert code(heat, void(1, reason="touched")) == ("already_superseded" if expected is None else None)


def test_a_correction_that_makes_later_entries_impossible_names_them():
    heat = a_drawn_heat(3)
    first = order(heat)[0]
    throws(heat, NOTHING, NOTHING, NOTHING)
    refused = record(heat, throw(first, WEAK, supersedes=1, reason="misread")).refusal
    assert (refused.code, refused.status) == ("correction_impossible", 409)
    assert refused.context == {"impossible": [{"seq": 2, "code": "playoff_ended"}, {"seq": 3, "code": "playoff_ended"}]}
    assert heat.seq == 3


def test_nothing_is_corrected_once_the_next_stage_is_drawn():
    playoff = a_playoff(an_event_of_champions(4), group_size=2)
    stage = draw_lots(playoff=playoff, by=a_user(), now=NOW, seed=SEED)
    one, two = stage.heats.all()
    throws(one, WEAK)
    throws(two, WEAK)
    recorded(one, void(1, reason="touched"))
    throws(one, WEAK)
    draw_lots(playoff=playoff, by=a_user(), now=NOW, seed=SEED)
    assert code(one, void(3, reason="touched")) == "next_stage_drawn"


def test_the_preview_says_what_changes_and_writes_nothing():
    heat = a_drawn_heat(3, decide="round")
    first, second, third = order(heat)
    throws(heat, STRONG, WEAK, NOTHING)

    def preview(**data):
        return preview_playoff_correction(heat=heat, data=data, now=NOW, may_correct_any=True)

    assert preview(kind="void", supersedes=3) == {
        "placed": {"before": [first], "after": []},
        "turn": {"before": None, "after": third},
        "ended": {"before": True, "after": False},
        "impossible": [],
        "needs_reason": False,
    }
    changes = preview(kind="throw", dice="112233", supersedes=1)
    assert (changes["placed"]["after"], changes["needs_reason"]) == ([second], True)
    assert preview(kind="void", supersedes=1)["impossible"] == [
        {"seq": 2, "code": "not_your_turn"},
        {"seq": 3, "code": "not_your_turn"},
    ]
    assert (PlayoffEntry.objects.count(), final_places(heat)) == (3, {first: 1})


def test_a_uuid_of_another_heat_is_free():
    event = an_event_of_champions(2)
    one = a_drawn_heat(event=event)
    two = a_drawn_heat(event=event, kind="wangzhongwang")
    uuid = str(uuid4())
    for heat in (one, two):
        recorded(heat, {**throw(order(heat)[0]), "client_uuid": uuid})
