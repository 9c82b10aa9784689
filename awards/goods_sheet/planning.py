"""Lines that a sheet asks for, taken into the plan as far as the plan allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from awards.goods_sheet.arranging import (
    Arranged,
    Target,
    Wanted,
    arrange_consolation,
    arrange_places,
    arrange_rank,
    targets_of,
)
from awards.goods_sheet.changes import Changes, LineChange
from awards.goods_sheet.findings import RowFinding
from awards.goods_sheet.sheet import GoodsRow, GoodsSheet
from awards.models import PlanLine
from awards.queries.giving import pieces_of
from awards.queries.plan import plan_is_frozen
from awards.queries.plan_check import number_ranges
from bobing_event.labels import rank_label
from bobing_event.models import Event
from bobing_event.refusals import Refusal
from rules import RANKS, Rank

LINE_FIELDS = ("last_piece", "share", "people", "quantity", "given_at")
"""What may change of a line that stays the same one."""

Guard = Callable[[Event, Sequence[PlanLine], Sequence[PlanLine], Sequence[PlanLine]], None]


class Planner:
    """Takes one target of the sheet after another into the plan, as far as the plan allows."""

    def __init__(self, event: Event, changes: Changes, sheet: GoodsSheet, tables: int, guard: Guard) -> None:
        self.event, self.changes, self.sheet, self.tables, self.guard = event, changes, sheet, tables, guard
        self.frozen = plan_is_frozen(event)
        by_id = {prize.pk: prize for prize in changes.prizes.values() if prize.pk}
        changes.after = list(PlanLine.objects.filter(event=event).select_related("prize"))
        for line in changes.after:
            line.prize = by_id.get(line.prize_id, line.prize)
        self.left = {target for award in sheet.in_error for target in targets_of(award)}
        differing = {(finding.sheet, finding.row) for finding in changes.errors if finding.code == "goods_differ"}
        for row in sheet.rows:
            if row.award and (row.sheet, row.row) in differing:
                self.left.update(targets_of(row.award))

    def plan(self) -> None:
        for arranged, targets in self._arranged():
            if not targets or self.left.intersection(targets):
                continue
            arranged.errors += _twice(arranged.lines)
            rank = targets[0][1] if targets[0][0] == "rank" else ""
            self._check_pieces(arranged, rank)
            self.changes.warnings += arranged.warnings
            if arranged.errors:
                self.changes.errors += arranged.errors
            else:
                self._take(arranged, targets, rank)

    def _arranged(self) -> Iterator[tuple[Arranged, list[Target]]]:
        rows: dict[Target, list[GoodsRow]] = {}
        places: list[GoodsRow] = []
        for row in self.sheet.rows:
            if row.award is None:
                continue
            if row.award.kind == "playoff":
                places.append(row)
            else:
                rows.setdefault(targets_of(row.award)[0], []).append(row)
        for target, own in sorted(rows.items(), key=lambda item: _order(item[0])):
            kind, code, _number = target
            if kind == "rank":
                yield arrange_rank(code, own, pieces_of(self.event, code), self.tables), [target]
            else:
                yield arrange_consolation(code, own), [target]
        for own in _by_places(places):
            awards = dict.fromkeys(row.award for row in own if row.award)
            yield arrange_places(own), list(dict.fromkeys(target for award in awards for target in targets_of(award)))

    def _check_pieces(self, arranged: Arranged, rank: str) -> None:
        """A table that was opened keeps its pieces: more goods than pieces are an error then, fewer a warning."""
        if not rank or arranged.pieces is None or not self.frozen or not arranged.lines:
            return
        pieces, row = pieces_of(self.event, rank), arranged.lines[0].row
        if arranged.pieces > pieces:
            sentence = _(
                "A table has been opened, so a table keeps its %(pieces)s pieces of %(rank)s; the sheet has goods for "
                "%(goods)s."
            )
            words = {"rank": rank_label(rank), "pieces": pieces, "goods": arranged.pieces}
            arranged.errors.append(row.finding("plan_frozen", text=sentence % words))
        elif arranged.pieces < pieces:
            arranged.warnings.append(row.finding("fewer_goods_than_pieces", f"{arranged.pieces} < {pieces}"))

    def _take(self, arranged: Arranged, targets: Sequence[Target], rank: str) -> None:
        before = self.changes.after
        old_set = dict(self.event.piece_set)
        pieces = pieces_of(self.event, rank) if rank else 0
        if rank and arranged.pieces is not None and not self.frozen:
            self.event.piece_set = {**old_set, rank: arranged.pieces}
        standing = {_identity(line): line for line in before if _target(line) in targets}
        lines = [self._line(wanted, standing) for wanted in arranged.lines]
        after = [line for line in before if _target(line) not in targets] + lines
        try:
            self.guard(self.event, before, after, [line for line in lines if not self._stays(line, standing)])
        except Refusal as refused:
            self.event.piece_set = old_set
            self.changes.errors.append(arranged.lines[0].row.finding(refused.code, text=str(refused)))
            return
        if rank and pieces_of(self.event, rank) != pieces:
            self.changes.counts[rank] = pieces, pieces_of(self.event, rank)
        self.changes.after = after
        self._note(standing, lines, old_set)

    def _line(self, wanted: Wanted, standing: dict[tuple[Any, ...], PlanLine]) -> PlanLine:
        prize = self.changes.prizes[wanted.row.goods]
        line = PlanLine(event=self.event, prize=prize, **wanted.fields)
        same = standing.get(_identity(line))
        if line.rank and line.last_piece == pieces_of(self.event, line.rank):
            said = same is not None and same.last_piece == line.last_piece
            line.last_piece = line.last_piece if said else None  # to the end, whatever that will be
        line.given_at = wanted.row.given_at or (same.given_at if same else _usually_given_at(line.rank))
        if same is not None:
            line.pk = same.pk
            line.people = same.people if line.people is None else line.people
        return line

    def _stays(self, line: PlanLine, standing: Mapping[tuple[Any, ...], PlanLine]) -> bool:
        """Whether the plan says the same already, of goods at the same price: what stands above a cap may stay."""
        old = standing.get(_identity(line))
        dearer = {change.prize.pk for change in self.changes.changed if "value" in change.fields}
        return old is not None and _same(old, line) and line.prize_id not in dearer

    def _note(
        self, standing: dict[tuple[Any, ...], PlanLine], lines: Sequence[PlanLine], old_set: Mapping[str, int]
    ) -> None:
        kept = {line.pk: line for line in standing.values()}
        for line in lines:
            old = kept.pop(line.pk, None) if line.pk else None
            if old is not None and _same(old, line):
                self.changes.lines_unchanged += 1
                continue
            before = described(old, old_set) if old else ""
            after = described(line, self.event.piece_set)
            self.changes.lines.append(LineChange(line.place_label, str(line.prize), before, after))
            self.changes.saved.append(line)
        for old in kept.values():
            self.changes.lines.append(LineChange(old.place_label, str(old.prize), described(old, old_set), ""))
            self.changes.removed.append(old)


def described(line: PlanLine, piece_set: Mapping[str, int]) -> str:
    """What the line gives, in words: `pieces 1–16 · 2 瓶 · at the table`."""
    parts = [f"{line.quantity} {line.prize.unit}"]
    if line.rank:
        last = piece_set.get(line.rank, 0) if line.last_piece is None else line.last_piece
        numbers = list(range(line.first_piece, last + 1))
        words = {"pieces": number_ranges(numbers), "share": line.share, "count": len(numbers)}
        if line.share is not None:
            parts.insert(0, _("%(share)s of pieces %(pieces)s, mixed") % words)
        else:
            parts.insert(0, ngettext("piece %(pieces)s", "pieces %(pieces)s", len(numbers)) % words)
        parts.append(str(line.get_given_at_display()))
    if line.people is not None:
        parts.append(ngettext("%(people)s person", "%(people)s people", line.people) % {"people": line.people})
    return " · ".join(parts)


def _usually_given_at(rank: str) -> str:
    places = PlanLine.GivenAt
    return places.TABLE if rank and rank != RANKS[0] else places.DESK


def _same(old: PlanLine, line: PlanLine) -> bool:
    return all(getattr(old, name) == getattr(line, name) for name in LINE_FIELDS)


def _identity(line: PlanLine) -> tuple[Any, ...]:
    return line.rank, line.first_piece, line.playoff_kind, line.place, line.consolation, line.prize_id or id(line.prize)


def _target(line: PlanLine) -> Target:
    if line.rank:
        return "rank", line.rank, 0
    if line.playoff_kind:
        return "playoff", line.playoff_kind, line.place or 0
    return "consolation", line.consolation, 0


def _order(target: Target) -> tuple[int, int]:
    kind, code, _number = target
    return (0, RANKS.index(Rank(code))) if kind == "rank" else (1, 0)


def _by_places(rows: Sequence[GoodsRow]) -> list[list[GoodsRow]]:
    """Rows of places in the sheet's order, together with those that have a place in common: each place is set once."""
    parts: list[tuple[set[Target], list[GoodsRow]]] = []
    for row in rows:
        places = set(targets_of(row.award)) if row.award else set()
        touching = [part for part in parts if part[0] & places]
        parts = [part for part in parts if not part[0] & places]
        own = sorted([*(one for part in touching for one in part[1]), row], key=rows.index)
        parts.append((places.union(*(part[0] for part in touching)), own))
    return [own for _places, own in parts]


def _twice(lines: Sequence[Wanted]) -> Iterator[RowFinding]:
    seen = set()
    for line in lines:
        key = (line.target, line.fields.get("first_piece"), line.row.goods)
        if key in seen:
            yield line.row.finding("twice")
        seen.add(key)
