"""Sheets into people: rows, feet, duplicates, several sheets."""

import pytest

from bobing_event.importing import Finding, LeftOut, Person, read_roster
from bobing_event.refusals import Refusal
from tests.bobing_event.factories import HEADER, sheet


def found(*rows, header=HEADER, **fields):
    return read_roster([sheet(header, *rows, **fields)])


def test_people_with_the_numbers_of_their_rows():
    roster = found(["王明", 13800000001.0, "财务部"], ["", "", ""], ["李 静", "无", "财务部"])
    assert roster.people == [
        Person(2, "王明", "13800000001", "财务部"),
        Person(4, "李静", "", "财务部"),
    ]
    assert (roster.errors, roster.warnings, roster.left_out) == ([], [], [])
    assert roster.fields == {"name", "phone", "unit"}


def test_every_field():
    header = ["序号", "姓名", "性别", "手机", "部门", "身份证号", "票号", "场次", "备注", "桌号", "工号"]
    roster = found([1.0, "王明", "男", "", "财务部", "35020319900101001X", "A7", "2", "素食", "5", "W1"], header=header)
    assert roster.people == [
        Person(2, "王明", "", "财务部", "m", "35020319900101001X", "A7", "2", "素食", wanted_table=5),
    ]
    assert roster.unused == ["工号"]
    assert roster.columns["部门"] == "unit"


def test_feet_are_left_out_and_listed():
    roster = found(
        ["王明", "13800000001", "财务部"],
        ["小计", "1 人", ""],
        ["姓名", "手机号", "单位"],
        ["李静", "13800000002", "财务部"],
        ["合计", "", "2 人"],
        ["以上人员请准时到场", "", ""],
        ["制表人：赵六", "", "审核人："],
        ["", "", "2026年9月"],
    )
    assert [person.name for person in roster.people] == ["王明", "李静"]
    assert roster.left_out == [
        LeftOut(3, "小计 1 人"),
        LeftOut(4, "姓名 手机号 单位"),
        LeftOut(6, "合计 2 人"),
        LeftOut(7, "以上人员请准时到场"),
        LeftOut(8, "制表人:赵六 审核人:"),
        LeftOut(9, "2026年9月"),
    ]
    assert (roster.errors, roster.warnings) == ([], [])


def test_below_a_signature_only_who_has_a_phone_is_a_person():
    roster = found(["王明", "", ""], ["审核：", "", ""], ["张主任", "", ""], ["李静", "13800000002", ""])
    assert [person.name for person in roster.people] == ["王明", "李静"]
    assert roster.left_out == [LeftOut(3, "审核:"), LeftOut(4, "张主任")]


def test_prepared_empty_lines_are_silent():
    header = ["序号", "部门", "姓名", "手机"]
    roster = found([1.0, "财务部", "王明", ""], [2.0, "财务部", "", ""], [3.0, "", "", ""], header=header)
    assert [person.name for person in roster.people] == ["王明"]
    assert roster.left_out == []


def test_cells_merged_downwards():
    header = ["部门", "姓名"]
    rows = (["财务部", "王明"], ["", "李静"], ["", "张强"])
    roster = found(*rows, header=header, merged=[((1, 0), (2, 0))])
    assert [person.unit for person in roster.people] == ["财务部", "财务部", ""]


def test_errors_by_row():
    roster = found(
        ["王明", "138", "财务部"],
        ["", "13800000002", ""],
        ["李静", "1.38E+10", "x" * 81],
        ["陈强", "13800000003", ""],
    )
    assert roster.errors == [
        Finding(2, "phone", "138"),
        Finding(3, "name", ""),
        Finding(4, "phone", "1.38E+10"),
        Finding(4, "too_long", "x" * 60),
    ]
    assert [person.name for person in roster.people] == ["陈强"]


def test_formula_without_value_is_one_error_of_its_row():
    roster = found(["王明", "", ""], ["", "", ""], empty_formulas={(1, 1), (2, 0), (2, 1)})
    assert roster.errors == [Finding(2, "formula"), Finding(3, "formula")]


def test_formula_in_a_total_is_nobody_s():
    roster = found(["王明", "", ""], ["合计", "", ""], empty_formulas={(2, 1)})
    assert (roster.errors, roster.left_out) == ([], [LeftOut(3, "合计")])


def test_hidden_rows_are_taken_with_a_warning():
    roster = found(["王明", "", ""], ["李静", "", ""], hidden_rows={2})
    assert roster.warnings == [Finding(3, "hidden_row", "李静")]
    assert len(roster.people) == 2


@pytest.mark.parametrize(
    ("second", "errors", "warnings"),
    [
        (["李静", "13800000001", "行政部"], [Finding(3, "duplicate", "李静 (2)")], []),
        (["王明", "13800000002", "财务部"], [], [Finding(3, "same_name", "王明 (2)")]),
        (["王明", "", "财务部"], [Finding(3, "duplicate", "王明 (2)")], []),
        (["王明", "13800000002", "行政部"], [], []),
        (["王明", "", "行政部"], [], []),
    ],
    ids=["one phone", "same name and unit, other phone", "nothing tells apart", "other unit", "other unit, no phone"],
)
def test_duplicates(second, errors, warnings):
    roster = found(["王明", "13800000001", "财务部"], second)
    assert (roster.errors, roster.warnings) == (errors, warnings)
    assert len(roster.people) == 2 - len(errors)


def test_one_id_number_twice():
    roster = found(["王明", "E12345678"], ["李静", "E12345678"], header=["姓名", "身份证号"])
    assert roster.errors == [Finding(3, "duplicate", "李静 (2)")]


def test_a_sheet_a_department():
    roster = read_roster(
        [
            sheet(["请按部门填写"], title="填写说明"),
            sheet(["姓名"], ["王明"], title="财务部"),
            sheet(["姓名"], ["王明"], ["李静"], title="行政部"),
            sheet(["姓名"], ["张强"], title="Sheet4"),
        ]
    )
    assert [(person.name, person.unit, person.sheet, person.row) for person in roster.people] == [
        ("王明", "财务部", "财务部", 2),
        ("王明", "行政部", "行政部", 2),
        ("李静", "行政部", "行政部", 3),
        ("张强", "", "Sheet4", 2),
    ]
    assert roster.left_out == [LeftOut(0, "填写说明", "填写说明", "no_names")]
    assert "unit" in roster.fields


def test_a_single_sheet_gives_no_unit():
    assert found(["王明"], header=["姓名"], title="财务部").people == [Person(2, "王明")]


def test_no_name_column_says_what_it_saw():
    with pytest.raises(Refusal) as refused:
        read_roster([sheet(["价目表"], ["产品", "数量"], ["洗衣液", 3.0])])
    assert refused.value.code == "no_name_column"
    assert refused.value.context == {"seen": ["产品", "数量"]}
    assert "产品、数量" in str(refused.value)


@pytest.mark.parametrize(
    ("sheets", "code"),
    [
        ([sheet()], "no_name_column"),
        ([], "no_name_column"),
        ([sheet(HEADER)], "no_people"),
        ([sheet(HEADER, ["合计", "0 人", ""])], "no_people"),
        ([sheet(["姓名", "电话", "姓名", "电话"], ["王明", "", "李静", ""])], "two_name_columns"),
    ],
)
def test_refusals_of_a_whole_file(sheets, code):
    with pytest.raises(Refusal) as refused:
        read_roster(sheets)
    assert (refused.value.code, refused.value.status) == (code, 400)


@pytest.mark.parametrize(
    ("table", "seat", "code"),
    [
        ("0", "", "table"),
        ("1234567", "", "table"),
        ("主桌", "", "table"),
        ("1.5", "", "table"),
        ("3", "0", "seat"),
        ("3", "靠窗", "seat"),
        ("", "3", "seat_without_table"),
    ],
)
def test_places_that_make_no_sense(table, seat, code):
    roster = found(["王明", table, seat], ["李静", "待定", "无"], header=["姓名", "桌号", "座位号"])
    assert [(finding.row, finding.code) for finding in roster.errors] == [(2, code)]
    assert roster.people == [Person(3, "李静")]


def test_two_people_on_one_fixed_seat():
    header = ["姓名", "场次", "桌号", "座位号"]
    roster = found(["王明", "1", 3.0, 5.0], ["李静", "2", 3.0, 5.0], ["张强", "1", "3桌", "5号"], header=header)
    assert roster.errors == [Finding(4, "seat_taken", "3-5 王明 (2)")]
    assert [person.name for person in roster.people] == ["王明", "李静"]


def test_ten_thousand_of_one_name():
    """Looking for a twin must not compare everybody with everybody."""
    roster = found(*(["王明", f"1380000{number:04}", ""] for number in range(10_000)))
    assert (len(roster.people), len(roster.warnings), roster.errors) == (10_000, 9_999, [])
