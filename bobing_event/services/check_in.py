"""Arrivals: each person checks in once, however often and wherever they are scanned."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Subquery
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Participant, Session
from bobing_event.queries import place_figures
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User

CHECKED_IN = ("checked_in_at", "checked_in_by", "checked_in_where", "checked_in_scan")


@dataclass(frozen=True)
class CheckIn:
    """The answer to a scan: who it was, since when they are in, and whether this was the first time."""

    participant: Participant
    at: datetime
    first: bool


@transaction.atomic
def check_in(*, participant: Participant, by: User, now: datetime, where: str = "", scan: str = "") -> CheckIn:
    """Checks a person in at a station (`where`); who is in already stays as of the first time, and the answer says so.

    `scan` is a number the station gives each scan: the repeat of one is answered like the first time. Refuses
    `on_stand_by` (`number`), `not_on_latest_list`, and `place_given_away` where the stand-by list has moved up and
    no place is left.
    """
    session = _contested_session(participant)
    participant = locked_person(participant)
    if participant.checked_in_at is not None:
        first = scan != "" and scan == participant.checked_in_scan
        return CheckIn(participant, participant.checked_in_at, first=first)
    _refuse_without_place(participant, session)
    return _let_in(participant, by, now, where, scan, "checked_in")


@transaction.atomic
def admit_missing(*, participant: Participant, by: User, now: datetime, where: str = "", scan: str = "") -> CheckIn:
    """Lets somebody in who is no longer on the list: the mark goes, the log keeps who decided it.

    Who is in already is answered as by `check_in`. Refuses `not_missing`, `on_stand_by` and `place_given_away`.
    """
    session = _contested_session(participant)
    participant = locked_person(participant)
    if participant.checked_in_at is not None:
        return check_in(participant=participant, by=by, now=now, where=where, scan=scan)
    if not participant.missing:
        raise Refusal("not_missing", _("%(name)s is on the list. Check in as usual.") % {"name": participant.name})
    participant.missing = False
    _refuse_without_place(participant, session)
    participant.save(update_fields=["missing"])
    return _let_in(participant, by, now, where, scan, "person_admitted")


@transaction.atomic
def undo_check_in(*, participant: Participant, by: User, now: datetime) -> Participant:
    """Takes a check-in back. Refuses `not_checked_in`. `tables.services` knows who sits at an open table."""
    participant = locked_person(participant)
    if participant.checked_in_at is None:
        raise Refusal("not_checked_in", _("%(name)s has not checked in.") % {"name": participant.name})
    where, participant.checked_in_where, participant.checked_in_scan = participant.checked_in_where, "", ""
    participant.checked_in_at = participant.checked_in_by = None
    participant.save(update_fields=CHECKED_IN)
    _record(participant, by, now, "check_in_undone", where)
    return participant


def locked_person(participant: Participant) -> Participant:
    """The person as the database has them now, until the transaction's end nobody else's to change."""
    people = Participant.objects.select_for_update(of=("self",)).select_related("event", "session", "checked_in_by")
    return people.get(pk=participant.pk)


def _contested_session(participant: Participant) -> Session | None:
    """The person's session where absent guests' places may be given away, locked: the last place goes to one person.

    Sessions are locked before people, here and where places are given away.
    """
    own = participant.session_id or Subquery(
        Session.objects.filter(event=participant.event_id).order_by("number").values("pk")[:1]
    )
    contested = Session.objects.filter(pk=own, places__isnull=False, stand_by_at__isnull=False)
    return contested.select_for_update(no_key=True).first()


def _refuse_without_place(person: Participant, session: Session | None) -> None:
    facts = {"name": person.name, "number": person.stand_by}
    if person.stand_by is not None:
        sentence = _("%(name)s is number %(number)s on the stand-by list and waits for a place.")
        raise Refusal("on_stand_by", sentence % facts, number=person.stand_by)
    if person.missing:
        sentence = _("%(name)s is not on the latest list. Admit them, or send them to the organiser.")
        raise Refusal("not_on_latest_list", sentence % facts)
    if session is not None and session.stand_by_filled_at is not None and place_figures(session).vacant == 0:
        sentence = _("The place of %(name)s went to the stand-by list. No place is left.")
        raise Refusal("place_given_away", sentence % facts)


def _let_in(person: Participant, by: User, now: datetime, where: str, scan: str, action: str) -> CheckIn:
    person.checked_in_at, person.checked_in_by = now, by
    person.checked_in_where, person.checked_in_scan = where, scan
    person.save(update_fields=CHECKED_IN)
    _record(person, by, now, action, where)
    return CheckIn(person, now, first=True)


def _record(person: Participant, by: User, now: datetime, action: str, where: str) -> None:
    record_action(event=person.event, by=by, now=now, action=action, subject=f"person:{person.pk}", where=where)
