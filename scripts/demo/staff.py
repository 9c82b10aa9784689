"""The people behind the desk: one sign-in for every role."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from bobing_event.models import Event, Role
from bobing_event.services.pins import set_pin
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
    "runner": Role.RUNNER,
    "screen": Role.SCREEN,
    "auditor": Role.AUDITOR,
}
PINS = {
    "owner": "271828",
    "organiser": "314159",
    "floor": "161803",
    "referee": "141421",
    "referee2": "173205",
}
"""What is entered after scanning a table's card."""


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


def give_pins(event: Event, staff: dict[str, User], *, by: User, now: datetime) -> None:
    """Whoever may enter throws or approve corrections is known at the tablets."""
    for name, pin in PINS.items():
        set_pin(event=event, user=staff.get(name, by), by=by, now=now, pin=pin)


def give_roles(event: Event, staff: dict[str, User], *, by: User, now: datetime) -> None:
    """The same accounts in a second event."""
    for name, role in SIGN_INS.items():
        grant_role(event=event, user=staff[name], role=role, by=by, now=now)
