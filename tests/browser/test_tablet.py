"""The referee's page in a real browser: played by touch and by keys, from the opening to the end."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from bobing_event.models import Role
from tests.browser.referee import (
    NOTHING,
    boxes,
    confirmed,
    enter,
    log_of,
    small_table,
    tap_dice,
    tap_throw,
    violations,
    wait_for_turn,
    wait_for_unsent,
)
from tests.tables.factories import open_table, play_on, record, throw
from tests.tournaments.factories import a_drawn_heat, a_member
from tournaments.models import PlayoffEntry

pytestmark = pytest.mark.browser


def test_a_table_is_played_by_touch_from_the_opening_to_its_champion(referee_page):
    table = small_table()
    page = referee_page(table, "phone")
    page.locator("#opening-seats .pick").nth(1).tap()
    page.locator("#opening-totals .pick", has_text="3").first.tap()
    page.locator("#opening-go").tap()
    wait_for_turn(page, 1)  # 2 threw a three: 2, 3, 1
    for seat, dice in [(1, "123456"), (2, "444126"), (3, "222256"), (1, "442356"), (2, "142366"), (3, NOTHING)]:
        wait_for_turn(page, seat)
        tap_throw(page, dice)
    confirmed(page, 1)
    tap_dice(page, "444426")
    expect(page.locator("#result-name")).to_have_text("四红")
    expect(page.locator("#result")).to_have_attribute("data-tone", "top")
    page.locator("#record").tap()
    confirmed(page, 2)
    tap_throw(page, NOTHING)
    confirmed(page, 3)
    tap_throw(page, "444435")
    page.locator("#end").wait_for()
    table.refresh_from_db()
    assert (table.phase, table.champion.number, table.champion_pattern) == ("ended", 1, "sihong")
    winner = page.locator("#end-winner").inner_text()
    assert "P1" in winner
    assert "四红" in winner
    expect(page.locator("#end-players .player")).to_have_count(3)
    assert [kind for kind, _seat, _dice in log_of(table)] == ["throw"] * 9


def test_the_opening_can_be_chosen_directly_and_taken_back(referee_page):
    table = small_table()
    page = referee_page(table)
    page.locator("#opening-way").tap()
    page.locator("#opening-seats .pick").nth(2).tap()
    page.locator("#opening-go").tap()
    wait_for_turn(page, 3)
    page.locator("#undo").tap()
    page.locator("#sheet .btn--primary").tap()
    page.locator("#opening").wait_for()
    table.refresh_from_db()
    assert table.phase == "waiting"


def test_what_it_is_stands_there_at_the_sixth_die_and_a_die_is_corrected(referee_page):
    table = open_table(seats=4)
    page = referee_page(table)
    tap_dice(page, "11114")
    expect(page.locator("#record")).to_have_text("还差 1 颗")
    expect(page.locator("#record")).to_have_attribute("aria-disabled", "true")
    tap_dice(page, "4")
    expect(page.locator("#result-name")).to_have_text("四进带二举")
    expect(page.locator("#result-lines p")).to_have_text(["得 1 块四进，还剩 7 块", "另：得 1 块二举，还剩 15 块"])
    page.locator("[data-slot]").nth(4).tap()
    tap_dice(page, "3")
    expect(page.locator("#result-name")).to_have_text("四进带一秀")
    page.locator("#record").tap()
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, "111134")]
    expect(page.locator("#result-name")).to_have_text("上一掷：1 号 四进")
    expect(page.locator("#result-lines")).to_have_text("得 1 块四进，得 1 块一秀")


def test_overflow_pass_rethrow_and_the_skipped_turn(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    page.locator("[data-act=overflow]").tap()
    expect(page.locator("#result-lines")).to_contain_text("轮空")
    page.locator("#record").tap()
    confirmed(page, 2)
    page.locator("[data-act=rethrow]").tap()
    page.locator("#sheet .choice").first.tap()
    page.locator("#record").tap()
    confirmed(page, 2)
    page.locator("[data-act=pass]").tap()
    page.locator("#record").tap()
    confirmed(page, 3)
    expect(page.locator("#next .is-skipped")).to_contain_text("1 号")
    enter(page, NOTHING)
    confirmed(page, 2)
    kinds = ["overflow", "rethrow", "pass", "throw"]
    assert [kind for kind, _seat, _dice in log_of(table)] == kinds


def test_undo_is_one_tap_and_puts_the_dice_back(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    enter(page, "123456")
    confirmed(page, 2)
    page.locator("#undo").tap()
    confirmed(page, 1)
    expect(page.locator("[data-slot='6']")).to_have_count(1)
    page.locator("[data-slot]").nth(5).tap()
    enter(page, "5")
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, "123456"), ("void", None, ""), ("throw", 1, "123455")]


def test_a_rare_pattern_is_looked_at_twice(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    enter(page, "444411")
    page.locator("#sheet .rare").wait_for()
    assert log_of(table) == []
    page.keyboard.press("Escape")
    page.locator("#record").tap()
    page.locator("#sheet .btn--primary").tap()
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, "444411")]
    expect(page.locator("#leader")).to_contain_text("已锁定")


def test_leaving_returning_time_up_lowering_the_bar_and_appointing(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)

    def act(kind: str, *, pick: str = "", reason: str = "") -> None:
        page.locator("[data-act=more]").tap()
        page.locator(f"#sheet .choice[data-kind={kind}]").tap()
        if pick:
            page.locator(f"#sheet .pick[data-pick='{pick}']").tap()
        if reason:
            page.locator("#reason").fill(reason)
        page.locator("#sheet .btn--primary").tap()
        wait_for_unsent(page, 0)

    act("leave", pick="1")
    confirmed(page, 2)
    act("return", pick="1")
    confirmed(page, 2)
    enter(page, NOTHING)
    confirmed(page, 3)
    act("time_up")
    act("lower_bar", pick="sanhong")
    act("appoint", pick="2", reason="sum-off")
    page.locator("#end").wait_for()
    assert [kind for kind, _seat, _dice in log_of(table)] == [
        "leave",
        "return",
        "throw",
        "time_up",
        "lower_bar",
        "appoint",
    ]
    table.refresh_from_db()
    assert (table.champion.number, table.champion_pattern) == (2, "")


def test_the_log_shows_what_was_taken_back(referee_page):
    table = open_table(seats=3)
    record(table, throw(1, "123456"))
    page = referee_page(table)
    page.locator("#undo").tap()
    confirmed(page, 1)
    page.locator("#menu").tap()
    page.locator("#sheet .choice").first.tap()
    page.locator("#sheet .log__entry").nth(1).wait_for()
    entries = page.locator("#sheet .log__entry").all_inner_texts()
    assert len(entries) == 2
    assert "撤销第 1 条" in entries[0]
    assert "被第 2 条取代" in entries[1]


def test_keys_at_the_desk(referee_page):
    table = open_table(seats=3)
    page = referee_page(table, "desktop")
    page.keyboard.type("123456")
    page.keyboard.press("Backspace")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    confirmed(page, 2)
    page.keyboard.type("o")
    page.keyboard.press("Enter")
    confirmed(page, 3)
    assert log_of(table) == [("throw", 1, "123455"), ("overflow", 2, "")]


@pytest.mark.parametrize("size", ["phone", "tablet", "tablet-wide", "desktop"])
def test_targets_are_large_nothing_moves_and_axe_finds_nothing(referee_page, size):
    table = open_table(seats=12)
    page = referee_page(table, size)
    before = boxes(page)
    page.keyboard.type("111144")
    expect(page.locator("#record.is-ready")).to_be_visible()
    assert boxes(page) == before
    assert violations(page) == []
    page.locator("#record").tap()
    confirmed(page, 2)
    assert boxes(page) == before
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    for name, (x, y, w, h) in before.items():
        assert min(w, h) >= 64 or name == "undo", name
        assert x >= 0, name
        assert y >= 0, name
        assert x + w <= width, name
        assert y + h <= height, name
    page.locator("[data-act=more]").tap()
    assert violations(page) == []


@pytest.mark.parametrize("size", ["phone", "tablet", "tablet-wide", "desktop"])
def test_what_a_throw_is_can_be_read_whole_at_a_full_table(referee_page, size):
    table = play_on(open_table(seats=13), 40)
    page = referee_page(table, size)
    for dice in ("444411", "111144"):
        page.keyboard.type(dice)
        expect(page.locator("#record.is-ready")).to_be_visible()
        height, room = page.locator("#result").evaluate("box => [box.scrollHeight, box.clientHeight]")
        assert height <= room, dice
        for _die in dice:
            page.keyboard.press("Backspace")


@pytest.mark.parametrize("size", ["phone", "tablet-wide"])
def test_opening_conflict_and_end_have_no_violations(referee_page, size):
    table = small_table()
    page = referee_page(table, size)
    page.locator("#opening-seats .pick").first.wait_for()
    assert violations(page) == []
    page.locator("#opening-way").tap()
    page.locator("#opening-seats .pick").first.tap()
    page.locator("#opening-go").tap()
    wait_for_turn(page, 1)
    page.keyboard.type("124456")
    record(table, throw(1, "133355"))
    page.locator("#record").tap()
    page.locator("#conflict").wait_for()
    assert violations(page) == []
    record(table, {"client_uuid": "0b9c0e0a-0000-4000-8000-000000000001", "kind": "appoint", "seat": 2, "reason": "x"})
    page.locator("#conflict-choices .btn--primary").tap()
    page.locator("#end").wait_for()
    assert violations(page) == []


def test_a_heat_is_thrown_on_the_same_page(live_site, new_page):
    heat = a_drawn_heat(3)
    event = heat.stage.playoff.event
    page = new_page(user=a_member(event, Role.ORGANISER), has_touch=True)
    page.goto(live_site.url + reverse("heat-tablet", args=[event.slug, heat.pk]))
    page.locator("#link[data-link=ok]").wait_for()
    expect(page.locator("#who-label")).to_have_text("1 签")
    expect(page.locator("#leader")).to_have_text("先掷出状元者胜")
    tap_throw(page, NOTHING)
    expect(page.locator("#who-label")).to_have_text("2 签")
    page.locator("[data-act=more]").tap()
    page.locator("#sheet .choice[data-kind=withdraw]").tap()
    page.locator("#sheet .pick").nth(2).tap()
    page.locator("#sheet .btn--primary").tap()
    expect(page.locator("#players .player").nth(2)).to_contain_text("退出")
    expect(page.locator("#next li")).to_contain_text("1 签")
    tap_dice(page, "444435")
    expect(page.locator("#result-lines")).to_have_text("命中，这一掷胜出")
    assert violations(page) == []
    page.locator("#record").tap()
    page.locator("#end").wait_for()
    expect(page.locator("#end-winner")).to_contain_text("四红")
    heat.refresh_from_db()
    assert heat.phase == "ended"
    assert [entry.kind for entry in PlayoffEntry.objects.filter(heat=heat).order_by("seq")] == [
        "throw",
        "withdraw",
        "throw",
    ]
