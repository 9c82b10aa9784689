"""A table's goods in figures, the state they are in, and what does not agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from awards.models import Prize, TableCount
from awards.queries.flows import TableFlow
from awards.queries.sets import missing
from awards.queries.stock import count_difference
from tables.models import Table


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
    def surplus(self) -> int:
        """What lies there beyond the set."""
        settled = self.handed + self.forfeited + min(self.grabbed, max(0, self.flow.lost))
        return max(0, self.level - self.coming - max(0, self.wanted - settled))

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

    def to_return(self, one: TableGoods) -> int:
        """What may go back without a word: all of a table that waits, what an open one has too much, leftovers."""
        if self.table.is_open:
            return one.surplus
        return one.expected if self.table.has_ended else max(0, one.level - one.coming)

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
