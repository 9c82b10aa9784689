"""Who may ask for reports. Predicates take the roles that `queries.roles_of` found."""

from __future__ import annotations

from awards.permissions import can_move_stock
from bobing_event.permissions import Roles, can_view_personal_data
from tables.permissions import can_manage_tables


def can_view_reports(roles: Roles) -> bool:
    """Reports carry full names, so they are for those who may see them; an auditor is one."""
    return can_view_personal_data(roles)


def can_print(roles: Roles) -> bool:
    """Printed sheets carry names and seats: for those who see the ones and manage the others."""
    return can_view_personal_data(roles) and can_manage_tables(roles)


def can_print_prizes(roles: Roles) -> bool:
    """Pick lists, vouchers and claim sheets are the prize desk's too."""
    return can_print(roles) or (can_view_personal_data(roles) and can_move_stock(roles))
