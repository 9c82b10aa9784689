"""HTML tables that office systems export under the name .xls, and web archives of Excel.

One pass over the tags, in a time that grows with the file alone, whatever it is made of.
"""

from __future__ import annotations

import html
import re
from email import message_from_bytes
from email.policy import default as mail_policy

from bobing_event.importing.grid import Grid

_BEGINNING = re.compile(
    r"\s*(<\?xml[^>]*>)?\s*(<!--.*?-->\s*)?<(!doctype html|html|table|head|body|meta|style|div)\b", re.I | re.S
)
_TAG = re.compile(r"<(/?)([a-zA-Z]\w*)\b([^<>]*)>|<[^<>]*>")
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
MOST_TABLES = 200
LONGEST_TAG = 2000
"""Attributes further on are not read: looking for one in a long word takes time by its square."""

_NOT_SHOWN = re.compile(r"display\s*:\s*none", re.I)
_LEFT_OUT = (("<!--", "-->"), ("<style", "</style"), ("<script", "</script"))


def looks_like_html(text: str) -> bool:
    return bool(_BEGINNING.match(text[:4000]))


def looks_like_web_archive(content: bytes) -> bool:
    beginning = content[:2000].lower()
    return beginning.lstrip().startswith((b"mime-version:", b"from:")) and b"multipart/related" in beginning


def unpacked(content: bytes) -> bytes:
    """The largest page of a web archive: the sheet itself, beside its frame and its styles."""
    pages = [
        part.get_payload(decode=True)
        for part in message_from_bytes(content, policy=mail_policy).walk()
        if part.get_content_type() == "text/html"
    ]
    return max((page for page in pages if isinstance(page, bytes)), key=len, default=b"")


def tables(text: str, most_rows: int) -> list[Grid]:
    """Every table of the page that has rows. A table within a cell is one of its own."""
    reader = _Reader(most_rows)
    text, at = _shown(text), 0
    for tag in _TAG.finditer(text):
        if reader.grids and (len(reader.grids) > MOST_TABLES or reader.grids[-1].full):
            reader.grids[-1].full = True
            break
        reader.text(text[at : tag.start()])
        at = tag.end()
        if tag[2]:
            reader.tag(tag[2].lower(), tag[3], closing=bool(tag[1]))
    reader.text(text[at:])
    reader.close()
    return [grid for grid in reader.grids if grid.rows or grid.full]


def _shown(text: str) -> str:
    """The page without comments, styles and scripts."""
    for opening, closing in _LEFT_OUT:
        kept, at, lower = [], 0, text.lower()
        while (start := lower.find(opening, at)) >= 0:
            kept.append(text[at:start])
            end = lower.find(closing, start)
            at = len(text) if end < 0 else end + len(closing)
        text = "".join([*kept, text[at:]])
    return text


class _Reader:
    """The tables that are open, the innermost last, and the cell that is being read in each."""

    def __init__(self, most_rows: int) -> None:
        self.grids: list[Grid] = []
        self._most_rows = most_rows
        self._open: list[tuple[Grid, list[str] | None, dict[str, str]]] = []

    def text(self, text: str) -> None:
        if self._open and (parts := self._open[-1][1]) is not None and text:
            parts.append(html.unescape(text))

    def tag(self, name: str, attributes: str, *, closing: bool) -> None:
        if name == "table":
            if not closing:
                self._open_table()
            elif self._open:
                self._close_table()
        elif not self._open:
            return
        elif name in ("td", "th"):
            self._close_cell()
            if not closing:
                self._open[-1] = (self._open[-1][0], [], _attributes(attributes))
        elif name == "tr":
            self._close_cell()
            if not closing:
                self._open[-1][0].begin_row(hidden=bool(_NOT_SHOWN.search(attributes[:LONGEST_TAG])))
        elif name in ("br", "p", "div"):
            self.text(" ")

    def close(self) -> None:
        """Ends what a page that was cut short leaves open."""
        while self._open:
            self._close_table()

    def _open_table(self) -> None:
        grid = Grid(self._most_rows)
        self.grids.append(grid)
        self._open.append((grid, None, {}))

    def _close_table(self) -> None:
        self._close_cell()
        self._open.pop()

    def _close_cell(self) -> None:
        grid, parts, attributes = self._open[-1]
        if parts is not None:
            # Excel keeps the number itself beside the text that it shows for it.
            text = attributes.get("x:num") or attributes.get("x:str") or " ".join("".join(parts).split())
            grid.add(text, across=_number(attributes, "colspan"), down=_number(attributes, "rowspan"))
        self._open[-1] = (grid, None, {})


def _attributes(text: str) -> dict[str, str]:
    found = (
        (match[1].lower(), match[2] or match[3] or match[4] or "") for match in _ATTRIBUTE.finditer(text[:LONGEST_TAG])
    )
    return {name: html.unescape(value) for name, value in found}


def _number(attributes: dict[str, str], name: str) -> int:
    value = attributes.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 6 else 1
