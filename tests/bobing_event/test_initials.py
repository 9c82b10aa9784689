"""The first letters of names, as a door looks for them."""

import pytest

from bobing_event.initials import initials_of


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("王明", "wm"),
        ("吕布", "lb"),
        ("单雄信", "sxx"),
        ("解晓东", "xxd"),
        ("曾静", "zj"),
        ("仇英", "qy"),
        ("区小明", "oxm"),
        ("查良镛", "zly"),
        ("沈石", "ss"),
        ("尉迟恭", "ycg"),
        ("尉健", "wj"),
        ("欧阳娜娜", "oynn"),
        ("长孙无忌", "zswj"),
        ("刘长春", "lcc"),
        ("王单", "wd"),
        ("蔡䶮", "cy"),
        ("张𬭎", "zh"),
        ("阿依古丽·买买提", "ayglmmt"),
        ("Maria Santos", "ms"),
        ("O'Brien Liam", "ol"),
        ("Jean-Luc Picard", "jp"),
        ("Émile Zola", "ez"),
        ("陈David", "cd"),
        ("王\U0003134f", "w"),
        ("Иван", ""),
        ("12 号", "h"),
        ("", ""),
    ],
)
def test_initials(name, initials):
    assert initials_of(name) == initials
