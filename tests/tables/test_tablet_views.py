"""The referee's page as the server gives it: who may open it, what it is given, and its words in both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import translation

from bobing_event.authentication import device_token
from bobing_event.models import Role
from rules import load
from tables import services
from tables.tablet_context import tablet_context
from tables.tablet_words import words
from tests.tables.factories import NOW, make_device, make_event, make_table, make_user, open_table

MODULES = Path(__file__).resolve().parents[2] / "tables/static/tables/tablet"
LOOKED_UP = re.compile(r"""\bt\(\s*"([a-z_]+\.[a-z_]+)\"""")
CHINESE = re.compile("[\u4e00-\u9fff，]")


def address(table):
    return reverse("table-tablet", args=[table.session.event.slug, table.pk])


def config_of(response):
    return json.loads(
        re.search(r'id="tablet-config" type="application/json">(.*?)</script>', response.content.decode())[1]
    )


@pytest.mark.django_db
def test_the_tables_referee_may_record_and_an_auditor_may_look(client):
    table = make_table()
    event = table.session.event
    table.referee = make_user("referee", event, Role.REFEREE)
    table.save()
    for name, role, may in [
        ("referee", Role.REFEREE, True),
        ("floor", Role.FLOOR_MANAGER, True),
        ("auditor", Role.AUDITOR, False),
    ]:
        client.force_login(make_user(name, event, role))
        response = client.get(address(table))
        assert response.status_code == 200
        config = config_of(response)
        assert (config["canRecord"], config["apiRoot"]) == (may, f"/api/v1/tables/{table.pk}/")
        assert config["backUrl"] == table.get_absolute_url()
        assert (config["token"], config["worker"]) == ("", "")


@pytest.mark.django_db
def test_strangers_screens_and_other_events_stay_outside(client):
    table = make_table()
    event = table.session.event
    assert client.get(address(table)).status_code == 302
    client.force_login(make_user("stranger"))
    assert client.get(address(table)).status_code == 404
    client.force_login(make_user("screen", event, Role.SCREEN))
    assert client.get(address(table)).status_code == 403
    other = make_event("other")
    client.force_login(make_user("both", other, Role.OWNER))
    assert client.get(reverse("table-tablet", args=[other.slug, table.pk])).status_code == 404


@pytest.mark.django_db
def test_a_paired_tablet_opens_its_table_until_it_is_released(client):
    table = open_table()
    device = make_device(table)
    token = device_token(device)
    response = client.get(reverse("tablet-paired", args=[token]), headers={"accept-language": "zh-CN"})
    assert response.status_code == 200
    assert config_of(response) == {
        "kind": "table",
        "canRecord": True,
        "apiRoot": f"/api/v1/tables/{table.pk}/",
        "backUrl": "",
        "token": token,
        "worker": "/t/sw.js",
        "place": f"/api/v1/tables/{table.pk}/@{table.session.event.created_at.timestamp():.0f}",
        "language": "zh-hans",
        "rare": ["liubeihong", "heiliubo", "biandijin", "chajinhua"],
        "ranks": ["zhuangyuan", "duitang", "sanhong", "sijin", "erju", "yixiu"],
        "lowerRanks": ["duitang", "sanhong", "sijin", "erju", "yixiu"],
        "rules": {"overflow": "skip", "openingBy": "player", "openingDice": 2, "movable": []},
        "goods": {},
    }
    assert "no-store" in response["Cache-Control"]
    services.revoke_device(device=device, by=make_user("owner"), now=NOW)
    assert client.get(reverse("tablet-paired", args=[token])).status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["nonsense", "a:b:c"])
def test_an_unknown_code_is_not_found(client, token):
    response = client.get(reverse("tablet-paired", args=[token]))
    assert response.status_code == 404
    assert "<h1>" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("seats", [1, 3])
def test_the_page_costs_the_same_however_many_sit_there(client, django_assert_num_queries, seats):
    device = make_device(open_table(seats=seats))
    address = reverse("tablet-paired", args=[device_token(device)])
    with django_assert_num_queries(3):  # the device, the table with its session and event, what its pieces give
        client.get(address)


def test_the_options_the_page_puts_into_words_come_from_the_ruleset():
    context = tablet_context(kind="heat", api_root="/r/", title="x", ruleset=load("folk-63-chase"))
    assert context["config"]["rules"] == {
        "overflow": "void",
        "openingBy": "player",
        "openingDice": 2,
        "movable": ["duitang"],
    }
    without = tablet_context(kind="heat", api_root="/r/", title="x")
    assert without["config"]["rules"] == {"overflow": None, "openingBy": None, "openingDice": None, "movable": []}


def test_every_word_the_scripts_look_up_is_there():
    given = set(tablet_context(kind="table", api_root="/r/", title="x")["words"])
    for module in MODULES.glob("*.js"):
        assert set(LOOKED_UP.findall(module.read_text())) - given == set(), module.name


def test_every_word_is_chinese_by_default_and_english_beside_it():
    with translation.override("zh-hans"):
        chinese = tablet_context(kind="table", api_root="/r/", title="x")["words"]
    assert {key for key, word in chinese.items() if not CHINESE.search(word)} == {"held.pieces"}
    with translation.override("en"):
        english = tablet_context(kind="table", api_root="/r/", title="x")["words"]
    assert {key for key, word in english.items() if CHINESE.search(word)} == set()
    for key, word in words().items():
        assert set(re.findall(r"{\w+}", chinese[key])) == set(re.findall(r"{\w+}", word)), key
