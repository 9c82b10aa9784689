"""Sheets of prizes as organisers have them, made with openpyxl."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from awards.goods_sheet import GoodsSheet, read_goods
from bobing_event.importing.reader import read_sheets

HEADINGS = ("奖项", "品名", "规格", "单位", "单价", "每桌数量", "桌数", "总数", "赞助单位", "备注")


def a_workbook(rows: Iterable[Sequence[Any]], merged: Iterable[str] = (), title: str = "奖品") -> bytes:
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    for cells in merged:
        sheet.merge_cells(cells)
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def a_sheet(*rows: Sequence[Any], headings: Sequence[str] = HEADINGS, merged: Iterable[str] = ()) -> GoodsSheet:
    """The rows below the headings, read."""
    return read_goods(read_sheets(a_workbook([headings, *rows], merged)))


def purchase_list() -> bytes:
    """A list as it is bought by: titles, merged awards, sums, a signature."""
    rows: list[list[Any]] = [
        ["2026年中秋博饼奖品采购清单"],
        ["制表单位：某某公司工会", "", "", "", "", "", "", "", "", "2026.9.1"],
        list(HEADINGS),
        ["状元", "电饭煲", "4 L", "台", 299, 1, 3, 3, "甲公司", ""],
        ["", "状元帽", "", "顶", "¥15.00/顶", 1, 3, 3, "", "戴着合影"],
        ["对堂（榜眼）", "不锈钢锅", "28 cm", "口", "89元", 2, 3, 6, "", ""],
        ["三红", "花生油", "5 L", "桶", 65.5, 4, 3, 12, "乙粮油", ""],
        ["四进", "洗衣液", "2 L", "瓶", "12.50元/瓶", 8, 3, 24, "", ""],
        ["二举奖", "毛巾", "", "条", 8, 10, 3, 30, "", ""],
        ["", "香皂", "", "块", 5, 6, 3, 20, "", "多买 2 块"],
        ["一秀", "抽纸", "3 包", "提", 4.5, "32提", 3, 96, "", ""],
        ["小计", "", "", "", "", 64, "", 194, "", ""],
        ["总状元", "金饭碗", "", "个", "1,980.00", "", "", 1, "丙银行", ""],
        ["王中王第2-3名", "茶具", "", "套", 168, "", "", 2, "", ""],
        ["安慰奖", "纪念杯", "", "个", 10, "", "", 20, "", ""],
        ["备用", "糖果", "", "袋", 15, "", "", 10, "", ""],
        ["合计", "", "", "", "", "", "", 227, "", ""],
        ["制表人：", "王明", "", "审核：", "李静"],
    ]
    return a_workbook(rows, merged=["A1:J1", "A4:A5", "A9:A10"])
