"""The tablet and the hall: help, the clock, another tablet, corrections by two people, the signature."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from bobing_event.models import Device, Participant, Role
from tables import services
from tables.models import Entry, HelpCall, SignOff, Table
from tests.browser.referee import (
    NOTHING,
    confirmed,
    enter,
    log_of,
    mend,
    small_table,
    tap_pin,
    wait_for_turn,
    wait_for_unsent,
)
from tests.tables.factories import (
    PIN,
    make_approver,
    make_device,
    make_event,
    make_table,
    make_user,
    open_table,
    record,
    throw,
)

pytestmark = pytest.mark.browser

API = "**/api/v1/**"
SOON = 25_000  # a heartbeat is due every 15 seconds


def timed_table(minutes_ago: float) -> Table:
    """Of a ruleset with 40 minutes."""
    table = make_table(make_event(ruleset="competition-12"), seats=3)
    opened = timezone.now() - timedelta(minutes=minutes_ago)
    owner = make_user("owner", table.session.event, Role.OWNER)
    return services.open_table(table=table, by=owner, now=opened, first=1)


def take_over(table: Table, now: datetime | None = None) -> Device:
    manager = make_user("floor", table.session.event, Role.FLOOR_MANAGER)
    return services.pair_device(table=table, by=manager, now=now or timezone.now(), label="备用 3", take_over=True)


def ended_table() -> Table:
    table = open_table(small_table())
    record(table, {"client_uuid": "0b9c0e0a-0000-4000-8000-000000000001", "kind": "appoint", "seat": 2, "reason": "x"})
    table.refresh_from_db()
    return table


def person_at(table: Table, number: int) -> Participant:
    return table.seats.get(number=number).participant


def test_help_is_called_seen_to_and_withdrawn(paired_page):
    table = open_table(seats=3)
    page = paired_page(table)
    page.locator("#help").tap()
    page.locator("#help-note").fill("少一块三红")
    page.locator("#sheet .choice", has_text="奖品缺少").tap()
    expect(page.locator("#help")).to_contain_text("已求助")
    call = HelpCall.objects.get(table=table)
    assert (call.reason, call.note, call.answered_at) == ("prizes", "少一块三红", None)
    page.locator("#help").tap()
    expect(page.locator("#sheet")).to_contain_text("处理中")
    page.locator("#sheet .btn--primary").tap()
    expect(page.locator("#help")).to_have_text("求助")
    assert not HelpCall.objects.filter(table=table, answered_at=None).exists()
    expect(page.locator("#note")).to_be_hidden()  # one's own withdrawing is no news
    page.locator("#help").tap()
    page.locator("#sheet .choice").first.tap()
    expect(page.locator("#help")).to_contain_text("已求助")
    open_call = HelpCall.objects.get(table=table, answered_at=None)
    services.answer_help(
        call=open_call, by=make_user("floor", table.session.event, Role.FLOOR_MANAGER), now=timezone.now()
    )
    expect(page.locator("#note-text")).to_contain_text("求助已有人处理", timeout=SOON)
    expect(page.locator("#help")).to_have_text("求助")


def test_help_that_did_not_go_out_is_said_so(paired_page):
    table = open_table(seats=3)
    page = paired_page(table)
    page.route(API, lambda route: route.abort())
    page.locator("#help").tap()
    page.locator("#sheet .choice").first.tap()
    expect(page.locator("#sheet .trouble")).to_contain_text("求助没有发出")
    assert not HelpCall.objects.exists()


def test_the_heartbeat_tells_the_unsent_and_brings_extra_time(paired_page):
    table = timed_table(10)
    device = make_device(table)
    page = paired_page(table, device=device)
    page.route("**/entries/", lambda route: route.abort())
    for seat in (1, 2):
        wait_for_turn(page, seat)
        enter(page, NOTHING)
    page.wait_for_timeout(2_500)
    device.refresh_from_db()
    assert device.unsent == 2
    assert timezone.now() - device.seen_at < timedelta(seconds=10)
    before = page.locator("#clock-time").inner_text()
    assert before.startswith(("29:", "30:"))
    manager = make_user("floor", table.session.event, Role.FLOOR_MANAGER)
    services.grant_extra_time(tables=[table], minutes=15, by=manager, now=timezone.now())
    expect(page.locator("#note-text")).to_contain_text("加时 15 分钟", timeout=SOON)
    assert page.locator("#clock-time").inner_text().startswith("44:")


SOUNDS = """
  window.sounds = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...rest) { window.sounds += 1; return start.apply(this, rest); };
"""


@pytest.mark.parametrize(
    ("left", "level", "word", "said", "beeps"),
    [
        (301, "low", "快到时", "还剩五分钟", 1),
        (61, "last", "最后一分钟", "还剩一分钟", 2),
        (1, "over", "时间到", "时间到", 3),
    ],
)
def test_the_clock_warns_by_word_colour_and_sound(live_site, new_page, left, level, word, said, beeps):
    table = timed_table(40 - (left + 6) / 60)
    page = new_page(has_touch=True)
    page.add_init_script(SOUNDS)
    open_paired(page, live_site, table)
    page.locator("#round").tap()  # the page was touched
    expect(page.locator("#clock")).to_have_attribute("data-clock", level)
    expect(page.locator("#clock-word")).to_have_text(word)
    expect(page.locator("#note-text")).to_contain_text(said)
    assert page.locator("#note").get_attribute("role") == "status"
    page.wait_for_function("n => window.sounds === n", arg=beeps)
    assert "rgb(154, 74, 6)" in page.locator("#clock").evaluate("node => getComputedStyle(node).color")


def test_silence_is_remembered_and_time_up_says_what_it_does(live_site, new_page):
    table = timed_table(40 - 8 / 60)
    page = new_page(has_touch=True)
    page.add_init_script(SOUNDS)
    open_paired(page, live_site, table)
    page.locator("#menu").tap()
    page.locator("#sheet .choice", has_text="声音关").tap()
    page.locator("#sheet .choice", has_text="声音开").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("#clock")).to_have_attribute("data-clock", "over")
    assert page.evaluate("window.sounds") == 0
    page.reload()
    page.locator("#link[data-link=ok]").wait_for()
    page.locator("#menu").tap()
    page.locator("#sheet .choice", has_text="声音开").wait_for()
    page.keyboard.press("Escape")
    page.locator("#result-choices .btn").tap()
    expect(page.locator("#sheet")).to_contain_text("本轮")
    page.locator("#sheet .btn--primary").tap()
    expect(page.locator("#phase")).not_to_be_empty()
    wait_for_unsent(page, 0)
    assert [kind for kind, _seat, _dice in log_of(table)] == ["time_up"]


def test_a_clock_an_hour_off_neither_warns_nor_dates_throws_wrongly(live_site, new_page):
    table = timed_table(10)
    page = new_page(has_touch=True)
    page.add_init_script("{ const now = Date.now; Date.now = () => now() + 3_600_000; }")
    open_paired(page, live_site, table)
    assert page.locator("#clock-time").inner_text()[:3] in ("29:", "30:")
    enter(page, NOTHING)
    confirmed(page, 2)
    thrown = Entry.objects.get(table=table).thrown_at
    assert abs(timezone.now() - thrown) < timedelta(seconds=30)


def open_paired(page, live_site, table):
    from django.urls import reverse

    from bobing_event.authentication import device_token

    page.goto(live_site.url + reverse("tablet-paired", args=[device_token(make_device(table))]))
    page.locator("#link[data-link=ok]").wait_for()


def test_a_replaced_tablet_delivers_what_it_had_and_takes_nothing_new(paired_page):
    table = open_table(seats=3)
    page = paired_page(table)
    page.route("**/entries/", lambda route: route.abort())
    for seat in (1, 2):
        wait_for_turn(page, seat)
        enter(page, NOTHING)
    wait_for_unsent(page, 2)
    take_over(table)
    page.locator("#replaced").wait_for(timeout=SOON)
    expect(page.locator("#replaced-who")).to_contain_text("备用 3")
    expect(page.locator("#replaced-progress")).to_contain_text("已送 0／2")
    page.keyboard.type(NOTHING)
    page.keyboard.press("Enter")
    page.reload()
    page.locator("#replaced").wait_for()
    wait_for_unsent(page, 2)
    mend(page)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#replaced-title")).to_contain_text("收回")
    expect(page.locator("#replaced-progress")).to_contain_text("全部送出")
    assert log_of(table) == [("throw", 1, NOTHING), ("throw", 2, NOTHING)]


def test_a_conflict_on_a_replaced_tablet_can_still_be_decided(paired_page):
    table = open_table(seats=3)
    page = paired_page(table)
    page.route("**/entries/", lambda route: route.abort())
    enter(page, NOTHING)
    wait_for_unsent(page, 1)
    record(table, throw(1, "133355"))
    take_over(table)
    mend(page)
    page.locator("#conflict").wait_for(timeout=SOON)
    page.locator("#conflict-choices .btn--primary").tap()
    page.locator("#replaced").wait_for(timeout=SOON)
    expect(page.locator("#replaced-progress")).to_contain_text("全部送出")
    assert log_of(table) == [("throw", 1, "133355")]


def test_two_tablets_one_after_the_other_lose_nothing(paired_page):
    table = open_table(seats=3)
    old = paired_page(table)
    old.route("**/entries/", lambda route: route.abort())
    enter(old, NOTHING)
    wait_for_unsent(old, 1)
    new = paired_page(table, device=take_over(table))
    mend(old)
    old.evaluate("window.dispatchEvent(new Event('online'))")
    old.locator("#replaced").wait_for(timeout=SOON)
    confirmed(new, 2)
    enter(new, "123455")
    confirmed(new, 3)
    assert log_of(table) == [("throw", 1, NOTHING), ("throw", 2, "123455")]


def test_undoing_a_zhuangyuan_throw_needs_a_reason_and_a_second_persons_pin(paired_page):
    table = open_table(seats=3)
    approver = make_approver(table.session.event)
    page = paired_page(table)
    enter(page, "444426")
    confirmed(page, 2)
    page.locator("#undo").tap()
    expect(page.locator("#sheet .needs")).to_contain_text("第二人")
    expect(page.locator("#sheet .changes")).to_contain_text("1 号 → 未定")
    page.locator("#sheet .pick", has_text="看错骰子").tap()
    tap_pin(page, "135790")
    page.locator("#sheet .btn--primary").tap()
    expect(page.locator("#sheet .trouble")).not_to_be_empty()
    assert log_of(table) == [("throw", 1, "444426")]
    tap_pin(page, PIN)
    page.locator("#sheet .btn--primary").tap()
    confirmed(page, 1)
    void = Entry.objects.get(table=table, kind="void")
    assert (void.reason, void.approved_by) == ("看错骰子", approver)
    expect(page.locator("[data-slot='4']")).to_have_count(4)  # the dice lie there again
    kept = page.evaluate(
        """() => new Promise((done) => {
             const open = indexedDB.open('bobing-tablet');
             open.onsuccess = () => {
               const all = open.result.transaction('outbox').objectStore('outbox').getAll();
               all.onsuccess = () => done(JSON.stringify([all.result, {...localStorage}, {...sessionStorage}]));
             };
           })"""
    )
    assert PIN not in kept


def test_an_undo_queued_offline_that_needs_a_second_person_goes_on_with_one(paired_page):
    table = open_table(seats=3)
    make_approver(table.session.event)
    page = paired_page(table)

    def lose(route):
        route.fetch()
        route.abort()

    page.route("**/entries/", lose, times=1)
    enter(page, "444426")
    page.locator("#link[data-link=unreachable]").wait_for()
    page.route("**/entries/", lambda route: route.abort())
    page.locator("#undo").tap()
    page.locator("#sheet .choice").first.tap()
    mend(page)
    page.locator("#conflict").wait_for(timeout=SOON)
    page.locator("#conflict-choices .btn", has_text="第二人").tap()
    page.locator("#sheet .pick").first.tap()
    tap_pin(page, PIN)
    page.locator("#sheet .btn--primary").tap()
    confirmed(page, 1)
    assert log_of(table) == [("throw", 1, "444426"), ("void", None, "")]
    assert Entry.objects.get(table=table, kind="void").approved_by is not None


def test_a_correction_with_a_pin_is_not_kept_for_later(paired_page):
    table = open_table(seats=3)
    make_approver(table.session.event)
    page = paired_page(table)
    enter(page, "444426")
    confirmed(page, 2)
    page.locator("#undo").tap()
    page.locator("#sheet .pick").first.tap()
    page.route(API, lambda route: route.abort())
    tap_pin(page, PIN)
    page.locator("#sheet .btn--primary").tap()
    expect(page.locator("#sheet .trouble")).to_contain_text("更正需要联网")
    expect(page.locator("#unsent")).to_contain_text("0")
    page.keyboard.press("Escape")
    page.locator("#undo").tap()
    expect(page.locator("#sheet .trouble")).to_contain_text("更正需要联网")


def test_a_throw_is_corrected_from_the_log_after_what_would_change_was_shown(paired_page):
    table = open_table(seats=3)
    record(table, throw(1, "123455"))
    page = paired_page(table)
    page.locator("#menu").tap()
    page.locator("#sheet .choice").first.tap()
    page.locator(".log__correct").first.tap()
    for face in "123445":
        page.locator("#sheet .face").nth(int(face) - 1).tap()
    page.locator("#sheet .btn--primary").tap()
    expect(page.locator("#sheet .changes")).to_contain_text("1 块一秀：1 号 →")
    expect(page.locator("#sheet .changes")).to_contain_text("1 块二举")
    page.locator("#sheet .pick").first.tap()
    page.locator("#sheet .btn--primary").tap()
    page.locator("#sheet").wait_for(state="hidden")
    assert log_of(table) == [("throw", 1, "123455"), ("throw", 1, "123445")]


def test_an_entry_under_objection_is_not_undone_by_one_tap(paired_page):
    table = open_table(seats=3)
    record(table, throw(1, "123455"))
    person = person_at(table, 1)
    services.raise_objection(table=table, participant=person, now=timezone.now(), seq=1, text="是二举")
    page = paired_page(table)
    expect(page.locator("#undo")).to_contain_text("有异议")
    page.locator("#undo").tap()
    expect(page.locator("#sheet .needs")).to_contain_text("1 条")
    page.locator("#sheet .sheet__close").last.tap()
    assert log_of(table) == [("throw", 1, "123455")]


def test_the_table_is_signed_by_person_and_a_later_correction_voids_it(paired_page):
    table = ended_table()
    approver = make_approver(table.session.event)
    page = paired_page(table)
    first = page.locator("#end-players .player").first
    expect(first).to_contain_text("P2")
    expect(first).to_contain_text("状元")
    expect(page.locator("#sign-go")).to_have_attribute("aria-disabled", "false")
    page.locator("#sign-go").tap()
    expect(page.locator("#sign-state")).to_contain_text("已签字")
    assert SignOff.objects.get(table=table).device is not None
    expect(page.locator("#sign-go")).to_be_hidden()
    page.locator("#end-undo").tap()
    page.locator("#sheet .pick").first.tap()
    tap_pin(page, PIN)
    page.locator("#sheet .btn--primary").tap()
    confirmed(page, 1)
    expect(page.locator("#note-text")).to_contain_text("签字作废")
    assert Entry.objects.get(table=table, kind="void").approved_by == approver


def test_a_disputed_table_waits_for_the_floor_manager(paired_page):
    table = ended_table()
    person = person_at(table, 1)
    services.raise_objection(table=table, participant=person, now=timezone.now(), text="少一块")
    page = paired_page(table)
    expect(page.locator("#sign-objections")).to_contain_text("1 条")
    page.locator("#sign-go").tap()
    expect(page.locator("#sign-state")).to_contain_text("待场控复签")
    assert SignOff.objects.get(table=table).disputed
