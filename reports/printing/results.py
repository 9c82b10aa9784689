"""How tables ended, read for many at once: who holds what, the champions and their dice, the sign-offs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from django.db.models import F

from awards.models import Prize
from awards.queries import goods_by_piece
from bobing_event.models import Event
from reports.queries import BY_RANK, champion_of
from rules import Ruleset
from tables.models import Piece, SignOff, Table

Person = tuple[int, str]
"""Id and name."""


@dataclass
class Holdings:
    """What one person holds at a table: pieces by rank, and the units of goods these give."""

    name: str
    pieces: Counter[str] = field(default_factory=Counter)
    goods: dict[int, tuple[Prize, int]] = field(default_factory=dict)

    def add(self, prize: Prize, units: int) -> None:
        held = self.goods.get(prize.pk, (prize, 0))[1]
        self.goods[prize.pk] = (prize, held + units)


@dataclass(frozen=True)
class Champion:
    """A table's champion; `dice` are empty where no throw made him, and `pattern` where the committee named him."""

    person: int
    name: str
    seat: int
    pattern: str
    dice: str


def holdings_by_table(event: Event, tables: Collection[int]) -> dict[int, dict[int, Holdings]]:
    """By the ids of table and person; two queries."""
    goods = goods_by_piece(event)
    held: dict[int, dict[int, Holdings]] = defaultdict(dict)
    pieces = Piece.objects.filter(table__in=tables, place="seat").order_by("table", "holder__number", BY_RANK, "number")
    rows = pieces.values_list("table", "participant", "participant__name", "rank", "number")
    for table, person, name, rank, number in rows.iterator(chunk_size=2000):
        theirs = held[table].setdefault(person, Holdings(name))
        theirs.pieces[rank] += 1
        for line in goods.get((rank, number), ()):
            theirs.add(line.prize, line.quantity)
    return dict(held)


def champions_by_table(tables: Collection[int]) -> dict[int, Champion]:
    """By the table's id; one query. A table's snapshot is let go of once it is read."""
    rulesets: dict[str, Ruleset] = {}
    found: dict[int, Champion] = {}
    ended = Table.objects.filter(pk__in=tables, champion__isnull=False).select_related("champion", "champion_person")
    for table in ended.iterator(chunk_size=50):
        row = champion_of(table, rulesets)
        if row is not None:
            found[table.pk] = Champion(row.person.pk, row.person.name, row.seat.number, row.pattern, row.dice)
    return found


def sign_offs_by_table(tables: Collection[int]) -> dict[int, SignOff]:
    """Those that hold, of the tables as they stand, by the table's id; one query."""
    standing = SignOff.objects.filter(table__in=tables, seq=F("table__seq"))
    return {sign_off.table_id: sign_off for sign_off in standing.select_related("signed_by", "countersigned_by")}
