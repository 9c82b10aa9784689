"""Seats changed by hand before a table is open: previewed, then then done exactly so or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.models import Device, Session
from bobing_event.refusals import Refusal
from tables.models import SeatChange, Table
from tables.moving import Change, DissolveTable, Hall
from tables.queries.hall import HurtWish, PersonMove, TableSizes, hall_of, hurt_wishes, person_moves, table_sizes_of
from tables.services.changes import locked_session, move_people, numbered, record_change
from tables.services.dependents import refuse_tables_in_use

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class Preview:
    """What a change would do. `digest` is asked for when it is done: then nobody has moved in between."""

    moves: list[PersonMove]
    tables: list[TableSizes]
    hurt: list[HurtWish]
    digest: str


def preview_change(*, session: Session, change: Change) -> Preview:
    """Plan a change without doing it. Refuses what the change's `moves` and `Hall` refuse, and `other_session`."""
    hall = hall_of(session)
    _refuse_elsewhere(session, hall, change.tables)
    moves = change.moves(hall)
    return Preview(
        moves=person_moves(hall, moves),
        tables=table_sizes_of(hall, moves, _dissolved(change)),
        hurt=hurt_wishes(session, hall, moves),
        digest=hall.digest(moves),
    )


@transaction.atomic
def change_seats(
    *, session: Session, change: Change, digest: str, by: User, now: datetime, reason: str = ""
) -> SeatChange:
    """Do what was previewed: all moves or none.

    Refuses what the preview refuses, and `seats_changed` where the same change would not be the one of the digest.
    """
    session = locked_session(session)
    hall = hall_of(session, locked=True)
    _refuse_elsewhere(session, hall, change.tables)
    moves = change.moves(hall)
    if hall.digest(moves) != digest:
        sentence = _(
            "Somebody changed seats here meanwhile. Nothing was done: look at the new preview and confirm again."
        )
        raise Refusal("seats_changed", sentence)
    move_people(moves)
    facts: dict[str, Any] = {"seed": change.seed.hex()} if change.seed else {}
    dissolved = _dissolved(change)
    if dissolved is not None:
        facts["dissolved"] = _dissolve(dissolved, now)
    return record_change(
        session=session, kind=change.kind, moves=numbered(hall, moves), facts=facts, by=by, now=now, reason=reason
    )


def _refuse_elsewhere(session: Session, hall: Hall, tables: Sequence[int]) -> None:
    """Every named table must be of this session."""
    strange = [pk for pk in tables if pk not in hall.tables and pk not in hall.closed]
    if not strange:
        return
    if Table.objects.filter(pk__in=strange, session__event=session.event_id).count() == len(strange):
        raise Refusal("other_session", _("This table belongs to another session. People move within one session."))
    raise Refusal("not_found", _("There is no such table."), status=404)


def _dissolved(change: Change) -> int | None:
    return change.table if isinstance(change, DissolveTable) else None


def _dissolve(pk: int, now: datetime) -> dict[str, Any]:
    """The table goes, and its tablets with it; what making it again needs stays."""
    table = Table.objects.get(pk=pk)
    refuse_tables_in_use([table])
    Device.objects.filter(table_id=pk, revoked_at__isnull=True).update(revoked_at=now)
    kept = {"id": pk, "number": table.number, "referee": table.referee_id}
    table.delete()
    return kept
