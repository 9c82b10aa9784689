"""The champions' poster (状元榜) for a wall: each table's champion, pattern and dice, the play-offs' winners on top.

A2 for a hall of up to 48 champions, A1 for more, several sheets for very many. Printed smaller, A2 is A3 exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from awards.glyphs import title_face
from awards.queries.honours import honours_of_entrants, placed_entrants
from bobing_event.labels import pattern_label
from bobing_event.models import Participant
from bobing_event.templatetags.bobing import masked_name
from reports.printing.ink import BOX
from reports.printing.results import Champion, champions_by_table
from reports.printing.work import Asked, Work, event_head, folio
from tables.models import Table
from tournaments.models import Playoff


@dataclass(frozen=True)
class Format:
    """A paper with so many columns, and how many rows fit beneath the heading of the first sheet and of the others."""

    paper: str
    columns: int
    rows: int
    more_rows: int

    @property
    def first(self) -> int:
        return self.columns * self.rows

    @property
    def following(self) -> int:
        return self.columns * self.more_rows


FORMATS = (Format("a2", 2, 12, 12), Format("a2", 3, 16, 16), Format("a1", 4, 24, 30))
"""From few champions to many: the first that takes all of them on one sheet, else the last."""


@dataclass(frozen=True)
class Sheet:
    """One sheet: its number of so many, the tables on it, and in how many rows they stand."""

    number: int
    total: int
    shape: Format
    rows: int
    tables: Sequence[Table]


def poster(asked: Asked) -> Work:
    """All champions of the ended tables, by table. Tables without one are not on it."""
    tables = [table for table in asked.tables if table.has_ended and table.champion_person_id is not None]
    champions = {table.champion_person_id for table in tables}
    made = _Poster(asked, tables)
    head: dict[str, Any] = {**event_head(asked), "words": {"title": pgettext("poster", "Roll of champions")}}
    head["event_face"] = title_face(head["event"].replace(BOX, ""), "song")
    return Work(
        "poster.typ", sheets(tables), made.page, len(tables), head,
        [] if asked.masked else [person for person in asked.people if person.pk in champions],
        nothing="" if tables else _("No table here has a champion yet."),
    )  # fmt: skip


def sheets(tables: Sequence[Table]) -> list[Sheet]:
    """Tables on as few sheets as they need; on the last of several the rows are as high as on the others."""
    if not tables:
        return []
    shape = next((shape for shape in FORMATS if len(tables) <= shape.first), FORMATS[-1])
    cuts = [0, *range(shape.first, len(tables), shape.following), len(tables)]
    total = len(cuts) - 1
    alone = -(-len(tables) // shape.columns)
    return [
        Sheet(
            number, total, shape, alone if total == 1 else shape.rows if number == 1 else shape.more_rows,
            tables[cuts[number - 1] : cuts[number]],
        )
        for number in range(1, total + 1)
    ]  # fmt: skip


class _Poster:
    """What the sheets need, read when the first of them is made: counting them costs nothing of it."""

    def __init__(self, asked: Asked, tables: Sequence[Table]) -> None:
        self.asked = asked
        self.keys = [table.pk for table in tables]

    @cached_property
    def champions(self) -> dict[int, Champion]:
        return champions_by_table(self.keys)

    def page(self, sheet: Sheet) -> dict[str, Any]:
        return {
            "paper": sheet.shape.paper,
            "columns": sheet.shape.columns,
            "rows": sheet.rows,
            "folio": folio(sheet.number, sheet.total) if sheet.total > 1 else "",
            "first": sheet.number == 1,
            "winners": self._winners() if sheet.number == 1 else [],
            "cells": [self._cell(table) for table in sheet.tables],
        }

    def _cell(self, table: Table) -> dict[str, str]:
        champion = self.champions.get(table.pk)
        return {
            "table": pgettext("poster", "Table %(number)s") % {"number": table.number},
            "name": self._name(champion.name if champion else ""),
            "pattern": _pattern(champion.pattern if champion else ""),
            "dice": champion.dice if champion else "",
        }

    def _winners(self) -> list[dict[str, str]]:
        """The first of each play-off, in the order of the play-offs; three queries."""
        entrants = placed_entrants(self.asked.event).filter(placed=1).order_by("playoff_id")
        won = list(honours_of_entrants(entrants))
        people = Participant.objects.in_bulk([honour.participant_id for honour in won])
        playoffs = Playoff.objects.in_bulk([honour.playoff_id for honour in won])
        return [
            {
                "title": str(playoffs[honour.playoff_id or 0]),
                "name": self._name(people[honour.participant_id or 0].name),
                "pattern": _pattern(honour.pattern) if honour.pattern else "",
                "dice": honour.dice,
            }
            for honour in won
        ]

    def _name(self, name: str) -> str:
        return self.asked.ink(masked_name(name) if self.asked.masked else name)


def _pattern(pattern: str) -> str:
    return pattern_label(pattern) if pattern else _("named by the committee")
