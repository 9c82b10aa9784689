"""The kinds of sheets that come, each in many variants: what is read must be the same people, row by row."""

import re

import pytest

from bobing_event.importing import read_roster
from bobing_event.importing.reader import read_sheets
from bobing_event.refusals import Refusal
from tests.bobing_event import lists
from tests.bobing_event.lists import TEXTS, WORKBOOKS, Grid

PEOPLE = [("王㛃", "13800000001", "财务部"), ("李静", "13800000002", "财务部"), ("欧阳娜娜", "13800000003", "行政部")]
ALL = {**WORKBOOKS, **TEXTS}


def people(content: bytes) -> list[tuple[str, str, str]]:
    return [(person.name, person.phone, person.unit) for person in read(content).people]


def read(content: bytes):
    return read_roster(read_sheets(content))


def clean(content: bytes) -> list[tuple[str, str, str]]:
    """The people of a file in which nothing is wrong."""
    roster = read(content)
    assert (roster.errors, roster.warnings) == ([], [])
    return [(person.name, person.phone, person.unit) for person in roster.people]


def grid(*above, header=("姓名", "手机号", "单位"), below=(), **fields) -> Grid:
    return Grid([*above, header, *PEOPLE, *below], **fields)


WITHOUT_MERGING = {
    "plain": grid(),
    "a title": grid(["鹭岛公司中秋博饼报名表"]),
    "titles and blanks": grid(["鹭岛公司"], [], ["填表日期：2026年9月18日　填表人：行政部"], ["", "", ""]),
    "blanks in headings": grid(header=("姓　名", "手 机\n号", " 单位/部门 ")),
    "hints in headings": grid(header=("*姓名（必填）", "手机号码(11位)", "【单位】部门")),
    "two languages": grid(header=("姓名 Name", "手机/Mobile", "部门 Department")),
    "english": grid(header=("Full Name", "Phone No.", "Dept.")),
    "traditional": grid(header=("姓名", "聯絡電話", "單位")),
    "ending": grid(header=("职工姓名", "职工手机号", "所在学院")),
    "a total": grid(below=[["合 计", "", "3 人"]]),
    "total of people": grid(below=[["", "合计人数：3人", ""]]),
    "total with colon": grid(below=[["总计：3", "", ""], ["共 3 人", "", ""]]),
    "a total of a group": grid(below=[["行政部小计", "1", ""]]),
    "signatures": grid(below=[[], ["制表人：", "", "审核人："], ["部门负责人签字：", "", ""], ["王主任", "", ""]]),
    "signed and dated": grid(below=[["经办人（签字）：张三", "", ""], ["2026年9月20日", "", ""]]),
    "remarks": grid(below=[["备注：请于9月20日前报送。", "", ""], ["1、每人限带一名家属，须提前登记。", "", ""]]),
    "an example": Grid([["姓名", "手机号", "单位"], ["示例：张三", "13900000000", "某部"], *PEOPLE]),
    "what must be filled in": Grid([["姓名", "手机号", "单位"], ["必填", "必填，11位", "选填"], *PEOPLE]),
    "the header again": Grid([["姓名", "手机号", "单位"], *PEOPLE[:2], ["姓名", "手机号", "单位"], *PEOPLE[2:]]),
    "two rows of headings": Grid(
        [["序号", "基本信息", "", "联系方式", ""], ["", "姓名", "单位", "手机", "备用电话"]]
        + [[at, name, unit, phone, None] for at, (name, phone, unit) in enumerate(PEOPLE, 1)]
    ),
    "a second row under one": Grid(
        [["姓名", "联系方式", "", "单位"], ["", "手机", "微信", ""]]
        + [[name, phone, "wx1", unit] for name, phone, unit in PEOPLE]
    ),
    "mobile before telephone": Grid(
        [["姓名", "电话", "手机", "单位"], *([name, "", phone, unit] for name, phone, unit in PEOPLE)]
    ),
    "office telephone": Grid(
        [["姓名", "办公电话", "手机", "单位"], *([name, "0592-1", phone, unit] for name, phone, unit in PEOPLE)]
    ),
    "another's name": Grid(
        [["紧急联系人姓名", "姓名", "手机", "部门", "推荐人"], *(["张三", *person, "李四"] for person in PEOPLE)]
    ),
    "positions": Grid([["职务", "姓名", "手机", "部门"], *(["负责人", *person] for person in PEOPLE)]),
    "prepared lines": Grid(
        [["序号", "姓名", "手机", "部门"], *([at, *person] for at, person in enumerate(PEOPLE, 1)), [4, "", "", ""]]
    ),
    "mended": Grid(
        [
            ["姓名", "手机号", "单位"],
            [" 王㛃\u3000", "+86 138-0000-0001", "财务部\u200b"],
            ["李 静", "１３８０００００００２", "财务部 "],
            ["欧 阳 娜 娜", "0086 138 0000 0003 (微信同号)", "行政部"],
        ]
    ),
}


@pytest.mark.parametrize("form", ALL)
@pytest.mark.parametrize("layout", WITHOUT_MERGING)
def test_layouts_in_every_form(layout, form):
    assert clean(ALL[form](WITHOUT_MERGING[layout])) == PEOPLE


MERGED = {
    "title across": grid(["中秋博饼"], merged=[((0, 0), (0, 2))]),
    "unit downwards": Grid(
        [["单位", "姓名", "手机"], ["财务部", *PEOPLE[0][:2]], [None, *PEOPLE[1][:2]], ["行政部", *PEOPLE[2][:2]]],
        merged=[((1, 0), (2, 0))],
    ),
    "groups": Grid(
        [["姓名", "联系方式", None, "单位"], [None, "手机", "备用电话", None]]
        + [[name, phone, None, unit] for name, phone, unit in PEOPLE],
        merged=[((0, 0), (1, 0)), ((0, 1), (0, 2)), ((0, 3), (1, 3))],
    ),
    "a group's own": Grid(
        [["姓名", "联系方式", None, "单位"], [None, "本人", "家属", None]]
        + [[name, phone, "13900000000", unit] for name, phone, unit in PEOPLE],
        merged=[((0, 0), (1, 0)), ((0, 1), (0, 2)), ((0, 3), (1, 3))],
    ),
    "groups above known headings": Grid(
        [["报名表"], ["序号", "基本信息", None, "联系方式", None], [None, "姓名", "单位", "手机", "邮箱"]]
        + [[at, name, unit, phone, None] for at, (name, phone, unit) in enumerate(PEOPLE, 1)],
        merged=[((0, 0), (0, 4)), ((1, 0), (2, 0)), ((1, 1), (1, 2)), ((1, 3), (1, 4))],
    ),
    "lines across name the unit": Grid(
        [
            ["序号", "姓名", "手机"], ["财务部（2人）", None, None], [1, *PEOPLE[0][:2]], [2, *PEOPLE[1][:2]],
            ["行政部：", None, None], [3, *PEOPLE[2][:2]],
        ],
        merged=[((1, 0), (1, 2)), ((4, 0), (4, 2))],
    ),
    "a total across": grid(below=[["合计：3人", None, None]], merged=[((4, 0), (4, 2))]),
}  # fmt: skip


@pytest.mark.parametrize("form", WORKBOOKS)
@pytest.mark.parametrize("layout", MERGED)
def test_merged_cells_in_every_workbook(layout, form):
    assert clean(WORKBOOKS[form](MERGED[layout])) == PEOPLE


@pytest.mark.parametrize("form", WORKBOOKS)
def test_hidden_rows_in_every_workbook(form):
    roster = read(WORKBOOKS[form](grid(hidden_rows=[2])))
    assert [(finding.row, finding.code) for finding in roster.warnings] == [(3, "hidden_row")]
    assert len(roster.people) == 3


@pytest.mark.parametrize("form", [form for form in WORKBOOKS if form not in ("html", "web archive")])
def test_a_sheet_a_department_in_every_workbook(form):
    header = ["姓名", "手机"]
    content = WORKBOOKS[form](
        Grid([["请按部门填写，手机号必填。"], header, ["张三", "13912345678"]], title="填写说明"),
        Grid([header, *(person[:2] for person in PEOPLE[:2])], title="财务部"),
        Grid([["行政部名单"], [], header, PEOPLE[2][:2], ["合计", "1"]], title="行政部"),
    )
    assert clean(content) == PEOPLE
    assert [(one.sheet, one.reason) for one in read(content).left_out if not one.row] == [("填写说明", "instructions")]


DAMAGED = {
    ("王明", "1.38E+10", ""): "phone",
    ("王明", "1380000000", ""): "phone",
    ("王明", "13800000001/13800000002", ""): "phone",
    ("", "13800000001", ""): "name",
    ("无", "13800000001", ""): "name",
    ("王?", "13800000001", ""): "name",
    ("王\ufffd", "13800000001", ""): "name",
    ("王明、李静", "13800000001", ""): "name",
    ("13800000001", "13800000001", ""): "name",
    ("王明", "", "3.50203E+17"): "id_number",
    ("王明", "", "350203199001011000"): "id_number",
    ("王明", "", "35020319900101"): "id_number",
    ("#N/A", "13800000001", ""): "formula",
    ("王明", "#REF!", ""): "formula",
}


@pytest.mark.parametrize(("cells", "code"), DAMAGED.items())
def test_what_is_lost_is_refused(cells, code):
    rows = [["姓名", "手机号", "身份证号"], ["李静", "13900000000", ""], cells]
    roster = read(TEXTS["utf-8"](Grid(rows)))
    assert [(finding.row, finding.code) for finding in roster.errors] == [(3, code)]
    assert [person.name for person in roster.people] == ["李静"]


@pytest.mark.parametrize(
    ("cell", "phone"),
    [
        (13800000001.0, "13800000001"),
        (13800000001, "13800000001"),
        ("138 0000 0001", "13800000001"),
        ("1.3800000001E+10", "13800000001"),
        ("013800000001", "13800000001"),
        ("86-13800000001", "13800000001"),
        ("0592-5123456", "05925123456"),
        ("+852 9123 4567", "85291234567"),
        ("'13800000001", "13800000001"),
        ("无", ""),
    ],
)
def test_phones_that_are_mended(cell, phone):
    assert people(lists.xlsx(Grid([["姓名", "电话"], ["王明", cell]]))) == [("王明", phone, "")]


def test_numbers_kept_as_text_in_a_text_file():
    assert people('姓名,手机号\n王明,="13800000001"\n'.encode()) == [("王明", "13800000001", "")]


def test_a_lone_quotation_mark_swallows_nobody():
    rows = "".join(f"王{'明静强'[at % 3]}{chr(0x4E00 + at)},{13800000000 + at}\n" for at in range(80))
    assert len(people(f'姓名,手机号\n"张三,13900000000\n{rows}'.encode())) == 81
    padding = ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,\n" * 5000  # more than the csv module takes for a cell
    assert len(people(f'姓名,手机号\n"张三,13900000000\n{padding}{rows}'.encode())) == 81


def test_excel_says_its_separator():
    assert people("sep=;\n姓名;手机号\n王明;13800000001\n".encode()) == [("王明", "13800000001", "")]


def test_a_number_behind_what_a_page_shows_of_it():
    page = "<table xmlns:x=''><tr><td>姓名<td>手机<tr><td>王明<td x:num='13800000001'>1.38E+10</table>"
    assert people(page.encode()) == [("王明", "13800000001", "")]


def test_a_page_in_gb2312_with_head_and_body():
    page = """<HTML><HEAD><META content="text/html; charset=gb2312"></HEAD><BODY><TABLE border=1><THEAD><TR>
    <TH colspan=3>中秋博饼报名表</TH></TR><TR><TH>姓&nbsp;名<TH>联系<br>电话<TH>部门</TR></THEAD><TBODY>
    <TR><TD>王&nbsp;明</TD><TD style='mso-number-format:"\\@"'>13800000001</TD><TD rowspan=2>财务部</TD></TR>
    <TR><TD>李静<TD>13800000002</TBODY></TABLE><!-- <tr><td>张三 --></BODY></HTML>"""
    assert clean(page.encode("gb2312")) == [("王明", "13800000001", "财务部"), ("李静", "13800000002", "财务部")]


def test_several_tables_of_a_page_are_sheets():
    page = lists.html(Grid([["公告"]]), grid())
    assert [sheet.title for sheet in read_sheets(page)] == ["Table 1", "Table 2"]
    assert clean(page) == PEOPLE


def test_a_sheet_of_another_program_has_prefixes_and_no_dimension():
    """As the Open XML SDK writes: <x:row>, and as WPS: a dimension of one cell."""
    content = lists.xlsx(grid(hidden_rows=[3]))

    def change(xml: str) -> str:
        xml = xml.replace('<dimension ref="A1:C4"', '<dimension ref="A1"')
        for tag in ("row", "c", "v", "is", "t", "sheetData", "worksheet", "dimension"):
            xml = (
                xml.replace(f"<{tag} ", f"<x:{tag} ")
                .replace(f"<{tag}>", f"<x:{tag}>")
                .replace(f"</{tag}>", f"</x:{tag}>")
            )
        return xml.replace("xmlns=", "xmlns:x=", 1)

    roster = read(lists.rewritten(content, change))
    assert [(person.name, person.phone, person.unit) for person in roster.people] == PEOPLE
    assert [(finding.row, finding.code) for finding in roster.warnings] == [(4, "hidden_row")]


def test_a_failed_formula_is_no_empty_cell():
    failed = '<c r="B3" t="e"><f>VLOOKUP(1,A1,1)</f><v>#N/A</v></c>'
    content = lists.rewritten(lists.xlsx(grid()), lambda xml: re.sub('<c r="B3".*?</c>', failed, xml))
    assert [(finding.row, finding.code) for finding in read(content).errors] == [(3, "formula")]


def test_a_formula_of_a_running_number_is_no_error():
    rows = [["序号", "姓名", "手机"], *(["=ROW()-1", *person[:2]] for person in PEOPLE)]
    assert [person[:2] for person in clean(lists.xlsx(Grid(rows)))] == [person[:2] for person in PEOPLE]


def test_a_million_empty_rows():
    """Cells with a blank in the sheet's last row, and a whole column of styled empty rows."""
    content = lists.xlsx(grid())
    assert clean(
        lists.rewritten(content, lambda xml: xml.replace("</sheetData>", (
            '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t> </t></is></c></row></sheetData>'
        )))
    ) == PEOPLE  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([["产品", "数量", "单位"], ["洗衣液", "3", "瓶"]], "no_name_column"),
        ([["奖项", "奖品名称", "规格", "计量单位"], ["状元", "电视", "55寸", "台"]], "no_name_column"),
        ([["部门", "人数", "联系电话"], ["财务部", "3", "5123456"]], "no_name_column"),
        ([["姓名", "手机号"]], "no_people"),
        ([["报名表"], ["序号", "姓名", "手机号"], ["1", "", ""], ["合计", "", ""]], "no_people"),
        ([["姓名", "电话", "姓名", "电话"], ["王明", "", "李静", ""]], "two_name_columns"),
    ],
)
@pytest.mark.parametrize("form", ["xlsx", "gb18030", "html"])
def test_no_list_in_any_form(form, rows, code):
    with pytest.raises(Refusal) as refused:
        read(ALL[form](Grid(rows)))
    assert refused.value.code == code
