"""Which entries a play-off refuses, and what each kind does to a draft (RULEBOOK §9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rules.playoff import entries as e
from rules.playoff import places, turns
from rules.playoff.draft import Draft

if TYPE_CHECKING:
    from rules.playoff.playoff import Playoff


def refusal(playoff: Playoff, entry: e.Entry) -> str | None:
    """The code with which the play-off refuses the entry, or None. The order is that of §9."""
    if playoff.ended:
        return "playoff_ended"
    if entry.entrant is not None and entry.entrant not in playoff.entrants:
        return "unknown_entrant"
    if isinstance(entry, e.Unknown):
        return "unknown_kind"
    if isinstance(entry, e.Withdraw | e.Decide):
        return None if entry.entrant in playoff.in_play else "not_in_play"
    return None if entry.entrant == playoff.turn else "not_your_turn"


def apply(draft: Draft, entry: e.Entry) -> None:
    """Apply an entry that was not refused."""
    draft.entered += 1
    _APPLY[type(entry)](draft, entry)


def _throw(draft: Draft, entry: e.Throw) -> None:
    turns.use(draft)
    places.judge(draft, entry.entrant, entry.hand)
    turns.pass_on(draft)


def _overflow(draft: Draft, entry: e.Overflow) -> None:
    if draft.ruleset.overflow == "skip":  # §4.4
        draft.skips.add(entry.entrant)
    _pass(draft, entry)


def _pass(draft: Draft, entry: e.Pass | e.Overflow) -> None:
    turns.use(draft)
    turns.pass_on(draft)


def _rethrow(draft: Draft, entry: e.Rethrow) -> None:
    """Logged only, the turn stays."""


def _withdraw(draft: Draft, entry: e.Withdraw) -> None:
    places.remove(draft, entry.entrant)
    _pass_on_unused(draft, entry.entrant)


def _decide(draft: Draft, entry: e.Decide) -> None:
    places.place(draft, entry.entrant)
    _pass_on_unused(draft, entry.entrant)


def _pass_on_unused(draft: Draft, entrant: str) -> None:
    """Where it was the entrant's turn, it passes on without being used."""
    if entrant == draft.entrant:
        turns.pass_on(draft)


_APPLY: Mapping[type, Callable[[Draft, Any], None]] = {
    e.Throw: _throw,
    e.Overflow: _overflow,
    e.Pass: _pass,
    e.Rethrow: _rethrow,
    e.Withdraw: _withdraw,
    e.Decide: _decide,
}
