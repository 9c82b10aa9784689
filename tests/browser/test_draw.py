"""The draw of seats as an organiser and a guest meet it: freeze, speak, draw, check."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.urls import reverse

from bobing_event.models import Participant, Role
from tables import services
from tables.models import SeatingDraw, Wish
from tests.tables.factories import NOW, make_event, make_people, make_session, make_user

pytestmark = pytest.mark.browser

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "verify_draw.py"
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def _evening(people: int = 40):
    event = make_event()
    session = make_session(event)
    guests = make_people(event, people)
    for guest, name in zip(guests, ("陈嘉庚", "林巧稚", "王亚南"), strict=False):
        Participant.objects.filter(pk=guest.pk).update(name=name)
    return session, make_user("organiser", event, Role.ORGANISER)


def test_from_wishes_to_a_checked_draw(live_site, new_page, tmp_path):
    session, organiser = _evening()
    page = new_page(user=organiser, size="tablet-wide")
    page.goto(live_site.url + reverse("seating", args=[session.event.slug]))
    for name in ("陈嘉庚", "林巧稚"):
        page.get_by_role("searchbox").fill(name)
        page.get_by_role("searchbox").press("Enter")
        page.get_by_role("link", name=name).first.click()
    page.get_by_role("button", name="安排同一桌").click()
    page.get_by_text("意愿已登记").wait_for()
    assert Wish.objects.get().people.count() == 2

    page.get_by_role("button", name="锁定名单").click()
    page.get_by_text("名单已锁定，共 40 人").wait_for()
    draw = SeatingDraw.objects.get()
    assert draw.commitment in page.content()
    assert draw.secret not in page.content()

    page.get_by_label("现场口令").fill("海上生明月")
    page.get_by_role("button", name="抽座位").click()
    page.get_by_role("dialog").get_by_role("button", name="抽座位").click()
    page.get_by_text("已为 40 人抽好座位").or_(page.get_by_text(re.compile("40 人.*座位"))).first.wait_for()
    assert draw.secret in page.content()

    guest = new_page(size="phone")
    guest.goto(live_site.url + draw.get_absolute_url())
    guest.get_by_role("button", name="让本浏览器重算").click()
    guest.get_by_text("本浏览器重算了一遍").wait_for()
    box = guest.locator("#browser-check")
    assert (box.locator(".badge--done").count(), box.locator(".badge--attention").count()) == (3, 0)
    with guest.expect_download() as download:
        guest.get_by_role("link", name="抽签文件").click()
    file = tmp_path / "draw.json"
    download.value.save_as(file)
    checked = subprocess.run([sys.executable, "-I", SCRIPT, file], capture_output=True, text=True, check=True)
    assert checked.stdout.splitlines() == ["plan_digest: OK", "commitment: OK", "seating: OK"]


def test_a_forged_draw_is_told_by_the_browser(live_site, new_page):
    session, organiser = _evening()
    page = new_page(user=organiser)
    page.goto(live_site.url + reverse("seating", args=[session.event.slug]))
    page.get_by_role("button", name="锁定名单").click()
    page.get_by_role("button", name="抽座位").click()
    page.get_by_role("dialog").get_by_role("button", name="抽座位").click()
    page.get_by_role("searchbox").wait_for()
    draw = SeatingDraw.objects.get()
    draw.seating[0][2], draw.seating[1][2] = draw.seating[1][2], draw.seating[0][2]
    draw.save()
    page.goto(live_site.url + draw.get_absolute_url())
    page.get_by_role("button", name="让本浏览器重算").click()
    page.get_by_text("本浏览器重算了一遍").wait_for()
    assert page.locator("#browser-check .badge--attention").count() == 1
    assert page.locator('[data-check="seating"]').inner_text().startswith("不一致")


def test_a_browser_over_plain_http_says_that_it_cannot_and_the_server_can(live_site, new_page):
    session, organiser = _evening()
    draw = services.draw_seats(session=session, by=organiser, now=NOW, seed=bytes(32))
    page = new_page(size="phone")
    page.add_init_script("Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined })")
    page.goto(live_site.url + draw.get_absolute_url())
    assert page.locator("#browser-check").is_hidden()
    assert page.get_by_text("不是 https 的网址，浏览器不能自己重算。").is_visible()
    page.get_by_role("link", name="让本服务器重算").click()
    page.get_by_text("这是服务器自己的说法").wait_for()


def test_who_comes_in_after_the_freeze_is_named_without_a_reload(live_site, new_page):
    session, organiser = _evening()
    services.prepare_draw(session=session, basis="checked_in", spread="lot", secret=bytes(32), by=organiser, now=NOW)
    page = new_page(user=organiser)
    page.goto(live_site.url + reverse("seating", args=[session.event.slug]))
    page.get_by_label("现场口令").fill("月")
    [late] = make_people(session.event, 1)
    page.get_by_text("名单锁定后又到了 1 人").wait_for()
    assert late.name in page.locator("#drift").inner_text()
    assert page.get_by_label("现场口令").input_value() == "月"


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_no_state_of_the_seating_is_wider_than_its_screen(live_site, new_page, size, language):
    session, organiser = _evening(150)
    people = list(Participant.objects.all())
    by = {"by": organiser, "now": NOW}
    services.add_wish(session=session, kind="together", people=people[:30], **by)
    Participant.objects.filter(pk=people[40].pk).update(wanted_table=99, wanted_seat=13, unit="集美" * 20)
    page = new_page(user=organiser, size=size)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_site.url}])
    address = live_site.url + reverse("seating", args=[session.event.slug])
    wide = {}

    def look(state: str, *addresses: str) -> None:
        for one in addresses:
            page.goto(one)
            wide[state, one] = page.evaluate(TOO_WIDE)

    look("forecast", address, f"{address}?who=P&p={people[3].pk}&p={people[40].pk}")
    draw = services.prepare_draw(session=session, basis="checked_in", spread="mixed", secret=bytes(32), **by)
    public = live_site.url + draw.get_absolute_url()
    look("prepared", address, public)
    services.run_draw(draw=draw, public_seed="口令" * 90, **by)
    look("drawn", address, f"{address}?q=P1", public, f"{public}?check=1")
    services.discard_draw(session=session, reason="x" * 200, **by)
    look("discarded", address, public)
    assert wide == dict.fromkeys(wide, 0)
