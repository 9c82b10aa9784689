"""The last two steps of an import: a preview that changes nobody, and a commit of exactly that."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.importing import Roster, read_roster
from bobing_event.importing.choices import Choices
from bobing_event.importing.kept import drop_roster, keep_roster, kept_roster
from bobing_event.importing.plan import Plan, import_people
from bobing_event.jobs import Report
from bobing_event.models import Event, ParticipantImport
from bobing_event.queries import preview_digest, seated_people, sheets_of
from bobing_event.refusals import Refusal
from bobing_event.services.uploads import locked_upload, refuse_closed, refuse_imported

if TYPE_CHECKING:
    from django.contrib.auth.models import User

NAMED = 5
"""So many people a refusal names; it counts the others."""


def _unreported(done: int, total: int, stage: str) -> None:
    """Where nobody waits for a progress bar."""


def preview_import(*, upload: ParticipantImport, report: Report = _unreported) -> ParticipantImport:
    """Says what importing the file would do, as its sheets and columns were chosen. Nobody is changed.

    Refuses `import_closed`, `no_name_column`, `two_name_columns`, `no_people`, what reading the file does, and
    `not_previewed` where somebody else chooses anew meanwhile. Errors of rows are in the report.
    """
    refuse_closed(upload)
    upload = ParticipantImport.objects.get(pk=upload.pk)  # with the latest choices
    roster, choices = _roster(upload, report), upload.choices
    with transaction.atomic():
        upload = locked_upload(upload)
        refuse_closed(upload)
        if upload.choices != choices:
            raise _not_previewed()
        plan = import_people(event=upload.event, roster=roster, source=None, dry_run=True)
        upload.state = ParticipantImport.State.PREVIEWED
        upload.counts, upload.report = plan.counts, plan.report
        upload.save()
    return upload


def commit_import(
    *,
    upload: ParticipantImport,
    by: User,
    now: datetime,
    leave_out_errors: bool = False,
    mark_missing: bool = False,
    seen: str = "",
    report: Report = _unreported,
) -> ParticipantImport:
    """Imports everybody of a previewed file, or nobody; by choice everybody but the rows in error.

    `mark_missing` marks the people that the list has no longer. `seen` is the `preview_digest` of what was looked
    at, empty for the latest. Locks the event, so that commits and draws follow one another. Refuses `already_imported`,
    `not_previewed`, `import_has_errors`, `missing_people_seated`, and `preview_outdated` where it would do something
    else than that preview showed, since people or choices have changed: then there is a new preview.
    """
    try:
        return _commit(upload, by, now, leave_out_errors, mark_missing, seen, report)
    except IntegrityError:  # somebody was given a phone or ID number of the list in this very moment
        refusal = _outdated()
    except Refusal as refused:
        if refused.code != "preview_outdated":
            raise
        refusal = refused
    preview_import(upload=upload)
    raise refusal


def _commit(
    upload: ParticipantImport,
    by: User,
    now: datetime,
    leave_out_errors: bool,
    mark_missing: bool,
    seen: str,
    report: Report,
) -> ParticipantImport:
    refuse_imported(upload.event, upload.sha256)
    roster, choices = _roster(upload, report), upload.choices
    with transaction.atomic():
        upload = locked_upload(upload)
        refuse_imported(upload.event, upload.sha256)
        _refuse_unready(upload, leave_out_errors)
        plan = import_people(
            event=upload.event, roster=roster, source=upload, dry_run=False,
            leave_out_errors=leave_out_errors, mark_missing=mark_missing,
        )  # fmt: skip
        shown = upload.counts, upload.report, upload.choices
        if (plan.counts, plan.report, choices) != shown or seen not in ("", preview_digest(upload)):
            raise _outdated()
        _refuse_seated(upload.event, plan)
        _keep_commit(upload, plan, by, now, leave_out_errors=leave_out_errors, mark_missing=mark_missing)
    drop_roster(upload.sha256, choices)
    return upload


def _roster(upload: ParticipantImport, report: Report) -> Roster:
    report(0, 3, _("Reading the file"))
    roster = kept_roster(upload.sha256, upload.choices)
    if roster is None:
        sheets = sheets_of(upload)
        report(1, 3, _("Looking at every row"))
        roster = read_roster(sheets, Choices.from_json(upload.choices))
        keep_roster(upload.sha256, upload.choices, roster)
    report(2, 3, _("Comparing with the list of people"))
    return roster


def _not_previewed() -> Refusal:
    return Refusal("not_previewed", _("Look at the preview first: sheets or columns have been chosen anew."))


def _outdated() -> Refusal:
    return Refusal(
        "preview_outdated",
        _("The list of people has changed since this preview, so nobody was imported. Check the new preview."),
    )


def _refuse_unready(upload: ParticipantImport, leave_out_errors: bool) -> None:
    if upload.state != ParticipantImport.State.PREVIEWED:
        raise _not_previewed()
    rows = upload.counts["rows_in_error"]
    if rows and not leave_out_errors:
        raise Refusal(
            "import_has_errors",
            _("%(errors)s rows have errors, so nobody was imported. Correct them, or choose to leave these rows out.")
            % {"errors": rows},
            errors=rows,
        )


def _refuse_seated(event: Event, plan: Plan) -> None:
    """Nobody who has a seat is marked as missing unnoticed: the seat would stay and the person be waited for."""
    marked = set(plan.undo["missing"])
    if marked and (seated := [person for person in seated_people(event) if person.pk in marked]):
        raise Refusal(
            "missing_people_seated",
            _("Nobody was imported: %(names)s are no longer on the list but have a seat. Take them off their seats.")
            % {"names": named([person.name for person in seated])},
            people=[person.pk for person in seated],
        )


def named(names: list[str]) -> str:
    """The first few of many, and how many there are beside them."""
    shown = _(", ").join(names[:NAMED])
    more = len(names) - NAMED
    return _("%(names)s and %(more)s more") % {"names": shown, "more": more} if more > 0 else shown


def _keep_commit(upload: ParticipantImport, plan: Plan, by: User, now: datetime, **chosen: bool) -> None:
    counts = {key: plan.counts[key] for key in ("new", "changed", "unchanged")}
    record = record_action(
        event=upload.event, by=by, now=now, action="people_imported", subject=upload.file_name, sha256=upload.sha256,
        **counts, rows_in_error=plan.counts["rows_in_error"], missing=len(plan.undo["missing"]),
    )  # fmt: skip
    upload.state, upload.committed_at, upload.committed_by = ParticipantImport.State.COMMITTED, now, by
    upload.choices = {**upload.choices, **chosen}
    upload.undo = {**plan.undo, "record": record.pk}
    upload.save()
