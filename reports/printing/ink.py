"""What can be printed of a text: a character that no font has becomes a box to write it into by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import pgettext

from awards.glyphs import code_points, printable_characters
from awards.models import Prize
from reports.printing.people import Person

BOX = "\ue000"
"""Stands for a character that no font has; `templates/print/lines.typ` draws it."""


class ByHand(NamedTuple):
    """Somebody whose name, unit or proxy has characters that no font has: `missing`, each once.

    Goods stand there as a `person` with their name and without a seat.
    """

    person: Person
    missing: str

    @property
    def points(self) -> str:
        return code_points(self.missing)


class Ink:
    """The characters that can be printed at this moment."""

    def __init__(self) -> None:
        self.characters = printable_characters() - {ord(BOX)}

    def __call__(self, text: str) -> str:
        """The text as it is printed."""
        if self.characters.issuperset(map(ord, text)):
            return text
        return "".join(char if ord(char) in self.characters else BOX for char in text)

    def missing(self, text: str) -> str:
        return "".join(char for char in dict.fromkeys(text) if ord(char) not in self.characters)


def by_hand(people: Iterable[Person]) -> list[ByHand]:
    """The people of whom something has to be written by hand."""
    ink = Ink()
    found = ((person, ink.missing(person.name + person.unit + person.proxy)) for person in people)
    return [ByHand(person, missing) for person, missing in found if missing]


def goods_by_hand(goods: Iterable[Prize]) -> list[ByHand]:
    """The goods of whose name something has to be written by hand."""
    ink, kind = Ink(), pgettext("column", "Goods")
    found = ((str(prize), ink.missing(f"{prize}{prize.unit}")) for prize in goods)
    return [ByHand(Person(0, name, kind, "", "", "", None, False), missing) for name, missing in found if missing]
