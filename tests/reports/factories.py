"""Reports over the small evenings of `tests.awards`."""

from __future__ import annotations

import io
from datetime import datetime
from typing import Any

from openpyxl import Workbook, load_workbook

from bobing_event.jobs import start_job
from bobing_event.models import Event, Job
from tests.awards.factories import NOW, a_user

wall = datetime.fromisoformat
"""A time as a workbook has it: `wall("2026-09-25 20:00")`, without a zone."""


def ask(capture: Any, event: Event, kind: str = "workbook", **parameters: Any) -> Job:
    """Ask for a report and let it be made; `capture` is pytest-django's `django_capture_on_commit_callbacks`."""
    with capture(execute=True):
        job, _new = start_job(
            event=event, kind=kind, parameters={"language": "zh-hans", **parameters}, by=a_user(), now=NOW
        )
    return Job.objects.get(pk=job.pk)


def opened(job: Job) -> Workbook:
    return load_workbook(io.BytesIO(job.file.read()))


def values(workbook: Workbook, title: str) -> list[tuple[Any, ...]]:
    return [tuple(cell.value for cell in row) for row in workbook[title].iter_rows()]
