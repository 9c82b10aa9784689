"""§8: options, refusals, the shipped files."""

import copy
import hashlib
import json
import pickle
import tomllib
from pathlib import Path

import pytest

import rules
from rules import Hand, Pattern, Rank, Ruleset, RulesetError, available, describe, load
from rules.options import READERS

IDS = [
    "xiamen-standard",
    "activity-63",
    "appendix-eleven",
    "blackout",
    "champions-race",
    "chase-duitang",
    "competition-12",
    "family-ccw",
    "folk-63",
    "folk-63-chase",
    "modern-chase",
    "referee-opens",
    "ten-seat-last-throw",
    "ten-seat-simple",
    "xiamen-sixteen",
]
MERGED = ["chajinhua", "liubeihong", "heiliubo", "wuhong", "wuzi", "sihong"]
FOLK = {
    "order": MERGED,
    "chajinhua_duitang": "all_at_end",
    "liubeihong_effect": "duitang_share_end",
    "overflow": "void",
    "seats": 10,
}
FAMILY = {
    "order": MERGED,
    "wuzi_compare": "face_kicker",
    "direction": "counterclockwise",
    "overflow": "void",
    "seats": 10,
}
SHEETS = ("000_30d0fd8ca65f75d9.txt", "003_edfc4319cbc8d9a4.txt", "004_642b290d1ef52878.txt")
DIFFERS = {
    "xiamen-standard": {"bonus_prizes": True, "chajinhua_duitang": "remaining", "chajinhua_locked": True},
    "competition-12": {
        "order": ["chajinhua", "liubeihong", "biandijin", "wuhong", "wuzi", "sihong"],
        "heiliubo_effect": "nothing",
        "bonus_prizes": True,
        "opening_dice": 3,
        "min_players": 7,
        "time_limit_minutes": 40,
    },
    "champions-race": {"wuzi_compare": "face_kicker"},
    "activity-63": {"wuzi_compare": "face_kicker", "bonus_prizes": True},
    "appendix-eleven": {"order": MERGED},
    "referee-opens": {
        "order": ["liubeihong", "heiliubo", "chajinhua", "wuhong", "wuzi", "sihong"],
        "overflow": "void",
        "opening_by": "referee",
    },
    "ten-seat-last-throw": {"zhuangyuan_counts": "last", "chajinhua_duitang": "remaining", "seats": 10},
    "folk-63": FOLK,
    "family-ccw": FAMILY,
    "chase-duitang": {
        **FAMILY,
        "chase_ranks": ["duitang"],
        "chajinhua_duitang": "all_at_end",
        "liubeihong_effect": "duitang_at_end",
    },
    "folk-63-chase": {**FOLK, "chase_ranks": ["duitang"]},
    "blackout": {
        "order": ["liubeihong", "chajinhua", "wuhong", "wuzi", "sihong"],
        "heiliubo_effect": "blackout_end",
        "liubeihong_effect": "all_end",
        "chajinhua_duitang": "all_at_end",
        "overflow": "void",
        "after_last_prize": "one_more_round",
        "seats": 10,
    },
    "xiamen-sixteen": {
        "order": [*MERGED[:2], "biandijin", "heiliubo", "wuhong", "wuzi_yixiu", "wuzi", "sihong"],
        "zhuangyuan_counts": "last",
        "bonus_prizes": True,
        "chajinhua_duitang": "remaining",
        "chajinhua_locked": True,
        "liubeihong_effect": "remaining_end",
        "biandijin_effect": "remaining",
        "heiliubo_effect": "share_end",
        "chase_ranks": ["duitang", "sanhong", "sijin", "erju", "yixiu"],
        "seats": 10,
    },
    "ten-seat-simple": {"seats": 10},
    "modern-chase": {**FAMILY, "chase_ranks": ["duitang"], "chase_from": "previous_winner"},
}
DEFAULTS = {
    "order": ["chajinhua", "liubeihong", "biandijin", "heiliubo", "wuhong", "wuzi", "sihong"],
    "wuzi_compare": "kicker",
    "zhuangyuan_counts": "best",
    "bonus_prizes": False,
    "chajinhua_duitang": "none",
    "chajinhua_locked": False,
    "liubeihong_effect": "candidate",
    "biandijin_effect": "candidate",
    "heiliubo_effect": "candidate",
    "overflow": "skip",
    "chase_ranks": [],
    "chase_from": "nearest",
    "direction": "clockwise",
    "after_last_prize": "finish_round",
    "opening_by": "player",
    "opening_dice": 2,
    "seats": 12,
    "min_players": 2,
    "time_limit_minutes": None,
    "on_time_up": "continue",
}


def refusal(id="ten-seat-simple", **overrides):
    with pytest.raises(RulesetError) as refused:
        load(id, overrides)
    return refused.value.key, refused.value.code


def test_the_defaults():
    assert Ruleset(id="x").to_json() == {"id": "x", "title": "", "title_en": "", "source": "", **DEFAULTS}


def test_fifteen_rulesets_the_default_first():
    assert [listing.id for listing in available()] == IDS
    assert load() is load("xiamen-standard")


@pytest.mark.parametrize("id", IDS)
def test_each_ruleset_is_the_defaults_with_its_differences(id):
    written = load(id).to_json()
    assert {key: written[key] for key in READERS} == {**DEFAULTS, **DIFFERS[id]}
    assert describe(id)["options"] == DIFFERS[id]


@pytest.mark.parametrize("id", IDS)
def test_each_file_says_only_what_differs_and_names_its_sheet(id):
    path = Path(rules.__file__).parent / "rulesets" / f"{id}.toml"
    data = tomllib.loads(path.read_text("utf-8"))
    assert {key: value for key, value in data.items() if key in READERS} == DIFFERS[id]
    assert data["id"] == id
    assert all(data[label] for label in ("title", "title_en", "source"))
    assert data["source"].startswith(
        ("000_30d0fd8ca65f75d9.txt", "003_edfc4319cbc8d9a4.txt", "004_642b290d1ef52878.txt")
    )


def test_listing_and_description():
    listing = available()[0]
    assert listing == (
        "xiamen-standard",
        "厦门标准规则（十二人桌，状元王中王）",
        "003_edfc4319cbc8d9a4.txt 「博饼规则」",
    )
    described = describe("xiamen-standard")
    assert list(described) == ["id", "title", "title_en", "source", "digest", "options"]
    assert described["digest"] == load().digest


def test_unknown_ruleset_and_option():
    for id in ("nope", None, 3, ["xiamen-standard"]):
        with pytest.raises(RulesetError) as refused:
            load(id)
        assert (refused.value.key, refused.value.code) == ("id", "unknown_ruleset")
    assert refusal(sihong_compare="sum") == ("sihong_compare", "unknown_option")
    assert refusal(title="mine") == ("title", "unknown_option")
    with pytest.raises(RulesetError):
        load("xiamen-standard", ["order"])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("order", ["chajinhua", "chajinhua", "sihong"]),
        ("order", [*MERGED, "flush"]),
        ("order", [*MERGED, "sanhong"]),
        ("order", [*MERGED, 4]),
        ("order", []),
        ("order", "chajinhua"),
        ("order", None),
        ("order", {"chajinhua": 1}),
        ("order", [pattern for pattern in MERGED if pattern != "wuzi"]),
        ("wuzi_compare", "face"),
        ("wuzi_compare", ["kicker"]),
        ("zhuangyuan_counts", "first"),
        ("bonus_prizes", "yes"),
        ("bonus_prizes", 1),
        ("bonus_prizes", None),
        ("chajinhua_duitang", "half"),
        ("chajinhua_locked", "true"),
        ("liubeihong_effect", "explode"),
        ("biandijin_effect", True),
        ("heiliubo_effect", None),
        ("overflow", "drink"),
        ("chase_ranks", ["zhuangyuan"]),
        ("chase_ranks", ["duitang", "duitang"]),
        ("chase_ranks", ["bangyan"]),
        ("chase_ranks", "duitang"),
        ("chase_from", "any"),
        ("direction", "up"),
        ("after_last_prize", "stop"),
        ("opening_by", "mayor"),
        ("opening_dice", 0),
        ("opening_dice", True),
        ("seats", 1),
        ("seats", 10.0),
        ("seats", "10"),
        ("seats", None),
        ("min_players", 0),
        ("time_limit_minutes", 0),
        ("time_limit_minutes", 2.5),
        ("on_time_up", "maybe"),
    ],
)
def test_a_value_that_is_refused(key, value):
    assert refusal(**{key: value}) == (key, "bad_value")


def test_more_players_than_seats():
    assert refusal(min_players=11) == ("min_players", "contradiction")
    assert refusal("competition-12", seats=6) == ("min_players", "contradiction")
    assert refusal(seats=1, min_players=2) == ("seats", "bad_value")  # seats is tested before min_players


def test_an_effect_whose_pattern_is_not_in_the_order():
    assert refusal(order=MERGED, biandijin_effect="remaining") == ("biandijin_effect", "contradiction")
    without = [pattern for pattern in MERGED if pattern != "heiliubo"]
    for effect in ("candidate", "share_end", "split"):
        assert refusal(order=without, heiliubo_effect=effect) == ("heiliubo_effect", "contradiction")
    for effect in ("nothing", "blackout_end"):
        assert refusal(heiliubo_effect=effect) == ("heiliubo_effect", "contradiction")
        load("ten-seat-simple", {"order": without, "heiliubo_effect": effect})


def test_the_constructor_checks_as_load_does():
    with pytest.raises(RulesetError) as refused:
        Ruleset(id="x", seats=1)
    assert refused.value.key == "seats"
    with pytest.raises(RulesetError) as refused:
        Ruleset(id=3)
    assert refused.value.key == "id"


@pytest.mark.parametrize("id", IDS)
def test_json_round_trip(id):
    ruleset = load(id)
    written = json.loads(json.dumps(ruleset.to_json()))
    assert written == ruleset.to_json()
    assert Ruleset.from_json(written) == ruleset
    assert Ruleset.from_json(written).digest == ruleset.digest


def test_from_json_refuses_what_it_does_not_know():
    for data, key in (
        ([], "id"),
        ({"title": "x"}, "id"),
        ({"id": "x", "dice": 7}, "dice"),
        ({"id": "x", "seats": 1}, "seats"),
    ):
        with pytest.raises(RulesetError) as refused:
            Ruleset.from_json(data)
        assert refused.value.key == key
    assert Ruleset.from_json({"id": "x"}) == Ruleset(id="x")


def test_the_digest_is_the_sha256_of_the_canonical_json():
    ruleset = load("folk-63")
    text = json.dumps(ruleset.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert ruleset.digest == hashlib.sha256(text.encode("utf-8")).hexdigest()
    assert load("folk-63", {"seats": 11}).digest != ruleset.digest
    assert load("folk-63", {"seats": 10}).digest == ruleset.digest


def test_chase_ranks_are_a_set_written_from_the_highest():
    one = load("ten-seat-simple", {"chase_ranks": ["yixiu", "duitang"]})
    other = load("ten-seat-simple", {"chase_ranks": ["duitang", "yixiu"]})
    assert one.chase_ranks == (Rank.DUITANG, Rank.YIXIU)
    assert one == other
    assert one.digest == other.digest


def test_a_ruleset_is_frozen_and_can_be_copied():
    ruleset = load()
    with pytest.raises(AttributeError):
        ruleset.seats = 3
    assert pickle.loads(pickle.dumps(ruleset)) == ruleset  # noqa: S301
    assert copy.deepcopy(ruleset) == ruleset
    assert isinstance(ruleset.order[0], Pattern)


def test_the_hand_table_has_462_rows():
    table = load("xiamen-standard").hand_table()
    assert len(table) == 462
    assert [row["key"] for row in table] == sorted(row["key"] for row in table)
    assert table[0] == {"key": "111111", "pattern": "biandijin", "bonus": None, "strength": 26}
    assert json.loads(json.dumps(table)) == table
    for row in table:
        outcome = load("xiamen-standard").judge(Hand.parse(row["key"]))
        assert (row["pattern"], row["bonus"], row["strength"]) == outcome


def test_rulesets_with_the_same_pattern_options_share_one_table():
    assert load("champions-race").outcomes is load("champions-race", {"seats": 8}).outcomes
    assert load("champions-race").outcomes is not load("activity-63").outcomes


@pytest.mark.parametrize(
    ("options", "ranks"),
    [
        ({}, set()),
        ({"chase_ranks": ["sanhong"]}, {"sanhong"}),
        ({"chajinhua_duitang": "remaining", "liubeihong_effect": "remaining_end"}, set()),
        ({"chajinhua_duitang": "all_at_end"}, {"duitang"}),
        ({"liubeihong_effect": "duitang_at_end"}, {"duitang"}),
        ({"liubeihong_effect": "duitang_share_end", "chase_ranks": ["yixiu"]}, {"duitang", "yixiu"}),
        ({"liubeihong_effect": "all_end"}, {"duitang", "sanhong", "sijin", "erju", "yixiu"}),
        ({"heiliubo_effect": "split"}, {"duitang", "sanhong", "sijin", "erju", "yixiu"}),
        ({"heiliubo_effect": "share_end"}, set()),
    ],
)
def test_the_ranks_that_may_still_be_taken_away(options, ranks):
    assert load("ten-seat-simple", options).movable_ranks == ranks
