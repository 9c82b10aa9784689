"""The pages about certificates: who may, what they show and do, the editor, reprints, and the public page."""

import base64
import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation
from PIL import Image
from pypdf import PdfReader

from awards.models import Certificate, CertificatePrinting, CertificateTemplate
from awards.queries import certificates_of
from awards.queries.certificate_templates import KINDS
from awards.services import make_certificates, record_printing
from awards.services.certificate_templates import enable_certificates
from bobing_event.models import Event, Job, Participant, Role, Session
from tests.awards.factories import NOW, a_user, a_won_playoff, an_ended_table, an_evening, an_event, by_owner

pytestmark = pytest.mark.django_db

FORM = {
    "design": "su", "paper": "a4", "orientation": "landscape", "title": "奖状", "text": "{姓名}在“{活动}”中荣获",
    "honour": "{荣誉}", "closing": "特发此证。", "issuers": "甲公司", "date_style": "chinese", "seal_place": "none",
}  # fmt: skip


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


def made(event, printed=()):
    make_certificates(event=event, **by_owner())
    chosen = [one for one in certificates_of(event) if one.number in printed]
    if chosen:
        record_printing(event=event, certificates=chosen, **by_owner())
    return event


def a_seal(edge=40):
    picture = io.BytesIO()
    Image.new("RGB", (edge, edge), "red").save(picture, "PNG")
    return SimpleUploadedFile("seal.png", picture.getvalue(), "image/png")


class TestWhoMay:
    READ = (("certificates", ()), ("certificate-picture", ("zhuangyuan",)))
    EDIT = (("certificate-template", ("zhuangyuan",)),)
    CHANGE = (
        ("certificate-template", ("thanks",)), ("certificate-template-preview", ("thanks",)),
        ("certificate-template-test", ("thanks",)), ("certificate-template-reset", ("thanks",)),
        ("certificates-enable", ("thanks",)),
    )  # fmt: skip

    @pytest.mark.parametrize(
        ("role", "read", "edit", "make"),
        [
            (Role.ORGANISER, 200, 200, 302), (Role.PRIZE_DESK, 200, 403, 302), (Role.FLOOR_MANAGER, 200, 403, 403),
            (Role.AUDITOR, 200, 403, 403), (Role.REFEREE, 403, 403, 403), (Role.RUNNER, 403, 403, 403),
            (Role.SCREEN, 403, 403, 403),
        ],
    )  # fmt: skip
    def test_roles(self, client, role, read, edit, make):
        event = an_event()
        client.force_login(a_user(event, role, "somebody"))
        assert {client.get(url(name, event, *more)).status_code for name, more in self.READ} == {read}
        assert {client.get(url(name, event, *more)).status_code for name, more in self.EDIT} == {edit}
        assert client.post(url("certificates-make", event), {"which": "all"}).status_code == make
        if edit == 403:
            assert {client.post(url(name, event, *more), FORM).status_code for name, more in self.CHANGE} == {403}
            assert client.get(url("certificate-seal", event, "thanks")).status_code == 403

    def test_strangers_do_not_learn_of_the_event(self, client):
        event = an_event()
        client.force_login(a_user(name="stranger"))
        for name, more in (*self.READ, *self.EDIT):
            assert client.get(url(name, event, *more)).status_code == 404

    def test_readers_see_no_buttons(self, client):
        event = made(an_evening(1))
        client.force_login(a_user(event, Role.AUDITOR, "auditor"))
        page = text(client.get(url("certificates", event)))
        assert "王明" in page
        for address in (url("certificates-make", event), url("certificate-template", event, "zhuangyuan")):
            assert f'"{address}"' not in page
        assert "enable/" not in page


class TestList:
    def test_empty(self, owner):
        event = an_event()
        page = text(owner.get(url("certificates", event)))
        assert "还没有可印的证书" in page
        assert url("certificate-template", event, "zhuangyuan") in page
        assert url("certificates-make", event) not in page

    def test_what_is_due_and_what_is_not_signed_off(self, owner):
        event = an_evening(2)
        page = text(owner.get(url("certificates", event)))
        assert '待制作</span><span class="figure__value">2' in page
        assert "2 桌已结束但还没有签字确认" in page

    def test_switching_an_honour_on(self, owner):
        event = an_event()
        response = owner.post(url("certificates-enable", event, "thanks"), {"enabled": "1"}, follow=True)
        assert told(response) == [("“感谢工作人员”将制作证书。", "")]
        assert CertificateTemplate.objects.get().enabled
        owner.post(url("certificates-enable", event, "thanks"), {"enabled": "0"})
        assert not CertificateTemplate.objects.get().enabled
        assert owner.post(url("certificates-enable", event, "jinshi"), {"enabled": "1"}).status_code == 404

    def test_finding_one(self, owner):
        event = an_evening(2)
        enable_certificates(event=event, kind="thanks", enabled=True, **by_owner())
        made(event)

        def found(**query):
            page = owner.get(url("certificates", event), query)
            return [one.number for one in page.context["page"]]

        assert found() == [1, 2, 3, 4]
        assert found(kind="thanks") == [3, 4]
        assert found(kind="jinshi") == [1, 2, 3, 4]
        assert found(q="王明2") == [2]
        assert found(q="0003") == [3]
        assert found(q="Owner", kind="thanks") == [3]
        assert found(q="²") == []
        assert "没有符合的证书" in text(owner.get(url("certificates", event), {"q": "谁"}))

    def test_names_without_glyphs_are_told_beforehand(self, owner):
        event = an_event(issuers="😀公司")
        Participant.objects.create(event=event, name="𱍐野")
        page = text(owner.get(url("certificates", event)))
        assert "1 个姓名有字体缺少的字" in page
        assert "𱍐 · U+31350" in page
        assert "有的证书文字有缺字" in page
        assert "状元</a>：😀" in page

    def test_names_of_the_staff_too_where_they_are_thanked(self, owner):
        event = an_event()
        referee = a_user(event, Role.REFEREE, "rare")
        referee.last_name, referee.first_name = "𱍐", "野"
        referee.save()
        address = url("certificates", event)
        assert "字体缺少的字" not in text(owner.get(address))
        owner.post(url("certificates-enable", event, "thanks"), {"enabled": "1"})
        assert "1 个姓名有字体缺少的字" in text(owner.get(address))

    def test_codes_that_lead_to_this_computer_alone(self, owner):
        address = url("certificates", an_event())
        assert "手机扫码会打不开" in text(owner.get(address, headers={"host": "127.0.0.1:8000"}))
        assert "手机扫码会打不开" not in text(owner.get(address))

    def test_queries_do_not_grow(self, owner, django_assert_num_queries):
        event = made(an_evening(1))
        owner.get(url("certificates", event))
        with django_assert_num_queries(18):
            owner.get(url("certificates", event))
        people = [("赵云", "", ""), ("马超", "", ""), ("黄忠", "", "")]
        an_ended_table(event, 3, people=people)
        an_ended_table(event, 4, people=people)
        made(event)
        with django_assert_num_queries(18):
            owner.get(url("certificates", event))


class TestPrinting:
    def ask(self, client, event, **data):
        return client.post(url("certificates-make", event), {"kinds": KINDS, **data}, follow=True)

    def test_making(self, owner, django_capture_on_commit_callbacks):
        event = an_evening(2)
        with django_capture_on_commit_callbacks(execute=True):
            self.ask(owner, event, which="all")
        job = Job.objects.get()
        assert (job.state, job.parameters) == (
            "done",
            {
                "kinds": list(KINDS), "session": None, "first": None, "last": None, "order": "honour", "which": "all",
                "base_url": "http://testserver/", "language": "zh-hans",
            },
        )  # fmt: skip
        page = text(owner.get(url("certificates", event)))
        assert "王明2" in page
        assert "已印 1 次" in page
        assert url("job-download", event, job.public_id) in page

    def test_what_is_asked_for(self, owner):
        event = made(an_evening(2))
        Session.objects.create(event=event, number=2)
        asked = {"kinds": ["zhuangyuan", "thanks"], "session": "1", "first": "2", "last": "5", "order": "seat"}
        self.ask(owner, event, which="new", **asked)
        parameters = Job.objects.get().parameters
        assert {name: parameters[name] for name in ("kinds", "session", "first", "last", "order", "which")} == {
            "kinds": ["zhuangyuan", "thanks"], "session": 1, "first": 2, "last": 5, "order": "seat", "which": "new",
        }  # fmt: skip

    def test_asking_twice(self, owner):
        event = an_evening(1)
        self.ask(owner, event, which="all")
        response = self.ask(owner, event, which="all")
        assert told(response) == [("这些证书正在制作中。", "report_already_running")]
        assert Job.objects.count() == 1

    def test_ticked_ones(self, owner):
        event = made(an_evening(2))
        self.ask(owner, event, which="chosen", numbers=["2"], kinds=["thanks"])
        parameters = Job.objects.get().parameters
        assert (parameters["which"], parameters["kinds"]) == ([2], list(KINDS))

    @pytest.mark.parametrize(
        ("data", "code"),
        [
            ({"which": "chosen"}, "nothing_chosen"),
            ({"which": "chosen", "numbers": ["9"]}, "invalid_choice"),
            ({"which": "all", "first": "3", "last": "2"}, "bad_range"),
            ({"which": "all", "first": "0"}, "min_value"),
            ({"which": "all", "session": "7"}, "invalid_choice"),
            ({"which": "all", "kinds": ["jinshi"]}, "invalid_choice"),
            ({"which": "all", "order": "random"}, "invalid_choice"),
            ({"which": "all", "kinds": []}, "no_honour"),
            ({}, "required"),
        ],
    )
    def test_what_cannot_be_asked(self, owner, data, code):
        response = self.ask(owner, an_event(), **data)
        assert code in [tag for _message, tag in told(response)]
        assert not Job.objects.exists()

    def test_printed_ones_are_told_before_they_are_printed_again(self, owner):
        event = made(an_evening(2), printed=[1])
        page = text(self.ask(owner, event, which="all", order="seat"))
        assert "1 份证书已经印过" in page
        assert "2026-09-25 20:00</span> · Owner" in page
        assert "只印未印过的 1 份" in page
        assert "全部打印，其中补印 1 份" in page
        assert '<input type="hidden" name="order" value="seat">' in page
        assert not Job.objects.exists()

    def test_only_printed_ones(self, owner):
        event = made(an_evening(2), printed=[1, 2])
        page = text(self.ask(owner, event, which="chosen", numbers=["1", "2"]))
        assert "2 份证书已经印过" in page
        assert "补印 2 份" in page
        assert "只印未印过" not in page
        assert page.count('name="numbers"') == 2

    def test_confirmed_reprints_are_numbered(self, owner, django_capture_on_commit_callbacks):
        event = made(an_evening(2), printed=[1])
        with django_capture_on_commit_callbacks(execute=True):
            self.ask(owner, event, which="chosen", numbers=["1"], confirmed="1")
        copies = CertificatePrinting.objects.values_list("certificate__number", "copy", "job")
        assert list(copies) == [(1, 1, None), (1, 2, Job.objects.get().pk)]
        assert Certificate.objects.get(number=1).printed == 2


class TestEditor:
    def test_it_shows_the_defaults_and_the_variables(self, owner):
        event = an_evening(1)
        page = text(owner.get(url("certificate-template", event, "zhuangyuan")))
        assert "在“{活动}”[（{届次}）][{场次}]中，[掷得{牌型}，]荣获</textarea>" in page
        assert 'data-inserts="{桌号}"><code>{桌号}</code><small>一</small>' in page
        assert "{职务}" not in page
        assert "最长的姓名：王明" in page

    def test_it_shows_variables_in_the_language_of_the_page(self, owner):
        event = an_event()
        owner.cookies["django_language"] = "en"
        page = text(owner.get(url("certificate-template", event, "thanks")))
        assert "[担任{role}]" in page
        assert 'data-inserts="{role}"' in page

    @pytest.mark.parametrize("kind", KINDS)
    def test_every_honour_has_one(self, owner, kind):
        assert owner.get(url("certificate-template", an_event(), kind)).status_code == 200

    def test_an_unknown_honour(self, owner):
        event = an_event()
        assert owner.get(url("certificate-template", event, "jinshi")).status_code == 404
        for name in ("certificate-template-preview", "certificate-template-test", "certificate-template-reset"):
            assert owner.post(url(name, event, "jinshi"), FORM).status_code == 404

    def test_saving(self, owner):
        event = an_event()
        response = owner.post(url("certificate-template", event, "zhuangyuan"), FORM, follow=True)
        assert told(response) == [("已保存。此后打印的证书按此样式。", "")]
        assert CertificateTemplate.objects.get().text == "{name}在“{event}”中荣获"
        assert "{姓名}在“{活动}”中荣获</textarea>" in text(response)

    def test_saving_for_all(self, owner):
        event = an_event()
        response = owner.post(url("certificate-template", event, "thanks"), {**FORM, "honour": "", "then": "copy"},
                              follow=True)  # fmt: skip
        assert told(response) == [("已保存，并套用到另外 9 种荣誉。它们的文字不变。", "")]
        assert set(CertificateTemplate.objects.values_list("design", flat=True)) == {"su"}

    def test_what_is_wrong_stays_typed(self, owner):
        event = an_event()
        response = owner.post(url("certificate-template", event, "zhuangyuan"), {**FORM, "text": "致{姓明}"})
        page = text(response)
        assert response.status_code == 400
        assert "没有变量 {姓明}。您是指 {姓名} 吗？" in page
        assert "致{姓明}</textarea>" in page
        assert not CertificateTemplate.objects.exists()

    def test_back_to_the_default(self, owner):
        event = an_event()
        owner.post(url("certificate-template", event, "zhuangyuan"), FORM)
        response = owner.post(url("certificate-template-reset", event, "zhuangyuan"), follow=True)
        assert told(response)[-1] == ("文字和样式已恢复默认。", "")
        assert CertificateTemplate.objects.get().title == "荣誉证书"

    def test_a_preview_of_what_is_typed(self, owner):
        event = an_evening(1)
        page = text(owner.post(url("certificate-template-preview", event, "zhuangyuan"), FORM))
        picture = base64.b64decode(re.search(r"data:image/png;base64,([^\"]+)", page)[1])
        assert Image.open(io.BytesIO(picture)).size[0] == pytest.approx(1200, abs=2)
        assert "预览：奖状，王明。王明在“中秋博饼”中荣获 第一桌状元" in page
        assert not CertificateTemplate.objects.exists()

    def test_a_preview_of_what_is_wrong(self, owner):
        event = an_event()
        response = owner.post(url("certificate-template-preview", event, "zhuangyuan"), {**FORM, "text": "{"})
        assert response.status_code == 200  # a script shows no answer of an error
        assert "正文</strong><p>花括号和方括号要成对" in text(response)
        assert "data:image" not in text(response)

    @pytest.mark.parametrize(("paper", "orientation", "millimetres"), [("a4", "landscape", (297, 210)),
                                                                       ("a5", "portrait", (148, 210))])  # fmt: skip
    def test_a_test_print(self, owner, paper, orientation, millimetres):
        event = an_evening(1)
        data = {**FORM, "paper": paper, "orientation": orientation}
        response = owner.post(url("certificate-template-test", event, "zhuangyuan"), data)
        assert response["Content-Type"] == "application/pdf"
        assert response["Content-Disposition"].startswith("inline;")
        reader = PdfReader(io.BytesIO(response.content))
        (page,) = reader.pages
        sides = [float(side) / 72 * 25.4 for side in page.mediabox[2:]]
        assert all(side > whole for side, whole in zip(sides, millimetres, strict=True))
        assert "王明" in "".join(page.extract_text().split())

    def test_a_test_print_of_what_is_wrong(self, owner):
        response = owner.post(url("certificate-template-test", an_event(), "zhuangyuan"), {**FORM, "title": "𱍐"})
        assert response.status_code == 400
        assert "没有字体能印“𱍐”" in text(response)


class TestSeals:
    @pytest.fixture(autouse=True)
    def files(self, settings, tmp_path):
        settings.MEDIA_ROOT = tmp_path

    def test_uploading_one(self, owner):
        event = an_event()
        address = url("certificate-template", event, "zhuangyuan")
        owner.post(address, {**FORM, "seal_place": "picture", "seal": a_seal()})
        seal = url("certificate-seal", event, "zhuangyuan")
        assert seal in text(owner.get(address))
        response = owner.get(seal)
        assert (response.status_code, response["Content-Type"]) == (200, "image/png")
        assert Image.open(io.BytesIO(response.getvalue())).size == (40, 40)
        assert "no-store" in response["Cache-Control"]

    def test_there_is_none(self, owner):
        assert owner.get(url("certificate-seal", an_event(), "zhuangyuan")).status_code == 404

    def test_a_preview_shows_one_that_is_not_saved(self, owner):
        event = an_event()
        data = {**FORM, "seal_place": "picture"}
        address = url("certificate-template-preview", event, "zhuangyuan")
        without = owner.post(address, data)
        assert "请选择印章图片" in text(without)
        assert "data:image" in text(owner.post(address, {**data, "seal": a_seal()}))
        assert not CertificateTemplate.objects.exists()

    def test_forty_megabytes(self, owner):
        event = an_event()
        data = {**FORM, "seal_place": "picture", "seal": SimpleUploadedFile("seal.png", bytes(40 * 2**20))}
        response = owner.post(url("certificate-template", event, "zhuangyuan"), data)
        assert response.status_code == 400
        assert "图片有 40.0 MB，印章图片不能超过 5 MB" in text(response)
        assert not CertificateTemplate.objects.exists()

    def test_no_picture(self, owner):
        event = an_event()
        data = {**FORM, "seal": SimpleUploadedFile("seal.png", b"hello")}
        assert "这不是能读取的图片" in text(owner.post(url("certificate-template", event, "zhuangyuan"), data))


class TestPictures:
    def test_a_small_picture_kept_for_a_day(self, owner):
        event = an_event()
        response = owner.get(url("certificate-picture", event, "zhuangyuan"))
        assert (response.status_code, response["Content-Type"]) == (200, "image/png")
        assert owner.get(url("certificate-picture", event, "zhuangyuan")).content == response.content
        other = owner.get(url("certificate-picture", event, "zhuangyuan", "su"))
        assert other.content != response.content

    def test_it_changes_with_the_template(self, owner):
        event = an_event()
        before = owner.get(url("certificate-picture", event, "zhuangyuan")).content
        owner.post(url("certificate-template", event, "zhuangyuan"), FORM)
        assert owner.get(url("certificate-picture", event, "zhuangyuan")).content != before

    def test_unknown_ones(self, owner):
        event = an_event()
        assert owner.get(url("certificate-picture", event, "jinshi")).status_code == 404
        assert owner.get(url("certificate-picture", event, "zhuangyuan", "gold")).status_code == 404


class TestVerifying:
    def page(self, client, certificate, code=None):
        arguments = [certificate.event.slug, certificate.number, code or certificate.check_code]
        return client.get(reverse("certificate-verify", args=arguments))

    def test_a_genuine_one_shows_no_full_name(self, client):
        event = an_event(edition="第六届")
        an_ended_table(event, people=[("欧阳明", "研发中心", "13800000001"), ("李静", "", ""), ("陈䶮", "", "")])
        made(event)
        response = self.page(client, Certificate.objects.get())
        page = text(response)
        assert response.status_code == 200
        for shown in ("欧*明", "第 1 桌状元", "中秋博饼", "第六届", "荣誉证书", "0001", "有效", "真实有效"):
            assert shown in page
        for hidden in ("欧阳明", "研发中心", "13800000001"):
            assert hidden not in page

    def test_in_english(self, client):
        made(an_evening(1))
        client.cookies["django_language"] = "en"
        page = text(self.page(client, Certificate.objects.get()))
        assert "Zhuangyuan of table 1" in page
        assert "genuine" in page

    def test_thanks_and_places(self, client):
        event = an_evening(1)
        a_won_playoff(event)
        enable_certificates(event=event, kind="thanks", enabled=True, **by_owner())
        made(event)
        with translation.override("zh-hans"):
            pages = [text(self.page(client, one)) for one in certificates_of(event)]
        assert [label for page in pages for label in ("第 1 桌状元", "总状元", "感谢工作人员") if label in page] == [
            "第 1 桌状元", "总状元", "感谢工作人员", "感谢工作人员",
        ]  # fmt: skip
        assert "感谢状" in pages[2]
        assert "O*r" in pages[2]
        assert "Owner" not in pages[2]

    def test_a_wrong_code(self, client):
        event = made(an_evening(1))
        response = self.page(client, Certificate.objects.get(), "AAAAAAAA")
        assert response.status_code == 404
        assert "查无此证" in text(response)
        assert "王*" not in text(response)
        assert Event.objects.get() == event

    def test_a_void_one(self, client):
        event = made(an_evening(1))
        Certificate.objects.filter(event=event).update(voided_at=NOW)
        page = text(self.page(client, Certificate.objects.get()))
        assert "本证书已作废" in page
        assert "另发新证" in page
        assert "真实有效" not in page

    def test_one_query_more_whatever_it_is(self, client, django_assert_num_queries):
        event = made(an_evening(1))
        certificate = certificates_of(event).get()
        certificate.event = event
        with django_assert_num_queries(2):
            self.page(client, certificate)
