"""The draw itself: plan and seed in, seating and unmet wishes out; docs/verify_draw.py finds the same."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.drawing import (
    Plan,
    Rest,
    commitment_of,
    impossible_wishes,
    make_plan,
    plan_digest,
    seat_people,
    seed_of,
    table_sizes,
    unmet_wishes,
)

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "verify_draw.py"
VECTORS = Path(__file__).with_name("draws.jsonl")
SECRET = b"s" * 32


def _plan(people: int = 24, sizes: Iterable[int] = (12, 12), **wishes: Any) -> Plan:
    return make_plan(people=range(1, people + 1), sizes=sizes, **wishes)


def _tables(plan: Plan, seed: bytes = b"moon") -> dict[int, int]:
    return {person: table for table, _seat, person in seat_people(plan, seed)}


def _places(plan: Plan, seed: bytes = b"moon") -> dict[int, tuple[int, int]]:
    return {person: (table, seat) for table, seat, person in seat_people(plan, seed)}


# --- for ever ----------------------------------------------------------------------------------------------


def test_draws_of_old_come_out_the_same_for_ever() -> None:
    """The browser's module is held to the same draws (frontend/test/draw.test.js)."""
    for row in VECTORS.read_text(encoding="utf-8").splitlines():
        draw = json.loads(row)
        plan = draw["plan"]
        seed = seed_of(bytes.fromhex(draw["secret"]), draw["plan_digest"], draw["public_seed"])
        seating = seat_people(plan, seed)
        assert [list(place) for place in seating] == draw["seating"]
        assert unmet_wishes(plan, seating) == draw["unmet"]
        assert (plan_digest(plan), commitment_of(bytes.fromhex(draw["secret"]))) == (
            draw["plan_digest"],
            draw["commitment"],
        )


# --- how many at a table -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "seats", "least", "sizes"),
    [
        (144, 12, 2, [12] * 12),
        (150, 12, 2, [12] * 12 + [6]),  # half a table is a table
        (146, 12, 2, [13, 13] + [12] * 10),  # two would play for 63 pieces: each sits at another table
        (150, 12, 7, [13] * 6 + [12] * 6),  # six do not start
        (151, 12, 7, [12] * 12 + [7]),
        (16, 12, 7, [8, 8]),  # one full table cannot take four more
        (17, 12, 7, [9, 8]),
        (13, 12, 7, [13]),
        (5, 12, 2, [5]),
        (12, 12, 2, [12]),
        (0, 12, 2, []),
    ],
)
def test_table_sizes(people: int, seats: int, least: int, sizes: list[int]) -> None:
    assert table_sizes(people, seats, least) == sizes


@pytest.mark.parametrize(
    ("people", "least", "short", "spread"),
    [
        (146, 2, [12] * 12 + [2], [13, 13] + [12] * 10),
        (150, 2, [12] * 12 + [6], [13] * 6 + [12] * 6),
        (150, 7, [13] * 6 + [12] * 6, [13] * 6 + [12] * 6),  # six may not begin: there is no choice
        (16, 2, [12, 4], [8, 8]),
        (5, 2, [5], [5]),
    ],
)
def test_the_organiser_chooses_what_becomes_of_the_rest(
    people: int, least: int, short: list[int], spread: list[int]
) -> None:
    assert table_sizes(people, 12, least, Rest.SHORT) == short
    assert table_sizes(people, 12, least, Rest.SPREAD) == spread


@pytest.mark.parametrize("rest", Rest)
@pytest.mark.parametrize("seats", [2, 10, 12])
@pytest.mark.parametrize("least", [1, 2, 7])
def test_nobody_is_left_without_a_table(seats: int, least: int, rest: Rest) -> None:
    for people in range(1, 200):
        sizes = table_sizes(people, seats, min(least, seats), rest)
        assert sum(sizes) == people
        assert max(sizes) <= seats + 1


# --- the plan ----------------------------------------------------------------------------------------------


def test_a_plan_is_the_same_in_whatever_order_its_parts_come() -> None:
    one = make_plan(
        people=[4, 2, 3, 1], sizes=[4], spread="mixed", units={1: "a", 2: "b", 3: "a"}, together=[[3, 1], [2, 4, 9]],
        apart=[[2, 1], [1, 2]], fixed={3: (1, 2), 9: (1, 1)},
    )  # fmt: skip
    assert one == {
        "people": [1, 2, 3, 4], "sizes": [4], "first_table": 1, "spread": "mixed",
        "units": {"1": 1, "2": 2, "3": 1, "4": 3}, "together": [[1, 3], [2, 4]], "apart": [[1, 2]],
        "fixed": {"3": [1, 2]},
    }  # fmt: skip
    other = make_plan(
        people=[1, 2, 3, 4], sizes=[4], spread="mixed", units={3: "x", 2: "y", 1: "x"}, together=[[4, 2], [1, 3, 3]],
        apart=[[2, 1, 8]], fixed={3: (1, 2)},
    )  # fmt: skip
    assert plan_digest(one) == plan_digest(other)


def test_groups_that_share_somebody_are_one() -> None:
    assert _plan(together=[[1, 2], [5, 6], [2, 3], [6, 1], [9, 10], [7]])["together"] == [[1, 2, 3, 5, 6], [9, 10]]


def test_the_digest_is_that_of_canonical_json() -> None:
    text = '{"apart":[],"first_table":1,"fixed":{},"people":[1,2],"sizes":[2],"spread":"lot","together":[],"units":{}}'
    assert plan_digest(_plan(2, [2])) == hashlib.sha256(text.encode()).hexdigest()


# --- wishes that are met -----------------------------------------------------------------------------------


def test_a_fixed_seat_is_kept() -> None:
    places = _places(_plan(fixed={7: (2, 3), 8: (1, None)}))
    assert places[7] == (2, 3)
    assert places[8][0] == 1


def test_a_group_follows_who_of_it_has_a_place() -> None:
    for seed in range(20):
        tables = _tables(_plan(together=[[7, 8, 9, 10]], fixed={9: (2, 1)}), bytes([seed]))
        assert {tables[person] for person in (7, 8, 9, 10)} == {2}


def test_groups_that_fill_the_hall_find_room() -> None:
    groups = [list(range(first, first + 4)) for first in range(1, 121, 4)]
    plan = _plan(120, [12] * 10, together=groups)
    for seed in range(20):
        assert unmet_wishes(plan, seat_people(plan, bytes([seed]))) == []


def test_departments_sit_one_after_another() -> None:
    units = {person: f"unit {person % 3}" for person in range(1, 37)}
    tables = _tables(_plan(36, [12] * 3, spread="unit", units=units))
    for unit in range(3):
        assert len({table for person, table in tables.items() if person % 3 == unit}) == 1


def test_departments_are_dealt_round_the_tables() -> None:
    units = {person: f"unit {person % 4}" for person in range(1, 49)}
    tables = _tables(_plan(48, [12] * 4, spread="mixed", units=units))
    counts = Counter((table, person % 4) for person, table in tables.items())
    assert set(counts.values()) == {3}


# --- wishes that are not -----------------------------------------------------------------------------------


def _unmet(plan: Plan) -> list[tuple[str, list[int], list[int | None] | None]]:
    return [(one["code"], one["people"], one["place"]) for one in unmet_wishes(plan, seat_people(plan, b"moon"))]


@pytest.mark.parametrize(
    ("wishes", "unmet"),
    [
        ({"fixed": {5: (3, 1)}}, [("no_such_table", [5], [3, 1])]),
        ({"fixed": {5: (1, 13)}}, [("no_such_seat", [5], [1, 13])]),
        ({"fixed": {5: (1, 0)}}, [("no_such_seat", [5], [1, 0])]),
        ({"fixed": {5: (1, 6), 9: (1, 6)}}, [("seat_taken", [5, 9], [1, 6])]),
        ({"together": [range(1, 14)]}, [("group_too_large", list(range(1, 14)), None)]),
        ({"together": [[5, 6]], "fixed": {5: (1, 1), 6: (2, 1)}}, [("group_fixed_apart", [5, 6], None)]),
        (
            {"together": [range(1, 10), range(10, 18), range(18, 25)]},
            [("group_torn", list(range(18, 25)), None)],
        ),
        ({"together": [[5, 6]], "apart": [[5, 6]]}, [("apart_but_together", [5, 6], None)]),
        ({"apart": [[5, 6]], "fixed": {5: (1, None), 6: (1, None)}}, [("apart_but_together", [5, 6], None)]),
    ],
)
def test_what_cannot_be_met_is_listed(wishes: dict[str, Any], unmet: list[Any]) -> None:
    assert _unmet(_plan(**wishes)) == unmet


@pytest.mark.parametrize(
    ("wishes", "codes"),
    [
        ({"fixed": {5: (3, 1), 6: (1, 13), 7: (1, 1), 8: (1, 1)}}, ["no_such_table", "no_such_seat", "seat_taken"]),
        ({"together": [range(1, 14)], "apart": [[1, 2], [20, 21, 22]]},
         ["group_too_large", "apart_but_together", "too_few_tables"]),
        ({"together": [[5, 6]], "fixed": {5: (1, 1), 6: (2, 1)}}, ["group_fixed_apart"]),
        ({"together": [[5, 6]], "apart": [[7, 8]], "fixed": {9: (1, 1), 10: (2, None)}}, []),
    ],
)  # fmt: skip
def test_what_no_lot_can_meet_is_known_before(wishes: dict[str, Any], codes: list[str]) -> None:
    assert [one["code"] for one in impossible_wishes(_plan(**wishes))] == codes


def test_a_table_holds_only_so_many_who_wish_for_it() -> None:
    plan = _plan(fixed=dict.fromkeys(range(1, 15), (1, None)))
    [(code, people, place)] = _unmet(plan)
    assert (code, len(people), place) == ("table_full", 2, [1, None])


def test_more_to_keep_apart_than_tables() -> None:
    [(code, people, _place)] = _unmet(_plan(apart=[[5, 6, 7]]))
    assert (code, len(people)) == ("too_few_tables", 2)


def test_people_are_not_kept_apart_where_the_other_tables_are_full() -> None:
    full = {person: (2, person) for person in range(1, 13)}
    assert _unmet(_plan(fixed=full, apart=[[20, 21]])) == [("not_apart", [20, 21], None)]


def test_who_was_promised_the_same_seat_at_least_sits_at_that_table() -> None:
    tables = _tables(_plan(fixed={5: (2, 4), 9: (2, 4)}))
    assert (tables[5], tables[9]) == (2, 2)


# --- what holds for every draw -----------------------------------------------------------------------------


@st.composite
def _plans(draw: st.DrawFn) -> dict[str, Any]:
    """The arguments of a plan, wishes that contradict one another and all."""
    people = sorted(draw(st.sets(st.integers(1, 400), min_size=2, max_size=60)))
    someone = st.sampled_from([*people, 999])
    wishes = st.lists(st.sets(someone, min_size=1, max_size=9).map(sorted), max_size=5)
    places = st.tuples(st.integers(1, 7), st.none() | st.integers(0, 13))
    return {
        "people": people,
        "sizes": table_sizes(len(people), draw(st.sampled_from([4, 12])), 2, draw(st.sampled_from(Rest))),
        "spread": draw(st.sampled_from(["lot", "unit", "mixed"])),
        "units": {person: draw(st.sampled_from("abcd")) for person in people},
        "together": draw(wishes),
        "apart": draw(wishes),
        "fixed": draw(st.dictionaries(someone, places, max_size=8)),
    }


@settings(max_examples=150, deadline=None)
@given(_plans(), st.binary(max_size=32))
def test_everybody_has_one_seat_and_every_wish_is_met_or_listed(wished: dict[str, Any], seed: bytes) -> None:
    plan = make_plan(**wished)
    seating = seat_people(plan, seed)
    assert sorted(person for _table, _seat, person in seating) == plan["people"]
    expected = [(table, seat) for table, size in enumerate(plan["sizes"], 1) for seat in range(1, size + 1)]
    assert [(table, seat) for table, seat, _person in seating] == expected
    at = {person: (table, seat) for table, seat, person in seating}
    unmet = unmet_wishes(plan, seating)
    listed = {tuple(one["people"]) for one in unmet if one["code"].startswith("group")}
    for group in plan["together"]:
        assert (len({at[person][0] for person in group}) > 1) == (tuple(group) in listed)
    missed = {person for one in unmet if one["place"] for person in one["people"]}
    for person, (table, seat) in plan["fixed"].items():
        met = at[int(person)][0] == table and seat in (None, at[int(person)][1])
        assert met == (int(person) not in missed)
    clashes = sum(len({at[person][0] for person in wish}) < len(wish) for wish in plan["apart"])
    assert clashes == sum(one["code"] in ("apart_but_together", "too_few_tables", "not_apart") for one in unmet)


@settings(max_examples=60, deadline=None)
@given(_plans(), st.randoms(use_true_random=False))
def test_the_order_of_people_and_wishes_does_not_matter(wished: dict[str, Any], shuffler: random.Random) -> None:
    def mixed(values: Iterable[Any]) -> list[Any]:
        values = list(values)
        shuffler.shuffle(values)
        return values

    other = wished | {
        "people": mixed(wished["people"]),
        "together": [mixed(group) for group in mixed(wished["together"])],
        "apart": [mixed(wish) for wish in mixed(wished["apart"])],
        "fixed": dict(mixed(wished["fixed"].items())),
        "units": dict(mixed(wished["units"].items())),
    }
    assert seat_people(make_plan(**wished), b"moon") == seat_people(make_plan(**other), b"moon")


# --- nobody is preferred -----------------------------------------------------------------------------------


def _chi_square(counts: Counter[Any], cells: int, rounds: int) -> float:
    expected = rounds / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in counts) + expected * (cells - len(counts))


@pytest.mark.parametrize("spread", ["lot", "unit", "mixed"])
def test_every_seat_comes_equally_often_to_a_person(spread: str) -> None:
    """Two tables of three: 6 seats, 5 degrees of freedom, 1 in 10,000 beyond 25.7."""
    plan = _plan(6, [3, 3], spread=spread, units={1: "a", 2: "a", 3: "a", 4: "b", 5: "b", 6: "b"})
    rounds = [_places(plan, n.to_bytes(4, "big")) for n in range(6000)]
    for person in (1, 6):
        assert _chi_square(Counter(places[person] for places in rounds), 6, len(rounds)) < 25.7


def test_a_department_of_one_is_dealt_to_every_seat_equally_often() -> None:
    """Seven seats at tables of four and three: 6 degrees of freedom."""
    plan = _plan(7, [4, 3], spread="mixed", units=dict.fromkeys(range(2, 8), "b") | {1: "a"})
    seats = Counter(_places(plan, n.to_bytes(4, "big"))[1] for n in range(6000))
    assert _chi_square(seats, 7, 6000) < 27.9


def test_a_department_of_one_comes_to_every_table_equally_often() -> None:
    plan = _plan(9, [3, 3, 3], spread="unit", units=dict.fromkeys(range(2, 10), "b") | {1: "a"})
    tables = Counter(_tables(plan, n.to_bytes(4, "big"))[1] for n in range(6000))
    assert _chi_square(tables, 3, 6000) < 18.4  # 2 degrees of freedom


def test_every_table_comes_equally_often_to_a_group() -> None:
    """Four tables: 3 degrees of freedom, 1 in 10,000 beyond 21.1; and groups share a table as often by pair."""
    plan = _plan(48, [12] * 4, together=[[1, 2, 3], [4, 5, 6], [7, 8, 9]], apart=[[10, 11]])
    rounds = [_tables(plan, n.to_bytes(4, "big")) for n in range(4000)]
    for person in (1, 4, 7, 10, 12):
        assert _chi_square(Counter(tables[person] for tables in rounds), 4, len(rounds)) < 21.1
    pairs = Counter(
        pair for tables in rounds for pair in [(1, 4), (1, 7), (4, 7)] if tables[pair[0]] == tables[pair[1]]
    )
    assert _chi_square(pairs, 3, sum(pairs.values())) < 18.4  # 2 degrees of freedom


def test_a_seat_promised_to_nobody_comes_equally_often_to_everybody() -> None:
    plan = _plan(6, [3, 3], fixed={1: (1, 1)}, together=[[2, 3]])
    rounds = [{place: person for person, place in _places(plan, n.to_bytes(4, "big")).items()} for n in range(6000)]
    assert {places[1, 1] for places in rounds} == {1}
    for one, other in ((2, 3), (4, 5), (5, 6)):  # alike, so neither sits at 2-1 more often
        counts = Counter(places[2, 1] for places in rounds if places[2, 1] in (one, other))
        assert _chi_square(counts, 2, sum(counts.values())) < 15.2  # 1 degree of freedom


# --- the script --------------------------------------------------------------------------------------------


def _published(phrase: str = "月到中秋") -> dict[str, Any]:
    plan = _plan(
        30, [12, 12, 6], spread="mixed", units={person: f"u{person % 3}" for person in range(1, 31)},
        together=[[1, 2, 3], range(4, 20)], apart=[[20, 21, 22, 23]], fixed={5: (2, 3), 6: (2, 3), 7: (9, None)},
    )  # fmt: skip
    digest = plan_digest(plan)
    seating = [list(place) for place in seat_people(plan, seed_of(SECRET, digest, phrase))]
    return {
        "plan": plan, "plan_digest": digest, "commitment": commitment_of(SECRET), "secret": SECRET.hex(),
        "public_seed": phrase, "seating": seating,
    }  # fmt: skip


def _verify(tmp_path: Path, draw: dict[str, Any]) -> tuple[int, list[str]]:
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(draw, ensure_ascii=False), encoding="utf-8")
    done = subprocess.run([sys.executable, "-I", SCRIPT, file], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_the_script_is_short_and_needs_nothing() -> None:
    assert len(SCRIPT.read_text().splitlines()) < 60


def test_the_script_repeats_a_draw(tmp_path: Path) -> None:
    assert _verify(tmp_path, _published()) == (0, ["plan_digest: OK", "commitment: OK", "seating: OK"])


def test_the_script_says_that_a_draw_was_not_run_yet(tmp_path: Path) -> None:
    file = tmp_path / "draw.json"
    file.write_text(json.dumps({key: _published()[key] for key in ("plan", "plan_digest", "commitment")}))
    done = subprocess.run([sys.executable, "-I", SCRIPT, file], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("not drawn yet")


def _swapped(draw: dict[str, Any]) -> None:
    first, second = draw["seating"][:2]
    first[2], second[2] = second[2], first[2]


FORGERIES = {
    "seats swapped": (_swapped, {"seating"}),
    "somebody put in": (lambda draw: draw["plan"]["people"].append(31), {"plan_digest", "seating"}),
    "a wish put in": (lambda draw: draw["plan"]["together"].append([24, 25]), {"plan_digest", "seating"}),
    "a place fixed": (lambda draw: draw["plan"]["fixed"].update({"30": [1, 1]}), {"plan_digest", "seating"}),
    "a table made larger": (lambda draw: draw["plan"].update(sizes=[13, 11, 6]), {"plan_digest", "seating"}),
    "another secret": (lambda draw: draw.update(secret="00" * 32), {"commitment", "seating"}),
    "another secret and its hash": (
        lambda draw: draw.update(secret="00" * 32, commitment=commitment_of(bytes(32))), {"seating"},
    ),
    "another phrase": (lambda draw: draw.update(public_seed="月到中秋 "), {"seating"}),
    "another digest": (lambda draw: draw.update(plan_digest="0" * 64), {"plan_digest"}),
    "another commitment": (lambda draw: draw.update(commitment="0" * 64), {"commitment"}),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_the_script_tells_a_forged_draw(tmp_path: Path, name: str) -> None:
    forge, wrong = FORGERIES[name]
    draw = _published()
    forge(draw)
    status, lines = _verify(tmp_path, draw)
    assert status == 1
    assert {line.partition(":")[0] for line in lines if line.endswith("WRONG")} == wrong
    assert len(lines) == 3


@settings(max_examples=25, deadline=None)
@given(wished=_plans(), phrase=st.text(max_size=20))
def test_the_script_agrees_with_the_product(tmp_path_factory: Any, wished: dict[str, Any], phrase: str) -> None:
    plan = make_plan(**wished)
    digest = plan_digest(plan)
    seating = seat_people(plan, seed_of(SECRET, digest, phrase))
    draw = {"plan": plan, "plan_digest": digest, "commitment": commitment_of(SECRET), "secret": SECRET.hex(),
            "public_seed": phrase, "seating": seating}  # fmt: skip
    assert _verify(tmp_path_factory.mktemp("draw"), draw)[0] == 0
