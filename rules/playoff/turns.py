"""Whose turn it is in a play-off (RULEBOOK §9, and §4 for overflow and skips)."""

from __future__ import annotations

from rules.playoff.draft import Call, Draft
from rules.playoff.places import place_hits


def use(draft: Draft) -> None:
    """The entrant in turn uses the turn."""
    draft.last_used_round = draft.round_number


def pass_on(draft: Draft) -> None:
    """Go to the next entrant in play, using up pending skips on the way; nothing where all is over."""
    while not draft.ended:
        _next_place(draft)
        if draft.ended or _throws(draft):
            return


def _next_place(draft: Draft) -> None:
    if draft.position + 1 < len(draft.entrants):
        draft.position += 1
        return
    place_hits(draft)
    if not draft.ended:
        draft.position = 0
        draft.round_number += 1


def _throws(draft: Draft) -> bool:
    """Whether it is a turn for the entrant at this place: one in play and not to be skipped."""
    if draft.entrant not in draft.in_play:
        return False
    if draft.entrant not in draft.skips:
        return True
    draft.skips.remove(draft.entrant)
    use(draft)
    draft.calls.append(Call(draft.entrant, draft.round_number, "skip"))
    return False
