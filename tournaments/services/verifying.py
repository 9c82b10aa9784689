"""Proving a play-off: draw and fold anew, and compare with everything that was derived. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rules import Playoff as Fold
from rules import Refused, Ruleset, RulesetError, SnapshotError
from tables.chain import link
from tables.models.entry import VOID
from tournaments.models import Heat, HeatEntrant, Playoff, PlayoffEntry, Stage
from tournaments.queries import (
    Folded,
    as_rules_entry,
    drawn_heats,
    effective_entries,
    fold_at_opening,
    fold_entries,
    hash_content,
    log_of,
    next_entrants,
    roster_digest,
    roster_of,
)
from tournaments.services.derived import derived_columns, derived_lot, final_places


@dataclass(frozen=True)
class Difference:
    """One thing that is not as the log or the lots say. `code` is stable, `where` and `subject` say what it is."""

    where: str
    code: str
    subject: str
    stored: Any = None
    expected: Any = None

    def __str__(self) -> str:
        return f"{self.where} {self.code} {self.subject}: stored {self.stored!r}, expected {self.expected!r}"


def verify_playoffs(playoffs: Iterable[Playoff]) -> Iterator[Difference]:
    """Every difference of every play-off; `event` must have been fetched."""
    for playoff in playoffs:
        last = None
        for stage in playoff.stages.order_by("number"):
            stage.playoff = playoff
            yield from verify_stage(stage, last)
            last = stage


def verify_stage(stage: Stage, last: Stage | None) -> Iterator[Difference]:
    """Codes of the draw: `roster` (not those who go on from `last`), `roster_digest`, `lots`; see `verify_heat` too."""
    where = f"{stage.playoff.event.slug} {stage.playoff.kind}/{stage.number}"
    if (roster := roster_of(next_entrants(stage.playoff, last))) != stage.roster:
        yield Difference(where, "roster", "draw", stage.roster, roster)
    if (expected := roster_digest(stage.roster)) != stage.roster_digest:
        yield Difference(where, "roster_digest", "roster", stage.roster_digest, expected)
    drawn = drawn_heats(stage.roster, bytes.fromhex(stage.seed), stage.playoff.group_size)
    heats = list(stage.heats.all())
    opened = [heat.opening["entrants"] for heat in heats]
    if opened != drawn:
        yield Difference(where, "lots", "draw", opened, drawn)
    for heat in heats:
        heat.stage = stage
        yield from verify_heat(heat, f"{where}/{heat.number}")


def verify_heat(heat: Heat, where: str) -> Iterator[Difference]:
    """Codes: `opening`, `seq`, `place`, `hash`, `last_hash`, `opening_unreadable`, `refused`, `snapshot`, `column`,
    `lot`, `effect`, and for a final `placed`."""
    log = log_of(heat)
    yield from _opening(heat, where)
    yield from _chain(heat, log, where)
    try:
        folded = fold_entries(heat, effective_entries(log))
    except ValueError as error:  # StartError, RulesetError, HandError, EntryError
        yield Difference(where, "opening_unreadable", "fold", str(error))
        return
    for one in folded.impossible:
        yield Difference(where, "refused", f"entry {one.seq}", one.code)
    yield from _snapshot(heat, folded.fold, len(log), where)
    yield from _lots(heat, folded, where)
    yield from _effects(heat, log, where)


def _opening(heat: Heat, where: str) -> Iterator[Difference]:
    opening, stage = heat.opening, heat.stage
    try:
        digest = Ruleset.from_json(opening["ruleset"]).digest
    except (RulesetError, KeyError) as error:
        digest = str(error)
    expected = {
        "digest": digest,
        "seed": stage.seed,
        "roster_digest": stage.roster_digest,
        "mode": stage.playoff.mode,
        "target": stage.playoff.target,
    }
    for name, value in expected.items():
        if opening.get(name) != value:
            yield Difference(where, "opening", name, opening.get(name), value)


def _chain(heat: Heat, log: list[PlayoffEntry], where: str) -> Iterator[Difference]:
    """Each hash is checked against the stored one before it, so that one altered entry is one difference."""
    before = link("", heat.opening)
    for seq, entry in enumerate(log, start=1):
        subject = f"entry {entry.seq}"
        if entry.seq != seq:
            yield Difference(where, "seq", subject, entry.seq, seq)
        place = entry.supersedes.place if entry.supersedes else entry.seq
        if entry.place != place or (entry.kind == VOID and entry.supersedes is None):
            yield Difference(where, "place", subject, entry.place, place)
        if (expected := link(before, hash_content(entry))) != entry.hash:
            yield Difference(where, "hash", subject, entry.hash, expected)
        before = entry.hash
    if heat.last_hash != before:
        yield Difference(where, "last_hash", "heat", heat.last_hash, before)


def _snapshot(heat: Heat, fold: Fold, entries: int, where: str) -> Iterator[Difference]:
    try:
        same = Fold.from_json(heat.state, fold.ruleset) == fold
    except SnapshotError:
        same = False
    if not same:
        yield Difference(where, "snapshot", "state", heat.state, fold.to_json())
    for column, expected in {**derived_columns(fold), "seq": entries}.items():
        if (stored := getattr(heat, column)) != expected:
            yield Difference(where, "column", column, stored, expected)


def _lots(heat: Heat, folded: Folded, where: str) -> Iterator[Difference]:
    lots = list(HeatEntrant.objects.filter(heat=heat).order_by("lot").select_related("entrant"))
    drawn = [str(lot.entrant_id) for lot in lots]
    if drawn != list(folded.fold.entrants):
        yield Difference(where, "lot", "order", drawn, list(folded.fold.entrants))
    for lot in lots:
        stored, expected = (lot.placed, lot.pattern, lot.dice), derived_lot(lot, folded.fold, folded.hits)
        if stored != expected:
            yield Difference(where, "lot", f"lot {lot.lot}", stored, expected)
    if heat.stage.is_final:
        stored_places = {lot.entrant_id: lot.entrant.placed for lot in lots if lot.entrant.placed}
        if stored_places != final_places(folded.fold):
            yield Difference(where, "placed", "play-off", stored_places, final_places(folded.fold))


def _effects(heat: Heat, log: list[PlayoffEntry], where: str) -> Iterator[Difference]:
    """What each entry was answered must be what it did then, before later corrections."""
    fold = fold_at_opening(heat.opening)
    for position, entry in enumerate(log, start=1):
        if entry.supersedes is not None:
            fold = fold_entries(heat, effective_entries(log[:position])).fold
            continue
        try:
            fold, effect = fold.enter(as_rules_entry(entry))
        except (Refused, ValueError):
            return  # `refused` has named it, or a hash has
        if entry.effect != effect.to_json():
            yield Difference(where, "effect", f"entry {entry.seq}", entry.effect, effect.to_json())
