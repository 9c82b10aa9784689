"""What is always in sight, on every screen from a small phone to a large tablet: nothing is cut, nothing moves."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from bobing_event.models import Participant
from tables import services
from tables.models import Table
from tests.browser.referee import NOTHING, small_table, violations, wait_for_turn
from tests.tables.factories import make_event, make_table, open_table, play_on, record, throw

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SCREENS = [(360, 640), (390, 844), (820, 1180), (1180, 820), (1366, 1024)]
LANGUAGES = ["zh-CN", "en"]
ALWAYS_IN_SIGHT = [
    ".bar__title", "#round", "#clock-time", "#link-word", "#unsent", "#who-label", "#who-name", "#next", "#leader",
    "#stock", "#result-name", "#help", "#undo", "#record",
]  # fmt: skip
LONG = ["欧阳明月", "阿依古丽·买买提江·吐尔逊", "Alexandra Montgomery-Smith", "王明", "诸葛孔明"]


def full_table(seats: int = 13, entry_mode: str = "dice") -> Table:
    """A full table with long names and units, some way into the play."""
    table = make_table(make_event(ruleset="competition-12", entry_mode=entry_mode), seats=seats)
    people = list(Participant.objects.order_by("pk"))
    for number, person in enumerate(people):
        person.name, person.unit = LONG[number % len(LONG)], "厦门软件园二期研发中心第三事业部"
    Participant.objects.bulk_update(people, ["name", "unit"])
    owner = table.session.event.memberships.first().user
    return play_on(services.open_table(table=table, by=owner, now=timezone.now(), first=1), 30)


def screen(width: int, height: int, language: str = "zh-CN") -> dict[str, object]:
    return {"viewport": {"width": width, "height": height}, "locale": language}


def out_of_sight(page: Page, selectors: list[str]) -> list[str]:
    """What of these is not wholly on the screen, or is cut off by what it stands in."""
    return page.evaluate(
        """selectors => selectors.filter(selector => {
             const box = document.querySelector(selector).getBoundingClientRect();
             if (box.width === 0 || box.left < 0 || box.top < 0) return true;
             if (box.right > innerWidth || box.bottom > innerHeight) return true;
             const [x, y] = [box.left + Math.min(box.width / 2, 20), box.top + box.height / 2];
             const seen = document.elementFromPoint(x, y);
             const node = document.querySelector(selector);
             return !(node.contains(seen) || seen.contains(node));
           })""",
        selectors,
    )


def too_small(page: Page) -> list[str]:
    """Buttons of the hands' zone and of sheets under 64 px; a die in the bowl is as wide as six fit."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.hands button, .sheet .choice, .sheet .pick, .pad__key')]
             .filter(node => node.offsetParent && Math.min(node.offsetWidth, node.offsetHeight) < 64)
             .map(node => `${node.className} ${node.textContent.trim()} ${node.offsetWidth}×${node.offsetHeight}`)"""
    )


def watch_shifts(page: Page) -> None:
    """Every shift counts, also the ones that a browser forgives for coming right after a tap; only the words inside the
    box that says what the throw is may change their place in it.
    """
    page.evaluate(
        """() => {
             window.shifts = [];
             const result = document.querySelector('#result');
             const moved = entry => entry.sources.map(source => source.node)
               .filter(node => node && !result.contains(node));
             new PerformanceObserver(list => list.getEntries().forEach(entry =>
               window.shifts.push(...moved(entry).map(node => node.id || node.className || node.textContent))
             )).observe({ type: 'layout-shift' });
           }"""
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("entry_mode", ["dice", "quick"])
def test_everything_is_in_sight_and_nothing_moves(paired_page, size, language, entry_mode):
    page = paired_page(full_table(entry_mode=entry_mode), **screen(*size, language))
    page.wait_for_function("document.querySelector('#who-name').textContent.length > 1")
    page.wait_for_timeout(300)
    assert out_of_sight(page, ALWAYS_IN_SIGHT) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate("(box => box.scrollHeight - box.clientHeight)(document.querySelector('.scenes'))") <= 0
    assert too_small(page) == []
    watch_shifts(page)
    if entry_mode == "quick":
        for pattern in ("none", "sijin+erju", "duitang"):
            page.locator(f"[data-pattern='{pattern}']").tap()
            page.wait_for_timeout(100)
            assert out_of_sight(page, ALWAYS_IN_SIGHT) == []
    else:
        for face in "111144":
            page.locator("[data-face-button]").nth(int(face) - 1).tap()
        page.wait_for_timeout(300)
        assert out_of_sight(page, ALWAYS_IN_SIGHT) == []
    boxes = page.locator("#result").evaluate("box => [box.scrollHeight, box.clientHeight]")
    assert boxes[0] <= boxes[1]
    assert page.evaluate("window.shifts") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_smallest_screen_also_shows_that_it_is_offline_and_the_time_is_up(paired_page, language):
    table = full_table()
    Table.objects.filter(pk=table.pk).update(opened_at=timezone.now() - timedelta(minutes=41))
    page = paired_page(table, **screen(360, 640, language))
    page.route("**/entries/", lambda route: route.abort())
    page.keyboard.type(NOTHING)
    page.keyboard.press("Enter")
    page.locator("#link[data-link=unreachable]").wait_for()
    page.locator("#result-choices .btn").wait_for()
    assert out_of_sight(page, [*ALWAYS_IN_SIGHT, "#unsure", "#result-choices .btn", "#stale"]) == []
    cut = page.locator(".bar__title").evaluate("title => title.scrollWidth - title.clientWidth")
    assert cut <= 0


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_by_keys_the_sixth_die_shifts_nothing(paired_page, size):
    page = paired_page(full_table(12), **screen(*size))
    watch_shifts(page)
    for dice in ("44441", "11114", "12335"):
        page.keyboard.type(dice)
        page.wait_for_timeout(200)
        before = page.evaluate(BOXES)
        page.keyboard.type("1")
        page.wait_for_timeout(200)
        assert page.evaluate(BOXES) == before
        for _die in range(6):
            page.keyboard.press("Backspace")
    assert page.evaluate("window.shifts") == []


BOXES = """() => JSON.stringify(
  [...document.querySelectorAll('.bar > *, .turn, .side, .bowl, .slot, .face, .act, #undo, #record')].map(node => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  }))"""


@pytest.mark.parametrize("size", [(820, 1180), (1180, 820), (1366, 1024)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seats", [12, 13])
def test_a_tablet_shows_every_seat_beside_the_bowl(paired_page, size, seats):
    page = paired_page(full_table(seats), **screen(*size))
    expect(page.locator("#players .player")).to_have_count(seats)
    height, room = page.locator("#players").evaluate("box => [box.scrollHeight, box.clientHeight]")
    assert height <= room


@pytest.mark.parametrize(("size", "language"), [((360, 640), "zh-CN"), ((1180, 820), "en")], ids=["phone", "tablet"])
def test_axe_finds_nothing_on_any_state(paired_page, size, language):
    table = small_table(entry_mode="quick")
    page = paired_page(table, **screen(*size, language))
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        page.wait_for_timeout(150)
        found[name] = violations(page)

    page.locator("#opening-seats .pick").first.wait_for()
    look("opening")
    page.locator("#opening-way").tap()
    page.locator("#opening-seats .pick").first.tap()
    page.locator("#opening-go").tap()
    page.locator("[data-pattern=none]").wait_for()
    look("quick")
    page.locator("[data-pattern='sijin+yixiu']").tap()
    look("quick, said")
    page.locator("#patterns [data-way=tops]").tap()
    look("top patterns")
    page.locator("[data-pattern=chajinhua]").tap()
    look("dice")
    page.locator("#record").tap()
    look("second look")
    page.locator("#sheet .btn--primary").tap()
    page.locator("#sheet").wait_for(state="hidden")
    page.locator("#help").tap()
    look("help")
    page.locator("#sheet .choice").first.tap()
    page.locator("#help.is-called").wait_for()
    look("help called")
    page.locator("#help").tap()
    look("help, waiting")
    page.keyboard.press("Escape")
    page.locator("#undo").tap()
    page.locator("#sheet .pad").wait_for()
    look("correction with a PIN")
    page.keyboard.press("Escape")
    page.locator("#menu").tap()
    look("menu")
    page.locator("#sheet .choice").first.tap()
    page.locator(".log__correct").first.wait_for()
    look("log")
    page.locator(".log__correct").first.tap()
    look("other dice")
    page.keyboard.press("Escape")
    page.locator("[data-act=more]").tap()
    look("more")
    page.keyboard.press("Escape")
    page.locator("[data-pattern=none]").tap()
    record(table, throw(2, NOTHING, thrown_at=timezone.now()))
    page.locator("#record").tap()
    page.locator("#conflict").wait_for()
    look("conflict")
    page.locator("#conflict-choices .btn--primary").tap()
    record(table, {"client_uuid": "0b9c0e0a-0000-4000-8000-000000000001", "kind": "appoint", "seat": 2, "reason": "x"})
    page.locator("#end").wait_for()
    page.locator("#sign-go[aria-disabled=false]").wait_for()
    look("end")
    page.locator("#sign-go").tap()
    page.locator("#sign-state.is-signed").wait_for()
    look("signed")
    assert {name: rules for name, rules in found.items() if rules} == {}
    assert len(found) >= 16


def test_a_screen_reader_hears_what_happens(paired_page):
    """Every button has a name, the throw is announced, and nothing is announced that did not happen."""
    page = paired_page(open_table(seats=3))
    wait_for_turn(page, 1)
    assert page.locator("#live").inner_text() == ""
    page.keyboard.type("111144")
    expect(page.locator("#live")).to_contain_text("四进带二举")
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('button')]
             .filter(node => node.offsetParent && !node.textContent.trim() && !node.getAttribute('aria-label'))
             .map(node => node.outerHTML.slice(0, 80))"""
    )
    assert nameless == []
