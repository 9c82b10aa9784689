"""Rows of the reports, streamed from the database: a constant number of queries, memory that does not grow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    Max,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from awards.queries import arranged
from bobing_event.models import Event, Job, Participant, Session
from rules import RANKS, Game, Ruleset
from tables.models import Entry, Piece, Seat, SeatChange, SeatingDraw, Table
from tables.queries.hall import changes_of
from tables.queries.sign_offs import final_sign_offs
from tournaments.models import Entrant, HeatEntrant

CHUNK = 500
REPORT_KINDS = ("workbook", "certificate-list", "certificates")
PRINT_PREFIX = "print-"
PRINTINGS_READ = 100


@dataclass(frozen=True)
class Volume:
    """How many rows an event's workbook will have, to show progress against."""

    people: int
    tables: int
    pieces: int
    entrants: int

    @property
    def rows(self) -> int:
        return self.people + 2 * self.tables + self.pieces + self.entrants


@dataclass(frozen=True)
class ChampionRow:
    """A table's champion with the throw that stands; `strength` is None where no 状元-level throw made him."""

    table: Table
    seat: Seat
    person: Participant
    pattern: str
    dice: str
    strength: int | None


def report_jobs(event: Event) -> QuerySet[Job]:
    """The reports of an event, the newest first."""
    return Job.objects.filter(event=event, kind__in=REPORT_KINDS).select_related("asked_by")


def volume(event: Event) -> Volume:
    """Four counts."""
    return Volume(
        people=Participant.objects.filter(event=event).count(),
        tables=Table.objects.filter(session__event=event).count(),
        pieces=held_pieces(event).count(),
        entrants=Entrant.objects.filter(playoff__event=event).count(),
    )


def people_rows(event: Event) -> Iterator[Any]:
    """Every participant with check-in and seat; a person who sits nowhere has none. One query."""
    people = Participant.objects.filter(event=event).order_by("id")
    fields = ("id", "name", "unit", "phone", "ticket", "checked_in_at")
    seats = {"table": F("seats__table__number"), "seat": F("seats__number")}
    # Where somebody sits decides; before seats are drawn, the session the sheet named.
    sitting = {
        "session_number": Coalesce("seats__table__session__number", "session__number"),
        "session_name": Coalesce("seats__table__session__name", "session__name"),
    }
    yield from people.values(*fields, **seats, **sitting).iterator(chunk_size=CHUNK)


def table_rows(event: Event) -> Iterator[Any]:
    """Every table with session, referee, champion, and annotated `players` and `throws` (those that count)."""
    throws = Entry.objects.filter(table=OuterRef("pk"), kind="throw", superseded_by__isnull=True)
    players = Seat.objects.filter(table=OuterRef("pk"))
    tables = Table.objects.filter(session__event=event).select_related(
        "session", "referee", "champion", "champion_person"
    )
    annotated = tables.annotate(throws=_count(throws, "table"), players=_count(players, "table"))
    yield from annotated.order_by("session__number", "number").iterator(chunk_size=50)


def champion_of(table: Table, rulesets: dict[str, Ruleset]) -> ChampionRow | None:
    """The champion of an ended table; `rulesets` keeps what was read, by digest, from one table to the next."""
    seat, person = table.champion, table.champion_person
    if not table.has_ended or seat is None or person is None or table.opening is None or table.state is None:
        return None
    digest = table.opening["digest"]
    if digest not in rulesets:
        rulesets[digest] = Ruleset.from_json(table.opening["ruleset"])
    candidate = Game.from_json(table.state, rulesets[digest]).candidates.get(seat.number)
    if candidate is None or candidate.pattern != table.champion_pattern:
        return ChampionRow(table, seat, person, table.champion_pattern, "", None)
    return ChampionRow(table, seat, person, table.champion_pattern, arranged(candidate.hand.text), candidate.strength)


def champion_rows(event: Event) -> list[ChampionRow]:
    """The champions of ended tables, the strongest throw first, equal ones in the order of tables. One query.

    One a table is small enough to be sorted in memory; strengths compare because an event has one ruleset.
    """
    rulesets: dict[str, Ruleset] = {}
    found = (champion_of(table, rulesets) for table in table_rows(event))
    return sorted(filter(None, found), key=lambda row: -(row.strength or 0))


def held_pieces(event: Event) -> QuerySet[Piece]:
    return Piece.objects.filter(table__session__event=event, place="seat")


def piece_rows(event: Event) -> Iterator[Any]:
    """Every piece that somebody holds, by table, seat and rank from the highest; one query.

    `final` is from the table's sign-off on.
    """
    order = Case(*(When(rank=rank.value, then=Value(place)) for place, rank in enumerate(RANKS)), default=Value(9))
    signed_off = Exists(final_sign_offs().filter(table=OuterRef("table")))
    pieces = held_pieces(event).annotate(high=order, final=signed_off)
    ordered = pieces.order_by("table__session__number", "table__number", "holder__number", "high", "number")
    person = {
        "name": F("participant__name"),
        "unit": F("participant__unit"),
        "phone": F("participant__phone"),
        "seat": F("holder__number"),
        "table_number": F("table__number"),
        "session_number": F("table__session__number"),
        "session_name": F("table__session__name"),
    }
    yield from ordered.values("rank", "number", "final", **person).iterator(chunk_size=CHUNK)


def entrant_rows(event: Event) -> Iterator[Any]:
    """Every play-off entrant, those placed first; two queries a chunk. `final_lots` holds the lot of the final."""
    final = HeatEntrant.objects.filter(heat__stage__is_final=True)
    entrants = Entrant.objects.filter(playoff__event=event).select_related(
        "playoff", "participant", "seat__table__session"
    )
    ordered = entrants.defer("seat__table__opening", "seat__table__state").order_by(
        "playoff_id", F("placed").asc(nulls_last=True), "id"
    )
    yield from ordered.prefetch_related(Prefetch("lots", final, to_attr="final_lots")).iterator(chunk_size=CHUNK)


def started_and_ended(table: Table) -> tuple[datetime | None, datetime | None]:
    """When a table was opened, and when its last entry ended it."""
    return table.opened_at, table.last_entry_at if table.has_ended else None


def table_counts(event: Event) -> dict[str, int]:
    """`{"tables", "ended", "with_champion"}`; one query."""
    ended = Q(phase=Table.Phase.ENDED)
    return Table.objects.filter(session__event=event).aggregate(
        tables=Count("id"),
        ended=Count("id", filter=ended),
        with_champion=Count("id", filter=ended & Q(champion__isnull=False)),
    )


def _count(of: QuerySet[Any], by: str) -> Coalesce:
    counted = of.order_by().values(by).annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def print_jobs(event: Event) -> QuerySet[Job]:
    """The printed sheets of an event, the newest first."""
    return Job.objects.filter(event=event, kind__startswith=PRINT_PREFIX).select_related("asked_by")


def last_printings(session: Session) -> dict[str, Job]:
    """By kind the latest sheets of a session that were made; tests of the printer do not count. One query."""
    made = print_jobs(session.event).filter(
        state=Job.State.DONE, parameters__session=session.number, parameters__sample=False
    )
    return {job.kind: job for job in reversed(made[:PRINTINGS_READ])}


def seat_changes(session: Session) -> QuerySet[SeatChange]:
    """Changes of seats that stand and moved somebody, the latest first."""
    return changes_of(session).filter(undone_at__isnull=True).exclude(moves=[])


def seats_changed_at(session: Session) -> datetime | None:
    """When anybody's seat in the session last changed, by lot or by hand; two queries."""
    times = SeatChange.objects.filter(session=session).aggregate(made=Max("made_at"), undone=Max("undone_at"))
    drawn = SeatingDraw.objects.filter(session=session).aggregate(drawn=Max("drawn_at"), gone=Max("discarded_at"))
    return max(filter(None, [*times.values(), *drawn.values()]), default=None)
