"""One person at a time: walk-ins and corrections."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.importing.cleaning import CellError
from bobing_event.importing.rows import CLEANERS
from bobing_event.initials import initials_of
from bobing_event.models import Event, Gender, Participant, Session
from bobing_event.queries import PlaceFigures, place_figures
from bobing_event.refusals import Refusal
from bobing_event.services.check_in import CheckIn, check_in
from bobing_event.services.stand_by import add_to_stand_by

if TYPE_CHECKING:
    from django.contrib.auth.models import User

CHANGEABLE = (
    "name", "phone", "unit", "gender", "id_number", "ticket", "note", "session", "companion_of", "proxy_name",
    "proxy_phone", "guardian_name", "guardian_phone",
)  # fmt: skip


@transaction.atomic
def add_participant(
    *, event: Event, by: User, now: datetime, name: str, walk_in: bool = False, **facts: Any
) -> Participant:
    """Adds somebody by hand, cleaned as a row of a sheet would be; `facts` are any of `CHANGEABLE`.

    Refuses `bad_name`, `bad_phone`, `bad_id_number`, `too_long`, `foreign_session`, `phone_taken`,
    `id_number_taken`, `person_exists` where name and unit are known and nothing tells the two apart, and for who
    comes with somebody `foreign_companion`, `companion_of_self`, `companion_of_companion`.
    """
    _refuse_unknown(facts)
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    person = Participant(event=event, walk_in=walk_in)
    _set(person, name=name, **facts)
    _refuse_taken(person)
    _refuse_twin(person)
    _save(person)
    record_action(
        event=event, by=by, now=now, action="walk_in_added" if walk_in else "person_added", subject=_subject(person)
    )
    return person


@transaction.atomic
def add_walk_in(
    *, event: Event, by: User, now: datetime, name: str, where: str = "", scan: str = "", **facts: Any
) -> CheckIn:
    """Adds somebody who came uninvited (现场报名) and checks them in.

    `where` and `scan` are those of `check_in`: the repeat of a scan adds nobody. Refuses what `add_participant` does,
    and `no_place_left` where the session has no free place (`PlaceFigures.free`) or others wait for one.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)  # one place, and one repeat, at a time
    if (known := _added_by(event, scan)) is not None:
        return CheckIn(known, known.checked_in_at or now, first=True)
    before = _places(event, facts.get("session"))
    person = add_participant(event=event, by=by, now=now, name=name, walk_in=True, **facts)
    _refuse_full(before)
    return check_in(participant=person, by=by, now=now, where=where, scan=scan)


@transaction.atomic
def add_stand_by(
    *, event: Event, by: User, now: datetime, name: str, here: bool = False, scan: str = "", **facts: Any
) -> Participant:
    """Adds somebody at the end of the stand-by list; `here` for a walk-in at the door.

    The repeat of a `scan` adds nobody. Refuses what `add_participant` does.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if (known := _added_by(event, scan)) is not None:
        return known
    person = add_participant(event=event, by=by, now=now, name=name, walk_in=here, **facts)
    Participant.objects.filter(pk=person.pk).update(checked_in_scan=scan)
    return add_to_stand_by(participant=person, by=by, now=now, here=here)


def _added_by(event: Event, scan: str) -> Participant | None:
    return Participant.objects.filter(event=event, checked_in_scan=scan).first() if scan else None


@transaction.atomic
def change_participant(*, participant: Participant, by: User, now: datetime, **changes: Any) -> Participant:
    """Corrects what is known of a person. Refuses what `add_participant` does, `person_exists` apart.

    The audit log names the fields alone: what they held is personal, and is erased in its time.
    """
    _refuse_unknown(changes)
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


@transaction.atomic
def name_proxy(*, participant: Participant, by: User, now: datetime, name: str, phone: str = "") -> Participant:
    """Notes who throws in the person's place (代博); prizes stay the person's. An empty name takes the proxy away.

    Refuses `bad_name`, `bad_phone`, `too_long`.
    """
    person = Participant.objects.select_for_update(of=("self",)).select_related("event").get(pk=participant.pk)
    before = (person.proxy_name, person.proxy_phone)
    _set(person, proxy_name=name, proxy_phone=phone if name.strip() else "")
    if (person.proxy_name, person.proxy_phone) != before:
        person.save(update_fields=["proxy_name", "proxy_phone"])
        action = "proxy_named" if person.proxy_name else "proxy_removed"
        record_action(event=person.event, by=by, now=now, action=action, subject=_subject(person))
    return person


def _subject(person: Participant) -> str:
    """How the audit log refers to a person: by number, so that no name outlives its erasure."""
    return f"person:{person.pk}"


def _refuse_unknown(facts: Mapping[str, Any]) -> None:
    if unknown := facts.keys() - set(CHANGEABLE):
        raise TypeError(f"a participant has no {', '.join(sorted(unknown))}")


def _set(person: Participant, **values: Any) -> None:
    if "session" in values:
        _set_session(person, values.pop("session"))
    if "companion_of" in values:
        _set_companion(person, values.pop("companion_of"))
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
    person.initials = initials_of(person.name)


def _set_session(person: Participant, session: Session | None) -> None:
    if session is not None and session.event_id != person.event_id:
        raise Refusal("foreign_session", _("This session belongs to another event."), status=404)
    person.session = session


def _set_companion(person: Participant, host: Participant | None) -> None:
    person.companion_of = host
    if host is None:
        return
    if host.event_id != person.event_id:
        raise Refusal("foreign_companion", _("There is no such person in this event."), status=404)
    if host.pk == person.pk:
        raise Refusal("companion_of_self", _("Nobody comes with themselves."), field="companion_of")
    if host.companion_of_id is not None or (person.pk and person.companions.exists()):
        sentence = _("Who comes with somebody brings nobody. Choose the person both come with.")
        raise Refusal("companion_of_companion", sentence, field="companion_of")


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


def _refuse_full(before: PlaceFigures | None) -> None:
    """`before` are the places as they were without the person who came."""
    if before is not None and before.places is not None and (before.queue or before.free == 0):
        sentence = _("No place is free: %(places)s places, %(queue)s people on the stand-by list.")
        facts = {"places": before.places, "queue": before.queue}
        raise Refusal("no_place_left", sentence % facts, **facts)


def _places(event: Event, session: Session | None) -> PlaceFigures | None:
    session = session or Session.objects.filter(event=event).order_by("number").first()
    return place_figures(session) if session is not None else None


def _save(person: Participant) -> None:
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError:  # somebody was quicker with the same phone or ID number
        raise Refusal("phone_taken", _("This phone or ID number was given to somebody else just now.")) from None
