"""A table's line on the floor board: what it is doing, what it needs, how urgent that is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from bobing_event.models import Device
from rules import Candidate, Game
from tables.models import HelpCall, SignOff, Table
from tables.queries.devices import DESK
from tables.queries.state import ROUNDS_BEFORE_A_PROPOSAL

SILENT_AFTER = timedelta(minutes=3)
"""No entry for so long at an open table."""
GONE_AFTER = timedelta(minutes=2)
"""No sign of life for so long from the tablet of an open table; it gives one every fifteen seconds."""
BEHIND = 2
"""So many rounds behind the median of its session a table is slow."""
SLOW = 0.6
"""So much of the session's median throws a minute, or less, is slow."""
TO_COMPARE = timedelta(minutes=3)
"""A table that has played for less is compared with nobody."""

FILTERS = ("needs", "playing", "sign")
STATES: dict[str, str | Promise] = {
    "waiting": Table.Phase.WAITING.label,
    "playing": Table.Phase.PLAYING.label,
    "last_round": Table.Phase.LAST_ROUND.label,
    "extra_round": Table.Phase.EXTRA_ROUND.label,
    "zhuangyuan_only": pgettext_lazy("board", "Zhuangyuan only"),
    "time_up": pgettext_lazy("table", "time is up"),
    "to_sign": pgettext_lazy("table", "to sign off"),
    "to_countersign": pgettext_lazy("table", "to countersign"),
    "signed": pgettext_lazy("table", "signed off"),
}
"""What a table is doing, in words."""


@dataclass(frozen=True)
class Pace:
    """The medians of a session's open tables."""

    round: float = 0
    throws: float = 0


NO_PACE = Pace()


@dataclass(frozen=True)
class TableLine:
    """One table of the board. `pieces` is how many lower pieces its set has; `game` is there while it is open."""

    table: Table
    seats: int
    pieces: int
    now: datetime
    game: Game | None = None
    tablet: Device | None = None
    call: HelpCall | None = None
    objections: int = 0
    sign_off: SignOff | None = None
    ends_at: datetime | None = None
    pace: Pace = NO_PACE

    @cached_property
    def state(self) -> str:
        """A key of `STATES`."""
        if self.table.has_ended:
            if self.sign_off is None:
                return "to_sign"
            open_dispute = self.sign_off.disputed and self.sign_off.countersigned_at is None
            return "to_countersign" if open_dispute else "signed"
        if self.table.phase == Table.Phase.TIME_UP_ROUND or self.is_over_time:
            return "time_up"
        return self.table.phase

    @property
    def state_word(self) -> str | Promise:
        return STATES[self.state]

    @property
    def leader(self) -> Candidate | None:
        return None if self.game is None or self.game.leader is None else self.game.candidates[self.game.leader]

    @property
    def stuck(self) -> bool:
        """Plays for 状元 alone without finding one (RULEBOOK §7.8)."""
        return bool(self.game and self.game.rounds_without_champion_after_time_up >= ROUNDS_BEFORE_A_PROPOSAL)

    @property
    def silent_for(self) -> timedelta | None:
        """Since the last entry, where that is too long."""
        if self.game is None:
            return None
        silence = self.now - (self.table.last_entry_at or self.table.opened_at or self.now)
        return silence if silence > SILENT_AFTER else None

    @property
    def silent_minutes(self) -> int:
        return _minutes(self.silent_for or timedelta())

    @property
    def called_minutes(self) -> int:
        return _minutes(self.now - self.call.called_at) if self.call else 0

    @property
    def at_desk(self) -> bool:
        """Entered at the desk, from paper."""
        return self.tablet is not None and self.tablet.agent == DESK

    @property
    def tablet_minutes(self) -> int | None:
        """Whole minutes since the tablet's last sign of life; None where it never gave one."""
        seen = self.tablet and self.tablet.seen_at
        return _minutes(self.now - seen) if seen else None

    @property
    def tablet_gone(self) -> bool:
        """The tablet of an open table gives no sign of life."""
        if self.game is None or self.tablet is None or self.at_desk:
            return False
        return self.now - (self.tablet.seen_at or self.tablet.paired_at) > GONE_AFTER

    @property
    def is_over_time(self) -> bool:
        """The clock has run out and nobody has called time."""
        return self.ends_at is not None and self.now >= self.ends_at

    @property
    def minutes_left(self) -> int | None:
        """Minutes that have begun, 0 when the clock has run out; None without a clock."""
        if self.ends_at is None:
            return None
        return max(0, -((self.now - self.ends_at) // timedelta(minutes=1)))

    @property
    def throws_a_minute(self) -> float | None:
        """Accepted entries by minutes since the opening, one decimal; None until it can be compared."""
        opened = self.table.opened_at
        if self.game is None or opened is None or self.now - opened < TO_COMPARE:
            return None
        return round(self.game.entered / ((self.now - opened) / timedelta(minutes=1)), 1)

    @property
    def behind(self) -> int:
        """Rounds behind the median of the session's open tables, where that is many."""
        rounds = int(self.pace.round - self.table.round) if self.game else 0
        return rounds if rounds >= BEHIND else 0

    @property
    def slow(self) -> bool:
        rate = self.throws_a_minute
        return bool(self.behind or (rate is not None and rate < SLOW * self.pace.throws))

    @cached_property
    def needs(self) -> list[str]:
        """What needs somebody, the most urgent first: the first three put the table to the front of the board."""
        found = {
            "help": self.call is not None,
            "silent": self.silent_for is not None,
            "tablet": self.tablet_gone,
            "over_time": self.is_over_time,
            "stuck": self.stuck,
            "objections": self.objections > 0,
            "countersign": self.state == "to_countersign",
        }
        return [name for name, there in found.items() if there]

    @property
    def marks(self) -> list[str]:
        """The filters that find it."""
        marks = {
            "needs": bool(self.needs),
            "playing": self.table.is_open,
            "sign": self.state in ("to_sign", "to_countersign"),
        }
        return [name for name in FILTERS if marks[name]]

    @property
    def order(self) -> tuple[int, float, int, int]:
        """Calls by age, then silence by length, other needs, the slow by how slow, the rest by number."""
        urgency, weight = 4, 0.0
        if self.call is not None:
            urgency, weight = 0, self.call.called_at.timestamp()
        elif self.silent_for or self.tablet_gone:
            urgency, weight = 1, -(self.silent_for or timedelta()).total_seconds()
        elif self.needs:
            urgency = 2
        elif self.slow:
            urgency, weight = 3, -self.behind + (self.throws_a_minute or 0) / 100
        return urgency, weight, self.table.session.number, self.table.number


def _minutes(span: timedelta) -> int:
    return int(span.total_seconds() // 60)
