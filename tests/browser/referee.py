"""What a referee does on the tablet page, and what a test reads off it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tables.models import Entry, Table
from tests.tables.factories import make_event, make_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "frontend/node_modules/axe-core/axe.min.js"
SMALL_SET = {"zhuangyuan": 1, "duitang": 1, "sanhong": 1, "sijin": 1, "erju": 1, "yixiu": 1}
NOTHING = "123355"


def small_table(seats: int = 3, **event: Any) -> Table:
    return make_table(make_event(piece_set=SMALL_SET, **event), seats=seats)


def tap_dice(page: Page, dice: str) -> None:
    for face in dice:
        page.locator("[data-face-button]").nth(int(face) - 1).tap()


def tap_throw(page: Page, dice: str) -> None:
    """Seven taps a throw."""
    tap_dice(page, dice)
    page.locator("#record").tap()


def enter(page: Page, dice: str) -> None:
    """The same by keys, where the way of entering is not what is tested."""
    page.keyboard.type(dice)
    page.keyboard.press("Enter")


def tap_pattern(page: Page, pattern: str) -> None:
    """Two taps a throw: what it is, and record."""
    page.locator(f"[data-pattern='{pattern}']").tap()
    page.locator("#record").tap()


def tap_pin(page: Page, pin: str) -> None:
    for digit in pin:
        page.locator("#sheet .pad__key", has_text=digit).tap()


def mend(page: Page) -> None:
    """The line works again; what was being cut in this moment is nobody's error."""
    page.unroute_all(behavior="ignoreErrors")


def wait_for_unsent(page: Page, unsent: int) -> None:
    page.wait_for_function("n => document.querySelector('#unsent').textContent.trim().endsWith(' ' + n)", arg=unsent)


def wait_until_kept(page: Page, entries: int) -> None:
    """That many entries lie on the device's disk: from now on a reload loses none."""
    page.wait_for_function(
        """count => new Promise((done) => {
             const open = indexedDB.open('bobing-tablet');
             open.onsuccess = () => {
               const found = open.result.transaction('outbox').objectStore('outbox').count();
               found.onsuccess = () => { open.result.close(); done(found.result === count); };
             };
           })""",
        arg=entries,
    )


def wait_for_turn(page: Page, seat: int) -> None:
    label = f"{seat} 号"
    page.wait_for_function("label => document.querySelector('#who-label').textContent === label", arg=label)


def confirmed(page: Page, seat: int) -> None:
    """The server has everything and it is this seat's turn."""
    page.wait_for_function(
        """label => document.querySelector('#unsent').textContent.trim().endsWith(' 0')
             && document.querySelector('#who-label').textContent === label""",
        arg=f"{seat} 号",
    )


def log_of(table: Table) -> list[tuple[str, int | None, str]]:
    return list(Entry.objects.filter(table=table).order_by("seq").values_list("kind", "seat", "dice"))


def boxes(page: Page) -> dict[str, tuple[int, int, int, int]]:
    """Where everything a thumb aims at lies."""
    found = page.evaluate(
        """() => [...document.querySelectorAll('.face, .act, #record, #undo')].map((node, i) => {
             const box = node.getBoundingClientRect();
             const name = node.id || `${node.className.split(' ')[0]} ${i}`;
             return [name, [box.x, box.y, box.width, box.height].map(Math.round)];
           })"""
    )
    return {name: tuple(box) for name, box in found}


def violations(page: Page) -> list[str]:
    """What axe-core finds, as `rule: element`."""
    page.emulate_media(reduced_motion="reduce")  # a colour on its way to another has no contrast to speak of
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make frontend")
    if not page.evaluate("'axe' in window"):  # reading it costs more than asking it
        page.add_script_tag(path=str(AXE))
    found = page.evaluate("async () => JSON.stringify((await axe.run()).violations)")
    return [f"{one['id']}: {node['html'][:120]}" for one in json.loads(found) for node in one["nodes"]]
