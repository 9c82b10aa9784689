"""What each kind of entry does to a draft (RULEBOOK §4 §7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules import entries as e
from rules.game import ending, throwing, turns
from rules.game.candidates import Champion
from rules.game.draft import Draft
from rules.patterns import Rank


def apply(draft: Draft, entry: e.Entry) -> None:
    """Apply an entry that was not refused."""
    draft.entered += 1
    _APPLY[type(entry)](draft, entry)


def _throw(draft: Draft, entry: e.Throw) -> None:
    turns.use(draft)
    throwing.throw(draft, entry.seat, entry.hand)
    if not draft.ended:
        turns.finish(draft)


def _overflow(draft: Draft, entry: e.Overflow) -> None:
    if draft.ruleset.overflow == "skip":  # §4.4
        draft.skips.add(entry.seat)
    _pass(draft, entry)


def _pass(draft: Draft, entry: e.Pass | e.Overflow) -> None:
    turns.use(draft)
    turns.finish(draft)


def _rethrow(draft: Draft, entry: e.Rethrow) -> None:
    """§4.3: logged only, the turn stays."""


def _leave(draft: Draft, entry: e.Leave) -> None:
    draft.left.add(entry.seat)
    if len(draft.left) == len(draft.ring):  # §7.3
        ending.end(draft)
    elif entry.seat == draft.seat:  # §4.5: leaving in turn passes the turn on, unused
        turns.pass_on(draft)


def _return(draft: Draft, entry: e.Return) -> None:
    draft.left.remove(entry.seat)


def _time_up(draft: Draft, entry: e.TimeUp) -> None:
    ending.call_time_up(draft)


def _lower_bar(draft: Draft, entry: e.LowerBar) -> None:
    draft.lowered_bar = Rank(entry.rank)  # §7.5: a second call replaces the first


def _appoint(draft: Draft, entry: e.Appoint) -> None:
    standing = draft.candidates.get(entry.seat)
    pattern = standing.pattern if standing else None
    ending.end_with(draft, Champion(entry.seat, pattern))  # §7.6: over any lock


_APPLY: Mapping[type, Callable[[Draft, Any], None]] = {
    e.Throw: _throw,
    e.Overflow: _overflow,
    e.Pass: _pass,
    e.Rethrow: _rethrow,
    e.Leave: _leave,
    e.Return: _return,
    e.TimeUp: _time_up,
    e.LowerBar: _lower_bar,
    e.Appoint: _appoint,
}
