"""What the prize plan comes to: goods a table and in all, what is won, what is left, what it costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.db.models import Count, Sum

from awards.models import Claim, PlanLine, Prize
from awards.queries.figures import GoodsFigures, LineFigures, PrizePlan, RankFigures
from awards.queries.giving import goods_by_piece, goods_by_place, numbers_given, pieces_of, span_of
from bobing_event.models import Event, Participant
from rules import RANKS
from tables.models import Piece, Table
from tables.queries import ruleset_of_event
from tournaments.models import Entrant, Playoff

__all__ = [
    "GoodsFigures",
    "LineFigures",
    "PrizePlan",
    "RankFigures",
    "goods_by_piece",
    "goods_by_place",
    "pieces_of",
    "plan_is_frozen",
    "prize_plan",
]

Units = Mapping[str, Mapping[int, int]]
"""Units of goods by the place where the pieces are that give them, and by the goods' id."""

NOTHING_MOVED: Units = {place: Counter() for place in ("seat", "grabbed", "returned")}


def plan_is_frozen(event: Event) -> bool:
    """Whether a table was opened: from then on the pieces a table has stand."""
    return Table.objects.filter(session__event=event, opened_at__isnull=False).exists()


def prize_plan(event: Event, *, with_won: bool = True) -> PrizePlan:
    """The plan with its figures; at most seven queries, however many tables and lines.

    Without `with_won` nothing is said of what was won, which saves the queries that read pieces.
    """
    lines = list(PlanLine.objects.filter(event=event).select_related("prize"))
    counted = Table.objects.filter(session__event=event).aggregate(all=Count("id"), opened=Count("opened_at"))
    reckons = any(line.consolation and line.people is None for line in lines)
    people = _people(event) if reckons or not counted["all"] else 0
    tables = counted["all"] or -(-people // ruleset_of_event(event).seats)
    figures = list(_line_figures(event, lines, tables, people))
    ranks = tuple(
        RankFigures(rank.value, pieces_of(event, rank), tuple(one for one in figures if one.line.rank == rank.value))
        for rank in RANKS
    )
    moved = _moved_units(event, ranks, lines) if with_won else NOTHING_MOVED
    return PrizePlan(
        tables=tables,
        estimated=not counted["all"],
        ranks=ranks,
        places=tuple(sorted((one for one in figures if one.line.playoff_kind), key=_place_order)),
        consolations=tuple(one for one in figures if one.line.consolation),
        goods=tuple(_goods(event, figures, moved)),
        frozen=bool(counted["opened"]),
    )


def _people(event: Event) -> int:
    return Participant.objects.filter(event=event).count()


def _line_figures(event: Event, lines: Sequence[PlanLine], tables: int, people: int) -> Iterator[LineFigures]:
    numbers_by_line = numbers_given(lines, event.piece_set)
    for line, numbers in zip(lines, numbers_by_line, strict=True):
        if line.rank:
            yield LineFigures(line, *span_of(line, event.piece_set), numbers, tables)
        elif line.playoff_kind:
            yield LineFigures(line, 1, 1, (1,), 1)
        else:
            yield LineFigures(line, 1, 1, (1,), people if line.people is None else line.people)


def _place_order(figures: LineFigures) -> tuple[int, int]:
    return Playoff.Kind.values.index(figures.line.playoff_kind), figures.line.place or 0


def _goods(event: Event, figures: Iterable[LineFigures], moved: Units) -> Iterator[GoodsFigures]:
    per_table: Counter[int] = Counter()
    planned: Counter[int] = Counter()
    for one in figures:
        planned[one.line.prize_id] += one.units
        if one.line.rank:
            per_table[one.line.prize_id] += one.per_table
    for prize in Prize.objects.filter(event=event):
        yield GoodsFigures(
            prize=prize,
            per_table=per_table[prize.pk],
            planned=planned[prize.pk],
            won=moved["seat"][prize.pk],
            grabbed=moved["grabbed"][prize.pk],
            returned=moved["returned"][prize.pk],
        )


def _moved_units(event: Event, ranks: Iterable[RankFigures], lines: Iterable[PlanLine]) -> Units:
    """Units of each prize by the place where the pieces that give it are.

    Won play-off places count as `seat`, and so do consolations once they are handed over.
    """
    units: dict[str, Counter[int]] = {place: Counter() for place in NOTHING_MOVED}
    moved = Piece.objects.filter(table__session__event=event).exclude(place="stock")
    by_rank = {rank.rank: rank.lines for rank in ranks}
    for rank, number, place, count in moved.values_list("rank", "number", "place").annotate(Count("id")):
        for figures in by_rank[rank]:
            if number in figures.numbers:
                units[place][figures.line.prize_id] += count * figures.line.quantity
    placed = set(
        Entrant.objects.filter(playoff__event=event, placed__isnull=False).values_list("playoff__kind", "placed")
    )
    for line in lines:
        if (line.playoff_kind, line.place) in placed:
            units["seat"][line.prize_id] += line.quantity
    if any(line.consolation for line in lines):
        handed = Claim.objects.filter(event=event, state=Claim.State.HANDED_OVER).exclude(consolation="")
        units["seat"].update(dict(handed.values_list("prize").annotate(Sum("quantity"))))
    return units
