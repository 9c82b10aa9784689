"""The station as a volunteer uses it: a scanner that types, keys, a network that goes away, sounds, the camera."""

from __future__ import annotations

import time

import pytest
import segno
from django.urls import reverse
from playwright.sync_api import expect

from bobing_event.models import AuditRecord, Participant
from tables.models import Seat, Table
from tests.bobing_event.factories import NOW, make_event, make_person
from tests.browser.referee import mend, violations
from tests.live import CHROMIUM_FLAGS, SIZES, chromium, session_of
from tests.tables.factories import make_user

pytestmark = pytest.mark.browser

TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
HEARD = """
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    window.heard.push(this.frequency.value);
    return start.apply(this, at);
  };
"""


@pytest.fixture
def owner(live_site):
    return make_user("owner")


@pytest.fixture
def event(owner):
    return make_event(owner)


@pytest.fixture
def station(live_site, new_page, owner, event):
    """Opens the station as its owner; `scan(text)` types as a USB scanner does."""

    def open_page(size="tablet-wide", **options):
        page = new_page(user=owner, size=size, **options)
        page.add_init_script(HEARD)
        page.goto(live_site.url + reverse("check-in", args=[event.slug]))
        return page

    return open_page


def scan(page, text):
    page.keyboard.type(text)  # no pause between the keys, and wherever the focus is
    page.keyboard.press("Enter")


def tone(page, expected):
    expect(page.locator(f'#answer [data-tone="{expected}"]')).to_be_attached()


def test_each_scan_has_its_colour_its_word_and_its_sound(station, event):
    make_person(event, "王明", phone="13800001234", code="ABCDEFGH23")
    page = station()
    page.evaluate("document.documentElement.dataset.same = 'page'")
    heard, colours = {}, {}
    for text, expected, word in (
        ("http://192.168.1.20/p/ABCDEFGH23/", "welcome", "欢迎"),
        ("1234", "again", "已签到"),
        ("赵六", "unknown", "查无此人"),
    ):
        page.evaluate("window.heard.length = 0")
        scan(page, text)
        tone(page, expected)
        expect(page.locator("#answer [data-part=head]")).to_contain_text(word)
        heard[expected] = tuple(page.evaluate("window.heard"))
        colours[expected] = page.evaluate("getComputedStyle(document.body).backgroundColor")
        expect(page.locator("#q")).to_be_focused()
        expect(page.locator("#q")).to_have_value("")
    assert colours == {"welcome": "rgb(30, 107, 74)", "again": "rgb(154, 74, 6)", "unknown": "rgb(31, 35, 40)"}
    assert len(set(heard.values())) == 3
    assert all(heard.values())
    assert page.evaluate("document.documentElement.dataset.same") == "page"  # never loaded again
    expect(page.locator(".arrivals strong")).to_have_text("1")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_no_answer_is_too_wide_and_axe_finds_nothing(station, event, size):
    host = make_person(event, "欧阳娜娜·阿卜杜热依木", proxy_name="赵刚", id_number="350203201501010017")
    make_person(event, "王小宝", companion_of=host, phone="13800001234", unit="集成电路设计与系统应用研发中心（厦门）")
    make_person(event, "李静", missing=True)
    make_person(event, "李静", stand_by=3)
    page = station(size)
    page.emulate_media(reduced_motion="reduce")
    found = {}
    for text, expected in (("欧阳娜娜·阿卜杜热依木", "welcome"), ("1234", "welcome"), ("王小宝", "again"),
                           ("李静", "choose"), ("https://a-host.example/p/" + "7" * 60, "unknown")):  # fmt: skip
        scan(page, text)
        tone(page, expected)
        expect(page.locator("#link-words")).to_have_text("已连接")
        found[text] = (page.evaluate(TOO_WIDE), violations(page))
    assert found == dict.fromkeys(found, (0, []))


def test_a_proxy_is_noted_in_a_dialog(station, event):
    person = make_person(event, "王明")
    page = station()
    scan(page, "王明")
    page.get_by_role("button", name="代博", exact=True).click()
    page.keyboard.type("赵刚")
    page.keyboard.press("Enter")
    expect(page.locator(".answer__note")).to_have_text("代博：赵刚")
    expect(page.locator("#q")).to_be_focused()
    person.refresh_from_db()
    assert person.proxy_name == "赵刚"


def test_a_scanner_that_reads_twice_means_it_once(station, event):
    make_person(event, "王明", code="ABCDEFGH23")
    page = station()
    scan(page, "ABCDEFGH23")
    scan(page, "ABCDEFGH23")
    tone(page, "welcome")
    page.wait_for_timeout(500)
    tone(page, "welcome")


def test_a_scanner_under_a_chinese_input_method(station, event):
    make_person(event, "王明", code="ABCDEFGH23")
    page = station()
    ended = "(q, text) => { q.value = text; q.dispatchEvent(new CompositionEvent('compositionend', { data: text })); }"
    page.locator("#q").evaluate(ended, "ABCD")
    page.wait_for_timeout(300)
    expect(page.locator("#q")).to_have_value("ABCD")
    page.locator("#q").evaluate(ended, "http：、、192.168.1.20、p、ABCDEFGH23、")
    tone(page, "welcome")


def test_sound_can_be_switched_off_and_stays_off(station, event):
    make_person(event, "王明")
    page = station()
    page.click("#sound")
    page.reload()
    expect(page.locator("#sound")).to_have_text("声音关")
    scan(page, "王明")
    tone(page, "welcome")
    assert page.evaluate("window.heard") == []


def test_table_and_seat_are_readable_from_afar(station, event):
    person = make_person(event, "王明")
    table = Table.objects.create(session=event.sessions.get(), number=12)
    Seat.objects.create(table=table, number=5, participant=person)
    page = station()
    scan(page, "王明")
    expect(page.locator(".answer__place")).to_have_text("12 桌 5 号")
    sizes = "[...document.querySelectorAll('.answer__name, .answer__place')].map((e) => getComputedStyle(e).fontSize)"
    assert page.evaluate(sizes) == ["76px", "76px"]


def test_a_screen_reader_hears_the_word(station, event):
    make_person(event, "王明")
    page = station()
    page.evaluate("window.region = document.querySelector('#answer [role=status]')")
    scan(page, "王明")
    tone(page, "welcome")
    said = "window.region.isConnected && window.region.textContent.replace(/\\s+/g, ' ').trim()"
    assert page.evaluate(said) == "欢迎 王明"


def test_a_number_key_chooses_and_a_scanner_does_not(station, event):
    people = [make_person(event, "李静", unit=unit) for unit in ("财务部", "行政部", "客服部")]
    make_person(event, "王明", ticket="2024X")
    page = station()
    scan(page, "李静")
    tone(page, "choose")
    scan(page, "2024X")  # begins with a number that would choose
    tone(page, "welcome")
    expect(page.locator(".answer__name")).to_have_text("王明")
    scan(page, "李静")
    tone(page, "choose")
    page.keyboard.press("2")
    tone(page, "welcome")
    scan(page, "李静")
    tone(page, "choose")
    page.keyboard.press("Escape")
    tone(page, "idle")
    scan(page, "李静")
    tone(page, "choose")
    scan(page, "1")  # with Enter at once; who is here already stands last
    tone(page, "welcome")
    here = [Participant.objects.get(pk=person.pk).checked_in_at is not None for person in people]
    assert here == [True, True, False]


def test_a_walk_in_is_two_fields_and_enter(station, event):
    known = make_person(event, "王明", phone="13800001234")
    page = station()
    scan(page, "赵六")
    tone(page, "unknown")
    page.fill("#walk-in-phone", "138 0000 1234")
    page.press("#walk-in-phone", "Enter")
    tone(page, "known")
    page.click(".candidate")
    tone(page, "welcome")
    known.refresh_from_db()
    assert known.checked_in_at is not None
    scan(page, "赵六")
    page.fill("#walk-in-phone", "13800009999")
    page.press("#walk-in-phone", "Enter")
    tone(page, "welcome")
    assert Participant.objects.get(name="赵六").walk_in is True
    expect(page.locator("#q")).to_be_focused()


def test_missing_and_stand_by_people_are_amber(station, event):
    make_person(event, "陈强", missing=True)
    make_person(event, "候三", stand_by=3)
    page = station()
    scan(page, "候三")
    expect(page.locator(".answer__word")).to_have_text("候补 3 号")
    scan(page, "陈强")
    expect(page.locator(".answer__word")).to_have_text("不在最新名单")
    page.get_by_role("button", name="准予入场并签到").click()
    tone(page, "welcome")
    arrived = Participant.objects.exclude(checked_in_at=None).values_list("name", flat=True)
    assert list(arrived) == ["陈强"]


def test_without_the_server_scans_are_kept_and_nobody_is_welcome(station, live_site, event):
    for name in ("王明", "李静"):
        make_person(event, name)
    page = station(strict=False)
    live_site.stop()
    scan(page, "王明")
    expect(page.locator("#link-words")).to_contain_text("网络不通。已记下 1 个")
    scan(page, "李静")
    expect(page.locator("#link-words")).to_contain_text("已记下 2 个")
    tone(page, "idle")
    assert page.locator("[data-tone=welcome]").count() == 0
    live_site.start()
    expect(page.locator("#link-words")).to_have_text("已连接")
    expect(page.locator("#recent li")).to_have_count(2)
    assert Participant.objects.filter(checked_in_at__isnull=False).count() == 2


def test_an_answer_that_got_lost_is_asked_for_again_and_is_a_welcome(station, event):
    make_person(event, "王明")
    page = station()
    lost = []

    def lose_the_first_answer(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)  # the server has done it; the hall's Wi-Fi has not brought it
            route.abort()
        else:
            route.continue_()

    page.route("**/check-in/", lose_the_first_answer)
    scan(page, "王明")
    tone(page, "welcome")
    assert lost == [200]
    assert AuditRecord.objects.filter(action="checked_in").count() == 1


def test_what_was_kept_survives_a_reload(station, live_site, event):
    make_person(event, "王明")
    page = station(strict=False)
    page.route("**/check-in/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    scan(page, "王明")
    expect(page.locator("#link-words")).to_contain_text("已记下 1 个")
    mend(page)
    page.reload()
    tone(page, "welcome")


def test_who_was_signed_out_loses_no_scan(station, live_site, event, owner):
    make_person(event, "王明")
    page = station(strict=False)
    page.context.clear_cookies(name="sessionid")
    scan(page, "王明")
    expect(page.locator("#link-words")).to_contain_text("已退出登录。已记下 1 个")
    page.context.add_cookies([{"name": "sessionid", "value": session_of(owner), "url": live_site.url}])
    page.click("#link-again")
    tone(page, "welcome")


def test_after_a_lost_network_one_who_needs_a_decision_waits_for_it(station, event):
    make_person(event, "王明")
    page = station(strict=False)
    page.route("**/check-in/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    scan(page, "赵六")
    scan(page, "王明")
    expect(page.locator("#link-words")).to_contain_text("已记下 2 个")
    mend(page)
    tone(page, "unknown")
    expect(page.locator("#link-words")).to_contain_text("还有 1 个待发送")
    page.keyboard.press("Escape")
    tone(page, "welcome")


def test_undo_asks_first_and_the_field_has_the_focus_again(station, event):
    person = make_person(event, "王明")
    page = station()
    scan(page, "王明")
    page.get_by_role("button", name="撤销签到").click()
    page.keyboard.press("Escape")
    expect(page.locator("#q")).to_be_focused()
    page.get_by_role("button", name="撤销签到").click()
    page.locator("dialog[open] .btn--primary").click()
    tone(page, "out")
    person.refresh_from_db()
    assert person.checked_in_at is None


def test_the_station_is_named_once_in_a_browser(station, event):
    make_person(event, "王明")
    page = station()
    page.get_by_text("选择签到台").click()
    page.get_by_role("button", name="签到台 3").click()
    expect(page.locator(".station__name summary")).to_have_text("签到台 3")
    tone(page, "idle")
    scan(page, "王明")
    tone(page, "welcome")
    page.wait_for_timeout(2_000)  # later than a scanner's stutter
    scan(page, "王明")
    expect(page.locator(".answer__word")).to_contain_text("签到台 3")


def test_thirty_people_are_no_more_than_a_minute_s_work(station, event, record_property):
    people = [make_person(event, f"王{number}明", code=f"ABCDEFGH{number:02}".replace("0", "J").replace("1", "K"))
              for number in range(30)]  # fmt: skip
    page = station()
    began = time.monotonic()
    for person in people:
        scan(page, person.code)
        expect(page.locator(".answer__name")).to_have_text(person.name)
        tone(page, "welcome")
    seconds = time.monotonic() - began
    record_property("people_a_minute", round(1_800 / seconds))  # a figure to look at: machines differ
    assert Participant.objects.filter(checked_in_at__gt=NOW).count() == 30


def test_without_javascript_forms_do(station, event):
    make_person(event, "王明")
    page = station(java_script_enabled=False)
    page.fill("#q", "王明")
    page.press("#q", "Enter")
    expect(page.locator(".answer__word")).to_contain_text("欢迎")
    page.fill("#q", "王明")
    page.press("#q", "Enter")
    expect(page.locator(".answer__word")).to_contain_text("已签到")


def test_over_plain_http_the_page_says_why_there_is_no_camera(station, event):
    make_person(event, "王明")
    page = station()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.reload()
    expect(page.locator("#camera-button")).to_be_hidden()
    expect(page.locator("#camera-why")).to_be_visible()


def test_the_camera_reads_a_printed_code(live_site, browser, event, owner, tmp_path):
    person = make_person(event, "王明", code="ABCDEFGH23")
    film = tmp_path / "camera.mjpeg"
    _film(film, f"http://192.168.1.20:8000/p/{person.code}/", browser)
    flags = [*CHROMIUM_FLAGS, "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
             f"--use-file-for-fake-video-capture={film}"]  # fmt: skip
    eye = browser.browser_type.launch(executable_path=chromium(), args=flags)
    try:
        context = eye.new_context(locale="zh-CN", viewport=dict(zip(("width", "height"), SIZES["tablet"], strict=True)))
        context.add_cookies([{"name": "sessionid", "value": session_of(owner), "url": live_site.url}])
        page = context.new_page()
        page.goto(live_site.url + reverse("check-in", args=[event.slug]))
        page.click("#camera-button")
        tone(page, "welcome")
        page.wait_for_timeout(1_500)  # the code is still there: one scan all the same
        tone(page, "welcome")
        page.click("#camera-button")
        expect(page.locator("#camera")).to_be_hidden()
    finally:
        eye.close()
    assert AuditRecord.objects.filter(action="checked_in").count() == 1


def _film(path, text, browser):
    """A film of one picture, a QR code, as Chromium takes it for a camera's."""
    code = segno.make(text, error="m").svg_data_uri(scale=8, border=6, light="#fff")
    page = browser.new_page(viewport={"width": 640, "height": 480})
    page.set_content(f"<body style='margin:0;display:grid;place-items:center;height:480px'><img src='{code}'>")
    path.write_bytes(page.screenshot(type="jpeg", quality=90) * 2)
    page.close()
