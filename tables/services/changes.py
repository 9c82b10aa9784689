"""What all changes of seats share: the lock they take turns by, the rows they write, the record they leave."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Session
from bobing_event.refusals import Refusal
from tables.models import Seat, SeatChange
from tables.moving import Hall, Move, Place

if TYPE_CHECKING:
    from django.contrib.auth.models import User

REASON_LENGTH = 200


def locked_session(session: Session) -> Session:
    """The session's row, locked: changes of its seats take turns. Before any table of it is locked."""
    sessions = Session.objects.select_for_update(of=("self",), no_key=True).select_related("event")
    return sessions.get(pk=session.pk)


def record_change(
    *,
    session: Session,
    kind: str,
    moves: list[dict[str, Any]],
    by: User,
    now: datetime,
    reason: str = "",
    facts: dict[str, Any] | None = None,
) -> SeatChange:
    """The row and the audit record of a change that was done; inside the caller's transaction."""
    change = SeatChange.objects.create(
        session=session, kind=kind, moves=moves, facts=facts or {}, reason=reason.strip()[:REASON_LENGTH],
        made_by=by, made_at=now,
    )  # fmt: skip
    record_action(
        event=session.event, by=by, now=now, action="seats_changed", subject=str(session),
        kind=str(SeatChange.Kind(kind).value), moves=len(moves), reason=change.reason,
        seed=change.facts.get("seed", ""),
    )  # fmt: skip
    return change


def numbered(hall: Hall, moves: Sequence[Move]) -> list[dict[str, Any]]:
    """Moves as a `SeatChange` keeps them, with the tables' numbers."""

    def place(place: Place | None) -> list[int] | None:
        return [hall.tables[place.table].number, place.seat] if place else None

    return [{"participant": move.person, "from": place(move.source), "to": place(move.target)} for move in moves]


def move_people(moves: Sequence[Move]) -> None:
    """Write moves between tables that wait; at most three queries. Their tables are locked."""
    sources = [move.source for move in moves if move.source]
    held = Seat.objects.filter(table__in={place.table for place in sources}).values_list("table_id", "number", "pk")
    rows = {(table, number): pk for table, number, pk in held}
    Seat.objects.filter(pk__in=[rows[place] for place in sources]).delete()
    Seat.objects.bulk_create(
        Seat(table_id=move.target.table, number=move.target.seat, participant_id=move.person)
        for move in moves
        if move.target
    )


def outdated() -> Refusal:
    """The refusal of taking back what does not stand any more."""
    sentence = _("The seats have changed since, or a table has been opened: this change cannot be taken back any more.")
    return Refusal("change_outdated", sentence)
