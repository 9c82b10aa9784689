"""Rows of one award into the plan lines they ask for: spans one after another, mixes, goods together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from awards.goods_sheet.awards import Award
from awards.goods_sheet.findings import RowFinding
from awards.goods_sheet.sheet import GoodsRow
from rules import CLASSIC_SET, Rank

Target = tuple[str, str, int]
"""`("rank", "yixiu", 0)`, `("playoff", "wangzhongwang", 2)`, `("consolation", "everybody", 0)`: what lines are for."""


@dataclass(frozen=True)
class Wanted:
    """A plan line that a row asks for; `fields` are those of `PlanLine`, without event, goods and `given_at`."""

    row: GoodsRow
    target: Target
    fields: dict[str, Any]


@dataclass
class Arranged:
    """What the rows of one target ask for. `pieces` a table the rank has then; None for what is no rank."""

    lines: list[Wanted] = field(default_factory=list)
    pieces: int | None = None
    errors: list[RowFinding] = field(default_factory=list)
    warnings: list[RowFinding] = field(default_factory=list)


def targets_of(award: Award) -> list[Target]:
    """A place of a play-off each, else the one thing that goods are for; none for spare goods."""
    if award.kind == "playoff":
        return [("playoff", award.code, place) for place in range(award.first, award.last + 1)]
    return [(award.kind, award.code, 0)] if award.kind != "spare" else []


def arrange_rank(code: str, rows: Sequence[GoodsRow], pieces_now: int, tables: int) -> Arranged:
    """Goods of a rank in the sheet's order. `pieces_now` a table the rank has; `tables` of the event, 0 if unknown."""
    arranged = Arranged()
    numbers = [_per_table(row, tables, arranged) for row in rows]
    if code == Rank.ZHUANGYUAN:
        _arrange_zhuangyuan(rows, numbers, arranged)
        return arranged
    if any(row.span for row in rows):
        _arrange_spans(code, rows, numbers, arranged)
    else:
        _arrange_in_order(code, rows, numbers, arranged)
        _ask_about_together(rows, numbers, pieces_now, arranged)
    _ask_about_all_tables(rows, pieces_now, CLASSIC_SET[Rank(code)], tables, arranged)
    return arranged


def arrange_places(rows: Sequence[GoodsRow]) -> Arranged:
    """Goods of the places of a play-off: each of a row's places gets its part of the units in all."""
    arranged = Arranged()
    for row in rows:
        award = row.award
        if award is None:
            continue
        if award != rows[0].award:
            arranged.warnings.append(row.finding("places_overlap"))
        places = award.last - award.first + 1
        units, rest = divmod(row.total, places) if row.total else (row.each or row.per_table or 1, 0)
        if rest or not units:
            arranged.errors.append(row.finding("not_divisible", str(row.total)))
            continue
        if row.total and units > 1 and units != row.each:
            arranged.warnings.append(row.finding("several_for_a_place", f"{row.name}: {units}"))
        for target in targets_of(award):
            _add(arranged, row, target, playoff_kind=award.code, place=target[2], quantity=units)
    return arranged


def arrange_consolation(code: str, rows: Sequence[GoodsRow]) -> Arranged:
    """Goods for people: as many as are named, or as the units in all are enough for."""
    arranged = Arranged()
    for row in rows:
        each = row.each or 1
        people, rest = (row.people, 0) if row.people is not None else divmod(row.total or 0, each)
        if rest:
            arranged.errors.append(row.finding("not_divisible", str(row.total)))
        _add(arranged, row, ("consolation", code, 0), consolation=code, people=people or None, quantity=each)
    return arranged


def _per_table(row: GoodsRow, tables: int, arranged: Arranged) -> int | None:
    """Pieces a table, worked out from the units in all where only those are given."""
    if row.per_table is not None or row.total is None or row.arrangement == "together":
        return row.per_table
    around = (row.tables or tables) * (row.each or 1)
    if not around:
        return None
    number, rest = divmod(row.total, around)
    if rest:
        arranged.errors.append(row.finding("not_divisible", str(row.total)))
        return None
    arranged.warnings.append(row.finding("per_table_computed", f"{row.total} ÷ {around} = {number}"))
    return number


def _arrange_zhuangyuan(rows: Sequence[GoodsRow], numbers: Sequence[int | None], arranged: Arranged) -> None:
    for row, number in zip(rows, numbers, strict=True):
        units = (number or 1) * (row.each or 1)
        if (number or 1) > 1:
            arranged.warnings.append(row.finding("several_for_zhuangyuan", f"{row.name}: {units}"))
        _add(arranged, row, rank=Rank.ZHUANGYUAN.value, first_piece=1, last_piece=1, share=None, quantity=units)
    arranged.pieces = 1


def _arrange_in_order(code: str, rows: Sequence[GoodsRow], numbers: Sequence[int | None], arranged: Arranged) -> None:
    """Rows that follow each other, are mixed, or go together, as their numbers a table and 搭配 say."""
    beside_mix: list[tuple[Wanted, int | None]] = []
    first, last, mixed = 1, 0, False
    for row, number in zip(rows, numbers, strict=True):
        if row.arrangement == "together":
            if not last and not arranged.errors:
                arranged.errors.append(row.finding("together_with_nothing"))
            elif last and not mixed and number not in (None, last - first + 1):
                arranged.errors.append(row.finding("together_differs", str(number)))
            _add(arranged, row, rank=code, first_piece=first, last_piece=last, share=None)
            if mixed:
                beside_mix.append((arranged.lines[-1], number))
            continue
        if not number:
            arranged.errors += [] if number is None and _is_refused(row, arranged) else [_without_number(row)]
            continue
        is_mixed = row.arrangement == "mix"
        if is_mixed and mixed:
            last += number
            _stretch(arranged, first, last)
        else:
            first, last = last + 1, last + number
        mixed = is_mixed
        _add(arranged, row, rank=code, first_piece=first, last_piece=last, share=number if is_mixed else None)
    arranged.errors += _ask_about_mixes(beside_mix)
    arranged.pieces = None if arranged.errors else last


def _arrange_spans(code: str, rows: Sequence[GoodsRow], numbers: Sequence[int | None], arranged: Arranged) -> None:
    """Rows that say which pieces they are for; they may overlap, and leave pieces bare."""
    for row, number in zip(rows, numbers, strict=True):
        if not row.span:
            arranged.errors.append(row.finding("span_missing"))
            continue
        first, last = row.span[:2]
        share = number or last - first + 1 if row.arrangement == "mix" else None
        if share is None and number not in (None, last - first + 1):
            arranged.errors.append(row.finding("span_differs", f"{first}–{last}: {last - first + 1} ≠ {number}"))
        _add(arranged, row, rank=code, first_piece=first, last_piece=last, share=share)
    arranged.pieces = None if arranged.errors else max(row.span[-1] for row in rows)


def _add(arranged: Arranged, row: GoodsRow, target: Target | None = None, **fields: Any) -> None:
    target = target or ("rank", fields["rank"], 0)
    arranged.lines.append(Wanted(row, target, {"quantity": row.each or 1, **fields}))


def _stretch(arranged: Arranged, first: int, last: int) -> None:
    """The mix that begins with this piece has got more pieces."""
    for line in arranged.lines:
        if line.fields["first_piece"] == first:
            line.fields["last_piece"] = last


def _is_refused(row: GoodsRow, arranged: Arranged) -> bool:
    """Whether the row's number is in error, so that nothing else is said of it."""
    return any((finding.sheet, finding.row) == (row.sheet, row.row) for finding in arranged.errors)


def _without_number(row: GoodsRow) -> RowFinding:
    return row.finding("merged_number" if row.merged_number else "no_number")


def _ask_about_mixes(beside: Sequence[tuple[Wanted, int | None]]) -> Iterator[RowFinding]:
    """Goods together with a mix are for all its pieces and say so: they may be meant for the row above only."""
    for wanted, number in beside:
        pieces = wanted.fields["last_piece"] - wanted.fields["first_piece"] + 1
        if number != pieces:
            yield wanted.row.finding("together_with_mix", f"{'–' if number is None else number} ≠ {pieces}")


def _ask_about_all_tables(
    rows: Sequence[GoodsRow], pieces_now: int, classic: int, tables: int, arranged: Arranged
) -> None:
    """96 pieces of 一秀 at each of three tables are more likely three times the usual 32."""
    pieces, usual = arranged.pieces or 0, {pieces_now, classic}
    if tables > 1 and pieces and pieces not in usual and pieces in {tables * number for number in usual}:
        found = rows[0].finding("number_of_all_tables", f"{pieces} = {tables} × {pieces // tables}")
        arranged.warnings.append(found)


def _ask_about_together(
    rows: Sequence[GoodsRow], numbers: Sequence[int | None], pieces_now: int, arranged: Arranged
) -> None:
    """Two goods with the whole rank's number each may be meant for every piece: 对堂 2, 对堂 2."""
    if len(rows) > 1 and set(numbers) == {pieces_now} and not any(row.arrangement for row in rows):
        arranged.warnings.append(rows[0].finding("maybe_together"))
