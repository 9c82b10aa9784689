"""The people behind the desk: one sign-in for every role."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from bobing_event.models import Event, Role
from bobing_event.services.staff import create_staff_user, grant_role

if TYPE_CHECKING:
    from django.contrib.auth.models import User

PASSWORD = "bobing-demo"  # noqa: S105 - printed on the screen for everybody
SIGN_INS = {
    "organiser": Role.ORGANISER,
    "floor": Role.FLOOR_MANAGER,
    "referee": Role.REFEREE,
    "referee2": Role.REFEREE,
    "desk": Role.PRIZE_DESK,
    "screen": Role.SCREEN,
    "auditor": Role.AUDITOR,
}


def make_owner() -> User:
    """The owner is there before any event is."""
    from django.contrib.auth.models import User

    return User.objects.create_user("owner", password=PASSWORD, is_staff=True, is_superuser=False)


def make_staff(event: Event, *, by: User, now: datetime) -> dict[str, User]:
    """An account for every other role."""
    return {
        name: create_staff_user(event=event, username=name, password=PASSWORD, role=role, by=by, now=now)
        for name, role in SIGN_INS.items()
    }


def give_roles(event: Event, staff: dict[str, User], *, by: User, now: datetime) -> None:
    """The same accounts in a second event."""
    for name, role in SIGN_INS.items():
        grant_role(event=event, user=staff[name], role=role, by=by, now=now)
