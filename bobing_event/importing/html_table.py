"""HTML tables that office systems export under the name .xls."""

import re
from html.parser import HTMLParser

_BEGINNING = re.compile(
    r"\s*(<\?xml[^>]*>)?\s*(<!--.*?-->\s*)?<(!doctype html|html|table|head|body|meta)\b", re.I | re.S
)


def looks_like_html(text: str) -> bool:
    return bool(_BEGINNING.match(text))


def tables(text: str) -> list[list[list[str]]]:
    """Every table of the page that has rows, as text by row and column."""
    parser = _TableParser()
    parser.feed(text)
    parser.close()
    return [rows for rows in parser.tables if rows]


class _TableParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[list[str]]] = []
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in ("td", "th") and self.tables and self.tables[-1]:
            self.tables[-1][-1].append("")
            self._in_cell = True
        elif tag == "br" and self._in_cell:
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.tables[-1][-1][-1] += data
