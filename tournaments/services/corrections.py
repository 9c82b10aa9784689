"""Corrections: an entry that supersedes another, and what that changes from there on, as at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from rules import Hand, Refused
from rules import Playoff as Fold
from tables.models.entry import VOID
from tables.queries import Impossible
from tables.services.asked import read_supersedes
from tournaments.models import Heat, PlayoffEntry, Stage
from tournaments.queries import Folded, effective_entries, fold_entries, fold_of, log_of, lots_of
from tournaments.services.asked import Asked, read_asked
from tournaments.services.sentences import Lots, malformed, refusal_of

if TYPE_CHECKING:
    from tournaments.services.book import HeatBook

NAMED_AT_MOST = 12  # impossible entries in a sentence


@dataclass(frozen=True)
class Plan:
    """A correction worked out: what it supersedes, the heat before and after it, and what it makes impossible."""

    asked: Asked
    target: PlayoffEntry
    seq: int
    reaches_back: bool
    before: Fold
    folded: Folded

    @property
    def needs_reason(self) -> bool:
        """A reason is asked for what reaches back behind the last entry, and for what touches a 状元-level throw."""
        return self.reaches_back or self._touches_zhuangyuan

    @property
    def _touches_zhuangyuan(self) -> bool:
        judge = self.before.ruleset.judge
        thrown = [Hand.parse(dice) for dice in (self.target.dice, self.asked.dice) if dice]
        return any(judge(hand).strength is not None for hand in thrown)

    @property
    def after(self) -> Fold:
        return self.folded.fold

    @property
    def impossible(self) -> list[Impossible]:
        return self.folded.impossible

    def changes_json(self) -> dict[str, Any]:
        """`{placed, turn, ended: {before, after}, impossible: [{seq, code}], needs_reason}`."""
        return {
            "placed": {"before": list(self.before.placed), "after": list(self.after.placed)},
            "turn": {"before": self.before.turn, "after": self.after.turn},
            "ended": {"before": self.before.ended, "after": self.after.ended},
            "impossible": [one.to_json() for one in self.impossible],
            "needs_reason": self.needs_reason,
        }


def preview_playoff_correction(
    *, heat: Heat, data: Mapping[str, Any], now: datetime, may_correct_any: bool
) -> dict[str, Any]:
    """What a correction would change; nothing is written, and no reason is needed yet.

    Refuses what `correct` refuses, but for `correction_impossible`: there `impossible` names the entries.
    """
    log = log_of(heat)
    target = corrected_entry(log, data)
    asked = read_asked({"client_uuid": target.client_uuid, **data}, now=now, corrected=target)
    lots = {str(lot.entrant_id): lot for lot in lots_of(heat)}
    return plan_correction(heat, fold_of(heat), lots, log, asked, may_correct_any=may_correct_any).changes_json()


def correct(book: HeatBook, data: Mapping[str, Any], *, may_correct_any: bool) -> PlayoffEntry:
    """Record a correction in an open book.

    Refuses `unknown_entry`, `already_superseded`, `only_last_entry`, `next_stage_drawn`, `nothing_changes`,
    `reason_needed`, a code of RULEBOOK §9 where the replacement itself does not fit, and `correction_impossible` with
    `impossible: [{seq, code}]` where later entries do not.
    """
    log = book.log()
    asked = read_asked(data, now=book.now, corrected=corrected_entry(log, data))
    plan = plan_correction(book.heat, book.fold, book.lots, log, asked, may_correct_any=may_correct_any)
    if plan.needs_reason and not asked.reason:
        raise malformed("reason_needed")
    _refuse_impossible(plan)
    book.hits = plan.folded.hits
    return book.append(book.draft(asked, supersedes=plan.target), plan.after, _effect_json(plan))


def corrected_entry(log: Sequence[PlayoffEntry], data: Mapping[str, Any]) -> PlayoffEntry:
    """The entry that is to be corrected. Refuses `bad_supersedes`, `unknown_entry`, `already_superseded`."""
    seq = read_supersedes(data)
    if seq is None:
        raise malformed("bad_supersedes")
    target = next((entry for entry in log if entry.seq == seq), None)
    if target is None:
        raise Refusal("unknown_entry", _("There is no entry number %(seq)s in this log.") % {"seq": seq}, status=404)
    later = next((entry for entry in log if entry.supersedes_id == target.pk), None)
    if later is not None:
        sentence = _("Entry %(seq)s was corrected already, by entry %(later)s. Correct that one.")
        raise Refusal("already_superseded", sentence % {"seq": seq, "later": later.seq}, by=later.seq)
    return target


def plan_correction(
    heat: Heat, fold: Fold, lots: Lots, log: list[PlayoffEntry], asked: Asked, *, may_correct_any: bool
) -> Plan:
    """Work a correction out; `log` is the whole log in the order of `seq`."""
    standing = effective_entries(log)
    target = next(entry for entry in log if entry.seq == asked.supersedes)
    reaches_back = any(entry.place > target.place for entry in standing)
    if reaches_back and not may_correct_any:
        sentence = _("Only the last entry can be corrected here. Ask a floor manager for an earlier one.")
        raise Refusal("only_last_entry", sentence, status=403)
    _refuse_after_next_draw(heat)
    if asked.says_the_same_as(target):
        raise Refusal("nothing_changes", _("The correction says the same as the entry it corrects."))
    if asked.entrant is not None and asked.entrant not in lots:
        raise refusal_of(Refused("unknown_entrant", {"turn": fold.turn, "round": fold.round}), asked.entrant, lots)
    seq = heat.seq + 1
    corrected = [entry for entry in standing if entry is not target]
    if asked.kind != VOID:
        corrected.append(_replacement(target, asked, seq))
    folded = fold_entries(heat, sorted(corrected, key=lambda entry: entry.place))
    plan = Plan(asked, target, seq, reaches_back, fold, folded)
    _refuse_replacement(plan, lots)
    return plan


def _replacement(target: PlayoffEntry, asked: Asked, seq: int) -> PlayoffEntry:
    entrant_id = None if asked.entrant is None else int(asked.entrant)
    return PlayoffEntry(
        seq=seq, place=target.place, kind=asked.kind, entrant_id=entrant_id, dice=asked.dice, reason=asked.reason
    )


def _refuse_after_next_draw(heat: Heat) -> None:
    if Stage.objects.filter(playoff_id=heat.stage.playoff_id, number__gt=heat.stage.number).exists():
        sentence = _("The next stage has been drawn from this one. Its heats can no longer be corrected.")
        raise Refusal("next_stage_drawn", sentence)


def _refuse_replacement(plan: Plan, lots: Lots) -> None:
    """The replacement itself must fit where it stands."""
    own = next((one for one in plan.impossible if one.seq == plan.seq), None)
    if own is not None:
        raise refusal_of(Refused(own.code, own.expected), plan.asked.entrant, lots)


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
    """What the entry is answered: the replacement's own effect, the heat after it all, and the changes."""
    effect = plan.folded.effects.get(plan.seq)
    after = plan.after
    return {
        **(effect.to_json() if effect else {"kind": VOID}),
        "turn": after.turn,
        "round": after.round,
        "ended": after.ended,
        "correction": {"supersedes": plan.target.seq, **plan.changes_json()},
    }
