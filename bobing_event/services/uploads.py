"""The first two steps of an import: a file is kept as it came, then its sheets and columns are chosen."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.db import transaction
from django.utils import formats
from django.utils.translation import gettext as _

from bobing_event.importing.choices import Choices, SheetChoice
from bobing_event.importing.reader import Sheet, read_sheets
from bobing_event.importing.survey import SheetSurvey, chosen_headings, survey_sheets
from bobing_event.jobs import Report
from bobing_event.models import Event, ParticipantImport
from bobing_event.queries.imports import is_large_file, sheets_of
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def upload_sheet(*, event: Event, file: File[bytes], by: User, now: datetime) -> ParticipantImport:
    """Keeps a file with its hash, who brought it and when, and looks at its sheets. The same file again is the same
    import, with all that was chosen for it.

    A large file is left to `survey_import`. Refuses `empty_file`, `file_too_large` (before
    anything is read), `already_imported`, `no_people` and what `read_sheets` does; a refused file is not kept.
    """
    _refuse_size(file)
    content = file.read()
    sha256 = hashlib.sha256(content).hexdigest()
    refuse_imported(event, sha256)
    choices = Choices(mapping=event.column_mapping)
    survey = _surveyed(read_sheets(content, file.name or ""), choices) if not is_large_file(len(content)) else []
    with transaction.atomic():
        # One file brought by two people at once is one import.
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        upload = ParticipantImport.objects.filter(event=event, sha256=sha256, state__in=ParticipantImport.OPEN).first()
        if upload is None:
            upload = ParticipantImport(
                event=event, sha256=sha256, state=ParticipantImport.State.UPLOADED, survey=survey,
                choices=choices.to_json(),
            )  # fmt: skip
            upload.file.save(f"{sha256[:16]}{PurePath(file.name or '').suffix[:8]}", ContentFile(content), save=False)
        upload.file_name = PurePath(file.name or "").name[:255]
        upload.uploaded_by, upload.uploaded_at = by, now
        upload.save()
    return upload


def survey_import(*, upload: ParticipantImport, report: Report) -> ParticipantImport:
    """Looks at the sheets of a large file that was kept unread. Refuses `no_people` and what `read_sheets` does."""
    report(0, 1, _("Reading the file"))
    choices = Choices.from_json(upload.choices)
    upload.survey = _surveyed(sheets_of(upload), choices)
    upload.save(update_fields=["survey"])
    return upload


def choose_columns(
    *, upload: ParticipantImport, sheets: Mapping[str, SheetChoice], draft: bool = False
) -> ParticipantImport:
    """Sets which sheets are used, where their headings stand and what each column is, and has the event remember the
    columns. A preview made before is gone. A `draft` may be incomplete and is not remembered.

    Refuses `import_closed`, `no_sheet_chosen`, and with the `sheet` (and `column`) that is meant `no_name_column`,
    `column_twice` and `unknown_sheet`.
    """
    with transaction.atomic():
        upload = locked_upload(upload)
        event = upload.event
        refuse_closed(upload)
        choices = Choices(sheets, Choices.from_json(upload.choices).mapping)
        surveys = survey_sheets(sheets_of(upload), choices)
        _refuse_unknown_sheets(surveys, sheets)
        if not draft:
            _refuse_incomplete(surveys, sheets)
            event.column_mapping = {**event.column_mapping, **chosen_headings(surveys, choices)}
            event.save(update_fields=["column_mapping"])
        upload.choices, upload.survey = choices.to_json(), [asdict(survey) for survey in surveys]
        upload.state, upload.counts, upload.report = ParticipantImport.State.UPLOADED, {}, {}
        upload.save()
    return upload


def locked_upload(upload: ParticipantImport) -> ParticipantImport:
    """The import, locked with its event and the event's sessions, so that it and commits and draws follow one another.

    The locks leave room for who only refers to the event: people are checked in meanwhile.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=upload.event_id)
    list(event.sessions.select_for_update(no_key=True))
    upload = ParticipantImport.objects.select_for_update(no_key=True).get(pk=upload.pk)
    upload.event = event
    return upload


def refuse_closed(upload: ParticipantImport) -> None:
    """Nothing is chosen or previewed any more for what was imported."""
    if upload.state not in ParticipantImport.OPEN:
        raise Refusal("import_closed", _("This file was imported already. Upload the corrected list as a new file."))


def refuse_imported(event: Event, sha256: str) -> None:
    done = ParticipantImport.objects.filter(event=event, sha256=sha256, state=ParticipantImport.State.COMMITTED).first()
    if done is not None and done.committed_at is not None:
        raise Refusal(
            "already_imported",
            _("This file was imported on %(time)s. Nothing was changed.")
            % {"time": formats.date_format(done.committed_at.astimezone(event.tz), "SHORT_DATETIME_FORMAT")},
            import_id=done.pk,
        )


def _surveyed(sheets: Sequence[Sheet], choices: Choices) -> list[dict[str, Any]]:
    surveys = survey_sheets(sheets, choices)
    if all(survey.reason == "empty" for survey in surveys):
        raise Refusal("no_people", _("There is a header, but nobody below it."), status=400)
    return [asdict(survey) for survey in surveys]


def _refuse_size(file: File[bytes]) -> None:
    most = settings.PARTICIPANT_UPLOAD_MAX_BYTES
    if not file.size:
        raise Refusal("empty_file", _("The file is empty. Save the list once more and upload that file."), status=400)
    if file.size > most:
        raise Refusal(
            "file_too_large",
            _("The file has %(size)s; at most %(most)s can be imported. Keep only the list of people in it.")
            % {"size": _megabytes(file.size), "most": _megabytes(most)},
            status=413,
        )


def _megabytes(size: int) -> str:
    return f"{size / 2**20:.1f} MB"


def _refuse_unknown_sheets(surveys: Sequence[SheetSurvey], sheets: Mapping[str, SheetChoice]) -> None:
    if unknown := sheets.keys() - {survey.title for survey in surveys}:
        sentence = _("The file has no sheet called %(title)s.") % {"title": min(unknown)}
        raise Refusal("unknown_sheet", sentence, status=400)


def _refuse_incomplete(surveys: Sequence[SheetSurvey], sheets: Mapping[str, SheetChoice]) -> None:
    for survey in surveys:
        choice = sheets.get(survey.title, SheetChoice())
        if choice.use is not False:
            _refuse_column_twice(survey.title, choice)
        if choice.use and survey.reason == "no_names":
            sentence = _("No column of this sheet is taken for the name. Choose the one that holds names.")
            raise Refusal("no_name_column", sentence, status=400, sheet=survey.title)
    if not any(survey.used for survey in surveys):
        sentence = _("No sheet is chosen. Choose the one that holds people, and the column of their names.")
        raise Refusal("no_sheet_chosen", sentence, status=400)


def _refuse_column_twice(title: str, choice: SheetChoice) -> None:
    taken: set[str] = set()
    for column, field in sorted(choice.columns.items()):
        if field in taken:
            raise Refusal(
                "column_twice",
                _("Two columns are taken for the same. Choose one of them, and “do not import” for the other."),
                status=400,
                sheet=title,
                column=column,
            )
        if field:
            taken.add(field)
