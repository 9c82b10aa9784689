"""Writing sheets: types, looks, and text that never becomes a formula."""

import io
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from openpyxl import load_workbook

from reports.workbook import Book, Column, Sheet
from tests.reports.factories import wall

XIAMEN = ZoneInfo("Asia/Shanghai")
COLUMNS = [Column("Text", 20), Column("Number", 8, "number"), Column("Money", 9, "money"), Column("Time", 22, "time")]


def written(*rows, foot=None, columns=COLUMNS, tick=None):
    book = Book(XIAMEN, tick) if tick else Book(XIAMEN)
    book.add(Sheet("One", columns, lambda: iter(rows), "Nothing here.", foot))
    return book, load_workbook(io.BytesIO(book.to_bytes()))["One"]


@pytest.mark.parametrize("text", ["=1+1", "+86 138", "-3", "@SUM(A1)", "=cmd|' /C calc'!A0", "\t=1", "plain", "王明"])
def test_text_stays_text(text):
    _book, page = written([text, 1, None, None])
    cell = page["A2"]
    assert (cell.value, cell.data_type, cell.number_format) == (text, "s", "@")
    assert cell.quotePrefix is text.startswith(("=", "+", "-", "@", "\t"))


def test_text_in_a_column_of_numbers_stays_text():
    _book, page = written(["a", "=2", "", None])
    assert (page["B2"].data_type, page["B2"].value) == ("s", "=2")


def test_characters_no_workbook_may_hold_are_dropped():
    _book, page = written(["王\x00\x0b明", 1, None, None])
    assert page["A2"].value == "王明"


def test_numbers_money_and_times():
    late = datetime(2026, 9, 25, 18, 30, 5, 999, tzinfo=UTC)
    _book, page = written(["a", 7, Decimal("12.50"), late], [late, 8, None, None], [9, 9, None, None])
    assert [page[cell].number_format for cell in ("A3", "A4")] == ["yyyy-mm-dd hh:mm:ss", "0"]
    assert [cell.value for cell in page[2]] == ["a", 7, 12.5, wall("2026-09-26 02:30:05")]
    assert [cell.number_format for cell in page[2]] == ["@", "0", "#,##0.00", "yyyy-mm-dd hh:mm:ss"]


def test_head_widths_and_print_setup():
    _book, page = written(["a", 1, None, None])
    assert [cell.value for cell in page[1]] == ["Text", "Number", "Money", "Time"]
    assert page["A1"].font.bold
    assert [page.column_dimensions[letter].width for letter in "ABCD"] == [20, 8, 9, 22]
    assert (page.freeze_panes, page.print_title_rows) == ("A2", "$1:$1")
    assert (page.page_setup.orientation, page.page_setup.paperSize) == ("landscape", 9)
    assert (page.page_setup.fitToWidth, page.page_setup.fitToHeight) == (1, 0)
    assert page.sheet_properties.pageSetUpPr.fitToPage


def test_a_sheet_without_rows_says_so():
    book, page = written(foot=lambda: [["Total", 0, None, None]])
    assert [[cell.value for cell in row] for row in page.iter_rows()] == [
        ["Text", "Number", "Money", "Time"],
        ["Nothing here.", None, None, None],
    ]
    assert book.counts == {"One": 0}


def test_the_foot_is_bold():
    _book, page = written(["a", 1, None, None], foot=lambda: [["Total", 1, None, None]])
    assert page["A3"].value == "Total"
    assert page["A3"].font.bold
    assert not page["A2"].font.bold


def test_a_row_of_the_wrong_length_is_a_mistake_and_leaves_no_file():
    with Book(XIAMEN) as book, pytest.raises(ValueError, match="zip"):
        book.add(Sheet("One", COLUMNS, lambda: iter([["a", 1, None, None], ["a", 1]]), ""))
    assert not Path(book.workbook["One"]._writer.out).exists()


def test_a_sheet_can_come_first():
    book = Book(XIAMEN)
    for title, index in (("Rows", None), ("Cover", 0)):
        book.add(Sheet(title, COLUMNS[:1], lambda: iter([["x"]]), ""), index)
    assert load_workbook(io.BytesIO(book.to_bytes())).sheetnames == ["Cover", "Rows"]


def test_progress_is_told_now_and_then():
    ticks = []
    written(*([["a", 1, None, None]] * 250), tick=lambda done, title: ticks.append((done, title)))
    assert ticks == [(1, "One"), (101, "One"), (201, "One")]


def test_styles_are_shared():
    book, page = written(*([["a", 1, Decimal(1), None]] * 50))
    assert len(book.workbook._cell_styles) < 20
    assert page["A2"].font.name == "Microsoft YaHei"
