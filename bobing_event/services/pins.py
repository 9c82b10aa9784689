"""PINs of the staff: given out once, replaced when forgotten, looked up at a tablet."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Event, StaffPin
from bobing_event.pins import Guesses, bad_pin, is_pin, is_weak, new_pin, pin_digest
from bobing_event.queries import roles_of
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User

TRIES = 20  # a proposed PIN that somebody has is replaced by another


@transaction.atomic
def set_pin(*, event: Event, user: User, by: User, now: datetime, pin: str = "") -> str:
    """Gives somebody of the staff a PIN in place of the old one, and returns it: it can never be read again.

    Without `pin` it is random. Refuses `not_staff`, `bad_pin_format`, `weak_pin`, and `pin_taken` for one that
    somebody else has, which tells no more than that: choose at random instead.
    """
    if not user.is_active or not roles_of(user, event):
        raise Refusal("not_staff", _("%(name)s has no role in this event.") % {"name": user.get_username()})
    chosen = _new_for(event) if pin == "" else pin
    if not is_pin(chosen):
        raise Refusal("bad_pin_format", _("A PIN has six digits."), status=400, field="pin")
    if is_weak(chosen):
        sentence = _("This PIN is guessed too easily. Choose another, or leave the field empty for a random one.")
        raise Refusal("weak_pin", sentence, status=400, field="pin")
    _save(event, user, chosen, by, now)
    record_action(event=event, by=by, now=now, action="pin_set", subject=user.get_username())
    return chosen


@transaction.atomic
def issue_pins(*, event: Event, users: Iterable[User], by: User, now: datetime) -> dict[User, str]:
    """A random PIN for each of them, all or none; what they had before is void. Refuses `not_staff`."""
    return {user: set_pin(event=event, user=user, by=by, now=now) for user in users}


@transaction.atomic
def clear_pin(*, event: Event, user: User, by: User, now: datetime) -> None:
    """Takes somebody's PIN away; having none is no error. Tablets paired with it go on."""
    deleted, _rows = StaffPin.objects.filter(event=event, user=user).delete()
    if deleted:
        record_action(event=event, by=by, now=now, action="pin_cleared", subject=user.get_username())


def owner_of_pin(*, event: Event, pin: object, guesses: Guesses, now: datetime) -> User:
    """Whose PIN it is. Refuses `bad_pin`, and `too_many_pins` with `minutes` (see `bobing_event.pins`).

    Somebody without a role in the event, or whose account is closed, is not known.
    """
    guesses.begin(now=now)
    user = _known(event, pin) if isinstance(pin, str) and is_pin(pin) else None
    if user is None or not user.is_active or not roles_of(user, event):
        raise bad_pin()
    guesses.succeed()
    return user


def _known(event: Event, pin: str) -> User | None:
    kept = StaffPin.objects.filter(event=event, digest=pin_digest(event.pk, pin)).select_related("user").first()
    return None if kept is None else kept.user


def _save(event: Event, user: User, pin: str, by: User, now: datetime) -> None:
    digest = pin_digest(event.pk, pin)
    try:
        with transaction.atomic():
            StaffPin.objects.update_or_create(
                event=event, user=user, defaults={"digest": digest, "set_by": by, "set_at": now}
            )
    except IntegrityError:
        sentence = _("This PIN cannot be used. Choose another, or leave the field empty for a random one.")
        raise Refusal("pin_taken", sentence, field="pin") from None


def _new_for(event: Event) -> str:
    """A random PIN that nobody of the event has."""
    for _try in range(TRIES):
        pin = new_pin()
        if not StaffPin.objects.filter(event=event, digest=pin_digest(event.pk, pin)).exists():
            return pin
    raise AssertionError("no free PIN among a million")
