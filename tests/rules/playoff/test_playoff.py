"""§9, sentence by sentence."""

import json

import pytest

from rules import Playoff, Refused, SnapshotError, StartError, load
from rules.playoff import Call, Decide, Overflow, Pass, Rethrow, Throw, Unknown, Withdraw
from tests.rules.playing import Race, hand

DUITANG = {"target": "duitang"}
BY_ROUND = {"decide": "round"}
BEST = {"mode": "best"}


class TestRace:
    def test_immediate_the_first_hit_wins_at_once(self):
        race = Race()
        effect = race.throw("nothing", "sihong3")
        assert effect.hit
        assert effect.placed == ("B",)
        assert (effect.ended, effect.turn, effect.round) == (True, None, 1)
        assert race.playoff.placed == ("B",)
        assert race.at == (None, 1)

    def test_round_the_round_is_completed_and_the_strongest_wins(self):
        race = Race(**BY_ROUND)
        effect = race.throw("nothing", "sihong3")
        assert effect.hit
        assert effect.placed == ()
        assert [hit[:2] for hit in race.playoff.hits] == [("B", "sihong")]
        race.throw("wuhong")
        assert race.at == ("D", 1)
        assert race.throw("duitang").placed == ("C",)
        assert race.playoff.ended
        assert race.playoff.round == 1

    def test_round_equal_strength_goes_to_the_earlier(self):
        race = Race(**BY_ROUND)
        race.throw("nothing", "wuhong", "wuhong", "sihong3")
        assert race.playoff.placed == ("B",)

    def test_round_without_a_hit_another_round(self):
        race = Race(**BY_ROUND)
        race.throw(*["nothing"] * 4)
        assert race.at == ("A", 2)
        race.throw("sihong3", "nothing", "nothing", "nothing")
        assert race.playoff.placed == ("A",)

    def test_for_duitang_only_duitang_hits_and_all_are_equal(self):
        race = Race(**DUITANG)
        race.throw("chajinhua", "sanhong", "duitang")
        assert race.playoff.placed == ("C",)
        race = Race(**DUITANG, **BY_ROUND)
        race.throw("chajinhua", "duitang", "duitang", "nothing")
        assert race.playoff.placed == ("B",)

    def test_for_zhuangyuan_a_pattern_that_makes_no_candidate_is_no_hit(self):
        race = Race(ruleset="blackout")
        effect = race.throw("heiliubo")
        assert (effect.pattern, effect.strength, effect.hit) == ("heiliubo", None, False)

    def test_the_ruleset_compares(self):
        for compare, winner in (("kicker", "A"), ("face_kicker", "B")):
            race = Race("AB", overrides={"wuzi_compare": compare}, **BY_ROUND)
            race.throw("222226", "333331")
            assert race.playoff.placed == (winner,)


class TestBest:
    def test_one_whole_round_the_strongest_wins(self):
        race = Race(**BEST)
        race.throw("sihong3", "wuhong", "sihong12", "wuhong")
        assert race.playoff.placed == ("B",)

    def test_nobody_threw_one_another_round(self):
        race = Race(**BEST)
        race.throw("duitang", "nothing", "nothing", "nothing")
        assert race.at == ("A", 2)

    def test_it_is_by_round_and_for_zhuangyuan_whatever_else_is_said(self):
        race = Race(**BEST, target="duitang", decide="immediate")
        assert (race.playoff.target, race.playoff.decide) == ("zhuangyuan", "round")


class TestPlaces:
    def test_immediate_the_rest_go_on_from_where_they_stand(self):
        race = Race(places=2)
        race.throw("nothing", "sihong3")
        assert race.at == ("C", 1)
        race.throw("nothing", "nothing", "nothing")
        assert race.at == ("C", 2)  # B is passed over
        race.throw("sihong3")
        assert race.playoff.placed == ("B", "C")

    def test_a_round_can_fill_several_places_in_order_of_strength(self):
        race = Race(places=3, **BY_ROUND)
        race.throw("sihong3", "wuhong", "nothing")
        assert race.throw("nothing").placed == ("B", "A")
        assert race.at == ("C", 2)
        race.throw("nothing", "sihong3")
        assert race.playoff.placed == ("B", "A", "D")
        assert race.playoff.round == 2

    def test_more_hits_than_places(self):
        race = Race(places=2, **BY_ROUND)
        race.throw("sihong3", "wuhong", "wuzi", "chajinhua")
        assert race.playoff.placed == ("D", "B")

    def test_the_last_entrant_left_takes_the_next_place_without_throwing(self):
        race = Race("ABC", places=3)
        race.throw("sihong3")
        effect = race.throw("sihong3")
        assert effect.placed == ("B", "C")
        assert race.playoff.ended

    def test_also_by_round(self):
        race = Race("AB", places=2, **BY_ROUND)
        assert race.throw("nothing", "sihong3").placed == ("B", "A")

    def test_one_entrant_is_placed_before_any_entry(self):
        playoff = Race("A").playoff
        assert (playoff.ended, playoff.placed, playoff.turn, playoff.round) == (True, ("A",), None, 1)

    def test_with_nobody_it_is_over(self):
        playoff = Race("").playoff
        assert (playoff.ended, playoff.placed) == (True, ())

    def test_more_places_than_entrants_count_as_as_many(self):
        race = Race("AB", places=9)
        assert race.playoff.places == 2
        race.throw("sihong3")
        assert race.playoff.placed == ("A", "B")


class TestTurns:
    def test_overflow_skips_the_next_turn(self):
        race = Race("ABC")
        race.enter(Overflow("A"))
        assert race.at == ("B", 1)
        race.throw("nothing")
        assert race.throw("nothing").skipped == ("A",)
        assert race.at == ("B", 2)
        race.throw("nothing", "nothing")
        assert race.at == ("A", 3)

    def test_overflow_void(self):
        race = Race("AB", overrides={"overflow": "void"})
        race.enter(Overflow("A"))
        race.throw("nothing")
        assert race.at == ("A", 2)

    def test_pass_and_rethrow(self):
        race = Race("AB")
        race.enter(Rethrow("A", "叠骰"))
        assert race.at == ("A", 1)
        race.enter(Pass("A"))
        assert race.at == ("B", 1)

    def test_a_skipped_turn_is_used_and_completes_a_round(self):
        race = Race("AB", **BY_ROUND)
        race.throw("nothing")
        race.enter(Overflow("B"))
        effect = race.throw("sihong3")
        assert effect.skipped == ("B",)
        assert race.playoff.placed == ("A",)
        assert race.playoff.round == 2

    def test_upcoming(self):
        race = Race("ABC")
        race.enter(Overflow("A"))
        calls = race.playoff.upcoming(4)
        assert calls == (
            Call("B", 1, "turn"),
            Call("C", 1, "turn"),
            Call("A", 2, "skip"),
            Call("B", 2, "turn"),
            Call("C", 2, "turn"),
        )
        assert race.playoff.upcoming(0) == ()
        race = Race("AB", **BY_ROUND)
        race.throw("sihong3")
        assert race.playoff.upcoming(5) == (Call("B", 1, "turn"),)


class TestWithdraw:
    def test_out_for_good(self):
        race = Race("ABC")
        race.enter(Withdraw("B"))
        assert race.at == ("A", 1)
        race.throw("nothing")
        assert race.at == ("C", 1)

    def test_in_turn_it_passes_on_without_being_used(self):
        race = Race("ABC")
        race.enter(Withdraw("A"))
        assert race.at == ("B", 1)
        assert race.playoff.last_used_round == 1

    def test_his_hit_of_this_round_goes_with_him_the_others_stand(self):
        race = Race("ABCD", **BY_ROUND)
        race.throw("chajinhua", "sihong3")
        race.enter(Withdraw("A"))
        assert [hit.entrant for hit in race.playoff.hits] == ["B"]
        race.throw("nothing", "nothing")
        assert race.playoff.placed == ("B",)

    def test_in_turn_it_can_complete_the_round(self):
        race = Race("ABC", **BY_ROUND)
        race.throw("sihong3", "nothing")
        assert race.enter(Withdraw("C")).placed == ("A",)
        assert race.playoff.round == 1

    def test_the_last_left_is_placed_at_once(self):
        race = Race("ABC", **BY_ROUND)
        race.throw("nothing", "sihong3")
        race.enter(Withdraw("B"))
        effect = race.enter(Withdraw("A"))
        assert effect.placed == ("C",)
        assert race.playoff.round == 1

    def test_the_round_after_the_end_is_that_of_the_last_turn_used(self):
        race = Race("AB")
        race.throw("nothing", "nothing")
        assert race.at == ("A", 2)
        race.enter(Withdraw("A"))
        assert race.at == (None, 1)

    def test_a_skipped_turn_is_a_turn_used(self):
        race = Race("ABC")
        race.enter(Overflow("A"))
        race.throw("nothing", "nothing")
        assert race.at == ("B", 2)
        race.enter(Withdraw("B"))
        race.enter(Withdraw("C"))
        assert race.playoff.placed == ("A",)
        assert race.playoff.round == 2


class TestDecide:
    def test_the_officials_name_who_takes_the_next_place(self):
        race = Race("ABC")
        effect = race.enter(Decide("C", "天色已晚"))
        assert effect.placed == ("C",)
        assert race.playoff.ended
        assert race.playoff.round == 1

    def test_the_round_goes_on_his_hit_with_him_the_others_stand(self):
        race = Race("ABCD", places=3, **BY_ROUND)
        race.throw("chajinhua", "sihong3")
        race.enter(Decide("A"))
        assert race.playoff.placed == ("A",)
        assert race.at == ("C", 1)
        race.throw("nothing")
        assert race.throw("nothing").placed == ("B",)
        assert race.at == ("C", 2)

    def test_in_turn_it_passes_on(self):
        race = Race("ABC", places=2)
        race.enter(Decide("A"))
        assert race.at == ("B", 1)
        assert not race.playoff.ended

    def test_the_last_left_follows(self):
        race = Race("AB", places=2)
        assert race.enter(Decide("B")).placed == ("B", "A")


def refused(race, entry):
    written = race.playoff.to_json()
    with pytest.raises(Refused) as refusal:
        race.enter(entry)
    assert race.playoff.to_json() == written
    return refusal.value


class TestRefusals:
    @pytest.mark.parametrize("kind", [lambda who: Throw(who, hand("nothing")), Overflow, Pass, Rethrow])
    def test_not_your_turn(self, kind):
        race = Race()
        refusal = refused(race, kind("B"))
        assert refusal.code == "not_your_turn"
        assert refusal.expected == {"turn": "A", "round": 1}
        race.enter(Withdraw("C"))
        assert refused(race, kind("C")).code == "not_your_turn"

    def test_unknown_entrant(self):
        for entry in (Throw("X", hand("nothing")), Withdraw("X"), Decide("X"), Unknown("leave", "X")):
            assert refused(Race(), entry).code == "unknown_entrant"

    def test_not_in_play(self):
        race = Race(places=2)
        race.throw("sihong3")
        race.enter(Withdraw("B"))
        for entrant in "AB":
            assert refused(race, Withdraw(entrant)).code == "not_in_play"
            assert refused(race, Decide(entrant)).code == "not_in_play"

    def test_unknown_kind(self):
        assert refused(Race(), Unknown("leave")).code == "unknown_kind"
        assert refused(Race(), Unknown("leave", "A")).code == "unknown_kind"

    @pytest.mark.parametrize(
        "entry", [Throw("A", hand("nothing")), Pass("X"), Withdraw("A"), Decide("B"), Unknown("leave")]
    )
    def test_after_the_end(self, entry):
        race = Race()
        race.throw("sihong3")
        refusal = refused(race, entry)
        assert refusal.code == "playoff_ended"
        assert refusal.expected == {"turn": None, "round": 1}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"entrants": "AA"}, "bad_entrants"),
        ({"entrants": [1, 2]}, "bad_entrants"),
        ({"mode": "league"}, "bad_mode"),
        ({"target": "sanhong"}, "bad_target"),
        ({"target": "flush"}, "bad_target"),
        ({"decide": "later"}, "bad_decide"),
        ({"places": 0}, "bad_places"),
        ({"places": 1.0}, "bad_places"),
        ({"places": True}, "bad_places"),
    ],
)
def test_a_playoff_that_cannot_start(options, code):
    with pytest.raises(StartError) as refusal:
        Playoff.start(load(), **{"entrants": "AB", **options})
    assert refusal.value.code == code


def test_the_snapshot():
    race = Race("ABCD", places=2, **BY_ROUND)
    race.throw("sihong3")
    race.enter(Overflow("B"))
    race.enter(Decide("D"))
    written = race.playoff.to_json()
    assert json.loads(json.dumps(written)) == written
    assert written == {
        "v": 1,
        "entrants": ["A", "B", "C", "D"],
        "target": "zhuangyuan",
        "in_play": ["A", "B", "C"],
        "placed": ["D"],
        "skips": ["B"],
        "hits": [["A", "sihong", "124444", 1, 1]],
        "mode": "race",
        "decide": "round",
        "places": 2,
        "position": 2,
        "round_number": 1,
        "last_used_round": 1,
        "entered": 3,
    }
    assert Playoff.from_json(written, race.playoff.ruleset) == race.playoff
    for spoiled in (None, {}, {**written, "v": 0}, {**written, "target": "flush"}, {**written, "hits": [["A"]]}):
        with pytest.raises(SnapshotError):
            Playoff.from_json(spoiled, race.playoff.ruleset)


def test_an_effect_as_json():
    race = Race("AB", places=2)
    written = race.throw("sihong3").to_json()
    assert json.loads(json.dumps(written)) == written
    assert written == {
        "kind": "throw",
        "entrant": "A",
        "pattern": "sihong",
        "strength": 1,
        "hit": True,
        "placed": ["A", "B"],
        "skipped": [],
        "turn_before": "A",
        "turn": None,
        "round_before": 1,
        "round": 1,
        "ended": True,
    }
