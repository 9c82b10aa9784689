"""Who may ask for reports. Predicates take the roles that `queries.roles_of` found."""

from __future__ import annotations

from bobing_event.permissions import Roles, can_view_personal_data


def can_view_reports(roles: Roles) -> bool:
    """Reports carry full names, so they are for those who may see them; an auditor is one."""
    return can_view_personal_data(roles)
