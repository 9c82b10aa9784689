"""What the check-in station shows of seats, and the word it greets somebody with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bobing_event.models import Event, Participant
from bobing_event.queries import is_minor, place_figures, session_of
from tables.models import Seat, Table


@dataclass(frozen=True)
class StationAnswer:
    """What the station says of a person.

    `tone` is `welcome`, `again`, `stand-by`, `missing`, `full` (the place was given away) or `out` (not checked in).
    `drawn` says whether seats are drawn for the person's session; a guest without `seat` then needs the floor manager.
    """

    tone: str
    person: Participant
    seat: Seat | None = None
    drawn: bool = False
    minor: bool = False
    companions: list[Participant] = field(default_factory=list)


def station_answer(event: Event, person: Participant, *, again: bool = False) -> StationAnswer:
    """The answer to a scan that meant `person`, who was checked in before where it is `again`."""
    session = session_of(person)
    return StationAnswer(
        tone=_tone(person, again),
        person=person,
        seat=seats_of([person]).get(person.pk),
        drawn=session is not None and Table.objects.filter(session=session).exists(),
        minor=is_minor(person, on=event.date),
        companions=list(person.companions.order_by("id")),
    )


def _tone(person: Participant, again: bool) -> str:
    if person.checked_in_at is not None:
        return "again" if again else "welcome"
    if person.stand_by is not None:
        return "stand-by"
    if person.missing:
        return "missing"
    session = session_of(person)
    given_away = session is not None and session.stand_by_filled_at and place_figures(session).vacant == 0
    return "full" if given_away else "out"


def seats_of(people: Iterable[Participant]) -> dict[int, Seat]:
    """Where people sit, by participant's id; who sits in several sessions, in the last. One query."""
    seats = Seat.objects.filter(participant__in=[person.pk for person in people])
    ordered = seats.select_related("table__session").defer("table__opening", "table__state")
    return {seat.participant_id: seat for seat in ordered.order_by("table__session__number")}
