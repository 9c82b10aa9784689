"""Move slips (迁座条): who moves from where to where by one change of seats, cut apart and handed over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from bobing_event.models import Participant
from bobing_event.refusals import Refusal
from reports.printing.order import cut_stack
from reports.printing.people import Person
from reports.printing.work import Asked, Work, event_head, moment, place_words
from tables.models import SeatChange

SLIPS_PER_SHEET = 5

Place = list[int] | None
Slip = tuple[Person, Place, Place]


def move_slips(asked: Asked) -> Work:
    """A slip for each move, by the table where it is handed over, cut as one pile. Refuses `unknown_seat_change`."""
    change = SeatChange.objects.filter(session=asked.scope.session, pk=asked.subject or 0).first()
    if change is None:
        raise Refusal("unknown_seat_change", _("There is no such change of seats in this session."), status=404)
    slips = sorted(_slips(change), key=lambda slip: (slip[1] or slip[2] or [0], slip[0].pk))
    words = {
        "from": pgettext("print", "From"),
        "to": pgettext("print", "To"),
        "hint": pgettext("print", "Please take this slip along and show it to the referee.")
        + f"  {moment(asked.event, change.made_at)}",
    }

    def sheet(slips: Sequence[Slip | None]) -> list[Any]:
        return [_slip(asked, slip) if slip else None for slip in slips]

    return Work(
        template="move-slips.typ",
        pages=list(cut_stack(slips, SLIPS_PER_SHEET)),
        page_of=sheet,
        count=len(slips),
        head={**event_head(asked), "words": words},
        people=[person for person, _from, _to in slips],
    )


def _slips(change: SeatChange) -> list[Slip]:
    people = Participant.objects.in_bulk([move["participant"] for move in change.moves])
    return [
        (_person(people[move["participant"]], move["to"] or move["from"]), move["from"], move["to"])
        for move in change.moves
        if move["participant"] in people
    ]


def _person(found: Participant, place: Place) -> Person:
    table, seat = place or (None, None)
    return Person(
        pk=found.pk, name=found.name, unit=found.unit, phone=found.phone, code=found.code, proxy=found.proxy_name,
        stand_by=found.stand_by, arrived=found.checked_in_at is not None, table=table, seat=seat,
    )  # fmt: skip


def _slip(asked: Asked, slip: Slip) -> dict[str, Any]:
    person, start, end = slip
    return {
        "name": asked.ink(person.name),
        "unit": asked.ink(person.unit),
        "from": place_words(*start) if start else pgettext("print", "no seat yet"),
        "to": place_words(*end) if end else pgettext("print", "check-in desk"),
    }
