"""The play-off pages: what they show, what they do, and who may."""

import json
import re
import runpy
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import (
    NOTHING,
    NOW,
    SEED,
    STRONG,
    WEAK,
    a_drawn_heat,
    a_member,
    a_playoff,
    a_table,
    a_user,
    an_ended_table,
    an_event,
    an_event_of_champions,
    entry,
    order,
    recorded,
    throws,
)
from tournaments.models import Playoff, PlayoffEntry, Stage
from tournaments.services import draw_lots
from tournaments.views.heats import LOG_PAGE

pytestmark = pytest.mark.django_db


def client_of(event, role="organiser"):
    client = Client()
    client.force_login(a_member(event, role, f"{role}-{event.slug}"))
    return client


def text(response):
    return response.content.decode()


def said(response):
    return [str(message) for message in get_messages(response.wsgi_request)]


def url(name, event, *args):
    return reverse(name, args=[event.slug, *args])


def form(kind="zongzhuangyuan", **fields):
    fields = {"decide": "immediate", "places": 1, "group_size": 12, "advance": 1} | fields
    return {"kind": kind, **{f"{kind}-{name}": value for name, value in fields.items()}}


# --- the three cards --------------------------------------------------------------------------------------


def test_the_cards_say_who_may_enter_and_which_tables_miss():
    event = an_event()
    an_ended_table(event, 1, duitang=(1, 2))
    an_ended_table(event, 2, champion=None)
    waiting = a_table(event, 3)
    page = text(client_of(event).get(url("playoffs", event)))
    for words in (
        "总状元",
        "状元王中王",
        "总对堂",
        url("table-detail", event, waiting.pk),
        "设置，共 1 人参赛",
        "设置，共 2 人参赛",
    ):
        assert words in page
    assert page.count("不等未结束的桌") == 3


def test_a_playoff_is_set_up_from_its_card():
    event = an_event_of_champions(3)
    response = client_of(event).post(url("playoffs", event), form(decide="round", places=2))
    playoff = Playoff.objects.get()
    assert response.headers["Location"] == playoff.get_absolute_url()
    assert (playoff.decide, playoff.places, playoff.created_by.username) == ("round", 2, "organiser-evening")
    assert said(response) == ["总状元已设好，共 3 人。下一步：抽签。"]


def test_the_king_of_champions_is_not_asked_how_it_is_decided():
    event = an_event_of_champions(2)
    client = client_of(event)
    assert "wangzhongwang-decide" not in text(client.get(url("playoffs", event)))
    client.post(url("playoffs", event), form("wangzhongwang"))
    assert Playoff.objects.get().decide == "round"


def test_a_refusal_is_said_in_the_form_with_what_was_typed():
    event = an_event_of_champions(3)
    a_table(event, 9)
    response = client_of(event).post(url("playoffs", event), form(places=2))
    assert response.status_code == 400
    assert "还有 1 桌未结束" in text(response)
    assert 'name="zongzhuangyuan-places" value="2"' in text(response)
    response = client_of_again(event).post(url("playoffs", event), form(places=2, leave_out_unfinished="on"))
    assert response.status_code == 302


def client_of_again(event):
    client = Client()
    client.force_login(a_user("organiser-evening"))
    return client


@pytest.mark.parametrize("fields", [{"places": 0}, {"group_size": "many"}, {"decide": "later"}])
def test_a_form_that_is_wrong_is_shown_again(fields):
    event = an_event_of_champions(3)
    response = client_of(event).post(url("playoffs", event), form(**fields))
    assert response.status_code == 400
    assert not Playoff.objects.exists()


def test_an_unknown_kind_is_refused():
    event = an_event_of_champions(3)
    assert client_of(event).post(url("playoffs", event), {"kind": "grand"}).status_code == 400


def test_the_winner_stands_on_the_card_with_the_dice():
    heat = a_drawn_heat(3)
    event = heat.stage.playoff.event
    throws(heat, WEAK)
    page = text(client_of(event).get(url("playoffs", event)))
    winner = heat.stage.playoff.entrants.get(placed=1).participant.name
    assert f'<span class="winner__name">{winner}</span>' in page
    assert page.count('class="die" data-face="4"') == 4
    assert "已决出" in page


@pytest.mark.parametrize("kinds", [1, 3])
def test_the_cards_cost_the_same_queries_for_one_playoff_and_three(kinds, django_assert_num_queries):
    event = an_event_of_champions(3)
    an_ended_table(event, 4, duitang=(1, 2))
    for kind in Playoff.Kind.values[:kinds]:
        throws(a_drawn_heat(event=event, kind=kind), NOTHING)
    client = client_of(event)
    with django_assert_num_queries(10):  # session, user, event, roles; playoff_cards: six
        assert client.get(url("playoffs", event)).status_code == 200


# --- one play-off -----------------------------------------------------------------------------------------


def test_lots_are_drawn_and_their_facts_shown():
    event = an_event_of_champions(3)
    playoff, client = a_playoff(event), client_of(event)
    assert "待抽签" in text(client.get(playoff.get_absolute_url()))
    response = client.post(playoff.get_absolute_url(), {"action": "draw"})
    stage = Stage.objects.get()
    assert (response.headers["Location"], said(response)) == (playoff.get_absolute_url(), ["已抽签：决赛。"])
    assert (len(stage.seed), stage.drawn_by.username) == (64, "organiser-evening")
    page = text(client.get(playoff.get_absolute_url()))
    assert stage.seed in page
    assert stage.roster_digest in page
    heat = stage.heats.get()
    assert url("heat-tablet", event, heat.pk) in page


def test_the_next_stage_is_drawn_when_the_heats_have_ended():
    event = an_event_of_champions(4)
    playoff, client = a_playoff(event, group_size=2), client_of(event)
    client.post(playoff.get_absolute_url(), {"action": "draw"})
    assert "抽下一阶段的签" not in text(client.get(playoff.get_absolute_url()))
    for heat in playoff.stages.get().heats.all():
        throws(heat, WEAK)
    page = text(client.get(playoff.get_absolute_url()))
    assert "抽下一阶段的签" in page
    assert page.count("晋级") == 2
    client.post(playoff.get_absolute_url(), {"action": "draw"})
    assert playoff.stages.count() == 2


def test_a_playoff_without_lots_is_taken_back():
    event = an_event_of_champions(2)
    playoff = a_playoff(event)
    response = client_of(event).post(playoff.get_absolute_url(), {"action": "delete"})
    assert response.headers["Location"] == url("playoffs", event)
    assert not Playoff.objects.exists()


def test_a_refused_action_is_said_on_the_page_it_came_from():
    heat = a_drawn_heat(2)
    event, page = heat.stage.playoff.event, heat.stage.playoff.get_absolute_url()
    client = client_of(event)
    response = client.post(page, {"action": "draw"}, headers={"Referer": f"http://testserver{page}"})
    assert (response.headers["Location"], said(response)) == (f"http://testserver{page}", ["决赛已经抽过签了。"])
    assert client.post(page, {"action": "dance"}).status_code == 400


def test_the_winner_the_places_and_the_log_are_shown():
    heat = a_drawn_heat(3, places=2)
    playoff = heat.stage.playoff
    throws(heat, NOTHING, WEAK)
    recorded(heat, entry("decide", entrant=order(heat)[2], reason="drawn by marbles"))
    page = text(client_of(playoff.event).get(playoff.get_absolute_url()))
    first, second = playoff.entrants.filter(placed__isnull=False).order_by("placed")
    assert f'<span class="winner__name">{first.participant.name}</span>' in page
    assert f"第 2 名：{second.participant.name}" in page
    assert "drawn by marbles" in page
    assert "winner--large" in page


def test_a_table_corrected_afterwards_is_pointed_out():
    event = an_event_of_champions(2)
    playoff = a_playoff(event)
    client = client_of(event)
    assert "参赛名单和现在的桌况不一致" not in text(client.get(playoff.get_absolute_url()))
    table = playoff.entrants.first().seat.table
    table.champion_person = table.seats.get(number=2).participant
    table.save()
    assert "参赛名单和现在的桌况不一致" in text(client.get(playoff.get_absolute_url()))


def test_the_live_part_comes_alone():
    heat = a_drawn_heat(2)
    playoff = heat.stage.playoff
    page = text(client_of(playoff.event).get(f"{playoff.get_absolute_url()}?part=live"))
    assert "<html" not in page
    assert f'id="heat-{heat.pk}"' in page


@pytest.mark.parametrize("heats", [1, 3])
def test_one_playoff_costs_the_same_queries_for_one_heat_and_three(heats, django_assert_num_queries):
    event = an_event_of_champions(2 * heats)
    playoff = a_playoff(event, group_size=max(2, 2 * heats - 1) if heats == 1 else 2)
    stage = draw_lots(playoff=playoff, by=a_user(), now=NOW, seed=SEED)
    assert stage.heats.count() == heats
    client = client_of(event)
    queries = 4 + 1 + 1 + 3 + 2 + (1 if heats == 1 else 0)  # door, play-off, entrants, stages, eligible, final's log
    with django_assert_num_queries(queries):
        assert client.get(playoff.get_absolute_url()).status_code == 200


# --- one heat ---------------------------------------------------------------------------------------------


def test_a_heat_shows_its_log_with_what_was_corrected():
    heat = a_drawn_heat(3)
    throws(heat, NOTHING, NOTHING)
    recorded(heat, entry("void", supersedes=2))
    page = text(client_of(heat.stage.playoff.event).get(heat.get_absolute_url()))
    assert 'class="is-superseded"' in page
    assert "已由第 3 条更正" in page
    assert heat.last_hash in page


def test_a_long_log_comes_in_pages_the_last_entries_first():
    heat = a_drawn_heat(3)
    throws(heat, *[NOTHING] * (LOG_PAGE + 2))
    client = client_of(heat.stage.playoff.event)
    pages = [text(client.get(heat.get_absolute_url(), {"page": number})) for number in (1, 2)]
    shown = [re.findall(r'<td class="num" data-label="[^"]*">(\d+)</td>', page) for page in pages]
    assert [[int(seq) for seq in page] for page in shown] == [[*range(LOG_PAGE + 2, 2, -1)], [2, 1]]
    whole = f'<a href="{heat.get_absolute_url()}">完整记录</a>'
    assert whole in text(client.get(heat.stage.playoff.get_absolute_url()))


def test_a_referee_is_offered_to_correct_the_last_entry_only():
    heat = a_drawn_heat(3)
    event = heat.stage.playoff.event
    throws(heat, NOTHING, NOTHING)
    links = [url("correct-playoff-entry", event, heat.pk, seq) for seq in (1, 2)]
    for role, offered in (("referee", [False, True]), ("floor_manager", [True, True]), ("auditor", [False, False])):
        page = text(client_of(event, role).get(heat.get_absolute_url()))
        assert [link in page for link in links] == offered


def test_the_log_can_be_taken_away_and_verified():
    heat = a_drawn_heat(3)
    event = heat.stage.playoff.event
    throws(heat, NOTHING, WEAK)
    response = client_of(event, "auditor").get(url("heat-log", event, heat.pk))
    assert response.headers["Content-Disposition"] == 'attachment; filename="evening-zongzhuangyuan-1-1.json"'
    log = json.loads(response.content)
    verify = runpy.run_path(str(Path(settings.BASE_DIR) / "docs" / "verify_log.py"))
    assert list(verify["problems"](log)) == []
    log["entries"][0]["dice"] = "444444"
    assert list(verify["problems"](log)) == ["entry 1 was altered, or the one before it was"]


def test_the_entry_page_is_the_referees_with_the_heats_api():
    heat = a_drawn_heat(2)
    event = heat.stage.playoff.event
    response = client_of(event, "referee").get(url("heat-tablet", event, heat.pk))
    config = response.context["config"]
    assert (config["kind"], config["apiRoot"]) == ("heat", f"/api/v1/heats/{heat.pk}/")
    assert response.context["title"] == "总状元 · 决赛"
    assert "csrftoken" in response.cookies


def test_a_correction_is_shown_before_it_is_recorded():
    heat = a_drawn_heat(3, "wangzhongwang")
    event = heat.stage.playoff.event
    first, second, _third = order(heat)
    throws(heat, STRONG, NOTHING, NOTHING)
    client, page = client_of(event), url("correct-playoff-entry", event, heat.pk, 2)
    assert client.get(page).status_code == 200
    asked = {"kind": "throw", "dice": "444411", "reason": "misread"}
    response = client.post(page, asked)
    names = {str(lot.entrant_id): lot.entrant.participant.name for lot in heat.lots.all()}
    assert "优胜者会改变" in text(response)
    assert names[first] in text(response)
    assert names[second] in text(response)
    assert PlayoffEntry.objects.count() == 3
    confirmed = {**asked, "confirm": "1", "client_uuid": response.context["client_uuid"]}
    for _twice in range(2):
        assert client.post(page, confirmed).headers["Location"] == heat.get_absolute_url()
    assert PlayoffEntry.objects.count() == 4
    assert [str(e.pk) for e in heat.stage.playoff.entrants.filter(placed=1)] == [second]


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"kind": "throw", "dice": "444411"}, 400, "请填写原因"),
        ({"kind": "throw", "dice": "444", "reason": "x"}, 400, "一掷有六颗骰子"),
        ({"kind": "throw", "dice": "112233", "reason": "x"}, 409, "更正和原来的记录一样"),
        ({"kind": "void", "reason": "x"}, 200, "这样不能记录"),
        ({"kind": "dance"}, 200, "dance 不在可用的选项中"),
    ],
)
def test_a_correction_that_does_not_go_says_why(asked, status, words):
    heat = a_drawn_heat(3)
    event = heat.stage.playoff.event
    throws(heat, NOTHING, NOTHING)
    response = client_of(event).post(url("correct-playoff-entry", event, heat.pk, 1), asked)
    assert response.status_code == status
    assert words in text(response)
    assert PlayoffEntry.objects.count() == 2


# --- the door ---------------------------------------------------------------------------------------------


def pages_of(heat):
    event = heat.stage.playoff.event
    return [
        url("playoffs", event),
        heat.stage.playoff.get_absolute_url(),
        heat.get_absolute_url(),
        url("heat-tablet", event, heat.pk),
        url("heat-log", event, heat.pk),
        url("correct-playoff-entry", event, heat.pk, 1),
    ]


def test_strangers_find_nothing():
    heat = a_drawn_heat(2)
    throws(heat, NOTHING)
    client = client_of(an_event("other"), "owner")
    assert [client.get(page).status_code for page in pages_of(heat)] == [404] * 6


def test_an_object_of_another_event_is_not_found():
    heat, other = a_drawn_heat(2), an_event("other")
    throws(heat, NOTHING)
    client = client_of(other, "owner")
    there = [page.replace("/evening/", "/other/") for page in pages_of(heat)]
    assert [client.get(page).status_code for page in there] == [200, 404, 404, 404, 404, 404]
    playoff_page = there[1]
    assert client.post(playoff_page, {"action": "delete"}).status_code == 404


@pytest.mark.parametrize(
    ("role", "statuses"),
    [
        ("organiser", [200, 200, 200, 200, 200, 200]),
        ("referee", [200, 200, 200, 200, 403, 200]),
        ("auditor", [200, 200, 200, 403, 200, 403]),
        ("prize_desk", [200, 200, 200, 403, 403, 403]),
        ("screen", [403, 403, 403, 403, 403, 403]),
    ],
)
def test_each_role_sees_what_it_is_for(role, statuses):
    heat = a_drawn_heat(2)
    throws(heat, NOTHING)
    client = client_of(heat.stage.playoff.event, role)
    assert [client.get(page).status_code for page in pages_of(heat)] == statuses


@pytest.mark.parametrize("role", ["referee", "auditor", "prize_desk"])
def test_only_those_who_run_it_set_up_and_draw(role):
    event = an_event_of_champions(2)
    playoff, client = a_playoff(event), client_of(event, role)
    assert client.post(url("playoffs", event), form("wangzhongwang")).status_code == 403
    assert client.post(playoff.get_absolute_url(), {"action": "draw"}).status_code == 403
    page = text(client.get(playoff.get_absolute_url()))
    assert 'name="action"' not in page
    assert "设置加赛" not in text(client.get(url("playoffs", event)))
