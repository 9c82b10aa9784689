"""Arrival lists (签到名册): everybody who is expected, by name or by table, to be ticked off at the door."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import pgettext

from awards.typesetting import PAGES_AT_ONCE
from reports.printing.order import Line, pages_of_groups
from reports.printing.people import Person
from reports.printing.spelling import letter_of, spelling
from reports.printing.work import Asked, Work, event_head, folio, place_short

LINES_PER_PAGE = 37
PHONE_TAIL = 4


def arrivals_by_name(asked: Asked) -> Work:
    """By pinyin, under letters."""
    people = sorted(asked.people, key=lambda person: (spelling(person.name), person.place))
    return _list(asked, people, lambda person: letter_of(person.name))


def arrivals_by_table(asked: Asked) -> Work:
    """Table by table; who has no seat yet comes last."""
    return _list(asked, asked.people, _table_heading)


def _list(asked: Asked, people: list[Person], group_of: Callable[[Person], str]) -> Work:
    pages = list(enumerate(pages_of_groups(people, group_of, LINES_PER_PAGE), start=1))

    def page(numbered: tuple[int, list[Line]]) -> dict[str, Any]:
        number, lines = numbered
        return {"folio": folio(number, len(pages)), "lines": [_line(asked, line) for line in lines]}

    head = {**event_head(asked), "words": _words()}
    return Work("arrivals.typ", pages, page, len(people), head, people, at_once=PAGES_AT_ONCE // 4)


def _line(asked: Asked, line: Line) -> dict[str, Any]:
    person, ink = line.item, asked.ink
    if not isinstance(person, Person):
        return {"heading": ink(line.heading), "again": line.again}
    return {
        "name": ink(person.name),
        "unit": ink(person.unit),
        "proxy": ink(person.proxy),
        "tail": person.phone[-PHONE_TAIL:],
        "place": place_short(person),
        "arrived": person.arrived,
    }


def _table_heading(person: Person) -> str:
    if person.table is None:
        return pgettext("print", "Without a seat yet")
    return pgettext("print", "Table %(table)s") % {"table": person.table}


def _words() -> dict[str, Any]:
    return {
        "again": pgettext("print", "(continued)"),
        "proxy": pgettext("print", "Proxy: "),
        "columns": [
            pgettext("print", "Name"),
            pgettext("print", "Unit"),
            pgettext("print", "Phone ends"),
            pgettext("print", "Table–seat"),
            pgettext("print", "Here"),
        ],
    }
