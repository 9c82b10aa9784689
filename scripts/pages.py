"""Every page of the demo worth a picture. Needs Django set up on the demo's folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils import timezone

from awards.models import HandOver, PlanLine, Prize, PrizeSettings, Redraw
from awards.queries.due import due
from bobing_event.models import Event, Participant, ParticipantImport
from bobing_event.services.people import add_stand_by
from scripts.certificate_pages import certificate_pages
from scripts.screenshots import ROOT, Shot
from tables.cards import card_path
from tables.models import SeatingDraw, Table
from tournaments.models import Heat, Playoff

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHEET = ROOT / "fixtures" / "demo-participants.xlsx"
PRIZES = ROOT / "fixtures" / "demo-prizes.xlsx"


def demo_shots() -> list[Shot]:
    event, practice = Event.objects.get(slug="zhongqiu-2026"), Event.objects.get(slug="lianxi")
    return [
        Shot("login", reverse("login"), user=None),
        *_event_pages(event),
        *certificate_pages(event, practice),
        *_table_pages(event),
        *_plan_pages(event),
        *_stock_pages(event),
        *_print_pages(event, practice),
        *_playoff_pages(event),
        *_tablet_pages(practice),
        *_floor_pages(event, practice),
        *_card_pages(practice),
        *_station_pages(practice),
        *_desk_pages(event),
        *_aftermath_pages(event),
        *_player_pages(practice),
        *_seat_change_pages(practice),
        Shot("dashboard-practice", reverse("event-dashboard", args=[practice.slug]), user="floor"),
        *_import_pages(practice),
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
        yield Shot("import-done", reverse("import-done", args=[event.slug, committed.pk]))
    name = Participant.objects.filter(event=event, checked_in_at__isnull=False).values_list("name", flat=True)[2]
    yield Shot("check-in-done", reverse("check-in", args=[event.slug]), act=lambda page: _look_up(page, name))


def _plan_pages(event: Event) -> Iterator[Shot]:
    """A line of the plan, goods, and a sheet of prizes before it is imported."""
    line = PlanLine.objects.filter(event=event).order_by("-last_piece", "pk").first()
    prize = Prize.objects.filter(event=event).first()
    if line is not None and prize is not None:
        yield Shot("plan-line", reverse("plan-line-change", args=[event.slug, line.pk]))
        yield Shot("prize-change", reverse("prize-change", args=[event.slug, prize.pk]))
    yield Shot("goods-import", reverse("goods-import", args=[event.slug]))
    yield Shot("goods-preview", reverse("goods-import", args=[event.slug]), act=_upload_prizes)


def _upload_prizes(page: Page) -> None:
    page.set_input_files("[name=file]", PRIZES)
    page.click("form[enctype] .btn--primary")
    page.wait_for_selector(".commit")


def _print_pages(event: Event, practice: Event) -> Iterator[Shot]:
    """The page of printing as the prize desk sees it, of some tables, and before anything can be printed."""
    yield Shot("print-desk", reverse("print", args=[event.slug]), user="desk")
    yield Shot("print-some", f"{reverse('print', args=[event.slug])}?first=3&last=6")
    yield Shot("print-practice", reverse("print", args=[practice.slug]), user="floor")


def _stock_pages(event: Event) -> Iterator[Shot]:
    """The store and its ledger, tables' goods, a count, and the reconciliation."""
    for name in ("prize-stock", "prize-receive", "prize-write-off", "prize-tables", "prize-reconciliation"):
        yield Shot(name, reverse(name, args=[event.slug]))
    table = Table.objects.filter(session__event=event, locations__levels__quantity__gt=0).first()
    table = table or Table.objects.filter(session__event=event).first()
    if table is not None:
        yield Shot("prize-table", reverse("prize-table", args=[event.slug, table.pk]))
    movement = event.movements.filter(kind="hand_over").first()
    if movement is not None:
        yield Shot("prize-movement", reverse("prize-movement", args=[event.slug, movement.number]))


def _player_pages(practice: Event) -> Iterator[Shot]:
    """What a seat card's code opens at a table that plays."""
    person = Participant.objects.filter(event=practice, seats__table__seq__gt=0).order_by("pk").first()
    if person is not None:
        yield Shot("player", reverse("participant", args=[person.code]), user=None)


def _seat_change_pages(practice: Event) -> Iterator[Shot]:
    """Changing seats: what there is, a move before the opening, wrong seats put right at a table that plays."""
    waiting, playing = Table.objects.filter(session__event=practice).order_by("number")[:2]
    yield Shot("seat-changes", reverse("seat-changes", args=[practice.slug]), user="floor")
    for name, kind, table in (("seat-swap", "swap", waiting), ("seat-reseat", "reseat", playing)):
        address = reverse("seat-change", args=[practice.slug, kind])
        yield Shot(name, f"{address}?from={table.number}-1&to={table.number}-2", user="floor")
    address = reverse("seat-change", args=[practice.slug, "swap"])
    yield Shot("seat-pick", f"{address}?from={waiting.number}-1&q={waiting.number}", user="floor")


def _import_pages(practice: Event) -> Iterator[Shot]:
    """The steps of an import before anything is written, by sheets that need a look."""
    address = reverse("import-upload", args=[practice.slug])
    for name, sheet in (("import-columns", "sheet-per-department.xlsx"), ("import-preview", "damaged-cells.xlsx")):
        yield Shot(name, address, act=partial(_upload, sheet, name.removeprefix("import-")))
    yield Shot("import-upload", address)


def _upload(sheet: str, step: str, page: Page) -> None:
    page.set_input_files("input[type=file]", ROOT / "fixtures" / "spreadsheets" / sheet)
    page.locator("main form button.btn--primary").click()
    page.wait_for_url(f"**/{step}/")


def _look_up(page: Page, name: str) -> None:
    field = page.locator("main input:not([type=hidden])").first
    field.fill(name)
    field.press("Enter")
    page.wait_for_timeout(500)


def _station_pages(practice: Event) -> Iterator[Shot]:
    """The check-in station in each of its states, and the stand-by list."""
    guest = Participant.objects.filter(event=practice, seats__isnull=False).order_by("pk")[0]
    missing, waiting = _at_the_door(practice)
    states = {"welcome": guest.name, "again": guest.name, "unknown": "赵无名", "choose": guest.name[0],
              "missing": missing, "stand-by": waiting}  # fmt: skip
    address = reverse("check-in", args=[practice.slug])
    for state, text in states.items():
        yield Shot(f"check-in-{state}", address, act=partial(_arrive, guest, state, text), whole=False)
    yield Shot("check-in-idle", address, whole=False)
    yield Shot("walk-in", f"{address}?walk_in", whole=False)
    yield Shot("stand-by", reverse("stand-by", args=[practice.slug]))
    yield Shot("people-practice", reverse("people", args=[practice.slug]))


def _desk_pages(event: Event) -> Iterator[Shot]:
    """The prize desk: nobody, several, a champion, somebody who has to wait, what was handed over, the list."""
    settings, _new = PrizeSettings.objects.get_or_create(event=event)
    if settings.high_value is None:
        PrizeSettings.objects.filter(pk=settings.pk).update(high_value=3000)
    found = due(event)
    ready, waiting = ([one.participant_id for one in found if bool(one.waiting) == waits] for waits in (False, True))
    champion, other = max(ready, key=ready.count), min(ready, key=ready.count)
    address = reverse("prize-desk", args=[event.slug])
    yield Shot("desk", address, user="desk", whole=False)
    yield Shot("desk-choose", f"{address}?q=陈", user="desk", whole=False)
    yield Shot("desk-nobody", f"{address}?q=赵无名", user="desk", whole=False)
    yield Shot("desk-champion", f"{address}?person={champion}", user="desk", act=_sign)
    yield Shot("desk-proxy", f"{address}?person={other}", act=_by_proxy)
    if waiting:
        yield Shot("desk-waiting", f"{address}?person={waiting[0]}", user="desk")
    handed = HandOver.objects.filter(event=event, channel="table").order_by("pk").first()
    if handed is not None:
        yield Shot("hand-over", reverse("hand-over", args=[event.slug, handed.pk]))
    given = HandOver.objects.filter(event=event, channel="desk").order_by("pk").last()
    if given is not None:
        yield Shot("desk-done", f"{address}?done={given.pk}", whole=False)
        yield Shot("hand-over-desk", reverse("hand-over", args=[event.slug, given.pk]))
    yield Shot("hand-overs", reverse("hand-overs", args=[event.slug]))


def _sign(page: Page) -> None:
    """Ticks that the ID was compared, and signs."""
    page.locator("[name=id_checked]").check()
    page.locator(".signature__pad").scroll_into_view_if_needed()
    pad = page.locator(".signature__pad").bounding_box()
    if pad is not None:
        page.mouse.move(pad["x"] + 60, pad["y"] + 90)
        page.mouse.down()
        for step in range(1, 12):
            page.mouse.move(pad["x"] + 60 + step * 18, pad["y"] + (40 if step % 2 else 110), steps=4)
        page.mouse.up()


def _by_proxy(page: Page) -> None:
    page.locator(".receiver__choice .chip").nth(1).click()


def _at_the_door(event: Event) -> tuple[str, str]:
    """Who is missing and who waits, added once to the practice event."""
    missing, _new = Participant.objects.get_or_create(event=event, name="陈不在", defaults={"missing": True})
    waiting = event.participants.filter(stand_by__isnull=False).last()
    if waiting is None:
        made = {"event": event, "by": event.memberships.filter(role="owner")[0].user, "now": timezone.now()}
        for name, here in (("郑候补", True), ("许候补", False), ("蔡候补", True)):
            waiting = add_stand_by(name=name, here=here, **made)
    return missing.name, waiting.name


def _arrive(guest: Participant, state: str, text: str, page: Page) -> None:
    if state == "welcome":  # for the first time again, in each size
        nobody = {"checked_in_at": None, "checked_in_by": None, "checked_in_where": "", "checked_in_scan": ""}
        Participant.objects.filter(pk=guest.pk).update(**nobody)
    _look_up(page, text)


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


def _floor_pages(event: Event, practice: Event) -> Iterator[Shot]:
    """The floor board, a table that plays with what ends it, paper sheets with lines of each kind, and the dice."""
    playing = Table.objects.filter(session__event=practice).order_by("number")[1]
    yield Shot("floor-board", reverse("floor-board", args=[practice.slug]), user="floor")
    yield Shot("floor-board-ended", reverse("floor-board", args=[event.slug]))
    yield Shot("board-dice", reverse("board-dice", args=[event.slug]))
    address = reverse("table-detail", args=[practice.slug, playing.pk])
    yield Shot("table-playing", address, user="floor")
    yield Shot("table-closing", address, user="floor", act=lambda page: page.click("[data-opens=closing]"), whole=False)
    sheets = reverse("paper-sheets", args=[practice.slug, playing.pk])
    yield Shot("paper-sheets", sheets, user="floor", act=lambda page: _type(page, "444412 y o 12345 si+y z"))


def _type(page: Page, lines: str) -> None:
    page.locator(".line__text").first.wait_for()
    for text in lines.split():
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def _tablet_pages(practice: Event) -> Iterator[Shot]:
    waiting, playing = Table.objects.filter(session__event=practice).order_by("number")[:2]
    address = reverse("table-tablet", args=[practice.slug, playing.pk])
    yield Shot("tablet-opening", reverse("table-tablet", args=[practice.slug, waiting.pk]), user="referee", whole=False)
    yield Shot("tablet", address, user="referee", whole=False)
    yield Shot("tablet-four-dice", address, user="referee", act=lambda page: _dice(page, "4421"), whole=False)
    yield Shot("tablet-result", address, user="referee", act=lambda page: _dice(page, "444412"), whole=False)
    yield Shot("tablet-more", address, user="referee", act=_more, whole=False)


def _aftermath_pages(event: Event) -> Iterator[Shot]:
    """After corrections, what nobody claimed and its redraws, deliveries at the desk and on a runner's phone."""
    for name in ("prize-corrections", "prize-unclaimed", "redraw-prepare", "deliveries"):
        yield Shot(name, reverse(name, args=[event.slug]))
    yield Shot("deliveries-runner", reverse("deliveries", args=[event.slug]), user="runner")
    redraw = Redraw.objects.filter(event=event, continues__isnull=True).first()
    if redraw:
        yield Shot("redraw", reverse("redraw", args=[event.slug, redraw.pk]))


def _card_pages(practice: Event) -> Iterator[Shot]:
    """PINs, the cards of tables, and what a card opens."""
    table = Table.objects.filter(session__event=practice).order_by("number")[1]
    referee = practice.memberships.filter(role="referee").first()
    yield Shot("table-card", reverse("table-card", args=[practice.slug, table.pk]), user="floor")
    yield Shot("table-cards", reverse("table-cards", args=[practice.slug]), user="floor")
    if referee:
        yield Shot("pin-set", reverse("pin-set", args=[practice.slug, referee.user_id]))
    yield Shot("card", card_path(table), user=None)
    yield Shot("card-bad-pin", card_path(table), user=None, act=partial(_enter_pin, "999998"))


def _enter_pin(pin: str, page: Page) -> None:
    for digit in pin:
        page.locator(f"[data-key='{digit}']").click()
    page.wait_for_load_state()


def _dice(page: Page, faces: str) -> None:
    page.wait_for_timeout(800)
    for face in faces:
        page.keyboard.press(face)
    page.wait_for_timeout(200)


def _more(page: Page) -> None:
    page.wait_for_timeout(800)
    page.get_by_role("button", name=re.compile("更多|More")).first.click()
    page.wait_for_timeout(300)
