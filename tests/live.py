"""Browser tests: a real web server on the test database, and Chromium.

    @pytest.mark.browser
    def test_a_referee_records_a_throw(live_site, new_page):
        table = a_table(...)                                  # factories and services as in any other test
        page = new_page(user=table_referee, size="tablet")    # signed in; leave `user` out for a stranger
        page.goto(live_site.url + reverse("table-tablet", …))
        live_site.stop(); …; live_site.start()                # the same address again

`live_site` is gunicorn with two sync workers in processes of their own. It brings `transactional_db`: what the test
writes is committed and seen by the server, and every table is emptied afterwards. `new_page(user, size)` gives a
page in a fresh, Chinese browser context; a JavaScript error or an answer of 500 on any of them fails the test at its
end, with the server's log.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

from tests.services import children_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from playwright.sync_api import Browser, Page, Response

ROOT = Path(__file__).resolve().parents[1]
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "tablet-wide": (1180, 820), "desktop": (1920, 1080)}
CHROMIUM_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
HALL_HOST = "bobing.hall"
"""A name that is no localhost, for a browser that is told to find this machine behind it."""
START_SECONDS = 120
PATIENCE_MS = 20_000  # two test processes, two browsers and two servers share two cores


class LiveSite:
    """One gunicorn on a free port, with the database and the files of this test run."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "live-site.log"
        self._environment = os.environ | environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the server and waits until it answers; RuntimeError with its log when it does not."""
        command = [
            sys.executable, "-m", "gunicorn", "bobing_event.config.wsgi", "--workers=2", "--graceful-timeout=3",
            "--no-control-socket", f"--bind=127.0.0.1:{self.port}",
        ]  # fmt: skip
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, cwd=ROOT, env=self._environment, stdout=log, stderr=log)
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError(f"the web server did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Takes the server away, as a dead laptop would, but lets answers under way finish."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(10)
            self._process = None

    @property
    def running(self) -> bool:
        return self._process is not None

    @property
    def workers(self) -> list[int]:
        """The process ids of the server's workers, as many as live at the moment."""
        return [] if self._process is None else children_of(self._process.pid)

    def why(self, answer: Response) -> str:
        """What the server's log says last, for an answer it should not have given."""
        return f"{answer.status} at {answer.url}\n" + "\n".join(self.log.read_text().splitlines()[-25:])

    def _answers(self) -> bool:
        try:
            urlopen(f"{self.url}/login/", timeout=5).close()
        except HTTPError:
            return True
        except (URLError, OSError):
            return False
        return True


@pytest.fixture(scope="session")
def live_server_process(django_db_setup: None, django_db_blocker: Any) -> Iterator[LiveSite]:
    """The server behind `live_site`, started once a run."""
    from django.conf import settings
    from django.db import connection

    environment = {
        "BOBING_VAR": str(settings.VAR_DIR),
        "SECRET_KEY": settings.SECRET_KEY,
        "DEBUG": "0",
        "ALLOWED_HOSTS": f"127.0.0.1,localhost,{HALL_HOST}",
        "HASHED_STATIC": "1",  # as `manage.py serve` has it: a module that imports a missing file fails here
    }
    if connection.vendor == "postgresql":
        names = connection.settings_dict
        environment["DATABASE_URL"] = (
            f"postgres://{names['USER']}:{names['PASSWORD']}@{names['HOST']}:{names['PORT']}/{names['NAME']}"
        )
    collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
    subprocess.run(collect, cwd=ROOT, env=os.environ | environment, check=True)
    site = LiveSite(environment, settings.VAR_DIR)
    site.start()
    yield site
    site.stop()


@pytest.fixture
def live_site(live_server_process: LiveSite, transactional_db: None) -> LiveSite:
    """The running site; `.url` has no slash at its end. A test may `.stop()` and `.start()` it."""
    if not live_server_process.running:
        live_server_process.start()
    return live_server_process


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, headless, without any call of its own to the network."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    # Playwright's loop runs in the main thread, where Django would otherwise refuse the ORM to the test itself.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Browser, live_site: LiveSite) -> Iterator[Callable[..., Page]]:
    """`new_page(user=None, size="tablet", strict=True, **context options)` opens a page of its own context.

    `size` is one of `SIZES`; a `strict` page fails the test when a script of it raised an error or the server did.
    """
    contexts, errors = [], []

    def open_page(user: User | None = None, size: str = "tablet", *, strict: bool = True, **options: Any) -> Page:
        width, height = SIZES[size]
        options = {"viewport": {"width": width, "height": height}, "locale": "zh-CN"} | options
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        if user is not None:
            context.add_cookies([{"name": "sessionid", "value": session_of(user), "url": live_site.url}])
        page = context.new_page()
        if strict:
            page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
            page.on("response", lambda answer: errors.append(live_site.why(answer)) if answer.status >= 500 else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == [], "\n".join(errors)


def chromium() -> str:
    """The browser to drive. The shell without a window is the same engine and takes half the time."""
    names = ["chromium-headless-shell", "chromium", "chromium-browser"]
    found = next(filter(None, map(shutil.which, names)), None)
    assert found, f"none of {', '.join(names)} is on this machine: make test-tools"
    return found


def session_of(user: User) -> str:
    """Signs the user in without the form; returns the session's key."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return session.session_key


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
