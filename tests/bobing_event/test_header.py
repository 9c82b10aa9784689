"""Which row holds the headings and what they mean."""

import pytest

from bobing_event.importing.choices import SheetChoice
from bobing_event.importing.header import find_header, likely_header, meaning


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("姓 名", "name"),
        ("*姓名（必填）", "name"),
        ("姓名:", "name"),
        ("Full Name", "name"),
        ("参赛人姓名", "name"),
        ("联系电话", "phone"),
        ("手机号码（11位）", "phone"),
        ("手机/电话", "phone"),
        ("单位/部门", "unit"),
        ("DEPARTMENT", "unit"),
        ("身份证号", "id_number"),
        ("入场券号", "ticket"),
        ("场次", "session"),
        ("备注", "note"),
        ("序号", "serial"),
        ("性别", "gender"),
        ("监护人姓名", "guardian_name"),
        ("代博人", "proxy_name"),
        ("组别", "party"),
        ("紧急联系人姓名", None),
        ("桌号", "wanted_table"),
        ("产品", None),
        ("鹭岛公司中秋博饼报名表", None),
        ("", None),
        (None, None),
    ],
)
def test_meaning(heading, expected):
    assert meaning(heading) == expected


def test_header_below_titles():
    rows = [["报名表", "", ""], ["填表人：行政部"], ["序号", "姓 名", "电话"], [1.0, "王明", 13800000001.0]]
    header = find_header(rows)
    assert header.columns == {0: "serial", 1: "name", 2: "phone"}
    assert header.first_row == 3
    assert header.headings == ("序号", "姓 名", "电话")


def test_header_in_row_fifteen_but_not_sixteen():
    assert find_header([[""]] * 14 + [["姓名"], ["王明"]]).first_row == 15
    assert find_header([[""]] * 15 + [["姓名"], ["王明"]]) is None


def test_group_headings_above():
    header = find_header(
        [["序号", "基本信息", "", "联系方式", ""], ["", "姓名", "单位", "手机", "邮箱"], ["1", "王明"]]
    )
    assert header.columns == {0: "serial", 1: "name", 2: "unit", 3: "phone"}
    assert (header.first_row, header.unused) == (2, ("邮箱",))


def test_second_row_below():
    header = find_header(
        [["姓名", "联系", "", "单位"], ["", "邮箱", "手机", ""], ["王明", "a@b.cn", "13800000001", "财务部"]]
    )
    assert header.columns == {0: "name", 2: "phone", 3: "unit"}
    assert (header.first_row, header.unused) == (2, ("邮箱",))


def test_a_person_below_is_no_second_row():
    assert find_header([["序号", "姓名", "单位"], ["1", "", "财务部"], ["2", "王明", "财务部"]]).first_row == 1


def test_row_with_more_known_headings_wins_over_a_lone_name():
    header = find_header([["姓名", "张三填"], ["姓名", "电话"], ["王明", "13800000001"]])
    assert header.first_row == 2


def test_name_alone_is_a_header():
    assert find_header([["姓名", "工号"], ["王明", "A1"]]).columns == {0: "name"}


def test_first_column_of_a_kind_counts():
    header = find_header([["姓名", "手机", "电话"]])
    assert (header.columns, header.unused) == ({0: "name", 1: "phone"}, ("电话",))


def test_two_blocks_side_by_side():
    assert find_header([["姓名", "电话", "姓名", "电话"]]).repeats_name
    assert not find_header([["姓名", "电话"]]).repeats_name


@pytest.mark.parametrize(
    ("rows", "choice", "found"),
    [
        ([["名单"], ["称呼", "电话", "单位"], ["王明", "138", "工会"]], SheetChoice(), (2, {1: "phone", 2: "unit"})),
        ([["王明", "一部"], ["李静", "二部", "x"]], SheetChoice(), (2, {})),
        ([["名单"], ["称呼", "电话"], ["王明", "138"]], SheetChoice(header=1), (1, {})),
        ([["王明", "138"]], SheetChoice(header=0), (0, {})),
        ([], SheetChoice(), None),
    ],
    ids=["known headings", "the fullest row", "chosen", "no headings", "empty"],
)
def test_where_an_organiser_begins_without_names(rows, choice, found):
    header = likely_header(rows, choice)
    assert (header and (header.first_row, header.columns)) == found
