"""The list of a draw as its public page shows it: a number, a masked name and, once drawn, the place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bobing_event.models import Participant
from tables.models import SeatingDraw

Place = Sequence[int]  # table, seat, person; 0, 0 before the draw


@dataclass(frozen=True)
class RollLine:
    """One person of a draw. `name` is empty where the person was deleted since."""

    table: int
    seat: int
    number: int
    unit: int | None
    name: str


def roll_of(draw: SeatingDraw, text: str = "") -> list[Place]:
    """Everybody of a draw, by place once drawn, by number before; those alone whom the text means.

    The text is a number of a person or a place such as `12-3` or `12`, or a whole name: parts of names find nobody,
    so that the page cannot be used to guess them. No query, or one for a name.
    """
    places: list[Place] = draw.seating or [(0, 0, person) for person in draw.plan["people"]]
    if not text:
        return places
    table, dash, seat = text.partition("-")
    if dash:
        return [place for place in places if (str(place[0]), str(place[1])) == (table, seat)]
    if text.isdecimal():
        return [place for place in places if text in (str(place[2]), str(place[0]))]
    named = Participant.objects.filter(event=draw.session.event_id, name=text).values_list("pk", flat=True)
    people = set(named)
    return [place for place in places if place[2] in people]


def roll_lines(draw: SeatingDraw, places: Sequence[Place]) -> list[RollLine]:
    """The lines of some places; one query."""
    numbers = [person for _table, _seat, person in places]
    names = dict(Participant.objects.filter(pk__in=numbers).values_list("pk", "name"))
    units = draw.plan["units"]
    return [
        RollLine(table, seat, person, units.get(str(person)), names.get(person, "")) for table, seat, person in places
    ]
