"""What an import would do, or does: one pass over the roster through the resource, told as plain JSON."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import islice
from operator import attrgetter
from typing import Any

from import_export.results import Result, RowResult

from bobing_event.importing.matching import Matches, match_people
from bobing_event.importing.resource import BATCH, ParticipantResource
from bobing_event.importing.roster import Roster
from bobing_event.importing.rows import Finding
from bobing_event.models import Event, Participant, ParticipantImport

LISTED = 500
"""How many findings or changes of a kind a report lists; its counts count them all."""


@dataclass(frozen=True)
class Plan:
    """`counts` by `new changed unchanged missing errors rows_in_error warnings left_out`; `report` is the preview's.

    `errors` are all errors, however many the report lists. `undo` is what taking the import back needs, empty in a dry
    run: `{"created": [id], "changed": {id: {attribute: [old, new]}}, "missing": [id]}`, ids of `changed` as text.
    """

    counts: dict[str, int]
    report: dict[str, Any]
    errors: list[Finding]
    undo: dict[str, Any]


def import_people(
    *,
    event: Event,
    roster: Roster,
    source: ParticipantImport | None,
    dry_run: bool,
    leave_out_errors: bool = False,
    mark_missing: bool = False,
) -> Plan:
    """Runs the roster through the resource. Two queries to look, and when it is no dry run one a thousand people.

    Writes nothing where there are errors, unless `leave_out_errors` takes the others without them. `mark_missing`
    marks the people that the sheet has no longer, but for those who have checked in. The caller holds the transaction.
    """
    known = {person.pk: person for person in Participant.objects.filter(event=event)}
    matches = match_people(roster.people, known.values())
    resource = ParticipantResource(event=event, source=source, known=known, sessions=list(event.sessions.all()))
    people = roster.people
    errors = [
        *roster.errors,
        *matches.errors,
        *resource.unknown_sessions(people),
        *resource.taken_seats(people, matches.ids),
    ]
    writes = not dry_run and (leave_out_errors or not errors)
    in_error = {(finding.sheet, finding.row) for finding in errors}
    totals = Counter[str]()
    for dataset in _datasets(roster, matches, in_error, BATCH if writes else len(roster.people)):
        # The caller's transaction is undone where anything fails; a savepoint a batch would only cost time.
        result = resource.import_data(dataset, dry_run=not writes, raise_errors=False, use_transactions=False)
        if result.has_errors():  # a defect or a full disk, nothing the sheet is to blame for
            raise _first_error(result)
        totals.update(result.totals)
    missing = _missing(known, matches, roster)
    marked = _mark_missing(missing) if writes and mark_missing else []
    undo = {**resource.undo(), "missing": marked} if writes else {}
    counts = _counts(roster, matches, totals, errors, missing)
    return Plan(counts, _report(roster, matches, resource, errors, missing), errors, undo)


class Rows:
    """What a resource takes for a dataset: headers, a length, and rows. A `tablib.Dataset` checks and copies each row
    three times, which takes as long as all else in a dry run.
    """

    def __init__(self, headers: list[str], rows: list[tuple[Any, ...]]) -> None:
        self.headers, self._rows = headers, rows

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self._rows)


def _datasets(roster: Roster, matches: Matches, in_error: set[tuple[str, int]], batch: int) -> Iterator[Rows]:
    """The people without an error, a batch at a time: what was imported need not stay in memory.

    Who was marked as missing and is on the list again is missing no longer.
    """
    fields = sorted(roster.fields)
    values = attrgetter(*fields) if len(fields) > 1 else lambda person: (getattr(person, fields[0]),)
    for start in range(0, len(roster.people), max(batch, 1)):
        rows = [
            (at, matches.ids.get(at), *values(person), False)
            for at, person in enumerate(roster.people[start : start + batch], start)
            if not in_error or (person.sheet, person.row) not in in_error
        ]
        yield Rows(["at", "id", *fields, "missing"], rows)


def _first_error(result: Result) -> Exception:
    errors = [*result.base_errors, *(error for row in result.rows for error in row.errors)]
    found: Exception = errors[0].error
    return found


def _missing(known: Mapping[int, Participant], matches: Matches, roster: Roster) -> list[Participant]:
    """Who is known and not on the list. Walk-ins were on none; a name in a row in error may be theirs."""
    found = set(matches.ids.values())
    in_error = roster.names_in_error | {finding.value for finding in matches.errors}
    return [
        person
        for person in known.values()
        if person.pk not in found and not person.walk_in and person.name not in in_error
    ]


def _mark_missing(missing: list[Participant]) -> list[int]:
    """The ids of those who were not marked before. Who has checked in is here, whatever the list says."""
    marked = [person.pk for person in missing if not person.missing and person.checked_in_at is None]
    for start in range(0, len(marked), 1000):
        Participant.objects.filter(pk__in=marked[start : start + 1000]).update(missing=True)
    return marked


def _counts(
    roster: Roster, matches: Matches, totals: Mapping[str, int], errors: list[Finding], missing: list[Participant]
) -> dict[str, int]:
    return {
        "new": totals[RowResult.IMPORT_TYPE_NEW],
        "changed": totals[RowResult.IMPORT_TYPE_UPDATE],
        "unchanged": totals[RowResult.IMPORT_TYPE_SKIP],
        "missing": len(missing),
        "errors": len(errors),
        "rows_in_error": len({(finding.sheet, finding.row) for finding in errors}),
        "warnings": len(roster.warnings) + len(matches.warnings),
        "left_out": len(roster.left_out),
    }


def _report(
    roster: Roster,
    matches: Matches,
    resource: ParticipantResource,
    errors: list[Finding],
    missing: list[Participant],
) -> dict[str, Any]:
    warnings = sorted([*roster.warnings, *matches.warnings], key=lambda finding: (finding.sheet, finding.row))
    new = (roster.people[at] for at in resource.new)
    changes = (
        {"row": (person := roster.people[at]).row, "sheet": person.sheet, "name": person.name, "fields": changed}
        for at, changed in resource.changes.items()
    )
    return {
        "errors": [asdict(finding) for finding in errors[:LISTED]],
        "warnings": [asdict(finding) for finding in warnings[:LISTED]],
        "left_out": [asdict(left_out) for left_out in roster.left_out[:LISTED]],
        "changes": list(islice(changes, LISTED)),
        "new": [[person.row, person.name, person.phone, person.unit, person.sheet] for person in islice(new, LISTED)],
        "missing": [
            {"id": person.pk, "name": person.name, "unit": person.unit, "marked": person.missing}
            for person in missing[:LISTED]
        ],
        "columns": [[heading, field] for heading, field in roster.columns.items()],
        "unused": roster.unused,
        "digest": _digest(matches, resource, errors, missing),
    }


def _digest(matches: Matches, resource: ParticipantResource, errors: list[Finding], missing: list[Participant]) -> str:
    """SHA-256 of all that would be done, so that a commit is told from its preview beyond what the report lists."""
    done = [
        sorted(matches.ids.items()),
        resource.new,
        list(resource.changes.items()),
        [[finding.sheet, finding.row, finding.code] for finding in errors],
        [person.pk for person in missing],
    ]
    return hashlib.sha256(json.dumps(done, default=str).encode()).hexdigest()
