"""The play-off fold: a play-off as a value (RULEBOOK §9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import Refused, StartError
from rules.patterns import Rank
from rules.playoff import snapshot, turns
from rules.playoff.draft import Call, Draft, Hit
from rules.playoff.effect import PlayoffEffect, effect_of
from rules.playoff.entries import Entry
from rules.playoff.fold import apply, refusal
from rules.ruleset import Ruleset

MODES = ("race", "best")
TARGETS = (Rank.ZHUANGYUAN, Rank.DUITANG)
DECIDED = ("immediate", "round")


@dataclass(frozen=True, slots=True)
class Playoff:
    """A play-off at one moment. Nothing in it changes: `enter` gives the next one."""

    ruleset: Ruleset
    entrants: tuple[str, ...]
    """In the order of throwing that the lot gave."""
    mode: str
    target: Rank
    decide: str
    places: int
    """To be filled; no more than there are entrants."""
    in_play: frozenset[str]
    placed: tuple[str, ...] = ()
    skips: frozenset[str] = frozenset()
    """Entrants whose next turn is skipped (轮空)."""
    hits: tuple[Hit, ...] = ()
    """Of this round, in the order thrown; only where a round is completed before it is decided."""
    position: int = 0
    round_number: int = 1
    """Of the next turn."""
    last_used_round: int = 1
    entered: int = 0
    """How many entries were accepted."""

    @staticmethod
    def start(
        ruleset: Ruleset,
        entrants: Iterable[str],
        mode: str = "race",
        target: Rank | str = Rank.ZHUANGYUAN,
        decide: str = "immediate",
        places: int = 1,
    ) -> Playoff:
        """A play-off before its first entry, over already where there is one entrant or none.

        `entrants` are distinct strings in the order of throwing; `mode` is `race` or `best`, `target`
        `zhuangyuan` or `duitang`, `decide` `immediate` or `round`. 状元王中王 (`best`) is by whole rounds and for
        状元, whatever the other two say. Raises StartError.
        """
        order = tuple(entrants)
        _refuse_start(order, mode, target, decide, places)
        if mode == "best":
            target, decide = Rank.ZHUANGYUAN, "round"
        alone = order if len(order) == 1 else ()  # the last entrant left is placed without throwing
        in_play = frozenset(order) - set(alone)
        return Playoff(ruleset, order, mode, Rank(target), decide, min(places, len(order)), in_play, alone)

    def enter(self, entry: Entry) -> tuple[Playoff, PlayoffEffect]:
        """The play-off after an entry, and what the entry did. Raises Refused with a code of §9."""
        code = refusal(self, entry)
        if code is not None:
            raise Refused(code, {"turn": self.turn, "round": self.round})
        draft = Draft(self)
        apply(draft, entry)
        after = _frozen(self, draft)
        return after, effect_of(self, draft, after, entry)

    @property
    def ended(self) -> bool:
        """All places are taken, or nobody is left."""
        return len(self.placed) == self.places or not self.in_play

    @property
    def phase(self) -> str:
        """`playing` or `ended`."""
        return "ended" if self.ended else "playing"

    @property
    def turn(self) -> str | None:
        """The entrant in turn; None after the end."""
        return None if self.ended else self.entrants[self.position]

    @property
    def round(self) -> int:
        """Of the next turn; after the end, of the last turn used, 1 where none was (§11)."""
        return self.last_used_round if self.ended else self.round_number

    def upcoming(self, n: int) -> tuple[Call, ...]:
        """The next `n` turns, the present one first, if nobody hits, withdraws or is placed by the officials.

        A Call is (entrant, round, kind): `turn`, and between turns `skip` for one whose turn will be skipped.
        """
        draft, calls = Draft(self), 0
        while calls < n and not draft.ended:
            draft.calls.append(Call(draft.entrant, draft.round_number, "turn"))
            calls += 1
            if calls < n:
                turns.pass_on(draft)
        return tuple(draft.calls)

    def to_json(self) -> dict[str, Any]:
        """The snapshot as compact plain JSON, the ruleset not in it."""
        return snapshot.to_json(self)

    @staticmethod
    def from_json(data: Mapping[str, Any], ruleset: Ruleset) -> Playoff:
        """The play-off that `to_json` wrote. Raises SnapshotError."""
        return Playoff(**snapshot.read(data, ruleset))


def _refuse_start(order: tuple[str, ...], mode: str, target: str, decide: str, places: int) -> None:
    if len(set(order)) != len(order) or not all(isinstance(entrant, str) for entrant in order):
        raise StartError("bad_entrants", "entrants are distinct names")
    for code, value, allowed in (
        ("bad_mode", mode, MODES),
        ("bad_target", target, TARGETS),
        ("bad_decide", decide, DECIDED),
    ):
        if value not in allowed:
            raise StartError(code, f"{value!r} is none of {', '.join(allowed)}")
    if not isinstance(places, int) or isinstance(places, bool) or places < 1:
        raise StartError("bad_places", f"a whole number of at least 1 is needed, not {places!r}")


def _frozen(before: Playoff, draft: Draft) -> Playoff:
    return Playoff(
        ruleset=before.ruleset,
        entrants=before.entrants,
        mode=before.mode,
        target=before.target,
        decide=before.decide,
        places=before.places,
        in_play=frozenset(draft.in_play),
        placed=tuple(draft.placed),
        skips=frozenset(draft.skips),
        hits=tuple(draft.hits),
        position=draft.position,
        round_number=draft.round_number,
        last_used_round=draft.last_used_round,
        entered=draft.entered,
    )
