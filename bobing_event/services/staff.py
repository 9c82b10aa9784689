"""Who works at an event and what they may do."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Event, Membership, Role
from bobing_event.refusals import Refusal
from bobing_event.services.pins import clear_pin

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def grant_role(*, event: Event, user: User, role: str, by: User, now: datetime) -> Membership:
    """Gives a user a role; one they have already stays as it is. Refuses `unknown_role`, `user_inactive`."""
    if role not in Role.values:
        raise Refusal("unknown_role", _("There is no role “%(role)s”.") % {"role": role}, status=400)
    if not user.is_active:
        raise Refusal("user_inactive", _("This account is closed. Choose another."))
    membership, new = Membership.objects.get_or_create(event=event, user=user, role=role)
    if new:
        record_action(event=event, by=by, now=now, action="role_granted", subject=user.get_username(), role=role)
    return membership


@transaction.atomic
def revoke_role(*, membership: Membership, by: User, now: datetime) -> None:
    """Takes a role away. Refuses `last_owner`: an event always has one. A role taken away already is no error."""
    event = Event.objects.select_for_update(no_key=True).get(pk=membership.event_id)
    kept = Membership.objects.select_related("user").filter(pk=membership.pk).first()
    if kept is None:
        return
    owners = Membership.objects.filter(event=event, role=Role.OWNER)
    if kept.role == Role.OWNER and not owners.exclude(pk=kept.pk).exists():
        raise Refusal("last_owner", _("An event needs an owner. Make somebody else owner first."))
    kept.delete()
    if not Membership.objects.filter(event=event, user=kept.user_id).exists():
        clear_pin(event=event, user=kept.user, by=by, now=now)
    record_action(event=event, by=by, now=now, action="role_revoked", subject=kept.user.get_username(), role=kept.role)


@transaction.atomic
def create_staff_user(
    *, event: Event, username: str, password: str, role: str, by: User, now: datetime, name: str = ""
) -> User:
    """Makes an account with a password and gives it a role.

    Refuses `bad_username`, `username_taken`, `weak_password` (saying why) and `unknown_role`.
    """
    user = get_user_model()(username=username.strip(), first_name=name.strip())
    try:
        UnicodeUsernameValidator()(user.username)
    except ValidationError as error:
        raise Refusal("bad_username", " ".join(error.messages), status=400) from None
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Refusal("weak_password", " ".join(error.messages), status=400) from None
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        raise Refusal(
            "username_taken", _("The user name “%(name)s” is taken. Choose another.") % {"name": user.username}
        ) from None
    record_action(event=event, by=by, now=now, action="account_created", subject=user.username)
    grant_role(event=event, user=user, role=role, by=by, now=now)
    return user
