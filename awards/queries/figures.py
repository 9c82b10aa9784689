"""What the prize plan comes to, as values: lines, ranks, goods and sponsors in units and yuan."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from awards.models import PlanLine, Prize
from bobing_event.labels import rank_label

ZERO = Decimal(0)


@dataclass(frozen=True)
class LineFigures:
    """A plan line in numbers: its span of pieces, and the `numbers` in it that give its goods: all, or its share.

    `times` is how often that happens: at so many tables; once for a place; for so many people of a consolation.
    """

    line: PlanLine
    first: int
    last: int
    numbers: tuple[int, ...]
    times: int

    @property
    def pieces(self) -> int:
        """Pieces a table that give these goods."""
        return len(self.numbers)

    @property
    def per_table(self) -> int:
        """Units a table; of a play-off place units in all, of a consolation units a person."""
        return self.pieces * self.line.quantity

    @property
    def units(self) -> int:
        return self.per_table * self.times

    @property
    def value(self) -> Decimal:
        return self.units * self.line.prize.value

    @property
    def whole_rank(self) -> bool:
        """Whether the line is for every piece of the rank, be it as one of a mix."""
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
        return self.pieces - len({number for line in self.lines for number in line.numbers})


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
class SponsorFigures:
    """What one sponsor gives: kinds of goods, units and yuan planned, yuan won. `name` is "" for nobody named."""

    name: str
    kinds: int
    planned: int
    value: Decimal
    won_value: Decimal


@dataclass(frozen=True)
class PrizePlan:
    """The whole plan. `tables` are the event's tables or, before there are any, how many its people would fill."""

    tables: int
    estimated: bool
    ranks: tuple[RankFigures, ...]
    places: tuple[LineFigures, ...]
    consolations: tuple[LineFigures, ...]
    goods: tuple[GoodsFigures, ...]
    frozen: bool

    @property
    def is_empty(self) -> bool:
        return not self.places and not self.consolations and not any(rank.lines for rank in self.ranks)

    @property
    def pieces(self) -> int:
        """Pieces a table."""
        return sum(rank.pieces for rank in self.ranks)

    @property
    def bare_ranks(self) -> tuple[RankFigures, ...]:
        """Ranks with pieces that give nothing: worth a warning."""
        return tuple(rank for rank in self.ranks if rank.bare)

    @property
    def set_cost(self) -> Decimal:
        """What the goods of one table cost."""
        lines = (line for rank in self.ranks for line in rank.lines)
        return sum((line.per_table * line.line.prize.value for line in lines), ZERO)

    @property
    def places_value(self) -> Decimal:
        return _value(self.places)

    @property
    def consolations_value(self) -> Decimal:
        return _value(self.consolations)

    @property
    def total_value(self) -> Decimal:
        return self.set_cost * self.tables + self.places_value + self.consolations_value

    @property
    def won_value(self) -> Decimal:
        return sum((figures.won_value for figures in self.goods), ZERO)

    @property
    def has_pictures(self) -> bool:
        return any(figures.prize.picture.name for figures in self.goods)

    @property
    def sponsors(self) -> tuple[SponsorFigures, ...]:
        """By name; what has no sponsor is last."""
        by_name = sorted(self.goods, key=lambda figures: (not figures.prize.sponsor, figures.prize.sponsor))
        return tuple(
            _sponsor(name, tuple(goods)) for name, goods in groupby(by_name, lambda figures: figures.prize.sponsor)
        )


def _value(lines: Iterable[LineFigures]) -> Decimal:
    return sum((line.value for line in lines), ZERO)


def _sponsor(name: str, goods: tuple[GoodsFigures, ...]) -> SponsorFigures:
    return SponsorFigures(
        name=name,
        kinds=len(goods),
        planned=sum(figures.planned for figures in goods),
        value=sum((figures.value for figures in goods), ZERO),
        won_value=sum((figures.won_value for figures in goods), ZERO),
    )
