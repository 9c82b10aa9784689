"""Rows about what was handed over and what is due, for the workbook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from awards.models import Claim
from awards.queries.due import Entitlement, due
from bobing_event.models import Event, Participant
from reports.queries.rows import CHUNK
from tables.models import Seat


class Receiver(NamedTuple):
    """Whose goods are: what a list says of a person. `session`, `table` and `seat` are those of the latest seat."""

    name: str
    unit: str
    phone: str
    session_number: int | None
    session_name: str | None
    table: int | None
    seat: int | None


def hand_over_claims(event: Event) -> QuerySet[Claim]:
    """Whatever somebody was once given, also if it was taken back since."""
    return Claim.objects.filter(event=event, hand_over__isnull=False)


def hand_over_rows(event: Event) -> Iterator[Any]:
    """Every kind of goods of every hand-over, by number; one query."""
    ordered = hand_over_claims(event).order_by("hand_over__movement__number", "id")
    facts = {
        "movement": F("hand_over__movement__number"),
        "handed_at": F("hand_over__handed_at"),
        "channel": F("hand_over__channel"),
        "session_number": F("piece__table__session__number"),
        "session_name": F("piece__table__session__name"),
        "table": F("piece__table__number"),
        "rank": F("piece__rank"),
        "playoff_kind": F("playoff__kind"),
        "name": F("participant__name"),
        "unit": F("participant__unit"),
        "phone": F("participant__phone"),
        "goods": F("prize__name"),
        "specification": F("prize__specification"),
        "goods_unit": F("prize__unit"),
        "receiver": F("hand_over__receiver"),
        "receiver_name": F("hand_over__receiver_name"),
        "receiver_phone": F("hand_over__receiver_phone"),
        "id_checked": F("hand_over__id_checked"),
        "by_first": F("hand_over__handed_by__first_name"),
        "by_last": F("hand_over__handed_by__last_name"),
        "by_user": F("hand_over__handed_by__username"),
        "undone_at": F("hand_over__undone_at"),
        "undo_reason": F("hand_over__undo_reason"),
    }
    fields = ("quantity", "state", "settled_at", "reason", "consolation", "place")
    yield from ordered.values(*fields, **facts).iterator(chunk_size=CHUNK)


def unclaimed_rows(event: Event) -> Iterator[tuple[Receiver, Entitlement]]:
    """What is due, with whose it is; three queries besides those of `due`."""
    entitled = due(event)
    people = _receivers(event) if entitled else {}
    for one in entitled:
        yield people[one.participant_id], one


def forfeited_claims(event: Event) -> QuerySet[Claim]:
    """What nobody came for in time, with everything that a list says of it."""
    forfeited = Claim.objects.filter(event=event, state=Claim.State.FORFEITED)
    related = forfeited.select_related("participant", "prize", "piece__table__session", "playoff")
    return related.defer("piece__table__opening", "piece__table__state").order_by("id")


def _receivers(event: Event) -> dict[int, Receiver]:
    """By the participant's id; two queries."""
    seats = Seat.objects.filter(table__session__event=event).order_by("table__session__number", "table__number")
    where = {
        person: place
        for person, *place in seats.values_list(
            "participant", "table__session__number", "table__session__name", "table__number", "number"
        ).iterator(chunk_size=2000)
    }
    nowhere = [None] * 4
    people = Participant.objects.filter(event=event).values_list("pk", "name", "unit", "phone")
    return {
        pk: Receiver(name, unit, phone, *where.get(pk, nowhere))
        for pk, name, unit, phone in people.iterator(chunk_size=2000)
    }
