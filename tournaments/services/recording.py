"""Recording play-off entries, with the promises of a table's log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction

from rules import Refused
from tables.services.asked import read_supersedes
from tables.services.batch import BatchRecording, Result, batch_uuids, record_batch
from tournaments.models import Heat, PlayoffEntry
from tournaments.queries import note_hit, state_json
from tournaments.services.asked import Asked, read_asked
from tournaments.services.book import HeatBook
from tournaments.services.corrections import correct
from tournaments.services.sentences import refusal_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from bobing_event.models import Device


__all__ = ["Recording", "Result", "record_playoff_entries"]


@dataclass(frozen=True)
class Recording(BatchRecording[PlayoffEntry]):
    """What became of a batch, and the heat after it."""

    heat: Heat


@transaction.atomic
def record_playoff_entries(
    *,
    heat: Heat,
    entries: Sequence[Any],
    by: User,
    now: datetime,
    device: Device | None = None,
    may_correct_any: bool = False,
) -> Recording:
    """Record entries of one heat in order; what stands before a refusal stays recorded.

    Each is `{client_uuid, kind, entrant?, dice?, reason?, thrown_at?, supersedes?}`. A repeated `client_uuid` is
    answered with what it did the first time. A refusal is in the result, not raised: those of `read_asked`,
    `client_uuid_reused`, RULEBOOK §9, and those of `corrections`. Raised is `batch_too_long`. `may_correct_any` lets
    a correction reach further back than the last entry.
    """
    book = HeatBook(heat=heat, uuids=batch_uuids(entries), by=by, device=device, now=now)
    results = record_batch(
        entries,
        known=book.known,
        enter=lambda data: _enter(book, data, may_correct_any),
        repeats=lambda data, row: read_asked(data, now=now, corrected=row).is_recorded_as(row),
    )
    book.save()
    state = state_json(book.heat, book.fold, list(book.lots.values()), book.last(), now=now)
    return Recording(results, state, book.heat)


def _enter(book: HeatBook, data: Any, may_correct_any: bool) -> PlayoffEntry:
    if isinstance(data, Mapping) and read_supersedes(data) is not None:
        return correct(book, data, may_correct_any=may_correct_any)
    return _throw(book, read_asked(data, now=book.now))


def _throw(book: HeatBook, asked: Asked) -> PlayoffEntry:
    assert asked.entry is not None  # a void has `supersedes`
    try:
        fold, effect = book.fold.enter(asked.entry)
    except Refused as refused:
        raise refusal_of(refused, asked.entrant, book.lots) from refused
    note_hit(book.hits, effect, asked.dice)
    return book.append(book.draft(asked), fold, effect.to_json())
