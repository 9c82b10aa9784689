"""People found in the wrong seats when a table plays already: who sat where is put right in the log.

The game is played by seats and stays as it is; what changes is whose a seat is, from an entry on (1: from the first).
Throws, pieces and the championship of that seat from there on become the other person's
(`tables.queries.occupancy`). Both people change at once, or none does.

After a table's end this is allowed only while nothing was made of its result: no play-off of it drawn, no certificate
made (`tables.services.dependents`). Otherwise `table_ended`: undo that first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from django.db import connection, transaction
from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from tables.models import Entry, Seat, SeatChange, Table
from tables.models.entry import RESEAT, VOID
from tables.queries import effective, log_of
from tables.queries.occupancy import concerns_seats, occupancy_of
from tables.queries.reseating import SwapPreview, swap_end, swap_preview
from tables.services.asked import Asked
from tables.services.batch import refuse_reused
from tables.services.book import Book
from tables.services.changes import locked_session, outdated, record_change
from tables.services.dependents import refuse_results_in_use, tell_corrected
from tables.services.owners import write_owners
from tables.services.sentences import malformed

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class Side:
    """One of the two seats, and the entry from which on the other person held it."""

    table: Table
    seat: int
    since: int = 1


@transaction.atomic
def swap_people(
    *,
    table: Table,
    seat: int,
    other_table: Table,
    other_seat: int,
    by: User,
    now: datetime,
    reason: str,
    client_uuid: UUID,
    since: int = 1,
    other_since: int = 1,
) -> SeatChange:
    """Say of two seats that each was the other's person's, from an entry of its table on.

    A table that is not open yet has no log: there the person simply moves. A repeated `client_uuid` answers with the
    change it made. Refuses `reason_needed`, `other_session`, `nobody_there`, `same_person`, `table_not_open` where
    neither is, `table_ended` (see above), `unknown_entry`, `already_seated` and `client_uuid_reused`.
    """
    if not reason.strip():
        raise malformed("reason_needed")
    session = locked_session(table.session)
    sides = (Side(table, seat, since), Side(other_table, other_seat, other_since))
    if (made := SeatChange.objects.filter(session=session, facts__client_uuid=str(client_uuid)).first()) is not None:
        return made
    refuse_sessions(sides)
    books = _books((table, other_table), by, now)
    one, two = people_at(sides, {pk: book.seats for pk, book in books.items()})
    for side in sides:
        _refuse_side(books[side.table.pk], side)
    _refuse_seated_elsewhere(session.pk, (one, two))
    uuids = (client_uuid, uuid5(client_uuid, "other"))
    refuse_reused(Entry.objects.filter(table__in=books, client_uuid__in=uuids).first(), repeated=False)
    entries = [
        _take_seat(books[side.table.pk], side, person.participant_id, reason.strip(), uuid)
        for side, person, uuid in zip(sides, (two, one), uuids, strict=True)
        if books[side.table.pk].table.opening is not None
    ]
    places = [[books[side.table.pk].table.number, side.seat] for side in sides]
    moves = [
        {"participant": one.participant_id, "from": places[0], "to": places[1]},
        {"participant": two.participant_id, "from": places[1], "to": places[0]},
    ]
    _write(books, {one.pk: two.participant_id, two.pk: one.participant_id})
    facts = {"client_uuid": str(client_uuid), "entries": [[entry.table_id, entry.seq] for entry in entries]}
    return record_change(
        session=session, kind=SeatChange.Kind.RESEAT, moves=moves, facts=facts, by=by, now=now, reason=reason
    )


def preview_swap(*, sides: tuple[Side, Side]) -> SwapPreview:
    """What a swap would change; nothing is written, and no reason is needed yet. Refuses what `swap_people` refuses."""
    refuse_sessions(sides)
    refuse_not_open(side.table for side in sides)
    ends = [swap_end(side.table, side.seat, side.since) for side in sides]
    seats: dict[int, dict[int, Seat]] = {}
    for side, end in zip(sides, ends, strict=True):
        seats.setdefault(side.table.pk, {}).update({end.seat.number: end.seat} if end else {})
    people_at(sides, seats)
    one, two = (end for end in ends if end is not None)
    for end in (one, two):
        if end.reading is not None:
            refuse_side(end.table, end.reading.log, end.since)
    _refuse_seated_elsewhere(one.table.session_id, (one.seat, two.seat))
    return swap_preview(one, two)


def take_back_swap(change: SeatChange, *, by: User, now: datetime) -> None:
    """Take the lines of a swap out of the logs again; inside the caller's transaction, the session locked.

    Refuses `change_outdated` where somebody of it moved on or a seat changed hands again, and `table_ended`.
    """
    numbers = {number for move in change.moves for number in (move["from"][0], move["to"][0])}
    tables = list(Table.objects.filter(session=change.session_id, number__in=numbers))
    books = _books(tables, by, now)
    if len(books) != len(numbers):
        raise outdated()
    entries = [entry for entry in _lines(books, change) if entry is not None]
    by_number = {book.table.number: book for book in books.values()}
    back = {}
    for move in change.moves:
        book = by_number[move["to"][0]]
        seat = book.seats.get(move["to"][1])
        if seat is None or seat.participant_id != move["participant"]:
            raise outdated()
        back[by_number[move["from"][0]].seats[move["from"][1]].pk] = move["participant"]
    for entry in entries:
        book = books[entry.table_id]
        refuse_results_in_use(book.table)
        void = Asked(uuid5(entry.client_uuid, "taken back"), VOID, None, "", change.reason, now, entry.seq)
        _append(book, book.draft(void, supersedes=entry))
    _write(books, back)


def refuse_sessions(sides: Sequence[Side]) -> None:
    """Refuses `other_session`: a person sits once in each."""
    if sides[0].table.session_id != sides[1].table.session_id:
        raise Refusal("other_session", _("These tables belong to different sessions. People move within one session."))


def people_at(sides: Sequence[Side], seats: Mapping[int, Mapping[int, Seat]]) -> tuple[Seat, Seat]:
    """The two seats with who sits there now; `seats` by table. Refuses `nobody_there` and `same_person`."""
    found = []
    for side in sides:
        seat = seats[side.table.pk].get(side.seat)
        if seat is None:
            sentence = _("Nobody sits at seat %(seat)s of table %(table)s.")
            raise Refusal("nobody_there", sentence % {"seat": side.seat, "table": side.table.number})
        found.append(seat)
    one, two = found
    if one.participant_id == two.participant_id:
        raise Refusal("same_person", _("That is one and the same person. Choose two people."))
    return one, two


def refuse_side(table: Table, log: Iterable[Entry], since: int) -> None:
    """Refuses `table_ended`, and `unknown_entry` where no entry of the game stands at the place `since`."""
    refuse_results_in_use(table)
    if since != 1 and since not in {entry.place for entry in effective(log)}:
        sentence = _("There is no entry number %(seq)s in this log.")
        raise Refusal("unknown_entry", sentence % {"seq": since}, status=404)


def refuse_not_open(tables: Iterable[Table]) -> None:
    """Refuses `table_not_open` where none of the tables plays: then two people simply swap."""
    if all(table.opening is None for table in tables):
        raise Refusal("table_not_open", _("Neither table is open yet. Simply swap the two people."))


def take_seat(*, book: Book, seat: int, participant: int, reason: str, client_uuid: UUID) -> None:
    """Give a seat nobody has thrown at to somebody else, from the beginning; the book is saved."""
    _take_seat(book, Side(book.table, seat), participant, reason, client_uuid)
    _write({book.table.pk: book}, {book.seats[seat].pk: participant})


def _books(tables: Iterable[Table], by: User, now: datetime) -> dict[int, Book]:
    """The tables' logs, locked in the order of their ids; where none plays, `table_not_open`."""
    books = {
        pk: Book(table=Table(pk=pk), uuids=(), by=by, device=None, now=now) for pk in sorted({t.pk for t in tables})
    }
    refuse_not_open(book.table for book in books.values())
    return books


def _refuse_side(book: Book, side: Side) -> None:
    if book.table.opening is not None:
        refuse_side(book.table, book.log(), side.since)


def _refuse_seated_elsewhere(session: int, seats: Sequence[Seat]) -> None:
    people = [seat.participant_id for seat in seats]
    others = Seat.objects.filter(table__session=session, participant__in=people).exclude(pk__in=[s.pk for s in seats])
    if (other := others.select_related("participant", "table").first()) is not None:
        sentence = _("%(name)s sits at %(seat)s already.")
        raise Refusal("already_seated", sentence % {"name": other.participant.name, "seat": other})


def _take_seat(book: Book, side: Side, participant: int, reason: str, client_uuid: UUID) -> Entry:
    entry = book.draft(Asked(client_uuid, RESEAT, None, "", reason, book.now, None))
    entry.seat, entry.participant_id, entry.since = side.seat, participant, side.since
    return _append(book, entry)


def _append(book: Book, entry: Entry) -> Entry:
    assert book.game is not None
    book.append(entry, book.game, {"kind": entry.kind})
    return entry


def _lines(books: Mapping[int, Book], change: SeatChange) -> list[Entry]:
    """The change's lines, if each is still the last word about its seat."""
    lines = []
    for table, seq in change.facts["entries"]:
        log = books[table].log()
        line = next(entry for entry in log if entry.seq == seq)
        later = [e for e in log if e.seq > seq and concerns_seats(e) and (e.supersedes or e).seat == line.seat]
        if later:
            raise outdated()
        lines.append(line)
    return lines


def _write(books: Mapping[int, Book], people: Mapping[int, int]) -> None:
    """Save the logs, and what is derived from them: who sits where, whose the pieces are, who is champion."""
    for book in books.values():
        book.save()
    rows = [seat for book in books.values() for seat in book.seats.values() if seat.pk in people]
    for seat in rows:
        seat.participant_id = people[seat.pk]
    for book in books.values():
        if book.table.opening is not None:
            occupancy = occupancy_of(book.table, log_of(book.table))
            for seat in rows:
                if seat.table_id == book.table.pk:
                    seat.since = occupancy.since(seat.number)
    _replace(rows)
    for book in books.values():
        if book.table.opening is not None:
            write_owners(book.table)
            tell_corrected(book.table)


def _replace(rows: Sequence[Seat]) -> None:
    """Write seats whose people changed places among them.

    No order of updates would do: somebody would sit twice at a table for a moment. So the rows go and come again under
    the same ids; what points to them is checked when the transaction ends.
    """
    marks = ", ".join(["%s"] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM tables_seat WHERE id IN ({marks})", [seat.pk for seat in rows])  # noqa: S608
    Seat.objects.bulk_create(
        Seat(
            pk=seat.pk, table_id=seat.table_id, number=seat.number, participant_id=seat.participant_id, since=seat.since
        )
        for seat in rows
    )
