"""Prices, numbers and awards as people write them."""

from decimal import Decimal

import pytest

from awards.goods_sheet.awards import Award, award_of
from awards.goods_sheet.cells import price, whole
from bobing_event.importing.cleaning import CellError


@pytest.mark.parametrize(
    ("cell", "amount", "unit"),
    [
        (12.5, "12.50", ""), (12, "12.00", ""), ("12.50", "12.50", ""), ("¥12.50/瓶", "12.50", "瓶"),
        ("￥１２.５", "12.50", ""), ("12.5元", "12.50", ""), ("12.5元/瓶", "12.50", "瓶"), ("12.5 / 瓶", "12.50", "瓶"),
        ("1,280.00", "1280.00", ""), ("约 30 元", "30.00", ""), ("人民币99圆", "99.00", ""), ("RMB 5", "5.00", ""),
        ("赞助", "0", ""), ("免费", "0", ""), (33.3333, "33.33", ""), ("12.505", "12.51", ""), (0, "0.00", ""),
    ],
)  # fmt: skip
def test_prices(cell, amount, unit):
    assert price(cell) == (Decimal(amount), unit)


@pytest.mark.parametrize("cell", ["", None, "-", "无", "/"])
def test_empty_cells(cell):
    assert price(cell) == (None, "")
    assert whole(cell) == (None, "")


@pytest.mark.parametrize("cell", ["12-15元", "便宜", "12.5.1", "-5", "100000000", "12元2角", "1,28"])
def test_no_price(cell):
    with pytest.raises(CellError) as caught:
        price(cell)
    assert caught.value.code == "price"


@pytest.mark.parametrize(
    ("cell", "number", "unit"),
    [(32, 32, ""), (32.0, 32, ""), ("32", 32, ""), ("32瓶", 32, "瓶"), ("1,200", 1200, ""), ("４", 4, ""),
     ("32份/桌", 32, "份"), (0, 0, "")],
)  # fmt: skip
def test_numbers(cell, number, unit):
    assert whole(cell) == (number, unit)


@pytest.mark.parametrize("cell", ["2.5", 2.5, "三十二", "16×2", "若干", "1000001", "-3"])
def test_no_number(cell):
    with pytest.raises(CellError) as caught:
        whole(cell)
    assert caught.value.code == "number"


@pytest.mark.parametrize("read", [price, whole])
def test_a_formula_that_failed(read):
    with pytest.raises(CellError) as caught:
        read("#REF!")
    assert caught.value.code == "formula"


def place(code, first, last=None):
    return Award("playoff", code, first, last or first)


@pytest.mark.parametrize(
    ("cell", "award"),
    [
        ("状元", Award("rank", "zhuangyuan")), ("状元奖", Award("rank", "zhuangyuan")),
        ("對堂", Award("rank", "duitang")),
        ("对堂（榜眼）", Award("rank", "duitang")), ("榜眼/对堂", Award("rank", "duitang")),
        ("探花", Award("rank", "sanhong")),
        ("进士", Award("rank", "sijin")), ("举人奖品", Award("rank", "erju")), ("1、一秀", Award("rank", "yixiu")),
        ("（六）一秀", Award("rank", "yixiu")), ("六、秀才", Award("rank", "yixiu")),
        ("一秀 32份", Award("rank", "yixiu")),
        ("一秀×32", Award("rank", "yixiu")), ("Yixiu", Award("rank", "yixiu")), ("【三红】", Award("rank", "sanhong")),
        ("总状元", place("zongzhuangyuan", 1)), ("状元王", place("wangzhongwang", 1)),
        ("王中王第二名", place("wangzhongwang", 2)), ("状元王中王亚军", place("wangzhongwang", 2)),
        ("王中王第2-3名", place("wangzhongwang", 2, 3)), ("王中王前三名", place("wangzhongwang", 1, 3)),
        ("王中王第十二名", place("wangzhongwang", 12)), ("总对堂奖", place("zongduitang", 1)),
        ("King of Zhuangyuan 2", place("wangzhongwang", 2)),
        ("安慰奖", Award("consolation", "empty_handed")), ("参与奖", Award("consolation", "everybody")),
        ("纪念奖", Award("consolation", "everybody")), ("阳光普照奖", Award("consolation", "everybody")),
        *((cell, Award("rank", "zhuangyuan")) for cell in (
            "一等奖（状元）", "特等奖：状元", "第一名·状元", "①状元", "1状元", "A. 状元", "状元 Zhuangyuan",
            "【状元组】", "状元-特等奖", "一等奖/状元",
        )),
        ("一秀-32", Award("rank", "yixiu")), ("一秀组", Award("rank", "yixiu")),
        ("六等奖（一秀）32份", Award("rank", "yixiu")),
        ("第二名：对堂", Award("rank", "duitang")), ("三等奖 三红", Award("rank", "sanhong")),
        ("王中王奖第二名", place("wangzhongwang", 2)), ("王中王奖", place("wangzhongwang", 1)),
        ("【王中王】第2-3名", place("wangzhongwang", 2, 3)), ("特等奖（总状元）", place("zongzhuangyuan", 1)),
        ("A、安慰奖", Award("consolation", "empty_handed")),
        ("备用", Award("spare")), ("备用奖品", Award("spare")),
    ],
)  # fmt: skip
def test_awards(cell, award):
    assert award_of(cell) == award


@pytest.mark.parametrize("cell", [None, "", "  "])
def test_nothing_is_no_award(cell):
    assert award_of(cell) is None


@pytest.mark.parametrize(
    "cell",
    [
        "一等奖",
        "特等奖",
        "状元/对堂",
        "王中王五块",
        "幸运",
        "王中王第3-2名",
        "状元及第",
        "五子带一秀",
        "状元插金花",
        "非状元",
        "除状元外",
        "状元、对堂",
        "状元（一秀）对堂",
        "第二名·状元",
        "状元第二名",
        "一等奖（状元/对堂）",
        "32",
    ],
)
def test_unknown_awards(cell):
    with pytest.raises(CellError) as caught:
        award_of(cell)
    assert caught.value.code == "award"
