"""What is better put right before a table is opened: later packages say it without being known here.

A warning refuses nothing: a table may be opened all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tables.models import Table


@dataclass(frozen=True)
class OpeningWarning:
    """A sentence for who opens the table, and its code."""

    code: str
    text: str


Warner = Callable[[Table], "list[OpeningWarning]"]
_warners: list[Warner] = []


def warns_at_opening(warner: Warner) -> Warner:
    """Registers a function of a table that waits, its session and event fetched; a constant handful of queries."""
    _warners.append(warner)
    return warner


def opening_warnings(table: Table) -> list[OpeningWarning]:
    """None once the table is opened."""
    if table.opened_at is not None:
        return []
    return [warning for warner in _warners for warning in warner(table)]
