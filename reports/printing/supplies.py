"""What tables are supplied with, for the papers that go to the store and to the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from awards.models import PlanLine, Prize
from awards.queries.sets import lacking
from awards.queries.stock import Units, table_set
from bobing_event.models import Event
from tables.models import Table


@dataclass(frozen=True)
class Supplies:
    """The goods a table gets, each with its units; where there are none, `nothing` says why."""

    goods: Sequence[tuple[Prize, int]]
    nothing: str


def supplies_of(event: Event, tables: Sequence[Table]) -> Supplies:
    """Three queries."""
    units: Units = table_set(event)
    goods = [(prize, units[prize.pk]) for prize in Prize.objects.filter(event=event, pk__in=units)]
    return Supplies(goods, _why_nothing(event, goods, tables))


def lacking_of(event: Event, tables: Sequence[Table]) -> dict[int, Units]:
    """What a supply run would bring now, by the table's id; tables that have ended or have their set are left out."""
    return lacking(event, [table.pk for table in tables if not table.has_ended])


def has_plan(event: Event) -> bool:
    return PlanLine.objects.filter(event=event).exists()


def no_plan() -> str:
    return _("There is no prize plan yet. Enter it on the page “Prizes” first.")


def _why_nothing(event: Event, goods: Sequence[object], tables: Sequence[Table]) -> str:
    if not has_plan(event):
        return no_plan()
    if not goods:
        return _("By the plan nothing is handed over at the tables: everything waits at the prize desk.")
    return "" if tables else _("There is no table here yet.")


def tables_words(tables: Sequence[Table]) -> str:
    """第 1–24 桌，共 24 桌."""
    count = len(tables)
    if count == 1:
        return pgettext("print", "Table %(table)s") % {"table": tables[0].number}
    first, last = tables[0].number, tables[-1].number
    sentence = ngettext(
        "tables %(first)s–%(last)s, %(count)s in all", "tables %(first)s–%(last)s, %(count)s in all", count
    )
    return sentence % {"first": first, "last": last, "count": count}
