"""What the organiser sees of a file, and what comes of choosing otherwise."""

import pytest

from bobing_event.importing import (
    Choices,
    SheetChoice,
    SheetColumn,
    chosen_headings,
    error_rows,
    read_roster,
    survey_sheets,
)
from tests.bobing_event.factories import HEADER, sheet

NO_CHOICES = Choices()
LIST = (["报名表"], ["姓名", "部门", "联络"], ["王明", "财务部", "13800000001"], ["李静", "", "13800000002"], ["合计"])


def only(*sheets, **choice):
    title = sheets[0].title
    return survey_sheets(sheets, Choices({title: SheetChoice(**choice)}))[0]


def test_a_list():
    found = survey_sheets([sheet(*LIST)], NO_CHOICES)[0]
    assert (found.title, found.rows, found.used, found.reason, found.hidden) == ("Sheet", 3, True, "", False)
    assert (found.header_row, found.header_height, found.unit_from_title) == (2, 1, "")
    assert found.columns == (
        SheetColumn(0, "姓名", "name", ("王明", "李静", "合计")),
        SheetColumn(1, "部门", "unit", ("财务部",)),
        SheetColumn(2, "联络", "", ("13800000001", "13800000002")),
    )
    assert found.picture == tuple(map(tuple, LIST))


@pytest.mark.parametrize(
    ("rows", "fields", "reason"),
    [
        ([], {}, "empty"),
        ([["", ""]], {}, "empty"),
        ([HEADER], {}, "empty"),
        ([["产品", "数量"], ["洗衣液", 3.0]], {}, "no_names"),
        ([HEADER, ["王明", "", ""]], {"hidden": True}, "hidden"),
        ([HEADER, ["王明", "", ""]], {"title": "填写说明"}, "instructions"),
    ],
)
def test_why_a_sheet_is_left_out(rows, fields, reason):
    people = sheet(HEADER, ["李静", "", ""], title="名单")
    left_out, used = survey_sheets([sheet(*rows, **{"title": "A", **fields}), people], NO_CHOICES)
    assert (left_out.used, left_out.reason, used.used) == (False, reason, True)


def test_an_instruction_sheet_alone_is_the_list():
    assert only(sheet(HEADER, ["王明", "", ""], title="样例")).used


def test_sheets_are_chosen():
    hidden, shown = sheet(HEADER, ["王明", "", ""], title="A", hidden=True), sheet(HEADER, ["李静", "", ""], title="B")
    choices = Choices({"A": SheetChoice(use=True), "B": SheetChoice(use=False)})
    assert [(one.used, one.reason) for one in survey_sheets([hidden, shown], choices)] == [
        (True, ""),
        (False, "chosen"),
    ]
    assert [person.name for person in read_roster([hidden, shown], choices).people] == ["王明"]


def test_the_title_is_the_unit_of_several():
    sheets = [sheet(["姓名"], ["王明"], title="财务部"), sheet(["姓名"], ["李静"], title="Sheet2")]
    assert [one.unit_from_title for one in survey_sheets(sheets, NO_CHOICES)] == ["财务部", ""]


def test_the_header_is_moved():
    rows = (["姓名", "电话"], ["以下为名单", ""], ["名称", "号"], ["王明", "13800000001"])
    found = only(sheet(*rows), header=3, columns={0: "name", 1: "phone"})
    assert (found.header_row, found.rows, [column.field for column in found.columns]) == (3, 1, ["name", "phone"])


def test_no_header_at_all():
    rows = (["王明", "13800000001"], ["李静", "13800000002"])
    choices = Choices({"Sheet": SheetChoice(header=0, columns={0: "name", 1: "phone"})})
    assert survey_sheets([sheet(*rows)], choices)[0].header_row == 0
    assert [(person.name, person.row) for person in read_roster([sheet(*rows)], choices).people] == [
        ("王明", 1),
        ("李静", 2),
    ]


def test_columns_are_mapped_left_out_and_remembered():
    choices = Choices({"Sheet": SheetChoice(columns={2: "phone", 1: ""})})
    people = read_roster([sheet(*LIST)], choices).people
    assert [(person.name, person.phone, person.unit) for person in people] == [
        ("王明", "13800000001", ""),
        ("李静", "13800000002", ""),
    ]
    mapping = chosen_headings(survey_sheets([sheet(*LIST)], choices), choices)
    assert mapping == {"联络": "phone", "部门": ""}
    again = read_roster([sheet(*LIST)], Choices(mapping=mapping)).people
    assert again == people


def test_two_blocks_can_be_taken_apart():
    rows = (["姓名", "电话", "姓名", "电话"], ["王明", "13800000001", "李静", "13800000002"])
    choices = Choices({"Sheet": SheetChoice(columns={0: "name", 2: ""})})
    assert [person.name for person in read_roster([sheet(*rows)], choices).people] == ["王明"]


def test_rows_in_error_as_they_stand():
    rows = (["姓名", "手机", "部门"], ["王明", "138", "财务部"], ["李静", "", ""], ["", "13800000003", ""])
    roster = read_roster([sheet(*rows, merged=[((1, 2), (3, 2))])])
    assert [(one.sheet, one.row, one.headings, one.cells, one.reasons) for one in error_rows(roster)] == [
        ("Sheet", 2, ("姓名", "手机", "部门"), ("王明", "138", "财务部"), ("phone",)),
        ("Sheet", 4, ("姓名", "手机", "部门"), ("", "13800000003", "财务部"), ("name",)),
    ]
