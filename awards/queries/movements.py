"""The ledger as it is read: movements, the latest first, with their lines and what became of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import ngettext

from awards.models import Delivery, Location, Movement, MovementLine, Prize, TableCount
from bobing_event.models import Event
from tables.models import Table


@dataclass(frozen=True)
class Narrowed:
    """What the list is narrowed to; an empty one is all of it."""

    kind: str = ""
    prize: int | None = None
    table: int | None = None

    @property
    def is_all(self) -> bool:
        return not self.kind and self.prize is None and self.table is None


@dataclass(frozen=True)
class Passage:
    """Units of one kind of goods that went a way."""

    prize: Prize
    units: int


@dataclass(frozen=True)
class Route:
    """A way that goods of a movement went; people are counted, not named."""

    source: str
    target: str
    goods: list[Passage]


def routes(movement: Movement, *, sessions: bool) -> list[Route]:
    """What a movement of `movements_of` moved, by way, people drawn together; with `sessions` tables are named with
    theirs.
    """
    units: dict[tuple[str, str], Counter[Prize]] = defaultdict(Counter)
    people: dict[tuple[str, str], set[int]] = defaultdict(set)
    for line in movement.shown_lines:  # type: ignore[attr-defined]
        way = place_label(line.source, sessions=sessions), place_label(line.target, sessions=sessions)
        units[way][line.prize] += line.quantity
        people[way].update(place.pk for place in (line.source, line.target) if place.kind == Location.Kind.PERSON)
    return [
        Route(
            source or _people(people[source, target]), target or _people(people[source, target]),
            [Passage(prize, count) for prize, count in goods.items()],
        )
        for (source, target), goods in units.items()
    ]  # fmt: skip


def place_label(place: Location, *, sessions: bool) -> str:
    """`仓库`, `第 7 桌`, with `sessions` `下午场 · 第 7 桌`; nothing for people, whose names do not stand in lists."""
    if place.kind == Location.Kind.PERSON:
        return ""
    if sessions and place.table is not None:
        return f"{place.table.session} · {place}"
    return str(place)


def _people(people: Collection[int]) -> str:
    return ngettext("%(count)s person", "%(count)s people", len(people)) % {"count": len(people)}


def movements_of(event: Event, narrowed: Narrowed | None = None) -> QuerySet[Movement]:
    """Movements with `shown_lines`, who made them and what undid them; two queries for a page.

    `of_a_count`, `of_a_delivery` and `of_people` (out of or into somebody's hands) say what it belongs to: such
    movements are not undone by themselves.
    """
    narrowed = narrowed or Narrowed()
    lines = MovementLine.objects.select_related("prize", "source__table__session", "target__table__session")
    own = MovementLine.objects.filter(movement=OuterRef("pk"))
    person = Location.Kind.PERSON
    found = (
        Movement.objects.filter(event=event)
        .annotate(
            of_a_count=Exists(TableCount.objects.filter(movement=OuterRef("pk"))),
            of_a_delivery=Exists(Delivery.objects.filter(supply=OuterRef("pk"))),
            of_people=Exists(own.filter(Q(source__kind=person) | Q(target__kind=person))),
        )
        .select_related("made_by", "undoes", "undone_by")
        .prefetch_related(Prefetch("lines", lines.order_by("pk"), to_attr="shown_lines"))
        .order_by("-number")
    )
    if narrowed.kind:
        found = found.filter(kind=narrowed.kind)
    if narrowed.prize is not None:
        found = found.filter(Exists(own.filter(prize=narrowed.prize)))
    if narrowed.table is not None:
        found = found.filter(
            Exists(own.filter(source__table=narrowed.table)) | Exists(own.filter(target__table=narrowed.table))
        )
    return found


def tables_with_movements(event: Event) -> QuerySet[Table]:
    """Tables that goods ever went to, to choose from."""
    tables = Table.objects.filter(session__event=event, locations__isnull=False)
    return tables.select_related("session").defer("opening", "state").order_by("session__number", "number")
