"""Candidates, the lock and the leader (RULEBOOK §6.1 §6.2 §7.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from rules.dice import Hand
from rules.patterns import LOWER_PATTERNS, LOWER_RANKS, Outcome, Pattern

if TYPE_CHECKING:
    from rules.game.draft import Draft


class Candidate(NamedTuple):
    """A seat's standing throw for 状元.

    `strength` is None for a throw of a lower rank that counts after `lower_bar` (§7.5); `order` is the
    number of the entry it was thrown in, so a smaller one is earlier.
    """

    seat: int
    pattern: Pattern
    hand: Hand
    strength: int | None
    order: int

    @property
    def real(self) -> bool:
        """Whether it is a 状元-level throw and not one of a lowered bar."""
        return self.strength is not None

    @property
    def level(self) -> int:
        """Comparable with every other candidate's: positive where real, else by rank (§7.5)."""
        if self.strength is not None:
            return self.strength
        return -LOWER_RANKS.index(LOWER_PATTERNS[self.pattern])


class Champion(NamedTuple):
    """Who has the 状元; `pattern` is None for one appointed without a candidate (§7.6)."""

    seat: int
    pattern: Pattern | None


def leading(candidates: Iterable[Candidate], locked: int | None) -> Candidate | None:
    """The lock's holder, else the strongest candidate, on equality the earlier (§6.1)."""
    standing = list(candidates)
    if locked is not None:
        standing = [candidate for candidate in standing if candidate.seat == locked]
    return max(standing, key=lambda candidate: (candidate.level, -candidate.order), default=None)


def record(draft: Draft, seat: int, hand: Hand, outcome: Outcome) -> None:
    """Make the throw its seat's candidate where it is one (§6.1 §7.5) and see to the lock (§6.2)."""
    if outcome.pattern is None or not _counts(draft, outcome):
        return
    thrown = Candidate(seat, outcome.pattern, hand, outcome.strength, draft.entered)
    standing = draft.candidates.get(seat)
    replaced = standing is None or _replaces(draft, thrown, standing)
    if replaced:
        draft.candidates[seat] = thrown
    if draft.ruleset.chajinhua_locked:
        _lock_or_lift(draft, thrown, standing if replaced else None)


def _counts(draft: Draft, outcome: Outcome) -> bool:
    if outcome.strength is not None:
        return True
    # §7.5: a throw of the lowered rank or above makes a candidate too.
    rank, bar = outcome.rank, draft.lowered_bar
    return bar is not None and rank is not None and LOWER_RANKS.index(rank) <= LOWER_RANKS.index(bar)


def _replaces(draft: Draft, thrown: Candidate, standing: Candidate) -> bool:
    if thrown.real != standing.real:
        return thrown.real  # §7.5: never in place of a real 状元 throw
    if draft.ruleset.zhuangyuan_counts == "last":
        return True  # §6.1: the latest, even where weaker
    return thrown.level > standing.level  # §6.1: equal strength, the earlier stands


def _lock_or_lift(draft: Draft, thrown: Candidate, replaced: Candidate | None) -> None:
    if thrown.pattern is Pattern.CHAJINHUA:
        if draft.locked is None:  # §6.2: locks nothing while another's lock stands
            draft.locked = thrown.seat
    elif draft.locked == thrown.seat and replaced and replaced.pattern is Pattern.CHAJINHUA:
        draft.locked = None  # §6.2: the holder threw himself out of his 插金花
