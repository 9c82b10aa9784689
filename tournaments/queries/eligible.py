"""Who may enter a play-off: found from tables that have ended (RULEBOOK §9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet

from bobing_event.models import Event
from rules import Rank
from tables.models import Piece, Seat, Table
from tournaments.models import Playoff


@dataclass(frozen=True)
class Candidate:
    """A person who may enter, the seat that earned it, and what made the table's champion (may be empty)."""

    seat: Seat
    participant_id: int
    pattern: str = ""


@dataclass(frozen=True)
class Eligible:
    """Who may enter, the tables that are not over yet, and the ended ones that give no entrant.

    `entrants` come by session, table and seat; a person is in it once, with the first seat that earned it.
    """

    entrants: tuple[Candidate, ...]
    not_yet: tuple[Table, ...]
    without: tuple[Table, ...]


def eligible_entrants(event: Event, kind: str) -> Eligible:
    """Those who may enter a play-off of this kind, from ended tables; two queries, however many tables.

    总状元 and 状元王中王: the tables' champions, however they became it. 总对堂: all who hold a 对堂.
    """
    found = duitang_holders(event) if kind == Playoff.Kind.ZONGDUITANG else champions(event)
    return _eligible(_tables(event), found)


def eligible_by_kind(event: Event) -> dict[str, Eligible]:
    """`eligible_entrants` of every kind; three queries."""
    tables, found = _tables(event), champions(event)
    of_champions, of_duitang = _eligible(tables, found), _eligible(tables, duitang_holders(event))
    return {kind: of_duitang if kind == Playoff.Kind.ZONGDUITANG else of_champions for kind in Playoff.Kind.values}


def champions(event: Event) -> list[Candidate]:
    """The champions of ended tables, one a table: who sat there at the throw that made them; one query."""
    seats = _seats(event).filter(pk=F("table__champion_id")).annotate(owner=F("table__champion_person"))
    return [Candidate(seat, seat.owner, seat.table.champion_pattern) for seat in seats]


def duitang_holders(event: Event) -> list[Candidate]:
    """Who holds a 对堂 at their table's end, with the seat that took it; one query."""
    held = Piece.objects.filter(rank=Rank.DUITANG.value, place="seat", table__session__event=event)
    seats = _seats(event).filter(pieces__in=held).annotate(owner=F("pieces__participant")).distinct()
    return [Candidate(seat, seat.owner) for seat in seats]


def _eligible(tables: Sequence[Table], found: Sequence[Candidate]) -> Eligible:
    with_entrant = {candidate.seat.table_id for candidate in found}
    return Eligible(
        entrants=tuple(_each_person_once(found)),
        not_yet=tuple(table for table in tables if not table.has_ended),
        without=tuple(table for table in tables if table.has_ended and table.pk not in with_entrant),
    )


def _tables(event: Event) -> list[Table]:
    tables = Table.objects.filter(session__event=event).select_related("session").defer("opening", "state")
    return list(tables.order_by("session__number", "number"))


def _seats(event: Event) -> QuerySet[Seat]:
    seats = Seat.objects.filter(table__session__event=event, table__phase=Table.Phase.ENDED)
    related = seats.select_related("participant", "table__session").defer("table__opening", "table__state")
    return related.order_by("table__session__number", "table__number", "number")


def _each_person_once(found: Iterable[Candidate]) -> Iterable[Candidate]:
    seen: set[int] = set()
    for candidate in found:
        if candidate.participant_id not in seen:
            seen.add(candidate.participant_id)
            yield candidate
