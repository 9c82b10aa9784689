"""Recording play-off entries, with the promises of a table's log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from rules import Refused
from tables.services.asked import read_uuid
from tables.services.recording import MAX_BATCH
from tournaments.models import Heat, PlayoffEntry
from tournaments.queries import note_hit, state_json
from tournaments.services.asked import Asked, read_asked, read_supersedes
from tournaments.services.book import HeatBook
from tournaments.services.corrections import correct
from tournaments.services.sentences import refusal_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from bobing_event.models import Device


@dataclass(frozen=True)
class Result:
    """What became of one entry: `recorded`, `repeated`, `refused` or `not_tried` (after a refusal in its batch)."""

    client_uuid: str | None
    status: str
    entry: PlayoffEntry | None = None
    refusal: Refusal | None = None

    def to_json(self) -> dict[str, Any]:
        written: dict[str, Any] = {"client_uuid": self.client_uuid, "status": self.status}
        if self.entry is not None:
            written |= {"seq": self.entry.seq, "effect": self.entry.effect}
        return written | (self.refusal.to_json() if self.refusal else {})


@dataclass(frozen=True)
class Recording:
    """What became of a batch, and the heat after it."""

    heat: Heat
    results: list[Result]
    state: dict[str, Any]

    @property
    def refusal(self) -> Refusal | None:
        """Why the batch stopped; None where all of it is recorded."""
        return next((result.refusal for result in self.results if result.refusal), None)

    def to_json(self) -> dict[str, Any]:
        """The API's answer; the refusal's `code` and `detail` stand at the top too."""
        written = {"results": [result.to_json() for result in self.results], "state": self.state}
        return (self.refusal.to_json() if self.refusal else {}) | written


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
    if len(entries) > MAX_BATCH:
        sentence = _("At most %(limit)s entries can be sent at once.") % {"limit": MAX_BATCH}
        raise Refusal("batch_too_long", sentence, status=400)
    uuids = [uuid for uuid in map(read_uuid, entries) if uuid is not None]
    book = HeatBook(heat=heat, uuids=uuids, by=by, device=device, now=now)
    results: list[Result] = []
    for data in entries:
        results.append(_untried(data) if _stopped(results) else _record(book, data, may_correct_any))
    book.save()
    state = state_json(book.heat, book.fold, list(book.lots.values()), book.last(), now=now)
    return Recording(book.heat, results, state)


def _stopped(results: list[Result]) -> bool:
    return bool(results) and results[-1].status in ("refused", "not_tried")


def _untried(data: Any) -> Result:
    return Result(_sent_uuid(data), "not_tried")


def _record(book: HeatBook, data: Any, may_correct_any: bool) -> Result:
    uuid, sent = read_uuid(data), _sent_uuid(data)
    try:
        if uuid is not None and uuid in book.known:
            return _repeated(book, data, book.known[uuid])
        return Result(sent, "recorded", _enter(book, data, may_correct_any))
    except Refusal as refusal:
        return Result(sent, "refused", refusal=refusal)


def _repeated(book: HeatBook, data: Any, known: PlayoffEntry) -> Result:
    asked = read_asked(data, now=book.now, corrected=known)
    if not asked.is_recorded_as(known):
        sentence = _("This client UUID stands for another entry already (number %(seq)s).") % {"seq": known.seq}
        raise Refusal("client_uuid_reused", sentence, seq=known.seq)
    return Result(str(asked.client_uuid), "repeated", known)


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


def _sent_uuid(data: Any) -> str | None:
    uuid = read_uuid(data)
    return None if uuid is None else str(uuid)
