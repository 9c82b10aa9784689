"""What every reader makes of a file: sheets of cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from bobing_event.importing.cleaning import Cell

Span = tuple[tuple[int, int], tuple[int, int]]
"""First and last row and column of merged cells, from 0."""


@dataclass(frozen=True)
class Sheet:
    """Cells by row, the first row of the sheet first; `merged` spans and row numbers count from 0.

    `empty_formulas` are the cells, by row and column, whose formula has no value or an error.
    """

    title: str
    rows: Sequence[Sequence[Cell]]
    merged: Sequence[Span] = ()
    hidden_rows: Collection[int] = field(default=frozenset())
    empty_formulas: Collection[tuple[int, int]] = field(default=frozenset())
    hidden: bool = False
