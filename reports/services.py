"""Asking for reports."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction

from bobing_event.audit import record_action
from bobing_event.jobs import start_job
from bobing_event.models import Event, Job

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def ask_report(*, event: Event, kind: str, parameters: dict[str, Any], by: User, now: datetime) -> tuple[Job, bool]:
    """Asks for a report, and notes who asked, since it carries people's names; returns the job and whether it is new.

    Refuses `unknown_job_kind`. One that is being made already is returned as it is.
    """
    job, new = start_job(event=event, kind=kind, parameters=parameters, by=by, now=now)
    if new:
        record_action(event=event, by=by, now=now, action="report_asked", subject=kind, **parameters)
    return job, new


@transaction.atomic
def ask_print(*, event: Event, kind: str, parameters: dict[str, Any], by: User, now: datetime) -> tuple[Job, bool]:
    """Asks for printed sheets (parameters: `tasks.print_sheets`), and notes who asked; as `ask_report` does."""
    job, new = start_job(event=event, kind=kind, parameters=parameters, by=by, now=now)
    if new:
        first, last = parameters.get("first"), parameters.get("last")
        tables = {} if first is None and last is None else {"tables": f"{first or ''}–{last or ''}"}
        facts = {"session": parameters["session"], **tables}
        record_action(event=event, by=by, now=now, action="print_asked", subject=kind, **facts)
    return job, new
