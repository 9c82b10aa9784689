"""Rows of the result workbook, streamed from the database: a constant number of queries, memory that does not grow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Prefetch, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from awards.queries import arranged
from bobing_event.models import Event, Participant
from rules import RANKS, Game, Ruleset
from tables.models import Entry, Piece, Seat, Table
from tables.queries.sign_offs import final_sign_offs
from tournaments.models import Entrant, HeatEntrant

CHUNK = 500
BY_RANK = Case(*(When(rank=rank.value, then=Value(place)) for place, rank in enumerate(RANKS)), default=Value(9))
"""A piece's rank as a number to sort by, 状元 first: the codes would sort by letter, in the database's language."""


@dataclass(frozen=True)
class ChampionRow:
    """A table's champion with the throw that stands; `strength` is None where no 状元-level throw made him."""

    table: Table
    seat: Seat
    person: Participant
    pattern: str
    dice: str
    strength: int | None


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
    signed_off = Exists(final_sign_offs().filter(table=OuterRef("table")))
    pieces = held_pieces(event).annotate(high=BY_RANK, final=signed_off)
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


def _count(of: QuerySet[Any], by: str) -> Coalesce:
    counted = of.order_by().values(by).annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
