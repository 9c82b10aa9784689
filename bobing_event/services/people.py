"""One person at a time: walk-ins and corrections."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.importing.cleaning import CellError
from bobing_event.importing.rows import CLEANERS
from bobing_event.models import Event, Gender, Participant, Session
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User

CHANGEABLE = ("name", "phone", "unit", "gender", "id_number", "ticket", "note", "session")


@transaction.atomic
def add_participant(
    *,
    event: Event,
    by: User,
    now: datetime,
    name: str,
    phone: str = "",
    unit: str = "",
    gender: str = "",
    id_number: str = "",
    ticket: str = "",
    note: str = "",
    session: Session | None = None,
) -> Participant:
    """Adds somebody on the spot, cleaned as a row of a sheet would be.

    Refuses `bad_name`, `bad_phone`, `bad_id_number`, `too_long`, `foreign_session`, `phone_taken`,
    `id_number_taken`, and `person_exists` where name and unit are known and nothing tells the two apart.
    """
    event = Event.objects.select_for_update().get(pk=event.pk)
    person = Participant(event=event)
    _set(
        person, name=name, phone=phone, unit=unit, gender=gender, id_number=id_number, ticket=ticket, note=note,
        session=session,
    )  # fmt: skip
    _refuse_taken(person)
    _refuse_twin(person)
    _save(person)
    record_action(event=event, by=by, now=now, action="person_added", subject=_subject(person))
    return person


@transaction.atomic
def change_participant(*, participant: Participant, by: User, now: datetime, **changes: Any) -> Participant:
    """Corrects what is known of a person. Refuses what `add_participant` does, `person_exists` apart.

    The audit log names the fields alone: what they held is personal, and is erased in its time.
    """
    if unknown := changes.keys() - set(CHANGEABLE):
        raise TypeError(f"a participant has no {', '.join(sorted(unknown))}")
    participant = Participant.objects.select_for_update(of=("self",)).select_related("event").get(pk=participant.pk)
    before = {key: getattr(participant, key) for key in changes}
    _set(participant, **changes)
    changed = sorted(key for key, value in before.items() if getattr(participant, key) != value)
    if changed:
        _refuse_taken(participant)
        _save(participant)
        record_action(
            event=participant.event, by=by, now=now, action="person_changed", subject=_subject(participant),
            fields=changed,
        )  # fmt: skip
    return participant


def _subject(person: Participant) -> str:
    """How the audit log refers to a person: by number, so that no name outlives its erasure."""
    return f"person:{person.pk}"


def _set(person: Participant, **values: Any) -> None:
    if "session" in values:
        _set_session(person, values.pop("session"))
    for key, value in values.items():
        if key == "gender" and value in Gender.values:
            person.gender = value
            continue
        try:
            setattr(person, key, CLEANERS[key](value))
        except CellError as error:
            raise Refusal(*_sentence(error.code), status=400, field=key) from None
    if not person.name:
        raise Refusal(*_sentence("name"), status=400, field="name")


def _set_session(person: Participant, session: Session | None) -> None:
    if session is not None and session.event_id != person.event_id:
        raise Refusal("foreign_session", _("This session belongs to another event."), status=404)
    person.session = session


def _sentence(code: str) -> tuple[str, str]:
    sentences = {
        "name": ("bad_name", _("Give the person's name, in letters or characters.")),
        "phone": ("bad_phone", _("This is not a whole phone number. Type all its digits.")),
        "id_number": ("bad_id_number", _("This is not an ID number. Type all its digits and letters.")),
        "too_long": ("too_long", _("This is longer than can be kept. Shorten it.")),
    }
    return sentences[code]


def _refuse_taken(person: Participant) -> None:
    others = Participant.objects.filter(event_id=person.event_id).exclude(pk=person.pk)
    if person.phone and (other := others.filter(phone=person.phone).first()):
        sentence = _("This phone is %(name)s's. One phone stands for one person.")
        raise Refusal("phone_taken", sentence % {"name": other.name}, field="phone", participant=other.pk)
    if person.id_number and (other := others.filter(id_number=person.id_number).first()):
        sentence = _("This ID number is %(name)s's.")
        raise Refusal("id_number_taken", sentence % {"name": other.name}, field="id_number", participant=other.pk)


def _refuse_twin(person: Participant) -> None:
    """Nobody is added a second time by name and unit alone."""
    for other in Participant.objects.filter(event_id=person.event_id, name=person.name, unit=person.unit):
        pairs = ((other.phone, person.phone), (other.id_number, person.id_number))
        if not any(a and b and a != b for a, b in pairs):
            sentence = _("%(name)s of this unit is on the list already. Give phones that tell the two apart.")
            raise Refusal("person_exists", sentence % {"name": person.name}, participant=other.pk)


def _save(person: Participant) -> None:
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError:  # somebody was quicker with the same phone or ID number
        raise Refusal("phone_taken", _("This phone or ID number was given to somebody else just now.")) from None
