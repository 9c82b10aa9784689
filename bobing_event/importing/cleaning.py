"""One cell at a time: mends what is safe to mend and raises `CellError` for what is lost."""

import datetime as dt
import re
import unicodedata
from collections.abc import Callable
from typing import Any

from bobing_event.importing.words import FORMULA_ERRORS, GENDERS, NOTHING, UNDECIDED

Cell = Any
"""What a spreadsheet reader gives: str, int, float, bool, a date or time, or None."""

NAME_LENGTH, UNIT_LENGTH, NOTE_LENGTH, TICKET_LENGTH = 60, 80, 200, 40

_HAN = r"\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_INVISIBLE = re.compile(r"[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_BLANKS = re.compile(r"\s+")
_PLAIN = re.compile(r"[\u4e00-\u9fffA-Za-z0-9]*")  # the usual cell: nothing to normalise
_SHORT_HAN = re.compile(rf"[{_HAN}]{{2,4}}")
# A dot between two parts of a minority name, in whichever way it was typed.
_NAME_DOT = re.compile(rf"(?<=[{_HAN}])\s*[\u2022\u2027\u2219\u22c5\u30fb.\u00b7]\s*(?=[{_HAN}])")
_HAN_LETTER = re.compile(rf"[{_HAN}]")
_NUMBERED = re.compile(rf"\d{{1,4}}[、.)]([{_HAN}]{{2,4}})")  # 1、王明
_SEVERAL = re.compile(r"[、,;:。!/\\|&+\[\]{}<>]")  # what stands between two names, and in sentences
_LOST = re.compile(r"[?\ufffd\u25a1\u3013]")  # what stands for a character that an encoding lacks
_PHONE_HINT = re.compile(r"\([^()\d+]*\)$")  # (微信同号)
_SCIENTIFIC = re.compile(r"\d+(\.\d+)?[eE]\+?\d+")
_DASHES = re.compile(r"[\s()\-\u00b7._\u2010-\u2015\u2212\uff0d\u2500]")
_MOBILE = re.compile(r"1[3-9]\d{9}")
_LANDLINE_OR_TAIWAN = re.compile(r"0\d{9,11}")
_ABROAD = re.compile(r"(?:\+|00)([1-9]\d{6,14})")
_ID_CARD = re.compile(r"[1-9][0-9]{16}[0-9X]")
_OTHER_DOCUMENT = re.compile(r"[A-Z0-9]{5,24}")

_PLACE = re.compile(r"第?\s*(?:[桌台座]|table|seat|no\.?)?\s*(\d{1,9})\s*(?:号?[桌台座]?位?)", re.I)

LONGEST_CELL = 32_767
"""So many characters Excel keeps in a cell."""

MOST_TABLES, MOST_SEATS = 99_999, 99
EXACT_INTEGERS = 1e15  # a spreadsheet keeps fifteen digits of a number


class CellError(ValueError):
    """A cell that cannot be taken; `code` says why: `name phone id_number too_long formula table seat`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def text(cell: Cell) -> str:
    """The cell as one line of text: NFKC, no invisible characters, single blanks; 18.0 is "18"."""
    if cell is None or isinstance(cell, bool):
        return ""
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    if isinstance(cell, dt.date | dt.time):
        return cell.isoformat()
    plain = cell[:LONGEST_CELL] if isinstance(cell, str) else str(cell)
    if _PLAIN.fullmatch(plain):
        return plain
    return _BLANKS.sub(" ", _INVISIBLE.sub("", unicodedata.normalize("NFKC", plain))).strip()


def short_text(limit: int) -> Callable[[Cell], str]:
    """A cleaner for free text of at most `limit` characters; "-", "/" and "无" are empty."""

    def clean(cell: Cell) -> str:
        value = text(cell)
        if value.lower() in NOTHING:
            return ""
        _refuse_formula_error(value)
        if len(value) > limit:
            raise CellError("too_long")
        return value

    return clean


def name(cell: Cell) -> str:
    """A person's name, "" for an empty cell. Blanks inside two to four Chinese characters are layout.

    Two people in a cell and characters that an encoding has lost are problems.
    """
    value = text(cell)
    closed = value.replace(" ", "")
    if _SHORT_HAN.fullmatch(closed) and closed not in NOTHING:
        return closed
    if value.lower() in NOTHING:
        return ""
    if numbered := _NUMBERED.fullmatch(closed):
        return numbered[1]
    value = _NAME_DOT.sub("·", value)
    if len(value) > NAME_LENGTH:
        raise CellError("too_long")
    _refuse_formula_error(value)
    if value[0] in "=+-@" or not any(character.isalpha() for character in value):
        raise CellError("name")
    if _LOST.search(value) or (_HAN_LETTER.search(value) and _SEVERAL.search(value)):
        raise CellError("name")
    return value


def _refuse_formula_error(value: str) -> None:
    if value.startswith("#") and value.upper() in FORMULA_ERRORS:
        raise CellError("formula")


def other_name(cell: Cell) -> str:
    """The name of somebody who stands beside the person, "" for an empty cell, "-" and "无"."""
    return "" if text(cell).lower() in NOTHING else name(cell)


def table_number(cell: Cell) -> int | None:
    """The number in 5, "5号桌" or "第5桌"; None for an empty cell."""
    return _place(cell, "table", MOST_TABLES)


def seat_number(cell: Cell) -> int | None:
    """The number in 3, "3号" or "第3座"; None for an empty cell."""
    return _place(cell, "seat", MOST_SEATS)


def _place(cell: Cell, code: str, most: int) -> int | None:
    value = text(cell)
    if value.lower() in UNDECIDED:
        return None
    _refuse_formula_error(value)
    found = _PLACE.fullmatch(value)
    if found is None or not 0 < int(found[1]) <= most:
        raise CellError(code)
    return int(found[1])


def phone(cell: Cell) -> str:
    """Digits only; +86 and dashes are dropped. A number cut short or written as 1.38E+10 is a problem."""
    value = text(cell)
    if _MOBILE.fullmatch(value):
        return value
    if value.lower() in NOTHING:
        return ""
    _refuse_formula_error(value)
    if _SCIENTIFIC.fullmatch(value):
        value = _whole(value)
    digits = _DASHES.sub("", _PHONE_HINT.sub("", value.lstrip("'`").removesuffix(".0")))
    for prefix in ("+86", "0086", "86", "0"):
        rest = digits.removeprefix(prefix)
        if rest != digits and (_MOBILE.fullmatch(rest) or (prefix != "0" and _LANDLINE_OR_TAIWAN.fullmatch(rest))):
            return rest
    if _MOBILE.fullmatch(digits) or _LANDLINE_OR_TAIWAN.fullmatch(digits):
        return digits
    if (abroad := _ABROAD.fullmatch(digits)) and not abroad[1].startswith("86"):
        return abroad[1]
    raise CellError("phone")


def _whole(value: str) -> str:
    """The number that 1.3800000001E+10 stands for; 1.38E+10 has lost its last digits."""
    mantissa, _e, exponent = value.upper().partition("E")
    whole, _point, places = mantissa.partition(".")
    if len(whole) != 1 or len(places) != int(exponent):
        raise CellError("phone")
    return whole + places


def id_number(cell: Cell) -> str:
    """An ID card's 15 or 18 places or another document's number; one kept as a number has lost digits."""
    if isinstance(cell, str) and _ID_CARD.fullmatch(cell) and not cell.endswith("000"):
        return cell
    if isinstance(cell, int | float) and not isinstance(cell, bool) and abs(cell) >= EXACT_INTEGERS:
        raise CellError("id_number")
    value = text(cell)
    if value.lower() in NOTHING:
        return ""
    _refuse_formula_error(value)
    value = _DASHES.sub("", value.lstrip("'`")).upper()
    if _SCIENTIFIC.fullmatch(text(cell)) or not _OTHER_DOCUMENT.fullmatch(value):
        raise CellError("id_number")
    if value.isdigit() and len(value) > 12 and len(value) not in (15, 18):
        raise CellError("id_number")
    if len(value) == 18 and value.endswith("000") and not _is_checked(value):  # a spreadsheet has rounded it
        raise CellError("id_number")
    return value


def _is_checked(value: str) -> bool:
    """Whether the last place of an ID card's number is what the others make it (GB 11643)."""
    if not value[:17].isdigit():
        return False
    total = sum(int(digit) * pow(2, 17 - at, 11) for at, digit in enumerate(value[:17]))
    return "10X98765432"[total % 11] == value[17]


def gender(cell: Cell) -> str:
    """The code of 男 ("m") or 女 ("f"); "" where the cell says neither."""
    return GENDERS.get(text(cell).lower(), "")
