"""The reads on the path that every throw takes, as statements that are written once.

The ORM composes a statement anew at each call, which costs ten times what the database needs to answer these; so
they stand here as SQL and `raw()` makes the models of the rows. Nothing else in the product needs this.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.db import connection

from bobing_event.models import Event, Participant, Session
from tables.models import Entry, Seat, Table

TABLE_COLUMNS = ", ".join(f't."{field.column}"' for field in Table._meta.concrete_fields)
LOCKED_TABLE = f"""
    SELECT {TABLE_COLUMNS}, s.number AS session_number, s.name AS session_name,
           e.id AS event_pk, e.slug AS event_slug, e.name AS event_name
    FROM tables_table t
    JOIN bobing_event_session s ON s.id = t.session_id
    JOIN bobing_event_event e ON e.id = s.event_id
    WHERE t.id = %s
"""  # noqa: S608 - column names of the model
SEATS = """
    SELECT s.id, s.number, s.table_id, s.participant_id, s.since, p.name AS person_name, p.unit AS person_unit,
           EXISTS (SELECT 1 FROM tables_entry x WHERE x.table_id = s.table_id AND x.client_uuid IN ({uuids}))
               AS any_recorded
    FROM tables_seat s
    JOIN bobing_event_participant p ON p.id = s.participant_id
    WHERE s.table_id = %s
    ORDER BY s.number
"""
NO_UUID = UUID(int=0)


def locked_row(pk: int) -> Table | None:
    """The table, its row locked until the transaction ends, with as much of session and event as a state shows."""
    lock = " FOR UPDATE OF t" if connection.features.has_select_for_update else ""
    rows: list[Any] = list(Table.objects.raw(LOCKED_TABLE + lock, [pk]))
    if not rows:
        return None
    table = rows[0]
    event = Event.from_db(table._state.db, ["id", "slug", "name"], [table.event_pk, table.event_slug, table.event_name])
    table.session = Session.from_db(
        table._state.db,
        ["id", "event_id", "number", "name"],
        [table.session_id, table.event_pk, table.session_number, table.session_name],
    )
    table.session.event = event
    found: Table = table
    return found


def seats_and_repeats(table: Table, uuids: Collection[UUID]) -> tuple[dict[int, Seat], bool]:
    """The seats by number with names and units, and whether any of the client UUIDs is in the log; one query."""
    field = Entry._meta.get_field("client_uuid")
    asked = [field.get_db_prep_value(uuid, connection) for uuid in uuids or [NO_UUID]]
    statement = SEATS.format(uuids=", ".join(["%s"] * len(asked)))
    seats: dict[int, Seat] = {}
    any_recorded = False
    rows: Iterable[Any] = Seat.objects.raw(statement, [*asked, table.pk])
    for seat in rows:
        seat.participant = Participant.from_db(
            seat._state.db, ["id", "name", "unit"], [seat.participant_id, seat.person_name, seat.person_unit]
        )
        seats[seat.number] = seat
        any_recorded = bool(seat.any_recorded)
    return seats, any_recorded
