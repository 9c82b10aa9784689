"""What the log and the hand-overs say of the goods that are given at tables, table by table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet, Sum

from awards.models import Claim
from awards.queries.stock import goods_at_table
from bobing_event.models import Event
from tables.models import Piece, Table


@dataclass
class Tally:
    """Units by the id of the goods: won at a table, grabbed there by nobody known, handed over or given up since."""

    won: Counter[int] = field(default_factory=Counter)
    grabbed: Counter[int] = field(default_factory=Counter)
    handed: Counter[int] = field(default_factory=Counter)
    forfeited: Counter[int] = field(default_factory=Counter)


def table_tallies(event: Event, tables: Collection[int] | None = None) -> dict[int, Tally]:
    """By the table's id, of goods that the plan gives at the table, wherever they were handed over. Three queries.

    With `tables` (ids) of these alone.
    """
    moved = Piece.objects.filter(table__session__event=event, place__in=("seat", "grabbed"))
    claims = Claim.objects.filter(event=event, state__in=Claim.STANDING, piece__isnull=False)
    if tables is not None:
        moved, claims = moved.filter(table__in=tables), claims.filter(piece__table__in=tables)
    return _tallied(event, moved, claims)


def open_tallies(event: Event) -> dict[int, Tally]:
    """Of open tables what bears upon their set: all but what was won, which is most of an evening. Three queries."""
    settled = (Table.Phase.WAITING, Table.Phase.ENDED)
    grabbed = Piece.objects.filter(table__session__event=event, place="grabbed").exclude(table__phase__in=settled)
    claims = Claim.objects.filter(event=event, state__in=Claim.STANDING, piece__isnull=False)
    return _tallied(event, grabbed, claims.exclude(piece__table__phase__in=settled))


def _tallied(event: Event, pieces: QuerySet[Piece], claims: QuerySet[Claim]) -> dict[int, Tally]:
    given = goods_at_table(event)
    tallies: dict[int, Tally] = defaultdict(Tally)
    if not given:
        return {}
    for table, rank, number, place in pieces.values_list("table", "rank", "number", "place"):
        for prize, units in given.get((rank, number), {}).items():
            tally = tallies[table]
            (tally.won if place == "seat" else tally.grabbed)[prize] += units
    settled = claims.values_list("piece__table", "piece__rank", "piece__number", "prize", "state", "quantity")
    for table, rank, number, prize, state, units in settled:
        if prize in given.get((rank, number), {}):
            tally = tallies[table]
            (tally.handed if state == Claim.State.HANDED_OVER else tally.forfeited)[prize] += units
    return dict(tallies)


@dataclass
class Settled:
    """Units of one kind of goods by what became of claims; `again` are those of redraws, handed over to others."""

    handed: int = 0
    kept: int = 0
    forfeited: int = 0
    again: int = 0


def settled_units(event: Event) -> dict[int, Settled]:
    """By the id of the goods; one query."""
    units: dict[int, Settled] = defaultdict(Settled)
    claims = Claim.objects.filter(event=event).exclude(state=Claim.State.TAKEN_BACK)
    of_its_winner = ExpressionWrapper(Q(redraw_win__isnull=True), BooleanField())
    grouped = claims.values_list("prize", "state", of_its_winner).annotate(Sum("quantity"))
    for prize, state, first_hand, quantity in grouped:
        one = units[prize]
        if state == Claim.State.KEPT:
            one.kept += quantity
        elif state == Claim.State.FORFEITED:
            one.forfeited += quantity
        elif first_hand:
            one.handed += quantity
        else:
            one.again += quantity
    return dict(units)
