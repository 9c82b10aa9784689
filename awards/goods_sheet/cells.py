"""One cell at a time: prices and numbers as people write them. What cannot be read raises `CellError`."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

from awards.goods_sheet import words
from bobing_event.importing.cleaning import Cell, CellError, text
from bobing_event.importing.words import FORMULA_ERRORS, NOTHING

MOST_YUAN = Decimal("99999999.99")
MOST_UNITS = 1_000_000
FEN = Decimal("0.01")

_FIGURE = r"(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"


def _any(choices: tuple[str, ...]) -> str:
    return "(?:" + "|".join(map(re.escape, choices)) + ")"


_PRICE = re.compile(
    rf"{_any(words.PRICE_BEFORE)}*{_FIGURE}{_any(words.PRICE_AFTER)}?(?:/([^\d/]{{1,12}}))?", re.IGNORECASE
)
_SPAN = re.compile(r"第?(\d{1,3})(?:[-–—~至到](\d{1,3}))?[块份]?(?:/(\d{1,3}))?")
_WHOLE = re.compile(rf"{_FIGURE}([^\d/.,]{{0,12}})(?:/[^\d]{{1,4}})?")


def price(cell: Cell) -> tuple[Decimal | None, str]:
    """Yuan and the unit that the cell names: 12.50 and 瓶 of "¥12.50/瓶"; None for an empty cell, 0 for what is free.

    Raises `price` for what is no single amount.
    """
    value = text(cell).replace(" ", "")
    if value.lower() in NOTHING:
        return None, ""
    _refuse_formula_error(value)
    if value.lower() in words.FREE:
        return Decimal(0), ""
    found = _PRICE.fullmatch(value)
    if found is None:
        raise CellError("price")
    amount = Decimal(found[1].replace(",", "")).quantize(FEN, ROUND_HALF_UP)
    if amount > MOST_YUAN:
        raise CellError("price")
    return amount, found[2] or ""


def whole(cell: Cell) -> tuple[int | None, str]:
    """A whole number and the unit that follows it: 32 and 瓶 of "32瓶"; None for an empty cell.

    Raises `number` for fractions and for what is none.
    """
    value = text(cell).replace(" ", "")
    if value.lower() in NOTHING:
        return None, ""
    _refuse_formula_error(value)
    found = _WHOLE.fullmatch(value)
    number = Decimal(found[1].replace(",", "")) if found else Decimal("0.5")
    if found is None or number != number.to_integral_value() or number > MOST_UNITS:
        raise CellError("number")
    return int(number), found[2]


def span(cell: Cell) -> tuple[int, ...]:
    """Which pieces: (5, 10) of "5–10", (5, 5) of "5", (5, 10, 32) of "5–10/32" where 32 is how many the rank has; ().

    Raises `span` for what is none.
    """
    value = text(cell).replace(" ", "")
    if value.lower() in NOTHING:
        return ()
    found = _SPAN.fullmatch(value)
    numbers = tuple(int(figures) for figures in (found[1], found[2] or found[1], found[3]) if figures) if found else ()
    if not numbers or not all(1 <= before <= after for before, after in pairwise(numbers)):
        raise CellError("span")
    return numbers


def _refuse_formula_error(value: str) -> None:
    if value.startswith("#") and value.upper() in FORMULA_ERRORS:
        raise CellError("formula")
