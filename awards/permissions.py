"""Who may do what with prizes and certificates. Predicates take the roles that `queries.roles_of` found."""

from __future__ import annotations

from bobing_event.models import Role
from bobing_event.permissions import MANAGERS, Roles, can_view_back_office, can_view_personal_data


def can_view_prizes(roles: Roles) -> bool:
    return can_view_back_office(roles)


def can_change_prizes(roles: Roles) -> bool:
    return not MANAGERS.isdisjoint(roles)


def can_view_certificates(roles: Roles) -> bool:
    """Certificates carry full names."""
    return can_view_personal_data(roles)


def can_make_certificates(roles: Roles) -> bool:
    return not (MANAGERS | {Role.PRIZE_DESK}).isdisjoint(roles)
