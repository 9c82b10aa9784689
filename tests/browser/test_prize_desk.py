"""The prize desk as people use it: a scanner, two desks, a lost network, a finger that signs, the keyboard alone."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import expect

from awards.models import Claim, HandOver
from bobing_event.models import Participant, Role
from tests.awards.factories import a_user, an_ended_table, an_event
from tests.awards.handing import a_plan, hand, high_value_from, keys_due, person_at, sign_off
from tests.browser.referee import mend, violations

pytestmark = pytest.mark.browser

TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

INK = """() => {
  const { width, height } = document.querySelector("canvas");
  const { data } = document.querySelector("canvas").getContext("2d").getImageData(0, 0, width, height);
  return data.filter((value, at) => at % 4 === 3 && value > 0).length / (width * height);
}"""
"""How much of the pad is drawn on."""


PASSWORD = "a long password"


@pytest.fixture
def event(live_site):
    return an_event()


@pytest.fixture
def table(event):
    a_plan(event)
    return sign_off(an_ended_table(event))


@pytest.fixture
def desk(live_site, new_page, event, table):
    """Opens the desk, of somebody at it or of a supervisor."""

    def open_page(size="tablet-wide", name="desk", role=Role.PRIZE_DESK, **options):
        page = new_page(user=a_user(event, role, name), size=size, has_touch=True, **options)
        page.goto(live_site.url + reverse("prize-desk", args=[event.slug]))
        return page

    return open_page


def scan(page, text):
    page.keyboard.type(text)  # no pause between the keys, and wherever the focus is
    page.keyboard.press("Enter")


def shows(page, name):
    expect(page.locator(".desk__name")).to_have_text(name)
    page.wait_for_load_state("load")  # the scripts of the new page have run


def done(page, name):
    expect(page.locator(".answer__word")).to_have_text("已交付")
    expect(page.locator(".answer__name")).to_have_text(name)


def handed():
    return HandOver.objects.filter(channel="desk")


def test_scan_tap_and_scan_the_next(desk, event, table):
    page = desk()
    scan(page, f"https://bobing.example/p/{person_at(table, 2).code}/")
    shows(page, "李静")
    expect(page.locator("#press")).to_have_text("交付 1 件")
    page.tap("#press")
    done(page, "李静")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(30, 107, 74)"
    scan(page, person_at(table, 1).code)
    shows(page, "王明")
    assert [one.participant.name for one in handed()] == ["李静"]


def test_by_the_keyboard_alone(desk, event, table):
    page = desk()
    scan(page, "李静")
    shows(page, "李静")
    page.keyboard.press("Enter")
    expect(page.locator("#press")).to_be_focused()
    page.keyboard.press("Enter")
    done(page, "李静")


def test_a_number_key_chooses_among_several(desk, event, table):
    Participant.objects.create(event=event, name="李静", unit="财务部")
    page = desk()
    scan(page, "李静")
    expect(page.locator(".candidate")).to_have_count(2)
    place = page.locator(".candidate", has_text="市场部").get_attribute("data-key")
    page.keyboard.press(place)
    shows(page, "李静")
    expect(page.locator("#press")).to_be_visible()


def test_single_things_can_be_left_out(desk, event, table):
    person = person_at(table, 1)
    Claim.objects.filter(participant=person).delete()  # so that two are due
    page = desk()
    scan(page, "王明")
    expect(page.locator("#press")).to_have_text("交付 2 件")
    page.locator(".goods__line", has_text="牙膏").tap()
    expect(page.locator("#press")).to_have_text("交付 1 件")
    page.locator(".goods__line", has_text="电视").tap()
    expect(page.locator("#press")).to_be_disabled()
    page.locator(".goods__line", has_text="电视").tap()
    page.tap("#press")
    done(page, "王明")
    assert [str(claim.prize) for claim in handed().get().claims.all()] == ["电视"]


def test_a_scan_after_a_tap_is_the_next_person_and_hands_nothing_over(desk, event, table):
    page = desk()
    for tapped in (".goods__line", ".receiver__choice .chip:last-child"):
        scan(page, "李静")
        shows(page, "李静")
        page.locator(tapped).tap()
        scan(page, f"https://bobing.example/p/{person_at(table, 1).code}/")
        shows(page, "王明")
    scan(page, "李静")
    shows(page, "李静")
    page.locator(".receiver__choice .chip", has_text="他人代领").tap()
    page.get_by_label("代领人姓名").tap()
    scan(page, f"https://bobing.example/p/{person_at(table, 1).code}/")
    shows(page, "王明")
    assert handed().count() == 0


def test_two_desks_press_one_after_the_other(desk, event, table):
    first, second = desk(name="anna"), desk(name="bert")
    for page in (first, second):
        scan(page, "李静")
        shows(page, "李静")
    first.tap("#press")
    done(first, "李静")
    second.tap("#press")
    expect(second.locator("#says")).to_contain_text("已交给李静")
    expect(second.locator("#says")).to_contain_text("Anna")
    assert handed().count() == 1


def test_an_answer_that_got_lost_is_pressed_again_and_counts_once(desk, event, table):
    page = desk()
    lost = []

    def lose_the_first_answer(route):
        if not lost:
            lost.append(route.fetch().status)  # the server has done it; the hall's Wi-Fi has not brought it
            route.abort()
        else:
            route.continue_()

    scan(page, "李静")
    shows(page, "李静")
    page.route("**/prizes/desk/*/", lose_the_first_answer)
    page.tap("#press")
    expect(page.locator("#says")).to_contain_text("请视为尚未交付，再按一次")
    expect(page.locator("#press")).to_have_text("交付 1 件")
    page.tap("#press")
    done(page, "李静")
    assert lost == [200]
    assert handed().count() == 1


def test_without_a_network_nothing_is_handed_over(desk, event, table):
    page = desk(strict=False)
    scan(page, "李静")
    shows(page, "李静")
    page.route("**/prizes/desk/*/", lambda route: route.abort())
    page.tap("#press")
    expect(page.locator("#says")).to_contain_text("请视为尚未交付，再按一次")
    assert handed().count() == 0
    mend(page)
    page.tap("#press")
    done(page, "李静")


def test_who_was_signed_out_hears_it(desk, event, table):
    page = desk(strict=False)
    scan(page, "李静")
    shows(page, "李静")
    user = User.objects.get(username="desk")
    user.set_password(PASSWORD)
    user.save()
    page.context.clear_cookies(name="sessionid")
    page.tap("#press")
    expect(page.locator("#says")).to_contain_text("登录已失效，尚未交付")
    assert handed().count() == 0
    again = page.context.new_page()
    again.goto(page.url.partition("/events/")[0] + reverse("login"))
    again.fill("[name=username]", "desk")
    again.fill("[name=password]", PASSWORD)
    again.press("[name=password]", "Enter")
    again.wait_for_url(lambda url: "login" not in url)
    again.close()
    page.tap("#press")
    done(page, "李静")


def test_a_scan_in_the_undo_dialog_takes_nothing_back(desk, event, table):
    page = desk(name="chief", role=Role.ORGANISER)
    given = hand(event, person_at(table, 2))
    page.goto(page.url.partition("?")[0] + f"?done={given.pk}")
    page.locator("[data-opens^=undo-]").first.click()
    scan(page, f"https://x.example/p/{person_at(table, 1).code}/")
    shows(page, "王明")
    assert not HandOver.objects.filter(undone_at__isnull=False).exists()


def test_two_quick_taps_are_one(desk, event, table):
    page = desk()
    scan(page, "李静")
    shows(page, "李静")
    page.locator("#press").dblclick()
    done(page, "李静")
    assert handed().count() == 1


def test_high_values_want_an_id_and_a_signature(desk, event, table):
    high_value_from(event, 1000)
    person = person_at(table, 1)
    Participant.objects.filter(pk=person.pk).update(id_number="350203199001019876")
    page = desk()
    scan(page, "王明")
    expect(page.locator(".proof__id strong")).to_have_text("9876")
    page.tap("#press")
    expect(page.locator("#says")).to_contain_text("请核对并勾选")
    page.get_by_label("已核对证件").check()
    page.tap("#press")
    expect(page.locator("#says")).to_contain_text("签名")
    sign(page)
    page.get_by_role("button", name="清除").click()
    page.tap("#press")
    expect(page.locator("#says")).to_contain_text("签名")
    sign(page)
    page.tap("#press")
    done(page, "王明")
    one = handed().get()
    assert one.id_checked is True
    assert one.signature.size > 500
    page.goto(page.url.split("?")[0].replace("desk/", f"hand-overs/{one.pk}/"))
    assert page.evaluate("document.querySelector('.signature__kept').naturalWidth") == 720


def test_a_signature_is_whole_after_the_tablet_is_turned(desk, event, table):
    high_value_from(event, 1000)
    page = desk()
    scan(page, "王明")
    sign(page)
    page.set_viewport_size({"width": 820, "height": 1180})
    page.wait_for_function(f"({INK})() > 0.005")


def sign(page):
    pad = page.locator(".signature__pad")
    pad.scroll_into_view_if_needed()
    edge = pad.bounding_box()
    page.mouse.move(edge["x"] + 40, edge["y"] + 40)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(edge["x"] + 40 + 25 * step, edge["y"] + (100 if step % 2 else 30))
    page.mouse.up()


def test_a_proxy_is_filled_in_from_the_list(desk, event, table):
    person = person_at(table, 2)
    Participant.objects.filter(pk=person.pk).update(proxy_name="赵刚", proxy_phone="13800009999")
    page = desk()
    scan(page, person.code)
    shows(page, "李静")
    expect(page.get_by_label("代领人姓名")).to_be_hidden()
    page.locator(".receiver__choice .chip", has_text="他人代领").tap()
    expect(page.get_by_label("代领人姓名")).to_have_value("赵刚")
    page.tap("#press")
    done(page, "李静")
    expect(page.locator(".answer__head")).to_contain_text("赵刚")
    assert (handed().get().receiver, handed().get().receiver_phone) == ("proxy", "13800009999")


def test_a_supervisor_takes_it_back_with_a_reason(desk, event, table):
    page = desk(name="chief", role=Role.ORGANISER)
    scan(page, "李静")
    page.tap("#press")
    done(page, "李静")
    page.get_by_role("button", name="撤销交付").click()
    page.get_by_label("原因").fill("拿错了")
    page.keyboard.press("Enter")
    shows(page, "李静")
    expect(page.locator("#press")).to_have_text("交付 1 件")
    assert handed().get().undo_reason == "拿错了"


def test_without_javascript_forms_do(desk, event, table):
    page = desk(java_script_enabled=False)
    page.fill("#q", "李静")
    page.press("#q", "Enter")
    page.click("#press")
    done(page, "李静")


@pytest.mark.parametrize("size", ["phone", "tablet-wide"])
def test_nothing_is_too_wide_and_axe_finds_nothing(desk, live_site, event, table, size):
    high_value_from(event, 1000)
    person = person_at(table, 1)
    Participant.objects.filter(pk=person.pk).update(name="欧阳娜娜·阿卜杜热依木", id_number="350203201501010017")
    Participant.objects.create(event=event, name="李静", unit="集成电路设计与系统应用研发中心（厦门）")
    assert keys_due(event, person)
    page = desk(size, name="chief", role=Role.ORGANISER)
    found = {"idle": (page.evaluate(TOO_WIDE), violations(page))}
    for name, text, shown in (
        ("person", person.code, "欧阳娜娜"), ("choose", "李静", "哪一位"), ("nobody", "赵六", "查无此人"),
        ("second", person_at(table, 2).code, "市场部"),
    ):  # fmt: skip
        scan(page, text)
        expect(page.locator("main")).to_contain_text(shown)
        found[name] = (page.evaluate(TOO_WIDE), violations(page))
    page.tap("#press")
    done(page, "李静")
    found["done"] = (page.evaluate(TOO_WIDE), violations(page))
    for name, address in (("list", reverse("hand-overs", args=[event.slug])),
                          ("one", reverse("hand-over", args=[event.slug, handed().get().pk]))):  # fmt: skip
        page.goto(live_site.url + address)
        found[name] = (page.evaluate(TOO_WIDE), violations(page))
    assert found == dict.fromkeys(found, (0, []))
