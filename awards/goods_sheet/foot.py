"""Rows that are no goods: sums, signatures, examples, dates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awards.goods_sheet import words
from bobing_event.importing.cleaning import Cell, text
from bobing_event.importing.words import EXAMPLE, GROUP_TOTAL, SIGNATURE, SIGNED, TOTAL

_RUNNING = re.compile(r"[(\[]?\d{1,4}[)\]]?[、.]?")
_SUM = re.compile(
    rf"(?:{'|'.join(map(re.escape, words.TOTALS))})(?:[:(\d]|$)"
    r"|[总共]计?:?\d+(?:\.\d+)?[份个件块桌种项名套元]?$",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{4}\s?[-年/.]\s?\d{1,2}(?:\s?[-月/.]\s?(?:\d{1,2}日?)?)?(?:T[\d:]+)?")


def is_foot(cells: Sequence[Cell], named: Sequence[Cell]) -> bool:
    """Whether a row's `cells` are a foot; `named` are those that say the goods and the award.

    The row's first words say so, whatever number stands before them.
    """
    filled = [value for cell in cells if (value := text(cell))]
    first = next((value for value in filled if not _RUNNING.fullmatch(value)), filled[0])
    closed = first.replace(" ", "")
    return bool(
        SIGNATURE.match(closed) or SIGNED.fullmatch(closed) or EXAMPLE.match(first)
        or any(_adds_up(value) for value in (first, *map(text, named)))
    )  # fmt: skip


def _adds_up(value: str) -> bool:
    closed = value.replace(" ", "")
    return bool(TOTAL.match(closed) or GROUP_TOTAL.fullmatch(closed) or _SUM.match(closed) or _DATE.fullmatch(value))
