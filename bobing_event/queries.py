"""Reads about events and people: nouns that return querysets or plain values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q, QuerySet

from bobing_event.importing import cleaning
from bobing_event.models import AuditRecord, Event, Membership, Participant, ParticipantImport, Role

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User


def roles_of(user: User | AnonymousUser, event: Event) -> frozenset[str]:
    """The user's roles in the event; a superuser is the owner of every event."""
    if not user.is_authenticated:
        return frozenset()
    if user.is_superuser:
        return frozenset({Role.OWNER})
    return frozenset(Membership.objects.filter(event=event, user=user).values_list("role", flat=True))


def events_of(user: User | AnonymousUser) -> QuerySet[Event]:
    """The events a user has any role in, newest first."""
    if not user.is_authenticated:
        return Event.objects.none()
    if user.is_superuser:
        return Event.objects.all()
    return Event.objects.filter(memberships__user=user).distinct()


def people_counts(event: Event) -> dict[str, int]:
    """`{"total", "checked_in"}` of an event's participants."""
    return Participant.objects.filter(event=event).aggregate(
        total=Count("id"), checked_in=Count("id", filter=Q(checked_in_at__isnull=False))
    )


PHONE_TAIL = 4
"""So many last digits of a phone are enough to look a person up by."""


def people_of(event: Event, *, text: str = "", arrived: bool | None = None) -> QuerySet[Participant]:
    """An event's participants by name, unit, ticket or part of a phone; all, or those (not) checked in."""
    people = Participant.objects.filter(event=event).select_related("session")
    if arrived is not None:
        people = people.filter(checked_in_at__isnull=not arrived)
    if text := cleaning.text(text):
        found = Q(name__icontains=text) | Q(unit__icontains=text) | Q(ticket=text)
        if text.isdigit():
            found |= Q(phone__contains=text)
        people = people.filter(found)
    return people


@dataclass(frozen=True)
class Arrivals:
    """Who a scan or a few typed letters may mean. `certain` is set where it can be nobody else."""

    certain: Participant | None
    people: list[Participant]


def arrivals_matching(event: Event, text: str, *, limit: int = 12) -> Arrivals:
    """Looks up a ticket, a whole phone or its last four digits or more, a name, or the beginning of one.

    Certain is a single hit on a ticket, a phone tail or a whole name; part of a name always asks.
    """
    text = cleaning.text(text)
    people = Participant.objects.filter(event=event)
    exact = Q(ticket=text) | Q(name=text) if text else Q(pk=None)
    digits = "".join(character for character in text if character.isdigit())
    if len(digits) >= PHONE_TAIL and not any(character.isalpha() for character in text):
        exact |= Q(phone__endswith=digits.removeprefix("86") if len(digits) == 13 else digits)
    hits = list(people.filter(exact)[:limit])
    if len(hits) == 1:
        return Arrivals(hits[0], hits)
    if hits or not text or text.isdigit():
        return Arrivals(None, hits)
    return Arrivals(None, list(people.filter(Q(name__icontains=text) | Q(unit__istartswith=text))[:limit]))


@dataclass(frozen=True)
class Member:
    """A user and the memberships they hold in one event."""

    user: Any
    memberships: list[Membership]


def staff_of(event: Event) -> list[Member]:
    """Everybody with a role in the event, by user name; one query."""
    memberships = Membership.objects.filter(event=event).select_related("user").order_by("user__username", "role")
    return [Member(user, list(held)) for user, held in groupby(memberships, key=lambda membership: membership.user)]


def imports_of(event: Event) -> QuerySet[ParticipantImport]:
    return ParticipantImport.objects.filter(event=event).select_related("uploaded_by")


def audit_records_of(event: Event, *, action: str = "", username: str = "") -> QuerySet[AuditRecord]:
    records = AuditRecord.objects.filter(event=event).select_related("by")
    if action:
        records = records.filter(action=action)
    if username:
        records = records.filter(by__username=username)
    return records


def audit_actions_of(event: Event) -> list[str]:
    """The actions that the event's log holds."""
    actions = AuditRecord.objects.filter(event=event).order_by("action").values_list("action", flat=True)
    return list(actions.distinct())


def audit_subjects(records: Iterable[AuditRecord]) -> dict[str, str]:
    """What the subjects of records are called today; people are kept by number, `person:7`. One query."""
    numbers = {record.subject: record.subject.partition(":")[2] for record in records if ":" in record.subject}
    people = {subject: int(number) for subject, number in numbers.items() if subject.startswith("person:")}
    names = dict(Participant.objects.filter(pk__in=people.values()).values_list("pk", "name")) if people else {}
    return {subject: names.get(number, "") for subject, number in people.items()}
