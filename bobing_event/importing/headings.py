"""What a heading means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from bobing_event.importing.cleaning import Cell, text
from bobing_event.importing.words import ENDINGS, FIELD_BY_HEADING, NOT_THE_PERSON, PREFERRED

NO_MAPPING: Mapping[str, str] = MappingProxyType({})

LONGEST = 100

_HINT = re.compile(r"\([^)]*\)|\[[^\]]*\]|【[^】]*】|<[^>]*>")
_TRIM = re.compile(r"[\s*:;,。、★☆※\"'“”]+")
_PARTS = re.compile(r"[/\\|&+或]")
_TWO_LANGUAGES = re.compile(r"([^\x00-\x7f]+)([a-z .]+)|([a-z .]+)([^\x00-\x7f]+)")


def normalised(cell: Cell) -> str:
    """A heading reduced to what it says: no blanks, no asterisk, no hint in brackets, small letters."""
    return _reduced(text(cell)[:LONGEST])


@lru_cache(4096)
def _reduced(heading: str) -> str:
    return _TRIM.sub("", _HINT.sub("", heading)).lower()


def meaning(heading: Cell, mapping: Mapping[str, str] = NO_MAPPING) -> str | None:
    """The field a heading stands for, or None. "单位/部门" is what its first known part is.

    `mapping` is what an organiser said before, by normalised heading; it goes before all else.
    """
    plain = normalised(heading)
    if plain in mapping:
        return mapping[plain] or None
    return _meaning(plain)


@lru_cache(4096)
def _meaning(plain: str) -> str | None:
    if plain in FIELD_BY_HEADING:
        return FIELD_BY_HEADING[plain]
    known = (FIELD_BY_HEADING[part] for part in _parts(plain) if part in FIELD_BY_HEADING)
    return next(known, None) or _by_ending(plain)


def _parts(plain: str) -> Iterator[str]:
    """The alternatives that a heading names: 手机/电话, 姓名name."""
    yield from _PARTS.split(plain)
    if found := _TWO_LANGUAGES.fullmatch(plain):
        yield from filter(None, found.groups())


def _by_ending(plain: str) -> str | None:
    """乘客姓名 is a name as 姓名 is, unless it is somebody else's: 紧急联系人姓名."""
    if len(plain) > 12 or NOT_THE_PERSON.search(plain):
        return None
    return next((field for ending, field in ENDINGS.items() if plain.endswith(ending)), None)


def is_preferred(heading: Cell) -> bool:
    """Whether of several columns of one field this is the one that is meant: 手机 before 电话, 姓名 before 嘉宾."""
    return bool(PREFERRED.search(normalised(heading)))
