"""The page behind a seat card's code on a small phone, in either language."""

import pytest
from django.urls import reverse

from tables.models import Seat, Table
from tests.browser.test_width import TOO_WIDE
from tests.reports.halls import a_hall

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
