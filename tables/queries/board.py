"""The floor board: every table of an event by what it is doing and what it needs. A constant number of queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from statistics import median

from django.db.models import Count, F

from bobing_event.models import Device, Event, Session
from rules import LOWER_RANKS, Game, Ruleset
from tables.models import HelpCall, Objection, Seat, SignOff, Table
from tables.queries.board_line import FILTERS, Pace, TableLine
from tables.queries.devices import current_device_of
from tables.queries.rulesets import ruleset_of_event
from tables.queries.sign_offs import sign_off_of


@dataclass(frozen=True)
class Around:
    """What stands beside a table's row: its tablet, its open call, its open objections, its sign-off."""

    tablets: dict[int, Device]
    calls: dict[int, HelpCall]
    objections: dict[int, int]
    signed: dict[int, SignOff]
    seats: dict[int, int]


@dataclass(frozen=True)
class Board:
    """The tables of an event, those that need somebody first."""

    lines: list[TableLine]

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many tables each filter finds."""
        return {name: sum(name in line.marks for line in self.lines) for name in FILTERS}

    def shown(self, show: str = "", text: str = "") -> list[TableLine]:
        """The lines that a filter finds, all for an unknown one, and of these whose number begins like the text."""
        lines = [line for line in self.lines if show not in FILTERS or show in line.marks]
        wanted = text.strip()
        return [line for line in lines if str(line.table.number).startswith(wanted)] if wanted else lines

    @staticmethod
    def groups(lines: Iterable[TableLine]) -> list[tuple[Session, list[TableLine]]]:
        """Lines by session, sessions that play first."""
        by_session: dict[Session, list[TableLine]] = {}
        for line in lines:
            by_session.setdefault(line.table.session, []).append(line)

        def rank(group: tuple[Session, list[TableLine]]) -> tuple[bool, int]:
            return not any(line.table.is_open for line in group[1]), group[0].number

        return sorted(by_session.items(), key=rank)


def board_of(event: Event, *, now: datetime) -> Board:
    """The board of an event: six queries, however many tables there are."""
    tables = list(
        Table.objects.filter(session__event=event)
        .select_related("session", "referee", "champion_person")
        .defer("opening")
        .order_by("session__number", "number")
    )
    around = _around(event)
    ruleset = ruleset_of_event(event)  # all tables of an event play by its frozen ruleset
    pieces = sum(event.piece_set.get(rank.value, 0) for rank in LOWER_RANKS)
    lines = [_line(table, around, ruleset, pieces, now) for table in tables]
    return Board(sorted(_with_pace(lines), key=lambda line: line.order))


@dataclass(frozen=True)
class Concerns:
    """One table's line, with the objections that are open."""

    line: TableLine
    objections: list[Objection]


def concerns_of(table: Table, game: Game | None, *, now: datetime) -> Concerns:
    """What needs somebody at one table, `game` being its snapshot: four queries; it is compared with no other."""
    objections = Objection.objects.filter(table=table, settled_at__isnull=True).select_related("participant")
    raised = list(objections)
    line = TableLine(
        table,
        seats=0,
        pieces=0,
        now=now,
        game=game if table.is_open else None,
        tablet=current_device_of(table),
        call=HelpCall.objects.filter(table=table, answered_at__isnull=True).select_related("called_by").first(),
        objections=len(raised),
        sign_off=sign_off_of(table),
        ends_at=_ends_at(table, game),
    )
    return Concerns(line, raised)


def _around(event: Event) -> Around:
    """Five queries."""
    here = {"table__session__event": event}
    current = Device.objects.filter(event=event, revoked_at__isnull=True, replaced_at__isnull=True)
    objections = Objection.objects.filter(**here, settled_at__isnull=True).order_by().values_list("table")
    seats = Seat.objects.filter(**here).order_by().values_list("table")
    return Around(
        tablets={device.table_id: device for device in current},
        calls={call.table_id: call for call in HelpCall.objects.filter(**here, answered_at__isnull=True)},
        objections=dict(objections.annotate(Count("pk"))),
        signed={one.table_id: one for one in SignOff.objects.filter(**here, seq=F("table__seq")).order_by()},
        seats=dict(seats.annotate(Count("pk"))),
    )


def _line(table: Table, around: Around, ruleset: Ruleset, pieces: int, now: datetime) -> TableLine:
    game = Game.from_json(table.state, ruleset) if table.is_open and table.state is not None else None
    return TableLine(
        table,
        around.seats.get(table.pk, 0),
        pieces,
        now,
        game,
        tablet=around.tablets.get(table.pk),
        call=around.calls.get(table.pk),
        objections=around.objections.get(table.pk, 0),
        sign_off=around.signed.get(table.pk),
        ends_at=_ends_at(table, game),
    )


def _ends_at(table: Table, game: Game | None) -> datetime | None:
    """When the clock runs out; None where none runs, or time was called."""
    if game is None or game.time_up or table.opened_at is None or game.ruleset.time_limit_minutes is None:
        return None
    return table.opened_at + timedelta(minutes=game.ruleset.time_limit_minutes + table.extra_minutes)


def _with_pace(lines: Iterable[TableLine]) -> list[TableLine]:
    """Every line with the medians of its session."""
    by_session: dict[int, list[TableLine]] = {}
    for line in lines:
        by_session.setdefault(line.table.session_id, []).append(line)
    return [line for here in by_session.values() for line in _paced(here)]


def _paced(lines: list[TableLine]) -> list[TableLine]:
    rounds = [line.table.round for line in lines if line.game]
    throws = [line.throws_a_minute for line in lines if line.throws_a_minute is not None]
    pace = Pace(median(rounds) if rounds else 0, median(throws) if throws else 0)
    return [replace(line, pace=pace) for line in lines]
