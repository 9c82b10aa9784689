"""Arrivals: each person checks in once, however often and wherever they are scanned."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Participant
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class CheckIn:
    """The answer to a scan: who it was, since when they are in, and whether this was the first time."""

    participant: Participant
    at: datetime
    first: bool


@transaction.atomic
def check_in(*, participant: Participant, by: User, now: datetime) -> CheckIn:
    """Checks a person in; who is in already stays as of the first time, and the answer says so."""
    participant = _locked(participant)
    if participant.checked_in_at is not None:
        return CheckIn(participant, participant.checked_in_at, first=False)
    participant.checked_in_at, participant.checked_in_by = now, by
    participant.save(update_fields=["checked_in_at", "checked_in_by"])
    _record(participant, by, now, "checked_in")
    return CheckIn(participant, now, first=True)


@transaction.atomic
def undo_check_in(*, participant: Participant, by: User, now: datetime) -> Participant:
    """Takes a check-in back. Refuses `not_checked_in`."""
    participant = _locked(participant)
    if participant.checked_in_at is None:
        raise Refusal("not_checked_in", _("%(name)s has not checked in.") % {"name": participant.name})
    participant.checked_in_at = participant.checked_in_by = None
    participant.save(update_fields=["checked_in_at", "checked_in_by"])
    _record(participant, by, now, "check_in_undone")
    return participant


def _locked(participant: Participant) -> Participant:
    people = Participant.objects.select_for_update(of=("self",)).select_related("event", "checked_in_by")
    return people.get(pk=participant.pk)


def _record(participant: Participant, by: User, now: datetime, action: str) -> None:
    record_action(event=participant.event, by=by, now=now, action=action, subject=f"person:{participant.pk}")
