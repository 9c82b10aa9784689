"""The page behind a seat card's code on a small phone, in either language."""

import pytest
from django.urls import reverse

from bobing_event.models import Participant
from tables.models import Objection, Seat, Table
from tests.browser.test_width import TOO_WIDE
from tests.reports.halls import a_hall
from tests.tables.factories import make_table, make_user, open_table, record, throw

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_it_fits_a_small_phone_and_the_place_is_large(live_site, new_page, language):
    a_hall(["阿卜杜热合曼·麦麦提敏"])
    Table.objects.update(number=1024)
    Seat.objects.update(number=13)
    seat = Seat.objects.select_related("participant").get()

    page = new_page(size="phone")
    page.set_viewport_size({"width": 360, "height": 640})
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_site.url}])
    page.goto(live_site.url + reverse("participant", args=[seat.participant.code]))
    assert page.evaluate(TOO_WIDE) == 0
    figures = page.locator(".own-place b")
    assert figures.all_inner_texts() == ["1024", "13"]
    assert all(figures.nth(place).bounding_box()["height"] >= 49 for place in (0, 1))


@pytest.fixture
def playing(live_site):
    table = open_table(make_table(seats=3, number=7))
    Participant.objects.filter(seats__number=1).update(name="阿卜杜热合曼·麦麦提敏")
    record(table, throw(1, "444412"), throw(2, "411223"), throw(3, "123355"), throw(1, "441122"))
    return table


@pytest.fixture
def open_page(live_site, new_page, playing):
    def open_at(language="zh-hans"):
        page = new_page(size="phone")
        page.set_viewport_size({"width": 360, "height": 640})
        page.context.add_cookies([{"name": "django_language", "value": language, "url": live_site.url}])
        person = Participant.objects.get(seats__number=1)
        page.goto(live_site.url + reverse("participant", args=[person.code]))
        return page

    return open_at


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_throws_and_forms_fit_a_small_phone(open_page, language):
    page = open_page(language)
    for summary in page.locator("summary").all():
        summary.click()
    assert page.locator(".own-wrong .btn:visible").count() == 3
    assert page.evaluate(TOO_WIDE) == 0


def test_an_objection_is_told_and_its_outcome_comes_by_itself(open_page, playing):
    page = open_page()
    throws = page.locator(".own-throws > li")
    throws.first.locator("summary").click()
    throws.first.locator("input[name=text]").fill("我掷的是三红")
    throws.first.locator("button").click()
    page.get_by_text("已告诉裁判").wait_for()
    [objection] = Objection.objects.all()
    assert (objection.seq, objection.text) == (4, "我掷的是三红")
    Objection.objects.update(settled_by=make_user("owner"), settled_at=playing.opened_at, outcome="看过录像，是二举")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.get_by_text("看过录像，是二举").wait_for()


def test_new_throws_appear_but_never_under_somebody_who_writes(open_page, playing):
    page = open_page()
    assert page.locator(".own-throws > li").count() == 2
    page.locator("summary").first.click()
    page.locator("input[name=text]").first.fill("等一下")
    record(playing, throw(2, "123355"), throw(3, "123355"), throw(1, "123355"))
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_timeout(500)
    assert page.locator("input[name=text]").first.input_value() == "等一下"
    assert page.locator(".own-throws > li").count() == 2
    page.locator("summary").first.click()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.locator(".own-throws > li").nth(2).wait_for()


def test_without_a_connection_it_says_so(open_page):
    page = open_page()
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.get_by_text("网络断开").wait_for()
    page.context.set_offline(False)
    page.get_by_text("网络断开").wait_for(state="hidden")
