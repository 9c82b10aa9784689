"""Recording entries: the path every throw of the evening takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from rules import Game, Refused
from tables.models import Entry, Table
from tables.queries import state_json, table_state
from tables.services.asked import Asked, read_asked, read_uuid
from tables.services.book import Book
from tables.services.corrections import correct
from tables.services.sentences import malformed, refusal_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from bobing_event.models import Device

MAX_BATCH = 200


@dataclass(frozen=True)
class Result:
    """What became of one entry: `recorded`, `repeated`, `refused` or `not_tried` (after a refusal in its batch)."""

    client_uuid: str | None
    status: str
    entry: Entry | None = None
    refusal: Refusal | None = None

    def to_json(self) -> dict[str, Any]:
        written: dict[str, Any] = {"client_uuid": self.client_uuid, "status": self.status}
        if self.entry is not None:
            written |= {"seq": self.entry.seq, "effect": self.entry.effect}
        return written | (self.refusal.to_json() if self.refusal else {})


@dataclass(frozen=True)
class Recording:
    """What became of a batch, and the table after it."""

    table: Table
    results: list[Result] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)

    @property
    def refusal(self) -> Refusal | None:
        """Why the batch stopped; None where all of it is recorded."""
        return next((result.refusal for result in self.results if result.refusal), None)

    def to_json(self) -> dict[str, Any]:
        """The API's answer; the refusal's `code` and `detail` stand at the top too."""
        written = {"results": [result.to_json() for result in self.results], "state": self.state}
        return (self.refusal.to_json() if self.refusal else {}) | written


@transaction.atomic
def record_entries(
    *,
    table: Table,
    entries: Sequence[Any],
    by: User,
    now: datetime,
    device: Device | None = None,
    may_correct_any: bool = False,
) -> Recording:
    """Record entries of one table in order; what stands before a refusal stays recorded.

    Each is `{client_uuid, kind, seat?, dice?, rank?, reason?, thrown_at?, supersedes?}`. A repeated `client_uuid`
    is answered with what it did the first time. A refusal is in the result, not raised: `table_not_open`, those of
    `read_asked`, `client_uuid_reused`, RULEBOOK §7.7, and those of `corrections`. Raised is `batch_too_long`.
    `may_correct_any` lets a correction reach further back than the last entry.
    """
    if len(entries) > MAX_BATCH:
        sentence = _("At most %(limit)s entries can be sent at once.") % {"limit": MAX_BATCH}
        raise Refusal("batch_too_long", sentence, status=400)
    uuids = [uuid for uuid in map(read_uuid, entries) if uuid is not None]
    book = Book(table=table, uuids=uuids, by=by, device=device, now=now)
    results: list[Result] = []
    for data in entries:
        results.append(_record(book, data, may_correct_any) if not _stopped(results) else _untried(data))
    book.save()
    return Recording(book.table, results, _state(book))


def _stopped(results: list[Result]) -> bool:
    return bool(results) and results[-1].status in ("refused", "not_tried")


def _untried(data: Any) -> Result:
    return Result(_sent_uuid(data), "not_tried")


def _record(book: Book, data: Any, may_correct_any: bool) -> Result:
    uuid = _sent_uuid(data)
    try:
        asked = read_asked(data, now=book.now)
        known = book.known.get(asked.client_uuid)
        if known is not None:
            return _repeated(asked, known)
        return Result(uuid, "recorded", _enter(book, asked, may_correct_any))
    except Refusal as refusal:
        return Result(uuid, "refused", refusal=refusal)


def _repeated(asked: Asked, known: Entry) -> Result:
    if not asked.is_recorded_as(known):
        sentence = _("This client UUID stands for another entry already (number %(seq)s).") % {"seq": known.seq}
        raise Refusal("client_uuid_reused", sentence, seq=known.seq)
    return Result(str(asked.client_uuid), "repeated", known)


def _enter(book: Book, asked: Asked, may_correct_any: bool) -> Entry:
    if book.game is None:
        sentence = _("Table %(table)s has not been opened. Choose who throws first.")
        raise Refusal("table_not_open", sentence % {"table": book.table.number})
    if asked.supersedes is not None:
        return correct(book, asked, may_correct_any=may_correct_any)
    if asked.kind == "appoint" and not asked.reason:
        raise malformed("reason_needed")
    return _throw(book, asked, book.game)


def _throw(book: Book, asked: Asked, game: Game) -> Entry:
    assert asked.entry is not None
    try:
        after, effect = game.enter(asked.entry)
    except Refused as refused:
        raise refusal_of(refused, book.table, book.seats, seat=asked.seat, rank=asked.rank) from refused
    entry = book.draft(asked)
    book.append(entry, after, effect.to_json())
    return entry


def _sent_uuid(data: Any) -> str | None:
    uuid = read_uuid(data)
    return None if uuid is None else str(uuid)


def _state(book: Book) -> dict[str, Any]:
    newest = book.newest
    if book.game is None or newest is None or newest.supersedes is not None:
        return table_state(book.table, now=book.now)
    return state_json(book.table, book.game, list(book.seats.values()), newest, now=book.now)
