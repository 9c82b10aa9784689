"""An event at a glance: what needs a person, and every table's progress. A constant number of queries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bobing_event.models import Event
from bobing_event.queries import people_counts
from tables.models import Seat, Table
from tables.queries.board import Board, board_of
from tables.queries.board_line import TableLine


@dataclass(frozen=True)
class Dashboard:
    """Everything the dashboard shows."""

    people: dict[str, int]
    seated: int
    board: Board

    @property
    def absent(self) -> int:
        return self.people["total"] - self.people["checked_in"]

    @property
    def unseated(self) -> int:
        """Checked in without a seat, once seats have been drawn."""
        return max(0, self.people["checked_in"] - self.seated) if self.seated else 0

    @property
    def lines(self) -> list[TableLine]:
        return self.board.lines

    @property
    def calls(self) -> list[TableLine]:
        """The oldest call first."""
        return [line for line in self.lines if line.call is not None]

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
        lines = [line for line in self.lines if line.table.referee_id is None and not line.table.has_ended]
        return sorted(lines, key=lambda line: (line.table.session.number, line.table.number))

    @property
    def unsigned(self) -> list[TableLine]:
        """Ended tables that wait for the referee's word, or for a second one."""
        return [line for line in self.lines if "sign" in line.marks]

    @property
    def counts(self) -> dict[str, int]:
        """How many tables are `waiting`, `playing`, `ended`, and the `total`."""
        tables = [line.table for line in self.lines]
        waiting = sum(table.phase == Table.Phase.WAITING for table in tables)
        ended = sum(table.has_ended for table in tables)
        total = len(tables)
        return {"waiting": waiting, "playing": total - waiting - ended, "ended": ended, "total": total}

    @property
    def pieces_left(self) -> int:
        """Lower pieces still in stock at the tables that play."""
        return sum(line.table.pieces_left for line in self.lines if line.table.is_open)


def dashboard_of(event: Event, *, now: datetime) -> Dashboard:
    """The dashboard of an event: the board and two queries more, however many tables there are."""
    return Dashboard(
        people=people_counts(event),
        seated=Seat.objects.filter(table__session__event=event).values("participant").distinct().count(),
        board=board_of(event, now=now),
    )
