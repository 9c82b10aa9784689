"""The event's goods and plan as a sheet to fill in and to import; imported as it was downloaded it changes nothing."""

from __future__ import annotations

import io
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter

from awards.goods_sheet.arranging import arrange_rank
from awards.goods_sheet.sheet import GoodsRow
from awards.goods_sheet.words import first_word
from awards.models import PlanLine, Prize
from awards.queries.figures import LineFigures, PrizePlan, RankFigures
from bobing_event.labels import rank_label
from rules import Rank
from tournaments.models import Playoff

WIDTHS = {
    "award": 18, "name": 22, "specification": 14, "unit": 8, "value": 10, "per_table": 11, "each": 10, "tables": 8,
    "total": 10, "people": 8, "arrangement": 10, "span": 10, "given_at": 12, "sponsor": 20,
}  # fmt: skip
FORMULA = ("=", "+", "-", "@")
Cells = dict[str, Any]


def goods_template(plan: PrizePlan, *, chinese: bool) -> bytes:
    """An .xlsx with a row for each line of the plan, ranks without goods to be filled in, and goods in no line.

    In the headings and words that `words.toml` knows, Chinese ones or those of the English page.
    """
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = pgettext("sheet", "Prizes")
    sheet.append([first_word("headings", name) if chinese else column_label(name) for name in WIDTHS])
    for number, cells in enumerate(_rows(plan, chinese), 2):
        for column, name in enumerate(WIDTHS, 1):
            value = cells.get(name)
            cell = sheet.cell(number, column, value)
            if isinstance(value, str):
                cell.data_type = "s"  # nothing of a stranger's sheet becomes a formula
            if name == "value":
                cell.number_format = "0.00"
    _dress(sheet)
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def column_label(name: str) -> str:
    """What a column is for, as the page says it."""
    labels = {
        "award": _("Award"),
        "name": _("Goods"),
        "specification": _("Specification"),
        "unit": pgettext("goods", "Unit"),
        "value": _("Unit price"),
        "per_table": _("Pieces a table"),
        "each": _("Units a piece"),
        "tables": _("Tables"),
        "total": _("Units in all"),
        "people": _("People"),
        "arrangement": _("Arrangement"),
        "span": _("Which pieces"),
        "given_at": _("Handed over"),
        "sponsor": _("Sponsor"),
        "count": pgettext("goods", "Number"),
        "note": _("Note"),
        "serial": _("running number, not kept"),
    }
    return labels[name]


def _rows(plan: PrizePlan, chinese: bool) -> Iterator[Cells]:
    used: set[int] = set()
    for rank in plan.ranks:
        yield from _rank_rows(rank, plan.tables, chinese)
        used.update(figures.line.prize_id for figures in rank.lines)
    for figures in plan.places:
        kind, place = figures.line.playoff_kind, figures.line.place
        word = first_word("playoffs", kind) if chinese else str(Playoff.Kind(kind).label)
        award = f"{word}第{place}名" if chinese else f"{word} {place}"
        yield {"award": award, **_goods(figures.line.prize), "each": figures.line.quantity, "total": figures.units}
        used.add(figures.line.prize_id)
    for figures in plan.consolations:
        line = figures.line
        known = {"people": line.people, "total": figures.units} if line.people is not None else {}
        yield {"award": _consolation(line, chinese), **_goods(line.prize), "each": line.quantity, **known}
        used.add(line.prize_id)
    for goods in plan.goods:
        if goods.prize.pk not in used:
            yield {"award": first_word("spare", "words") if chinese else "spare", **_goods(goods.prize)}


def _rank_rows(rank: RankFigures, tables: int, chinese: bool) -> Iterator[Cells]:
    award = first_word("ranks", rank.rank) if chinese else rank_label(rank.rank)
    if not rank.lines:
        yield {"award": award, "per_table": rank.pieces, "each": 1, "tables": tables or None}
    spans = not _follow_each_other(rank)
    before: LineFigures | None = None
    for figures in rank.lines:
        arrangement = _arrangement(rank, figures, before)
        yield {
            "award": award,
            **_goods(figures.line.prize),
            "per_table": figures.line.share or figures.pieces,
            "each": figures.line.quantity,
            "tables": tables or None,
            "total": figures.units or None,
            "arrangement": _word("cells", arrangement, chinese),
            "span": f"{figures.first}–{figures.last}/{rank.pieces}" if spans else None,
            "given_at": _word("cells", f"at_{figures.line.given_at}", chinese),
        }
        before = figures


def _arrangement(rank: RankFigures, figures: LineFigures, before: LineFigures | None) -> str:
    if figures.line.share is not None:
        return "mix"
    same = before is not None and (figures.first, figures.last) == (before.first, before.last)
    return "together" if same and rank.rank != Rank.ZHUANGYUAN else ""


def _follow_each_other(rank: RankFigures) -> bool:
    """Whether the numbers a table are enough to read the rank's lines as they are: no gap, overlap or bare piece."""
    rows, before = [], None
    for at, figures in enumerate(rank.lines):
        arrangement = _arrangement(rank, figures, before)
        number = figures.line.share or figures.pieces
        rows.append(GoodsRow(at, str(figures.line.prize), per_table=number, arrangement=arrangement))
        before = figures
    read = arrange_rank(rank.rank, rows, rank.pieces, 0)
    spans = [(wanted.fields["first_piece"], wanted.fields["last_piece"]) for wanted in read.lines]
    return not read.errors and read.pieces == rank.pieces and spans == [(one.first, one.last) for one in rank.lines]


def _goods(prize: Prize) -> Cells:
    value: Decimal | None = prize.value or None
    return {
        "name": prize.name, "specification": prize.specification, "unit": prize.unit, "value": value,
        "sponsor": prize.sponsor,
    }  # fmt: skip


def _consolation(line: PlanLine, chinese: bool) -> str:
    return first_word("consolations", line.consolation) if chinese else str(line.get_consolation_display())


def _word(table: str, code: str, chinese: bool) -> str:
    if not code:
        return ""
    if chinese:
        return first_word(table, code)
    return {"mix": "mixed", "together": "together", "at_table": "at the table", "at_desk": "at the prize desk"}[code]


def _dress(sheet: Any) -> None:
    line = Side(style="thin", color="FFBFB8A8")
    for column, width in enumerate(WIDTHS.values(), 1):
        sheet.column_dimensions[get_column_letter(column)].width = width
        head = sheet.cell(1, column)
        head.font, head.fill = Font(bold=True), PatternFill("solid", fgColor="FFE8EFF7")
        head.alignment = Alignment(horizontal="center", vertical="center")
    for row in sheet.iter_rows(max_row=max(sheet.max_row, 2)):
        for cell in row:
            cell.border = Border(top=line, bottom=line, left=line, right=line)
    sheet.row_dimensions[1].height = 24
    sheet.freeze_panes = "C2"
