"""Certificates that are made: which stand, which are due, and what they print."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Sum, Value, When
from django.db.models.functions import Coalesce

from awards.models import Certificate, CertificatePrinting
from awards.models.certificates import THANKS
from awards.queries.certificate_templates import KIND_LABELS, KINDS, templates_of
from awards.queries.honours import champions, enabled_ranks, final_pieces, placed_entrants, staff_names
from bobing_event.models import Event
from rules import RANKS, Rank
from tables.models import Table
from tables.queries.sign_offs import final_sign_offs

Order = Literal["honour", "table", "seat"]

STANDS = Q(voided_at__isnull=True)
AT_TABLE = Q(table__isnull=False) | Q(piece__isnull=False)


@dataclass(frozen=True)
class CertificateCounts:
    """Certificates of an event: how many stand, were never printed, are void, and sheets printed in all."""

    standing: int
    unprinted: int
    void: int
    sheets: int


@dataclass(frozen=True)
class KindFigures:
    """Certificates of one kind of honour: how many are due (earned and not made, or made of what a correction
    changed), stand, were never printed, and are void. Where not `enabled` none are made."""

    kind: str
    enabled: bool
    due: int = 0
    standing: int = 0
    unprinted: int = 0
    void: int = 0

    @property
    def label(self) -> str:
        return str(KIND_LABELS[self.kind])

    @property
    def total(self) -> int:
        """How many there will be once what is due is made; what it makes void is counted still."""
        return self.standing + self.due


@dataclass(frozen=True)
class Chosen:
    """Which certificates are meant, and in which order.

    `kinds` are codes of `KINDS`. With a session or a range of table numbers only those earned at such tables are
    meant. `which` is `all`, `new` (never printed), or numbers.
    """

    kinds: tuple[str, ...] = KINDS
    session: int | None = None
    first: int | None = None
    last: int | None = None
    order: Order = "honour"
    which: str | tuple[int, ...] = "all"

    def to_json(self) -> dict[str, Any]:
        which = self.which if isinstance(self.which, str) else list(self.which)
        return {**vars(self), "kinds": list(self.kinds), "which": which}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Chosen:
        """From a job's parameters, of which it is a part."""
        named = {name: data[name] for name in vars(cls()) if name in data}
        for name in ("kinds", "which"):
            if isinstance(named.get(name), list):
                named[name] = tuple(named[name])
        return cls(**named)


@dataclass
class Printed:
    """Certificates whose last printing was one and the same: when, by whom (a name), and how many."""

    at: datetime
    by: str
    count: int = 0
    numbers: list[str] = field(default_factory=list)


def certificates_of(event: Event, order: Order = "honour") -> QuerySet[Certificate]:
    """An event's certificates with all they print: by honour, by table, or by seat; play-offs and thanks come last."""
    related = Certificate.objects.filter(event=event).select_related(
        "participant", "table__session", "table__champion", "piece__table__session", "piece__holder", "playoff", "staff"
    )
    return related.defer(*_SNAPSHOTS).order_by(*_ordering(order))


def chosen_certificates(event: Event, chosen: Chosen) -> QuerySet[Certificate]:
    """The standing certificates that are meant, in the order asked for."""
    found = certificates_of(event, chosen.order).filter(STANDS, of_kinds(chosen.kinds))
    if isinstance(chosen.which, tuple):
        return found.filter(number__in=chosen.which)
    if chosen.which == "new":
        found = found.filter(printed=0)
    if chosen.session is not None:
        found = found.filter(_either(session__number=chosen.session))
    if chosen.first is not None:
        found = found.filter(_either(number__gte=chosen.first))
    if chosen.last is not None:
        found = found.filter(_either(number__lte=chosen.last))
    return found


def of_kinds(kinds: Collection[str]) -> Q:
    """Certificates of some kinds of honours."""
    found = Q(piece__rank__in=[kind for kind in kinds if kind in RANKS]) | Q(playoff__kind__in=kinds)
    if Rank.ZHUANGYUAN in kinds:
        found |= Q(table__isnull=False)
    return found | Q(staff__isnull=False) if THANKS in kinds else found


def certificate_counts(event: Event) -> CertificateCounts:
    counts = Certificate.objects.filter(event=event).aggregate(
        standing=Count("id", filter=STANDS),
        unprinted=Count("id", filter=STANDS & Q(printed=0)),
        void=Count("id", filter=~STANDS),
        sheets=Sum("printed", default=0),
    )
    return CertificateCounts(**counts)


def kind_figures(event: Event) -> list[KindFigures]:
    """The figures of every kind, in the order of printing; seven queries."""
    templates = templates_of(event)
    due = _due(event, enabled_ranks(templates), thanks=templates[THANKS].enabled)
    made = _made(event)
    return [
        KindFigures(kind, template.enabled, due.get(kind, 0), **made.get(kind, {}))
        for kind, template in templates.items()
    ]


def due_certificates(event: Event) -> int:
    """How many certificates would be new."""
    return sum(figures.due for figures in kind_figures(event))


def unsigned_tables(event: Event) -> list[Table]:
    """Ended tables whose champion may still change: nobody has signed them off. One query."""
    final = Exists(final_sign_offs().filter(table=OuterRef("pk")))
    ended = champions(event).exclude(final).select_related("session").only("number", "session__number", "session__name")
    return list(ended.order_by("session__number", "number"))


def printed_before(certificates: Sequence[Certificate]) -> list[Printed]:
    """The latest printings of those that were printed already, newest first; one query."""
    found: dict[tuple[Any, ...], Printed] = {}
    printings = CertificatePrinting.objects.filter(
        certificate__in=[made.pk for made in certificates], copy=F("certificate__printed")
    )
    for one in printings.select_related("printed_by", "certificate").order_by("-printed_at", "certificate__number"):
        by = one.printed_by.get_full_name() or one.printed_by.get_username()
        group = found.setdefault((one.printed_at, one.printed_by_id), Printed(one.printed_at, by))
        group.count += 1
        group.numbers.append(one.certificate.number_text)
    return list(found.values())


def certificate_by_code(slug: str, number: int, check_code: str) -> Certificate | None:
    """The certificate that a QR code names; None unless all three fit."""
    related = Certificate.objects.select_related(
        "event", "participant", "table__session", "piece__table__session", "playoff"
    )
    return related.filter(event__slug=slug, number=number, check_code=check_code).first()


_SNAPSHOTS = ("table__opening", "table__state", "piece__table__opening", "piece__table__state")


def _either(**conditions: Any) -> Q:
    """Conditions on the table where it was earned."""
    return Q(**{f"table__{name}": value for name, value in conditions.items()}) | Q(
        **{f"piece__table__{name}": value for name, value in conditions.items()}
    )


def _ordering(order: Order) -> list[Any]:
    ranks = [When(piece__rank=rank.value, then=Value(place)) for place, rank in enumerate(RANKS)]
    kind = Case(
        When(table__isnull=False, then=Value(0)), *ranks, When(playoff__isnull=False, then=Value(10)),
        default=Value(20), output_field=IntegerField(),
    )  # fmt: skip
    group = Case(When(AT_TABLE, then=Value(0)), When(playoff__isnull=False, then=Value(1)), default=Value(2))
    at = [
        Coalesce("table__session__number", "piece__table__session__number"),
        Coalesce("table__number", "piece__table__number"),
    ]
    seat = Coalesce("table__champion__number", "piece__holder__number")
    within = ["piece__number", "playoff_id", "place", "staff_name", "number"]
    if order == "honour":
        return [kind, *at, *within]
    return [group, *at, seat, kind, *within] if order == "seat" else [group, *at, kind, *within]


def _due(event: Event, ranks: list[str], *, thanks: bool) -> dict[str, int]:
    standing = Certificate.objects.filter(STANDS, event=event)
    tables = champions(event).exclude(
        Exists(standing.filter(table=OuterRef("pk"), participant=OuterRef("champion_person")))
    )
    pieces = final_pieces(event, ranks).exclude(
        Exists(standing.filter(piece=OuterRef("pk"), participant=OuterRef("participant")))
    )
    places = placed_entrants(event).exclude(
        Exists(
            standing.filter(playoff=OuterRef("playoff"), place=OuterRef("placed"), participant=OuterRef("participant"))
        )
    )
    due = {str(Rank.ZHUANGYUAN): tables.count()}
    due |= dict(pieces.values_list("rank").annotate(Count("pk")).order_by())
    due |= dict(places.values_list("playoff__kind").annotate(Count("pk")).order_by())
    if thanks:
        thanked = set(standing.filter(staff__isnull=False).values_list("staff_id", "staff_name"))
        due[THANKS] = len(set(staff_names(event).items()) - thanked)
    return due


def _made(event: Event) -> dict[str, dict[str, int]]:
    """`standing`, `unprinted` and `void` by kind; one query."""
    kind = Case(
        When(table__isnull=False, then=Value(str(Rank.ZHUANGYUAN))),
        When(piece__isnull=False, then=F("piece__rank")),
        When(playoff__isnull=False, then=F("playoff__kind")),
        default=Value(THANKS),
    )
    groups = Certificate.objects.filter(event=event).values(kind=kind).order_by()
    counted = groups.annotate(
        standing=Count("id", filter=STANDS),
        unprinted=Count("id", filter=STANDS & Q(printed=0)),
        void=Count("id", filter=~STANDS),
    )
    return {one["kind"]: {name: one[name] for name in ("standing", "unprinted", "void")} for one in counted}
