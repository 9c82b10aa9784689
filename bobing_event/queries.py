"""Reads about events and people: nouns that return querysets or plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Count, Q, QuerySet

from bobing_event.models import Event, Membership, Participant, Role

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
