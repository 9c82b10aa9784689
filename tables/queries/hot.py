"""The statements on the path that every throw takes, composed once.

The ORM composes a statement anew at each call, which costs ten times what the database needs to answer these; so
they stand here as SQL, and PostgreSQL keeps their plans. Nothing else in the product needs this.
`Model.from_db` takes values in the order of the model's fields, so every statement selects them in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Field, Model

from bobing_event.models import Event, Participant, Session
from bobing_event.rows import moment_of
from tables.models import Entry, Seat, Table

TABLE_FIELDS = Table._meta.concrete_fields
TABLE_COLUMNS = ", ".join(f't."{field.column}"' for field in TABLE_FIELDS)
LOCKED_TABLE = f"""
    SELECT {TABLE_COLUMNS}, s.number, s.name, e.id, e.slug, e.name, e.entry_mode
    FROM tables_table t
    JOIN bobing_event_session s ON s.id = t.session_id
    JOIN bobing_event_event e ON e.id = s.event_id
    WHERE t.id = %s
"""  # noqa: S608 - column names of the model
NOTICED = """
    h.reason, h.called_at, g.seq, g.signed_at, g.disputed, g.countersigned_at,
    (SELECT COUNT(*) FROM tables_objection o WHERE o.table_id = {table} AND o.settled_at IS NULL)
"""
NOTICES_JOINED = """
    LEFT JOIN tables_helpcall h ON h.table_id = {table} AND h.answered_at IS NULL
    LEFT JOIN tables_signoff g ON g.table_id = {table}
         AND g.seq = (SELECT MAX(l.seq) FROM tables_signoff l WHERE l.table_id = {table})
"""
"""At most one row each: a table has one open call, and one sign-off an entry."""
NOTICES = f"""
    SELECT {NOTICED.format(table="t.id")}
    FROM tables_table t {NOTICES_JOINED.format(table="t.id")}
    WHERE t.id = %s
"""  # noqa: S608 - nothing but names of columns
SEATS = f"""
    SELECT s.id, s.table_id, s.number, s.participant_id, s.since, p.name, p.unit,
           EXISTS (SELECT 1 FROM tables_entry x WHERE x.table_id = s.table_id AND x.client_uuid IN ({{uuids}})),
           {NOTICED.format(table="s.table_id")}
    FROM tables_seat s
    JOIN bobing_event_participant p ON p.id = s.participant_id {NOTICES_JOINED.format(table="s.table_id")}
    WHERE s.table_id = %s
    ORDER BY s.number
"""  # noqa: S608 - nothing but names of columns
SEAT_FIELDS = ["id", "table_id", "number", "participant_id", "since"]
PERSON_FIELDS = ["id", "name", "unit"]
ENTRY_FIELDS = [field for field in Entry._meta.concrete_fields if not field.primary_key]
INSERT_ENTRIES = "INSERT INTO tables_entry ({columns}) VALUES {rows} RETURNING id"
NO_UUID = UUID(int=0)

Converter = Callable[[Any], Any]


def locked_row(pk: int) -> Table | None:
    """The table, its row locked until the transaction ends, with as much of session and event as a state shows."""
    lock = " FOR UPDATE OF t" if connection.features.has_select_for_update else ""
    rows = _fetched(LOCKED_TABLE + lock, [pk])
    if not rows:
        return None
    own = len(TABLE_FIELDS)
    table: Table = _made(Table, TABLE_FIELDS, rows[0][:own])
    number, name, event_pk, slug, event_name, entry_mode = rows[0][own:]
    event = Event.from_db(
        connection.alias, ["id", "slug", "name", "entry_mode"], [event_pk, slug, event_name, entry_mode]
    )
    table.session = Session.from_db(
        connection.alias, ["id", "event_id", "number", "name"], [table.session_id, event_pk, number, name]
    )
    table.session.event = event
    return table


@dataclass(frozen=True)
class Notices:
    """What stands beside a table's log: an open call for help, the last sign-off, how many objections are open."""

    help_reason: str | None = None
    help_called_at: datetime | None = None
    signed_seq: int | None = None
    signed_at: datetime | None = None
    disputed: bool = False
    countersigned_at: datetime | None = None
    objections: int = 0


@dataclass(frozen=True)
class Seated:
    """The seats by number with names and units, whether any of the UUIDs asked for is in the log, and the notices."""

    seats: dict[int, Seat]
    any_recorded: bool
    notices: Notices


def notices_of(pk: int) -> Notices:
    """The notices of a table; one query."""
    rows = _fetched(NOTICES, [pk])
    return _notices(rows[0]) if rows else Notices()


def seats_and_repeats(table: Table, uuids: Collection[UUID]) -> Seated:
    """Seats, repeats and notices; one query."""
    field = Entry._meta.get_field("client_uuid")
    asked = [field.get_db_prep_value(uuid, connection) for uuid in uuids or [NO_UUID]]
    rows = _fetched(SEATS.format(uuids=_marks(asked)), [*asked, table.pk])
    seats: dict[int, Seat] = {}
    for row in rows:
        *own, name, unit = row[: len(SEAT_FIELDS) + 2]
        seat = Seat.from_db(connection.alias, SEAT_FIELDS, own)
        seat.participant = Participant.from_db(connection.alias, PERSON_FIELDS, [seat.participant_id, name, unit])
        seats[seat.number] = seat
    if not rows:
        return Seated(seats, any_recorded=False, notices=Notices())
    found, *noticed = rows[0][len(SEAT_FIELDS) + 2 :]
    return Seated(seats, bool(found), _notices(noticed))


def _notices(row: Sequence[Any]) -> Notices:
    reason, called_at, seq, signed_at, disputed, countersigned_at, objections = row
    return Notices(
        reason, moment_of(called_at), seq, moment_of(signed_at), bool(disputed), moment_of(countersigned_at), objections
    )


def insert_entries(entries: Sequence[Entry]) -> None:
    """Adds rows to the log and gives the entries their ids; one statement."""
    values = [
        field.get_db_prep_save(getattr(entry, field.attname), connection) for entry in entries for field in ENTRY_FIELDS
    ]
    columns = ", ".join(f'"{field.column}"' for field in ENTRY_FIELDS)
    rows = ", ".join([f"({_marks(ENTRY_FIELDS)})"] * len(entries))
    for entry, (pk,) in zip(entries, _fetched(INSERT_ENTRIES.format(columns=columns, rows=rows), values), strict=True):
        entry.pk, entry._state.adding, entry._state.db = pk, False, connection.alias


def update_table(table: Table, names: Iterable[str]) -> None:
    """Writes the named fields of a locked table; one statement."""
    wanted = set(names)
    fields = [field for field in TABLE_FIELDS if field.name in wanted]
    values = [field.get_db_prep_save(getattr(table, field.attname), connection) for field in fields]
    columns = ", ".join(f'"{field.column}" = %s' for field in fields)
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE tables_table SET {columns} WHERE id = %s", [*values, table.pk])  # noqa: S608


def _fetched(statement: str, values: Sequence[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[Any] = cursor.fetchall()
    return rows


def _marks(values: Collection[Any]) -> str:
    return ", ".join(["%s"] * len(values))


def _made(model: type[Model], fields: Sequence[Field[Any, Any]], row: Sequence[Any]) -> Any:
    values = list(row)
    for at, convert in _converters(model, connection.vendor):
        values[at] = convert(values[at])
    return model.from_db(connection.alias, [field.attname for field in fields], values)


@cache
def _converters(model: type[Model], vendor: str) -> list[tuple[int, Converter]]:
    """What turns a column's value into the field's, where the database driver does not, by column."""
    columns = [(at, field, field.get_col(model._meta.db_table)) for at, field in enumerate(model._meta.concrete_fields)]
    return [
        (at, _bound(convert, column))
        for at, field, column in columns
        for convert in [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]
    ]


def _bound(convert: Callable[[Any, Any, Any], Any], column: Any) -> Converter:
    return lambda value: convert(value, column, connection)
