"""A table's log while entries are being added to it: the one place that writes entries."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Max
from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from rules import Game, Ruleset
from tables.chain import link
from tables.models import Entry, Table
from tables.queries import game_of, hash_content, log_of
from tables.queries.hot import insert_entries, locked_row, seats_and_repeats, update_table
from tables.services.asked import Asked
from tables.services.dependents import tell_corrected
from tables.services.owners import changed_hands, write_owners
from tables.services.pieces import move_pieces
from tables.services.snapshot import UPDATED, set_snapshot

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from bobing_event.models import Device


TURNS = ("throw", "overflow", "pass")
"""The entries that use up a turn."""


class Book:
    """The locked row of a table, its seats, its game, and the entries not saved yet.

    Opening it costs two queries: the row, and the seats together with whether any of the given UUIDs was recorded
    before. `save` costs three, the same after one entry and after four hundred: entries, row, pieces.
    """

    def __init__(self, *, table: Table, uuids: Iterable[UUID], by: User, device: Device | None, now: datetime) -> None:
        self.by, self.device, self.now = by, device, now
        self.table = _locked(table.pk)
        # After the lock, so that what a concurrent request recorded meanwhile is seen.
        sent = set(uuids)
        seated = seats_and_repeats(self.table, sent)
        self.seats, self.notices = seated.seats, seated.notices
        self.known: dict[UUID, Entry] = {}
        if seated.any_recorded:
            recorded = Entry.objects.filter(table=self.table, client_uuid__in=sent)
            self.known = {entry.client_uuid: entry for entry in recorded.select_related("supersedes")}
        self.game: Game | None = game_of(self.table)
        self._last_entry_at = self.table.last_entry_at
        self._saved_game = self.game
        self._new: list[Entry] = []
        self._appended = self._corrects = False
        self.newest: Entry | None = None

    @property
    def ruleset(self) -> Ruleset | None:
        return self.game.ruleset if self.game else None

    def others_last(self, thrown_at: datetime) -> datetime | None:
        """When another tablet, or for a tablet somebody at the desk, last recorded a turn here; None where before.

        Asked once a batch, and only where anything was recorded after the throw.
        """
        if self._last_entry_at is None or self._last_entry_at <= thrown_at:
            return None
        return self._others_last

    @cached_property
    def _others_last(self) -> datetime | None:
        turns = Entry.objects.filter(table=self.table, kind__in=TURNS, supersedes__isnull=True)
        latest: datetime | None = turns.exclude(device=self.device).aggregate(latest=Max("received_at"))["latest"]
        return latest

    @property
    def next_seq(self) -> int:
        return self.table.seq + 1

    def draft(self, asked: Asked, supersedes: Entry | None = None) -> Entry:
        """The row that an entry would become, in no log yet."""
        seq = self.next_seq
        return Entry(
            table=self.table,
            seq=seq,
            place=supersedes.place if supersedes else seq,
            client_uuid=asked.client_uuid,
            kind=asked.kind,
            seat=asked.seat,
            dice=asked.dice,
            dice_seen=asked.dice_seen,
            rank=asked.rank,
            reason=asked.reason,
            supersedes=supersedes,
            recorded_by=self.by,
            device=self.device,
            thrown_at=asked.thrown_at,
            received_at=self.now,
        )

    def append(self, entry: Entry, game: Game, effect: dict[str, Any]) -> None:
        """Add a drafted entry after which the table is `game`."""
        entry.effect = effect
        entry.hash = self.table.last_hash = link(self.table.last_hash, hash_content(entry))
        self.table.seq, self.table.last_entry_at, self.game = entry.seq, self.now, game
        self.known[entry.client_uuid] = entry
        self._new.append(entry)
        self._appended = True
        self._corrects = self._corrects or entry.supersedes is not None
        self.newest = entry

    def log(self) -> list[Entry]:
        """The whole log, the entries of this book included."""
        self._insert()
        return log_of(self.table)

    def save(self) -> None:
        """Write what was added."""
        appended = self._appended
        self._insert()
        if not appended or self.game is None or self._saved_game is None:
            return
        self._appended = False
        set_snapshot(self.table, self.game, self.seats)
        update_table(self.table, [*UPDATED, "last_entry_at"])
        move_pieces(self.table, self.seats, self._saved_game, self.game)
        self._saved_game = self.game
        if (self._corrects or self.game.ended) and changed_hands(self.seats):
            write_owners(self.table)
        if self._corrects:
            tell_corrected(self.table)

    def _insert(self) -> None:
        if self._new:
            insert_entries(self._new)
            self._new = []


def _locked(pk: int) -> Table:
    table = locked_row(pk)
    if table is None:
        raise Refusal("not_found", _("There is no such table."), status=404)
    return table
