"""The runners' queue: what is to be brought where, who has it, and for how long."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from awards.models import Delivery, Location, PrizeSettings, StockLevel
from awards.queries.due import Entitlement, due, key_text
from awards.queries.origins import origin_label
from awards.queries.whereabouts import seat_of, seats_of_people
from bobing_event.models import Event, Participant
from bobing_event.queries import people_of
from tables.models import Seat

TOO_LONG = timedelta(minutes=5)
"""So long something may wait for a runner, or be on the way, before it is told."""
OPEN = Q(delivered_at__isnull=True, cancelled_at__isnull=True)
FORGOTTEN = 60  # minutes
SHOWN_PEOPLE = 8


@dataclass(frozen=True)
class DeliveryLine:
    """A delivery as the queue shows it: since when it waits or is on the way. `short` units are not in the store."""

    delivery: Delivery
    seat: int | None
    now: datetime
    short: int = 0

    @property
    def since(self) -> datetime:
        return self.delivery.taken_at or self.delivery.asked_at

    @property
    def minutes(self) -> int:
        return max(0, int((self.now - self.since).total_seconds()) // 60)

    @property
    def is_forgotten(self) -> bool:
        """Whether minutes do not say anything any more."""
        return self.minutes >= FORGOTTEN

    @property
    def is_late(self) -> bool:
        return self.now - self.since > TOO_LONG

    @property
    def origin(self) -> str:
        return origin_label(self.delivery) if self.delivery.participant_id else ""


def key_of(delivery: Delivery) -> str:
    """What a delivery to somebody is of, as `Entitlement.key_text`."""
    person = delivery.participant_id if delivery.consolation else None
    origin = (delivery.piece_id, delivery.playoff_id, delivery.place, delivery.consolation, delivery.redraw_win_id)
    return key_text((*origin, delivery.prize_id, person))


def reserved(event: Event, tables: Iterable[int] | None = None) -> Counter[tuple[int, int]]:
    """Units at these tables (ids), or at all, that a runner is bringing to somebody there: `(table, goods)` as ids.

    One query. They stand in the table's stock until they are delivered, and are nobody else's.
    """
    coming = Delivery.objects.filter(OPEN, event=event, participant__isnull=False)
    if tables is not None:
        coming = coming.filter(table__in=tables)
    units: Counter[tuple[int, int]] = Counter()
    for table, prize, quantity in coming.filter(supply__isnull=False).values_list("table", "prize", "quantity"):
        units[table, prize] += quantity
    return units


def open_deliveries(event: Event) -> QuerySet[Delivery]:
    """To deliver, or on the way."""
    return Delivery.objects.filter(OPEN, event=event)


def deliveries_of(event: Event) -> QuerySet[Delivery]:
    """With everything a line shows, and the person's seat at the table as `seat_number`; one query."""
    seat = Seat.objects.filter(table=OuterRef("table"), participant=OuterRef("participant")).values("number")[:1]
    found = Delivery.objects.filter(event=event).select_related(
        "table__session", "participant", "prize", "piece", "playoff", "asked_by", "taken_by", "cancelled_by"
    )
    return found.defer("table__opening", "table__state").annotate(seat_number=Subquery(seat))


def queue(event: Event, *, now: datetime) -> list[DeliveryLine]:
    """What is open, the oldest first; what nobody has taken yet knows whether the store has it. Four queries."""
    return _lines(event, deliveries_of(event).filter(OPEN).order_by("asked_at", "pk"), now)


def finished(event: Event, *, most: int) -> QuerySet[Delivery]:
    """The latest that were delivered or cancelled."""
    return deliveries_of(event).exclude(OPEN).order_by(Coalesce("delivered_at", "cancelled_at").desc(), "-pk")[:most]


def _lines(event: Event, deliveries: QuerySet[Delivery], now: datetime) -> list[DeliveryLine]:
    found = list(deliveries)
    left = _in_store(event) if any(one.taken_at is None for one in found) else None
    lines = []
    for one in found:
        short = 0
        if left is not None and one.taken_at is None:
            short = min(one.quantity, max(0, one.quantity - left[one.prize_id]))
            left[one.prize_id] -= one.quantity - short
        lines.append(DeliveryLine(one, getattr(one, "seat_number", None), now, short))
    return lines


def _in_store(event: Event) -> Counter[int] | None:
    """Units in the store by goods; None for an event that keeps no stock."""
    if not PrizeSettings.objects.filter(event=event, keeps_stock=True).exists():
        return None
    levels = StockLevel.objects.filter(location__event=event, location__kind=Location.Kind.STORE)
    return Counter(dict(levels.values_list("prize", "quantity")))


def late_deliveries(event: Event, *, now: datetime) -> tuple[int, int]:
    """How many wait for a runner, and how many are on the way, for more than `TOO_LONG`; one query."""
    since = now - TOO_LONG
    found = Delivery.objects.filter(OPEN, event=event).values_list("asked_at", "taken_at")
    waiting = on_the_way = 0
    for asked_at, taken_at in found:
        waiting += taken_at is None and asked_at < since
        on_the_way += taken_at is not None and taken_at < since
    return waiting, on_the_way


def queue_mark(event: Event, *, now: datetime) -> str:
    """A digest that changes with the queue and with every minute; two queries that read two numbers a line."""
    last = Delivery.objects.filter(event=event).aggregate(Max("pk"), Max("delivered_at"), Max("cancelled_at"))
    open_now = Delivery.objects.filter(OPEN, event=event).order_by("pk").values_list("pk", "taken_by")
    store = StockLevel.objects.filter(location__event=event, location__kind=Location.Kind.STORE).order_by("prize")
    facts = [int(now.timestamp()) // 60, last, list(open_now), list(store.values_list("prize", "quantity"))]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:24]


@dataclass(frozen=True)
class Deliverable:
    """What is due to somebody and can be brought to their seat; `asked` where it is in the queue already."""

    due: Entitlement
    asked: bool

    @property
    def origin(self) -> str:
        return origin_label(self.due)


@dataclass(frozen=True)
class Receiver:
    """Somebody found by name, where they sit, and what can be brought to them."""

    participant: Participant
    seat: Seat | None
    goods: list[Deliverable]


def receivers(event: Event, text: str) -> list[Receiver]:
    """People found by name, initials, unit or phone, the first few, with what is due to them and final."""
    people = list(people_of(event, text=text)[:SHOWN_PEOPLE]) if text.strip() else []
    if not people:
        return []
    ids = [person.pk for person in people]
    open_now = [one for one in due(event, people=ids) if not one.waiting]
    asked = {
        (key_of(one), one.participant_id) for one in Delivery.objects.filter(OPEN, event=event, participant__in=ids)
    }
    seats = seats_of_people(ids)
    return [
        Receiver(
            person, seat_of(person.pk, seats),
            [
                Deliverable(one, (one.key_text, person.pk) in asked)
                for one in open_now if one.participant_id == person.pk
            ],
        )
        for person in people
    ]  # fmt: skip
