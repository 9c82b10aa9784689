"""Long work: ask for it once, run it in Celery, see how far it is, fetch the file.

An app registers the work of a kind with `@job_kind("workbook")`: a function that takes the `Job` and a
`report(done, total, stage)` callback and returns a `Product`, or None where it wrote to the database instead. Asking
twice while one is open returns the same row.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from bobing_event.models import Event, Job
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User

STALE_AFTER = timedelta(minutes=2)
MAX_ATTEMPTS = 3
HEARTBEAT = timedelta(seconds=0.5)

Report = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Product:
    """What a job made: the file's bytes and the name it is downloaded under."""

    content: bytes
    file_name: str


Work = Callable[[Job, Report], Product | None]
_works: dict[str, Work] = {}


def job_kind(kind: str) -> Callable[[Work], Work]:
    """Registers the work behind a job kind."""

    def register(work: Work) -> Work:
        _works[kind] = work
        return work

    return register


def start_job(*, event: Event, kind: str, parameters: dict[str, Any], by: User, now: datetime) -> tuple[Job, bool]:
    """Asks for a job; returns it and whether it is new. One of a kind with equal parameters is open at a time.

    `parameters["language"]` is the language the file is written in; it defaults to the asker's.
    """
    if kind not in _works:
        raise Refusal("unknown_job_kind", _("There is no report of this kind."), status=404)
    parameters = {"language": translation.get_language(), **parameters}
    key = hashlib.sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()
    opened = Job.objects.filter(event=event, kind=kind, key=key, state__in=Job.OPEN)
    if (job := opened.first()) is not None:
        return job, False
    try:
        with transaction.atomic():
            job = Job.objects.create(event=event, kind=kind, parameters=parameters, key=key, asked_by=by, asked_at=now)
    except IntegrityError:  # somebody asked in the same instant
        return opened.get(), False
    transaction.on_commit(lambda: _send(job))
    return job, True


def run_job(job_id: int, *, clock: Callable[[], datetime] = timezone.now) -> None:
    """Does the work of a waiting job; a job that is not waiting is left alone, so a message may come twice.

    Only the latest attempt may write to the row: one that was given up as silent and ends after all is forgotten.
    """
    taken = Job.objects.filter(pk=job_id, state=Job.State.WAITING).update(
        state=Job.State.RUNNING, attempt=F("attempt") + 1, heartbeat_at=clock()
    )
    if not taken:
        return
    job = Job.objects.select_related("event", "asked_by").get(pk=job_id)
    with translation.override(job.parameters.get("language")):  # the reasons of a failure too
        try:
            product = _works[job.kind](job, _reporter(job, clock))
        except Refusal as refusal:
            _fail(job, refusal.code, str(refusal), clock())
        except Exception:
            _fail(job, "job_failed", _("The work could not be finished. Ask for it again."), clock())
            raise
        else:
            _finish(job, product, clock())


def requeue_stale_jobs(*, now: datetime) -> int:
    """Sends again what a killed worker left; gives up after three attempts. Returns how many jobs it dealt with."""
    silent = Q(heartbeat_at__lt=now - STALE_AFTER) | Q(heartbeat_at__isnull=True, asked_at__lt=now - STALE_AFTER)
    stale = Job.objects.filter(silent, state__in=Job.OPEN)
    dealt_with = 0
    for job in list(stale):
        if job.attempt >= MAX_ATTEMPTS:
            with translation.override(job.parameters.get("language")):
                dealt_with += _fail(job, "job_stale", _("The work stopped halfway several times."), now)
        elif stale.filter(pk=job.pk).update(state=Job.State.WAITING, heartbeat_at=now):
            _send(job)
            dealt_with += 1
    return dealt_with


def _send(job: Job) -> None:
    from bobing_event.tasks import run_job_task  # tasks import this module

    run_job_task.delay(job.pk)


def _reporter(job: Job, clock: Callable[[], datetime]) -> Report:
    last = clock() - HEARTBEAT

    def report(done: int, total: int, stage: str = "") -> None:
        nonlocal last
        now = clock()
        if now - last >= HEARTBEAT or done >= total:
            last = now
            _attempt(job).update(done=done, total=total, stage=stage, heartbeat_at=now)

    return report


def _finish(job: Job, product: Product | None, now: datetime) -> None:
    if product is not None:
        job.file.save(product.file_name, ContentFile(product.content), save=False)
    written = _attempt(job).update(
        state=Job.State.DONE, file=job.file.name or "", file_name=product.file_name if product else "",
        done=F("total"), finished_at=now, heartbeat_at=now,
    )  # fmt: skip
    if product is not None and not written:
        job.file.delete(save=False)


def _fail(job: Job, code: str, sentence: str, now: datetime) -> int:
    return _attempt(job).update(state=Job.State.FAILED, error_code=code, error=sentence, finished_at=now)


def _attempt(job: Job) -> QuerySet[Job]:
    """The job's row, as long as nobody has taken it up again since."""
    return Job.objects.filter(pk=job.pk, attempt=job.attempt, state__in=Job.OPEN)
