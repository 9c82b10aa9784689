"""Whose turn it is: turns used, skips, left seats, rounds and the extra round (RULEBOOK §4 §7.2)."""

from __future__ import annotations

from rules.game import ending
from rules.game.draft import Clock, Draft, Visit


def use(draft: Draft) -> None:
    """The seat in turn uses its turn (§4.3)."""
    draft.turn_used = True
    draft.last_used_round = draft.round_number


def finish(draft: Draft) -> None:
    """The turn just used is over: the extra round may begin with it (§7.2), then the turn passes on."""
    if (
        draft.ruleset.after_last_prize == "one_more_round"
        and draft.extra is None
        and draft.clock is Clock.RUNNING  # §7.2: none after time_up
        and not draft.ledger.lower_stock()
    ):
        draft.extra = len(draft.ring) + 1  # this throw's place and one more of every seat
    pass_on(draft)


def pass_on(draft: Draft) -> None:
    """Go to the next seat that plays, by places: left seats are passed over, a pending skip is used up."""
    _leave_place(draft)
    while not draft.ended:
        if draft.seat in draft.left:  # §4.5: in silence, a pending skip stays pending
            draft.visits.append(Visit(draft.seat, draft.round_number, "left"))
        elif draft.seat in draft.skips:  # §4.3 §4.4: a skipped turn is a turn used
            draft.skips.remove(draft.seat)
            use(draft)
            draft.visits.append(Visit(draft.seat, draft.round_number, "skip"))
        else:
            return
        _leave_place(draft)


def _leave_place(draft: Draft) -> None:
    if draft.extra:
        draft.extra -= 1  # §7.2: a left seat's place counts down too
        if draft.extra == 0:
            ending.after_extra_round(draft)
    elif draft.position == len(draft.ring) - 1:
        ending.after_round(draft)
    if not draft.ended:
        _next_place(draft)


def _next_place(draft: Draft) -> None:
    draft.position = (draft.position + 1) % len(draft.ring)
    if draft.position == 0:
        draft.round_number += 1
        draft.turn_used = False
