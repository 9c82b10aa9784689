"""An event at a glance: what needs a person, and every table's progress. A constant number of queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Count

from bobing_event.models import Event, Session
from bobing_event.queries import people_counts
from rules import LOWER_RANKS, Candidate, Game, Ruleset
from tables.models import Seat, Table
from tables.queries.rulesets import ruleset_of_event
from tables.queries.state import ROUNDS_BEFORE_A_PROPOSAL

SILENT_AFTER = timedelta(minutes=3)


@dataclass(frozen=True)
class TableLine:
    """One table of the dashboard. `pieces` is how many lower pieces its set has."""

    table: Table
    seats: int
    pieces: int
    leader: Candidate | None
    stuck: bool
    silent_for: timedelta | None

    @property
    def taken(self) -> int:
        return self.pieces - self.table.pieces_left

    @property
    def silent_minutes(self) -> int:
        return int(self.silent_for.total_seconds() // 60) if self.silent_for else 0


@dataclass(frozen=True)
class SessionTables:
    """The tables of one session by what they are doing; a table is in one of the lists."""

    session: Session
    playing: list[TableLine]
    waiting: list[TableLine]
    ended: list[TableLine]

    @property
    def total(self) -> int:
        return len(self.playing) + len(self.waiting) + len(self.ended)


@dataclass(frozen=True)
class Dashboard:
    """Everything the dashboard shows."""

    people: dict[str, int]
    seated: int
    sessions: list[SessionTables]

    @property
    def absent(self) -> int:
        return self.people["total"] - self.people["checked_in"]

    @property
    def unseated(self) -> int:
        """Checked in without a seat, once seats have been drawn."""
        return max(0, self.people["checked_in"] - self.seated) if self.seated else 0

    @cached_property
    def lines(self) -> list[TableLine]:
        return [line for one in self.sessions for line in (*one.playing, *one.waiting, *one.ended)]

    @property
    def silent(self) -> list[TableLine]:
        """The longest silence first."""
        silent = [line for line in self.lines if line.silent_for is not None]
        return sorted(silent, key=lambda line: line.silent_for or timedelta(), reverse=True)

    @property
    def stuck(self) -> list[TableLine]:
        """Tables that play for 状元 alone without finding one (RULEBOOK §7.8)."""
        return [line for line in self.lines if line.stuck]

    @property
    def without_referee(self) -> list[TableLine]:
        return [line for line in self.lines if line.table.referee_id is None and not line.table.has_ended]

    @property
    def counts(self) -> dict[str, int]:
        """How many tables are `waiting`, `playing`, `ended`, and the `total`."""
        names = ("waiting", "playing", "ended")
        counts = {name: sum(len(getattr(one, name)) for one in self.sessions) for name in names}
        return {**counts, "total": sum(counts.values())}

    @property
    def pieces_left(self) -> int:
        """Lower pieces still in stock at the tables that play."""
        return sum(line.table.pieces_left for line in self.lines if line.table.is_open)


def dashboard_of(event: Event, *, now: datetime) -> Dashboard:
    """The dashboard of an event: four queries, however many tables there are."""
    tables = list(
        Table.objects.filter(session__event=event)
        .select_related("session", "referee", "champion_person")
        .annotate(seat_count=Count("seats"))
        .defer("opening")
        .order_by("session__number", "number")
    )
    ruleset = ruleset_of_event(event)
    pieces = sum(event.piece_set.get(rank.value, 0) for rank in LOWER_RANKS)
    lines = [_line(table, ruleset, pieces, now) for table in tables]
    return Dashboard(
        people=people_counts(event),
        seated=Seat.objects.filter(table__session__event=event).values("participant").distinct().count(),
        sessions=[_session(session, lines) for session in Session.objects.filter(event=event)],
    )


def _session(session: Session, lines: Iterable[TableLine]) -> SessionTables:
    here = [line for line in lines if line.table.session_id == session.pk]
    return SessionTables(
        session,
        playing=[line for line in here if line.table.is_open],
        waiting=[line for line in here if line.table.phase == Table.Phase.WAITING],
        ended=[line for line in here if line.table.has_ended],
    )


def _line(table: Table, ruleset: Ruleset, pieces: int, now: datetime) -> TableLine:
    seats: int = table.seat_count  # type: ignore[attr-defined]
    if not table.is_open:
        return TableLine(table, seats, pieces, None, stuck=False, silent_for=None)
    assert table.state is not None
    game = Game.from_json(table.state, ruleset)  # all tables of an event play by its frozen ruleset
    heard = table.last_entry_at or table.opened_at or now
    silence = now - heard
    return TableLine(
        table,
        seats,
        pieces,
        leader=None if game.leader is None else game.candidates[game.leader],
        stuck=game.rounds_without_champion_after_time_up >= ROUNDS_BEFORE_A_PROPOSAL,
        silent_for=silence if silence > SILENT_AFTER else None,
    )
