"""Recording entries: the path every throw of the evening takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from rules import Game, Refused
from tables.models import Entry, Table
from tables.queries import last_entry_of, state_json, table_state
from tables.services.asked import Asked, read_asked
from tables.services.batch import MAX_BATCH, BatchRecording, Result, batch_uuids, record_batch
from tables.services.book import TURNS, Book
from tables.services.corrections import correct
from tables.services.replaced import refuse_new_from_replaced, refuse_overtaken
from tables.services.sentences import malformed, refusal_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from bobing_event.models import Device

__all__ = ["MAX_BATCH", "Recording", "Result", "record_entries"]


@dataclass(frozen=True)
class Recording(BatchRecording[Entry]):
    """What became of a batch, and the table after it."""

    table: Table


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

    Each is `{client_uuid, kind, seat?, dice?, pattern?, bonus?, rank?, reason?, thrown_at?, supersedes?, approval?}`.
    A repeated `client_uuid` is answered with what it did the first time. A refusal is in the result, not raised:
    `table_not_open`, `device_replaced`, `overtaken`, those of `read_asked`, `client_uuid_reused`, RULEBOOK §7.7, and
    those of `corrections`. Raised is `batch_too_long`. `may_correct_any` lets a correction reach further back than the
    last entry.
    """
    book = Book(table=table, uuids=batch_uuids(entries), by=by, device=device, now=now)
    results = record_batch(
        entries,
        known=book.known,
        enter=lambda data: _enter(book, read_asked(data, now=now, ruleset=book.ruleset), may_correct_any),
        repeats=lambda data, row: read_asked(data, now=now, ruleset=book.ruleset).is_recorded_as(row),
    )
    book.save()
    return Recording(results, _state(book), book.table)


def _enter(book: Book, asked: Asked, may_correct_any: bool) -> Entry:
    if book.game is None:
        sentence = _("Table %(table)s has not been opened. Choose who throws first.")
        raise Refusal("table_not_open", sentence % {"table": book.table.number})
    refuse_new_from_replaced(book.device, asked.thrown_at)
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
    if asked.kind in TURNS:
        refuse_overtaken(book.table, asked.thrown_at, book.others_last(asked.thrown_at))
    if not asked.dice_seen and after.candidates.get(asked.seat or 0) != game.candidates.get(asked.seat or 0):
        raise malformed("dice_needed")  # the bar is lowered: this throw makes a candidate (RULEBOOK §7.5)
    entry = book.draft(asked)
    book.append(entry, after, effect.to_json())
    return entry


def _state(book: Book) -> dict[str, Any]:
    if book.game is None:
        return table_state(book.table, now=book.now, device=book.device)
    newest = book.newest
    if newest is None or newest.supersedes is not None:
        newest = last_entry_of(book.table, book.game)
    return state_json(
        book.table, book.game, list(book.seats.values()), newest,
        now=book.now, notices=book.notices, device=book.device,
    )  # fmt: skip
