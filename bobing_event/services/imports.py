"""Importing a participant sheet in two steps: a preview that changes nobody, and a commit of exactly that."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import PurePath
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.db import transaction
from django.utils import formats
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.importing.plan import Plan, import_people
from bobing_event.importing.reader import read_sheets
from bobing_event.importing.roster import read_roster
from bobing_event.models import Event, ParticipantImport
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def preview_import(*, event: Event, file: File[bytes], by: User, now: datetime) -> ParticipantImport:
    """Reads a sheet, keeps it, and says what importing it would do. Nobody is changed.

    Refuses `file_too_large` (before anything is read), `already_imported`, `not_a_spreadsheet`,
    `spreadsheet_locked`, `no_name_column`, `two_name_columns` and `no_people`. Errors of rows are in the report.
    """
    _refuse_large(file)
    content = file.read()
    sha256 = hashlib.sha256(content).hexdigest()
    _refuse_imported(event, sha256)
    roster = read_roster(read_sheets(content))
    with transaction.atomic():
        plan = import_people(event=event, roster=roster, source=None, dry_run=True)
        upload = ParticipantImport.objects.select_for_update().filter(event=event, sha256=sha256).first()
        if upload is None:
            upload = ParticipantImport(event=event, sha256=sha256)
            upload.file.save(f"{sha256[:16]}{PurePath(file.name or '').suffix[:8]}", ContentFile(content), save=False)
        upload.file_name = PurePath(file.name or "").name[:255]
        upload.uploaded_by, upload.uploaded_at = by, now
        _keep(upload, plan)
    return upload


def refresh_preview(*, upload: ParticipantImport) -> ParticipantImport:
    """Says anew what importing a previewed sheet would do, since people may have changed."""
    with transaction.atomic():
        plan = _plan(upload, dry_run=True)
        _keep(upload, plan)
    return upload


@transaction.atomic
def commit_import(*, upload: ParticipantImport, by: User, now: datetime) -> ParticipantImport:
    """Imports everybody of a previewed sheet, or nobody.

    Locks the event, so that two commits follow one another. Refuses `already_imported`, `import_has_errors`, and
    `preview_outdated` where people have changed so that it would do something else than the preview showed.
    """
    event = Event.objects.select_for_update().get(pk=upload.event_id)
    upload = ParticipantImport.objects.select_for_update().get(pk=upload.pk)
    upload.event = event
    _refuse_imported(event, upload.sha256)
    if errors := upload.counts["errors"]:
        raise Refusal(
            "import_has_errors",
            _("%(errors)s rows have errors, so nobody was imported. Correct them in the sheet and upload it again.")
            % {"errors": errors},
            errors=errors,
        )
    plan = _plan(upload, dry_run=False)
    if (plan.counts, plan.report) != (upload.counts, upload.report):
        raise Refusal(
            "preview_outdated",
            _("The list of people has changed since this preview, so nobody was imported. Check the new preview."),
        )
    upload.state, upload.committed_at, upload.committed_by = ParticipantImport.State.COMMITTED, now, by
    upload.save(update_fields=["state", "committed_at", "committed_by"])
    counts = {key: upload.counts[key] for key in ("new", "changed", "unchanged")}
    record_action(
        event=event, by=by, now=now, action="people_imported", subject=upload.file_name, sha256=upload.sha256, **counts
    )
    return upload


def _plan(upload: ParticipantImport, *, dry_run: bool) -> Plan:
    with upload.file.open("rb") as file:
        roster = read_roster(read_sheets(file.read()))
    return import_people(event=upload.event, roster=roster, source=upload, dry_run=dry_run)


def _keep(upload: ParticipantImport, plan: Plan) -> None:
    upload.counts, upload.report = plan.counts, plan.report
    upload.save()


def _refuse_large(file: File[bytes]) -> None:
    most = settings.PARTICIPANT_UPLOAD_MAX_BYTES
    if file.size > most:
        raise Refusal(
            "file_too_large",
            _("The file has %(size)s; at most %(most)s can be imported. Keep only the list of people in it.")
            % {"size": _megabytes(file.size), "most": _megabytes(most)},
            status=413,
        )


def _megabytes(size: int) -> str:
    return f"{size / 2**20:.1f} MB"


def _refuse_imported(event: Event, sha256: str) -> None:
    done = ParticipantImport.objects.filter(event=event, sha256=sha256, state=ParticipantImport.State.COMMITTED).first()
    if done is not None and done.committed_at is not None:
        raise Refusal(
            "already_imported",
            _("This file was imported on %(time)s. Nothing was changed.")
            % {"time": formats.date_format(done.committed_at.astimezone(event.tz), "SHORT_DATETIME_FORMAT")},
            import_id=done.pk,
        )
