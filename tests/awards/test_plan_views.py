"""The pages of the plan: what they show and do; and that a refusal keeps what was typed."""

from decimal import Decimal

import pytest
from django.urls import reverse

from awards.models import PlanLine, Prize, PrizeSettings
from awards.services import set_plan_line, set_prize_settings
from bobing_event.models import Role
from tests.awards.factories import NOW, a_table, a_user, an_event, by_owner
from tests.awards.handing import receive
from tests.awards.test_plan import soap
from tests.awards.test_plan_mix import FULL_SET, mixed

pytestmark = pytest.mark.django_db

LINE = {"target": "rank:yixiu", "name": "米", "unit": "袋", "value": "30", "quantity": "1"}


@pytest.fixture
def owner(client):
    client.force_login(a_user())
    return client


def url(name, event, *arguments):
    return reverse(name, args=[event.slug, *arguments])


def text(response):
    return " ".join(response.content.decode().split())


def told(response):
    return [(m.message, m.extra_tags) for m in response.context["messages"]]


class TestWhoMay:
    @pytest.mark.parametrize("role", [Role.FLOOR_MANAGER, Role.PRIZE_DESK, Role.AUDITOR, Role.REFEREE])
    def test_only_managers_change_anything(self, client, role):
        event = an_event()
        client.force_login(a_user(event, role, "somebody"))
        for name, arguments in (
            ("prize-settings", ()), ("plan-line-change", (1,)), ("prize-picture-remove", (1,)), ("goods-import", ()),
            ("goods-import-commit", ()),
        ):  # fmt: skip
            assert client.post(url(name, event, *arguments)).status_code == 403
        page = text(client.get(url("prizes", event)))
        assert "添加到方案" not in page
        assert "奖品规定" not in page
        assert "下载奖品表" in page

    def test_lines_of_another_event(self, owner):
        event, other = an_event(), an_event("other")
        line = set_plan_line(event=other, prize=soap(other), rank="yixiu", **by_owner())
        assert owner.get(url("plan-line-change", event, line.pk)).status_code == 404


class TestThePage:
    def test_findings_stand_above_the_plan(self, owner):
        event = an_event()
        a_table(event)
        prize = soap(event)
        set_plan_line(event=event, prize=prize, rank="yixiu", quantity=3, **by_owner())
        set_prize_settings(event=event, cap=Decimal(20), high_value=None, claim_until=None, **by_owner())
        receive(event, {prize: 1})
        page = text(owner.get(url("prizes", event)))
        parts = [
            "方案需要处理",
            "奖品不够",
            "洗衣液：缺 2 瓶。方案需要 3，现有 1。",
            "有的饼没有奖品",
            "对堂：每桌 1 块饼中有 1 块没有奖品。",
            "超过限额",
            "一秀第 1 块：价值 ¥37.50，超过限额 ¥20。",
            "每桌奖项",
        ]
        places = [page.find(part) for part in parts]
        assert -1 not in places
        assert places == sorted(places)

    def test_many_findings_are_folded(self, owner):
        event = an_event(piece_set=dict(FULL_SET))
        for number in range(10):
            prize = soap(event, name=f"货{number}")
            set_plan_line(event=event, prize=prize, rank="yixiu", first_piece=number + 1, **by_owner())
        a_table(event)
        receive(event, {soap(event, name="别的"): 1})
        response = owner.get(url("prizes", event))
        assert [(kind["code"], len(kind["shown"]), len(kind["folded"])) for kind in response.context["urgent"]] == [
            ("stock_short", 8, 2), ("bare_pieces", 5, 0),
        ]  # fmt: skip
        assert "还有 2 项" in text(response)

    def test_mixes_consolations_and_sponsors(self, owner):
        event = an_event(piece_set=dict(FULL_SET))
        mixed(event, 毛巾=20, 香皂=12)
        sweets = soap(event, name="糖", sponsor="甲公司")
        set_plan_line(event=event, prize=sweets, consolation="empty_handed", people=30, **by_owner())
        page = text(owner.get(url("prizes", event)))
        for part in ("混搭</span> 20 块，共 1–32", "没有博到的人", "其中安慰奖 ¥375", "未写赞助单位", "甲公司"):
            assert part in page

    def test_queries_do_not_grow_with_goods(self, owner, django_assert_max_num_queries):
        event = an_event(piece_set=dict(FULL_SET))
        for number in range(1, 4):
            set_plan_line(event=event, prize=soap(event, name=f"货{number}"), rank="yixiu", **by_owner())
        a_table(event)
        with django_assert_max_num_queries(16) as three:
            owner.get(url("prizes", event))
        for number in range(4, 7):
            set_plan_line(event=event, prize=soap(event, name=f"货{number}"), rank="erju", **by_owner())
        with django_assert_max_num_queries(len(three)):
            owner.get(url("prizes", event))


class TestLines:
    def test_goods_are_chosen_or_named(self, owner):
        event = an_event()
        response = owner.post(url("plan-line-add", event), {**LINE, "prize": soap(event).pk})
        assert (response.status_code, Prize.objects.count(), PlanLine.objects.count()) == (400, 1, 0)
        assert "已选了奖品，请不要再填新品名。" in text(response)

    def test_a_mixed_line_at_the_desk(self, owner):
        event = an_event(piece_set=dict(FULL_SET))
        owner.post(url("plan-line-add", event), {**LINE, "share": "10", "last_piece": "20", "given_at": "desk"})
        line = PlanLine.objects.get()
        assert (line.share, line.first_piece, line.last_piece, line.given_at) == (10, 1, 20, "desk")

    def test_a_consolation(self, owner):
        event = an_event()
        data = {**LINE, "target": "consolation:everybody", "people": "120", "share": "3", "first_piece": "9"}
        response = owner.post(url("plan-line-add", event), data, follow=True)
        assert told(response) == [("安慰奖：到场的每个人给“米”。", "")]
        line = PlanLine.objects.get()
        assert (line.consolation, line.people, line.share, line.first_piece) == ("everybody", 120, None, 1)

    def test_one_after_another(self, owner):
        event = an_event()
        response = owner.post(url("plan-line-add", event), {**LINE, "again": "yes"})
        assert (response.status_code, response.url) == (302, url("plan-line-add", event) + "?for=rank%3Ayixiu")

    def test_the_form_begins_with_the_line(self, owner):
        event = an_event(piece_set=dict(FULL_SET))
        line = set_plan_line(event=event, prize=soap(event), rank="yixiu", share=7, quantity=2, **by_owner())
        page = text(owner.get(url("plan-line-change", event, line.pk)))
        for part in (
            '<option value="rank:yixiu" selected>',
            f'<option value="{line.prize_id}" selected>',
            'name="share" value="7"',
            'name="quantity" value="2"',
            '<option value="table" selected>',
        ):
            assert part in page

    def test_changed(self, owner):
        event = an_event(piece_set=dict(FULL_SET))
        line = set_plan_line(event=event, prize=soap(event), rank="yixiu", **by_owner())
        data = {"target": "rank:erju", "prize": line.prize_id, "quantity": "3", "first_piece": "2"}
        response = owner.post(url("plan-line-change", event, line.pk), data, follow=True)
        assert told(response) == [("二举给“洗衣液”。", "")]
        changed = PlanLine.objects.get()
        assert (changed.pk, changed.rank, changed.first_piece, changed.quantity) == (line.pk, "erju", 2, 3)

    def test_a_refusal_keeps_what_was_typed(self, owner):
        event = an_event()
        response = owner.post(url("plan-line-add", event), {**LINE, "share": "9"})
        assert response.status_code == 400
        page = text(response)
        assert "混搭的奖品却要 9 块" in page
        assert 'value="米"' in page
        assert not Prize.objects.exists()


class TestRules:
    def test_saved_in_the_events_time(self, owner):
        event = an_event()
        data = {"cap": "500", "high_value": "199.5", "claim_until": "2026-09-25T22:00"}
        response = owner.post(url("prize-settings", event), data, follow=True)
        assert told(response) == [("奖品规定已保存。", "")]
        settings = PrizeSettings.objects.get()
        assert (settings.cap, settings.high_value) == (Decimal(500), Decimal("199.50"))
        assert (settings.claim_until - NOW).total_seconds() == 2 * 3600  # 20:00 in Xiamen
        assert 'value="2026-09-25T22:00"' in text(owner.get(url("prizes", event)))

    @pytest.mark.parametrize("data", [{"cap": "0"}, {"cap": "much"}, {"high_value": "-1"}, {"claim_until": "soon"}])
    def test_refused_on_the_page(self, owner, data):
        event = an_event()
        response = owner.post(url("prize-settings", event), data)
        assert response.status_code == 400
        assert "没有保存" in text(response)
        assert not PrizeSettings.objects.exists()


class TestGoods:
    def test_goods_that_were_received_stay(self, owner):
        event = an_event()
        prize = soap(event)
        receive(event, {prize: 1})
        address = url("prize-change", event, prize.pk)
        response = owner.post(
            url("prize-remove", event, prize.pk), follow=True, headers={"referer": f"http://testserver{address}"}
        )
        assert told(response) == [("“洗衣液”已入库或发出过，必须留在清单中，账目才能对上。", "prize_in_use")]
