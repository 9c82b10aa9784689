"""Which names are drawn spaced, and how wide."""

import pytest

from awards.outlines import spaced_names


@pytest.mark.parametrize(("name", "width"), [("王明", 2.5), ("王小明", 3.44), ("𬭎䶮", 2.5), ("𠮷𠈓", 2.5)])
def test_short_chinese_names_are_spaced(name, width):
    (spaced,) = spaced_names([name])
    assert spaced["width"] == pytest.approx(width)
    assert spaced["svg"].count("<path ") == len(name)
    assert f'viewBox="0 0 {width * 1000:g} 1000"' in spaced["svg"]


@pytest.mark.parametrize("name", ["", "王", "欧阳娜娜", "李A", "Li", "艾·山", "王😀"])
def test_all_others_are_not(name):
    assert spaced_names([name]) == [None]


def test_names_keep_their_order_and_characters_their_outlines():
    first, _other, second, again = spaced_names(["王明", "Li Lei", "明王", "王明"])
    assert first == again
    assert first["svg"] != second["svg"]
    assert spaced_names(["王明"]) == [first]
