"""Service mode: a Celery worker of its own process takes a job from Redis and writes to PostgreSQL."""

import os
import subprocess
import sys
import time
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection

from bobing_event.config import celery_app
from bobing_event.jobs import job_kind, start_job
from bobing_event.models import Event

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 120
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@job_kind("test-known-here-only")
def known_here_only(job, report):
    raise AssertionError("the test's own process must not run it")


@pytest.fixture
def worker(tmp_path):
    names = connection.settings_dict
    environment = os.environ | {
        "DATABASE_URL": f"postgres://{names['USER']}@{names['HOST']}:{names['PORT']}/{names['NAME']}",
        "REDIS_URL": settings.REDIS_URL,
        "BOBING_VAR": str(settings.VAR_DIR),
        "SECRET_KEY": settings.SECRET_KEY,
    }
    command = [sys.executable, "-m", "celery", "-A", "bobing_event.config", "worker", "--pool=solo", "--without-mingle"]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    celery_app.conf.task_always_eager = False
    yield tmp_path / "log"
    celery_app.conf.task_always_eager = True
    process.terminate()
    process.wait(60)


def test_a_job_is_run_by_the_worker(worker):
    cache.clear()  # the queue is none of its business
    event = Event.objects.create(slug="autumn", name="Autumn", date=date(2025, 10, 6), created_at=datetime.now(UTC))
    asker = User.objects.create_user("organiser")
    job, _new = start_job(
        event=event, kind="test-known-here-only", parameters={"language": "en"}, by=asker, now=datetime.now(UTC)
    )
    cache.clear()
    # The worker does not know this test's kind: that it says so proves who ran it.
    wait_until(lambda: "KeyError: 'test-known-here-only'" in worker.read_text())
    job.refresh_from_db()
    assert (job.state, job.error_code, job.attempt) == ("failed", "job_failed", 1), worker.read_text()


def wait_until(happened):
    """Returns when it has, or when there is no use in waiting any longer."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not happened() and time.monotonic() < deadline:
        time.sleep(0.1)
