"""What a throw does: prize, candidate and the effect of its 状元-level pattern (RULEBOOK §5 §6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.dice import Hand
from rules.game import ending, prizes
from rules.game.candidates import Champion, record
from rules.game.draft import Draft
from rules.game.pieces import GRABBED
from rules.patterns import LOWER_PATTERNS, LOWER_RANKS, Pattern, Rank


def throw(draft: Draft, seat: int, hand: Hand) -> None:
    """Award a hand to the seat that threw it: the prize, the candidate, the effect, the bonus."""
    outcome = draft.ruleset.judge(hand)
    if outcome.pattern is None:
        return
    if outcome.pattern in LOWER_PATTERNS:
        prizes.take_prize(draft, LOWER_PATTERNS[outcome.pattern], seat)
    record(draft, seat, hand, outcome)
    if outcome.pattern in _EFFECTS:
        _EFFECTS[outcome.pattern](draft, seat)
    if outcome.bonus is not None:
        prizes.take_from_stock(draft, outcome.bonus, seat)


def _chajinhua(draft: Draft, seat: int) -> None:
    if draft.ruleset.chajinhua_duitang == "remaining":  # §6.2
        prizes.take_stock(draft, (Rank.DUITANG,), seat)


def _liubeihong(draft: Draft, seat: int) -> None:
    """The three effects that end the table at once (§6.3)."""
    effect = draft.ruleset.liubeihong_effect
    if effect == "remaining_end":
        prizes.take_stock(draft, LOWER_RANKS, seat)
    elif effect == "all_end":
        prizes.take_all(draft, LOWER_RANKS, seat)
    elif effect == "duitang_share_end":
        prizes.take_all(draft, (Rank.DUITANG,), seat)
        prizes.deal_stock(draft, seat)
    else:
        return
    if draft.locked is None:
        ending.end_with(draft, Champion(seat, Pattern.LIUBEIHONG))
    else:  # §6.3: while a lock stands its holder is champion, by his standing candidate
        ending.end(draft)


def _biandijin(draft: Draft, seat: int) -> None:
    if draft.ruleset.biandijin_effect == "remaining":  # §6.4
        prizes.take_stock(draft, LOWER_RANKS, seat)


def _heiliubo(draft: Draft, seat: int) -> None:
    effect = draft.ruleset.heiliubo_effect  # §6.5
    if effect == "split":
        prizes.split(draft, seat)
    elif effect == "share_end":
        prizes.deal_stock(draft, seat)
        ending.end(draft)
    elif effect == "blackout_end":
        for rank in LOWER_RANKS:
            draft.ledger.draw_all(rank, GRABBED)
        ending.end(draft)


_EFFECTS: Mapping[Pattern, Callable[[Draft, int], None]] = {
    Pattern.CHAJINHUA: _chajinhua,
    Pattern.LIUBEIHONG: _liubeihong,
    Pattern.BIANDIJIN: _biandijin,
    Pattern.HEILIUBO: _heiliubo,
}
