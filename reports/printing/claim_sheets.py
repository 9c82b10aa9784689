"""Claim sheets (领奖登记表): what is due, to be signed for on paper where there is no tablet, and blank lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models.functions import Right
from django.utils.translation import pgettext

from awards.typesetting import PAGES_AT_ONCE, in_parts
from bobing_event.models import Event, Participant
from bobing_event.templatetags.bobing import masked_phone
from reports.printing.dues import Due, goods_of, left_out_words
from reports.printing.supplies import has_plan, no_plan
from reports.printing.work import Asked, Work, event_head, folio, place_short

LINES_PER_PAGE = 14
BLANK_LINES = 4
"""So many at least come after the last line."""
ID_TAIL = 4


@dataclass(frozen=True)
class Claims:
    """What somebody gets of one kind of goods for one honour; as many pieces as there are `dues`."""

    dues: Sequence[Due]

    @property
    def first(self) -> Due:
        return self.dues[0]

    @property
    def units(self) -> int:
        return sum(due.what.quantity for due in self.dues)

    @property
    def number(self) -> str:
        """The voucher's number; of several the first, and how many more."""
        if len(self.dues) == 1:
            return self.first.number
        return pgettext("voucher", "%(number)s +%(more)s") % {"number": self.first.number, "more": len(self.dues) - 1}


def claim_sheets(asked: Asked) -> Work:
    """What is due and final, by table and person, equal things in one line; what is not final is counted at the foot.

    With nothing due, a blank sheet.
    """
    final = [due for due in asked.dues if due.may_be_had]
    left_out = left_out_words(sum(not due.may_be_had and due.at_desk for due in asked.dues))
    nothing = "" if has_plan(asked.event) else no_plan()
    pages = [] if nothing else list(enumerate(_pages(_together(final)), start=1))
    tails = _id_tails(asked.event)

    def page(numbered: tuple[int, Sequence[Claims | None]]) -> dict[str, Any]:
        number, lines = numbered
        last = number == len(pages)
        made = [_line(asked, tails, line) for line in lines]
        return {"folio": folio(number, len(pages)), "last": last, "lines": made}

    head = {**event_head(asked), "words": _words(asked.phones, left_out)}
    return Work(
        "claim-sheets.typ", pages, page, len(final), head, [due.person for due in final], PAGES_AT_ONCE // 4,
        nothing, left_out, goods_of(final),
    )  # fmt: skip


def _together(dues: Sequence[Due]) -> list[Claims]:
    found: dict[tuple[int, str, int], list[Due]] = {}
    for due in dues:
        found.setdefault((due.person.pk, due.honour, due.what.prize.pk), []).append(due)
    return [Claims(same) for same in found.values()]


def _pages(claims: Sequence[Claims]) -> list[list[Claims | None]]:
    """The last page is filled up with blank lines, and has some."""
    pages: list[list[Claims | None]] = [list(part) for part in in_parts(claims, LINES_PER_PAGE)]
    if not pages or len(pages[-1]) > LINES_PER_PAGE - BLANK_LINES:
        pages.append([])
    pages[-1] += [None] * (LINES_PER_PAGE - len(pages[-1]))
    return pages


def _line(asked: Asked, tails: dict[int, str], claims: Claims | None) -> dict[str, Any]:
    if claims is None:
        return {"table": None}
    due, ink = claims.first, asked.ink
    person, prize = due.person, due.what.prize
    return {
        "table": person.table or 0,
        "number": claims.number,
        "place": place_short(person),
        "name": ink(person.name),
        "proxy": ink(person.proxy),
        "honour": due.honour,
        "goods": ink(str(prize)),
        "units": ink(f"{claims.units} {prize.unit}"),
        "phone": person.phone if asked.phones else masked_phone(person.phone),
        "tail": tails.get(person.pk, ""),
    }


def _id_tails(event: Event) -> dict[int, str]:
    """The last characters of ID numbers, by person; one query."""
    known = Participant.objects.filter(event=event).exclude(id_number="")
    return dict(known.values_list("pk", Right("id_number", ID_TAIL)))


def _words(phones: bool, left_out: str) -> dict[str, Any]:
    return {
        "title": pgettext("print", "Claim sheet"),
        "under": pgettext("print", "Full phone numbers: keep this list safe.") if phones else "",
        "proxy": pgettext("print", "Proxy: "),
        "note": left_out,
        "columns": [
            pgettext("print", "Voucher"),
            pgettext("print", "Seat"),
            pgettext("print", "Name"),
            pgettext("print", "Award"),
            pgettext("column", "Goods"),
            pgettext("print", "Units"),
            pgettext("print", "Phone"),
            pgettext("print", "ID ends"),
            pgettext("print", "Received, signature"),
            pgettext("print", "Date"),
        ],
    }
