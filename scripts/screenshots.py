#!/usr/bin/env python3
"""Plays the demo evening and takes a picture of every page in four sizes: `var/screenshots/<size>/<page>.png`.

python -m scripts.screenshots [--language en] [--reuse] [NAME…]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[1]
VAR = Path(os.environ.get("BOBING_VAR", ROOT / "var" / "demo"))
OUTPUT = ROOT / "var" / "screenshots"
SIZES = {"390": (390, 844), "820x1180": (820, 1180), "1180x820": (1180, 820), "1920": (1920, 1080)}
PORT = 8765
SITE = f"http://127.0.0.1:{PORT}"
CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                  "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip


@dataclass(frozen=True)
class Shot:
    """One page: who sees it, where it is, and what is done on it before the picture."""

    name: str
    path: str
    user: str | None = "owner"
    act: Callable[[Page], Any] = lambda page: None
    whole: bool = True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", default="zh-hans", choices=["zh-hans", "en"])
    parser.add_argument("--reuse", action="store_true", help="take the demo that is there")
    parser.add_argument("names", nargs="*", help="only these pages")
    options = parser.parse_args()
    if not options.reuse:
        subprocess.run([sys.executable, "-m", "scripts.demo", "--no-serve"], cwd=ROOT, check=True)
    os.environ["BOBING_VAR"] = str(VAR)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bobing_event.config.settings")
    import django

    django.setup()
    from scripts.pages import demo_shots

    shots = [shot for shot in demo_shots() if not options.names or shot.name in options.names]
    with _server(), _browser() as browser:
        signed_in = {user: _sign_in(browser, user) for user in {shot.user for shot in shots} if user}
        for size, (width, height) in SIZES.items():
            folder = OUTPUT / options.language / size
            folder.mkdir(parents=True, exist_ok=True)
            for user in {shot.user for shot in shots}:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    locale="zh-CN",
                    has_touch=True,
                    storage_state=signed_in.get(user),
                )
                context.add_cookies([{"name": "django_language", "value": options.language, "url": SITE}])
                _take(context.new_page(), [shot for shot in shots if shot.user == user], folder)
                context.close()
            print(f"{size}: {len(shots)} pictures", flush=True)
    print(f"-> {OUTPUT / options.language}")
    return 0


def _take(page: Page, shots: list[Shot], folder: Path) -> None:
    for shot in shots:
        page.goto(f"{SITE}{shot.path}", wait_until="load")
        shot.act(page)
        page.wait_for_timeout(250)
        page.screenshot(path=folder / f"{shot.name}.png", full_page=shot.whole)


def _sign_in(browser: Browser, user: str) -> Any:
    """Cookies of a signed-in user; signing in is slow on purpose, so once a user is enough."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{SITE}/login/")
    page.fill("[name=username]", user)
    page.fill("[name=password]", "bobing-demo")
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda url: "/login/" not in url)
    state = context.storage_state()
    context.close()
    return state


@contextmanager
def _server() -> Iterator[None]:
    command = [sys.executable, "-m", "gunicorn", "bobing_event.config.wsgi", f"--bind=127.0.0.1:{PORT}", "--workers=2",
               "--worker-class=gthread", "--threads=4"]  # fmt: skip
    with (VAR / "screenshots.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
    try:
        _wait_until_it_answers()
        yield
    finally:
        process.terminate()
        process.wait(30)


def _wait_until_it_answers() -> None:
    import time
    from urllib.error import HTTPError, URLError
    from urllib.request import urlopen

    for _attempt in range(300):
        try:
            urlopen(f"http://127.0.0.1:{PORT}/login/", timeout=2).close()
        except HTTPError:
            return
        except (URLError, OSError):
            time.sleep(0.1)
        else:
            return
    raise SystemExit(f"The server did not start: {VAR / 'screenshots.log'}")


@contextmanager
def _browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    executable = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    if executable is None:
        raise SystemExit("Chromium is missing: apt-get install chromium fonts-noto-cjk")
    # Playwright's loop runs in this thread; the pages' addresses come from the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=executable, args=CHROMIUM_FLAGS)


if __name__ == "__main__":
    sys.exit(main())
