from __future__ import annotations

from django.db.models import QuerySet

from bobing_event.models import Event, Job, Participant, ParticipantImport

IMPORT_JOB = "participant-import"
LARGE_BYTES, LARGE_ROWS = 1024 * 1024, 2000
"""What is larger is read, previewed and imported by a job, with a progress bar."""


def imports_of(event: Event) -> QuerySet[ParticipantImport]:
    return ParticipantImport.objects.filter(event=event).select_related("uploaded_by", "committed_by", "undone_by")


def imports_listed(event: Event) -> QuerySet[ParticipantImport]:
    """The event's imports without what they hold: a report may be as long as its file."""
    return imports_of(event).defer("survey", "choices", "undo", "report")


def is_large(upload: ParticipantImport) -> bool:
    """Whether previewing or importing takes long enough for a job."""
    return upload.file.size > LARGE_BYTES or sum(sheet["rows"] for sheet in upload.survey) > LARGE_ROWS


def is_certain(upload: ParticipantImport) -> bool:
    """Whether nothing is left to choose: one sheet holds people, others nothing, and every column is known."""
    used = [sheet for sheet in upload.survey if sheet["used"]]
    left_out = [sheet for sheet in upload.survey if not sheet["used"] and sheet["reason"] not in ("empty", "chosen")]
    return len(used) == 1 and not left_out and all(column["field"] for column in used[0]["columns"])


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
