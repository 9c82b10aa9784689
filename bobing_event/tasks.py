"""Celery's side of the jobs: a message carries the job's id, the row says everything else. And this app's own job."""

from celery import shared_task
from django.utils import timezone

from bobing_event.jobs import Report, job_kind, requeue_stale_jobs, run_job
from bobing_event.models import Job, ParticipantImport
from bobing_event.queries import IMPORT_JOB, is_certain
from bobing_event.services.imports import commit_import, preview_import
from bobing_event.services.uploads import survey_import


@shared_task(name="bobing_event.run_job", acks_late=True)
def run_job_task(job_id: int) -> None:
    """Runs one job; its row says what to do and how far it is."""
    run_job(job_id)


@shared_task(name="bobing_event.requeue_stale_jobs")
def requeue_stale_jobs_task() -> None:
    """Sends again what a killed worker left; asked for when a worker starts and once a minute after that."""
    requeue_stale_jobs(now=timezone.now())


@job_kind(IMPORT_JOB)
def import_participants(job: Job, report: Report) -> None:
    """One step of a large import. Parameters: `import`, its id; `step`, and what was chosen for a `commit`."""
    upload = ParticipantImport.objects.select_related("event").get(pk=job.parameters["import"], event=job.event)
    step = job.parameters["step"]
    if step == "survey":
        upload = survey_import(upload=upload, report=report)
        if is_certain(upload):  # as the page does with a small file
            preview_import(upload=upload, report=report)
    elif step == "preview":
        preview_import(upload=upload, report=report)
    else:
        chosen = {key: job.parameters[key] for key in ("leave_out_errors", "mark_missing", "seen")}
        commit_import(upload=upload, by=job.asked_by, now=timezone.now(), report=report, **chosen)
