"""Whom a scan or a few typed letters may mean, and how the arrivals go."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Value, When

from bobing_event.importing import cleaning
from bobing_event.models import Event, Participant
from bobing_event.models.people import CODE_ALPHABET, CODE_LENGTH
from bobing_event.queries.people import GUEST, HERE

PHONE_TAIL = 4
"""So many last digits of a phone or an ID number are enough to look a person up by."""
OFFERED = 9
"""So many people are offered to choose from: each has a number key."""
RATE_MINUTES = 5
"""The rate of arrivals is taken over the last so many minutes."""

# A Chinese input method turns the slashes that a scanner types into list commas.
_CODE = re.compile(rf"(?:.*[/\u3001]P[/\u3001])?([{CODE_ALPHABET}]{{{CODE_LENGTH}}})[/\u3001]?")
_TAIL = re.compile(r"\+?[\d\s().-]+X?")


@dataclass(frozen=True)
class Arrivals:
    """Whom a scan or a few typed letters may mean. `certain` is set where it can be nobody else; `more` where there
    are more people than are offered."""

    certain: Participant | None
    people: list[Participant]
    more: bool = False


def code_in(text: str) -> str:
    """The code that a QR code holds, bare or at the end of an address `…/p/CODE/`; "" where there is none."""
    found = _CODE.fullmatch(cleaning.text(text).upper())
    return found[1] if found else ""


def arrivals_matching(event: Event, text: str, *, limit: int = OFFERED) -> Arrivals:
    """Looks up a QR code, a ticket, a phone or ID number or the last four places or more of either, a name (a proxy's
    too), the beginning of a name's pinyin initials, or parts of name, unit and phone with blanks between.

    Certain is a single hit on a code, a ticket, a number or a whole name; initials and parts of a name always ask. Who
    has not arrived is offered first. Three queries at most.
    """
    text = cleaning.text(text)
    people = Participant.objects.filter(event=event).select_related("session", "checked_in_by", "companion_of")
    if code := code_in(text):
        person = people.filter(code=code).first()
        if person is not None:
            return Arrivals(person, [person])
    hits = _first(people.filter(_exactly(text)), limit) if text else []
    if len(hits) == 1:
        return Arrivals(hits[0], hits)
    if not hits and text and not text.isdigit():
        hits = _first(people.filter(_partly(text)), limit, initials=text.lower())
    return Arrivals(None, hits[:limit], more=len(hits) > limit)


def _first(people: QuerySet[Participant], limit: int, *, initials: str = "") -> list[Participant]:
    whole = Case(When(initials=initials, then=Value(0)), default=Value(1), output_field=IntegerField())
    return list(people.order_by(whole, F("checked_in_at").asc(nulls_first=True), "id")[: limit + 1])


def _exactly(text: str) -> Q:
    found = Q(ticket=text) | Q(name=text) | Q(proxy_name=text)
    tail = "".join(character for character in text.upper() if character.isalnum())
    if len(tail) >= PHONE_TAIL and _TAIL.fullmatch(text.upper()):
        phone = tail.removeprefix("86") if len(tail) == 13 else tail
        found |= Q(phone__endswith=phone) | Q(proxy_phone__endswith=phone) | Q(id_number__endswith=tail)
    return found


def _partly(text: str) -> Q:
    words = text.split()
    unit = "unit__icontains" if len(words) > 1 else "unit__istartswith"
    found = Q()
    for word in words:
        fits = Q(name__icontains=word) | Q(**{unit: word}) | Q(proxy_name__icontains=word)
        if word.isdigit():
            fits |= Q(phone__endswith=word) | Q(id_number__endswith=word) | Q(ticket=word)
        elif word.isascii() and word.isalpha():
            fits |= Q(initials__startswith=word.lower())
        found &= fits
    return found


@dataclass(frozen=True)
class StationFigures:
    """Arrivals at one station (签到台): all, and those of the last `RATE_MINUTES`."""

    name: str
    arrived: int
    recent: int

    @property
    def a_minute(self) -> float:
        return self.recent / RATE_MINUTES


@dataclass(frozen=True)
class ArrivalFigures:
    """How the arrivals go. `invited` is everybody who has a place, walk-ins included."""

    invited: int
    stations: list[StationFigures]

    @property
    def arrived(self) -> int:
        return sum(station.arrived for station in self.stations)

    @property
    def expected(self) -> int:
        return self.invited - self.arrived

    @property
    def a_minute(self) -> float:
        return sum(station.recent for station in self.stations) / RATE_MINUTES


def arrival_figures(event: Event, *, now: datetime) -> ArrivalFigures:
    """Arrived, invited, the rate, and the same for each station; one query."""
    recent = Q(checked_in_at__gt=now - timedelta(minutes=RATE_MINUTES))
    rows = (
        Participant.objects.filter(event=event)
        .order_by("checked_in_where")
        .values("checked_in_where")
        .annotate(
            invited=Count("id", filter=GUEST), arrived=Count("id", filter=HERE), recent=Count("id", filter=recent)
        )
    )
    stations = [StationFigures(row["checked_in_where"], row["arrived"], row["recent"]) for row in rows]
    return ArrivalFigures(
        invited=sum(row["invited"] for row in rows), stations=[station for station in stations if station.arrived]
    )
