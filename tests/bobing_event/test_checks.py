"""The deploy check names every setting that an event must not be served with."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bobing_event.checks import check_service_mode

ROOT = Path(__file__).resolve().parents[2]
SECRET = "kR7vQ2xLw9TzYb4NcMd8JfHs6GpAe3UiXo5BqWnVtSrE"


@pytest.fixture
def service(settings):
    """Settings of a service that has everything it needs."""
    settings.CELERY_TASK_ALWAYS_EAGER = False
    settings.DATABASES["default"]["ENGINE"] = "django.db.backends.postgresql"
    settings.REDIS_URL = "redis://127.0.0.1:6379/0"
    settings.SECRET_KEY = SECRET
    settings.SECRET_KEY_IS_KEPT = False
    settings.ALLOWED_HOSTS = ["bobing.example"]
    return settings


def found():
    return [error.id for error in check_service_mode(None)]


@pytest.fixture(autouse=True)
def _keep_the_engine(settings):
    engine = settings.DATABASES["default"]["ENGINE"]
    yield
    settings.DATABASES["default"]["ENGINE"] = engine


def test_a_complete_service_passes(service):
    assert found() == []


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("CELERY_TASK_ALWAYS_EAGER", True, "bobing_event.E001"),
        ("REDIS_URL", "", "bobing_event.E003"),
        ("SECRET_KEY_IS_KEPT", True, "bobing_event.E004"),
        ("SECRET_KEY", "change-me-" + SECRET, "bobing_event.E004"),
        ("SECRET_KEY", SECRET[:39], "bobing_event.E004"),
        ("ALLOWED_HOSTS", ["bobing.example", "*"], "bobing_event.E005"),
    ],
)
def test_each_gap_is_refused_by_name(service, name, value, error):
    setattr(service, name, value)
    assert found() == [error]


def test_sqlite_is_refused(service):
    service.DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"
    assert found() == ["bobing_event.E002"]


def check(*arguments, **environment):
    command = [sys.executable, "manage.py", "check", *arguments]
    # The last is set while a browser is open in this process, and no deployment may have it.
    ours = {"DATABASE_URL", "REDIS_URL", "DJANGO_ALLOW_ASYNC_UNSAFE"}
    clean = {name: value for name, value in os.environ.items() if name not in ours}
    return subprocess.run(command, cwd=ROOT, env=clean | environment, capture_output=True, text=True, check=False)


def test_the_embedded_mode_passes_the_everyday_check_but_not_the_deploy_check(tmp_path):
    assert check(BOBING_VAR=str(tmp_path)).returncode == 0
    deploy = check("--deploy", BOBING_VAR=str(tmp_path))
    assert deploy.returncode == 1
    assert [f"bobing_event.E00{n}" in deploy.stderr for n in (1, 2, 3, 4, 5)] == [False, True, True, True, True]


def test_a_configured_service_passes_the_deploy_check(tmp_path):
    deploy = check(
        "--deploy", BOBING_VAR=str(tmp_path), SECRET_KEY=SECRET, ALLOWED_HOSTS="bobing.example", HTTPS="1",
        DATABASE_URL="postgres://bobing@db/bobing", REDIS_URL="redis://cache:6379/0",
    )  # fmt: skip
    assert (deploy.returncode, "bobing_event.E" in deploy.stderr) == (0, False)
