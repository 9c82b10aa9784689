"""The browser fixtures themselves: one server, one database, signed in or not."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

pytestmark = pytest.mark.browser


def test_a_stranger_is_sent_to_the_login_page(live_site, new_page):
    page = new_page()
    page.goto(live_site.url + "/")
    assert page.url == live_site.url + reverse("login") + "?next=/"


def test_a_user_made_by_the_test_is_signed_in(live_site, new_page):
    user = User.objects.create_user("referee-1", password="a long password")
    page = new_page(user=user, size="phone")
    assert page.goto(live_site.url + reverse("event-list")).status == 200


def test_the_site_comes_back_under_the_same_address(live_site, new_page):
    live_site.stop()
    assert not live_site.running
    live_site.start()
    assert new_page().goto(live_site.url + reverse("login")).status == 200
