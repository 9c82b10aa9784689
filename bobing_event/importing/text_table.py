"""Text files: what they are written in, and what parts their cells."""

from __future__ import annotations

import csv
import io
import re

from bobing_event.importing.choices import LAST_ROW
from bobing_event.importing.headings import meaning

DELIMITERS = ",\t;|，；"
LONGEST_CELL_LINES = 50
_LOOKED_AT = 20
_NOTHING: list[str] = []
_KEPT_AS_TEXT = re.compile(r'="([^"]*)"')  # how systems keep Excel from making a number of it
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n", re.I)


class NoText(ValueError):
    """The bytes are no text in any encoding that lists come in."""


class TooManyRows(Exception):
    """More rows in which anything stands than any list has."""


def decoded(content: bytes) -> str:
    """Text by its byte order mark, else UTF-8, else GB18030 as Chinese Excel saves it.

    What a file that says it is UTF-8 or UTF-16 has lost stays visible as U+FFFD. Raises `NoText`.
    """
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if content.startswith(mark):
            return _checked(content.decode(encoding, errors="replace"))
    for encoding in (*_unmarked_utf_16(content), "utf-8", "gb18030"):
        try:
            return _checked(content.decode(encoding))
        except UnicodeDecodeError:
            continue
    raise NoText


def _unmarked_utf_16(content: bytes) -> tuple[str, ...]:
    """The byte order by the zeros of digits, commas and line ends."""
    beginning = content[:2000]
    if beginning.count(0) * 20 < len(beginning):
        return ()
    return ("utf-16-le",) if beginning[1::2].count(0) > beginning[::2].count(0) else ("utf-16-be",)


def _checked(text: str) -> str:
    if any(ord(character) < 9 or 14 <= ord(character) < 32 for character in text[:2000]):
        raise NoText  # bytes of something else that happen to decode
    return text


def rows_of(text: str, most_rows: int) -> list[list[str]]:
    """Rows of a CSV or TSV. Raises `TooManyRows`, and `csv.Error`."""
    if separator := _SEPARATOR_LINE.match(text):
        return _parsed(text[separator.end() :], separator[1], most_rows)
    return _parsed(text, _delimiter(text), most_rows)


def _delimiter(text: str) -> str:
    """The one that parts the most known headings, else the one most used in the first lines."""
    lines = text[:20_000].splitlines()[:_LOOKED_AT]

    def fitness(delimiter: str) -> tuple[int, int]:
        fields = ({meaning(cell.strip('"')) for cell in line.split(delimiter)} - {None} for line in lines)
        known = max(map(len, fields), default=0)
        return (known if known > 1 else 0), sum(line.count(delimiter) for line in lines)

    return max(DELIMITERS, key=fitness)


def _parsed(text: str, delimiter: str, most_rows: int) -> list[list[str]]:
    try:
        rows = _read(text, delimiter, most_rows, quoted=True)
    except csv.Error:  # a cell without an end
        return _read(text, delimiter, most_rows, quoted=False)
    if any(cell.count("\n") > LONGEST_CELL_LINES for row in rows for cell in row if len(cell) > LONGEST_CELL_LINES):
        return _read(text, delimiter, most_rows, quoted=False)  # a lone quotation mark has swallowed people
    return rows


def _read(text: str, delimiter: str, most_rows: int, *, quoted: bool) -> list[list[str]]:
    rows: list[list[str]] = []
    filled = blank = 0
    lines, quoting = io.StringIO(text, newline=""), csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE
    for row in csv.reader(lines, delimiter=delimiter, quoting=quoting):  # type: ignore[arg-type]
        joined = "".join(row)
        if not joined or joined.isspace():
            blank += 1
            continue
        rows.extend([_NOTHING] * blank)
        filled, blank = filled + 1, 0
        rows.append([_unwrapped(cell) for cell in row] if '"' in joined else row)
        if filled > most_rows or len(rows) > LAST_ROW:
            raise TooManyRows
    return rows


def _unwrapped(cell: str) -> str:
    found = _KEPT_AS_TEXT.fullmatch(cell)
    return found[1] if found else cell.strip('"')
