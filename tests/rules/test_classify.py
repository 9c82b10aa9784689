"""§2 and §3."""

import pytest

from rules import Hand, Outcome, Pattern, Rank, all_hands, load

MERGED = ["chajinhua", "liubeihong", "heiliubo", "wuhong", "wuzi", "sihong"]
WITH_WUZI_YIXIU = ["chajinhua", "liubeihong", "biandijin", "heiliubo", "wuhong", "wuzi_yixiu", "wuzi", "sihong"]


def judged(text, ruleset="ten-seat-simple", **overrides):
    return load(ruleset, overrides).judge(Hand.parse(text))


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("444411", "chajinhua"),
        ("444444", "liubeihong"),
        ("111111", "biandijin"),
        ("222222", "heiliubo"),
        ("666666", "heiliubo"),
        ("444443", "wuhong"),
        ("333331", "wuzi"),
        ("333334", "wuzi"),
        ("444412", "sihong"),
        ("444422", "sihong"),
        ("654321", "duitang"),
        ("444123", "sanhong"),
        ("444111", "sanhong"),
        ("222213", "sijin"),
        ("222244", "sijin"),
        ("441123", "erju"),
        ("441113", "erju"),
        ("412233", "yixiu"),
        ("433322", "yixiu"),
        ("112233", None),
        ("111222", None),
    ],
)
def test_each_pattern(text, pattern):
    assert judged(text).pattern == pattern


def test_a_throw_counts_once_as_the_highest_it_fits():
    assert judged("222244") == Outcome(Pattern.SIJIN, None, None)  # not 二举


def test_six_ones_are_heiliubo_where_the_order_does_not_list_biandijin():
    assert judged("111111", order=MERGED).pattern == "heiliubo"


def test_heiliubo_nothing_leaves_no_pattern_at_all():
    order = [pattern for pattern in MERGED if pattern != "heiliubo"]
    options = {"order": order, "heiliubo_effect": "nothing"}
    assert judged("222222", **options) == Outcome(None, None, None)
    assert judged("111111", **options) == Outcome(None, None, None)
    options["order"] = ["biandijin", *order]
    assert judged("111111", **options).pattern == "biandijin"


def test_heiliubo_blackout_is_a_pattern_without_strength():
    assert judged("222222", "blackout") == Outcome(Pattern.HEILIUBO, None, None)
    assert judged("111111", "blackout").pattern == "heiliubo"


def test_wuzi_yixiu_only_where_the_order_lists_it():
    assert judged("222224").pattern == "wuzi"
    assert judged("222224", order=WITH_WUZI_YIXIU).pattern == "wuzi_yixiu"
    assert judged("222223", order=WITH_WUZI_YIXIU).pattern == "wuzi"


@pytest.mark.parametrize(
    ("text", "bonus"),
    [
        ("222224", "yixiu"),
        ("222223", None),
        ("222244", "erju"),
        ("222241", "yixiu"),
        ("222213", None),
        ("444441", None),
        ("444444", None),
        ("444111", None),
        ("444422", None),
    ],
)
def test_bonus(text, bonus):
    assert judged(text, bonus_prizes=True).bonus == bonus
    assert judged(text).bonus is None


def test_wuzi_yixiu_has_the_bonus_of_wuzi():
    assert judged("222224", order=WITH_WUZI_YIXIU, bonus_prizes=True).bonus == "yixiu"


def ranking(**overrides):
    """The 状元-level hands of each strength, weakest first."""
    ruleset = load("ten-seat-simple", overrides)
    ranks = {}
    for hand in all_hands():
        outcome = ruleset.judge(hand)
        if outcome.strength is not None:
            ranks.setdefault(outcome.strength, []).append(str(hand))
    assert sorted(ranks) == list(range(1, len(ranks) + 1))  # dense, from 1
    return [ranks[strength] for strength in sorted(ranks)]


def test_the_default_ranking_in_full():
    ranks = ranking()
    assert ranks[:10] == [
        ["124444"],
        ["134444", "224444"],
        ["234444"],
        ["144445", "334444"],
        ["144446", "244445"],
        ["244446", "344445"],
        ["344446"],
        ["444455"],
        ["444456"],
        ["444466"],
    ]
    assert ranks[10:16] == [
        ["122222", "133333", "155555", "166666"],
        ["111112", "233333", "255555", "266666"],
        ["111113", "222223", "355555", "366666"],
        ["111114", "222224", "333334", "455555", "466666"],
        ["111115", "222225", "333335", "566666"],
        ["111116", "222226", "333336", "555556"],
    ]
    assert ranks[16:21] == [["144444"], ["244444"], ["344444"], ["444445"], ["444446"]]
    assert ranks[21:] == [
        ["222222"],
        ["333333"],
        ["555555"],
        ["666666"],
        ["111111"],
        ["444444"],
        ["114444"],
    ]


def test_face_kicker_compares_the_five_first():
    ranks = ranking(wuzi_compare="face_kicker")
    assert [text for (text,) in ranks[10:15]] == ["111112", "111113", "111114", "111115", "111116"]
    assert [text for (text,) in ranks[30:35]] == ["166666", "266666", "366666", "466666", "566666"]
    assert len(ranks) == 10 + 25 + 5 + 4 + 3


def test_wuzi_yixiu_is_ranked_by_the_five():
    ranks = ranking(order=WITH_WUZI_YIXIU)
    assert ranks[15:20] == [["111114"], ["222224"], ["333334"], ["455555"], ["466666"]]


def test_merged_heiliubo_of_ones_is_the_weakest_heiliubo():
    ranks = ranking(order=MERGED)
    assert ranks[21:26] == [["111111"], ["222222"], ["333333"], ["555555"], ["666666"]]


def test_the_order_decides_between_patterns():
    ranks = ranking(order=["liubeihong", "heiliubo", "chajinhua", "wuhong", "wuzi", "sihong"])
    assert ranks[21:] == [["114444"], ["111111"], ["222222"], ["333333"], ["555555"], ["666666"], ["444444"]]


def test_the_rank_an_outcome_counts_for():
    assert judged("444412").rank is Rank.ZHUANGYUAN
    assert judged("123456").rank is Rank.DUITANG
    assert judged("112233").rank is None
    assert judged("222222", "blackout").rank is None
