"""The pages of what comes after: who may see and do what, what they show, and where a runner may not go."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from awards.models import Claim, Delivery, PrizeSettings, Redraw, RedrawWin
from awards.queries.due import due
from awards.queries.moved_claims import moved_claims
from awards.queries.unclaimed import overdue, unclaimed
from awards.services import ask_delivery, ask_delivery_to, forfeit_unclaimed
from bobing_event.models import Event, Participant, Role
from tables.models import Table
from tests.awards.factories import NOW, a_user, an_ended_table, an_event, by_owner, correct
from tests.awards.handing import a_plan, hand, person_at, receive, sign_off

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
PAST = NOW + timedelta(hours=1)


@pytest.fixture
def evening():
    """A table signed off, its prizes of high value waiting at the desk; the deadline is over."""
    event = an_event()
    receive(event, dict.fromkeys(a_plan(event).values(), 9))
    table = an_ended_table(event)
    sign_off(table)
    PrizeSettings.objects.filter(event=event).update(claim_until=PAST)
    return event


@pytest.fixture
def owner(client):
    client.force_login(a_user())
    return client


def the_table(event: Event) -> Table:
    return Table.objects.select_related("session__event").get(session__event=event)


def url(name, event, *arguments):
    return reverse(name, args=[event.slug, *arguments])


def text(response):
    return " ".join(response.content.decode().split())


def told(response):
    return [(str(m.message), m.extra_tags) for m in response.context["messages"]]


def given_up(event: Event) -> list[Claim]:
    keys = [one.key_text for one in due(event) if one.given_at == "desk"]
    return forfeit_unclaimed(event=event, keys=keys, reason="散场", by=a_user(), now=PAST)


def soap_asked(event: Event) -> Delivery:
    table, soap = the_table(event), event.prizes.get(name="洗衣液")
    return ask_delivery(event=event, table=table, prize=soap, quantity=2, by=a_user(), now=timezone.now())


class TestWhoMay:
    PAGES = ("prize-corrections", "prize-unclaimed", "redraw-prepare", "deliveries")

    @pytest.mark.parametrize(
        ("role", "expected"),
        [
            (Role.ORGANISER, (200, 200, 200, 200)), (Role.FLOOR_MANAGER, (200, 200, 403, 200)),
            (Role.PRIZE_DESK, (200, 200, 403, 200)), (Role.AUDITOR, (200, 200, 403, 403)),
            (Role.REFEREE, (403, 403, 403, 403)), (Role.SCREEN, (403, 403, 403, 403)),
            (Role.RUNNER, (403, 403, 403, 200)),
        ],
    )  # fmt: skip
    def test_pages(self, client, evening, role, expected):
        client.force_login(a_user(evening, role, "somebody"))
        assert tuple(client.get(url(page, evening)).status_code for page in self.PAGES) == expected

    CHANGES = (("moved-claim-settle", (9,)), ("unclaimed-forfeit", ()), ("forfeit-undo", (9,)), ("redraw-draw", ()),
               ("redraw-absent", (9,)), ("delivery-ask", ()), ("delivery-ask-to", (9,)))  # fmt: skip

    @pytest.mark.parametrize(
        ("role", "allowed"),
        [
            (Role.FLOOR_MANAGER, {"moved-claim-settle", "delivery-ask", "delivery-ask-to"}),
            (Role.PRIZE_DESK, {"moved-claim-settle", "delivery-ask", "delivery-ask-to"}),
            (Role.AUDITOR, set()), (Role.REFEREE, set()), (Role.RUNNER, set()), (Role.SCREEN, set()),
        ],
    )  # fmt: skip
    def test_changes(self, client, evening, role, allowed):
        client.force_login(a_user(evening, role, "somebody"))
        codes = {name: client.post(url(name, evening, *args)).status_code for name, args in self.CHANGES}
        assert {name for name, code in codes.items() if code != 403} == allowed

    def test_what_is_not_there(self, owner, evening):
        other = an_event("other")
        delivery = soap_asked(evening)
        for name, pk in (("delivery-take", delivery.pk), ("delivery-finish", 99), ("moved-claim-settle", 99),
                         ("forfeit-undo", 99), ("redraw-absent", 99), ("delivery-ask-to", 99)):  # fmt: skip
            assert owner.post(url(name, other, pk)).status_code == 404
        assert owner.get(url("redraw", other, 1)).status_code == 404


class TestTheRunner:
    @pytest.fixture
    def runner(self, client, evening):
        client.force_login(a_user(evening, Role.RUNNER, "runner"))
        return client

    ALLOWED = {"deliveries", "delivery-take", "delivery-finish", "delivery-cancel"}
    PUBLIC = {"certificate-verify"}

    def test_goes_nowhere_else_of_the_event(self, runner, evening):
        asked = {}
        for pattern in every_pattern(get_resolver()):
            names = pattern.pattern.converters
            if pattern.name in self.ALLOWED | self.PUBLIC or "slug" not in names:
                continue
            values = {"slug": evening.slug, **{name: SAMPLES[type(kind).__name__] for name, kind in names.items()
                                               if name != "slug"}}  # fmt: skip
            address = reverse(pattern.name, kwargs=values)
            asked[pattern.name] = {runner.get(address).status_code, runner.post(address).status_code}
        assert len(asked) > 60
        assert {name: codes for name, codes in asked.items() if not codes <= {403, 404, 405}} == {}

    def test_is_led_to_the_deliveries(self, runner, evening):
        page = url("deliveries", evening)
        assert runner.get(reverse("event-list")).url == page
        other = an_event(
            "other",
        )
        a_user(other, Role.PRIZE_DESK, "runner")
        listed = text(runner.get(reverse("event-list")))
        assert f'href="{page}"' in listed
        assert f'href="{url("event-dashboard", other)}"' in listed

    def test_sees_no_more_than_is_needed(self, runner, evening):
        table = the_table(evening)
        person = person_at(table, 1)
        key = next(one.key_text for one in due(evening, people=[person.pk]) if one.given_at == "desk")
        ask_delivery_to(event=evening, table=table, participant=person, key=key, note="慢走", by=a_user(), now=NOW)
        page = text(runner.get(url("deliveries", evening)))
        for shown in ("王*", "1 号", "电视", "慢走", "我来送"):
            assert shown in page
        number = '<span class="errand__number">1</span>'
        unit = '<span class="errand__unit">'
        assert f"{unit}第 </span>{number}{unit} 桌</span>" in page
        for hidden in (
            "王明",
            "13800000001",
            "研发中心",
            "状元",
            "李静",
            url("prizes", evening),
            url("people", evening),
        ):
            assert hidden not in page

    def test_takes_and_delivers(self, runner, evening):
        delivery = soap_asked(evening)
        assert runner.post(url("delivery-take", evening, delivery.pk)).url == url("deliveries", evening)
        page = text(runner.get(url("deliveries", evening)))
        assert ("我在送" in page, "待送" in page) == (True, False)
        response = runner.post(url("delivery-finish", evening, delivery.pk), follow=True)
        assert told(response) == [("已送达：1 桌 洗衣液 × 2 件。", "")]
        assert "现在没有要送的" in text(response)

    def test_is_told_who_was_first(self, runner, evening):
        delivery = soap_asked(evening)
        Delivery.objects.filter(pk=delivery.pk).update(taken_by=a_user(name="anna"), taken_at=NOW)
        page = url("deliveries", evening)
        response = runner.post(url("delivery-take", evening, delivery.pk), headers={"referer": f"http://testserver{page}"},
                               follow=True)  # fmt: skip
        assert told(response) == [("Anna 已经在送这项了。", "delivery_taken")]

    def test_cancels_only_what_is_theirs(self, runner, evening):
        delivery = soap_asked(evening)
        assert runner.post(url("delivery-cancel", evening, delivery.pk)).status_code == 409
        runner.post(url("delivery-take", evening, delivery.pk))
        response = runner.post(url("delivery-cancel", evening, delivery.pk), follow=True)
        assert told(response) == [("已取消。请把 洗衣液 × 2 件 送回仓库。", "")]


SAMPLES = {
    "IntConverter": 1, "SlugConverter": "x", "StringConverter": "x", "ClosingConverter": "time_up",
    "UUIDConverter": "00000000-0000-0000-0000-000000000001",
}  # fmt: skip
"""A value for each kind of part that an address has."""


def every_pattern(resolver: URLResolver):
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            if one.name and not resolver.namespace:
                yield one
        elif one.namespace is None:
            yield from every_pattern(one)


class TestDeliveries:
    def test_the_queue_is_answered_once(self, owner, evening):
        soap_asked(evening)
        address = url("deliveries", evening) + "?part=live"
        first = owner.get(address)
        assert (first.status_code, first["Cache-Control"]) == (200, "private, no-cache")
        assert "csrfmiddlewaretoken" not in first.content.decode()
        again = owner.get(address, headers={"if-none-match": first["ETag"]})
        assert again.status_code in (200, 304)  # the minute may have turned
        Delivery.objects.update(cancelled_at=NOW, cancelled_by=a_user())
        assert owner.get(address, headers={"if-none-match": first["ETag"]}).status_code == 200

    def test_asking(self, owner, evening):
        table, soap = the_table(evening), evening.prizes.get(name="洗衣液")
        page = owner.get(url("deliveries", evening) + f"?table={table.pk}&prize={soap.pk}")
        assert f'<option value="{table.pk}" selected>' in text(page)
        data = {"table": table.pk, "prize": soap.pk, "quantity": "3", "note": ""}
        response = owner.post(url("delivery-ask", evening), data, follow=True)
        assert told(response) == [("已排队：1 桌 洗衣液 × 3 件。", "")]
        again = owner.post(url("delivery-ask", evening), data)
        assert "正在排队" in text(again)

    @pytest.mark.parametrize("data", [{}, {"table": "x"}, {"quantity": "0"}, {"quantity": "1e3"}, {"prize": "99"}])
    def test_bad_forms_come_back(self, owner, evening, data):
        good = {"table": the_table(evening).pk, "prize": evening.prizes.first().pk, "quantity": "1"}
        response = owner.post(url("delivery-ask", evening), {**good, **data} if data else {})
        assert response.status_code == 200
        assert response.context["form"].errors
        assert not Delivery.objects.exists()

    def test_for_somebody_found(self, owner, evening):
        page = owner.get(url("deliveries", evening) + "?q=李静")
        assert "送过去" in text(page)
        person = person_at(the_table(evening), 2)
        key = due(evening, people=[person.pk])[0].key_text
        response = owner.post(url("delivery-ask-to", evening, person.pk), {"key": key}, follow=True)
        assert told(response) == [("已排队：1 桌 电饭煲 × 1 件。", "")]
        assert owner.post(url("delivery-ask-to", evening, person.pk), {"key": "rubbish"}).status_code == 409

    def test_who_has_no_seat(self, owner, evening):
        person = Participant.objects.create(event=evening, name="无座")
        assert owner.post(url("delivery-ask-to", evening, person.pk), {"key": ""}).status_code == 409

    def test_empty(self, owner):
        assert "现在没有要送的" in text(owner.get(url("deliveries", an_event())))

    def test_queries_do_not_grow(self, owner, evening, django_assert_num_queries):
        soap_asked(evening)
        address = url("deliveries", evening) + "?part=live"
        owner.get(address)
        with django_assert_num_queries(10):
            owner.get(address)
        table = the_table(evening)
        for prize in evening.prizes.exclude(name="洗衣液")[:2]:
            ask_delivery(event=evening, table=table, prize=prize, quantity=1, **by_owner())
        with django_assert_num_queries(10):
            owner.get(address)


class TestCorrections:
    @pytest.fixture
    def moved(self, evening):
        table = the_table(evening)
        hand(evening, person_at(table, 1))
        correct(table, 5, "444466")
        return evening

    def test_the_page(self, owner, moved):
        page = text(owner.get(url("prize-corrections", moved)))
        assert "从 王明（1 桌 1 号）收回 电视 × 1 件（状元），改给 李静（1 桌 2 号）。" in page
        assert "已当面转交" not in page  # not signed off
        assert "已收回仓库" in page

    def test_settling(self, owner, moved):
        claim = moved_claims(moved)[0].claim
        response = owner.post(url("moved-claim-settle", moved, claim.pk), {"how": "returned"}, follow=True)
        assert told(response) == [("已处理，库存和名单已随之更新。", "")]
        assert "奖品都在该得的人手里" in text(response)

    @pytest.mark.parametrize(("data", "status"), [({}, 400), ({"how": "kept"}, 400), ({"how": "passed_on"}, 409)])
    def test_refused(self, owner, moved, data, status):
        claim = moved_claims(moved)[0].claim
        assert owner.post(url("moved-claim-settle", moved, claim.pk), data).status_code == status

    def test_the_overview_tells(self, owner, moved):
        page = text(owner.get(url("event-dashboard", moved)))
        assert "更正后有 1 件奖品要收回或改给" in page
        assert url("prize-corrections", moved) in page

    def test_the_overview_tells_of_deliveries(self, owner, evening):
        delivery = soap_asked(evening)
        dashboard = url("event-dashboard", evening)
        assert "还没人取" not in text(owner.get(dashboard))
        Delivery.objects.update(asked_at=timezone.now() - timedelta(minutes=6))
        assert "1 项送奖等了 5 分钟以上，还没人取" in text(owner.get(dashboard))
        Delivery.objects.filter(pk=delivery.pk).update(
            taken_by=a_user(), taken_at=timezone.now() - timedelta(minutes=6)
        )
        assert "1 项送奖已在路上 5 分钟以上" in text(owner.get(dashboard))


class TestUnclaimed:
    def test_the_overview_tells_when_the_time_is_over(self, owner, evening):
        """Four things are due: counting them is cheaper than finding them, and must come to the same."""
        dashboard, settings = url("event-dashboard", evening), PrizeSettings.objects.filter(event=evening)
        settings.update(claim_until=timezone.now() + timedelta(minutes=1))
        assert "领奖时间已过" not in text(owner.get(dashboard))
        settings.update(claim_until=timezone.now() - timedelta(minutes=1))
        assert overdue(evening, now=timezone.now()) == len(unclaimed(evening)) == 4
        assert "领奖时间已过，还有 4 项没人来领" in text(owner.get(dashboard))
        hand(evening, person_at(the_table(evening), 1))
        assert overdue(evening, now=timezone.now()) == len(unclaimed(evening))

    def test_the_list_and_giving_up(self, owner, evening):
        page = owner.get(url("prize-unclaimed", evening))
        assert ("电视" in text(page), page.context["total"]) == (True, 4)
        key = due(evening)[0].key_text
        data = {"key": [key], "reason": "未领", "which": "chosen"}
        response = owner.post(url("unclaimed-forfeit", evening), data, follow=True)
        assert told(response) == [("1 项已作弃领，可以补抽，也可以恢复。", "")]

    def test_all_that_is_listed(self, owner, evening):
        page = owner.get(url("prize-unclaimed", evening), {"rank": "duitang"})
        data = {"which": "all", "reason": "未领", "shown": page.context["shown"], "rank": "duitang"}
        owner.post(url("unclaimed-forfeit", evening), data)
        assert [claim.prize.name for claim in Claim.objects.filter(state="forfeited")] == ["电饭煲"]

    def test_a_list_of_as_many_other_things(self, owner, evening):
        shown = owner.get(url("prize-unclaimed", evening), {"rank": "duitang"}).context["shown"]
        data = {"which": "all", "reason": "x", "shown": shown, "rank": "zhuangyuan"}
        response = owner.post(url("unclaimed-forfeit", evening), data)
        assert response.status_code == 409
        assert not Claim.objects.filter(state="forfeited").exists()

    @pytest.mark.parametrize("query", ["table=x&rank=y&goods=-1&session=99999999999999999999", "page=99", "rank=other"])
    def test_odd_addresses(self, owner, evening, query):
        assert owner.get(f"{url('prize-unclaimed', evening)}?{query}").status_code == 200

    def test_before_and_without_a_deadline(self, owner, evening):
        PrizeSettings.objects.update(claim_until=timezone.now() + timedelta(hours=1))
        page = text(owner.get(url("prize-unclaimed", evening)))
        assert ("仅供查看" in page, "作弃领</button>" in page) == (True, False)
        PrizeSettings.objects.update(claim_until=None)
        assert "还没设领奖截止时间" in text(owner.get(url("prize-unclaimed", evening)))

    def test_due_again(self, owner, evening):
        claim = given_up(evening)[0]
        response = owner.post(url("forfeit-undo", evening, claim.pk), {"reason": "回来了"}, follow=True)
        assert told(response) == [("电视 又可由 王明 来领。", "")]

    def test_empty(self, owner):
        assert "没有待领的奖品" in text(owner.get(url("prize-unclaimed", an_event())))


class TestRedraws:
    def draw(self, client, event, **more):
        page = client.get(url("redraw-prepare", event))
        goods = [claim.pk for claim in page.context["goods"]]
        data = {"digest": page.context["digest"], "claim": goods, "mode": "but", **more}
        return client.post(url("redraw-draw", event), data)

    def test_from_the_list_to_the_winner(self, owner, evening):
        given_up(evening)
        assert self.draw(owner, evening).status_code == 302
        redraw = Redraw.objects.get()
        assert len(bytes.fromhex(redraw.seed)) == 32
        page = text(owner.get(url("redraw", evening, redraw.pk)))
        for win in redraw.wins.all():
            assert win.participant.name in page
            desk = f"{url('prize-desk', evening)}?person={win.participant_id}"
            assert f'href="{desk}"' in page
            assert win.participant.name in text(owner.get(desk, follow=True))
        assert redraw.seed in page
        entrants = " ".join(map(str, redraw.entrants))
        assert f'参加者编号</dt><dd class="hash">{entrants}</dd>' in page

    def test_those_ticked_are_out_or_alone_in(self, owner, evening):
        given_up(evening)
        people = list(evening.participants.values_list("pk", flat=True))
        self.draw(owner, evening, person=people[:1])
        assert Redraw.objects.get().entrants == people[1:]
        RedrawWin.objects.all().delete()
        Redraw.objects.all().delete()
        self.draw(owner, evening, person=people[:1], mode="only")
        assert Redraw.objects.get().entrants == people[:1]

    def test_whose_goods_are_drawn_is_left_out_at_first(self, owner, evening):
        claims = given_up(evening)
        response = owner.get(url("redraw-prepare", evening))
        losers = {claim.participant_id for claim in claims}
        everybody = evening.participants.count()
        page = text(response)
        assert response.context["losers"] == losers
        assert page.count(" checked data-out>") == len(losers)
        assert page.count("补抽的是本人未领的奖品，默认不参加") == len(losers)
        for loser in losers:
            assert f'value="{loser}" checked data-out>' in page
        assert f"补抽 {len(claims)} 件。 已签到的 {everybody} 人可参加。" in page

    def test_everybody_ticked(self, owner, evening):
        given_up(evening)
        people = list(evening.participants.values_list("pk", flat=True))
        assert self.draw(owner, evening, person=people).status_code == 409
        assert self.draw(owner, evening, mode="only").status_code == 409

    def test_somebody_came_meanwhile(self, owner, evening):
        given_up(evening)
        page = owner.get(url("redraw-prepare", evening))
        Participant.objects.create(event=evening, name="刚到", checked_in_at=NOW, checked_in_by=a_user())
        data = {"digest": page.context["digest"], "claim": [claim.pk for claim in page.context["goods"]]}
        assert owner.post(url("redraw-draw", evening), data).status_code == 409
        assert not Redraw.objects.exists()

    def test_nobody_present_and_nothing_to_draw(self, owner, evening):
        assert "没有可补抽的" in text(owner.get(url("redraw-prepare", evening)))
        given_up(evening)
        evening.participants.update(checked_in_at=None, checked_in_by=None)
        assert "没有人在场" in text(owner.get(url("redraw-prepare", evening)))

    def test_not_here(self, owner, evening):
        given_up(evening)
        self.draw(owner, evening)
        win = RedrawWin.objects.order_by("pk").first()
        response = owner.post(url("redraw-absent", evening, win.pk), follow=True)
        again = RedrawWin.objects.latest("pk")
        assert told(response) == [(f"{win.claim.prize} 由 {again.participant.name} 抽中。", "")]
        assert f"先前叫到： {win.participant.name}" in text(response)
        for _number in range(2):
            last = RedrawWin.objects.filter(claim=win.claim).latest("pk")
            response = owner.post(url("redraw-absent", evening, last.pk), follow=True)
        assert told(response) == [(f"{win.claim.prize} 已没有人可抽，放回待补抽。", "")]

    def test_masked_for_who_sees_no_personal_data(self, client, owner, evening):
        given_up(evening)
        self.draw(owner, evening)
        redraw = Redraw.objects.get()
        client.force_login(a_user(evening, Role.REFEREE, "referee"))
        page = text(client.get(url("redraw", evening, redraw.pk)))
        for win in redraw.wins.all():
            assert win.participant.name not in page
            assert f"{win.participant.name[0]}*" in page

    def test_anybody_can_repeat_it(self, owner, evening, tmp_path):
        given_up(evening)
        self.draw(owner, evening)
        owner.post(url("redraw-absent", evening, RedrawWin.objects.order_by("pk").first().pk))
        answer = owner.get(url("redraw-file", evening, Redraw.objects.order_by("pk").first().pk))
        kept = json.loads(answer.content)
        assert len(kept["draws"]) == 2
        file = tmp_path / "redraw.json"

        def verified() -> tuple[int, list[str]]:
            file.write_text(json.dumps(kept))
            script = [sys.executable, "-I", str(ROOT / "docs" / "verify_redraw.py"), str(file)]
            done = subprocess.run(script, capture_output=True, text=True, check=False)
            return done.returncode, done.stdout.split("\n")[:2]

        assert verified() == (0, ["draw 1, 3 people: OK", "draw 2, 1 people: OK"])
        kept["draws"][0]["seed"] = "00" * 32
        kept["draws"][0]["winners"][0][1] = 10**6
        assert verified() == (1, ["draw 1, 3 people: WRONG", "draw 2, 1 people: OK"])
