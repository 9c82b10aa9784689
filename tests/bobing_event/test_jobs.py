"""Long work: one open job of a kind, its row as the truth, a file at the end, and nothing lost to a killed worker."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import translation

from bobing_event.jobs import (
    MAX_ATTEMPTS,
    STALE_AFTER,
    Product,
    job_kind,
    requeue_stale_jobs,
    run_job,
    start_job,
)
from bobing_event.models import Event, Job
from bobing_event.refusals import Refusal
from bobing_event.tasks import requeue_stale_jobs_task

NOW = datetime(2025, 10, 6, 12, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@job_kind("test-lines")
def lines(job, report):
    count = job.parameters["count"]
    for done in range(1, count + 1):
        report(done, count, "lines")
    return Product(f"{count} lines in {translation.get_language()}".encode(), "lines.txt")


@job_kind("test-refused")
def refused(job, report):
    raise Refusal("nothing_to_report", "There is nothing to report yet.")


@job_kind("test-broken")
def broken(job, report):
    raise ZeroDivisionError


@pytest.fixture
def event():
    return Event.objects.create(slug="autumn", name="Autumn", date=date(2025, 10, 6), created_at=NOW)


@pytest.fixture
def asker():
    return User.objects.create_user("organiser")


@pytest.fixture
def ask(event, asker):
    def ask(kind="test-lines", now=NOW, **parameters):
        parameters = {"count": 3, "language": "en", **parameters}
        return start_job(event=event, kind=kind, parameters=parameters, by=asker, now=now)

    return ask


def at(now):
    return lambda: now


def test_a_job_runs_once_its_asker_has_committed(ask, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True) as sent:
        job, new = ask()
    job.refresh_from_db()
    assert (len(sent), new, job.state, job.stage, job.done, job.total, job.attempt) == (
        1, True, "done", "lines", 3, 3, 1,
    )  # fmt: skip
    assert job.file.read() == b"3 lines in en"
    assert job.file_name == "lines.txt"
    assert job.finished_at is not None


def test_asking_twice_returns_the_job_that_is_open(ask, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as sent:
        first, new = ask()
        second, new_again = ask()
    assert (second.pk, new, new_again, len(sent)) == (first.pk, True, False, 1)


def test_work_that_makes_no_file(ask):
    @job_kind("test-writes")
    def writes(job, report):
        report(2, 2, "rows")

    job, _new = ask(kind="test-writes")
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.done, job.total, job.file.name, job.file_name) == ("done", 2, 2, "", "")


@pytest.mark.parametrize("change", [{"file": "a.txt", "file_name": ""}, {"file": "a.txt", "file_name": "a.txt"}])
def test_the_database_itself_keeps_files_to_finished_jobs(ask, change):
    job, _new = ask()
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.filter(pk=job.pk).update(**change)


@pytest.mark.parametrize("other", [{"count": 4}, {"language": "zh-hans"}])
def test_other_parameters_are_another_job(ask, other):
    first, _new = ask()
    second, new = ask(**other)
    assert new
    assert second.pk != first.pk


def test_a_finished_job_may_be_asked_for_again(ask):
    first, _new = ask()
    run_job(first.pk)
    second, new = ask()
    assert new
    assert second.pk != first.pk


def test_the_database_itself_keeps_one_open_job_of_a_kind(ask):
    job, _new = ask()
    job.pk, job.public_id = None, "00000000-0000-0000-0000-000000000001"
    with pytest.raises(IntegrityError), transaction.atomic():
        job.save(force_insert=True)


def test_an_unknown_kind_is_refused(ask):
    with pytest.raises(Refusal) as refusal:
        ask(kind="horoscope")
    assert (refusal.value.code, refusal.value.status) == ("unknown_job_kind", 404)
    assert Job.objects.count() == 0


def test_the_file_is_in_the_askers_language(event, asker):
    with translation.override("zh-hans"):
        job, _new = start_job(event=event, kind="test-lines", parameters={"count": 1}, by=asker, now=NOW)
    with translation.override("en"):
        run_job(job.pk)
    job.refresh_from_db()
    assert job.file.read() == b"1 lines in zh-hans"


def test_a_message_that_comes_twice_does_the_work_once(ask):
    runs = []

    @job_kind("test-counted")
    def counted(job, report):
        runs.append(job.attempt)
        return Product(b"", "empty.txt")

    job, _new = ask(kind="test-counted")
    run_job(job.pk)
    run_job(job.pk)
    job.refresh_from_db()
    assert (runs, job.state, job.attempt) == ([1], "done", 1)


def test_a_refusal_is_what_the_page_says(ask):
    job, _new = ask(kind="test-refused")
    run_job(job.pk, clock=at(NOW))
    job.refresh_from_db()
    assert (job.state, job.error_code, job.error, job.finished_at) == (
        "failed", "nothing_to_report", "There is nothing to report yet.", NOW,
    )  # fmt: skip


def test_a_fault_is_shown_as_a_sentence_and_raised_for_the_log(ask):
    job, _new = ask(kind="test-broken")
    with pytest.raises(ZeroDivisionError):
        run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error_code) == ("failed", "job_failed")
    assert job.error == "The work could not be finished. Ask for it again."


def test_progress_is_written_twice_a_second_at_most(ask, django_assert_num_queries):
    few, _new = ask(count=3)
    many, _new = ask(count=300)
    for job in (few, many):  # take, read, first sign of life, last sign of life, done
        with django_assert_num_queries(5):
            run_job(job.pk, clock=at(NOW))


class TestStaleJobs:
    def test_a_job_that_shows_life_is_left_alone(self, ask):
        ask()
        assert requeue_stale_jobs(now=NOW + STALE_AFTER) == 0

    def test_a_waiting_job_is_sent_again(self, ask):
        job, _new = ask()
        assert requeue_stale_jobs(now=NOW + STALE_AFTER + timedelta(seconds=1)) == 1
        job.refresh_from_db()
        assert (job.state, job.attempt) == ("done", 1)

    def test_a_running_job_gone_silent_is_run_again(self, ask):
        job, _new = ask()
        Job.objects.filter(pk=job.pk).update(state="running", attempt=1, heartbeat_at=NOW)
        assert requeue_stale_jobs(now=NOW + STALE_AFTER + timedelta(seconds=1)) == 1
        job.refresh_from_db()
        assert (job.state, job.attempt) == ("done", 2)

    def test_after_three_attempts_it_is_given_up(self, ask):
        job, _new = ask()
        Job.objects.filter(pk=job.pk).update(state="running", attempt=MAX_ATTEMPTS, heartbeat_at=NOW)
        later = NOW + STALE_AFTER + timedelta(seconds=1)
        assert requeue_stale_jobs(now=later) == 1
        job.refresh_from_db()
        assert (job.state, job.error_code, job.finished_at) == ("failed", "job_stale", later)

    def test_the_task_that_celery_runs_each_minute_does_it(self, ask):
        job, _new = ask()
        requeue_stale_jobs_task.delay()
        job.refresh_from_db()
        assert job.state == "done"


@job_kind("test-overtaken")
def overtaken(job, report):
    """Goes silent so long that somebody else takes the job up."""
    Job.objects.filter(pk=job.pk).update(attempt=job.attempt + 1, done=7)
    report(1, 1, "the old attempt")
    if job.parameters["count"] == 0:
        raise Refusal("nothing_to_report", "There is nothing to report yet.")
    return Product(b"old", "old.txt")


@pytest.mark.parametrize("count", [1, 0])
def test_an_attempt_given_up_as_silent_writes_nothing_any_more(ask, settings, count):
    job, _new = ask(kind="test-overtaken", count=count)
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempt, job.done, job.stage, job.file.name) == ("running", 2, 7, "", "")
    assert not list(settings.MEDIA_ROOT.rglob("old*"))
