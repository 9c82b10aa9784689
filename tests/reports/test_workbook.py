"""The result workbook of a small evening, cell by cell."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from awards.services import add_prize, make_certificates, set_plan_line
from bobing_event.models import Event, Participant, Role
from tables.models import Table
from tables.queries.holdings import holdings_of
from tables.services import sign_off_table
from tests.awards.factories import (
    PEOPLE,
    a_table,
    a_user,
    a_won_playoff,
    an_ended_table,
    an_evening,
    an_event,
    an_open_table,
    by_owner,
    record,
)
from tests.reports.factories import ask, opened, values, wall

pytestmark = pytest.mark.django_db

TIMES = "(Asia/Shanghai)"


@pytest.fixture
def capture(django_capture_on_commit_callbacks):
    return django_capture_on_commit_callbacks


@pytest.fixture
def evening():
    """Two ended tables with goods and a won play-off, and a guest who did not come."""
    event = an_evening(2)
    towel = add_prize(
        event=event, name="毛巾", specification="大号", unit="条", value=Decimal("8.50"), sponsor="纺织厂", **by_owner()
    )
    set_plan_line(event=event, prize=towel, rank="yixiu", quantity=2, **by_owner())
    set_plan_line(event=event, prize=towel, playoff_kind="zongzhuangyuan", place=1, **by_owner())
    a_won_playoff(event)
    Participant.objects.create(event=event, name="=HYPERLINK(1)", unit="@外", phone="13900000009", ticket="+7")
    return event


def test_the_sheets_in_order(capture, evening):
    job = ask(capture, evening, phones=True)
    assert (job.state, job.file_name) == ("done", "中秋博饼-博饼结果.xlsx")
    assert opened(job).sheetnames == [
        "说明", "参与人员", "各桌", "奖品明细", "状元榜", "加赛", "奖品汇总", "奖品库存", "各桌奖品", "发奖记录",
        "未领奖品",
    ]  # fmt: skip


def test_people(capture, evening):
    rows = values(opened(ask(capture, evening, phones=True)), "参与人员")
    at = wall("2026-09-25 19:00")
    assert rows[0] == (
        "序号", "姓名", "单位/部门", "电话", "参赛证号", "场次", "桌号", "座位号", f"签到时间 {TIMES}",
    )  # fmt: skip
    assert rows[1] == (1, "王明", "研发中心", "138000000011", None, "第 1 场", 1, 1, at)
    assert rows[6] == (6, "陈䶮2", "财务部", "138000000032", None, "第 1 场", 2, 3, at)
    assert rows[7] == (7, "=HYPERLINK(1)", "@外", "13900000009", "+7", None, None, None, None)
    assert len(rows) == 8


def test_phones_are_masked_unless_asked_for_by_one_who_may(capture, evening):
    assert values(opened(ask(capture, evening)), "参与人员")[1][3] == "138****0011"
    assert values(opened(ask(capture, evening)), "奖品明细")[1][5] == "138****0011"
    evening.memberships.all().delete()
    a_user(evening, Role.REFEREE)
    assert values(opened(ask(capture, evening, phones=True)), "参与人员")[1][3] == "138****0011"


def test_phones_and_formulas_are_text(capture, evening):
    page = opened(ask(capture, evening, phones=True))["参与人员"]
    assert [(page[cell].data_type, page[cell].number_format) for cell in ("D2", "B8", "C8", "E8")] == [("s", "@")] * 4
    assert [page[cell].quotePrefix for cell in ("D2", "B8", "C8", "E8")] == [False, True, True, True]


def test_tables(capture, evening):
    rows = values(opened(ask(capture, evening)), "各桌")
    assert rows[0] == (
        "场次", "桌号", "状态", "裁判", "人数", "轮次", "掷次", "状元", "牌型", "点数", "剩余奖项",
        f"开博时间 {TIMES}", f"结束时间 {TIMES}",
    )  # fmt: skip
    started, ended = wall("2026-09-25 20:00"), wall("2026-09-25 20:06")
    assert rows[1][:2] == ("第 1 场", 1)
    assert rows[1][3:] == ("Referee", 3, 2, 6, "王明", "四红", "444456", 0, started, ended)
    assert rows[2][7:10] == ("王明2", "状元插金花", "444411")


def test_a_table_that_plays_and_one_that_waits(capture):
    event = an_event()
    record(an_open_table(event, 1), (1, "444456"))
    a_table(event, 2)
    rows = values(opened(ask(capture, event)), "各桌")
    assert [row[4:] for row in rows[1:]] == [
        (3, 1, 1, None, None, None, 3, wall("2026-09-25 20:00"), None),
        (3, 0, 0, None, None, None, 0, None, None),
    ]


def test_every_piece_by_person(capture, evening):
    table = Table.objects.select_related("session__event").get(session__event=evening, number=1)
    sign_off_table(table=table, digest=holdings_of(table)["digest"], **by_owner())
    rows = values(opened(ask(capture, evening)), "奖品明细")
    assert rows[0] == (
        "场次", "桌号", "座位号", "姓名", "单位/部门", "电话", "奖项", "序号", "奖品", "金额（元）", "状态",
    )  # fmt: skip
    assert [(row[1], row[2], row[3], row[6], row[7], row[8], row[9]) for row in rows[1:]] == [
        (1, 1, "王明", "状元", 1, None, None),
        (1, 1, "王明", "一秀", 1, "毛巾 大号 × 2 条", 17),
        (1, 2, "李静", "对堂", 1, None, None),
        (1, 3, "陈䶮", "三红", 1, None, None),
        (2, 1, "王明2", "状元", 1, None, None),
        (2, 1, "王明2", "对堂", 1, None, None),
        (2, 1, "王明2", "一秀", 1, "毛巾 大号 × 2 条", 17),
        (2, 3, "陈䶮2", "三红", 1, None, None),
    ]
    assert {(row[1], row[10]) for row in rows[1:]} == {(1, "已定"), (2, "暂定")}  # final from the sign-off on


def test_champions_by_strength(capture):
    event = an_event()
    for number, dice in enumerate(("444412", "444411", "444456", "444465"), start=1):
        an_ended_table(event, number, first=dice, people=[(f"王{number}", "", ""), ("李", "", ""), ("陈", "", "")])
    rows = values(opened(ask(capture, event)), "状元榜")
    assert rows[0] == ("名次", "场次", "桌号", "座位号", "姓名", "单位/部门", "牌型", "点数")
    assert [(row[0], row[2], row[4], row[6], row[7]) for row in rows[1:]] == [
        (1, 2, "王2", "状元插金花", "444411"),
        (2, 3, "王3", "四红", "444456"),
        (2, 4, "王4", "四红", "444456"),
        (4, 1, "王1", "四红", "444412"),
    ]


def test_a_champion_named_by_the_committee_comes_last(capture):
    from tests.awards.factories import send

    event = an_evening(1)
    table = an_open_table(event, 2, people=[("赵云", "", ""), ("马超", "", "")])
    send(
        table, {"client_uuid": "00000000-0000-0000-0000-00000000ffff", "kind": "appoint", "seat": 2, "reason": "比大小"}
    )
    rows = values(opened(ask(capture, event)), "状元榜")
    assert [(row[0], row[4], row[6], row[7]) for row in rows[1:]] == [
        (1, "王明", "四红", "444456"),
        (2, "马超", "组委会裁定", None),
    ]


def test_playoffs(capture, evening):
    rows = values(opened(ask(capture, evening)), "加赛")
    assert rows[0] == (
        "加赛", "名次", "姓名", "单位/部门", "场次", "桌号", "座位号", "签号", "牌型", "点数", "奖品",
    )  # fmt: skip
    winner, other = rows[1:]
    assert (winner[1], winner[7:]) == (1, (1, "状元插金花", "444411", "毛巾 大号 × 1 条"))
    assert (other[1], other[7:]) == (None, (2, None, None, None))
    assert {winner[2], other[2]} == {"王明", "王明2"}


def test_prizes(capture, evening):
    rows = values(opened(ask(capture, evening)), "奖品汇总")
    assert rows[0] == (
        "奖品", "规格", "单位", "单价（元）", "赞助单位", "每桌件数", "计划", "已博出", "熄灯抢走", "收回", "剩余",
        "计划金额（元）", "已博金额（元）",
    )  # fmt: skip
    assert rows[1] == ("毛巾", "大号", "条", 8.5, "纺织厂", 2, 5, 5, 0, 0, 0, 42.5, 42.5)
    assert rows[2] == ("合计", *[None] * 10, 42.5, 42.5)


def test_the_cover(capture, evening):
    rows = dict(values(opened(ask(capture, evening, phones=True)), "说明"))
    digest = Event.objects.get().ruleset_digest
    assert len(digest) == 64
    assert rows == {
        "关于本表": "中秋博饼", "活动": "中秋博饼", "日期": "2026-09-25", "时区": "Asia/Shanghai（表中时间均为此时区）",
        "规则": rows["规则"], "规则摘要 (SHA-256)": digest,
        "人员": 7, "已签到": 6, "桌数": 2, "已结束的桌": 2, "有状元的桌": 2, "电话": "完整显示",
        "制表时间": wall("2026-09-25 20:00"), "制表人": "Owner",
        "“参与人员”行数": 7, "“各桌”行数": 2, "“奖品明细”行数": 8, "“状元榜”行数": 2, "“加赛”行数": 2,
        "“奖品汇总”行数": 1, "“奖品库存”行数": 1, "“各桌奖品”行数": 2, "“发奖记录”行数": 0, "“未领奖品”行数": 3,
    }  # fmt: skip
    assert rows["规则"].endswith("(xiamen-standard)")


def test_no_sheet_of_an_empty_event_is_empty(capture):
    workbook = opened(ask(capture, an_event()))
    assert {title: values(workbook, title)[1][0] for title in workbook.sheetnames[1:]} == {
        "参与人员": "还没有录入人员。",
        "各桌": "还没有抽签排座。",
        "奖品明细": "还没有人博得奖项。",
        "状元榜": "还没有桌博出状元。",
        "加赛": "还没有加赛。",
        "奖品汇总": "还没有登记奖品。",
        "奖品库存": "还没有登记奖品。",
        "各桌奖品": "没有在桌上发的奖品。",
        "发奖记录": "尚未交付奖品。",
        "未领奖品": "没有待领的奖品。",
    }


def test_in_english(capture, evening):
    workbook = opened(ask(capture, evening, language="en"))
    assert workbook.sheetnames == [
        "About", "Participants", "Tables", "Prizes by person", "Champions", "Play-offs", "Prizes",
        "Stock of prizes", "Prizes at tables", "Hand-overs", "Not claimed",
    ]  # fmt: skip
    assert values(workbook, "Champions")[1][6:] == ("Zhuangyuan with golden flowers", "444411")
    assert values(workbook, "Play-offs")[1][0] == "Grand Zhuangyuan"


def test_times_are_in_the_events_zone(capture):
    event = an_event(zone="America/New_York")
    an_open_table(event)
    rows = values(opened(ask(capture, event)), "各桌")
    assert rows[0][11] == "开博时间 (America/New_York)"
    assert rows[1][11] == wall("2026-09-25 08:00")


def test_the_list_of_certificates(capture, evening):
    assert values(opened(ask(capture, evening, "certificate-list")), "证书名册")[1][0] == "还没有制作证书。"
    make_certificates(event=evening, **by_owner())
    rows = values(opened(ask(capture, evening, "certificate-list")), "证书名册")
    assert rows[0][:9] == ("编号", "场次", "荣誉", "姓名", "单位/部门", "牌型", "点数", "印制次数", "状态")
    assert rows[1] == (
        "0001", "第 1 场", "第 1 桌状元", "王明", "研发中心", "四红", "444456", 0, "有效",
        wall("2026-09-25 20:00"), None,
    )  # fmt: skip
    assert rows[3][2] == "总状元"


def test_queries_do_not_grow_with_tables():
    from reports.workbook import Book, cover_sheet, result_sheets

    def queries():
        with CaptureQueriesContext(connection) as captured, Book(event.tz) as book:
            for sheet in result_sheets(event, phones=True):
                book.add(sheet)
            book.add(cover_sheet(event, made_at=by_owner()["now"], made_by="", phones=True, counts=book.counts))
        return len(captured)

    event = an_evening(1)
    few = queries()
    for number in (2, 3):
        an_ended_table(event, number, people=[(name, unit, "") for name, unit, _phone in PEOPLE])
    assert queries() == few < 50
