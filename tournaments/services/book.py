"""A heat's log while entries are being added to it: the one place that writes play-off entries."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from rules import Playoff as Fold
from tables.chain import link
from tournaments.models import Heat, HeatEntrant, PlayoffEntry
from tournaments.queries import Hits, fold_of, hash_content, last_effective_entry, log_of, lots_of
from tournaments.services.asked import Asked
from tournaments.services.derived import HEAT_FIELDS, place_entrants, save_lots, set_heat

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from bobing_event.models import Device


class HeatBook:
    """The locked row of a heat, its lots, its fold, and the entries not saved yet.

    Opening it costs three queries: the row, the entries recorded before under the given UUIDs, the lots. `save` costs
    two, at entry 1 and at entry 400: entries and row; and those that move a place or a hit.
    """

    def __init__(self, *, heat: Heat, uuids: Iterable[UUID], by: User, device: Device | None, now: datetime) -> None:
        self.by, self.device, self.now = by, device, now
        self.heat = locked_heat(heat)
        # After the lock, so that what a concurrent request recorded meanwhile is seen.
        recorded = PlayoffEntry.objects.filter(heat=self.heat, client_uuid__in=set(uuids)).select_related("supersedes")
        self.known = {entry.client_uuid: entry for entry in recorded}
        self.lots: dict[str, HeatEntrant] = {str(lot.entrant_id): lot for lot in lots_of(self.heat)}
        self.hits: Hits = {pk: (lot.pattern, lot.dice) for pk, lot in self.lots.items() if lot.pattern}
        self.fold: Fold = fold_of(self.heat)
        self._was_ended = self.heat.has_ended
        self._new: list[PlayoffEntry] = []
        self._last: PlayoffEntry | None = None
        self._changed = False

    def draft(self, asked: Asked, supersedes: PlayoffEntry | None = None) -> PlayoffEntry:
        """The row that an entry would become, in no log yet."""
        seq = self.heat.seq + 1
        return PlayoffEntry(
            heat=self.heat,
            seq=seq,
            place=supersedes.place if supersedes else seq,
            client_uuid=asked.client_uuid,
            kind=asked.kind,
            entrant_id=None if asked.entrant is None else int(asked.entrant),
            dice=asked.dice,
            reason=asked.reason,
            supersedes=supersedes,
            recorded_by=self.by,
            device=self.device,
            thrown_at=asked.thrown_at,
            received_at=self.now,
        )

    def append(self, entry: PlayoffEntry, fold: Fold, effect: dict[str, Any]) -> PlayoffEntry:
        """Add a drafted entry after which the heat is `fold`."""
        entry.effect = effect
        entry.hash = self.heat.last_hash = link(self.heat.last_hash, hash_content(entry))
        self.heat.seq, self.fold = entry.seq, fold
        self.known[entry.client_uuid] = entry
        self._new.append(entry)
        self._changed = True
        self._last = entry if entry.supersedes is None else None
        return entry

    def log(self) -> list[PlayoffEntry]:
        """The whole log, the entries of this book included."""
        self._insert()
        return log_of(self.heat)

    def last(self) -> PlayoffEntry | None:
        """The last entry that counts, without a query where it was recorded just now."""
        if self._last is None and self.heat.seq:
            return last_effective_entry(self.heat)
        return self._last

    def save(self) -> None:
        """Write what was added, and everything derived from it."""
        if not self._changed:
            return
        self._insert()
        set_heat(self.heat, self.fold)
        self.heat.save(update_fields=HEAT_FIELDS)
        save_lots(self.lots.values(), self.fold, self.hits)
        if self.heat.stage.is_final and (self._was_ended or self.fold.ended):
            place_entrants(self.heat.playoff, self.fold)

    def _insert(self) -> None:
        if self._new:
            PlayoffEntry.objects.bulk_create(self._new)
            self._new = []


def locked_heat(heat: Heat) -> Heat:
    """The heat's row, locked until the transaction ends. Every write to a heat or its log begins here."""
    locked = Heat.objects.select_for_update().get(pk=heat.pk)
    locked.stage = heat.stage  # which play-off and event it is never changes
    return locked
