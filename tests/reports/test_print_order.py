"""In which order things are printed."""

import pytest

from reports.printing.order import Line, cut_stack, pages_of_groups, sheets_for
from reports.printing.spelling import letter_of, spelling


@pytest.mark.parametrize(
    ("count", "sheets"),
    [
        (0, []),
        (1, [[0, None, None, None]]),
        (4, [[0, 1, 2, 3]]),
        (5, [[0, 2, 4, None], [1, 3, None, None]]),
        (8, [[0, 2, 4, 6], [1, 3, 5, 7]]),
        (10, [[0, 3, 6, 9], [1, 4, 7, None], [2, 5, 8, None]]),
    ],
)
def test_cut_stacks(count, sheets):
    assert list(cut_stack(range(count), 4)) == sheets
    assert sheets_for(count, 4) == len(sheets)


@pytest.mark.parametrize("count", [1, 7, 100, 1001])
def test_cut_piles_laid_on_each_other_are_in_order(count):
    sheets = list(cut_stack(range(count), 4))
    piles = [sheet[place] for place in range(4) for sheet in sheets]
    assert [item for item in piles if item is not None] == list(range(count))
    assert piles.index(None) >= count if None in piles else True


def lines(text, per_page):
    pages = pages_of_groups(text.split(), lambda word: word[0], per_page)
    return [
        [("+" if line.again else "") + line.heading if line.heading else line.item for line in page] for page in pages
    ]


def test_headings_stand_over_groups():
    assert lines("a1 a2 b1", 5) == [["a", "a1", "a2", "b", "b1"]]
    assert list(pages_of_groups([], lambda word: word, 5)) == []


def test_headings_are_repeated_and_never_alone_at_the_foot():
    assert lines("a1 a2 a3 a4 b1", 4) == [["a", "a1", "a2", "a3"], ["+a", "a4", "b", "b1"]]
    assert lines("a1 a2 b1 c1", 4) == [["a", "a1", "a2"], ["b", "b1", "c", "c1"]]


def test_a_line_is_a_heading_or_an_item():
    assert next(pages_of_groups(["x"], lambda word: word, 3)) == [Line(heading="x"), Line(item="x")]


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("王明", "W"), ("龘龙", "D"), ("林𬭎", "L"), ("曾国藩", "Z"), ("单雄信", "S"), ("尉迟恭", "Y"), ("Łukasz", "L"),
        ("Ødegård", "O"), ("Nguyễn", "N"), ("*粗*", "C"), ("吉日格勒·巴特尔", "J"), ("𪚦野", "#"), ("3号", "#"),
        ("·", "#"),
    ],
)  # fmt: skip
def test_letters(name, letter):
    assert letter_of(name) == letter


def test_names_by_pinyin_and_equal_characters_together():
    names = ["𪚦野", "章二", "张三", "章一", "汪一", "曾巩", "王㛃", "王安", "Adam", "单雄信"]
    ordered = ["Adam", "单雄信", "汪一", "王安", "王㛃", "曾巩", "张三", "章二", "章一", "𪚦野"]
    assert sorted(names, key=spelling) == ordered
