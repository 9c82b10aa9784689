"""Who may do what in an event. Predicates take the roles that `queries.roles_of` found."""

from collections.abc import Collection

from bobing_event.models import Role

Roles = Collection[str]

MANAGERS = frozenset({Role.OWNER, Role.ORGANISER})


def _any(roles: Roles, *allowed: str) -> bool:
    return not MANAGERS.union(allowed).isdisjoint(roles)


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


def can_undo_check_in(roles: Roles) -> bool:
    return _any(roles, Role.FLOOR_MANAGER)
