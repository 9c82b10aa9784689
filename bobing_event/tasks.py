"""Celery's side of the jobs: a message carries the job's id, the row says everything else."""

from celery import shared_task
from django.utils import timezone

from bobing_event.jobs import requeue_stale_jobs, run_job


@shared_task(name="bobing_event.run_job", acks_late=True)
def run_job_task(job_id: int) -> None:
    """Runs one job; its row says what to do and how far it is."""
    run_job(job_id)


@shared_task(name="bobing_event.requeue_stale_jobs")
def requeue_stale_jobs_task() -> None:
    """Sends again what a killed worker left; asked for when a worker starts and once a minute after that."""
    requeue_stale_jobs(now=timezone.now())
