"""Patterns entered in place of dice: one tap, and record."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tables.models import Entry
from tests.browser.referee import (
    confirmed,
    enter,
    log_of,
    mend,
    small_table,
    tap_dice,
    tap_pattern,
    wait_for_turn,
    wait_until_kept,
)
from tests.tables.factories import open_table

pytestmark = pytest.mark.browser


def test_a_table_is_played_by_touch_in_patterns_from_the_opening_to_its_champion(paired_page):
    table = small_table(entry_mode="quick")
    page = paired_page(table, "phone")
    page.locator("#opening-way").tap()
    page.locator("#opening-seats .pick").first.tap()
    page.locator("#opening-go").tap()
    for seat, pattern in [(1, "duitang"), (2, "sanhong"), (3, "sijin+erju"), (1, "yixiu"), (2, "none")]:
        wait_for_turn(page, seat)
        tap_pattern(page, pattern)
    confirmed(page, 3)
    page.locator("#patterns [data-way=tops]").tap()
    page.locator("[data-pattern=sihong]").tap()
    expect(page.locator("[data-slot='4']")).to_have_count(4)
    tap_dice(page, "26")
    expect(page.locator("#result-name")).to_have_text("四红")
    page.locator("#record").tap()
    page.locator("#end").wait_for()
    expect(page.locator("#end-winner")).to_contain_text("P3")
    seen = list(Entry.objects.filter(table=table).order_by("seq").values_list("seat", "dice_seen", "dice"))
    assert [(seat, by_dice) for seat, by_dice, _dice in seen] == [
        (1, False), (2, False), (3, False), (1, False), (2, False), (3, True),
    ]  # fmt: skip
    assert seen[-1][2] == "444426"
    table.refresh_from_db()
    assert (table.phase, table.champion.number, table.champion_pattern) == ("ended", 3, "sihong")


def test_what_it_takes_is_said_before_and_the_undo_shows_the_pattern(paired_page):
    table = open_table(small_table(entry_mode="quick"))
    page = paired_page(table)
    page.locator("[data-pattern='sijin+erju']").tap()
    expect(page.locator("#result-name")).to_have_text("四进带二举")
    expect(page.locator("#result-lines p")).to_have_text(["得 1 块四进，还剩 0 块", "另：得 1 块二举，还剩 0 块"])
    expect(page.locator("#record")).to_have_text("记录：四进带二举")
    page.locator("#record").tap()
    confirmed(page, 2)
    expect(page.locator("#undo")).to_contain_text("1 号 四进带二举")
    page.locator("#undo").tap()
    confirmed(page, 1)
    expect(page.locator("[data-pattern='sijin+erju']")).to_have_attribute("aria-pressed", "true")
    tap_pattern(page, "sijin+yixiu")
    confirmed(page, 2)
    assert [kind for kind, _seat, _dice in log_of(table)] == ["throw", "void", "throw"]
    assert not Entry.objects.filter(table=table, kind="throw", dice_seen=True).exists()


def test_one_throw_by_dice_then_patterns_again(paired_page):
    table = open_table(small_table(entry_mode="quick"))
    page = paired_page(table)
    page.locator("#patterns [data-way=dice]").tap()
    tap_dice(page, "123455")
    page.locator("#record").tap()
    confirmed(page, 2)
    expect(page.locator("[data-pattern=erju]")).to_be_visible()
    enter(page, "123445")
    confirmed(page, 3)
    page.locator("[data-pattern=erju]").tap()
    page.locator("#patterns [data-way=dice]").tap()
    page.locator("#result-choices .btn").tap()
    expect(page.locator("#record")).to_have_text("先点牌型")
    assert log_of(table) == [("throw", 1, "123455"), ("throw", 2, "123445")]


def test_a_rare_pattern_is_looked_at_twice_and_five_of_a_kind_fills_itself_in(paired_page):
    table = open_table(small_table(entry_mode="quick"))
    page = paired_page(table)
    page.locator("#patterns [data-way=tops]").tap()
    page.locator("[data-pattern=heiliubo]").tap()
    tap_dice(page, "3")
    page.locator("#record").tap()
    expect(page.locator("#sheet .rare__name")).to_have_text("黑六勃")
    assert log_of(table) == []
    page.keyboard.press("Escape")
    page.locator("[data-slot]").first.tap()
    page.locator("#result-choices .btn").tap()
    page.locator("#patterns [data-way=tops]").tap()
    page.locator("[data-pattern='wuzi+yixiu']").tap()
    tap_dice(page, "6")
    expect(page.locator("#result-name")).to_have_text("五子登科带一秀")
    page.locator("#record").tap()
    confirmed(page, 2)
    assert [(seat, sorted(dice)) for _kind, seat, dice in log_of(table)] == [(1, list("466666"))]


def test_patterns_entered_offline_survive_a_reload_and_are_sent_in_order(paired_page):
    table = open_table(small_table(entry_mode="quick"))
    page = paired_page(table)
    page.route("**/api/v1/**", lambda route: route.abort())
    for seat, pattern in [(1, "yixiu"), (2, "none"), (3, "erju")]:
        wait_for_turn(page, seat)
        tap_pattern(page, pattern)
    wait_until_kept(page, 3)
    page.reload()
    wait_for_turn(page, 1)
    expect(page.locator("#undo")).to_contain_text("3 号 二举")
    mend(page)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    confirmed(page, 1)
    effects = list(Entry.objects.filter(table=table).order_by("seq").values_list("seat", "effect__pattern"))
    assert effects == [(1, "yixiu"), (2, None), (3, "erju")]
