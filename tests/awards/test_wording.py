"""The certificates' words: variables, what is left out, and numbers as they are read."""

from datetime import date

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from awards.wording import (
    VARIABLES_OF,
    WORDS,
    by_digit,
    canonical,
    compose,
    date_text,
    defaults_of,
    group_of,
    is_chinese,
    numeral,
    on_page,
    parsed,
    shown,
    variables_in,
)
from bobing_event.refusals import Refusal

KINDS = ("zhuangyuan", "duitang", "sanhong", "sijin", "erju", "yixiu", "zongzhuangyuan", "wangzhongwang", "zongduitang",
         "thanks")  # fmt: skip
CODES = sorted({code for codes in VARIABLES_OF.values() for code in codes})
EVENT = {"event": "中秋博饼", "edition": "第六届", "session": "", "pattern": "状元插金花", "table": 8, "rank": "状元"}


@pytest.mark.parametrize(
    ("number", "read"),
    [
        (0, "〇"), (1, "一"), (10, "十"), (11, "十一"), (20, "二十"), (21, "二十一"), (100, "一百"), (101, "一百零一"),
        (110, "一百一十"), (111, "一百一十一"), (1000, "一千"), (1001, "一千零一"), (1010, "一千零一十"),
        (1100, "一千一百"), (9999, "九千九百九十九"), (10000, "一万"), (10010, "一万零一十"), (12000, "一万二千"),
        (100500, "十万零五百"),
    ],
)  # fmt: skip
def test_numerals(number, read):
    assert numeral(number) == read


def test_years_and_dates():
    day = date(2030, 10, 31)
    assert by_digit(2026) == "二〇二六"
    assert date_text(day, chinese=True, numerals=True) == "二〇三〇年十月三十一日"
    assert date_text(day, chinese=True, numerals=False) == "2030年10月31日"
    assert date_text(day, chinese=False, numerals=True) == "2030-10-31"


def test_the_default_words_of_a_champion():
    words = defaults_of("zhuangyuan")
    assert compose(words["text"], EVENT) == "在“中秋博饼”（第六届）中，掷得状元插金花，荣获"
    assert compose(words["honour"], EVENT) == "第八桌状元"
    assert (words["title"], words["closing"]) == ("荣誉证书", "特发此证，以资鼓励。")


def test_what_is_empty_takes_its_surroundings_with_it():
    text = defaults_of("zhuangyuan")["text"]
    assert compose(text, {"event": "中秋博饼"}) == "在“中秋博饼”中，荣获"
    assert (
        compose(text, {"event": "中秋博饼", "session": "第二场", "pattern": "五红"})
        == "在“中秋博饼”第二场中，掷得五红，荣获"
    )
    assert compose("甲[{name}与{unit}]乙", {"name": "王明"}) == "甲乙"
    assert compose("甲{name}乙", {}) == "甲乙"


@pytest.mark.parametrize("kind", KINDS)
def test_every_default_can_be_composed(kind):
    assert set(defaults_of(kind)) == set(WORDS)
    for text in defaults_of(kind).values():
        assert canonical(text) == text
        assert set(variables_in(text)) <= set(VARIABLES_OF[group_of(kind)])


def test_numbers_follow_the_language_of_the_text():
    assert compose("第{table}桌", {"table": 12}) == "第十二桌"
    assert compose("Table {桌号}", {"table": 12}) == "Table 12"
    assert compose("{table}", {"table": 12}, chinese=True) == "十二"
    assert (is_chinese("{桌号}", "Table"), is_chinese("", "桌")) == (False, True)


@pytest.mark.parametrize(
    "text", ["{name}", "{姓名}", "{名字}", "{ name }", "{NAME}", "｛姓名｝", "｛ name ｝"],
)  # fmt: skip
def test_a_variable_goes_by_several_names(text):
    assert canonical(text) == "{name}"


def test_the_page_shows_them_in_its_language():
    with translation.override("zh-hans"):
        assert (shown("[（{edition}）]{table}"), on_page("table")) == ("[（{届次}）]{桌号}", "{桌号}")
    with translation.override("en"):
        assert (shown("{桌号}"), on_page("table")) == ("{table}", "{table}")


@pytest.mark.parametrize(
    ("text", "variable", "nearest"),
    [("{nam}", "nam", "name"), ("致{姓明}", "姓明", "姓名"), ("{tabel}", "tabel", "table"), ("{桌}{奖}", "奖", "奖项")],
)
def test_an_unknown_variable_is_named_with_the_nearest_known(text, variable, nearest):
    with pytest.raises(Refusal) as caught:
        parsed(text)
    refusal = caught.value
    assert (refusal.code, refusal.context) == ("unknown_variable", {"variable": variable, "nearest": nearest})
    assert f"{{{variable}}}" in str(refusal)
    assert f"{{{nearest}}}" in str(refusal)


def test_a_variable_like_none_is_named_alone():
    with pytest.raises(Refusal) as caught, translation.override("zh-hans"):
        parsed("{xyzzy}")
    assert (caught.value.code, caught.value.context) == ("unknown_variable", {"variable": "xyzzy"})
    assert str(caught.value) == "没有变量 {xyzzy}。请从下面的变量中选择。"


@pytest.mark.parametrize(
    "text", ["{", "}", "{}", "{ }", "{name", "name}", "{{name}}", "[", "]", "[{name}", "{name}]", "[[{name}]]", "[甲]",
             "[]", "{na[me}", "［｛姓名｝", "甲｝"],
)  # fmt: skip
def test_braces_come_in_pairs(text):
    with pytest.raises(Refusal) as caught:
        parsed(text)
    assert caught.value.code == "bad_braces"


# --- properties -------------------------------------------------------------------------------------------

literal = st.text(st.characters(exclude_characters="{}[]｛｝［］", exclude_categories=["Cs"]), max_size=12)
variable = st.sampled_from(CODES)
segment = st.tuples(literal, variable, literal, st.booleans())
values = st.dictionaries(variable, st.one_of(st.text(max_size=8), st.integers(1, 20_000)))


def written(segments):
    return "".join(
        f"[{before}{{{code}}}{after}]" if optional else f"{before}{{{code}}}{after}"
        for before, code, after, optional in segments
    )


@given(st.lists(segment, max_size=6), st.dictionaries(variable, literal.filter(bool)))
def test_no_brace_is_left_and_no_text_lost(segments, said):
    composed = compose(written(segments), said)
    assert not set("{}[]") & set(composed)
    expected = "".join(
        "" if optional and not said.get(code) else before + said.get(code, "") + after
        for before, code, after, optional in segments
    )
    assert composed == expected


@given(st.lists(segment, max_size=6), values)
def test_values_are_never_read_as_text_with_variables(segments, said):
    tricky = {code: f"{{name}}[{value}]" if isinstance(value, str) else value for code, value in said.items()}
    composed = compose(written(segments), tricky)
    for before, code, after, _optional in segments:
        if isinstance(tricky.get(code), str):
            assert before + tricky[code] + after in composed


@given(st.lists(segment, max_size=6))
def test_what_is_shown_is_read_back(segments):
    text = canonical(written(segments))
    for language in ("zh-hans", "en"):
        with translation.override(language):
            assert canonical(shown(text)) == text


@given(st.integers(1, 99_999_999))
def test_numerals_are_read_back(number):
    assert read_back(numeral(number)) == number


def read_back(text):
    digits = {char: value for value, char in enumerate("零一二三四五六七八九")}
    units = {"十": 10, "百": 100, "千": 1000}
    whole = part = digit = 0
    for char in text:
        if char in digits:
            digit = digits[char]
        elif char in units:
            part += (digit or 1) * units[char]
            digit = 0
        else:
            whole, part, digit = (part + digit) * 10_000, 0, 0
    return whole + part + digit
