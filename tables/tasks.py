"""Celery's side of the tables: what is due once a minute."""

from celery import shared_task
from django.utils import timezone

from bobing_event.services.stand_by import move_up_stand_by
from tables.models import Table
from tables.queries.hall import due_stand_by
from tables.services import fill_stand_by


@shared_task(name="tables.fill_stand_by")
def fill_stand_by_task() -> None:
    """Moves the stand-by lists up whose minute has come, each in its own transaction and once: into seats or places."""
    now = timezone.now()
    for session, by in due_stand_by(now):
        if Table.objects.filter(session=session).exists():
            fill_stand_by(session=session, by=by, now=now)
        else:
            move_up_stand_by(session=session, by=by, now=now)
