"""Do the figures agree: by goods and by table, with what differs named in sentences. At any moment, and at the end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Exists, OuterRef, Sum
from django.utils.translation import gettext as _

from awards.models import Location, Prize, RedrawWin, StockLevel, TableCount
from awards.queries.deliveries import reserved
from awards.queries.flows import GoodsFlow, TableFlow, goods_flows, last_supplies, table_flows
from awards.queries.plan import prize_plan
from awards.queries.sets import missing
from awards.queries.stock import count_difference, keeps_stock, table_levels, table_set
from awards.queries.tallies import Settled, Tally, settled_units, table_tallies
from bobing_event.models import Event
from tables.models import Table
from tables.queries.sign_offs import final_sign_offs


@dataclass(frozen=True)
class GoodsLine:
    """One kind of goods in units. `came_in` less `written_off` is `store`, `at_tables` and `people` together.

    `won` is by the log, `handed` by the claims, `due` is won and neither handed over nor given up. Consolations count
    as won once they are handed over.
    """

    prize: Prize
    planned: int
    came_in: int
    written_off: int
    found: int
    store: int
    at_tables: int
    people: int
    won: int
    handed: int
    due: int
    stocked: bool

    @property
    def left(self) -> int:
        """In the store and at tables."""
        return self.store + self.at_tables

    @property
    def needed(self) -> int:
        """Units that have to come in before the plan can be kept."""
        return max(0, self.planned - (self.came_in - self.written_off)) if self.stocked else 0

    @property
    def surplus(self) -> int:
        """Units in hand beyond the plan."""
        return max(0, self.came_in - self.written_off - self.planned) if self.stocked else 0

    @property
    def differences(self) -> list[str]:
        """Sentences without the goods' name; none while no stock is kept."""
        return list(self._differences()) if self.stocked else []

    @property
    def sentences(self) -> list[str]:
        return [_("%(what)s: %(difference)s") % {"what": self.prize, "difference": one} for one in self.differences]

    def _differences(self) -> Iterator[str]:
        words = {
            "unit": self.prize.unit, "short": self.needed, "received": self.came_in, "planned": self.planned,
            "lost": self.written_off, "due": self.due, "left": self.left, "handed": self.handed, "won": self.won,
            "people": self.people, "found": self.found,
        }  # fmt: skip
        if self.needed and self.written_off:
            yield (
                _(
                    "%(short)s %(unit)s short in the store: %(received)s received, %(lost)s written off, "
                    "%(planned)s planned"
                )
                % words
            )
        elif self.needed:
            yield _("%(short)s %(unit)s short in the store: %(received)s received, %(planned)s planned") % words
        if self.due > self.left:
            yield _("%(due)s %(unit)s are still to be handed over, %(left)s are left") % words
        if self.handed > self.won:
            yield _("%(handed)s %(unit)s handed over, %(won)s won") % words
        if self.handed != self.people:
            yield _("%(handed)s %(unit)s handed over by the hand-overs, %(people)s by the ledger") % words
        if self.found:
            yield _("%(found)s %(unit)s more counted than the ledger had") % words


@dataclass(frozen=True)
class TableGoods:
    """One kind of goods at one table, in units; `wanted` is what its set has of them.

    `coming` of `level` is on its way to somebody there, and not the table's.
    """

    prize: Prize
    wanted: int
    flow: TableFlow
    won: int
    grabbed: int
    handed: int
    forfeited: int
    level: int
    coming: int = 0

    @property
    def missing(self) -> int:
        """What the table lacks of its set, for the pieces that are not handed over."""
        return missing(
            wanted=self.wanted, settled=self.handed + self.forfeited, gone=min(self.grabbed, max(0, self.flow.lost)),
            there=self.level - self.coming,
        )  # fmt: skip

    @property
    def due(self) -> int:
        """Won here and neither handed over nor given up."""
        return max(0, self.won - self.handed - self.forfeited)

    @property
    def gone(self) -> int:
        """Grabbed by nobody known and not written off yet."""
        return min(self.level, max(0, self.grabbed - self.flow.lost))

    @property
    def expected(self) -> int:
        """What should lie at the table when all that was won there is handed over."""
        return max(0, self.level - self.due - self.gone)


@dataclass(frozen=True)
class TableLine:
    """A table's goods, what was counted there, and what does not agree. `final`: its holdings are signed off.

    `label` names the table, of several sessions with its own.
    """

    table: Table
    label: str
    goods: tuple[TableGoods, ...]
    final: bool
    counts: tuple[TableCount, ...] = ()
    supplied_at: datetime | None = None
    stocked: bool = True
    prizes: dict[int, Prize] = field(default_factory=dict, repr=False)

    @property
    def is_supplied(self) -> bool:
        return any(one.flow.kept > 0 for one in self.goods)

    @property
    def has_goods(self) -> bool:
        return any(one.level for one in self.goods)

    @property
    def has_own(self) -> bool:
        """Goods that are not on their way to somebody at the table."""
        return any(one.level > one.coming for one in self.goods)

    @property
    def lacks(self) -> bool:
        """It has not ended, and not its whole set either."""
        return not self.table.has_ended and any(one.missing for one in self.goods)

    @property
    def nothing_left(self) -> bool:
        """All that lies at the table is somebody's, or gone."""
        return self.has_goods and not any(one.expected for one in self.goods)

    @property
    def last_count(self) -> TableCount | None:
        """The latest count of the table as it is: one made before it opened says nothing of what was played."""
        if not self.counts or self.table.is_open:
            return None
        opened = self.table.opened_at
        return None if opened is not None and self.counts[0].signed_at < opened else self.counts[0]

    @property
    def count(self) -> TableCount | None:
        """The count that holds: the latest, while no goods came to the table since."""
        count = self.last_count
        if count is None or self.has_goods:
            return None
        return None if self.supplied_at is not None and self.supplied_at > count.signed_at else count

    @property
    def state(self) -> str:
        """`counted`, `to_count`, `not_signed_off`, `supplied`, `short_set`, `unsupplied`.

        `without_supply` is an open table that has nothing of its set and lacks some.
        """
        if self.count is not None:
            return "counted"
        if self.table.has_ended and (self.is_supplied or self.has_goods):
            return "to_count" if self.final else "not_signed_off"
        if not self.is_supplied and not self.has_own:
            return "without_supply" if self.lacks and self.table.is_open else "unsupplied"
        return "short_set" if self.lacks else "supplied"

    @property
    def differences(self) -> list[str]:
        """Sentences without the table's name; none while no stock is kept."""
        return list(self._differences()) if self.stocked else []

    @property
    def sentences(self) -> list[str]:
        return [_("%(what)s: %(difference)s") % {"what": self.label, "difference": one} for one in self.differences]

    def _differences(self) -> Iterator[str]:
        if self.state == "without_supply":
            yield _("opened without prizes from the store")
        for one in self.goods:
            yield from self._of_goods(one)
        for count in self.counts:
            yield from self._of_count(count)

    def _of_goods(self, one: TableGoods) -> Iterator[str]:
        words = {
            "goods": one.prize, "unit": one.prize.unit, "missing": one.missing, "due": one.due, "wanted": one.wanted,
            "won": one.won, "handed": one.handed + one.forfeited, "level": one.level, "grabbed": one.grabbed,
        }  # fmt: skip
        if self.state == "short_set" and one.missing:
            yield _("%(goods)s: %(missing)s %(unit)s missing of the set of %(wanted)s") % words
        if one.grabbed:
            yield _("%(goods)s: %(grabbed)s %(unit)s grabbed in the dark, by nobody known") % words
        if (self.final and one.due) or one.handed + one.forfeited > one.won:
            yield _("%(goods)s: %(won)s %(unit)s won, %(handed)s handed over") % words
        elif self.state == "not_signed_off" and one.due > one.level:
            yield _("%(goods)s: %(due)s %(unit)s still to be handed over, %(level)s at the table") % words
        if self.table.has_ended and self.last_count and one.level:
            yield _("%(goods)s: %(level)s %(unit)s at the table since it was counted") % words

    def _of_count(self, count: TableCount) -> Iterator[str]:
        for prize, expected in count.expected.items():
            counted = count.counted.get(prize, 0)
            if counted != expected:
                text = count_difference(self.prizes[int(prize)], expected, counted)
                yield _("%(difference)s (%(reason)s)") % {"difference": text, "reason": count.reason}


def by_goods(event: Event) -> list[GoodsLine]:
    """Every kind of goods of the event; a constant number of queries."""
    plan, stocked = prize_plan(event), keeps_stock(event)
    flows, settled = goods_flows(event), settled_units(event)
    levels = _levels(event)
    drawn = _drawn_again(event)
    lines = []
    for figures in plan.goods:
        pk = figures.prize.pk
        flow, claims = flows.get(pk, GoodsFlow()), settled.get(pk, Settled())
        due = figures.won - claims.handed - claims.forfeited + drawn.get(pk, 0) - claims.again
        lines.append(
            GoodsLine(
                prize=figures.prize, planned=figures.planned, came_in=flow.came_in, written_off=flow.written_off,
                found=flow.found, store=levels[Location.Kind.STORE].get(pk, 0),
                at_tables=levels[Location.Kind.TABLE].get(pk, 0), people=levels[Location.Kind.PERSON].get(pk, 0),
                won=figures.won, handed=claims.handed + claims.again + claims.kept, due=max(0, due), stocked=stocked,
            )
        )  # fmt: skip
    return lines


def by_table(event: Event) -> list[TableLine]:
    """Every table of the event, by session and number; a constant number of queries."""
    final = final_sign_offs().filter(table=OuterRef("pk"))
    tables = Table.objects.filter(session__event=event).select_related("session").defer("opening", "state")
    tables = tables.annotate(final=Exists(final)).order_by("session__number", "number")
    prizes = {prize.pk: prize for prize in Prize.objects.filter(event=event)}
    wanted, levels, flows = table_set(event), table_levels(event), table_flows(event)
    tallies, counts, stocked = table_tallies(event), _counts(event), keeps_stock(event)
    none, several, supplied_at = Tally(), event.sessions.count() > 1, last_supplies(event)
    coming = reserved(event)
    return [
        TableLine(
            table=table,
            label=f"{table.session} · {table}" if several else str(table),
            goods=tuple(
                _table_goods(
                    prize, wanted, flows.get(pk, {}), tallies.get(pk, none), levels.get(pk, {}), coming[pk, prize.pk]
                )
                for prize in prizes.values()
                if prize.pk in wanted or prize.pk in flows.get(pk, {})
            ),
            final=bool(getattr(table, "final", False)),  # annotated
            counts=counts.get(pk, ()),
            supplied_at=supplied_at.get(pk),
            stocked=stocked,
            prizes=prizes,
        )
        for table in tables
        for pk in [table.pk]
    ]


def _table_goods(
    prize: Prize,
    wanted: dict[int, int],
    flows: dict[int, TableFlow],
    tally: Tally,
    levels: dict[int, int],
    coming: int,
) -> TableGoods:
    pk = prize.pk
    return TableGoods(
        prize=prize, wanted=wanted.get(pk, 0), flow=flows.get(pk, TableFlow()), won=tally.won[pk],
        grabbed=tally.grabbed[pk], handed=tally.handed[pk], forfeited=tally.forfeited[pk], level=levels.get(pk, 0),
        coming=coming,
    )  # fmt: skip


def _levels(event: Event) -> dict[str, dict[int, int]]:
    """Units by kind of place and goods; one query."""
    levels: dict[str, dict[int, int]] = defaultdict(dict)
    held = StockLevel.objects.filter(location__event=event)
    for kind, prize, units in held.values_list("location__kind", "prize").annotate(Sum("quantity")):
        levels[kind][prize] = units
    return levels


def _drawn_again(event: Event) -> dict[int, int]:
    """Units that a redraw gave to somebody present, by goods; one query."""
    wins = RedrawWin.objects.filter(redraw__event=event, absent_at__isnull=True, claim__state="forfeited")
    return dict(wins.values_list("claim__prize").annotate(Sum("claim__quantity")))


def _counts(event: Event) -> dict[int, tuple[TableCount, ...]]:
    """Counts by table, the latest first; one query."""
    counts: dict[int, list[TableCount]] = defaultdict(list)
    found = TableCount.objects.filter(location__event=event, location__table__isnull=False)
    for count in found.select_related("location", "signed_by").order_by("-signed_at", "-pk"):
        if count.location.table_id is not None:
            counts[count.location.table_id].append(count)
    return {table: tuple(found) for table, found in counts.items()}
