"""The floor board on a phone and on the desk's screen, and a table typed from paper at the desk."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from bobing_event.authentication import device_token
from bobing_event.models import Role
from tables import services
from tables.models import Entry, HelpCall, Table
from tests.browser.referee import mend, violations
from tests.tables.factories import (
    NOTHING,
    make_device,
    make_event,
    make_table,
    make_user,
    open_table,
    record,
    throw,
)

pytestmark = pytest.mark.browser
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALLEST = 36  # px: a small button; all others are larger


@pytest.fixture
def hall():
    event = make_event(overrides={"time_limit_minutes": 40})
    for number in range(1, 7):
        table = make_table(event, number=number, seats=4)
        if number > 1:
            table = open_table(table)
            record(table, throw(1, "444412"), throw(2, NOTHING))
    Table.objects.filter(number__gt=1).update(opened_at=timezone.now(), last_entry_at=timezone.now())
    return event


@pytest.fixture
def at_desk(live_site, new_page, hall):
    """`at_desk(name, *arguments, size="desktop")`: a floor manager on a page."""

    def open_page(name, *arguments, size="desktop", **options):
        page = new_page(user=make_user("floor", hall, Role.FLOOR_MANAGER), size=size, **options)
        page.goto(live_site.url + reverse(name, args=[hall.slug, *arguments]))
        return page

    return open_page


def log_of(table: Table) -> list[tuple]:
    return list(Entry.objects.filter(table=table).order_by("seq").values_list("kind", "seat", "dice", "dice_seen"))


def table_of(number: int) -> Table:
    return Table.objects.select_related("session__event").get(number=number)


# --- the board ---------------------------------------------------------------------------------------------
def test_a_call_comes_to_the_board_by_itself_and_is_taken_on_a_phone(at_desk):
    page = at_desk("floor-board", size="phone", has_touch=True)
    assert page.locator(".spot").count() == 6
    table = table_of(5)
    services.call_help(table=table, reason="dispute", by=make_user("owner"), now=timezone.now())
    first = page.locator(".spot").first
    expect(first).to_contain_text("呼叫：有争议")
    expect(page.locator("#show-needs .count")).to_have_text("1")
    first.get_by_role("link").tap()
    page.get_by_role("button", name="我去处理").tap()
    page.get_by_text("第 5 桌的呼叫由您处理。").wait_for()
    assert HelpCall.objects.get().answered_by == make_user("floor")


def test_filters_and_search_stay_while_the_board_is_fetched_anew(at_desk):
    page = at_desk("floor-board")
    page.get_by_role("link", name="进行中").click()
    expect(page.locator(".spot")).to_have_count(5)
    page.get_by_role("searchbox").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator(".spot")).to_have_count(1)
    with page.expect_response(lambda answer: "part=live" in answer.url) as answered:
        pass
    assert "show=playing" in answered.value.url
    assert "q=3" in answered.value.url
    expect(page.locator(".spot")).to_have_count(1)


def test_extra_time_for_all_and_the_end_of_one_table(at_desk):
    page = at_desk("floor-board", size="tablet")
    page.get_by_role("button", name="全场加时").click()
    page.get_by_role("dialog").get_by_role("button", name="+5 分钟").click()
    page.get_by_text("已给 5 桌加时 5 分钟。").wait_for()
    expect(page.locator(".spot", has_text="+5")).to_have_count(5)
    page.goto(page.url.replace("board/", f"tables/{table_of(2).pk}/"))
    page.get_by_role("button", name="收桌").click()
    page.get_by_role("dialog").get_by_text("已有状元人选，打完就结束。").wait_for()
    page.get_by_role("button", name="宣布时间到").click()
    page.get_by_text("第 2 桌已宣布时间到。").wait_for()
    assert log_of(table_of(2))[-1][0] == "time_up"


@pytest.mark.parametrize(("size", "language"), [("phone", "en"), ("tablet", "zh-hans")])
def test_no_page_of_the_floor_is_too_wide_or_hard_to_use(live_site, at_desk, size, language):
    table = table_of(2)
    person = table.seats.first().participant
    objection = services.raise_objection(table=table, participant=person, now=timezone.now(), seq=1, text="四红" * 40)
    services.call_help(table=table, reason="prizes", by=make_user("owner"), now=timezone.now(), note="缺三红" * 30)
    make_device(table)
    page = at_desk("floor-board", size=size)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_site.url}])
    wide, small, found = {}, {}, []
    for name, arguments in (
        ("floor-board", []), ("event-dashboard", []), ("table-detail", [table.pk]), ("paper-sheets", [table.pk]),
        ("settle-objection", [table.pk, objection.pk]), ("countersign", [table.pk]), ("board-dice", []),
    ):  # fmt: skip
        page.goto(live_site.url + reverse(name, args=["moon", *arguments]))
        if name == "paper-sheets":
            page.locator(".line__text").wait_for()
        wide[name] = page.evaluate(TOO_WIDE)
        found += violations(page)
        buttons = page.locator("main .btn:visible").all()
        small[name] = [b.inner_text() for b in buttons if (b.bounding_box() or {"height": 99})["height"] < SMALLEST]
    assert wide == dict.fromkeys(wide, 0)
    assert found == []
    assert not any(small.values())


def test_a_hundred_tables_fit_one_screen(live_site, new_page):
    event = make_event(overrides={"time_limit_minutes": 40})
    first = open_table(make_table(event, number=1, seats=4))
    record(first, throw(1, "444412"))
    first.refresh_from_db()
    now = timezone.now()
    names = ("session_id", "opening", "state", "seq", "last_hash", "phase", "turn", "round", "pieces_left")
    copied = {name: getattr(first, name) for name in names}
    Table.objects.bulk_create(Table(**copied, number=n, opened_at=now, last_entry_at=now) for n in range(2, 101))
    Table.objects.filter(number__lte=13).update(last_entry_at=now - timedelta(minutes=9))
    page = new_page(user=make_user("floor", event, Role.FLOOR_MANAGER), size="desktop")
    page.goto(live_site.url + reverse("floor-board", args=[event.slug]))
    boxes = [spot.bounding_box() for spot in page.locator(".spot").all()]
    assert len(boxes) == 100
    assert max(box["y"] + box["height"] for box in boxes) <= 1080
    assert page.evaluate(TOO_WIDE) == 0


# --- paper sheets ------------------------------------------------------------------------------------------
def type_lines(page, *texts: str) -> None:
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def sheet(at_desk, table: Table, **options):
    page = at_desk("paper-sheets", table.pk, **options)
    expect(page.locator(".line__text").first).to_be_focused()
    return page


def test_a_sheet_is_typed_by_keyboard_alone_and_recorded_once(at_desk):
    table = table_of(3)
    page = sheet(at_desk, table)
    assert page.locator(".line__seat").first.input_value() == "3"
    type_lines(page, "333123", "o", "y", "-", "si+y")
    expect(page.locator("#lines tr").nth(1)).to_contain_text("出碗")
    expect(page.locator("#send")).to_have_text("记录这 5 行")
    page.keyboard.press("Control+Enter")
    page.get_by_text("5 行全部已记录。").wait_for()
    assert [(kind, seat) for kind, seat, _dice, _seen in log_of(table)[2:]] == [
        ("throw", 3), ("overflow", 4), ("throw", 1), ("throw", 2), ("throw", 3)
    ]  # fmt: skip
    assert [seen for _kind, _seat, _dice, seen in log_of(table)[2:]] == [True, True, False, False, False]
    expect(page.locator("#lines tr[data-status=recorded]")).to_have_count(5)
    page.reload()
    expect(page.locator("#lines tr")).to_have_count(1)
    assert page.locator(".line__seat").first.input_value() == "1"  # seat 4 is skipped after the overflow
    assert len(log_of(table)) == 7


def test_a_refused_line_stays_with_its_sentence_and_nothing_after_it_is_recorded(at_desk):
    table = table_of(3)
    page = sheet(at_desk, table)
    type_lines(page, "y", "y", "y")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("2")
    page.keyboard.press("Control+Enter")
    second = page.locator("#lines tr").nth(1)
    expect(second).to_have_attribute("data-status", "refused")
    expect(second).to_contain_text("现在轮到")
    page.get_by_text("第 2 行被拒绝").wait_for()
    expect(second.locator(".line__text")).to_be_focused()
    assert len(log_of(table)) == 3
    second.locator(".line__seat").fill("")
    page.keyboard.press("Control+Enter")
    page.get_by_text("2 行全部已记录。").wait_for()
    assert [seat for _kind, seat, _dice, _seen in log_of(table)[2:]] == [3, 4, 1]


def test_an_answer_that_is_lost_records_nothing_twice_even_after_a_reload(at_desk):
    table = table_of(3)
    page = sheet(at_desk, table)
    type_lines(page, "333123", "y", "666612")

    def lose(route):
        route.fetch()
        route.abort()

    page.route("**/entries/", lose)
    page.keyboard.press("Control+Enter")
    page.get_by_text("服务器没有回应。").wait_for()
    assert len(log_of(table)) == 5
    mend(page)
    page.reload()
    page.get_by_text("这些行上次填了还没有记录").wait_for()
    # The table has gone on by what arrived: the seats that were sent are kept, not guessed anew.
    page.locator("#send").click()
    page.get_by_text("3 行全部已记录。").wait_for()
    assert len(log_of(table)) == 5


def test_lines_that_cannot_be_read_are_said_and_stop_the_batch(at_desk):
    page = sheet(at_desk, table_of(3))
    type_lines(page, "12345", "123457", "xyz", "sihong", "y")
    rows = page.locator("#lines tr")
    for at, words in enumerate(["要六颗骰子", "骰子只有 1 到 6 点", "既不是骰子", "状元级要填六颗骰子", "一秀"]):
        expect(rows.nth(at)).to_contain_text(words)
    expect(page.locator("#send")).to_have_text("有 4 行看不懂")
    expect(page.locator("#send")).to_be_disabled()
    for _line in range(4):
        rows.first.locator(".line__text").focus()
        page.keyboard.press("Control+Delete")
    expect(page.locator("#send")).to_have_text("记录这 1 行")


def test_four_hundred_lines_pasted_are_recorded(at_desk):
    table = table_of(3)
    page = sheet(at_desk, table)
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData("text", text);
          const event = { clipboardData: data, bubbles: true, cancelable: true };
          document.activeElement.dispatchEvent(new ClipboardEvent("paste", event));
        }""",
        "\n".join([NOTHING] * 399),
    )
    expect(page.locator("#send")).to_have_text("记录这 399 行")
    page.locator("#send").click()
    page.get_by_text("399 行全部已记录。").wait_for()
    assert len(log_of(table)) == 401


def test_the_tablet_is_told_that_the_desk_has_taken_over(live_site, new_page, at_desk):
    table = table_of(3)
    tablet = new_page(size="tablet", has_touch=True)
    tablet.goto(live_site.url + reverse("tablet-paired", args=[device_token(make_device(table))]))
    tablet.locator("#link[data-link=ok]").wait_for()
    page = sheet(at_desk, table)
    page.get_by_role("button", name="由服务台接管").click()
    page.get_by_text("第 3 桌现在由服务台录入").wait_for()
    expect(tablet.get_by_text("服务台（floor）").first).to_be_visible(timeout=30_000)
