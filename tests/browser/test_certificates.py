"""An organiser writes a certificate and looks at it; somebody scans one with a phone."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from awards.models import Certificate, CertificateTemplate
from awards.queries import certificates_of
from awards.services import make_certificates, record_printing
from awards.services.certificate_templates import enable_certificates
from tests.awards.factories import NOW, a_user, an_evening, by_owner
from tests.browser.referee import violations

pytestmark = pytest.mark.browser
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def event():
    event = an_evening(2)
    enable_certificates(event=event, kind="thanks", enabled=True, **by_owner())
    make_certificates(event=event, **by_owner())
    return event


def test_writing_with_variables_and_a_picture_beside_it(live_site, new_page, event):
    page = new_page(user=a_user(), size="desktop")
    page.goto(live_site.url + reverse("certificate-template", args=[event.slug, "zhuangyuan"]))
    picture = page.locator("#picture img")
    expect(picture).to_have_attribute("alt", re.compile("掷得状元插金花，荣获 第二桌状元$"))
    text = page.get_by_label("正文")
    text.fill("兹证明荣获")
    text.evaluate("field => field.setSelectionRange(3, 3)")
    page.get_by_role("button", name="{姓名}").click()
    expect(text).to_have_value("兹证明{姓名}荣获")
    expect(picture).to_have_attribute("alt", re.compile("兹证明王明2荣获 第二桌状元$"))
    text.press_sequentially("{姓")
    expect(page.locator("#picture .message")).to_contain_text("花括号和方括号要成对")
    expect(text).to_have_value("兹证明{姓名}{姓荣获")  # what is typed stays, and the cursor with it
    for _time in range(2):
        text.press("Backspace")
    expect(picture).to_be_visible()
    with page.context.expect_page():
        page.get_by_role("button", name="试印").click()
    page.get_by_role("button", name="保存", exact=True).click()
    page.get_by_text("已保存。此后打印的证书按此样式。").wait_for()
    assert CertificateTemplate.objects.get(rank="zhuangyuan").text == "兹证明{name}荣获"


def test_a_reprint_is_asked_about(live_site, new_page, event):
    first = certificates_of(event).first()
    record_printing(event=event, certificates=[first], **by_owner())
    page = new_page(user=a_user(), size="tablet")
    page.goto(live_site.url + reverse("certificates", args=[event.slug]))
    page.get_by_label("编号 0001").check()
    page.get_by_role("button", name="只印下面勾选的").click()
    page.get_by_role("heading", name="1 份证书已经印过").wait_for()
    page.get_by_role("button", name="补印 1 份").click()
    page.locator(".job [data-state=done]").wait_for()
    assert Certificate.objects.get(pk=first.pk).printed == 2


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_nothing_is_too_wide_and_axe_finds_nothing(live_site, new_page, event, size):
    void, good = certificates_of(event)[:2]
    Certificate.objects.filter(pk=void.pk).update(voided_at=NOW)
    record_printing(event=event, certificates=[good], **by_owner())
    page = new_page(user=a_user(), size=size)
    editor = reverse("certificate-template", args=[event.slug, "zhuangyuan"])
    codes = [reverse("certificate-verify", args=[event.slug, one.number, one.check_code]) for one in (void, good)]
    unknown = reverse("certificate-verify", args=[event.slug, 1, "AAAAAAAA"])
    for address in (reverse("certificates", args=[event.slug]), editor, *codes, unknown):
        page.goto(live_site.url + address)
        if address == editor:
            page.locator("#picture img").wait_for()
        assert page.evaluate(TOO_WIDE) == 0, address
        assert violations(page) == [], address
    page.goto(live_site.url + reverse("certificates", args=[event.slug]))
    page.locator("#print .btn--primary").click()
    page.locator(".printed-before").wait_for()
    assert page.evaluate(TOO_WIDE) == 0
    assert violations(page) == []
