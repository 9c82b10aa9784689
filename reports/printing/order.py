"""In which order things stand on sheets, so that what is cut apart or turned over is sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

Item = TypeVar("Item")


def sheets_for(count: int, per_sheet: int) -> int:
    return -(-count // per_sheet)


def cut_stack(items: Sequence[Item], per_sheet: int) -> Iterator[list[Item | None]]:
    """Sheets to be cut as one pile: of n sheets, sheet i carries the items i, i+n, i+2n …; None where there is none.

    The piles that cutting makes, laid on each other, are in the order of the items.
    """
    sheets = sheets_for(len(items), per_sheet)
    for sheet in range(sheets):
        places = range(sheet, per_sheet * sheets, sheets)
        yield [items[place] if place < len(items) else None for place in places]


@dataclass(frozen=True)
class Line:
    """A line of a list: a heading (`again` where its group began on the page before), or an item."""

    heading: str = ""
    again: bool = False
    item: object = None


def pages_of_groups(items: Sequence[Item], group_of: Callable[[Item], str], lines: int) -> Iterator[list[Line]]:
    """Pages of so many lines. A heading stands over each group, again where it goes on, and never at a page's foot."""
    page: list[Line] = []
    for heading, members in groupby(items, key=group_of):
        if len(page) > lines - 2:
            yield page
            page = []
        page.append(Line(heading=heading))
        for item in members:
            if len(page) == lines:
                yield page
                page = [Line(heading=heading, again=True)]
            page.append(Line(item=item))
    if page:
        yield page
