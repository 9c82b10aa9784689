"""Every page of the demo worth a picture. Needs Django set up on the demo's folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.urls import reverse

from bobing_event.models import Event, Participant, ParticipantImport
from scripts.screenshots import ROOT, Shot
from tables.models import SeatingDraw, Table
from tournaments.models import Heat, Playoff

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHEET = ROOT / "fixtures" / "demo-participants.xlsx"


def demo_shots() -> list[Shot]:
    event, practice = Event.objects.get(slug="zhongqiu-2026"), Event.objects.get(slug="lianxi")
    return [
        Shot("login", reverse("login"), user=None),
        *_event_pages(event),
        *_table_pages(event),
        *_playoff_pages(event),
        *_tablet_pages(practice),
        Shot("dashboard-practice", reverse("event-dashboard", args=[practice.slug]), user="floor"),
        Shot("people-empty", reverse("import-upload", args=[practice.slug])),
        Shot("not-found", "/events/no-such-event/"),
    ]


def _event_pages(event: Event) -> Iterator[Shot]:
    yield Shot("events", reverse("event-list"))
    yield Shot("event-new", reverse("event-create"))
    for name in ("event-dashboard", "event-settings", "people", "staff", "audit-log", "seating", "playoffs", "prizes",
                 "certificates", "reports", "check-in", "print"):  # fmt: skip
        yield Shot(name, reverse(name, args=[event.slug]))
    yield Shot("person-add", reverse("person-add", args=[event.slug]))
    drawn = SeatingDraw.objects.filter(session__event=event, drawn_at__isnull=False).first()
    if drawn:
        yield Shot("draw-public", drawn.get_absolute_url(), user=None)
        yield Shot("draw-checked", f"{drawn.get_absolute_url()}?check=1", user=None)
    committed = ParticipantImport.objects.filter(event=event).first()
    if committed:
        yield Shot("import-done", reverse("import-preview", args=[event.slug, committed.pk]))
    name = Participant.objects.filter(event=event, checked_in_at__isnull=False).values_list("name", flat=True)[2]
    yield Shot("check-in-done", reverse("check-in", args=[event.slug]), act=lambda page: _look_up(page, name))


def _look_up(page: Page, name: str) -> None:
    field = page.locator("main input:not([type=hidden])").first
    field.fill(name)
    field.press("Enter")
    page.wait_for_timeout(500)


def _table_pages(event: Event) -> Iterator[Shot]:
    table = Table.objects.get(session__event=event, number=3)
    guest = table.seats.select_related("participant").order_by("number")[0].participant
    yield Shot("participant", reverse("participant", args=[guest.code]), user=None)
    yield Shot("table", reverse("table-detail", args=[event.slug, table.pk]))
    thrown = table.entries.filter(kind="throw", superseded_by__isnull=True).first()
    if thrown:
        yield Shot("correct-entry", reverse("correct-entry", args=[event.slug, table.pk, thrown.seq]))
    yield Shot("tablet-end", reverse("table-tablet", args=[event.slug, table.pk]), user="referee", whole=False)


def _playoff_pages(event: Event) -> Iterator[Shot]:
    playoff = Playoff.objects.get(event=event, kind=Playoff.Kind.ZONGDUITANG)
    yield Shot("playoff", reverse("playoff-detail", args=[event.slug, playoff.pk]))
    heat = Heat.objects.filter(stage__playoff__event=event).order_by("pk").first()
    if heat:
        yield Shot("heat", reverse("heat-detail", args=[event.slug, heat.pk]))
        yield Shot("heat-end", reverse("heat-tablet", args=[event.slug, heat.pk]), user="referee", whole=False)


def _tablet_pages(practice: Event) -> Iterator[Shot]:
    waiting, playing = Table.objects.filter(session__event=practice).order_by("number")[:2]
    address = reverse("table-tablet", args=[practice.slug, playing.pk])
    yield Shot("tablet-opening", reverse("table-tablet", args=[practice.slug, waiting.pk]), user="referee", whole=False)
    yield Shot("tablet", address, user="referee", whole=False)
    yield Shot("tablet-four-dice", address, user="referee", act=lambda page: _dice(page, "4421"), whole=False)
    yield Shot("tablet-result", address, user="referee", act=lambda page: _dice(page, "444412"), whole=False)
    yield Shot("tablet-more", address, user="referee", act=_more, whole=False)


def _dice(page: Page, faces: str) -> None:
    page.wait_for_timeout(800)
    for face in faces:
        page.keyboard.press(face)
    page.wait_for_timeout(200)


def _more(page: Page) -> None:
    page.wait_for_timeout(800)
    page.get_by_role("button", name=re.compile("更多|More")).first.click()
    page.wait_for_timeout(300)
