"""Do the figures agree: by goods and by table, with what differs named in sentences. At any moment, and at the end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Sum
from django.utils.translation import gettext as _

from awards.models import Location, Prize, RedrawWin, StockLevel, TableCount
from awards.queries.deliveries import reserved
from awards.queries.flows import GoodsFlow, TableFlow, goods_flows, last_supplies, table_flows
from awards.queries.plan import prize_plan
from awards.queries.stock import keeps_stock, table_levels, table_set
from awards.queries.table_lines import TableGoods, TableLine
from awards.queries.tallies import Settled, Tally, open_tallies, settled_units, table_tallies
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
    def to_come(self) -> int:
        """What a receipt would bring: all that is planned, before the first one."""
        return self.needed if self.stocked else self.planned

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
                _("%(short)s %(unit)s still missing: %(received)s received, %(lost)s written off, %(planned)s planned")
                % words
            )
        elif self.needed:
            yield _("%(short)s %(unit)s still missing: %(received)s received, %(planned)s planned") % words
        if self.due > self.left:
            yield _("%(due)s %(unit)s are still to be handed over, %(left)s are left") % words
        if self.handed > self.won:
            yield _("%(handed)s %(unit)s handed over, %(won)s won") % words
        if self.handed != self.people:
            yield _("%(handed)s %(unit)s handed over by the hand-overs, %(people)s by the ledger") % words
        if self.found:
            yield _("%(found)s %(unit)s more counted than the ledger had") % words


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


def by_table(event: Event, tables: Collection[int] | None = None) -> list[TableLine]:
    """Every table of the event, or those with these ids, by session and number; a constant number of queries."""
    return _table_lines(event, table_tallies(event, tables), tables)


def table_states(event: Event) -> list[TableLine]:
    """The same lines for their `state` alone, which the overview asks for every few seconds: no piece is counted that
    somebody has won.
    """
    return _table_lines(event, open_tallies(event))


def _table_lines(event: Event, tallies: dict[int, Tally], only: Collection[int] | None = None) -> list[TableLine]:
    final = final_sign_offs().filter(table=OuterRef("pk"))
    tables = Table.objects.filter(session__event=event).select_related("session").defer("opening", "state")
    if only is not None:
        tables = tables.filter(pk__in=only)
    tables = tables.annotate(final=Exists(final)).order_by("session__number", "number")
    prizes = {prize.pk: prize for prize in Prize.objects.filter(event=event)}
    wanted, levels, flows = table_set(event), table_levels(event), table_flows(event)
    counts, stocked = _counts(event), keeps_stock(event)
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
