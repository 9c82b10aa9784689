"""What one entry did to a game, for the log, the tablet and the pieces table."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from rules.entries import Entry, Throw
from rules.game.candidates import Champion
from rules.game.pieces import Move, Won
from rules.patterns import Outcome, Pattern, Rank

if TYPE_CHECKING:
    from rules.game.draft import Draft
    from rules.game.game import Game


class Phase(StrEnum):
    """Where a table stands between its first throw and its end."""

    PLAYING = "playing"
    LAST_ROUND = "last_round"
    """The lower stock is empty and there is a candidate: this round is completed (§7.1)."""
    EXTRA_ROUND = "extra_round"
    """Every seat has its one more turn (§7.2), also where time is up in it."""
    TIME_UP_ROUND = "time_up_round"
    """Time is up and the round in progress is completed, with prizes (§7.4)."""
    ZHUANGYUAN_ONLY = "zhuangyuan_only"
    """The lower stock is empty or returned and there is no candidate: only 状元 is played for (§7.1 §7.4)."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Effect:
    """What an accepted entry did.

    `won` is what the throw itself took, as §11 lists it; `moves` is every piece that changed its place by the
    entry, dealt pieces, transfers at the end and the 状元 included. `skipped` are the seats whose 轮空 was used
    up while the turn passed on. Rounds after the end are those of the last turn used (§11).
    """

    kind: str
    seat: int | None
    pattern: Pattern | None
    bonus: Rank | None
    strength: int | None
    won: tuple[Won, ...]
    moves: tuple[Move, ...]
    skipped: tuple[int, ...]
    turn_before: int | None
    turn: int | None
    round_before: int
    round: int
    phase_before: Phase
    phase: Phase
    leader_before: int | None
    leader: int | None
    ended: bool
    champion: Champion | None

    def to_json(self) -> dict[str, Any]:
        """Every field as plain JSON: tuples become lists, `champion` `{seat, pattern}` or null."""
        written = {f.name: _plain(getattr(self, f.name)) for f in fields(self)}
        written["champion"] = champion_to_json(self.champion)
        return written


def champion_to_json(champion: Champion | None) -> dict[str, Any] | None:
    """`{seat, pattern}` or None."""
    return champion and {"seat": champion.seat, "pattern": _plain(champion.pattern)}


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


_NOTHING = Outcome(None, None, None)


def effect_of(before: Game, draft: Draft, after: Game, entry: Entry) -> Effect:
    """Compare the game before and after an entry, with what the draft noted on the way."""
    thrown = before.ruleset.judge(entry.hand) if isinstance(entry, Throw) else _NOTHING
    return Effect(
        kind=entry.kind,
        seat=getattr(entry, "seat", None),
        pattern=thrown.pattern,
        bonus=thrown.bonus,
        strength=thrown.strength,
        won=tuple(draft.won),
        moves=tuple(draft.ledger.moves),
        skipped=tuple(visit.seat for visit in draft.visits if visit.kind == "skip"),
        turn_before=before.turn,
        turn=after.turn,
        round_before=before.round,
        round=after.round,
        phase_before=before.phase,
        phase=after.phase,
        leader_before=before.leader,
        leader=after.leader,
        ended=after.ended,
        champion=after.champion,
    )
