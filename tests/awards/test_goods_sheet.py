"""Sheets into rows of goods: what is read, what is an error, what is left out."""

import io
import json
from decimal import Decimal
from pathlib import Path

import pytest

from awards.goods_sheet import GoodsSheet, read_goods
from awards.goods_sheet.awards import Award
from bobing_event.importing.reader import read_sheets
from bobing_event.refusals import Refusal
from tests.awards.goods_sheets import HEADINGS, a_sheet, a_workbook, purchase_list

ROOT = Path(__file__).parents[2]
RICE = ["一秀", "米", "5 kg", "袋", 30, 32, 3, 96, "", ""]


def codes(findings):
    return [(finding.row, finding.code, finding.value) for finding in findings]


class TestAPurchaseList:
    @pytest.fixture
    def sheet(self):
        return read_goods(read_sheets(purchase_list()))

    def test_rows(self, sheet):
        read = [(row.row, row.award and (row.award.kind, row.award.code, row.award.first, row.award.last), row.name,
                 row.specification, row.unit, row.value, row.per_table, row.tables, row.total, row.sponsor)
                for row in sheet.rows]  # fmt: skip
        assert read == [
            (4, ("rank", "zhuangyuan", 1, 1), "电饭煲", "4 L", "台", Decimal("299.00"), 1, 3, 3, "甲公司"),
            (5, ("rank", "zhuangyuan", 1, 1), "状元帽", "", "顶", Decimal("15.00"), 1, 3, 3, ""),
            (6, ("rank", "duitang", 1, 1), "不锈钢锅", "28 cm", "口", Decimal("89.00"), 2, 3, 6, ""),
            (7, ("rank", "sanhong", 1, 1), "花生油", "5 L", "桶", Decimal("65.50"), 4, 3, 12, "乙粮油"),
            (8, ("rank", "sijin", 1, 1), "洗衣液", "2 L", "瓶", Decimal("12.50"), 8, 3, 24, ""),
            (9, ("rank", "erju", 1, 1), "毛巾", "", "条", Decimal("8.00"), 10, 3, 30, ""),
            (10, ("rank", "erju", 1, 1), "香皂", "", "块", Decimal("5.00"), 6, 3, 20, ""),
            (11, ("rank", "yixiu", 1, 1), "抽纸", "3 包", "提", Decimal("4.50"), 32, 3, 96, ""),
            (13, ("playoff", "zongzhuangyuan", 1, 1), "金饭碗", "", "个", Decimal("1980.00"), None, None, 1, "丙银行"),
            (14, ("playoff", "wangzhongwang", 2, 3), "茶具", "", "套", Decimal("168.00"), None, None, 2, ""),
            (15, ("consolation", "empty_handed", 1, 1), "纪念杯", "", "个", Decimal("10.00"), None, None, 20, ""),
            (16, None, "糖果", "", "袋", Decimal("15.00"), None, None, 10, ""),
        ]

    def test_nothing_is_wrong_and_the_sum_that_differs_is_said(self, sheet):
        assert sheet.errors == []
        assert codes(sheet.warnings) == [(10, "total_differs", "香皂: 6 × 3 ≠ 20")]

    def test_sums_and_signatures_are_left_out(self, sheet):
        assert [(one.row, one.value.split(" · ")[0]) for one in sheet.left_out] == [
            (12, "小计"), (17, "合计"), (18, "制表人:"),
        ]  # fmt: skip

    def test_columns(self, sheet):
        assert sheet.columns == {
            "奖项": "award", "品名": "name", "规格": "specification", "单位": "unit", "单价": "value",
            "每桌数量": "per_table", "桌数": "tables", "总数": "total", "赞助单位": "sponsor", "备注": "note",
        }  # fmt: skip

    def test_it_travels_as_plain_json(self, sheet):
        assert GoodsSheet.from_json(json.loads(json.dumps(sheet.to_json()))) == sheet

    def test_the_sample_in_the_repository_is_this_list(self, sheet):
        assert read_goods(read_sheets((ROOT / "fixtures" / "demo-prizes.xlsx").read_bytes())) == sheet


class TestFiles:
    def test_csv_as_chinese_excel_saves_it(self):
        text = "奖项,品名,单价,每桌数量\r\n一秀,米,30元,16\r\n,油,20元,16\r\n合计,,,32\r\n"
        sheet = read_goods(read_sheets(text.encode("gb18030"), "奖品.csv"))
        assert [(row.award.code, row.name, row.value, row.per_table) for row in sheet.rows] == [
            ("yixiu", "米", Decimal("30.00"), 16), ("yixiu", "油", Decimal("20.00"), 16),
        ]  # fmt: skip

    def test_of_several_sheets_the_first_with_awards_is_taken(self):
        from openpyxl import load_workbook

        book = load_workbook(io.BytesIO(a_workbook([HEADINGS, ["", *RICE[1:]]], title="库存")))
        for title in ("桌上", "空表"):
            sheet = book.create_sheet(title)
            sheet.append(HEADINGS)
            if title == "桌上":
                sheet.append(RICE)
        for title, hidden in (("加赛", False), ("旧", True)):
            sheet = book.create_sheet(title)
            sheet.append(HEADINGS)
            sheet.append(["总状元", title, "", "", 10, "", "", 1])
            sheet.sheet_state = "hidden" if hidden else "visible"
        book.create_sheet("说明").append(["请按表填写"])
        saved = io.BytesIO()
        book.save(saved)
        read = read_goods(read_sheets(saved.getvalue()))
        assert [(row.sheet, row.row, row.name) for row in read.rows] == [("桌上", 2, "米")]
        assert [(one.sheet, one.row, one.code, one.value) for one in read.warnings] == [
            ("桌上", 0, "other_sheets", "库存、加赛")
        ]
        assert "另存" in read.warnings[0].sentence

    @pytest.mark.parametrize(
        ("code", "rows"),
        [
            ("no_goods_column", [["姓名", "手机"], ["王明", "13800000001"]]),
            ("no_goods_column", [["品名"], ["米"]]),
            ("no_goods_column", []),
            ("no_goods", [HEADINGS]),
            ("too_many_goods", [HEADINGS, *(["一秀", f"米{n}"] for n in range(501))]),
        ],
    )
    def test_refusals(self, code, rows):
        with pytest.raises(Refusal) as caught:
            read_goods(read_sheets(a_workbook(rows)))
        assert caught.value.code == code

    def test_what_was_found_is_named(self):
        with pytest.raises(Refusal) as caught:
            read_goods(read_sheets(a_workbook([["奖级", "内容", "个数"], ["一秀", "米", 3]])))
        assert caught.value.context["seen"] == ["奖级", "内容", "个数"]


class TestRows:
    def test_an_award_holds_for_the_rows_below_it(self):
        sheet = a_sheet(["一秀", "米", "", "", 1, 4], ["", "油", "", "", 2, 4], ["二举", "糖", "", "", 3, 4])
        assert [row.award.code for row in sheet.rows] == ["yixiu", "yixiu", "erju"]

    def test_a_sponsor_only_where_its_cell_is_merged(self):
        rows = (["一秀", "米", "", "", 1, 4, "", "", "甲"], ["", "油", "", "", 2, 4], ["", "糖", "", "", 3, 4])
        assert [row.sponsor for row in a_sheet(*rows, merged=["I2:I3"]).rows] == ["甲", "甲", ""]

    def test_an_unknown_award_is_an_error_of_all_its_rows(self):
        sheet = a_sheet(["一等奖", "米", "", "", 1, 4], ["", "油", "", "", 2, 4], RICE)
        assert codes(sheet.errors) == [(2, "award", "一等奖"), (3, "award", "油 · 2 · 4")]
        assert "一秀" in sheet.errors[0].sentence
        assert [row.row for row in sheet.rows] == [4]

    @pytest.mark.parametrize(
        ("row", "code", "value"),
        [
            (["一秀", "米", "", "", "20-30", 4], "price", "20-30"),
            (["一秀", "米", "", "", 20, "一些"], "number", "一些"),
            (["一秀", "米", "", "", 20, 2.5], "number", "2.5"),
            (["一秀", "", "", "", 20, 4], "no_name", "一秀 · 20 · 4"),
            (["一秀", "米" * 81, "", "", 20, 4], "too_long", "米" * 81),
        ],
    )
    def test_errors(self, row, code, value):
        sheet = a_sheet(row, RICE)
        assert codes(sheet.errors) == [(2, code, value)]
        assert sheet.errors[0].sentence != code
        assert (sheet.in_error, [one.row for one in sheet.rows]) == ([Award("rank", "yixiu")], [3])

    def test_a_prepared_line_is_left_out(self):
        sheet = a_sheet(["一秀", "", "", "", "", 32, 3], RICE)
        assert (codes(sheet.errors), [one.row for one in sheet.left_out]) == ([], [2])

    @pytest.mark.parametrize(
        "word",
        [
            "合计",
            "总金额",
            "合计金额：",
            "总价",
            "总件数",
            "汇总",
            "共63份",
            "共计 63 件",
            "2026年9月1日",
            "2026-09-01",
            "奖品小计",
        ],
    )
    def test_a_sum_stands_below_any_column(self, word):
        headings = ("序号", *HEADINGS)
        rows = ([1, *RICE], [2, "二举", "油", "", "", 9, 16, 3, 48], [3, "", word, "", "", "", "", "", 180],
                [4, word, "", "", "", "", "", "", 180], ["", "", "", "", "", word, "", "", 180])  # fmt: skip
        sheet = a_sheet(*rows, headings=headings)
        assert ([row.name for row in sheet.rows], sheet.errors) == (["米", "油"], [])
        assert [one.row for one in sheet.left_out] == [4, 5, 6]

    @pytest.mark.parametrize("name", ["总统牌咖啡", "汇总夹", "共享雨伞", "2026年台历", "7 件套", "63"])
    def test_goods_that_sound_like_a_sum(self, name):
        sheet = a_sheet(["一秀", name, "", "", 30, 32, 3, 96], headings=HEADINGS)
        assert [row.name for row in sheet.rows] == [name]

    def test_goods_without_an_award_are_planned_for_nothing(self):
        sheet = a_sheet(
            ["", "米", "", "", 1, 4], ["备用", "糖", "", "", 1, 4], ["", "油", "", "", 1, 4], [*RICE[:1], "锅"]
        )
        assert [row.award and row.award.code for row in sheet.rows] == [None, None, None, "yixiu"]
        assert codes(sheet.warnings) == [(2, "no_award", "米")]
        listed = a_sheet(["米", 1, 4], ["油", 1, 4], headings=("品名", "单价", "总数"))
        assert [(one.row, one.code) for one in listed.warnings] == [(0, "no_award_column")]
        assert all(one.sentence != one.code for one in (*sheet.warnings, *listed.warnings))

    def test_units_may_stand_behind_the_price(self):
        assert [row.unit for row in a_sheet(["一秀", "米", "", "", "30元/袋", "4份"]).rows] == ["袋"]

    def test_a_number_that_does_not_say_of_what(self):
        headings = ["奖项", "奖品名称", "数量", "单价"]
        sheet = a_sheet(["一秀", "米", 32, 3], ["二举", "油", 16, 3], ["总状元", "车", 2, 9], headings=headings)
        assert [(row.per_table, row.total) for row in sheet.rows] == [(32, None), (16, None), (None, 2)]
        assert codes(sheet.warnings) == [(0, "count_is_per_table", "数量")]

    def test_a_number_beside_a_tables_number_is_the_sum(self):
        headings = ["奖项", "品名", "每桌数量", "数量"]
        assert [(row.per_table, row.total) for row in a_sheet(["一秀", "米", 32, 96], headings=headings).rows] == [
            (32, 96)
        ]

    def test_how_goods_are_arranged_and_handed_over(self):
        headings = ["奖项", "品名", "每桌数量", "搭配", "发放地点", "每份数量"]
        rows = (
            ["一秀", "米", 16, "混搭", "桌上", 2],
            ["", "油", 16, "", "领奖处", ""],
            ["", "糖", 16, "乱", "家里", ""],
        )
        sheet = a_sheet(*rows, headings=headings)
        assert [(row.arrangement, row.given_at, row.each) for row in sheet.rows] == [
            ("mix", "table", 2),
            ("", "desk", None),
        ]
        assert codes(sheet.errors) == [(4, "arrangement", "乱"), (4, "given_at", "家里")]

    def test_rounded_prices_and_hidden_rows_are_said(self):
        from openpyxl import load_workbook

        book = load_workbook(
            io.BytesIO(a_workbook([HEADINGS, ["一秀", "米", "", "", 33.333, 4], ["", "油", "", "", 0.1 + 0.2, 4]]))
        )
        book.active.row_dimensions[3].hidden = True
        saved = io.BytesIO()
        book.save(saved)
        sheet = read_goods(read_sheets(saved.getvalue()))
        assert codes(sheet.warnings) == [(2, "price_rounded", "33.333"), (3, "hidden_row", "油")]

    def test_english_headings(self):
        headings = ["Award", "Goods", "Unit price", "Pieces a table", "Sponsor"]
        sheet = a_sheet(["Yixiu", "Rice", 3, 32, "A"], ["everybody who came", "Fan", 1, "", ""], headings=headings)
        assert [(row.award.code, row.name, row.per_table) for row in sheet.rows] == [
            ("yixiu", "Rice", 32), ("everybody", "Fan", None),
        ]  # fmt: skip
