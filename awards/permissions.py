"""Who may do what with prizes and certificates. Predicates take the roles that `queries.roles_of` found."""

from __future__ import annotations

from bobing_event.models import Role
from bobing_event.permissions import MANAGERS, Roles, can_view_back_office, can_view_personal_data

DESK = MANAGERS | {Role.PRIZE_DESK}
SUPERVISORS = MANAGERS | {Role.FLOOR_MANAGER}


def can_view_prizes(roles: Roles) -> bool:
    return can_view_back_office(roles)


def can_change_prizes(roles: Roles) -> bool:
    return not MANAGERS.isdisjoint(roles)


def can_view_stock(roles: Roles) -> bool:
    """Levels, movements, reconciliation: no names of people stand there."""
    return can_view_back_office(roles)


def can_move_stock(roles: Roles) -> bool:
    """Receive goods, supply tables, take leftovers back, count, write off."""
    return not DESK.isdisjoint(roles)


def can_view_claims(roles: Roles) -> bool:
    """Who has what to come: names, and phones in part."""
    return can_view_personal_data(roles)


def can_hand_over(roles: Roles) -> bool:
    return not DESK.isdisjoint(roles)


def can_undo_hand_over(roles: Roles) -> bool:
    """A supervisor, and not whoever only sits at the desk."""
    return not SUPERVISORS.isdisjoint(roles)


def can_settle_corrections(roles: Roles) -> bool:
    """Take goods back from somebody who should not have had them, or leave them there."""
    return not (DESK | SUPERVISORS).isdisjoint(roles)


def can_forfeit(roles: Roles) -> bool:
    """Say that goods are not claimed any more, and draw lots for them again."""
    return not MANAGERS.isdisjoint(roles)


def can_ask_delivery(roles: Roles) -> bool:
    return not (DESK | SUPERVISORS).isdisjoint(roles)


def can_deliver(roles: Roles) -> bool:
    """See what is to be brought where, and bring it."""
    return not (DESK | SUPERVISORS | {Role.RUNNER}).isdisjoint(roles)


def can_view_certificates(roles: Roles) -> bool:
    """Certificates carry full names."""
    return can_view_personal_data(roles)


def can_make_certificates(roles: Roles) -> bool:
    return not DESK.isdisjoint(roles)


def can_change_certificates(roles: Roles) -> bool:
    """What certificates say and how they look."""
    return not MANAGERS.isdisjoint(roles)
