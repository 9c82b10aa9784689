"""What stands in the column of awards: a rank, places of a play-off, a consolation, or spare goods."""

from __future__ import annotations

import re
from dataclasses import dataclass

from awards.goods_sheet import words
from bobing_event.importing.cleaning import Cell, CellError, text
from bobing_event.importing.headings import normalised
from rules import RANKS, Rank

_SERIAL = re.compile(r"^[(\[]?[\d一二三四五六七八九十]{1,3}[)\]]?[、.)]\s*")
_COUNT = re.compile(r"(?:[x×*]|共)?\d+[份个名块桌件]?$")
_AWARD = re.compile(r"(?:奖品|奖项|奖|獎)$")
_NUMBER = r"(\d{1,2}|[一二三四五六七八九十]{1,3})"
_PLACES = re.compile(rf"(前)?第?{_NUMBER}(?:[-–—~至到]第?{_NUMBER})?(?:名|位|place)?")
_PARTS = re.compile(r"[/|&+或]")
_AWARD_BEFORE_PLACE = re.compile(r"^(?:奖项|奖品|奖|獎)")
_NOISE = re.compile(r"[^\w\-–—~/|&+]|_")
_NO_DASH = re.compile(r"[^\-–—~]")
_GENERAL = re.compile(r"奖项|奖品|奖|獎|组|[-–—~]$|^[-–—~]")
_ORDINAL = re.compile(rf"第{_NUMBER}[名位]")
_GRADE = rf"(?:{_NUMBER}|[特头])等[奖獎]?"
_BEFORE = re.compile(rf"(?:[a-z](?![a-z])|\d{{1,3}}|no|{_ORDINAL.pattern}|{_GRADE}|奖项|奖品|[奖獎]|[-–—~])*")
_AFTER = re.compile(rf"(?:{_GRADE}|[组级类档]|奖项|奖品|[奖獎]|共?x?\d{{1,4}}[份个名块桌件]?|[-–—~])*")
_WORD = re.compile(
    "|".join(
        map(
            re.escape, sorted([*words.RANKS, *words.PLAYOFFS, *words.CONSOLATIONS, *words.SPARE], key=len, reverse=True)
        )
    )
)
_DIGITS = {digit: number for number, digit in enumerate("一二三四五六七八九", 1)}


@dataclass(frozen=True)
class Award:
    """What goods are for: `kind` is `rank`, `playoff` (places `first` to `last`), `consolation` or `spare`."""

    kind: str
    code: str = ""
    first: int = 1
    last: int = 1


def award_of(cell: Cell) -> Award | None:
    """What the cell says, None where it says nothing. Raises `award` for words that no prize plan knows."""
    plain = _SERIAL.sub("", text(cell))
    plain = normalised(plain) or normalised(plain.strip("()[]【】"))
    if not plain:
        return None
    found = {_known(part) for part in (plain, *_PARTS.split(plain))} - {None} or {_among_others(text(cell))} - {None}
    if len(found) != 1:
        raise CellError("award")
    return found.pop()


def _known(plain: str) -> Award | None:
    for reduced in (plain, _AWARD.sub("", plain), _AWARD.sub("", _COUNT.sub("", plain))):
        if reduced in words.SPARE:
            return Award("spare")
        if reduced in words.RANKS:
            return Award("rank", words.RANKS[reduced])
        if reduced in words.CONSOLATIONS:
            return Award("consolation", words.CONSOLATIONS[reduced])
        if found := _playoff(reduced):
            return found
    return None


def _among_others(shown: str) -> Award | None:
    """The one award that a text names beside numbers and general words: 一等奖(状元), A. 状元, 一秀组-32.

    None where it names two, or where anything else stands there: 五子带一秀 is a 状元.
    """
    closed = _NOISE.sub("", shown.lower())
    found = list(_WORD.finditer(closed))
    if not found:
        return None
    ends = [0, *(one.end() for one in found)]
    before = [closed[end : one.start()] for end, one in zip(ends, found, strict=False)]
    after = closed[ends[-1] :]
    awards = {_known(one[0]) for one in found}
    if len(awards) != 1 or not _BEFORE.fullmatch(before[0]) or any(map(_NO_DASH.search, before[1:])):
        return None
    [award] = awards
    ordinal = _ORDINAL.search(before[0])
    if ordinal and (award is None or award.kind != "rank" or RANKS.index(Rank(award.code)) + 1 != _number(ordinal[1])):
        return None  # 第二名: of which play-off?
    if award and award.kind == "playoff" and (placed := _playoff(found[-1][0] + _GENERAL.sub("", after))):
        return placed
    return award if _AFTER.fullmatch(after) else None


def _playoff(plain: str) -> Award | None:
    """总状元; 王中王第二名, 王中王亚军, 王中王第2-3名, 王中王前三名."""
    word = max((word for word in words.PLAYOFFS if plain.startswith(word)), key=len, default="")
    if not word:
        return None
    rest = _AWARD_BEFORE_PLACE.sub("", plain.removeprefix(word))
    if not rest:
        return Award("playoff", words.PLAYOFFS[word])
    if rest in words.PLACES:
        return Award("playoff", words.PLAYOFFS[word], words.PLACES[rest], words.PLACES[rest])
    found = _PLACES.fullmatch(rest)
    if found is None:
        return None
    first = _number(found[2])
    last = _number(found[3]) if found[3] else first
    if found[1]:  # the first so many
        first = 1
    return Award("playoff", words.PLAYOFFS[word], first, last) if 1 <= first <= last else None


def _number(figures: str) -> int:
    """2 of "2", "二"; 12 of "十二", 20 of "二十"."""
    if figures.isascii():
        return int(figures)
    tens, ten, ones = figures.rpartition("十")
    return (10 * _DIGITS.get(tens, 1) if ten else 0) + _DIGITS.get(ones, 0)
