"""The workbook's sheets about stock, hand-overs and what is due."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from awards.services import set_plan_line, supply_tables, undo_hand_over
from reports.workbook import Book, result_sheets
from tests.awards.factories import PEOPLE, an_ended_table, an_event, an_open_table, by_owner
from tests.awards.handing import a_plan, goods, hand, person_at, receive, sign_off
from tests.reports.factories import ask, opened, values, wall
from tests.reports.prized import a_prized_evening, tables_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(django_capture_on_commit_callbacks):
    def read(event, title, **parameters):
        job = ask(django_capture_on_commit_callbacks, event, **parameters)
        assert (job.state, job.error) == ("done", "")
        return values(opened(job), title)

    return read


def test_stock_by_goods(sheet):
    event, prizes = a_prized_evening(2, signed=False)
    receive(event, {prizes["zhuangyuan"]: 1, prizes["yixiu"]: 5})
    rows = sheet(event, "奖品库存")
    assert rows[0] == (
        "奖品", "规格", "单位", "计划", "入库", "报损", "库存", "在桌上", "已博出", "已发", "待领", "剩余", "差异",
    )  # fmt: skip
    found = {row[0]: row[3:12] for row in rows[1:]}
    assert found["电视"] == (2, 1, 0, 1, 0, 2, 0, 2, 1)
    assert found["牙膏"] == (2, 5, 0, 5, 0, 2, 0, 2, 5)
    assert {row[0]: bool(row[12]) for row in rows[1:]} == {
        "电视": True, "电饭煲": True, "洗衣液": True, "牙膏": False,
    }  # fmt: skip


def test_goods_of_each_table(sheet):
    event = an_event()
    prizes = a_plan(event)
    receive(event, {prizes["sanhong"]: 9, prizes["yixiu"]: 9})
    table = an_open_table(event)
    supply_tables(event=event, tables=[table], **by_owner())
    rows = sheet(event, "各桌奖品")
    assert rows[0] == (
        "场次", "桌号", "状态", "奖品", "规格", "单位", "每桌一套", "配送", "退回", "损失", "已博出", "已发",
        "桌上还有", "差异",
    )  # fmt: skip
    assert rows[1:] == [
        ("第 1 场", 1, "已配送", "洗衣液", None, "件", 1, 1, 0, 0, 0, 0, 1, None),
        ("第 1 场", 1, "已配送", "牙膏", None, "件", 1, 1, 0, 0, 0, 0, 1, None),
    ]


def test_every_hand_over_also_those_undone(sheet):
    event, _prizes = a_prized_evening(1)
    table = tables_of(event)[0]
    proxy = {"receiver": "proxy", "receiver_name": "李四", "receiver_phone": "13911112222"}
    handed = hand(event, person_at(table, 1), id_checked=True, **proxy)
    undo_hand_over(hand_over=handed, reason="拿错了", **by_owner())
    hand(event, person_at(table, 2))
    rows = sheet(event, "发奖记录", phones=True)
    assert rows[0] == (
        "编号", "发放时间 (Asia/Shanghai)", "方式", "场次", "博得桌号", "姓名", "单位/部门", "电话", "奖项", "奖品",
        "规格", "数量", "单位", "领取人", "领取人姓名", "领取人电话", "证件", "发放人", "状态",
        "收回时间 (Asia/Shanghai)", "说明",
    )  # fmt: skip
    at = wall("2026-09-25 20:00")
    found = [(row[0], row[1], row[5], row[8], row[9], row[11], row[18]) for row in rows[1:]]
    assert found == [
        ("00001", at, "王明", "一秀", "牙膏", 1, "已发"),
        ("00001", at, "陈䶮", "三红", "洗衣液", 1, "已发"),
        ("00002", at, "王明", "状元", "电视", 1, "已收回"),
        ("00004", at, "李静", "对堂", "电饭煲", 1, "已发"),
    ]
    undone = rows[3]
    assert undone[2:5] == ("领奖处", "第 1 场", 1)
    assert undone[13:] == ("代领人", "李四", "13911112222", "已核对", "Desk", "已收回", at, "拿错了")


def test_phones_are_masked_unless_asked_for(sheet):
    event, _prizes = a_prized_evening(1)
    hand(event, person_at(tables_of(event)[0], 1), receiver="proxy", receiver_name="李四", receiver_phone="13911112222")
    row = sheet(event, "发奖记录")[3]
    assert (row[7], row[15]) == ("138****0011", "139****2222")
    assert sheet(event, "未领奖品")[1][5] == "138****0021"
    assert sheet(event, "未领奖品", phones=True)[1][5] == "138000000021"


def test_what_is_due_and_why_it_waits(sheet):
    event, _prizes = a_prized_evening(2, signed=False)
    sign_off(tables_of(event)[0])
    set_plan_line(event=event, prize=goods(event, "月饼", 30), consolation="everybody", given_at="desk", **by_owner())
    rows = sheet(event, "未领奖品")
    assert rows[0] == (
        "场次", "桌号", "座位号", "姓名", "单位/部门", "电话", "奖项", "奖品", "规格", "数量", "单位", "金额（元）",
        "领取处", "状态", "未能领取的原因",
    )  # fmt: skip
    assert [(row[1], row[2], row[3], row[7], row[11], row[13], bool(row[14])) for row in rows[1:7]] == [
        (1, 1, "王明", "电视", 3000, "可以领取", False),
        (1, 2, "李静", "电饭煲", 200, "可以领取", False),
        (2, 1, "王明2", "电视", 3000, "未定，等候", True),
        (2, 1, "王明2", "电饭煲", 200, "未定，等候", True),
        (2, 1, "王明2", "牙膏", 5, "未定，等候", True),
        (2, 3, "陈䶮2", "洗衣液", 20, "未定，等候", True),
    ]
    assert [row[7] for row in rows[7:]] == ["月饼"] * 6


def test_queries_do_not_grow():
    event, _prizes = a_prized_evening(1)
    hand(event, person_at(tables_of(event)[0], 1))
    few = queries_of(event)
    for number in (2, 3):
        an_ended_table(event, number, people=[(name, unit, "") for name, unit, _phone in PEOPLE])
        sign_off(tables_of(event)[number - 1])
    hand(event, person_at(tables_of(event)[1], 2))
    assert queries_of(event) == few < 40


def queries_of(event):
    """How many queries the four sheets cost."""
    with CaptureQueriesContext(connection) as captured, Book(event.tz) as book:
        for one in result_sheets(event, phones=True)[-4:]:
            book.add(one)
    return len(captured)
