"""The referee's page in a real browser, on a real server: played by touch, by keys, and with the line cut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from bobing_event.authentication import device_token
from bobing_event.models import Role
from tables import services
from tables.models import Entry, Table
from tests.tables.factories import NOW, make_device, make_event, make_table, make_user, open_table, record, throw
from tests.tournaments.factories import a_drawn_heat, a_member
from tournaments.models import PlayoffEntry

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

AXE = Path(__file__).resolve().parents[2] / "frontend/node_modules/axe-core/axe.min.js"
SMALL_SET = {"zhuangyuan": 1, "duitang": 1, "sanhong": 1, "sijin": 1, "erju": 1, "yixiu": 1}
NOTHING = "123355"
API = "**/api/v1/**"


@pytest.fixture
def referee_page(live_site, new_page):
    """`referee_page(table, size="tablet")`: the page of the table's own referee, with touch."""

    def open_page(table: Table, size: str = "tablet", **options: Any) -> Page:
        event = table.session.event
        referee = make_user("referee", event, Role.REFEREE)
        Table.objects.filter(pk=table.pk).update(referee=referee)
        page = new_page(user=referee, size=size, has_touch=True, **options)
        page.goto(live_site.url + reverse("table-tablet", args=[event.slug, table.pk]))
        page.locator("#link[data-link=ok]").wait_for()
        return page

    return open_page


def small_table(seats: int = 3, **event: Any) -> Table:
    return make_table(make_event(piece_set=SMALL_SET, **event), seats=seats)


def tap_dice(page: Page, dice: str) -> None:
    for face in dice:
        page.locator("[data-face-button]").nth(int(face) - 1).tap()


def tap_throw(page: Page, dice: str) -> None:
    """Seven taps a throw."""
    tap_dice(page, dice)
    page.locator("#record").tap()


def enter(page: Page, dice: str) -> None:
    """The same by keys, where the way of entering is not what is tested."""
    page.keyboard.type(dice)
    page.keyboard.press("Enter")


def wait_for_unsent(page: Page, unsent: int) -> None:
    page.wait_for_function("n => document.querySelector('#unsent').textContent.trim().endsWith(' ' + n)", arg=unsent)


def wait_for_turn(page: Page, seat: int) -> None:
    label = f"{seat} 号"
    page.wait_for_function("label => document.querySelector('#who-label').textContent === label", arg=label)


def confirmed(page: Page, seat: int) -> None:
    """The server has everything and it is this seat's turn."""
    page.wait_for_function(
        """label => document.querySelector('#unsent').textContent.trim().endsWith(' 0')
             && document.querySelector('#who-label').textContent === label""",
        arg=f"{seat} 号",
    )


def log_of(table: Table) -> list[tuple[str, int | None, str]]:
    return list(Entry.objects.filter(table=table).order_by("seq").values_list("kind", "seat", "dice"))


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


def test_undoing_a_zhuangyuan_throw_asks_why(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    enter(page, "444426")
    confirmed(page, 2)
    page.locator("#undo").tap()
    page.locator("#sheet .choice").first.tap()
    confirmed(page, 1)
    assert Entry.objects.get(table=table, kind="void").reason == "看错骰子"


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


def test_throws_entered_while_nobody_answers_survive_a_reload_and_are_sent_in_order(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    page.route(API, lambda route: route.abort())
    for seat, dice in [(1, "112356"), (2, "223356"), (3, "133356"), (1, "112255")]:
        wait_for_turn(page, seat)
        enter(page, dice)
    wait_for_unsent(page, 4)
    page.locator("#link[data-link=unreachable]").wait_for()
    page.locator("#turn.is-unsure").wait_for()
    expect(page.locator("#unsure")).to_have_text("未确认")
    assert log_of(table) == []
    page.reload()
    wait_for_unsent(page, 4)
    wait_for_turn(page, 2)
    page.unroute(API)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    confirmed(page, 2)
    page.locator("#link[data-link=ok]").wait_for()
    assert log_of(table) == [
        ("throw", 1, "112356"),
        ("throw", 2, "223356"),
        ("throw", 3, "133356"),
        ("throw", 1, "112255"),
    ]


def test_the_server_goes_away_and_comes_back(live_site, referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    live_site.stop()
    enter(page, NOTHING)
    page.locator("#link[data-link=unreachable]").wait_for()
    live_site.start()
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, NOTHING)]


def test_an_answer_that_got_lost_does_not_record_twice(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    lost: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            return route.abort()
        return route.continue_()

    page.route(API, lose)
    enter(page, NOTHING)
    page.locator("#link[data-link=unreachable]").wait_for()
    assert lost == [201]
    assert log_of(table) == [("throw", 1, NOTHING)]
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, NOTHING)]
    enter(page, NOTHING)
    confirmed(page, 3)


def test_a_throw_another_device_was_faster_with_is_shown_as_a_conflict(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    page.keyboard.type("124456")
    record(table, throw(1, "133355"))
    page.locator("#record").tap()
    page.locator("#conflict").wait_for()
    expect(page.locator("#conflict-mine")).to_contain_text("1 号 二举")
    expect(page.locator("#conflict-theirs")).to_contain_text("2 号 P2")
    assert log_of(table) == [("throw", 1, "133355")]
    page.locator("#conflict-choices .btn", has_text="2 号").tap()
    confirmed(page, 3)
    assert log_of(table) == [("throw", 1, "133355"), ("throw", 2, "124456")]


def test_a_conflict_can_be_thrown_away(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    page.keyboard.type("124456")
    record(table, throw(1, "133355"))
    page.locator("#record").tap()
    page.locator("#conflict-choices .btn--primary").tap()
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, "133355")]


def test_a_second_device_sees_what_the_first_records_and_keeps_dice_from_the_wrong_seat(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    page.keyboard.type("12")
    record(table, throw(1, "133355"))
    page.locator("#result-choices .btn").first.wait_for()  # polled
    expect(page.locator("#result-lines")).to_contain_text("1 号")
    page.locator("#result-choices .btn", has_text="清空").tap()
    expect(page.locator("[data-slot='0']")).to_have_count(6)


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


def test_without_the_comforts_of_a_secure_page(referee_page, live_site, new_page):
    """Plain HTTP in a hall: no `randomUUID`, no wake lock."""
    table = open_table(seats=3)
    page = new_page(has_touch=True)
    page.add_init_script("delete Crypto.prototype.randomUUID; delete Navigator.prototype.wakeLock")
    page.goto(live_site.url + reverse("tablet-paired", args=[device_token(make_device(table))]))
    page.locator("#link[data-link=ok]").wait_for()
    enter(page, NOTHING)
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, NOTHING)]


def test_a_paired_tablet_needs_no_sign_in_and_ends_when_it_is_released(live_site, new_page):
    table = open_table(seats=3)
    device = make_device(table)
    address = live_site.url + reverse("tablet-paired", args=[device_token(device)])
    page = new_page(has_touch=True)
    page.goto(address)
    page.locator("#link[data-link=ok]").wait_for()
    enter(page, NOTHING)
    confirmed(page, 2)
    assert Entry.objects.get(table=table).device == device
    services.revoke_device(device=device, by=make_user("owner"), now=NOW)
    enter(page, NOTHING)
    page.locator("#link[data-link=released]").wait_for()
    wait_for_unsent(page, 1)
    assert page.goto(address).status == 403
    expect(page.locator("h1")).to_contain_text("收回")
    assert page.goto(live_site.url + "/t/nonsense/").status == 404


def test_a_signed_out_referee_is_told_and_loses_nothing(referee_page):
    table = open_table(seats=3)
    page = referee_page(table)
    cookies = page.context.cookies()
    page.context.clear_cookies()
    enter(page, NOTHING)
    page.locator("#link[data-link=signed_out]").wait_for()
    wait_for_unsent(page, 1)
    page.context.add_cookies(cookies)
    page.locator("#link").tap()
    page.locator("#sheet .btn--primary").tap()
    confirmed(page, 2)
    assert log_of(table) == [("throw", 1, NOTHING)]


def test_who_may_only_look_cannot_record(live_site, new_page):
    table = open_table(seats=3)
    auditor = make_user("auditor", table.session.event, Role.AUDITOR)
    page = new_page(user=auditor, has_touch=True)
    page.goto(live_site.url + reverse("table-tablet", args=[table.session.event.slug, table.pk]))
    page.locator("#link[data-link=ok]").wait_for()
    enter(page, NOTHING)
    expect(page.locator("[data-slot='0']")).to_have_count(6)
    expect(page.locator("#result-name")).to_contain_text("只能查看")


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


def boxes(page: Page) -> dict[str, tuple[int, int, int, int]]:
    """Where everything a thumb aims at lies."""
    found = page.evaluate(
        """() => [...document.querySelectorAll('.face, .act, #record, #undo')].map((node, i) => {
             const box = node.getBoundingClientRect();
             const name = node.id || `${node.className.split(' ')[0]} ${i}`;
             return [name, [box.x, box.y, box.width, box.height].map(Math.round)];
           })"""
    )
    return {name: tuple(box) for name, box in found}


def violations(page: Page) -> list[str]:
    """What axe-core finds, as `rule: element`."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make frontend")
    page.add_script_tag(path=str(AXE))
    found = page.evaluate("async () => JSON.stringify((await axe.run()).violations)")
    return [f"{one['id']}: {node['html'][:120]}" for one in json.loads(found) for node in one["nodes"]]
