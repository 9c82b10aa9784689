"""What an import would do, or does: one pass over the roster through the resource, told as plain JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import tablib
from import_export.results import Result, RowResult

from bobing_event.importing.matching import Matches, match_people
from bobing_event.importing.resource import ParticipantResource
from bobing_event.importing.roster import Roster
from bobing_event.importing.rows import Finding
from bobing_event.models import Event, Participant, ParticipantImport

LISTED = 500
"""How many findings or changes of a kind a report lists; its counts count them all."""


@dataclass(frozen=True)
class Plan:
    """`counts` by `new changed unchanged missing errors warnings left_out`; `report` is what a preview lists."""

    counts: dict[str, int]
    report: dict[str, Any]


def import_people(*, event: Event, roster: Roster, source: ParticipantImport | None, dry_run: bool) -> Plan:
    """Runs the roster through the resource. Two queries to look, and when it is no dry run one a thousand people.

    The caller holds the transaction, and undoes it where the plan has errors.
    """
    known = {person.pk: person for person in Participant.objects.filter(event=event)}
    matches = match_people(roster.people, known.values())
    resource = ParticipantResource(event=event, source=source, known=known, sessions=list(event.sessions.all()))
    result = resource.import_data(_dataset(roster, matches), dry_run=dry_run, raise_errors=False, use_transactions=True)
    if result.has_errors():  # a defect or a full disk, nothing the sheet is to blame for
        raise _first_error(result)
    errors = [*roster.errors, *matches.errors, *_invalid_rows(roster, result)]
    return _plan(roster, matches, resource, result, errors, missing=len(known) - len(matches.ids))


def _dataset(roster: Roster, matches: Matches) -> tablib.Dataset:
    fields = sorted(roster.fields)
    dataset = tablib.Dataset(headers=["at", "id", *fields])
    for at, person in enumerate(roster.people):
        dataset.append([at, matches.ids.get(at), *(getattr(person, field) for field in fields)])
    return dataset


def _invalid_rows(roster: Roster, result: Result) -> list[Finding]:
    """The only value that depends on the event is the session."""
    invalid = ((at, row) for at, row in enumerate(result.rows) if row.import_type == RowResult.IMPORT_TYPE_INVALID)
    people = (roster.people[at] for at, _row in invalid)
    return [Finding(person.row, "unknown_session", person.session, person.sheet) for person in people]


def _first_error(result: Result) -> Exception:
    errors = [*result.base_errors, *(error for row in result.rows for error in row.errors)]
    found: Exception = errors[0].error
    return found


def _plan(
    roster: Roster, matches: Matches, resource: ParticipantResource, result: Result, errors: list[Finding], missing: int
) -> Plan:
    warnings = sorted([*roster.warnings, *matches.warnings], key=lambda finding: (finding.sheet, finding.row))
    new = [person for at, person in enumerate(roster.people) if at not in matches.ids]
    changes = [
        {"row": (person := roster.people[at]).row, "sheet": person.sheet, "name": person.name, "fields": changed}
        for at, changed in resource.changes.items()
    ]
    counts = {
        "new": result.totals[RowResult.IMPORT_TYPE_NEW],
        "changed": result.totals[RowResult.IMPORT_TYPE_UPDATE],
        "unchanged": result.totals[RowResult.IMPORT_TYPE_SKIP],
        "missing": missing,
        "errors": len(errors),
        "warnings": len(warnings),
        "left_out": len(roster.left_out),
    }
    report = {
        "errors": [asdict(finding) for finding in errors[:LISTED]],
        "warnings": [asdict(finding) for finding in warnings[:LISTED]],
        "left_out": [asdict(left_out) for left_out in roster.left_out[:LISTED]],
        "changes": changes[:LISTED],
        "new": [[person.row, person.name, person.phone, person.unit, person.sheet] for person in new[:LISTED]],
        "columns": [[heading, field] for heading, field in roster.columns.items()],
        "unused": roster.unused,
    }
    return Plan(counts, report)
