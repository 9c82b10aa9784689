"""Guests who come after the draw: to a table that waits, or to a seat of an open one that was kept free."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import NAMESPACE_OID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.models import Event, LateArrivals, Participant
from bobing_event.refusals import Refusal
from tables.models import Seat, SeatChange, Table
from tables.moving.changes import table_full
from tables.moving.hall import HallTable
from tables.queries import effective, ruleset_of_event
from tables.services.book import Book
from tables.services.changes import record_change
from tables.services.opening import locked_table
from tables.services.recording import record_entries
from tables.services.reseating import take_seat

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def seat_participant(
    *,
    table: Table,
    participant: Participant,
    by: User,
    now: datetime,
    beyond_full: bool = False,
) -> Seat:
    """Seat a late or uninvited guest.

    At a table that waits, at the lowest free number; with `beyond_full` one person more than the ruleset's seats may
    sit down. At an open table, where the event lets late guests in from the next round on (RULEBOOK §4.5): at the
    guest's own seat, which stood empty, or at that of somebody who never came. Refuses `not_found` for somebody of
    another event, `already_seated` in this session, `table_full`, `already_open` where guests come until the first
    throw only, `table_ended`, and `no_free_seat` where everybody of an open table came.
    """
    table = locked_table(table.pk)
    participant = Participant.objects.select_for_update(of=("self",)).get(pk=participant.pk)  # one seat at a time
    event = table.session.event
    if participant.event_id != event.pk:
        raise Refusal("not_found", _("There is no such person in this event."), status=404)
    own = Seat.objects.filter(participant=participant, table__session=table.session).select_related("table").first()
    if table.opening is not None:
        _refuse_closed(table, event)
        return _seat_at_open_table(table, participant, own, by, now)
    if own is not None:
        raise _already_seated(participant, own)
    people = dict(Seat.objects.filter(table=table).values_list("number", "participant_id"))
    if len(people) >= ruleset_of_event(event).seats + int(beyond_full):
        raise table_full(HallTable(table.pk, table.number, people))
    seat = Seat.objects.create(
        table=table, number=HallTable(table.pk, table.number, people).free_seat(), participant=participant
    )
    _record(table, seat, by, now)
    return seat


def _refuse_closed(table: Table, event: Event) -> None:
    if table.has_ended:
        raise Refusal(
            "table_ended", _("Table %(table)s has ended; its seats stay as they are.") % {"table": table.number}
        )
    if event.late_arrivals != LateArrivals.NEXT_ROUND:
        raise Refusal("already_open", _("Table %(table)s is open already.") % {"table": table.number})


def _already_seated(participant: Participant, seat: Seat) -> Refusal:
    facts = {"name": participant.name, "seat": str(seat)}
    return Refusal("already_seated", _("%(name)s sits at %(seat)s already.") % facts)


def _seat_at_open_table(table: Table, participant: Participant, own: Seat | None, by: User, now: datetime) -> Seat:
    """The kept seat returns to the game; where it was somebody else's, the log says so first."""
    book = Book(table=table, uuids=(), by=by, device=None, now=now)
    client_uuid = uuid5(NAMESPACE_OID, f"{table.last_hash}/{participant.pk}")  # each state of a log has its own
    assert book.game is not None
    mine = own is not None and own.table_id == table.pk and own.number in book.game.left
    if own is not None and not mine:
        raise _already_seated(participant, own)
    seat = book.seats[own.number] if own is not None else _kept_seat(book)
    absent = seat.participant_id
    if own is None:
        reason = _("came late")
        take_seat(book=book, seat=seat.number, participant=participant.pk, reason=reason, client_uuid=client_uuid)
    back = {"client_uuid": str(uuid5(client_uuid, "return")), "kind": "return", "seat": seat.number}
    recording = record_entries(table=table, entries=[back], by=by, now=now)
    if recording.refusal is not None:
        raise recording.refusal
    seat = Seat.objects.select_related("table", "participant").get(pk=seat.pk)
    _record(table, seat, by, now, instead_of=None if own else absent)
    return seat


def _kept_seat(book: Book) -> Seat:
    """The first seat that left before it ever played, of somebody who has not come. Refuses `no_free_seat`."""
    assert book.game is not None
    played = {entry.seat for entry in effective(book.log()) if entry.kind != "leave"}
    people = [seat.participant_id for seat in book.seats.values()]
    here = set(Participant.objects.filter(pk__in=people, checked_in_at__isnull=False).values_list("pk", flat=True))
    for number, seat in sorted(book.seats.items()):
        if number in book.game.left and number not in played and seat.participant_id not in here:
            return seat
    sentence = _("No seat of table %(table)s was kept for somebody who has not come.")
    raise Refusal("no_free_seat", sentence % {"table": book.table.number})


def _record(table: Table, seat: Seat, by: User, now: datetime, instead_of: int | None = None) -> None:
    place = [table.number, seat.number]
    moves = [{"participant": seat.participant_id, "from": None, "to": place}]
    if instead_of is not None:
        moves.append({"participant": instead_of, "from": place, "to": None})
    record_change(session=table.session, kind=SeatChange.Kind.LATE, moves=moves, by=by, now=now)
