"""What one entry did to a play-off."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from rules.patterns import Outcome, Pattern
from rules.playoff.entries import Entry, Throw

if TYPE_CHECKING:
    from rules.playoff.draft import Draft
    from rules.playoff.playoff import Playoff


@dataclass(frozen=True, slots=True)
class PlayoffEffect:
    """What an accepted entry did.

    `hit` says whether a throw hit the target; `placed` are those who took a place by this entry, in that
    order; `skipped` are the entrants whose 轮空 was used up while the turn passed on.
    """

    kind: str
    entrant: str | None
    pattern: Pattern | None
    strength: int | None
    hit: bool
    placed: tuple[str, ...]
    skipped: tuple[str, ...]
    turn_before: str | None
    turn: str | None
    round_before: int
    round: int
    ended: bool

    def to_json(self) -> dict[str, Any]:
        """Every field as plain JSON."""
        written = {f.name: getattr(self, f.name) for f in fields(self)}
        written["pattern"] = self.pattern and self.pattern.value
        return {**written, "placed": list(self.placed), "skipped": list(self.skipped)}


def effect_of(before: Playoff, draft: Draft, after: Playoff, entry: Entry) -> PlayoffEffect:
    """Compare the play-off before and after an entry, with what the draft noted on the way."""
    thrown = before.ruleset.judge(entry.hand) if isinstance(entry, Throw) else Outcome(None, None, None)
    return PlayoffEffect(
        kind=entry.kind,
        entrant=entry.entrant,
        pattern=thrown.pattern,
        strength=thrown.strength,
        hit=draft.hit,
        placed=after.placed[len(before.placed) :],
        skipped=tuple(call.entrant for call in draft.calls if call.kind == "skip"),
        turn_before=before.turn,
        turn=after.turn,
        round_before=before.round,
        round=after.round,
        ended=after.ended,
    )
