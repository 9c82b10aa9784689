"""The table fold: a game as a value (RULEBOOK §4 to §7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.entries import Entry
from rules.errors import Refused
from rules.game import snapshot, turns
from rules.game.candidates import Candidate, Champion, leading
from rules.game.draft import Clock, Draft, Visit
from rules.game.effect import Effect, Phase, effect_of
from rules.game.fold import apply
from rules.game.pieces import GRABBED, RETURNED, STOCK, Piece, Place, Slot, places
from rules.game.refusals import refusal
from rules.game.start import Stock, counted_stock, ordered_seats
from rules.opening import order_of_play
from rules.patterns import CLASSIC_SET, RANKS, Rank
from rules.ruleset import Ruleset


@dataclass(frozen=True)
class Game:
    """A table at one moment. Nothing in it changes: `enter` gives the next one.

    Its size and the cost of `enter` do not depend on how many entries there were.
    """

    ruleset: Ruleset
    seats: tuple[int, ...]
    """Ascending."""
    ring: tuple[int, ...]
    """In order of play from the seat that throws first."""
    full: tuple[int, ...]
    """The pieces the table began with, by rank."""
    taken: tuple[tuple[Slot, ...], ...] = ((),) * len(RANKS)
    """By rank, where the pieces that left the stock are (see `rules.game.pieces`)."""
    since: int = 0
    """Moves of pieces so far."""
    left: frozenset[int] = frozenset()
    skips: frozenset[int] = frozenset()
    """Seats whose next turn is skipped (轮空)."""
    standing: tuple[Candidate, ...] = ()
    """The candidates by seat."""
    locked: int | None = None
    """The holder of the 插金花 lock (§6.2)."""
    lowered_bar: Rank | None = None
    position: int = 0
    """The place in the ring whose turn it is."""
    round_number: int = 1
    """Of the next turn."""
    turn_used: bool = False
    """Whether a turn of this round has been used (§7.4)."""
    last_used_round: int = 1
    clock: Clock = Clock.RUNNING
    extra: int | None = None
    """The places still to go in the extra round (§7.2): None before it, 0 after it."""
    rounds_since_time_up: int = 0
    champion: Champion | None = None
    ended: bool = False
    entered: int = 0
    """How many entries were accepted."""

    @staticmethod
    def start(ruleset: Ruleset, seats: Iterable[int], first: int, stock: Stock | None = None) -> Game:
        """A table before its first entry.

        `seats` are distinct positive seat numbers, gaps allowed; `first` throws first; `stock` maps ranks to
        pieces (the classic set where it is None; a rank left out has none). Raises StartError.
        """
        ascending = ordered_seats(seats, first)
        full = counted_stock(CLASSIC_SET if stock is None else stock)
        return Game(ruleset, ascending, order_of_play(ruleset, ascending, first), full)

    def enter(self, entry: Entry) -> tuple[Game, Effect]:
        """The game after an entry, and what the entry did. Raises Refused with a code of §7.7."""
        code = refusal(self, entry)
        if code is not None:
            raise Refused(code, {"turn": self.turn, "round": self.round})
        draft = Draft(self)
        apply(draft, entry)
        after = _frozen(self, draft)
        return after, effect_of(self, draft, after, entry)

    @property
    def turn(self) -> int | None:
        """The seat in turn; None after the end."""
        return None if self.ended else self.ring[self.position]

    @property
    def round(self) -> int:
        """Of the next turn; after the end, of the last turn used, 1 where none was (§11)."""
        return self.last_used_round if self.ended else self.round_number

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.ended:
            return Phase.ENDED
        if self.extra:
            return Phase.EXTRA_ROUND
        if self.clock is Clock.CALLED:
            return Phase.TIME_UP_ROUND
        if self._lower_stock():
            return Phase.PLAYING
        return Phase.LAST_ROUND if self.standing else Phase.ZHUANGYUAN_ONLY

    @property
    def leader(self) -> int | None:
        """The seat that would be champion (§6.1); None without a candidate and after the end."""
        leader = None if self.ended else leading(self.standing, self.locked)
        return leader and leader.seat

    @property
    def candidates(self) -> dict[int, Candidate]:
        """The standing candidate of each seat that has one."""
        return {candidate.seat: candidate for candidate in self.standing}

    @property
    def first(self) -> int:
        """The seat that throws first in every round."""
        return self.ring[0]

    @property
    def time_up(self) -> bool:
        """Whether time has been called (§7.4)."""
        return self.clock is not Clock.RUNNING

    @property
    def rounds_without_champion_after_time_up(self) -> int:
        """Complete rounds for 状元 alone since time was up; from five on, propose a way out (§7.8)."""
        return self.rounds_since_time_up

    @cached_property  # a game never changes, and what is shown of it asks for them time and again
    def pieces(self) -> tuple[Piece, ...]:
        """Every physical piece, by rank from the highest and by number; the 状元 is one of them."""
        return tuple(places(self.full, self.taken))

    @property
    def stock(self) -> dict[Rank, int]:
        """Pieces in stock by rank, zeros left out."""
        return self._lying(STOCK)

    @property
    def grabbed(self) -> dict[Rank, int]:
        """Pieces grabbed in the dark (§6.5) by rank, zeros left out."""
        return self._lying(GRABBED)

    @property
    def returned(self) -> dict[Rank, int]:
        """Pieces that went back when time was up (§7.4) by rank, zeros left out."""
        return self._lying(RETURNED)

    @property
    def held(self) -> dict[int, dict[Rank, int]]:
        """Pieces by seat and rank, zeros left out."""
        counted = {seat: self._lying(seat) for seat in self.seats}
        return {seat: ranks for seat, ranks in counted.items() if ranks}

    def is_provisional(self, piece: Piece) -> bool:
        """Whether the piece may still change its place (§5.3).

        While the table runs that is every piece in stock, and a held one of a rank that the ruleset lets
        anybody take away (`Ruleset.movable_ranks`): a chaseable rank, 对堂 where 插金花 or 六杯红 collect it, every
        rank where 六杯红 takes all or 六抔黑 is split. It goes by the rank, not by the chance that it comes to
        that, so it stays true until the table ends; a piece of which it is false never moves again. Returned
        and grabbed pieces, and all pieces after the end, are final.
        """
        if self.ended or piece.place in (GRABBED, RETURNED):
            return False
        return piece.place == STOCK or piece.rank in self.ruleset.movable_ranks

    def upcoming(self, n: int) -> tuple[Visit, ...]:
        """The next `n` turns, the present one first, if nobody throws anything, leaves or returns.

        A Visit is (seat, round, kind): `turn`; between turns also `skip` (its turn will be skipped) and
        `left` (passed over). Fewer turns come where the table ends before.
        """
        draft, visits = Draft(self), 0
        while visits < n and not draft.ended:
            draft.visits.append(Visit(draft.seat, draft.round_number, "turn"))
            visits += 1
            if visits < n:
                turns.use(draft)
                turns.finish(draft)
        return tuple(draft.visits)

    def to_json(self) -> dict[str, Any]:
        """The snapshot as compact plain JSON, the ruleset not in it."""
        return snapshot.to_json(self)

    @staticmethod
    def from_json(data: Mapping[str, Any], ruleset: Ruleset) -> Game:
        """The game that `to_json` wrote. Raises SnapshotError."""
        return Game(**snapshot.read(data, ruleset))

    def _lower_stock(self) -> int:
        return sum(self.full[1:]) - sum(map(len, self.taken[1:]))

    def _lying(self, place: Place) -> dict[Rank, int]:
        counts = dict.fromkeys(RANKS, 0)
        for piece in self.pieces:
            if piece.place == place:
                counts[piece.rank] += 1
        return {rank: pieces for rank, pieces in counts.items() if pieces}


def play(
    ruleset: Ruleset,
    seats: Iterable[int],
    first: int,
    stock: Stock | None,
    entries: Iterable[Entry],
) -> Game:
    """Fold all entries. Raises StartError, and Refused at the first entry that is not accepted."""
    game = Game.start(ruleset, seats, first, stock)
    for entry in entries:
        game, _ = game.enter(entry)
    return game


def _frozen(before: Game, draft: Draft) -> Game:
    return Game(
        ruleset=before.ruleset,
        seats=before.seats,
        ring=before.ring,
        full=before.full,
        taken=tuple(draft.ledger.taken.values()),
        since=draft.ledger.since,
        left=frozenset(draft.left),
        skips=frozenset(draft.skips),
        standing=tuple(sorted(draft.candidates.values())),
        locked=draft.locked,
        lowered_bar=draft.lowered_bar,
        position=draft.position,
        round_number=draft.round_number,
        turn_used=draft.turn_used,
        last_used_round=draft.last_used_round,
        clock=draft.clock,
        extra=draft.extra,
        rounds_since_time_up=draft.rounds_since_time_up,
        champion=draft.champion,
        ended=draft.ended,
        entered=draft.entered,
    )
