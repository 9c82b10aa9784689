"""How a table ends and what moves then (RULEBOOK §6.7 §7)."""

from __future__ import annotations

from rules.game import prizes
from rules.game.candidates import Champion, leading
from rules.game.draft import Clock, Draft
from rules.game.pieces import RETURNED
from rules.patterns import LOWER_RANKS, Pattern, Rank


def after_round(draft: Draft) -> None:
    """A round, counted from the first seat, is complete (§7.1 §7.4)."""
    if draft.clock is Clock.CALLED:
        settle_time_up(draft)
    elif draft.candidates and not draft.ledger.lower_stock():  # §7.1
        end(draft)
    elif draft.clock is Clock.OVER:
        draft.rounds_since_time_up += 1


def after_extra_round(draft: Draft) -> None:
    """Every seat had its one more turn (§7.2). Without a candidate play goes on as in §7.1."""
    if draft.clock is Clock.CALLED:
        settle_time_up(draft)
    elif draft.candidates:
        end(draft)


def call_time_up(draft: Draft) -> None:
    """The table's clock ran out (§7.4)."""
    draft.clock = Clock.CALLED
    if not draft.extra and not draft.turn_used:
        settle_time_up(draft)  # no turn of this round used yet: it is over at once


def settle_time_up(draft: Draft) -> None:
    """The round in which time was called is complete: what is left goes back (§7.4)."""
    draft.clock = Clock.OVER
    for rank in LOWER_RANKS:
        draft.ledger.draw_all(rank, RETURNED)
    if draft.candidates or draft.ruleset.on_time_up == "vacant":
        end(draft)


def end(draft: Draft) -> None:
    """The table ends with its leader as champion, or with none."""
    leader = leading(draft.candidates.values(), draft.locked)
    end_with(draft, leader and Champion(leader.seat, leader.pattern))


def end_with(draft: Draft, champion: Champion | None) -> None:
    """The table ends with this champion: the 状元 is handed over and the last transfers are made (§6.7)."""
    draft.ended = True
    draft.champion = champion
    if champion is None:
        return  # §6.7: the 状元 stays in stock
    draft.ledger.draw_all(Rank.ZHUANGYUAN, champion.seat)
    if _collects_duitang(draft, champion.pattern):
        prizes.collect(draft, Rank.DUITANG, champion.seat)


def _collects_duitang(draft: Draft, pattern: Pattern | None) -> bool:
    if pattern is Pattern.CHAJINHUA:
        return draft.ruleset.chajinhua_duitang == "all_at_end"  # §6.2
    if pattern is Pattern.LIUBEIHONG:
        return draft.ruleset.liubeihong_effect == "duitang_at_end"  # §6.3
    return False
