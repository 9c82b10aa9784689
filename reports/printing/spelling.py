"""Names in the order of their pinyin, as they stand in a printed list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from bobing_event.initials import initials_of

OTHER = "#"
"""The heading of names that no letter begins; they come last."""

SURNAME_LENGTH = 2
STROKED = re.compile(r"LATIN SMALL LETTER ([A-Z]+) WITH ")


def letter_of(name: str) -> str:
    """The capital letter a name stands under; surnames are read as surnames are (曾 Z, 单 S)."""
    return _spelled(name)[0]


def spelling(name: str) -> tuple[object, ...]:
    """Sorts names by letter, then character by character: by pinyin, and equal characters together."""
    letter, read = _spelled(name)
    return (letter == OTHER, letter, read)


def _spelled(name: str) -> tuple[str, list[tuple[str, str]]]:
    """The letter, and each character with its reading; blanks and signs before and within a name do not count."""
    chars = [char for char in name if char.isalnum()]
    letters = initials_of(name)
    read = [
        (_reading(char, letters[place : place + 1] if place < SURNAME_LENGTH else ""), char)
        for place, char in enumerate(chars)
    ]
    first = read[0][0].upper()[:1] if read else ""
    return (first if "A" <= first <= "Z" else OTHER), read


@cache
def _readings() -> Mapping[int, str]:
    """As in `bobing_event.initials`: imported where it is needed, since it costs a tenth of a second and 20 MB."""
    from pypinyin.pinyin_dict import pinyin_dict

    return dict(pinyin_dict)


@cache
def _reading(char: str, letter: str) -> str:
    """The letters a character is sorted by: the reading that begins so, else the commonest, else the character."""
    readings = [_plain(reading) for reading in _readings().get(ord(char), char).split(",")]
    return next((reading for reading in readings if letter and reading.startswith(letter)), readings[0])


def _plain(text: str) -> str:
    """Small letters without tones, accents and strokes: `zēng` is `zeng`, `Ł` is `l`."""
    split = unicodedata.normalize("NFKD", text.lower())
    return "".join(_stroked(char) for char in split if not unicodedata.combining(char))


def _stroked(char: str) -> str:
    found = STROKED.match(unicodedata.name(char, "")) if char > "\x7f" else None
    return found[1].lower() if found else char
