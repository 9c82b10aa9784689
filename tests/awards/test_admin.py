"""The admin shows goods and the ledger, and changes nothing."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from awards.models import Movement
from tests.awards.factories import an_event
from tests.awards.stock_factories import a_plan, receive

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["prize", "planline", "location", "stocklevel", "movement", "tablecount"])
def test_lists_are_shown_and_nothing_is_added(client, name):
    event = an_event()
    receive(event, {a_plan(event)[0]: 3})
    client.force_login(User.objects.create_superuser("root"))
    assert client.get(reverse(f"admin:awards_{name}_changelist")).status_code == 200
    assert client.get(reverse(f"admin:awards_{name}_add")).status_code == 403


def test_a_movement_is_shown_with_its_lines_and_stays(client):
    event = an_event()
    movement = receive(event, {a_plan(event)[0]: 3})
    client.force_login(User.objects.create_superuser("root"))
    page = reverse("admin:awards_movement_change", args=[movement.pk])
    assert "花生油" in client.get(page).content.decode()
    assert client.post(page, {"reason": "x"}).status_code == 403
    assert client.post(reverse("admin:awards_movement_delete", args=[movement.pk])).status_code == 403
    assert Movement.objects.get().reason == ""
