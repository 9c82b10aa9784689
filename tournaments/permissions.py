"""Who may do what in a play-off. Predicates take the roles that `bobing_event.queries.roles_of` found."""

from bobing_event.models import Role
from bobing_event.permissions import MANAGERS, Roles, can_view_back_office

RUNNERS = MANAGERS | {Role.FLOOR_MANAGER}


def can_view_playoffs(roles: Roles) -> bool:
    """Everybody but a screen: the pages show full names."""
    return can_view_back_office(roles)


def can_run_playoff(roles: Roles) -> bool:
    """Set a play-off up and draw its lots."""
    return not RUNNERS.isdisjoint(roles)


def can_record_playoff_entry(roles: Roles) -> bool:
    """Record, and correct the last entry of a heat; a referee of the event may, whatever tables were given to them."""
    return can_run_playoff(roles) or Role.REFEREE in roles


def can_correct_any_playoff_entry(roles: Roles) -> bool:
    """Correct entries before the last one; who may record may correct the last one."""
    return can_run_playoff(roles)


def can_export_heat_log(roles: Roles) -> bool:
    return can_run_playoff(roles) or Role.AUDITOR in roles
