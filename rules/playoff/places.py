"""Who hits, who is placed, who is out (RULEBOOK §9)."""

from __future__ import annotations

from rules.dice import Hand
from rules.playoff.draft import Draft, Hit


def judge(draft: Draft, entrant: str, hand: Hand) -> None:
    """See whether the throw hits the target: placed at once where it is so decided, else noted."""
    outcome = draft.ruleset.judge(hand)
    if outcome.pattern is None or outcome.rank != draft.target:
        return
    draft.hit = True
    if draft.decide == "immediate":
        place(draft, entrant)
    else:
        draft.hits.append(Hit(entrant, outcome.pattern, hand, outcome.strength, draft.entered))


def place(draft: Draft, entrant: str) -> None:
    """The entrant takes the next place and drops out."""
    draft.placed.append(entrant)
    remove(draft, entrant)


def remove(draft: Draft, entrant: str) -> None:
    """Out of play, the hit of this round too; the last entrant left takes the next place without throwing."""
    draft.in_play.remove(entrant)
    draft.skips.discard(entrant)
    draft.hits = [hit for hit in draft.hits if hit.entrant != entrant]
    if len(draft.in_play) == 1 and not draft.ended:
        place(draft, next(iter(draft.in_play)))


def place_hits(draft: Draft) -> None:
    """A round is complete: its hits fill places, the strongest first, on equality the earlier.

    All 对堂 are equal.
    """
    for hit in sorted(draft.hits, key=lambda hit: (-(hit.strength or 0), hit.order)):
        if not draft.ended:
            place(draft, hit.entrant)
