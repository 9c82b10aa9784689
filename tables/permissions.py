"""Who may do what at a table. Predicates take the roles that `bobing_event.queries.roles_of` found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bobing_event.models import Device, Role
from bobing_event.permissions import MANAGERS, Roles, can_view_back_office
from tables.models import Table

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

FLOOR = MANAGERS | {Role.FLOOR_MANAGER}


def can_view_tables(roles: Roles) -> bool:
    """Everybody but a screen: names are not masked here."""
    return can_view_back_office(roles)


def can_record_entry(roles: Roles, table: Table, user: User | AnonymousUser) -> bool:
    """Floor managers at every table, a referee at the tables given to them."""
    return can_manage_tables(roles) or (Role.REFEREE in roles and table.referee_id == user.pk)


def can_open_table(roles: Roles, table: Table, user: User | AnonymousUser) -> bool:
    return can_record_entry(roles, table, user)


def can_correct_any_entry(roles: Roles) -> bool:
    """Correct entries before the last one; who may record may correct the last one."""
    return can_manage_tables(roles)


def can_manage_tables(roles: Roles) -> bool:
    """Give tables to referees, pair and release tablets, seat late guests."""
    return not FLOOR.isdisjoint(roles)


def can_approve_correction(roles: Roles) -> bool:
    """Stand for a correction that touches the 状元, as the second person."""
    return can_manage_tables(roles)


def can_pair_tablet(roles: Roles, table: Table, user: User | AnonymousUser) -> bool:
    """With the table's card and a PIN: floor managers any table, a referee those given to them."""
    return can_record_entry(roles, table, user)


def can_answer_help(roles: Roles) -> bool:
    return can_manage_tables(roles)


def can_grant_extra_time(roles: Roles) -> bool:
    return can_manage_tables(roles)


def can_settle_objection(roles: Roles, table: Table, user: User | AnonymousUser) -> bool:
    return can_record_entry(roles, table, user)


def can_countersign_table(roles: Roles) -> bool:
    return can_manage_tables(roles)


def can_draw_seats(roles: Roles) -> bool:
    return not MANAGERS.isdisjoint(roles)


def can_export_log(roles: Roles) -> bool:
    return can_manage_tables(roles) or Role.AUDITOR in roles


def device_fits(device: Device, table: Table) -> bool:
    """A tablet opens one table only."""
    return device.table_id == table.pk
