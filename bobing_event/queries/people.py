from __future__ import annotations

from datetime import date

from django.db.models import Count, Q, QuerySet

from bobing_event.importing import cleaning
from bobing_event.models import Event, Participant, Session

HERE = Q(checked_in_at__isnull=False)
GUEST = Q(stand_by__isnull=True) & (Q(missing=False) | HERE)
"""Who has a place: not who waits for one, nor who is no longer on the list and has not come."""

STATES: dict[str, Q] = {
    "in": HERE,
    "out": GUEST & ~HERE,
    "walk_in": Q(walk_in=True),
    "stand_by": Q(stand_by__isnull=False),
    "missing": Q(missing=True),
    "proxy": ~Q(proxy_name=""),
    "companion": Q(companion_of__isnull=False),
}
"""What the list of people can be narrowed to."""


def people_counts(event: Event) -> dict[str, int]:
    """`{"total", "checked_in"}` of an event's guests: who has a place, and who of them has come."""
    people = Participant.objects.filter(event=event)
    return people.aggregate(total=Count("id", filter=GUEST), checked_in=Count("id", filter=HERE))


def counts_by_state(event: Event) -> dict[str, int]:
    """How many people are in each of `STATES`, and in `total`; one query."""
    counts = {state: Count("id", filter=which) for state, which in STATES.items()}
    return Participant.objects.filter(event=event).aggregate(total=Count("id"), **counts)


def people_of(event: Event, *, text: str = "", state: str = "") -> QuerySet[Participant]:
    """An event's participants by name, pinyin initials, proxy, unit, ticket or part of a phone.

    `state` is one of `STATES`, or empty for everybody.
    """
    people = Participant.objects.filter(event=event).select_related("session", "companion_of")
    if state:
        people = people.filter(STATES[state])
    if state == "stand_by":
        people = people.order_by("stand_by")
    if text := cleaning.text(text):
        found = Q(name__icontains=text) | Q(unit__icontains=text) | Q(ticket=text) | Q(proxy_name__icontains=text)
        if text.isdigit():
            found |= Q(phone__contains=text)
        if text.isascii() and text.isalpha():
            found |= Q(initials__startswith=text.lower())
        people = people.filter(found)
    return people


def people_of_session(session: Session) -> QuerySet[Participant]:
    """Everybody of a session, by id. Who is in no session belongs to the event's first."""
    here = Q(session=session)
    if not Session.objects.filter(event=session.event_id, number__lt=session.number).exists():
        here |= Q(session__isnull=True)
    return Participant.objects.filter(here, event=session.event_id).order_by("pk")


def session_of(participant: Participant) -> Session | None:
    """The session somebody belongs to: their own, else the event's first."""
    return participant.session or Session.objects.filter(event=participant.event_id).order_by("number").first()


def is_minor(person: Participant, *, on: date) -> bool:
    """Whether the birthday in an ID card's number says that somebody is not yet eighteen; False for any other."""
    born = person.id_number[6:14]
    if len(person.id_number) != 18 or not born.isdigit():
        return False
    return int(f"{on:%Y%m%d}") - int(born) < 180_000
