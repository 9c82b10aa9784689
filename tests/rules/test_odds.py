"""§2: exact counts over the 46,656 throws."""

from collections import Counter
from fractions import Fraction

import pytest

from rules import Hand, Outcome, Pattern, Rank, available, hands_of_all_throws, load
from rules.odds import outcome_counts, pattern_counts, rank_counts, zhuangyuan_chance

PUBLISHED = {"duitang": 720, "sanhong": 2_500, "sijin": 1_875, "erju": 9_300, "yixiu": 17_400}
ZHUANGYUAN = {"xiamen-standard": 561, "competition-12": 557, "blackout": 556}
LEVELS = {
    "chajinhua": 15,
    "liubeihong": 1,
    "biandijin": 1,
    "heiliubo": 4,
    "wuhong": 30,
    "wuzi": 150,
    "sihong": 360,
}
MERGED = {**{key: count for key, count in LEVELS.items() if key != "biandijin"}, "heiliubo": 5}
OTHERS = {
    "competition-12": {key: count for key, count in LEVELS.items() if key != "heiliubo"},
    "xiamen-sixteen": {**LEVELS, "wuzi": 120, "wuzi_yixiu": 30},
}
KEEP_BIANDIJIN = ("xiamen-standard", "champions-race", "activity-63", "ten-seat-last-throw", "ten-seat-simple")
IDS = [listing.id for listing in available()]


@pytest.mark.parametrize("id", IDS)
def test_counts_of_every_throw(id):
    ruleset = load(id)
    thrown = Counter(ruleset.judge(hand) for hand in hands_of_all_throws())
    assert thrown == outcome_counts(ruleset)
    assert sum(thrown.values()) == 46_656


@pytest.mark.parametrize("id", IDS)
def test_the_published_figures(id):
    zhuangyuan = ZHUANGYUAN.get(id, 561)
    assert rank_counts(load(id)) == {
        **PUBLISHED,
        "zhuangyuan": zhuangyuan,
        None: 14_300 + 561 - zhuangyuan,
    }
    assert zhuangyuan_chance(load(id)) == Fraction(zhuangyuan, 46_656)


@pytest.mark.parametrize("id", IDS)
def test_the_counts_of_each_pattern(id):
    levels = OTHERS.get(id, LEVELS if id in KEEP_BIANDIJIN else MERGED)
    nothing = 14_304 if id == "competition-12" else 14_300
    assert pattern_counts(load(id)) == {**PUBLISHED, **levels, None: nothing}


def test_one_outcome_among_the_counts():
    counts = outcome_counts(load())
    assert counts[Outcome(Pattern.SIJIN, Rank.ERJU, None)] == sum(Hand.parse(t).ways for t in TWO_REDS)


TWO_REDS = ("111144", "222244", "333344", "445555", "446666")
