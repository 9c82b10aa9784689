"""What needs a person now: a poll is answered from what was found a moment ago, a page never."""

import pytest
from django.core.cache import cache
from django.utils import translation

from tables.queries.needs import Need, needs_of, tells_needs
from tests.tables.factories import make_event

pytestmark = pytest.mark.django_db

SLUG = "asks-for-needs"
LATER, NOW = Need("clock", "later", "/", "see"), Need("bell", "now", "/", "see", urgent=True)
asked = []


@tells_needs
def tell_one_event(event, roles):
    """Registered as the later packages' are, and silent about any other event."""
    if event.slug != SLUG:
        return []
    asked.append(set(roles))
    return [LATER, NOW]


@pytest.fixture
def event():
    cache.clear()
    asked.clear()
    return make_event(SLUG)


def test_the_urgent_ones_come_first(event):
    assert needs_of(event, {"screen"}) == [NOW, LATER]


def test_many_who_poll_ask_once_for_each_role_and_language(event):
    with translation.override("zh-hans"):
        for roles in ({"screen"}, {"screen"}, {"runner"}):
            assert needs_of(event, roles, polled=True) == [NOW, LATER]
    assert asked == [{"screen"}, {"runner"}]
    with translation.override("en"):
        needs_of(event, {"screen"}, polled=True)
    assert asked == [{"screen"}, {"runner"}, {"screen"}]


def test_a_page_is_never_old(event):
    needs_of(event, {"screen"}, polled=True)
    needs_of(event, {"screen"})
    assert len(asked) == 2
