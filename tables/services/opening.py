"""Opening a table: who throws first, by which rules, with which pieces."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import NAMESPACE_OID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Event
from bobing_event.refusals import Refusal
from rules import Game, OpeningError, Ruleset, StartError, first_seat
from tables.chain import link
from tables.models import Entry, Piece, Seat, Table
from tables.queries import opening_hash_content, ruleset_of_event, seats_of, utc_text
from tables.queries.late import seats_to_keep
from tables.services.pieces import create_pieces
from tables.services.recording import record_entries
from tables.services.sentences import opening_refusal
from tables.services.snapshot import UPDATED, set_snapshot

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def locked_table(pk: int) -> Table:
    """The table's row, locked until the transaction ends. Every write to a table or its log begins here."""
    table = Table.objects.select_for_update(of=("self",)).select_related("session__event").filter(pk=pk).first()
    if table is None:
        raise Refusal("not_found", _("There is no such table."), status=404)
    return table


@transaction.atomic
def open_table(
    *,
    table: Table,
    by: User,
    now: datetime,
    first: int | None = None,
    thrower: int | None = None,
    total: int | None = None,
    absent: Collection[int] | None = None,
) -> Table:
    """Begin to play: `first` throws first, or whom the `total` of the opening dice ends on, thrown by `thrower`.

    Seats of people who have not come (`absent`) leave before the first throw, and may return (RULEBOOK §4.5). Where
    it is not said, they are those not checked in, if the event lets late guests in from the next round on. The event's
    ruleset is frozen here, so that all of its tables play by the same. Refuses `already_open`, `opening_missing`,
    `unknown_first_seat`, `unknown_thrower`, `impossible_total`, `no_seats`, `bad_stock`, `bad_ruleset`,
    `unknown_seat`, and `nobody_there` where everybody is absent.
    """
    table = locked_table(table.pk)
    if table.opening is not None:
        raise Refusal("already_open", _("Table %(table)s is open already.") % {"table": table.number})
    event = Event.objects.select_for_update(no_key=True).get(pk=table.session.event_id)
    table.session.event = event
    ruleset, seats = ruleset_of_event(event), seats_of(table)
    away = sorted(set(absent)) if absent is not None else seats_to_keep(event, seats) or []
    _refuse_empty(seats, away)
    first, game = _begin(ruleset, seats, event.piece_set, first, thrower, total)
    table.opening = {
        "ruleset": ruleset.to_json(),
        "digest": ruleset.digest,
        "seats": list(game.seats),
        "people": {str(seat.number): seat.participant_id for seat in seats},
        "first": first,
        "stock": event.piece_set,
        "thrower": thrower,
        "total": total,
        "opened_by": by.get_username(),
        "opened_at": utc_text(now),
    }
    table.opened_at, table.last_hash = now, link("", opening_hash_content(table))
    set_snapshot(table, game, {seat.number: seat for seat in seats})
    table.save(update_fields=["opening", "opened_at", *UPDATED])
    create_pieces(table, game)
    _freeze(event, ruleset)
    record_action(event=event, by=by, now=now, action="table_opened", subject=str(table), first=first, total=total)
    return _leave_empty(table, away, by, now) if away else table


@transaction.atomic
def take_back_opening(*, table: Table, by: User, now: datetime) -> Table:
    """Undo an opening, while nothing has been recorded but who was absent at it.

    Refuses `table_not_open`, `table_has_thrown`.

    The event's ruleset may be changed again once no table of it is open.
    """
    table = locked_table(table.pk)
    if table.opening is None:
        raise Refusal("table_not_open", _("Table %(table)s has not been opened.") % {"table": table.number})
    made_with_opening = {"kind": "leave", "received_at": table.opened_at}
    if Entry.objects.filter(table=table).exclude(**made_with_opening).exists():
        sentence = _("Table %(table)s has entries already. Correct them instead.")
        raise Refusal("table_has_thrown", sentence % {"table": table.number})
    event = Event.objects.select_for_update(no_key=True).get(pk=table.session.event_id)
    Piece.objects.filter(table=table).delete()
    Entry.objects.filter(table=table).delete()
    table.opening = table.opened_at = table.state = table.turn = table.last_entry_at = None
    table.phase, table.round, table.pieces_left, table.last_hash = Table.Phase.WAITING, 0, 0, ""
    table.seq = 0
    table.save(update_fields=["opening", "opened_at", "last_entry_at", *UPDATED])
    if not Table.objects.filter(session__event=event, opening__isnull=False).exists():
        event.frozen_ruleset, event.ruleset_digest = None, ""
        event.save(update_fields=["frozen_ruleset", "ruleset_digest"])
    record_action(event=event, by=by, now=now, action="table_opening_taken_back", subject=str(table))
    return table


def _refuse_empty(seats: list[Seat], absent: Collection[int]) -> None:
    if seats and {seat.number for seat in seats} <= set(absent):
        raise Refusal("nobody_there", _("Everybody of this table is marked absent. Somebody has to be there to throw."))


def _leave_empty(table: Table, absent: Collection[int], by: User, now: datetime) -> Table:
    entries = [
        {"client_uuid": str(uuid5(NAMESPACE_OID, f"{table.last_hash}/{seat}")), "kind": "leave", "seat": seat}
        for seat in absent
    ]
    recording = record_entries(table=table, entries=entries, by=by, now=now)
    if recording.refusal is not None:
        raise recording.refusal
    return locked_table(table.pk)


def _begin(
    ruleset: Ruleset,
    seats: list[Seat],
    stock: dict[str, Any],
    first: int | None,
    thrower: int | None,
    total: int | None,
) -> tuple[int, Game]:
    numbers = [seat.number for seat in seats]
    if first is None and total is None:
        raise Refusal("opening_missing", _("Choose who throws first, or enter the opening dice."), status=400)
    try:
        if first is None and total is not None:
            first = first_seat(ruleset, numbers, thrower, total)
        assert first is not None
        return first, Game.start(ruleset, numbers, first, stock)
    except (OpeningError, StartError) as error:
        raise opening_refusal(error) from error


def _freeze(event: Event, ruleset: Ruleset) -> None:
    if not event.is_frozen:
        event.frozen_ruleset, event.ruleset_digest = ruleset.to_json(), ruleset.digest
        event.save(update_fields=["frozen_ruleset", "ruleset_digest"])
