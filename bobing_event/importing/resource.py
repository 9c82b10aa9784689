"""The import-export resource of participants: typed, in bulk, and writing only what changes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import tablib
from import_export import fields, resources, widgets
from import_export.instance_loaders import BaseInstanceLoader
from import_export.results import Result, RowResult

from bobing_event.importing.rows import Finding, Person
from bobing_event.initials import initials_of
from bobing_event.models import Event, Participant, ParticipantImport, Session

BATCH = 1000
"""So many people are written at once."""

Changes = dict[str, list[Any]]
"""Old and new value by field."""

SHEET_FIELDS = (
    "name", "phone", "unit", "gender", "id_number", "ticket", "note", "party", "wanted_table", "wanted_seat",
    "proxy_name", "proxy_phone", "guardian_name", "guardian_phone",
)  # fmt: skip

_CHINESE_DIGITS = {digit: number for number, digit in enumerate("一二三四五六七八九十", 1)}


class SessionWidget(widgets.Widget):
    """A session's id from what a sheet calls it: its name, 2, 第2场 or 第二场."""

    def __init__(self, sessions: list[Session]) -> None:
        super().__init__()
        self._ids = {str(session.number): session.pk for session in sessions}
        self._ids.update({session.name: session.pk for session in sessions if session.name})

    def clean(self, value: Any, row: Mapping[str, Any] | None = None, **kwargs: Any) -> int:
        known = self._ids.get(value) or self._ids.get(self._number(value))
        if known is None:
            raise ValueError("unknown_session")
        return known

    @staticmethod
    def _number(value: str) -> str:
        found = re.search(r"\d+|[一二三四五六七八九十]", value)
        return str(_CHINESE_DIGITS.get(found[0], found[0])) if found else ""


class KnownPeople(BaseInstanceLoader):
    """Finds a row's participant among those loaded beforehand; no query a row."""

    def get_instance(self, row: Mapping[str, Any]) -> Participant | None:
        return self.resource.known.get(row["id"])


class ParticipantResource(resources.ModelResource):
    """Takes a dataset with the columns `at` (a number of the row), `id` (None for somebody new) and any of its fields.

    An empty cell never erases what is known. `new` has the `at` of everybody new, `changes` old and new values by `at`
    and field.
    """

    session = fields.Field("session_id", "session")

    class Meta:
        model = Participant
        fields = ("id", *SHEET_FIELDS, "session", "missing")
        import_id_fields = ("id",)
        instance_loader_class = KnownPeople
        use_bulk = True
        batch_size = BATCH
        skip_unchanged = True
        report_skipped = False
        skip_diff = True
        skip_html_diff = True

    def __init__(
        self,
        *,
        event: Event,
        source: ParticipantImport | None,
        known: Mapping[int, Participant],
        sessions: list[Session],
    ) -> None:
        super().__init__()
        self.event, self.source, self.known = event, source, known
        self.new: list[int] = []
        self.changes: dict[int, Changes] = {}
        self._created: list[int] = []
        self._changed: dict[str, dict[str, Any]] = {}
        self._sessions = self.fields["session"].widget = SessionWidget(sessions)
        self._columns: list[fields.Field] = []
        self._session = self.fields["session"]

    def unknown_sessions(self, people: Sequence[Person]) -> list[Finding]:
        """Everybody whose session the event does not have."""
        unknown = set()
        for value in {person.session for person in people if person.session}:
            try:
                self._sessions.clean(value)
            except ValueError:
                unknown.add(value)
        found = (person for person in people if person.session in unknown)
        return [Finding(person.row, "unknown_session", person.session, person.sheet) for person in found]

    def taken_seats(self, people: Sequence[Person], ids: Mapping[int, int]) -> list[Finding]:
        """Everybody whose fixed seat is that of somebody who is known and not on this list. `ids` as of `Matches`."""
        seated = [(at, person) for at, person in enumerate(people) if person.wanted_seat]
        if not seated:
            return []
        listed = set(ids.values())
        owners: dict[tuple[int | None, int | None, int | None], str] = {
            (one.session_id, one.wanted_table, one.wanted_seat): one.name
            for one in self.known.values()
            if one.wanted_seat and one.pk not in listed
        }
        found = []
        for at, person in seated:
            owner = owners.get((self._session_id(person, ids.get(at)), person.wanted_table, person.wanted_seat))
            if owner is not None:
                value = f"{person.wanted_table}-{person.wanted_seat} {owner}"
                found.append(Finding(person.row, "seat_taken", value, person.sheet))
        return found

    def _session_id(self, person: Person, known: int | None) -> int | None:
        try:
            if person.session:
                return self._sessions.clean(person.session)
        except ValueError:
            return None
        return self.known[known].session_id if known is not None else None

    def undo(self) -> dict[str, Any]:
        """Ids of whom the import made, and what the attributes it changed were and are: `{"created", "changed"}`."""
        return {"created": self._created, "changed": self._changed}

    def before_import(self, dataset: tablib.Dataset, **kwargs: Any) -> None:
        self._columns = [field for name, field in self.fields.items() if name in dataset.headers and name != "id"]

    def after_import(self, dataset: tablib.Dataset, result: Result, **kwargs: Any) -> None:
        """Leaves the id sequence alone. No id comes from a sheet, and the base class would set it back below
        the ids that another event's import has drawn but not yet committed.
        """

    def get_bulk_update_fields(self) -> list[str]:
        return [field.column_name for field in self._columns]

    def import_row(
        self, row: Mapping[str, Any], instance_loader: BaseInstanceLoader, *, dry_run: bool, **kwargs: Any
    ) -> RowResult:
        """One person, known or new. The base class asks every field of every row a dozen questions whose answers are
        known here; without them 10,000 rows take a fifth of the time, and a dry run makes no instances.
        """
        result, person = RowResult(), instance_loader.get_instance(row)
        values = {
            field.attribute: field.clean(row) if field is self._session else row[field.column_name]
            for field in self._columns
            if row[field.column_name] not in ("", None)
        }
        if person is None:
            result.import_type = RowResult.IMPORT_TYPE_NEW
            self.new.append(row["at"])
            if not dry_run:
                self.create_instances.append(self._new_person(values))
        elif self._change(person, values, row["at"]):
            result.import_type = RowResult.IMPORT_TYPE_UPDATE
            self.update_instances.append(person)
        else:
            result.import_type = RowResult.IMPORT_TYPE_SKIP
        return result

    def _new_person(self, values: dict[str, Any]) -> Participant:
        source = self.source.pk if self.source else None
        return Participant(event_id=self.event.pk, source_id=source, initials=initials_of(values["name"]), **values)

    def _change(self, person: Participant, values: dict[str, Any], at: int) -> bool:
        """Gives a known person what is new, and notes what was; whether anything is."""
        changed = {key: [old, new] for key, new in values.items() if (old := getattr(person, key)) != new}
        for key, (_old, new) in changed.items():
            setattr(person, key, new)
        if changed:
            columns = {field.attribute: field.column_name for field in self._columns}
            self.changes[at] = {columns[key]: values for key, values in changed.items()}
            self._changed[str(person.pk)] = changed
            person.initials = initials_of(person.name)
        return bool(changed)

    def bulk_create(
        self, using_transactions: bool, dry_run: bool, raise_errors: bool, batch_size: int | None = None,
        result: Result | None = None,
    ) -> None:  # fmt: skip
        """Keeps the ids alone: ten thousand people in memory would slow everything down."""
        people = list(self.create_instances)
        super().bulk_create(using_transactions, dry_run, raise_errors, batch_size, result)
        self._created += [person.pk for person in people]

    def bulk_update(
        self, using_transactions: bool, dry_run: bool, raise_errors: bool, batch_size: int | None = None,
        result: Result | None = None,
    ) -> None:  # fmt: skip
        """One upsert a batch: `bulk_update` builds a CASE a cell, which takes ten times as long."""
        if self.update_instances and not dry_run:
            Participant.objects.bulk_create(
                self.update_instances, batch_size, update_conflicts=True,
                unique_fields=["id"], update_fields=[*self.get_bulk_update_fields(), "initials"],
            )  # fmt: skip
        self.update_instances.clear()
