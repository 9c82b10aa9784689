"""Changing what certificates say and how they look, and what comes of it on paper."""

import io

import pytest
from PIL import Image

from awards.composing import composer_of, composers_of
from awards.models import CertificateTemplate
from awards.queries import certificates_of
from awards.queries.certificate_templates import KINDS, default_template, issuers_of, template_of, templates_of
from awards.samples import sample_certificate
from awards.services import make_certificates
from awards.services.certificate_templates import (
    Content,
    copy_certificate_look,
    enable_certificates,
    reset_certificate_template,
    set_certificate_template,
)
from bobing_event.models import AuditRecord, Participant, Role, Session
from bobing_event.refusals import Refusal
from tests.awards.factories import a_user, a_won_playoff, an_ended_table, an_evening, an_event, by_owner

pytestmark = pytest.mark.django_db

FIELDS = tuple(Content.__dataclass_fields__)


def content(event, kind="zhuangyuan", **changes):
    template = default_template(event, kind)
    return Content(**{**{name: getattr(template, name) for name in FIELDS}, **changes})


def put(event, kind="zhuangyuan", seal=None, **changes):
    return set_certificate_template(
        event=event, kind=kind, content=content(event, kind, **changes), seal=seal, **by_owner()
    )


def refused(event, kind="zhuangyuan", **changes):
    with pytest.raises(Refusal) as caught:
        put(event, kind, **changes)
    assert not CertificateTemplate.objects.exists()
    return caught.value.code, caught.value.context.get("field")


def a_png():
    made = io.BytesIO()
    Image.new("RGBA", (40, 40), (200, 0, 0, 128)).save(made, "PNG")
    return made.getvalue()


class TestSetting:
    def test_defaults_without_a_row(self):
        event = an_event()
        templates = templates_of(event)
        assert tuple(templates) == KINDS
        assert [kind for kind, made in templates.items() if made.enabled] == [
            "zhuangyuan", "zongzhuangyuan", "wangzhongwang", "zongduitang",
        ]  # fmt: skip
        assert issuers_of(event, templates["thanks"]) == ("工会委员会", "团委")

    def test_everything_is_kept_and_variables_under_their_codes(self):
        event = an_event()
        put(event, design="qinghua", paper="a5", orientation="portrait", title=" 奖状 ", text="{姓名}在{活动}中",
            honour="{荣誉}", closing="", issuers=" 甲公司 \n\n乙公司\n", date_style="plain",
            seal_place="blank")  # fmt: skip
        template = CertificateTemplate.objects.get()
        assert {name: getattr(template, name) for name in FIELDS} == {
            "design": "qinghua", "paper": "a5", "orientation": "portrait", "title": "奖状", "text": "{name}在{event}中",
            "honour": "{honour}", "closing": "", "issuers": "甲公司\n乙公司", "date_style": "plain",
            "seal_place": "blank",
        }  # fmt: skip
        assert (template.code, template_of(event, "zhuangyuan")) == ("zhuangyuan", template)
        record = AuditRecord.objects.get(action="certificate_template_set")
        assert record.detail["kind"] == "zhuangyuan"
        assert record.detail["fields"] == [
            "closing", "date_style", "design", "honour", "issuers", "orientation", "paper", "seal_place", "text",
            "title",
        ]  # fmt: skip

    def test_twice_is_one_row_and_one_record(self):
        event = an_event()
        put(event, title="奖状")
        put(event, title="奖状")
        assert CertificateTemplate.objects.count() == 1
        assert AuditRecord.objects.filter(action="certificate_template_set").count() == 1

    def test_the_events_own_units_are_not_copied(self):
        event = an_event()
        template = put(event, issuers="工会委员会\n团委\n")
        event.issuers = "新工会"
        assert issuers_of(event, template) == ("新工会",)

    def test_a_seal_is_kept_in_private_and_a_later_save_keeps_it(self, settings, tmp_path):
        settings.MEDIA_ROOT = tmp_path
        event = an_event()
        put(event, seal=a_png(), seal_place="picture")
        template = put(event, title="奖状", seal_place="picture")
        assert template.seal.name.startswith("seals/")
        assert template.seal.read() == a_png()
        assert composer_of(event, template, "").look.seal == a_png()

    @pytest.mark.parametrize(
        ("changes", "code", "field"),
        [
            ({"design": "gold"}, "unknown_design", "design"),
            ({"title": "  "}, "no_title", "title"),
            ({"text": "{姓明}"}, "unknown_variable", "text"),
            ({"honour": "第{桌}桌{"}, "bad_braces", "honour"),
            ({"closing": "{name}"}, "not_known_here", "closing"),
            ({"text": "{role}"}, "not_known_here", "text"),
            ({"seal_place": "picture"}, "no_seal", "seal"),
            ({"title": "荣😀"}, "glyphs_missing", "title"),
            ({"issuers": "𱍐公司"}, "glyphs_missing", "issuers"),
        ],
    )
    def test_what_is_refused(self, changes, code, field):
        assert refused(an_event(), **changes) == (code, field)

    def test_missing_characters_are_named(self):
        with pytest.raises(Refusal) as caught:
            put(an_event(), text="😀{name}𱍐")
        assert caught.value.context["characters"] == "😀𱍐"
        assert "😀𱍐" in str(caught.value)

    def test_an_unknown_honour(self):
        event = an_event()
        for service in (reset_certificate_template, copy_certificate_look):
            with pytest.raises(Refusal) as caught:
                service(event=event, kind="jinshi", **by_owner())
            assert (caught.value.code, caught.value.status) == ("unknown_honour", 404)


class TestOthers:
    def test_back_to_the_default_keeps_whether_they_are_made(self):
        event = an_event()
        enable_certificates(event=event, kind="duitang", enabled=True, **by_owner())
        put(event, "duitang", design="su", text="{name}")
        reset_certificate_template(event=event, kind="duitang", **by_owner())
        template = template_of(event, "duitang")
        assert (template.enabled, template.design, template.text) == (
            True, "zhujin", default_template(event, "duitang").text,
        )  # fmt: skip

    def test_a_look_for_all_leaves_the_words(self, settings, tmp_path):
        settings.MEDIA_ROOT = tmp_path
        event = an_event()
        put(event, design="su", paper="a5", title="奖状", issuers="甲公司", seal_place="picture", seal=a_png())
        assert copy_certificate_look(event=event, kind="zhuangyuan", **by_owner()) == 9
        templates = templates_of(event)
        assert {(one.design, one.paper, one.issuers, one.seal_place) for one in templates.values()} == {
            ("su", "a5", "甲公司", "picture")
        }
        assert (templates["thanks"].title, templates["thanks"].enabled) == ("感谢状", False)
        assert composers_of(event, "")["thanks"].look.seal == a_png()
        assert copy_certificate_look(event=event, kind="zhuangyuan", **by_owner()) == 0

    @pytest.mark.parametrize("kind", ["zhuangyuan", "zongduitang"])
    def test_what_is_always_made(self, kind):
        with pytest.raises(Refusal) as caught:
            enable_certificates(event=an_event(), kind=kind, enabled=False, **by_owner())
        assert caught.value.code == "always_made"

    def test_switching_on_and_off(self):
        event = an_event()
        for enabled in (True, True, False):
            enable_certificates(event=event, kind="thanks", enabled=enabled, **by_owner())
        actions = AuditRecord.objects.order_by("pk").values_list("action", flat=True)
        assert list(actions) == ["certificates_enabled", "certificates_disabled"]


def words(event, kind, **changes):
    if changes:
        put(event, kind, **changes)
    composer = composer_of(event, template_of(event, kind), "http://hall/")
    return composer.words(sample_certificate(event, kind))


class TestWords:
    def test_a_champion_as_today(self):
        event = an_evening(2, edition="第六届")
        make_certificates(event=event, **by_owner())
        composer = composers_of(event, "http://hall:8000/")["zhuangyuan"]
        first, second = certificates_of(event)
        assert composer.words(second) == {
            "name": "王明2", "honour": "第二桌状元", "citation": "在“中秋博饼”（第六届）中，掷得状元插金花，荣获",
        }  # fmt: skip
        row = composer.row(first, copy=3)
        assert (row["number"], row["dice"], row["copy"]) == ("0001", "444456", 3)
        look = composer.look
        assert (look.title, look.closing, look.issuers) == (
            "荣誉证书", "特发此证，以资鼓励。", ("工会委员会", "团委"),
        )  # fmt: skip

    def test_sessions_are_named_where_there_are_several(self):
        event = an_evening(1)
        Session.objects.create(event=event, number=2)
        assert words(event, "zhuangyuan")["citation"] == "在“中秋博饼”第一场中，掷得四红，荣获"
        Session.objects.filter(number=1).update(name="下午场")
        assert words(event, "zhuangyuan")["citation"] == "在“中秋博饼”下午场中，掷得四红，荣获"

    def test_a_piece(self):
        event = an_evening(1)
        assert words(event, "duitang") == {"name": "李静", "honour": "第一桌对堂", "citation": "在“中秋博饼”中，荣获"}

    def test_places(self):
        event = an_evening(2)
        a_won_playoff(event)
        made = sample_certificate(event, "zongzhuangyuan")
        composer = composer_of(event, template_of(event, "zongzhuangyuan"), "")
        assert composer.words(made)["honour"] == "总状元"
        made.place = 12
        assert composer.words(made)["honour"] == "总状元第十二名"

    def test_thanks(self):
        event = an_event()
        a_user(event, Role.PRIZE_DESK)
        assert words(event, "thanks") == {
            "name": "Owner", "honour": "",
            "citation": "感谢您在“中秋博饼”中担任组织工作、颁奖工作，尽职尽责，为活动圆满举行作出了贡献。",
        }  # fmt: skip

    def test_all_variables_in_chinese(self):
        event = an_evening(1, edition="第六届")
        said = words(
            event, "zhuangyuan", text="{单位}{姓名}{桌号}桌{座位号}号{奖项}{牌型}{点数}{日期}{编号}", honour="{荣誉}",
        )  # fmt: skip
        assert said["citation"] == "研发中心王明一桌一号状元四红444456二〇二六年九月二十五日0000"
        assert said["honour"] == "第一桌状元"

    def test_an_english_certificate(self):
        event = an_evening(1)
        said = words(
            event, "zhuangyuan", title="Certificate", closing="Congratulations.", honour="{honour}",
            text="{name} threw {pattern} at table {table} on {date}.",
        )  # fmt: skip
        assert said["citation"] == "王明 threw Four red at table 1 on 2026-09-25."
        assert said["honour"] == "Zhuangyuan of table 1"

    def test_plain_dates(self):
        event = an_evening(1)
        assert words(event, "zhuangyuan", text="{日期}荣获", date_style="plain")["citation"] == "2026年9月25日荣获"


class TestSamples:
    @pytest.mark.parametrize("kind", KINDS)
    def test_somebody_made_up_where_nobody_has_earned_it(self, kind):
        made = sample_certificate(an_event(), kind)
        assert made.number_text == "0000"
        assert made.recipient == ("Owner" if kind == "thanks" else "王小明")
        assert made.kind == kind

    def test_the_longest_name_there_is(self):
        event = an_event()
        an_ended_table(event, 1)
        people = [("欧阳娜娜", "市场部", "2"), ("马超", "", "3"), ("黄忠", "", "4")]
        an_ended_table(event, 2, people=people)
        assert sample_certificate(event, "zhuangyuan").recipient == "欧阳娜娜"
        assert sample_certificate(event, "duitang").recipient == "李静"
        Participant.objects.filter(name="马超").update(name="吉日格勒·巴特尔")
        assert sample_certificate(event, "duitang").recipient == "吉日格勒·巴特尔"

    def test_queries(self, django_assert_max_num_queries):
        event = an_evening(2)
        a_won_playoff(event)
        for kind in KINDS:
            with django_assert_max_num_queries(4):
                sample_certificate(event, kind)
