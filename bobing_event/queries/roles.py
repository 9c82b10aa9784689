from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from bobing_event.models import Event, Membership, Role, StaffPin

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User


def roles_of(user: User | AnonymousUser, event: Event) -> frozenset[str]:
    """The user's roles in the event; a superuser is the owner of every event."""
    if not user.is_authenticated:
        return frozenset()
    if user.is_superuser:
        return frozenset({Role.OWNER})
    return frozenset(Membership.objects.filter(event=event, user=user).values_list("role", flat=True))


def roles_by_event(user: User | AnonymousUser) -> dict[int, set[str]]:
    """The roles given to the user, by the event's id; one query. A superuser needs none."""
    held: dict[int, set[str]] = {}
    if not user.is_authenticated:
        return held
    for event, role in Membership.objects.filter(user=user).values_list("event", "role"):
        held.setdefault(event, set()).add(role)
    return held


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
    pin_set_at: datetime | None

    @property
    def roles(self) -> frozenset[str]:
        return frozenset(held.role for held in self.memberships)


def staff_of(event: Event) -> list[Member]:
    """Everybody with a role in the event, by user name, and since when they have a PIN; two queries."""
    memberships = Membership.objects.filter(event=event).select_related("user").order_by("user__username", "role")
    pins = dict(StaffPin.objects.filter(event=event).values_list("user", "set_at"))
    by_user = groupby(memberships, key=lambda membership: membership.user)
    return [Member(user, list(held), pins.get(user.pk)) for user, held in by_user]
