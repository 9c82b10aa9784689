"""What every test stands on: own files, own database, quick passwords, no network.

- Nothing is written into `var/`: each run (and each xdist worker) has a temporary folder, `settings.VAR_DIR`.
- `@pytest.mark.postgres` is skipped, with the reason, unless `DATABASE_URL` names a PostgreSQL.
- On Redis each xdist worker has a database for the queue and one for the cache, which every test empties.
- Jobs run eagerly. A plain `db` test is one transaction, so what waits for its commit (`start_job` does) runs only
  inside `with django_capture_on_commit_callbacks(execute=True):`.
- Browser tests: see the fixtures `live_site` and `new_page` in `tests/live.py`.
"""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from pathlib import Path
from typing import Any

import hypothesis
import pytest

pytest_plugins = ["tests.live"]

# How long an example takes says how busy the machine is, and nothing about the code.
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")

LOCAL_HOSTS = {"127.0.0.1", "::1", "localhost", ""}
_own_folder = pytest.StashKey[Path]()
_connect = socket.socket.connect


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Files made for a test are called by their place in the list: a zip has the time in it, which two workers do not
    read alike, and tests of different names are not run.
    """
    return argname if isinstance(val, bytes) else None


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings

    folder = config.stash[_own_folder] = Path(tempfile.mkdtemp(prefix="bobing-test-"))
    settings.VAR_DIR = folder
    settings.MEDIA_ROOT = folder / "media"
    settings.STATIC_ROOT = folder / "static"
    settings.STATIC_ROOT.mkdir()
    settings.WHITENOISE_USE_FINDERS = False  # each client would look through every static file; `live_site` serves them
    settings.ALLOWED_HOSTS = ["*"]  # in both modes: which hosts a deployment answers to is not what tests are about
    settings.PASSWORD_HASHERS = ["tests.hashers.QuickArgon2", *settings.PASSWORD_HASHERS]
    _use_own_database(settings.DATABASES["default"], folder)
    _use_own_redis(int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")))
    _run_jobs_at_once()
    socket.socket.connect = _connect_to_this_machine_only  # type: ignore[method-assign]


def pytest_unconfigure(config: pytest.Config) -> None:
    socket.socket.connect = _connect  # type: ignore[method-assign]
    shutil.rmtree(config.stash[_own_folder], ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    from django.db import connection

    if connection.vendor == "postgresql":
        _leave_out_what_needs_no_database(config, items)
        return
    for item in items:
        if item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.skip(reason="needs PostgreSQL; `make test-postgres` runs it"))


def _leave_out_what_needs_no_database(config: pytest.Config, items: list[pytest.Item]) -> None:
    """It was run on SQLite, where nothing can be different. A test named on the command line is always run."""
    if any("::" in argument for argument in config.args):
        return
    left_out = {item for item in items if not _needs_a_database(item)}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


def _needs_a_database(item: pytest.Item) -> bool:
    fixtures = item.fixturenames if isinstance(item, pytest.Function) else []
    marked = any(item.get_closest_marker(name) for name in ("django_db", "postgres"))
    return marked or "db" in fixtures or "transactional_db" in fixtures


@pytest.fixture(scope="session")
def django_db_modify_db_settings_parallel_suffix(request: pytest.FixtureRequest) -> None:
    """On SQLite each xdist worker has a folder of its own, and the file keeps the name a web server looks for."""
    from django.db import connection

    if connection.vendor != "sqlite":
        request.getfixturevalue("django_db_modify_db_settings_xdist_suffix")


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    from django.core.cache import cache

    cache.clear()


def _use_own_database(database: dict[str, Any], folder: Path) -> None:
    """A file, under the name the settings give it, so that a web server with this `BOBING_VAR` sees the same data."""
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(folder / "bobing.sqlite3")


def _use_own_redis(number: int) -> None:
    """Two databases a worker: one that empties its cache must not empty what another waits for."""
    from django.conf import settings

    from bobing_event.config import celery_app
    from bobing_event.config.redis import database_after

    if settings.REDIS_URL:
        settings.REDIS_URL = celery_app.conf.broker_url = database_after(settings.REDIS_URL, 2 * number)
        settings.CACHES["default"]["LOCATION"] = settings.CACHE_URL = database_after(settings.REDIS_URL, 1)


def _run_jobs_at_once() -> None:
    from bobing_event.config import celery_app

    celery_app.conf.task_always_eager = True


def _connect_to_this_machine_only(self: socket.socket, address: Any) -> None:
    leaves = self.family in (socket.AF_INET, socket.AF_INET6) and self.type != socket.SOCK_DGRAM
    if leaves and address[0] not in LOCAL_HOSTS:
        raise RuntimeError(f"tests need no network, but something connects to {address}")
    _connect(self, address)
