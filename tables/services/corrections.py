"""Corrections: an entry that supersedes another, and what that changes from there on.

A replacement stands in the fold where the replaced entry stood; a void takes it out. The log is folded anew from
the opening; nothing is corrected by which a later entry would become impossible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from rules import Game, Hand, Refused
from tables.models import Entry, Seat, Table
from tables.models.entry import VOID
from tables.queries import Folded, Impossible, effective, fold, game_of, log_of, seats_of
from tables.queries.occupancy import concerns_seats
from tables.services.approval import approver_of
from tables.services.asked import Asked, read_asked
from tables.services.dependents import handed_over_of
from tables.services.pieces import piece_places
from tables.services.sentences import malformed, refusal_of

if TYPE_CHECKING:
    from tables.services.book import Book

NAMED_AT_MOST = 12  # impossible entries in a sentence
NO_ENTRY = UUID(int=0)  # what is only asked needs no client UUID


@dataclass(frozen=True)
class Plan:
    """A correction worked out: what it supersedes, the game before and after it, and what it makes impossible."""

    asked: Asked
    target: Entry
    seq: int
    reaches_back: bool
    before: Game
    folded: Folded

    @property
    def needs_reason(self) -> bool:
        """A reason is asked for what reaches back behind the last entry, and for what touches the 状元."""
        return self.reaches_back or self.needs_approval

    @property
    def needs_approval(self) -> bool:
        """A second person is asked for what touches the 状元: such a throw, a candidate, the champion."""
        judge = self.before.ruleset.judge
        thrown = [Hand.parse(dice) for dice in (self.target.dice, self.asked.dice) if dice]
        at_stake = self.before.champion != self.after.champion or _candidates(self.before) != _candidates(self.after)
        return self.asked.kind == "appoint" or at_stake or any(judge(hand).strength is not None for hand in thrown)

    @property
    def needs_dice(self) -> bool:
        """Whether a candidate would stand on a pattern alone."""
        seat = self.asked.seat
        return not self.asked.dice_seen and _candidates(self.before).get(seat) != _candidates(self.after).get(seat)

    @property
    def after(self) -> Game:
        return self.folded.game

    @property
    def impossible(self) -> list[Impossible]:
        return self.folded.impossible

    def changes_json(self) -> dict[str, Any]:
        """`{pieces: [{rank, number, from, to}], champion, leader, ended: {before, after}, impossible, needs_reason,
        needs_approval}`.

        A piece goes from and to `seat 3`, `stock`, `grabbed` or `returned`.
        """
        return {
            "pieces": _moved_json(self.before, self.after),
            "champion": {"before": _champion(self.before), "after": _champion(self.after)},
            "leader": {"before": self.before.leader, "after": self.after.leader},
            "ended": {"before": self.before.ended, "after": self.after.ended},
            "impossible": [one.to_json() for one in self.impossible],
            "needs_reason": self.needs_reason,
            "needs_approval": self.needs_approval,
        }


def preview_correction(*, table: Table, data: Any, now: datetime, may_correct_any: bool) -> dict[str, Any]:
    """What a correction would change; nothing is written, and no reason is needed yet.

    As `Plan.changes_json`, and `handed_over: [{rank, number, name}]`: which of the pieces that would move somebody has
    in their hands already.

    Refuses what `correct` refuses, but for `correction_impossible`: there `impossible` names the entries.
    """
    if isinstance(data, Mapping):
        data = {"client_uuid": NO_ENTRY, **data}
    game = game_of(table)
    asked = read_asked(data, now=now, ruleset=game.ruleset if game else None)
    if asked.supersedes is None:
        raise malformed("bad_supersedes")
    if game is None:
        raise Refusal("table_not_open", _("Table %(table)s has not been opened.") % {"table": table.number})
    seats = {seat.number: seat for seat in seats_of(table)}
    plan = plan_correction(table, game, seats, log_of(table), asked, may_correct_any=may_correct_any)
    changes = plan.changes_json()
    return {**changes, "handed_over": _handed_over(table, changes["pieces"])}


def correct(book: Book, asked: Asked, *, may_correct_any: bool) -> Entry:
    """Record a correction in an open book.

    Refuses `unknown_entry`, `seats_are_changed_whole`, `already_superseded`, `only_last_entry`, `nothing_changes`,
    `reason_needed`, a code of RULEBOOK §7.7 where the replacement itself does not fit, `correction_impossible`
    with `impossible: [{seq, code}]` where later entries do not, and where the 状元 is at stake those of `approver_of`.
    """
    assert book.game is not None
    plan = plan_correction(book.table, book.game, book.seats, book.log(), asked, may_correct_any=may_correct_any)
    if plan.needs_reason and not asked.reason:
        raise malformed("reason_needed")
    _refuse_impossible(plan)
    if plan.needs_dice:
        raise malformed("dice_needed")
    entry = book.draft(asked, supersedes=plan.target)
    if plan.needs_approval:
        entry.approved_by = approver_of(book.table, asked.pin, by=book.by, device=book.device, now=book.now)
    book.append(entry, plan.after, _effect_json(plan))
    return entry


def plan_correction(
    table: Table, game: Game, seats: Mapping[int, Seat], log: list[Entry], asked: Asked, *, may_correct_any: bool
) -> Plan:
    """Work a correction out; `log` is the whole log in the order of `seq`."""
    standing = effective(log)
    target = _target(log, asked)
    reaches_back = any(entry.place > target.place for entry in standing)
    if reaches_back and not may_correct_any:
        raise Refusal(
            "only_last_entry",
            _("Only the last entry can be corrected here. Ask a floor manager for an earlier one."),
            status=403,
        )
    if asked.says_the_same_as(target):
        raise Refusal("nothing_changes", _("The correction says the same as the entry it corrects."))
    seq = table.seq + 1
    corrected = [entry for entry in standing if entry is not target]
    if asked.kind != VOID:
        corrected.append(_replacement(target, asked, seq))
    folded = fold(table, sorted(corrected, key=lambda entry: entry.place))
    plan = Plan(asked, target, seq, reaches_back, game, folded)
    _refuse_replacement(plan, table, seats)
    return plan


def _target(log: list[Entry], asked: Asked) -> Entry:
    target = next((entry for entry in log if entry.seq == asked.supersedes), None)
    facts = {"seq": asked.supersedes}
    if target is None:
        raise Refusal("unknown_entry", _("There is no entry number %(seq)s in this log.") % facts, status=404)
    if concerns_seats(target):
        sentence = _("Who sat where is put right for both people at once. Use the seat changes.")
        raise Refusal("seats_are_changed_whole", sentence)
    later = next((entry for entry in log if entry.supersedes_id == target.pk), None)
    if later is not None:
        sentence = _("Entry %(seq)s was corrected already, by entry %(later)s. Correct that one.")
        raise Refusal("already_superseded", sentence % {**facts, "later": later.seq}, by=later.seq)
    return target


def _replacement(target: Entry, asked: Asked, seq: int) -> Entry:
    return Entry(
        seq=seq,
        place=target.place,
        kind=asked.kind,
        seat=asked.seat,
        dice=asked.dice,
        dice_seen=asked.dice_seen,
        rank=asked.rank,
        reason=asked.reason,
    )


def _refuse_replacement(plan: Plan, table: Table, seats: Mapping[int, Seat]) -> None:
    """The replacement itself must fit where it stands."""
    own = next((one for one in plan.impossible if one.seq == plan.seq), None)
    if own is not None:
        refused = Refused(own.code, own.expected)
        raise refusal_of(refused, table, seats, seat=plan.asked.seat, rank=plan.asked.rank)


def _refuse_impossible(plan: Plan) -> None:
    if not plan.impossible:
        return
    named = ", ".join(str(one.seq) for one in plan.impossible[:NAMED_AT_MOST])
    sentence = _("This would make later entries impossible: number %(entries)s. Correct those first.")
    raise Refusal(
        "correction_impossible",
        sentence % {"entries": named},
        impossible=[one.to_json() for one in plan.impossible],
    )


def _effect_json(plan: Plan) -> dict[str, Any]:
    """What the entry is answered: the replacement's own effect, the table after it all, and the changes."""
    effect = plan.folded.effects.get(plan.seq)
    after = plan.after
    return {
        **(effect.to_json() if effect else {"kind": VOID}),
        "turn": after.turn,
        "round": after.round,
        "phase": after.phase.value,
        "leader": after.leader,
        "ended": after.ended,
        "champion": _champion(after),
        "correction": {"supersedes": plan.target.seq, **plan.changes_json()},
    }


def _moved_json(before: Game, after: Game) -> list[dict[str, Any]]:
    was = piece_places(before)
    return [
        {"rank": rank.value, "number": number, "from": _place(was[rank, number]), "to": _place(where)}
        for (rank, number), where in piece_places(after).items()
        if was[rank, number][:2] != where[:2]
    ]


def _handed_over(table: Table, moved: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The pieces that somebody loses, all in all, and has in their hands.

    A piece taken out of the middle gives all later ones of its rank other numbers; who has as many of a rank as before
    has nothing to give back.
    """
    handed = handed_over_of(table) if moved else {}
    losses = Counter((piece["rank"], piece["from"]) for piece in moved)
    losses.subtract(Counter((piece["rank"], piece["to"]) for piece in moved))
    found = []
    for piece in moved:
        rank, number, source = piece["rank"], piece["number"], piece["from"]
        if losses[rank, source] > 0 and (rank, number) in handed:
            losses[rank, source] -= 1
            found.append({"rank": rank, "number": number, "name": handed[rank, number]})
    return found


def _place(where: tuple[str, int | None, bool]) -> str:
    return where[0] if where[1] is None else f"seat {where[1]}"


def _candidates(game: Game) -> dict[int | None, tuple[Any, ...]]:
    """Who stands for 状元 with what; an entry taken out before theirs does not change it."""
    return {seat: (one.pattern, one.hand, one.strength) for seat, one in game.candidates.items()}


def _champion(game: Game) -> dict[str, Any] | None:
    if game.champion is None:
        return None
    seat, pattern = game.champion
    return {"seat": seat, "pattern": pattern and pattern.value}
