"""Pictures of the certificates' pages: the editor, what is asked before a reprint, and what a code opens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.urls import reverse

from bobing_event.models import Event
from scripts.screenshots import Shot

if TYPE_CHECKING:
    from playwright.sync_api import Page


def certificate_pages(event: Event, practice: Event) -> Iterator[Shot]:
    """The editor, what is asked before a reprint, and what a certificate's code opens."""
    for kind in ("zhuangyuan", "thanks"):
        address = reverse("certificate-template", args=[event.slug, kind])
        yield Shot(f"certificate-editor-{kind}", address, act=lambda page: page.wait_for_selector("#picture img"))
    address = reverse("certificate-template", args=[event.slug, "zhuangyuan"])
    yield Shot("certificate-editor-wrong", address, act=_write_wrongly)
    yield Shot("certificates-again", reverse("certificates", args=[event.slug]), act=_print_again)
    yield Shot("certificates-practice", reverse("certificates", args=[practice.slug]))
    for name, void in (("certificate-verify", True), ("certificate-void", False)):
        made = event.certificates.filter(voided_at__isnull=void).first()
        if made is not None:
            address = reverse("certificate-verify", args=[event.slug, made.number, made.check_code])
            yield Shot(name, address, user=None)
    yield Shot("certificate-unknown", reverse("certificate-verify", args=[event.slug, 1, "AAAAAAAA"]), user=None)


def _write_wrongly(page: Page) -> None:
    page.wait_for_selector("#picture img")
    page.fill("textarea[name=text]", "{姓明}荣获")
    page.wait_for_selector("#picture .message")


def _print_again(page: Page) -> None:
    page.locator("#print .btn--primary").click()
    page.wait_for_selector(".printed-before")
