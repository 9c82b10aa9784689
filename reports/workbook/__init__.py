"""Workbooks: sheets of typed columns, written row by row so that memory does not grow with the rows."""

from reports.workbook.book import Book, Column, Sheet
from reports.workbook.certificates import certificate_sheet
from reports.workbook.cover import cover_sheet
from reports.workbook.sheets import result_sheets

__all__ = ["Book", "Column", "Sheet", "certificate_sheet", "cover_sheet", "result_sheets"]
