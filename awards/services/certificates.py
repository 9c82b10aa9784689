"""Making certificates: each honour gets one, and a corrected result gets another."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F, Max
from django.utils.crypto import salted_hmac

from awards.models import Certificate
from awards.queries.certificates import Honour, honours
from bobing_event.audit import record_action
from bobing_event.models import Event

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

    A standing certificate that says something else than the log does now (another champion, another throw) is
    marked void and another is made.
    """
    Event.objects.select_for_update().get(pk=event.pk)
    earned = {honour.occasion: honour for honour in honours(event)}
    standing = {
        (certificate.table_id, certificate.playoff_id, certificate.place): certificate
        for certificate in Certificate.objects.filter(event=event, voided_at__isnull=True)
    }
    void = [made for occasion, made in standing.items() if not _still_true(made, earned.get(occasion))]
    kept = standing.keys() - {(made.table_id, made.playoff_id, made.place) for made in void}
    Certificate.objects.filter(pk__in=[made.pk for made in void]).update(voided_at=now)
    new = _numbered(event, [honour for occasion, honour in earned.items() if occasion not in kept], by, now)
    if new or void:
        record_action(
            event=event, by=by, now=now, action="certificates_made",
            new=[made.number for made in new], void=[made.number for made in void],
        )  # fmt: skip
    return MadeCertificates(tuple(new), tuple(void))


@transaction.atomic
def record_printing(*, event: Event, numbers: Iterable[int], by: User, now: datetime) -> int:
    """Count one more printing of these certificates; returns how many there were."""
    numbers = sorted(numbers)
    counted = Certificate.objects.filter(event=event, number__in=numbers).update(printed=F("printed") + 1)
    record_action(event=event, by=by, now=now, action="certificates_printed", numbers=numbers)
    return counted


def check_code(event: Event, number: int, participant_id: int) -> str:
    """Eight letters and digits that nobody can guess from a number."""
    digest = salted_hmac("awards.certificate", f"{event.pk}/{number}/{participant_id}", algorithm="sha256").digest()
    return base64.b32encode(digest)[:8].decode("ascii")


def _still_true(made: Certificate, honour: Honour | None) -> bool:
    if honour is None:
        return False
    return (made.participant_id, made.pattern, made.dice) == (honour.participant_id, honour.pattern, honour.dice)


def _numbered(event: Event, earned: list[Honour], by: User, now: datetime) -> list[Certificate]:
    last = Certificate.objects.filter(event=event).aggregate(last=Max("number", default=0))["last"]
    return Certificate.objects.bulk_create(
        Certificate(
            event=event,
            number=number,
            check_code=check_code(event, number, honour.participant_id),
            participant_id=honour.participant_id,
            table_id=honour.table_id,
            playoff_id=honour.playoff_id,
            place=honour.place,
            pattern=honour.pattern,
            dice=honour.dice,
            made_by=by,
            made_at=now,
        )
        for number, honour in enumerate(earned, start=last + 1)
    )
