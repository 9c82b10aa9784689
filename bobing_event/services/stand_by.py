"""The stand-by list (候补): a queue by number for the places of people who do not come.

A number is given once and never again. A place belongs to its guest until the session's minute (`stand_by_at`); then
the vacant ones, `places − arrived` (`queries.PlaceFigures`), go to those of the queue who are at the door, by number.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import AuditRecord, Event, Participant, Session
from bobing_event.queries import place_figures, stand_by_waiting
from bobing_event.refusals import Refusal
from bobing_event.services.check_in import locked_person

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def set_stand_by_terms(
    *, session: Session, by: User, now: datetime, places: int | None, stand_by_at: datetime | None
) -> Session:
    """Sets how many places a session has and when those of no-shows go to the stand-by list; None for neither.

    A minute that is still to come gives absent guests their places back. Refuses `bad_places` below 1.
    """
    if places is not None and places < 1:
        raise Refusal("bad_places", _("Give at least one place, or leave the field empty."), status=400, field="places")
    session = _locked_session(session)
    if (session.places, session.stand_by_at) == (places, stand_by_at):
        return session
    if stand_by_at is None or stand_by_at > now:
        session.stand_by_filled_at = None
    session.places, session.stand_by_at = places, stand_by_at
    session.save(update_fields=["places", "stand_by_at", "stand_by_filled_at"])
    record_action(
        event=session.event, by=by, now=now, action="places_set", subject=str(session), places=places,
        stand_by_at=stand_by_at.isoformat(timespec="minutes") if stand_by_at else "",
    )  # fmt: skip
    return session


@transaction.atomic
def add_to_stand_by(*, participant: Participant, by: User, now: datetime, here: bool = False) -> Participant:
    """Gives a person the next number of the stand-by list; `here` where they are at the door.

    Who was no longer on the list is on it again. Refuses `already_checked_in` and `already_on_stand_by` (`number`).
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=participant.event_id)  # one number at a time
    person = locked_person(participant)
    facts = {"name": person.name, "number": person.stand_by}
    if person.checked_in_at is not None:
        raise Refusal("already_checked_in", _("%(name)s has checked in and needs no stand-by number.") % facts)
    if person.stand_by is not None:
        sentence = _("%(name)s is number %(number)s on the stand-by list already.")
        raise Refusal("already_on_stand_by", sentence % facts, number=person.stand_by)
    person.stand_by, person.missing = _next_number(event), False
    person.waiting_since = now if here else None
    person.save(update_fields=["stand_by", "missing", "waiting_since"])
    _record(person, by, now, "stand_by_added", person.stand_by)
    return person


@transaction.atomic
def note_waiting(*, participant: Participant, by: User, now: datetime) -> Participant:
    """Notes that somebody of the stand-by list is at the door; the first time counts. Refuses `not_on_stand_by`."""
    person = locked_person(participant)
    _refuse_off_list(person)
    if person.waiting_since is None:
        person.waiting_since = now
        person.save(update_fields=["waiting_since"])
        _record(person, by, now, "stand_by_came", person.stand_by)
    return person


@transaction.atomic
def remove_from_stand_by(*, participant: Participant, by: User, now: datetime) -> Participant:
    """Takes a person off the stand-by list. They are then no longer on any list. Refuses `not_on_stand_by`."""
    person = locked_person(participant)
    _refuse_off_list(person)
    number, person.stand_by, person.waiting_since, person.missing = person.stand_by, None, None, True
    person.save(update_fields=["stand_by", "waiting_since", "missing"])
    _record(person, by, now, "stand_by_removed", number)
    return person


@transaction.atomic
def move_up_stand_by(*, session: Session, by: User, now: datetime) -> list[Participant]:
    """Checks in as many people of the stand-by list as there are vacant places, the lowest numbers at the door first.

    Vacant is `places − arrived`; from now on absent guests have no place (`stand_by_filled_at`). Asked again it moves
    up only whom newly vacant places take. For a session without seats; with seats `tables` moves people into them.
    Refuses `stand_by_no_places`, `stand_by_no_minute` and `stand_by_too_early`.
    """
    session = _locked_session(session)
    if session.places is None:
        raise Refusal("stand_by_no_places", _("Say first how many places the session has."))
    refuse_too_early(session, now)
    session.stand_by_filled_at = session.stand_by_filled_at or now
    session.save(update_fields=["stand_by_filled_at"])
    return take_from_stand_by(session=session, most=place_figures(session).vacant or 0, by=by, now=now)


def refuse_too_early(session: Session, now: datetime) -> None:
    """Refuses `stand_by_no_minute` and `stand_by_too_early`: until the minute absent guests keep their places."""
    if session.stand_by_at is None:
        raise Refusal("stand_by_no_minute", _("Say first from when the places of absent guests may be given away."))
    if now < session.stand_by_at:
        sentence = _("The places of absent guests are kept until %(time)s.")
        minute = session.stand_by_at.astimezone(session.event.tz)
        raise Refusal("stand_by_too_early", sentence % {"time": f"{minute:%H:%M}"}, at=minute.isoformat())


@transaction.atomic
def take_from_stand_by(*, session: Session, most: int, by: User, now: datetime) -> list[Participant]:
    """Makes guests of the first `most` people of the queue who are at the door, and checks them in; by number.

    The caller holds the session's lock, so nobody is taken twice.
    """
    waiting = list(stand_by_waiting(session).select_for_update(of=("self",)).select_related("event")[:most])
    for person in waiting:
        number, person.stand_by, person.waiting_since = person.stand_by, None, None
        person.checked_in_at, person.checked_in_by = now, by
        person.save(update_fields=["stand_by", "waiting_since", "checked_in_at", "checked_in_by"])
        _record(person, by, now, "stand_by_moved_up", number)
    return waiting


def _locked_session(session: Session) -> Session:
    sessions = Session.objects.select_for_update(of=("self",), no_key=True).select_related("event")
    return sessions.get(pk=session.pk)


def _next_number(event: Event) -> int:
    """One more than any number the event has ever given."""
    held = Participant.objects.filter(event=event).aggregate(most=Max("stand_by"))["most"] or 0
    last = AuditRecord.objects.filter(event=event, action="stand_by_added").order_by("-id").first()
    return max(held, last.detail["number"] if last else 0) + 1


def _refuse_off_list(person: Participant) -> None:
    if person.stand_by is None:
        raise Refusal("not_on_stand_by", _("%(name)s is not on the stand-by list.") % {"name": person.name})


def _record(person: Participant, by: User, now: datetime, action: str, number: int | None) -> None:
    record_action(event=person.event, by=by, now=now, action=action, subject=f"person:{person.pk}", number=number)
