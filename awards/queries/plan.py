"""What the prize plan comes to: goods a table and in all, what is won, what is left, what it costs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count

from awards.models import PlanLine, Prize
from bobing_event.labels import rank_label
from bobing_event.models import Event, Participant
from rules import RANKS, Rank
from tables.models import Piece, Table
from tables.queries import ruleset_of_event
from tournaments.models import Entrant, Playoff

ZERO = Decimal(0)


@dataclass(frozen=True)
class LineFigures:
    """A plan line in numbers: which pieces of a table it is for, and its units and yuan in all."""

    line: PlanLine
    first: int
    last: int
    tables: int

    @property
    def pieces(self) -> int:
        """Pieces a table that give these goods."""
        return max(0, self.last - self.first + 1)

    @property
    def per_table(self) -> int:
        """Units a table; of a play-off place, units in all."""
        return self.pieces * self.line.quantity

    @property
    def units(self) -> int:
        return self.per_table * self.tables

    @property
    def value(self) -> Decimal:
        return self.units * self.line.prize.value

    @property
    def whole_rank(self) -> bool:
        """Whether every piece of the rank gives these goods."""
        return self.line.first_piece == 1 and self.line.last_piece is None


@dataclass(frozen=True)
class RankFigures:
    """A rank's part of the plan; `bare` pieces a table have no goods."""

    rank: str
    pieces: int
    lines: tuple[LineFigures, ...]

    @property
    def label(self) -> str:
        return rank_label(self.rank)

    @property
    def bare(self) -> int:
        covered: set[int] = set()
        for line in self.lines:
            covered.update(range(line.first, line.last + 1))
        return self.pieces - len(covered)


@dataclass(frozen=True)
class GoodsFigures:
    """One kind of goods: units a table, planned in all, and where they are by what was thrown so far.

    `won` lies with people, `grabbed` with nobody known (RULEBOOK §6.5), `returned` came back (§7.4).
    """

    prize: Prize
    per_table: int
    planned: int
    won: int
    grabbed: int
    returned: int

    @property
    def left(self) -> int:
        """Planned units nobody has: in stock at tables, returned, or in the store."""
        return self.planned - self.won - self.grabbed

    @property
    def value(self) -> Decimal:
        return self.planned * self.prize.value

    @property
    def won_value(self) -> Decimal:
        return self.won * self.prize.value


@dataclass(frozen=True)
class PrizePlan:
    """The whole plan. `tables` are the event's tables or, before there are any, how many its people would fill."""

    tables: int
    estimated: bool
    ranks: tuple[RankFigures, ...]
    places: tuple[LineFigures, ...]
    goods: tuple[GoodsFigures, ...]
    frozen: bool

    @property
    def is_empty(self) -> bool:
        return not self.places and not any(rank.lines for rank in self.ranks)

    @property
    def pieces(self) -> int:
        """Pieces a table."""
        return sum(rank.pieces for rank in self.ranks)

    @property
    def bare_ranks(self) -> tuple[RankFigures, ...]:
        """Ranks with pieces that give nothing: worth a warning."""
        return tuple(rank for rank in self.ranks if rank.bare)

    @property
    def set_value(self) -> Decimal:
        """What the goods of one table cost."""
        lines = (line for rank in self.ranks for line in rank.lines)
        return sum((line.per_table * line.line.prize.value for line in lines), ZERO)

    @property
    def places_value(self) -> Decimal:
        return sum((line.value for line in self.places), ZERO)

    @property
    def total_value(self) -> Decimal:
        return self.set_value * self.tables + self.places_value

    @property
    def won_value(self) -> Decimal:
        return sum((figures.won_value for figures in self.goods), ZERO)


def plan_is_frozen(event: Event) -> bool:
    """Whether a table was opened: from then on the pieces a table has stand."""
    return Table.objects.filter(session__event=event, opened_at__isnull=False).exists()


def prize_plan(event: Event) -> PrizePlan:
    """The plan with its figures; the same number of queries however many tables and lines."""
    lines = list(PlanLine.objects.filter(event=event).select_related("prize"))
    counted = Table.objects.filter(session__event=event).aggregate(all=Count("id"), opened=Count("opened_at"))
    tables = counted["all"] or _tables_for_people(event)
    ranks = tuple(
        RankFigures(rank.value, pieces_of(event, rank), tuple(_rank_lines(event, rank, lines, tables)))
        for rank in RANKS
    )
    placed = sorted(
        (line for line in lines if line.playoff_kind), key=lambda line: (_kind_order(line), line.place or 0)
    )
    places = tuple(LineFigures(line, 1, 1, 1) for line in placed)
    return PrizePlan(
        tables=tables,
        estimated=not counted["all"],
        ranks=ranks,
        places=places,
        goods=_goods(event, ranks, places, lines),
        frozen=bool(counted["opened"]),
    )


def pieces_of(event: Event, rank: str) -> int:
    """Pieces of the rank at a table of the event."""
    return int(event.piece_set.get(str(rank), 0))


def goods_by_piece(event: Event) -> dict[tuple[str, int], list[PlanLine]]:
    """The plan lines that each piece gives, by rank and the piece's number, in the plan's order; one query."""
    given: dict[tuple[str, int], list[PlanLine]] = defaultdict(list)
    for line in PlanLine.objects.filter(event=event).exclude(rank="").select_related("prize"):
        for number in range(line.first_piece, _last(line, event) + 1):
            given[line.rank, number].append(line)
    return dict(given)


def goods_by_place(event: Event) -> dict[tuple[str, int], list[PlanLine]]:
    """The plan lines that each place of a play-off gives, by its kind and the place; one query."""
    given: dict[tuple[str, int], list[PlanLine]] = defaultdict(list)
    for line in PlanLine.objects.filter(event=event).exclude(playoff_kind="").select_related("prize"):
        if line.place is not None:
            given[line.playoff_kind, line.place].append(line)
    return dict(given)


def _tables_for_people(event: Event) -> int:
    people = Participant.objects.filter(event=event).count()
    return -(-people // ruleset_of_event(event).seats)


def _kind_order(line: PlanLine) -> int:
    return Playoff.Kind.values.index(line.playoff_kind)


def _last(line: PlanLine, event: Event) -> int:
    pieces = pieces_of(event, line.rank)
    return pieces if line.last_piece is None else min(line.last_piece, pieces)


def _rank_lines(event: Event, rank: Rank, lines: Iterable[PlanLine], tables: int) -> Iterable[LineFigures]:
    for line in lines:
        if line.rank == rank.value:
            yield LineFigures(line, line.first_piece, _last(line, event), tables)


def _goods(
    event: Event, ranks: Iterable[RankFigures], places: Iterable[LineFigures], lines: Iterable[PlanLine]
) -> tuple[GoodsFigures, ...]:
    moved = _moved_units(event, ranks, lines)
    per_table: Counter[int] = Counter()
    planned: Counter[int] = Counter()
    for figures in (line for rank in ranks for line in rank.lines):
        per_table[figures.line.prize_id] += figures.per_table
        planned[figures.line.prize_id] += figures.units
    for figures in places:
        planned[figures.line.prize_id] += figures.units
    return tuple(
        GoodsFigures(
            prize=prize,
            per_table=per_table[prize.pk],
            planned=planned[prize.pk],
            won=moved["seat"][prize.pk],
            grabbed=moved["grabbed"][prize.pk],
            returned=moved["returned"][prize.pk],
        )
        for prize in Prize.objects.filter(event=event)
    )


def _moved_units(
    event: Event, ranks: Iterable[RankFigures], lines: Iterable[PlanLine]
) -> Mapping[str, Mapping[int, int]]:
    """Units of each prize by the place where the pieces that give it are; won play-off places count as `seat`."""
    units: dict[str, Counter[int]] = {place: Counter() for place in ("seat", "grabbed", "returned")}
    moved = Piece.objects.filter(table__session__event=event).exclude(place="stock")
    spans = {rank.rank: rank.lines for rank in ranks}
    for rank, number, place, count in moved.values_list("rank", "number", "place").annotate(Count("id")):
        for span in spans[rank]:
            if span.first <= number <= span.last:
                units[place][span.line.prize_id] += count * span.line.quantity
    placed = set(
        Entrant.objects.filter(playoff__event=event, placed__isnull=False).values_list("playoff__kind", "placed")
    )
    for line in lines:
        if (line.playoff_kind, line.place) in placed:
            units["seat"][line.prize_id] += line.quantity
    return units
