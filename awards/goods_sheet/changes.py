"""What importing a sheet of goods would do, as values: for the preview, and for the commit that does the same."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from awards.goods_sheet.findings import RowFinding
from awards.goods_sheet.sheet import GoodsRow
from awards.models import PlanLine, Prize
from bobing_event.labels import rank_label

GoodsKey = tuple[str, str]
"""Name and specification."""

LABELS = {"unit": pgettext_lazy("goods", "Unit"), "value": _("Unit price (yuan)"), "sponsor": _("Sponsor")}


@dataclass(frozen=True)
class GoodsChange:
    """Goods that are new, or of which `fields` change: old and new value by field; of new ones the old are ""."""

    row: GoodsRow
    prize: Prize
    fields: dict[str, tuple[Any, Any]]

    @property
    def shown(self) -> list[dict[str, Any]]:
        """`fields` with their labels, for the page."""
        return [{"label": LABELS[name], "old": old, "new": new} for name, (old, new) in self.fields.items()]


@dataclass(frozen=True)
class LineChange:
    """A plan line that is new (`before` is ""), changed, or taken out (`after` is "")."""

    place: str
    goods: str
    before: str
    after: str


@dataclass(frozen=True)
class Receipt:
    """Units of goods that the sheet names in all, and those that receipts brought into the store before."""

    goods: str
    named: int
    before: int

    @property
    def units(self) -> int:
        """What is still to be received; where the sheet says less than came in, nothing."""
        return max(0, self.named - self.before)


@dataclass
class Changes:
    """Everything that a commit does. `counts` are old and new pieces a table by rank; `receipts` what there is of the
    goods, in case they are in the store, and `newly_received` the units that the commit took into it.
    """

    new: list[GoodsChange] = field(default_factory=list)
    changed: list[GoodsChange] = field(default_factory=list)
    unchanged: int = 0
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)
    lines: list[LineChange] = field(default_factory=list)
    lines_unchanged: int = 0
    errors: list[RowFinding] = field(default_factory=list)
    warnings: list[RowFinding] = field(default_factory=list)
    receipts: dict[GoodsKey, Receipt] = field(default_factory=dict)
    newly_received: int = 0
    prizes: dict[GoodsKey, Prize] = field(default_factory=dict)
    saved: list[PlanLine] = field(default_factory=list)
    removed: list[PlanLine] = field(default_factory=list)
    after: list[PlanLine] = field(default_factory=list)

    @property
    def rows_in_error(self) -> int:
        return len({(finding.sheet, finding.row) for finding in self.errors})

    @property
    def goods(self) -> int:
        """Kinds of goods that are new or change."""
        return len(self.new) + len(self.changed)

    @property
    def ranks(self) -> list[dict[str, Any]]:
        """`counts` with the ranks' labels, for the page."""
        return [{"label": rank_label(rank), "old": old, "new": new} for rank, (old, new) in self.counts.items()]

    @property
    def is_nothing(self) -> bool:
        return not (self.new or self.changed or self.counts or self.lines)

    @property
    def units_received(self) -> int:
        return sum(receipt.units for receipt in self.receipts.values())

    @property
    def kinds_received(self) -> int:
        return sum(1 for receipt in self.receipts.values() if receipt.units)

    @property
    def digest(self) -> str:
        """SHA-256 of all that would be done, so that a commit is told from the preview that was looked at."""
        done = [
            [[change.row.goods, change.fields] for change in (*self.new, *self.changed)],
            self.counts,
            [[line.place, line.goods, line.before, line.after] for line in self.lines],
            [[finding.sheet, finding.row, finding.code] for finding in self.errors],
            [[*key, receipt.named, receipt.before] for key, receipt in self.receipts.items()],
        ]
        return hashlib.sha256(json.dumps(done, default=str).encode()).hexdigest()
