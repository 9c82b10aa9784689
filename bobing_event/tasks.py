from celery import shared_task

from bobing_event.jobs import run_job


@shared_task(name="bobing_event.run_job", acks_late=True)
def run_job_task(job_id: int) -> None:
    """Runs one job; its row says what to do and how far it is."""
    run_job(job_id)
