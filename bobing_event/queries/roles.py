from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from bobing_event.models import Event, Membership, Role

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


@dataclass(frozen=True)
class Member:
    """A user and the memberships they hold in one event."""

    user: Any
    memberships: list[Membership]


def staff_of(event: Event) -> list[Member]:
    """Everybody with a role in the event, by user name; one query."""
    memberships = Membership.objects.filter(event=event).select_related("user").order_by("user__username", "role")
    return [Member(user, list(held)) for user, held in groupby(memberships, key=lambda membership: membership.user)]
