"""Importing prizes on the page: upload, preview, commit; what was looked at is what happens."""

from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from awards.goods_sheet import read_goods
from awards.models import Movement, PlanLine, Prize
from awards.services import change_prize
from bobing_event.importing.reader import read_sheets
from bobing_event.models import Event, Role
from tests.awards.factories import a_table, a_user, an_event
from tests.awards.factories import by_owner as by
from tests.awards.goods_sheets import HEADINGS, a_workbook, purchase_list
from tests.awards.test_plan import soap
from tests.awards.test_plan_views import text, told, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    client.force_login(a_user())
    return client


def previewed(client, event, content=None, name="奖品.xlsx"):
    file = SimpleUploadedFile(name, purchase_list() if content is None else content)
    return client.post(url("goods-import", event), {"file": file})


def sent(preview, **more):
    return {"sheet": preview.context["signed"], "seen": preview.context["changes"].digest, **more}


class TestUpload:
    def test_the_page(self, owner):
        page = text(owner.get(url("goods-import", an_event())))
        assert "导入奖品表" in page
        assert "搭配" in page

    @pytest.mark.parametrize(
        ("content", "words"),
        [(b"%PDF-1.7", "PDF"), (b"", "没有找到品名一列"), (a_workbook([["姓名"], ["王明"]]), "没有找到品名一列")],
        ids=["pdf", "empty", "people"],
    )
    def test_refusals_stand_above_the_form(self, owner, content, words):
        response = previewed(owner, an_event(), content)
        assert response.status_code == 400
        assert "alert" in text(response)
        assert words in text(response)

    def test_nothing_chosen(self, owner):
        assert owner.post(url("goods-import", an_event())).status_code == 400


class TestPreview:
    def test_it_shows_what_changes_and_writes_nothing(self, owner):
        event = an_event()
        soap(event, name="毛巾", unit="条", value=Decimal(7))
        page = text(previewed(owner, event))
        for part in ("导入奖品 12 种、方案 12 项", "<del>7.00</del>", "<ins>8.00</ins>", "第 1–10 块 · 1 条 · 桌上",
                     "入库 12 种，共 227 件", "本次入库", "3 行不是奖品，未导入",
                     "<del>1</del>", "<ins>32 块</ins>"):  # fmt: skip
            assert part in page, part
        assert (Prize.objects.count(), PlanLine.objects.count()) == (1, 0)

    def test_a_strangers_text_is_text(self, owner):
        rows = [HEADINGS, ["一秀", "<script>alert(1)</script>", "", "", 1, 1]]
        page = text(previewed(owner, an_event(), a_workbook(rows)))
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page


class TestCommit:
    def test_what_was_previewed(self, owner):
        event = an_event()
        for number in (1, 2, 3):
            a_table(event, number)
        preview = previewed(owner, event)
        response = owner.post(url("goods-import-commit", event), sent(preview, receive="on"), follow=True)
        assert told(response) == [("导入奖品 12 种、方案改动 12 项、入库 227 件。", "")]
        assert (Prize.objects.count(), PlanLine.objects.count(), Movement.objects.get().reason) == (12, 12, "奖品.xlsx")
        assert Event.objects.get().piece_set["yixiu"] == 32
        again = previewed(owner, event)
        assert "这些奖品都已入库，无需再入。" in text(again)
        assert 'name="receive"' not in text(again)
        assert "关闭：与表中完全一致" in text(again)

    def test_errors_are_asked_about(self, owner):
        event = an_event()
        rows = [HEADINGS, ["一等奖", "车", "", "", 9, 1], ["一秀", "米", "", "", 1, 1]]
        preview = previewed(owner, event, a_workbook(rows))
        [found] = preview.context["changes"].errors
        assert f'<span class="code muted small">{found.code}</span>' in text(preview)
        assert found.code == "award"
        response = owner.post(url("goods-import-commit", event), sent(preview))
        assert (response.status_code, Prize.objects.count()) == (409, 0)
        assert "1 行有错误" in text(response)
        owner.post(url("goods-import-commit", event), sent(preview, leave_out_errors="on"))
        assert list(Prize.objects.values_list("name", flat=True)) == ["米"]

    def test_something_changed_meanwhile(self, owner):
        event = an_event()
        prize = soap(event, name="毛巾", unit="条", value=Decimal(7))
        preview = previewed(owner, event)
        change_prize(prize=prize, name="毛巾", unit="条", value=Decimal(6), **by())
        response = owner.post(url("goods-import-commit", event), sent(preview))
        assert (response.status_code, Prize.objects.count()) == (409, 1)
        assert "<del>6.00</del>" in text(response)
        owner.post(url("goods-import-commit", event), sent(response))
        assert Prize.objects.get(name="毛巾").value == 8

    @pytest.mark.parametrize("changed", ["", "x", None])
    def test_only_what_we_signed(self, owner, changed):
        event = an_event()
        preview = previewed(owner, event)
        data = sent(preview)
        data["sheet"] = data["sheet"][:-1] if changed is None else changed
        response = owner.post(url("goods-import-commit", event), data, follow=True)
        assert told(response) == [("这份预览已过期。请重新上传奖品表。", "preview_expired")]
        assert not Prize.objects.exists()

    def test_not_into_another_event(self, owner):
        preview = previewed(owner, an_event())
        response = owner.post(url("goods-import-commit", an_event("other")), sent(preview), follow=True)
        assert told(response)[0][1] == "preview_expired"


class TestTemplate:
    @pytest.mark.parametrize(("role", "status"), [(Role.PRIZE_DESK, 200), (Role.SCREEN, 403)])
    def test_who_may(self, client, role, status):
        event = an_event()
        client.force_login(a_user(event, role, "somebody"))
        assert client.get(url("goods-sheet", event)).status_code == status

    def test_it_can_be_read_again(self, owner):
        event = an_event()
        soap(event)
        response = owner.get(url("goods-sheet", event))
        assert response["Content-Disposition"].startswith('attachment; filename="prizes.xlsx"; filename*=UTF-8')
        sheet = read_goods(read_sheets(response.content))
        assert [(row.award, row.name, row.value) for row in sheet.rows] == [(None, "洗衣液", Decimal("12.50"))]
