"""The words of certificates: texts with variables in braces, the default ones, and Chinese numerals.

`{event}` stands for the event's name; `{活动}` is the same variable. What stands in square brackets is left out where a
variable in it has nothing to say: `[({edition})]` is nothing for an event without an edition. All Chinese words are in
`wording.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from rules import RANKS, Rank

THANKS = "thanks"
WORDS = ("title", "text", "honour", "closing")
"""The parts of a certificate that may hold variables; `title` and `closing` only those in `OF_EVENT`."""
OF_EVENT = ("event", "edition", "date")

_EVENT = ("event", "edition")
_ALWAYS = ("name", "date", "number")
_SEAT = ("session", "unit", "table", "seat", "rank", "honour")
_THROW = ("pattern", "dice")
VARIABLES_OF: Mapping[str, tuple[str, ...]] = {
    "champion": (*_EVENT, *_SEAT, *_THROW, *_ALWAYS),
    "piece": (*_EVENT, *_SEAT, *_ALWAYS),
    "playoff": (*_EVENT, "unit", "playoff", "place", "honour", *_THROW, *_ALWAYS),
    "thanks": (*_EVENT, "role", *_ALWAYS),
}
"""What each group of honours has something to say for."""

_ALIKE = 0.34  # of two names, below which neither is meant by the other
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_MARKS = re.compile(r"\{([^{}\[\]]*)\}|([{}\[\]])")

Value = str | int
"""Numbers are written in Chinese numerals where the text is Chinese."""


@dataclass(frozen=True)
class Variable:
    code: str


@dataclass(frozen=True)
class Segment:
    """A stretch of text; an optional one stood in square brackets."""

    parts: tuple[str | Variable, ...]
    optional: bool = False


def group_of(kind: str) -> str:
    """Which of the groups of `VARIABLES_OF` and of the default texts a template's code belongs to."""
    if kind == THANKS:
        return "thanks"
    if kind == Rank.ZHUANGYUAN:
        return "champion"
    return "piece" if kind in RANKS else "playoff"


def defaults_of(kind: str) -> dict[str, str]:
    """The texts that a certificate has unless the organiser writes others, by the names in `WORDS`."""
    return dict(_words()["defaults"][group_of(kind)])


def phrase(name: str) -> str:
    """A phrase with `%s` for what varies."""
    return str(_words()["phrases"][name])


def roles_on_paper() -> Mapping[str, str]:
    """What roles are called on a certificate, in the order in which several of them stand."""
    return dict(_words()["roles"])


def sample_words() -> Mapping[str, str]:
    """A person's name and unit, and a staff member's name, to try a template with."""
    return dict(_words()["sample"])


# --- variables --------------------------------------------------------------------------------------------


def variable_name(code: str, *, chinese: bool) -> str:
    """What a variable is called on a page: 活动 or event."""
    return str(_words()["variables"][code][0]) if chinese else code


def parsed(text: str) -> tuple[Segment, ...]:
    """The text in segments. Refuses `bad_braces` and, naming it and the nearest known one, `unknown_variable`."""
    segments: list[Segment] = []
    parts: list[str | Variable] = []
    inside = False
    for piece in _pieces(text):
        if piece == ("]" if inside else "["):
            _refuse_bare_brackets(parts, inside)
            segments.append(Segment(tuple(parts), inside))
            parts, inside = [], not inside
        elif piece in _MARKED:
            raise _bad_braces(text)
        else:
            parts.append(piece)
    if inside:
        raise _bad_braces(text)
    segments.append(Segment(tuple(parts)))
    return tuple(segment for segment in segments if segment.parts)


def compose(text: str, values: Mapping[str, Value], *, chinese: bool | None = None) -> str:
    """The text with values for variables; what they hold is never read as a variable.

    `chinese` says how numbers are written; left out, it follows from the text. Refuses as `parsed` does.
    """
    segments = parsed(text)
    numerals = is_chinese(text) if chinese is None else chinese
    return "".join(_composed(segment, values, numerals) for segment in segments)


def canonical(text: str) -> str:
    """The text with every variable under its code, as it is kept. Refuses as `parsed` does."""
    return _written(text, chinese=False)


def shown(text: str) -> str:
    """The text with variables under the names of the page's language, as it is edited."""
    return _written(text, chinese=_page_is_chinese())


def on_page(code: str) -> str:
    """A variable as it is written on a page of this language, braces and all."""
    return "{" + variable_name(code, chinese=_page_is_chinese()) + "}"


def variables_in(text: str) -> list[str]:
    """The codes of the variables, in the text's order. Refuses as `parsed` does."""
    return [part.code for segment in parsed(text) for part in segment.parts if isinstance(part, Variable)]


def is_chinese(*texts: str) -> bool:
    """Whether Chinese characters stand outside the braces."""
    return any(_HAN.search(_MARKS.sub("", _half_width(text))) for text in texts)


# --- numerals ---------------------------------------------------------------------------------------------


def numeral(number: int) -> str:
    """7, 12, 103, 1020 as they are read; from 0 to 99,999,999."""
    signs = _words()["numerals"]
    if number >= 10_000:
        many, rest = divmod(number, 10_000)
        gap = signs["zero"] if 0 < rest < 1000 else ""
        return numeral(many) + signs["ten_thousand"] + (gap + _thousands(rest) if rest else "")
    if 10 <= number < 20:
        return _thousands(number)[1:]  # no one before a leading ten
    return _thousands(number) or str(signs["digits"][0])


def by_digit(number: int) -> str:
    """A year: digit for digit."""
    digits = _words()["numerals"]["digits"]
    return "".join(digits[int(digit)] for digit in str(number))


def date_text(day: date, *, chinese: bool, numerals: bool) -> str:
    """The date in Chinese, in numerals or in digits; 2026-09-25 for a text that is not Chinese."""
    if not chinese:
        return day.isoformat()
    if numerals:
        return phrase("date") % (by_digit(day.year), numeral(day.month), numeral(day.day))
    return phrase("date") % (day.year, day.month, day.day)


# --- inside -----------------------------------------------------------------------------------------------

_MARKED = ("{", "}", "[", "]")


def _page_is_chinese() -> bool:
    return (translation.get_language() or "").startswith("zh")


@cache
def _words() -> Mapping[str, Any]:
    return tomllib.loads((files("awards") / "wording.toml").read_text("utf-8"))


@cache
def _marks() -> dict[int, int]:
    return str.maketrans(_words()["marks"]["full_width"], "{}[]")


def _half_width(text: str) -> str:
    """Braces and brackets as they are meant, where an input method typed wide ones."""
    return text.translate(_marks())


@cache
def _codes() -> Mapping[str, str]:
    """Codes by every name a variable goes by."""
    names = _words()["variables"]
    return {name: code for code, others in names.items() for name in (code, *others)}


def _pieces(text: str) -> Iterator[str | Variable]:
    """Plain stretches, variables, and each bracket or lone brace by itself."""
    text = _half_width(text)
    end = 0
    for found in _MARKS.finditer(text):
        if found.start() > end:
            yield text[end : found.start()]
        end = found.end()
        yield found[2] or Variable(_code_of(found[1].strip(), text))
    if end < len(text):
        yield text[end:]


def _code_of(name: str, text: str) -> str:
    if not name:
        raise _bad_braces(text)
    code = _codes().get(name) or _codes().get(name.lower())
    if code is None:
        raise _unknown_variable(name)
    return code


def _composed(segment: Segment, values: Mapping[str, Value], numerals: bool) -> str:
    said = [part if isinstance(part, str) else _said(values.get(part.code, ""), numerals) for part in segment.parts]
    if segment.optional and any(
        isinstance(part, Variable) and not word for part, word in zip(segment.parts, said, strict=True)
    ):
        return ""
    return "".join(said)


def _said(value: Value, numerals: bool) -> str:
    if isinstance(value, int):
        return numeral(value) if numerals else str(value)
    return value


def _written(text: str, *, chinese: bool) -> str:
    def written(part: str | Variable) -> str:
        return part if isinstance(part, str) else "{" + variable_name(part.code, chinese=chinese) + "}"

    def whole(segment: Segment) -> str:
        inner = "".join(map(written, segment.parts))
        return f"[{inner}]" if segment.optional else inner

    return "".join(map(whole, parsed(text)))


def _thousands(number: int) -> str:
    """Up to 9999, with one zero for any number of noughts between two digits; nothing for 0."""
    signs = _words()["numerals"]
    digits = f"{number:04d}"
    said = [
        signs["digits"][int(digit)] + unit if digit != "0" else "0"
        for digit, unit in zip(digits, reversed(signs["units"]), strict=True)
    ]
    return re.sub("0+", str(signs["zero"]), "".join(said).strip("0"))


def _refuse_bare_brackets(parts: list[str | Variable], inside: bool) -> None:
    if inside and not any(isinstance(part, Variable) for part in parts):
        sentence = _("Square brackets leave their text out where a variable is empty, but “%(text)s” holds none.")
        raise Refusal("bad_braces", sentence % {"text": "".join(map(str, parts))}, status=400)


def _bad_braces(text: str) -> Refusal:
    sentence = _("Braces and square brackets come in pairs and not inside each other: %(example)s. Look at “%(text)s”.")
    example = f"{on_page('name')} [{on_page('edition')}]"
    return Refusal("bad_braces", sentence % {"example": example, "text": text}, status=400)


def _unknown_variable(name: str) -> Refusal:
    def alike(known: str) -> float:
        return SequenceMatcher(None, name.lower(), known).ratio()

    nearest = max(_codes(), key=alike)
    if alike(nearest) < _ALIKE:
        sentence = _("There is no variable %(name)s. Choose one of those below the text.")
        return Refusal("unknown_variable", sentence % {"name": f"{{{name}}}"}, status=400, variable=name)
    sentence = _("There is no variable %(name)s. Did you mean %(nearest)s?")
    facts = {"name": f"{{{name}}}", "nearest": f"{{{nearest}}}"}
    return Refusal("unknown_variable", sentence % facts, status=400, variable=name, nearest=nearest)
