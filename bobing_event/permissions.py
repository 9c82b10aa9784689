"""Who may do what in an event. Predicates take the roles that `queries.roles_of` found."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bobing_event.models import Role

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

Roles = Collection[str]

MANAGERS = frozenset({Role.OWNER, Role.ORGANISER})


def _any(roles: Roles, *allowed: str) -> bool:
    return not MANAGERS.union(allowed).isdisjoint(roles)


def can_create_event(user: User | AnonymousUser) -> bool:
    """Whom the installation trusts with events of their own; everything else is a matter of roles."""
    return user.is_active and (user.is_staff or user.is_superuser)


def can_view_event(roles: Roles) -> bool:
    return bool(roles)


def can_view_back_office(roles: Roles) -> bool:
    """Everybody but a screen, which shows masked names only."""
    return _any(roles, Role.FLOOR_MANAGER, Role.REFEREE, Role.PRIZE_DESK, Role.AUDITOR)


def can_view_personal_data(roles: Roles) -> bool:
    return _any(roles, Role.FLOOR_MANAGER, Role.PRIZE_DESK, Role.AUDITOR)


def can_change_event(roles: Roles) -> bool:
    return _any(roles)


def can_import_participants(roles: Roles) -> bool:
    return _any(roles)


def can_check_in(roles: Roles) -> bool:
    return _any(roles, Role.FLOOR_MANAGER)


def can_open_printing(roles: Roles) -> bool:
    """Each kind of sheet says who prints it."""
    return _any(roles, Role.FLOOR_MANAGER, Role.PRIZE_DESK)


def can_undo_check_in(roles: Roles) -> bool:
    return _any(roles, Role.FLOOR_MANAGER)


def can_change_participants(roles: Roles) -> bool:
    """Walk-ins and corrections happen at the door."""
    return _any(roles, Role.FLOOR_MANAGER)


def can_view_staff(roles: Roles) -> bool:
    return _any(roles, Role.AUDITOR)


def can_change_staff(roles: Roles) -> bool:
    return _any(roles)


def can_change_role(roles: Roles, role: str) -> bool:
    """Only an owner makes or unmakes an owner."""
    return can_change_staff(roles) and (role != Role.OWNER or Role.OWNER in roles)


def can_use_pin(roles: Roles) -> bool:
    """Enter throws at a tablet, or approve corrections there."""
    return _any(roles, Role.FLOOR_MANAGER, Role.REFEREE)


def can_set_pin(roles: Roles, of: Roles) -> bool:
    """For whom it is of use. Only an owner gives an owner a PIN: with it somebody acts as them at a tablet."""
    return can_change_staff(roles) and can_use_pin(of) and (Role.OWNER not in of or Role.OWNER in roles)


def can_view_audit_log(roles: Roles) -> bool:
    return _any(roles, Role.AUDITOR)


def can_view_job(roles: Roles) -> bool:
    return can_view_back_office(roles)


def can_download_job(roles: Roles) -> bool:
    """What jobs make names people."""
    return can_view_personal_data(roles)
