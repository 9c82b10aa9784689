"""The import-export resource of participants: typed, in bulk, and writing only what changes."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import tablib
from import_export import fields, resources, widgets
from import_export.instance_loaders import BaseInstanceLoader
from import_export.results import Result

from bobing_event.importing.rows import Finding, Person
from bobing_event.initials import initials_of
from bobing_event.models import Event, Participant, ParticipantImport, Session

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
        batch_size = 1000
        skip_unchanged = True
        # The base class would copy every instance to compare it; `skip_row` below compares the few values instead.
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
        self._created: list[Participant] = []
        self._changed: dict[str, dict[str, Any]] = {}
        self._sessions = self.fields["session"].widget = SessionWidget(sessions)
        for name in (*SHEET_FIELDS, "id", "missing"):  # cells are clean before they come here: nothing to convert
            self.fields[name].widget = widgets.Widget()
        self._columns: list[fields.Field] = []
        self._before: list[Any] | None = None

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

    def undo(self) -> dict[str, Any]:
        """Ids of whom the import made, and what the attributes it changed were and are: `{"created", "changed"}`."""
        return {"created": [person.pk for person in self._created], "changed": self._changed}

    def before_import(self, dataset: tablib.Dataset, **kwargs: Any) -> None:
        self._columns = [field for name, field in self.fields.items() if name in dataset.headers and name != "id"]

    def after_import(self, dataset: tablib.Dataset, result: Result, **kwargs: Any) -> None:
        """Leaves the id sequence alone. No id comes from a sheet, and the base class would set it back below
        the ids that another event's import has drawn but not yet committed.
        """

    def get_import_fields(self) -> list[fields.Field]:
        return self._columns

    def get_bulk_update_fields(self) -> list[str]:
        return [field.column_name for field in self._columns]

    def init_instance(self, row: Mapping[str, Any] | None = None) -> Participant:
        return Participant(event_id=self.event.pk, source_id=self.source.pk if self.source else None)

    def after_init_instance(self, instance: Participant, new: bool, row: OrderedDict[str, Any], **kwargs: Any) -> None:
        self._before = None if new else [field.get_value(instance) for field in self._columns]
        if new:
            self.new.append(row["at"])
            self._created.append(instance)

    def import_field(
        self,
        field: fields.Field,
        instance: Participant,
        row: OrderedDict[str, Any],
        is_m2m: bool = False,
        **kwargs: Any,
    ) -> None:
        if row[field.column_name] not in ("", None):
            field.save(instance, row, is_m2m, **kwargs)

    def skip_row(
        self, instance: Participant, original: None, row: OrderedDict[str, Any], import_validation_errors: Any = None
    ) -> bool:
        if self._before is None or import_validation_errors:
            return False
        changed = {
            field.column_name: [old, new]
            for field, old in zip(self._columns, self._before, strict=True)
            if (new := field.get_value(instance)) != old
        }
        if changed:
            self.changes[row["at"]] = changed
            attributes = {field.column_name: field.attribute for field in self._columns}
            self._changed[str(instance.pk)] = {attributes[name]: values for name, values in changed.items()}
        return not changed

    def bulk_create(
        self, using_transactions: bool, dry_run: bool, raise_errors: bool, batch_size: int | None = None,
        result: Result | None = None,
    ) -> None:  # fmt: skip
        """Nothing in a dry run: what the database would refuse was found by `matching`."""
        if dry_run:
            self.create_instances.clear()
        else:
            self._read_initials(self.create_instances)
            super().bulk_create(using_transactions, dry_run, raise_errors, batch_size, result)

    def bulk_update(
        self, using_transactions: bool, dry_run: bool, raise_errors: bool, batch_size: int | None = None,
        result: Result | None = None,
    ) -> None:  # fmt: skip
        """One upsert a batch: `bulk_update` builds a CASE a cell, which takes ten times as long."""
        if self.update_instances and not dry_run:
            self._read_initials(self.update_instances)
            Participant.objects.bulk_create(
                self.update_instances, batch_size, update_conflicts=True,
                unique_fields=["id"], update_fields=[*self.get_bulk_update_fields(), "initials"],
            )  # fmt: skip
        self.update_instances.clear()

    @staticmethod
    def _read_initials(people: list[Participant]) -> None:
        for person in people:
            person.initials = initials_of(person.name)
