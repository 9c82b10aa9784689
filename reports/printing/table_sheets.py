"""Table sheets (桌单): an A4 page a table, with columns for what paper needs."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, npgettext, pgettext

from awards.typesetting import qr_svg
from bobing_event.labels import rank_label
from reports.printing.people import Person
from reports.printing.work import Asked, Work, event_head
from rules import RANKS
from tables.models import Table
from tables.queries import ruleset_of_event


def table_sheets(asked: Asked) -> Work:
    """A sheet for every table, by number. Empty places of the ruleset's table are there to be filled in."""
    event, ruleset = asked.event, ruleset_of_event(asked.event)
    title = ruleset.title if (get_language() or "").startswith("zh") else ruleset.title_en or ruleset.title
    sitting: dict[int, dict[int, Person]] = defaultdict(dict)
    for person in asked.seated:
        sitting[person.table or 0][person.seat or 0] = person

    def page(table: Table) -> dict[str, Any]:
        return _sheet(asked, table, sitting[table.number], ruleset.seats)

    head = {
        **event_head(asked),
        "ruleset": asked.ink(title),
        "ranks": [(rank_label(rank.value), event.piece_set.get(rank.value, 0)) for rank in reversed(RANKS)],
        "words": _words(),
    }
    return Work("table-sheets.typ", asked.tables, page, len(asked.tables), head, asked.seated)


def _sheet(asked: Asked, table: Table, sitting: dict[int, Person], seats: int) -> dict[str, Any]:
    referee = (table.referee.get_full_name() or table.referee.get_username()) if table.referee else ""
    people = len(sitting)
    return {
        "number": table.number,
        "referee": asked.ink(referee),
        "people": npgettext("print", "%(count)s person", "%(count)s people", people) % {"count": people},
        "qr": qr_svg(asked.site(reverse("table-detail", args=[asked.event.slug, table.pk]))),
        "seats": [_seat(asked, number, sitting.get(number)) for number in range(1, max([seats, *sitting]) + 1)],
    }


def _seat(asked: Asked, number: int, person: Person | None) -> dict[str, Any]:
    if person is None:
        return {"number": number, "name": "", "unit": "", "proxy": ""}
    ink = asked.ink
    return {"number": number, "name": ink(person.name), "unit": ink(person.unit), "proxy": ink(person.proxy)}


def _words() -> dict[str, Any]:
    return {
        "table": pgettext("print", "table"),
        "referee": pgettext("print", "Referee: "),
        "rules": pgettext("print", "Rules: "),
        "proxy": pgettext("print", "Proxy: "),
        "code": pgettext("print", "QR code"),
        "seat": pgettext("print", "Seat"),
        "name": pgettext("print", "Name"),
        "unit": pgettext("print", "Unit"),
        "here": pgettext("print", "Here"),
        "signature": pgettext("print", "Signature"),
        "foot": [
            pgettext("print", "Champion's name: "),
            pgettext("print", "Champion's dice: "),
            pgettext("print", "Referee signs: "),
            pgettext("print", "Recorder signs: "),
        ],
    }
