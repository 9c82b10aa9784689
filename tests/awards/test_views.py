"""The pages about prizes and certificates: what they show, who may, and what they do."""

import pytest
from django.urls import reverse

from awards.models import PlanLine, Prize
from awards.services import add_prize, set_plan_line
from bobing_event.models import Event, Role
from tests.awards.factories import a_user, an_ended_table, an_event, an_open_table, by_owner

pytestmark = pytest.mark.django_db

LINE = {"target": "rank:yixiu", "name": "洗衣液", "unit": "瓶", "value": "12.5", "quantity": "1"}


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
    PAGES = ("prizes", "certificates")
    CHANGES = (
        ("prize-add", ()), ("prize-pieces", ()), ("prize-classic", ()), ("plan-line-add", ()), ("prize-change", (1,)),
        ("prize-remove", (1,)), ("plan-line-remove", (1,)),
    )  # fmt: skip

    @pytest.mark.parametrize(
        ("role", "expected"),
        [
            (Role.ORGANISER, (200, 200)), (Role.FLOOR_MANAGER, (200, 200)), (Role.PRIZE_DESK, (200, 200)),
            (Role.AUDITOR, (200, 200)), (Role.REFEREE, (200, 403)), (Role.SCREEN, (403, 403)),
        ],
    )  # fmt: skip
    def test_pages(self, client, role, expected):
        event = an_event()
        client.force_login(a_user(event, role, "somebody"))
        assert tuple(client.get(url(page, event)).status_code for page in self.PAGES) == expected

    @pytest.mark.parametrize("role", [Role.FLOOR_MANAGER, Role.PRIZE_DESK, Role.AUDITOR, Role.REFEREE])
    def test_only_managers_change_the_plan(self, client, role):
        event = an_event()
        client.force_login(a_user(event, role, "somebody"))
        for name, arguments in self.CHANGES:
            assert client.post(url(name, event, *arguments)).status_code == 403

    def test_strangers_do_not_learn_of_the_event(self, client):
        event = an_event()
        client.force_login(a_user(name="stranger"))
        for page in self.PAGES:
            assert client.get(url(page, event)).status_code == 404
        client.logout()
        assert client.get(url("prizes", event)).status_code == 302

    def test_goods_of_another_event(self, owner):
        event, other = an_event(), an_event("other")
        prize = add_prize(event=other, name="毛巾", **by_owner())
        line = set_plan_line(event=other, prize=prize, rank="yixiu", **by_owner())
        assert owner.get(url("prize-change", event, prize.pk)).status_code == 404
        assert owner.post(url("prize-remove", event, prize.pk)).status_code == 404
        assert owner.post(url("plan-line-remove", event, line.pk)).status_code == 404


class TestPrizes:
    def test_empty(self, owner):
        assert "方案中还没有奖品" in text(owner.get(url("prizes", an_event())))

    def test_adding_goods(self, owner):
        event = an_event()
        data = {"name": "毛巾", "unit": "条", "value": "8", "specification": "", "sponsor": ""}
        response = owner.post(url("prize-add", event), data, follow=True)
        assert told(response) == [("“毛巾”已加入清单。", "")]
        assert Prize.objects.get().unit == "条"

    def test_adding_goods_twice_is_refused_on_the_page(self, owner):
        event = an_event()
        add_prize(event=event, name="毛巾", **by_owner())
        response = owner.post(url("prize-add", event), {"name": "毛巾", "unit": "条", "value": "8"})
        assert (response.status_code, "“毛巾”已在清单中。" in text(response)) == (400, True)
        assert Prize.objects.count() == 1

    def test_changing_and_removing(self, owner):
        event = an_event()
        prize = add_prize(event=event, name="毛巾", **by_owner())
        assert "毛巾" in text(owner.get(url("prize-change", event, prize.pk)))
        owner.post(url("prize-change", event, prize.pk), {"name": "浴巾", "unit": "条", "value": "30"})
        assert str(Prize.objects.get()) == "浴巾"
        response = owner.post(url("prize-remove", event, prize.pk), follow=True)
        assert told(response)[-1] == ("已从清单中去掉“浴巾”。", "")
        assert not Prize.objects.exists()

    def test_a_line_with_new_goods(self, owner):
        event = an_event()
        response = owner.post(url("plan-line-add", event), LINE, follow=True)
        assert told(response) == [("一秀给“洗衣液”。", "")]
        line = PlanLine.objects.get()
        assert (line.rank, line.first_piece, line.last_piece, line.prize.name) == ("yixiu", 1, None, "洗衣液")

    def test_a_line_for_a_playoff(self, owner):
        event = an_event()
        prize = add_prize(event=event, name="电视", **by_owner())
        data = {"target": "playoff:zongzhuangyuan", "prize": prize.pk, "place": "2", "quantity": "1"}
        response = owner.post(url("plan-line-add", event), data, follow=True)
        line = PlanLine.objects.get()
        assert (line.playoff_kind, line.place, line.prize) == ("zongzhuangyuan", 2, prize)
        assert line.place_label in text(response)

    def test_a_refused_line_leaves_no_new_goods(self, owner):
        event = an_event()
        owner.post(url("plan-line-add", event), {**LINE, "first_piece": "9"})
        assert not Prize.objects.exists()

    def test_goods_must_be_named(self, owner):
        response = owner.post(url("plan-line-add", an_event()), {"target": "rank:yixiu", "quantity": "1"})
        assert response.status_code == 400
        assert "请选择已有奖品" in text(response)

    def test_the_rank_is_chosen_by_the_link(self, owner):
        page = text(owner.get(url("plan-line-add", an_event()) + "?for=rank:duitang"))
        assert '<option value="rank:duitang" selected>' in page

    def test_removing_a_line(self, owner):
        event = an_event()
        owner.post(url("plan-line-add", event), LINE)
        response = owner.post(url("plan-line-remove", event, PlanLine.objects.get().pk), follow=True)
        assert told(response)[-1] == ("一秀不再给“洗衣液”。", "")

    def test_pieces(self, owner):
        event = an_event()
        counts = {"duitang": 2, "sanhong": 4, "sijin": 8, "erju": 16, "yixiu": 30}
        response = owner.post(url("prize-pieces", event), counts, follow=True)
        assert told(response) == [("每桌现有 61 块。", "")]
        assert told(owner.post(url("prize-classic", event), follow=True)) == [("每桌现有 63 块。", "")]
        assert sum(Event.objects.get().piece_set.values()) == 63

    @pytest.mark.parametrize("count", ["", "-1", "201", "x"])
    def test_bad_pieces(self, owner, count):
        event = an_event()
        counts = {"duitang": 2, "sanhong": 4, "sijin": 8, "erju": 16, "yixiu": count}
        response = owner.post(url("prize-pieces", event), counts, follow=True)
        assert told(response) == [("每桌每个奖项为 0 到 200 块。", "bad_piece_count")]

    def test_the_page_when_a_table_is_open(self, owner):
        event = an_event()
        an_open_table(event)
        page = text(owner.get(url("prizes", event)))
        assert "已有桌开博" in page
        assert url("prize-pieces", event) not in page

    def test_figures_and_the_warning(self, owner):
        event = an_event()
        owner.post(url("plan-line-add", event), LINE)
        an_ended_table(event)
        page = text(owner.get(url("prizes", event)))
        assert "有的饼没有奖品" in page
        assert all(f"{rank}：每桌 1 块饼中有 1 块没有奖品。" in page for rank in ("状元", "对堂", "三红"))
        assert "每桌 ¥12.50" in page

    def test_readers_see_no_buttons(self, client):
        event = an_event()
        client.force_login(a_user(event, Role.REFEREE, "ref"))
        page = text(client.get(url("prizes", event)))
        assert "plan/add" not in page
        assert "prizes/pieces" not in page

    def test_queries_do_not_grow(self, owner, django_assert_num_queries):
        event = an_event()
        owner.post(url("plan-line-add", event), LINE)
        an_ended_table(event, 1)
        owner.get(url("prizes", event))
        with django_assert_num_queries(11):
            owner.get(url("prizes", event))
        for number in (2, 3):
            an_ended_table(event, number)
            owner.post(url("plan-line-add", event), {**LINE, "name": f"毛巾{number}", "target": "rank:duitang"})
        owner.get(url("prizes", event))
        with django_assert_num_queries(11):
            owner.get(url("prizes", event))
