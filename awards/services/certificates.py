"""Making certificates: each honour gets one, and a corrected result gets another."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max
from django.utils.crypto import salted_hmac

from awards.models import Certificate, CertificatePrinting
from awards.queries.honours import Honour, Occasion, honours, staff_names
from bobing_event.audit import record_action
from bobing_event.models import Event, Job

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class MadeCertificates:
    """The certificates that are new, and those that a correction made void."""

    new: tuple[Certificate, ...]
    void: tuple[Certificate, ...]


@transaction.atomic
def make_certificates(*, event: Event, by: User, now: datetime) -> MadeCertificates:
    """Make the certificates that are missing; done twice, it makes none. Numbers never change and are never reused.

    A standing certificate that says something else than the log does now (another champion, another throw, another
    holder, another name) is marked void and another is made. A constant number of queries.
    """
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    earned = {honour.occasion: honour for honour in honours(event)}
    standing = {
        occasion_of(made): made
        for made in Certificate.objects.filter(event=event, voided_at__isnull=True).select_related("piece")
    }
    staff = staff_names(event)
    void = [made for occasion, made in standing.items() if not _still_true(made, earned.get(occasion), staff)]
    kept = standing.keys() - {occasion_of(made) for made in void}
    Certificate.objects.filter(pk__in=[made.pk for made in void]).update(voided_at=now)
    new = _numbered(event, [honour for occasion, honour in earned.items() if occasion not in kept], by, now)
    if new or void:
        record_action(
            event=event, by=by, now=now, action="certificates_made",
            new=[made.number for made in new], void=[made.number for made in void],
        )  # fmt: skip
    return MadeCertificates(tuple(new), tuple(void))


@transaction.atomic
def record_printing(
    *, event: Event, certificates: Sequence[Certificate], by: User, now: datetime, job: Job | None = None
) -> dict[int, int]:
    """Count one more printing of these certificates; returns which copy each is, by the certificate's id.

    Done before the pages are set, since a copy says its number. A job that is run again prints the same copies.
    """
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    keys = [made.pk for made in certificates]
    printings = CertificatePrinting.objects.filter(job=job, certificate__in=keys) if job else []
    copies = {one.certificate_id: one.copy for one in printings}
    counted = list(Certificate.objects.filter(pk__in=set(keys) - copies.keys()).only("number", "printed"))
    for made in counted:
        made.printed += 1
        copies[made.pk] = made.printed
    CertificatePrinting.objects.bulk_create(
        CertificatePrinting(certificate=made, copy=made.printed, printed_by=by, printed_at=now, job=job)
        for made in counted
    )
    Certificate.objects.bulk_update(counted, ["printed"], batch_size=500)
    if counted:
        numbers = sorted(made.number for made in counted)
        record_action(event=event, by=by, now=now, action="certificates_printed", numbers=numbers)
    return copies


@transaction.atomic
def take_back_printing(*, job: Job, by: User, now: datetime) -> int:
    """Count the printings of a job that came to nothing no more, where none came after; returns how many."""
    event = Event.objects.select_for_update(no_key=True).get(pk=job.event_id)
    printings = list(CertificatePrinting.objects.filter(job=job).select_related("certificate"))
    latest = [one for one in printings if one.copy == one.certificate.printed]
    for one in latest:
        one.certificate.printed -= 1
    Certificate.objects.bulk_update([one.certificate for one in latest], ["printed"], batch_size=500)
    CertificatePrinting.objects.filter(pk__in=[one.pk for one in latest]).delete()
    if latest:
        numbers = sorted(one.certificate.number for one in latest)
        record_action(event=event, by=by, now=now, action="certificates_not_printed", numbers=numbers)
    return len(latest)


def check_code(event: Event, number: int, recipient: int | str) -> str:
    """Eight letters and digits that nobody can guess from a number."""
    digest = salted_hmac("awards.certificate", f"{event.pk}/{number}/{recipient}", algorithm="sha256").digest()
    return base64.b32encode(digest)[:8].decode("ascii")


def occasion_of(made: Certificate) -> Occasion:
    return made.table_id, made.piece_id, made.playoff_id, made.place, made.staff_id


def _still_true(made: Certificate, honour: Honour | None, staff: dict[int, str]) -> bool:
    if made.staff_id is not None:
        # Thanks that are printed stand when somebody's role ends; those that lie unprinted were never meant.
        return staff.get(made.staff_id, made.staff_name if made.printed else "") == made.staff_name
    if made.piece is not None:
        # Whether the table is signed off or the rank still gets certificates does not matter: whose it is does.
        return made.piece.participant_id == made.participant_id
    if honour is None:
        return False
    return (made.participant_id, made.pattern, made.dice) == (honour.participant_id, honour.pattern, honour.dice)


def _numbered(event: Event, earned: Iterable[Honour], by: User, now: datetime) -> list[Certificate]:
    last = Certificate.objects.filter(event=event).aggregate(last=Max("number", default=0))["last"]
    return Certificate.objects.bulk_create(
        Certificate(
            event=event,
            number=number,
            check_code=check_code(event, number, honour.participant_id or f"staff {honour.staff_id}"),
            participant_id=honour.participant_id,
            table_id=honour.table_id,
            piece_id=honour.piece_id,
            playoff_id=honour.playoff_id,
            place=honour.place,
            staff_id=honour.staff_id,
            staff_name=honour.staff_name,
            pattern=honour.pattern,
            dice=honour.dice,
            made_by=by,
            made_at=now,
        )
        for number, honour in enumerate(earned, start=last + 1)
    )
