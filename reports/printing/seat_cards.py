"""Seat cards (座位卡): A6, four on an A4 sheet, to be cut as one pile and laid out table by table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import pgettext

from awards.typesetting import qr_svg
from reports.printing.order import cut_stack
from reports.printing.people import Person
from reports.printing.work import Asked, Work, event_head, place_words

CARDS_PER_SHEET = 4


def seat_cards(asked: Asked) -> Work:
    """A card for everybody who has a seat; cut and laid on each other the four piles are in the order of seats."""
    words = {"proxy": pgettext("print", "Proxy: "), "code": pgettext("print", "QR code")}

    def sheet(people: Sequence[Person | None]) -> list[Any]:
        return [_card(asked, person) if person else None for person in people]

    return Work(
        template="seat-cards.typ",
        pages=list(cut_stack(asked.seated, CARDS_PER_SHEET)),
        page_of=sheet,
        count=len(asked.seated),
        head={**event_head(asked), "words": words},
        people=asked.seated,
    )


def _card(asked: Asked, person: Person) -> dict[str, Any]:
    return {
        "name": asked.ink(person.name),
        "unit": asked.ink(person.unit),
        "proxy": asked.ink(person.proxy),
        "place": place_words(person.table or 0, person.seat or 0),
        "code": person.code,
        "qr": qr_svg(asked.site(reverse("participant", args=[person.code]))),
    }
