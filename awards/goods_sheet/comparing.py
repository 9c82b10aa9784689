"""A sheet of goods compared with the list of goods and the plan. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from awards.goods_sheet.changes import Changes, GoodsChange, GoodsKey, Receipt
from awards.goods_sheet.findings import RowFinding
from awards.goods_sheet.planning import Guard, Planner
from awards.goods_sheet.sheet import GoodsRow, GoodsSheet
from awards.models import Prize
from awards.queries.stock import receipts
from bobing_event.importing.cleaning import text
from bobing_event.models import Event
from tables.models import Table

SHEET_FIELDS = ("unit", "value", "sponsor")


def find_changes(event: Event, sheet: GoodsSheet, guard: Guard) -> Changes:
    """Compare a sheet with what is there. For every rank, place and consolation that the sheet names, its lines are
    the sheet's: others are taken out. Where one of its rows has an error, that part of the plan is left as it is.

    Of a row in error nothing is taken: not its goods, nor their price, nor their units. So where comparing finds one,
    the sheet is compared again without it.

    `guard(event, lines before, lines after, those set)` refuses what the plan does not allow; `event` has the pieces
    that a table would have.
    """
    tables = Table.objects.filter(session__event=event).count()
    changes = _compare(event, sheet, tables, guard)
    while changes.errors != sheet.errors:
        sheet = _without_errors(sheet, changes.errors)
        changes = _compare(event, sheet, tables, guard)
    return changes


def _without_errors(sheet: GoodsSheet, errors: Sequence[RowFinding]) -> GoodsSheet:
    """The sheet as if these errors had been found when it was read."""
    wrong = {(finding.sheet, finding.row) for finding in errors}
    left = [row for row in sheet.rows if (row.sheet, row.row) in wrong]
    return replace(
        sheet,
        rows=[row for row in sheet.rows if row not in left],
        errors=list(errors),
        in_error=[*sheet.in_error, *(row.award for row in left if row.award)],
    )


def _compare(event: Event, sheet: GoodsSheet, tables: int, guard: Guard) -> Changes:
    changes = Changes(errors=list(sheet.errors), warnings=list(sheet.warnings))
    _compare_goods(event, sheet.rows, changes)
    Planner(copy(event), changes, sheet, tables, guard).plan()
    _compare_receipts(event, sheet.rows, tables, changes)
    if tables and any(row.tables not in (None, tables) for row in sheet.rows):
        other = next(row for row in sheet.rows if row.tables not in (None, tables))
        changes.warnings.append(other.finding("tables_differ", f"{other.tables} ≠ {tables}"))
    for found in (changes.errors, changes.warnings):
        found.sort(key=lambda finding: (finding.sheet, finding.row))
    return changes


def _compare_goods(event: Event, rows: Iterable[GoodsRow], changes: Changes) -> None:
    """Goods are the same by name and specification. An empty cell never erases what is known."""
    every = Prize.objects.filter(event=event)
    known = {(text(prize.name), text(prize.specification)): prize for prize in every}  # as a sheet's cells are read
    wanted: dict[GoodsKey, dict[str, Any]] = {}
    first: dict[GoodsKey, GoodsRow] = {}
    for row in rows:
        said = {name: value for name in SHEET_FIELDS if (value := getattr(row, name)) not in ("", None)}
        values = wanted.setdefault(row.goods, {})
        first.setdefault(row.goods, row)
        if any(values.get(name, value) != value for name, value in said.items()):
            changes.errors.append(row.finding("goods_differ"))
        values.update({name: value for name, value in said.items() if name not in values})
    for key, values in wanted.items():
        prize = known.get(key) or Prize(event=event, name=key[0], specification=key[1])
        fields = {
            name: (getattr(prize, name), value)
            for name, value in values.items()
            if prize.pk is None or getattr(prize, name) != value
        }
        for name, (_old, value) in fields.items():
            setattr(prize, name, value)
        changes.prizes[key] = prize
        if prize.pk is None:
            changes.new.append(GoodsChange(first[key], prize, {name: ("", new) for name, (_o, new) in fields.items()}))
        elif fields:
            changes.changed.append(GoodsChange(first[key], prize, fields))
        else:
            changes.unchanged += 1


def _compare_receipts(event: Event, rows: Iterable[GoodsRow], tables: int, changes: Changes) -> None:
    """What came in already is not received again, from whichever sheet or by whom it was."""
    before = receipts(event)
    first = {row.goods: row for row in reversed(list(rows))}
    for key, named in _named(rows, tables).items():
        prize = changes.prizes[key]
        receipt = Receipt(str(prize), named, before.get(prize.pk or 0, 0))
        changes.receipts[key] = receipt
        if receipt.named < receipt.before:
            found = first[key].finding("fewer_than_received", f"{prize}: {receipt.named} < {receipt.before}")
            changes.warnings.append(found)


def _named(rows: Iterable[GoodsRow], tables: int) -> dict[GoodsKey, int]:
    """Units that the sheet names in all, or that its numbers a table come to."""
    units: dict[GoodsKey, int] = {}
    for row in rows:
        total = row.total
        if total is None and row.per_table is not None:
            total = row.per_table * (row.each or 1) * (row.tables or tables)
        if total is None and row.people is not None:
            total = row.people * (row.each or 1)
        if total:
            units[row.goods] = units.get(row.goods, 0) + total
    return units
