"""Proving the stock: add the ledger up anew and compare it with every level. Reads only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Max, Q, Sum

from awards.models import Location, Movement, MovementLine, StockLevel
from bobing_event.models import Event


@dataclass(frozen=True)
class StockDifference:
    """One thing that is not as the ledger says. `code` is stable, `subject` says what it is about."""

    event: Event
    code: str
    subject: str
    stored: Any
    expected: Any

    def __str__(self) -> str:
        return f"{self.event.slug} {self.code} {self.subject}: stored {self.stored!r}, expected {self.expected!r}"


def verify_stock(event: Event) -> Iterator[StockDifference]:
    """Every difference of an event; a constant number of queries.

    Codes: `level` where a level is not the sum of the ledger's lines, `numbers` where movements are missing, `empty`
    for one without lines, `other_event` for a line that joins two events, `undone` for one that does not undo the
    other line by line.
    """
    yield from _levels(event)
    yield from _movements(event)
    yield from _undone(event)


def _levels(event: Event) -> Iterator[StockDifference]:
    sums: Counter[tuple[int, int]] = Counter()
    lines = MovementLine.objects.filter(movement__event=event)
    for end, sign in (("source", -1), ("target", 1)):
        held = lines.exclude(**{f"{end}__kind": Location.Kind.OUTSIDE})
        for place, prize, units in held.values_list(end, "prize").annotate(Sum("quantity")):
            sums[place, prize] += sign * units
    levels = StockLevel.objects.filter(location__event=event)
    stored = {(place, prize): units for place, prize, units in levels.values_list("location", "prize", "quantity")}
    differing = [key for key in sorted(sums.keys() | stored.keys()) if stored.get(key, 0) != sums[key]]
    if not differing:
        return
    places = Location.objects.select_related("table").in_bulk({place for place, _prize in differing})
    prizes = event.prizes.in_bulk({prize for _place, prize in differing})
    for place, prize in differing:
        subject = f"{places.get(place)}, {prizes.get(prize)}"
        yield StockDifference(event, "level", subject, stored.get((place, prize), 0), sums[place, prize])


def _movements(event: Event) -> Iterator[StockDifference]:
    movements = Movement.objects.filter(event=event)
    counted = movements.aggregate(count=Count("pk"), last=Max("number", default=0))
    if counted["count"] != counted["last"]:
        yield StockDifference(event, "numbers", "movements", counted["count"], counted["last"])
    for movement in movements.filter(lines__isnull=True):
        yield StockDifference(event, "empty", f"movement {movement.number_text}", 0, "lines")
    strange = MovementLine.objects.filter(movement__event=event).exclude(
        prize__event=event, source__event=event, target__event=event
    )
    for number in strange.values_list("movement__number", flat=True).distinct().order_by("movement__number"):
        yield StockDifference(event, "other_event", f"movement {number:05d}", "another event", event.slug)


def _undone(event: Event) -> Iterator[StockDifference]:
    """What an undoing took back must be what the other movement moved."""
    undoing = Movement.objects.filter(event=event, undoes__isnull=False)
    numbers = dict(undoing.values_list("pk", "number"))
    if not numbers:
        return
    back: dict[int, Counter[tuple[int, int, int]]] = {pk: Counter() for pk in numbers}
    lines = MovementLine.objects.filter(Q(movement__in=undoing) | Q(movement__undone_by__in=undoing))
    ends = lines.annotate(by=F("movement__undone_by"), own=F("movement__undoes"))
    for movement, by, own, prize, source, target, units in ends.values_list(
        "movement", "by", "own", "prize", "source", "target", "quantity"
    ):
        if own is not None:
            back[movement][prize, target, source] -= units
        if by is not None:
            back[by][prize, source, target] += units
    for pk, number in numbers.items():
        if any(back[pk].values()):
            yield StockDifference(event, "undone", f"movement {number:05d}", "other lines", "the same lines")
