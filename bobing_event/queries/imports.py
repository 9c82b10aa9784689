from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from bobing_event.importing import ErrorRow, error_rows, read_roster
from bobing_event.importing.choices import Choices
from bobing_event.importing.error_workbook import is_reason
from bobing_event.importing.plan import import_people
from bobing_event.importing.reader import Sheet, read_sheets
from bobing_event.models import Event, Job, Participant, ParticipantImport
from bobing_event.refusals import Refusal

IMPORT_JOB = "participant-import"


def imports_of(event: Event) -> QuerySet[ParticipantImport]:
    return ParticipantImport.objects.filter(event=event).select_related("uploaded_by", "committed_by", "undone_by")


def imports_listed(event: Event) -> QuerySet[ParticipantImport]:
    """The event's imports without what they hold: a report may be as long as its file."""
    return imports_of(event).defer("survey", "choices", "undo", "report")


def is_large(upload: ParticipantImport) -> bool:
    """Whether previewing or importing takes long enough for a job."""
    rows = sum(sheet["rows"] for sheet in upload.survey)
    return is_large_file(upload.file.size) or rows > settings.PARTICIPANT_AT_ONCE_ROWS


def is_large_file(size: int) -> bool:
    """Whether reading so many bytes takes long enough for a job."""
    return size > settings.PARTICIPANT_AT_ONCE_BYTES


def is_certain(upload: ParticipantImport) -> bool:
    """Whether nothing is left to choose: one sheet holds people, others nothing, and every column is known."""
    used = [sheet for sheet in upload.survey if sheet["used"]]
    left_out = [sheet for sheet in upload.survey if not sheet["used"] and sheet["reason"] not in ("empty", "chosen")]
    return len(used) == 1 and not left_out and all(map(is_known, used[0]["columns"]))


def is_known(column: dict[str, Any]) -> bool:
    """Whether it is clear what a column of a survey is: a field, or the reasons of a workbook of errors."""
    return bool(column["field"]) or is_reason(column["heading"])


def sheets_of(upload: ParticipantImport) -> Sequence[Sheet]:
    """The sheets of the kept file. Refuses `file_gone` where it was taken away since, and what `read_sheets` does."""
    try:
        with upload.file.open("rb") as file:
            return read_sheets(file.read(), upload.file_name)
    except FileNotFoundError:
        raise Refusal("file_gone", _("The file is not kept any more. Upload it again."), status=410) from None


def rows_in_error(upload: ParticipantImport) -> list[ErrorRow]:
    """The rows that cannot be imported into the list of people as it is now. Refuses what reading the file does."""
    roster = read_roster(sheets_of(upload), Choices.from_json(upload.choices))
    plan = import_people(event=upload.event, roster=roster, source=None, dry_run=True)
    return error_rows(roster, plan.errors)


def preview_digest(upload: ParticipantImport) -> str:
    """SHA-256 of what a preview would do and by which choices: whether it is the one that somebody looked at."""
    shown = json.dumps([upload.report["digest"], upload.choices], sort_keys=True)
    return hashlib.sha256(shown.encode()).hexdigest()


def import_job_of(upload: ParticipantImport) -> Job | None:
    """The latest job for an import."""
    jobs = Job.objects.filter(event_id=upload.event_id, kind=IMPORT_JOB, parameters__import=upload.pk)
    return jobs.order_by("-pk").first()


def seated_people(event: Event) -> QuerySet[Participant]:
    """Everybody who has a seat. Seats are the tables' own; people only know that they have some."""
    return Participant.objects.filter(event=event, seats__isnull=False).distinct()


def seats_are_drawn(event: Event) -> bool:
    """Whether anybody has a seat, or a list of people is frozen for a draw."""
    frozen = event.sessions.filter(draws__isnull=False, draws__discarded_at__isnull=True)
    return frozen.exists() or seated_people(event).exists()
