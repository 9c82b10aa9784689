"""Taking a whole import back, as long as nothing has been built on it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import Model, ProtectedError, RestrictedError
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.importing.fields import FIELDS
from bobing_event.initials import initials_of
from bobing_event.models import AuditRecord, Participant, ParticipantImport
from bobing_event.queries import seats_are_drawn
from bobing_event.refusals import Refusal
from bobing_event.services.imports import named
from bobing_event.services.uploads import locked_upload

if TYPE_CHECKING:
    from django.contrib.auth.models import User

BATCH = 1000
HARMLESS = ("checked_in", "check_in_undone")
"""What may have happened to somebody who is not checked in now and is taken off the list again."""


@transaction.atomic
def undo_import(*, upload: ParticipantImport, by: User, now: datetime) -> ParticipantImport:
    """Takes back all that an import wrote: its people go, changed values and missing marks are as before.

    Locks the event, as commits and draws do. Refuses `not_imported`, `already_undone`, `seats_drawn`, `later_import`,
    `person_checked_in`, `has_companions`, `changed_since` and `person_in_use`; nothing is half undone.
    """
    upload = locked_upload(upload)
    _lock_people(upload)
    refuse_undo(upload)
    _delete(upload.undo["created"])
    _restore(upload.undo["changed"])
    for some in _batches(upload.undo["missing"]):
        Participant.objects.filter(pk__in=some).update(missing=False)
    upload.state, upload.undone_at, upload.undone_by = ParticipantImport.State.UNDONE, now, by
    upload.save(update_fields=["state", "undone_at", "undone_by"])
    record_action(
        event=upload.event, by=by, now=now, action="import_undone", subject=upload.file_name, sha256=upload.sha256,
        **{key: len(upload.undo[written]) for key, written in (("new", "created"), ("changed", "changed"),
                                                              ("missing", "missing"))},
    )  # fmt: skip
    return upload


def _lock_people(upload: ParticipantImport) -> None:
    """Nobody checks them in or corrects them from here on."""
    for some in _batches(sorted(_touched(upload.undo))):
        list(Participant.objects.filter(pk__in=some).order_by("pk").select_for_update().values_list("pk"))


def refuse_undo(upload: ParticipantImport) -> None:
    """Refuses what `undo_import` would, apart from `person_in_use`."""
    if upload.state == ParticipantImport.State.UNDONE:
        raise Refusal("already_undone", _("This import was taken back already."))
    if upload.state != ParticipantImport.State.COMMITTED:
        raise Refusal("not_imported", _("This file has not been imported, so there is nothing to take back."))
    if seats_are_drawn(upload.event):
        sentence = _("Seats are drawn, so the import stays. Correct people one by one, or discard the draw first.")
        raise Refusal("seats_drawn", sentence)
    _refuse_later(upload)
    arrived = Participant.objects.filter(source=upload, checked_in_at__isnull=False).values_list("name", flat=True)
    if arrived:
        sentence = _("The import stays: %(names)s have checked in since. Take their check-in back first.")
        raise Refusal("person_checked_in", sentence % {"names": named(list(arrived))}, people=len(arrived))
    companions = Participant.objects.filter(companion_of__source=upload).exclude(source=upload)
    if companions:
        sentence = _("The import stays: %(names)s come with people of it.")
        raise Refusal("has_companions", sentence % {"names": named([person.name for person in companions])})
    _refuse_changed(upload)


def _refuse_later(upload: ParticipantImport) -> None:
    mine = _touched(upload.undo)
    others = ParticipantImport.objects.filter(event_id=upload.event_id, state=ParticipantImport.State.COMMITTED)
    for later in others.exclude(pk=upload.pk).only("file_name", "undo"):
        if later.undo["record"] > upload.undo["record"] and mine & _touched(later.undo):
            sentence = _("“%(file)s” was imported later and changed the same people. Take that import back first.")
            raise Refusal("later_import", sentence % {"file": later.file_name}, import_id=later.pk)


def _touched(undo: dict[str, Any]) -> set[int]:
    return {*undo.get("created", ()), *map(int, undo.get("changed", ())), *undo.get("missing", ())}


def _refuse_changed(upload: ParticipantImport) -> None:
    """Refuses where somebody has dealt with a new person since, or a changed value is not as the import left it."""
    dealt_with = _dealt_with(upload)
    people = Participant.objects.in_bulk([*dealt_with, *map(int, upload.undo["changed"])])
    found = [people[pk].name for pk in dealt_with if pk in people]
    for pk, changes in upload.undo["changed"].items():
        person = people.get(int(pk))
        for attribute, (_old, new) in changes.items():
            if person is not None and getattr(person, attribute) != new:
                found.append(_("%(name)s (%(field)s)") % {"name": person.name, "field": _label(attribute)})
    if found:
        sentence = _("The import stays: %(names)s were changed by hand since, and that would be lost.")
        raise Refusal("changed_since", sentence % {"names": named(found)}, people=len(found))


def _dealt_with(upload: ParticipantImport) -> list[int]:
    """The new people whom the audit log speaks of since the import."""
    records = AuditRecord.objects.filter(
        event_id=upload.event_id, pk__gt=upload.undo["record"], subject__startswith="person:"
    ).exclude(action__in=HARMLESS)
    numbers = {int(subject.partition(":")[2]) for subject in records.values_list("subject", flat=True)}
    return sorted(numbers.intersection(upload.undo["created"]))


def _label(attribute: str) -> str:
    return str(FIELDS.get(attribute.removesuffix("_id"), attribute))


def _delete(created: list[int]) -> None:
    """Deletes people of whom nothing else is kept: what would go with them, or lose them, holds them."""
    try:
        for some in _batches(created):
            _gone, by_model = Participant.objects.filter(pk__in=some).delete()
            others = [apps.get_model(label) for label, count in by_model.items() if count]
            if any(model is not Participant for model in others):
                raise _in_use(_name(model) for model in others if model is not Participant)
    except (ProtectedError, RestrictedError) as error:
        held = error.protected_objects if isinstance(error, ProtectedError) else error.restricted_objects
        raise _in_use(thing._meta.verbose_name for thing in held) from None


def _name(model: type[Model]) -> str:
    """What a model is called; rows that only join two models are called as the first of them."""
    joins = model._meta.auto_created
    return str((joins if isinstance(joins, type) else model)._meta.verbose_name)


def _in_use(things: Iterable[Any]) -> Refusal:
    sentence = _("The import stays: other things are kept for its people by now (%(what)s).")
    return Refusal("person_in_use", sentence % {"what": _(", ").join(sorted({str(thing) for thing in things}))})


def _restore(changed: dict[str, dict[str, list[Any]]]) -> None:
    people = Participant.objects.in_bulk(map(int, changed))
    for pk, person in people.items():
        for attribute, (old, _new) in changed[str(pk)].items():
            setattr(person, attribute, old)
        person.initials = initials_of(person.name)
    if not people:
        return
    written = {attribute for changes in changed.values() for attribute in changes}
    try:
        with transaction.atomic():  # one upsert a batch, as the import writes
            Participant.objects.bulk_create(
                people.values(), BATCH, update_conflicts=True, unique_fields=["id"],
                update_fields=sorted({*written, "initials"}),
            )  # fmt: skip
    except IntegrityError:
        sentence = _("The import stays: a phone or ID number from before it belongs to somebody else by now.")
        raise Refusal("changed_since", sentence) from None


def _batches(ids: list[int]) -> Iterable[list[int]]:
    return (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))
