"""The in-process worker: started by the first task, shows its progress, cleans up behind itself, stops."""

import time
from datetime import UTC, date, datetime, timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction

from bobing_event.config import celery_app, embedded
from bobing_event.jobs import STALE_AFTER, Product, job_kind, start_job
from bobing_event.models import Event, Job

NOW = datetime(2025, 10, 6, 12, 0, tzinfo=UTC)
PATIENCE_SECONDS = 60
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not settings.EMBEDDED, reason="with Redis there is no embedded worker"),
]


@job_kind("test-slow")
def slow(job, report):
    for done in range(1, 6):
        time.sleep(0.55)  # just over the pause between two signs of life
        report(done, 5, f"step {done}")
    return Product(b"slow", "slow.txt")


@job_kind("test-quick")
def quick(job, report):
    return Product(b"quick", "quick.txt")


@pytest.fixture
def celery():
    celery_app.conf.task_always_eager = False
    yield celery_app
    embedded.ensure_worker(celery_app).stop()
    celery_app.conf.task_always_eager = True


@pytest.fixture
def ask(celery, db):
    asker = User.objects.create_user("organiser")
    event = Event.objects.create(slug="autumn", name="Autumn", date=date(2025, 10, 6), created_at=NOW)

    def ask(kind, now):
        return start_job(event=event, kind=kind, parameters={}, by=asker, now=now)[0]

    return ask


def states_until_closed(job):
    """Everything a page that looks ten times a second sees of the job."""
    seen = []
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        job.refresh_from_db()
        if not seen or seen[-1] != (job.state, job.done):
            seen.append((job.state, job.done))
        if not job.is_open:
            return seen
        time.sleep(0.1)
    raise AssertionError(f"not finished in time: {seen}")


def test_progress_is_seen_while_the_job_runs(ask):
    job = ask("test-slow", datetime.now(UTC))
    seen = states_until_closed(job)
    assert {1, 2, 3, 4} <= {done for state, done in seen if state == "running"}
    assert seen[-1] == ("done", 5)


def test_a_process_has_one_worker_and_gets_another_when_it_is_gone(celery, ask):
    first = embedded.ensure_worker(celery)
    assert embedded.ensure_worker(celery) is first
    first.stop()
    assert not first.alive
    states_until_closed(ask("test-quick", datetime.now(UTC)))
    second = embedded.ensure_worker(celery)
    assert second is not first
    assert second.alive


def test_the_asking_transaction_is_left_alone(ask):
    embedded.ensure_worker(celery_app).stop()
    with transaction.atomic():
        job = ask("test-quick", datetime.now(UTC))
        embedded.ensure_worker(celery_app)
        time.sleep(1)
        assert connection.in_atomic_block
        job.refresh_from_db()
        assert job.state == "waiting"
    assert states_until_closed(job)[-1] == ("done", 0)


def test_a_worker_that_starts_takes_up_what_a_killed_one_left(celery, ask):
    embedded.ensure_worker(celery).stop()
    long_ago = datetime.now(UTC) - STALE_AFTER - timedelta(minutes=1)
    with transaction.atomic():  # asked for, and the process killed before it could run
        job = ask("test-quick", long_ago)
        transaction.get_connection().run_on_commit.clear()
    embedded.ensure_worker(celery)
    assert states_until_closed(job)[-1] == ("done", 0)
    assert Job.objects.get().attempt == 1


def test_stopping_waits_for_the_job_under_way(celery, ask):
    job = ask("test-slow", datetime.now(UTC))
    while Job.objects.get(pk=job.pk).state == "waiting":
        time.sleep(0.05)
    embedded.ensure_worker(celery).stop()
    job.refresh_from_db()
    assert job.state == "done"


def test_nothing_is_sent_before_the_worker_listens(celery):
    embedded.ensure_worker(celery).stop()
    worker = embedded.ensure_worker(celery)
    assert (worker.alive, worker.listens) == (True, True)
