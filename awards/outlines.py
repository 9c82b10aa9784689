"""Names of two or three characters, spaced as engraved ones are, drawn as outlines.

A PDF has no letter-spacing that a reader keeps apart from a blank: copied out, a spaced name would read `王 明`. So
the outlines are drawn apart, and the template lays the name over them as text without gaps that cannot be seen. typst
itself draws them, three hundred characters in 50 ms.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TypedDict

from awards.glyphs import text_fonts
from awards.typesetting import drawn_as_svg

GAPS = {2: 0.5, 3: 0.22}
"""Between characters, in em, by how many the name has."""
BASELINE = 880
"""Under the upper edge of the em, in its thousandths."""
STRENGTH = 6
"""What a line of the letters' own colour adds to their weight, in thousandths of an em: the fonts have one weight."""
KEPT = 5000
"""Outlines that are kept for the next names, 1 kB each."""

SOURCE = b"""\
#import "lines.typ": serif
#set page(width: 1pt, height: 1pt, margin: 0pt)
#set text(font: serif, size: 1000pt, lang: "zh", region: "cn")
#for char in json(bytes(sys.inputs.data)) { place(text(char)) }
"""
_USED = re.compile(r'<use xlink:href="#(\w+)"')
_DEFINED = re.compile(r'<symbol id="(\w+)"[^>]*><path d="([^"]*)"')

_kept: dict[object, dict[str, str]] = {}


class Spaced(TypedDict):
    """An SVG one em high and `width` em wide; its colour is #000000."""

    svg: str
    width: float


def spaced_names(names: Sequence[str]) -> list[Spaced | None]:
    """For each name of two or three Chinese characters its outlines; None for any other."""
    short = {name for name in names if len(name) in GAPS and all(map(_is_ideograph, name))}
    outlines = _outlines({char for name in short for char in name})
    drawn = {name: _spaced(name, outlines) for name in short if outlines.keys() >= set(name)}
    return [drawn.get(name) for name in names]


def _spaced(name: str, outlines: dict[str, str]) -> Spaced:
    gap = GAPS[len(name)]
    width = len(name) + gap * (len(name) - 1)
    placed = "".join(
        f'<path transform="matrix(1 0 0 -1 {index * (1 + gap) * 1000:g} {BASELINE})" d="{outlines[char]}"/>'
        for index, char in enumerate(name)
    )
    view = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * 1000:g} 1000"'
    look = f'fill="#000000" stroke="#000000" stroke-width="{STRENGTH}"'
    return {"svg": f"<svg {view}><g {look}>{placed}</g></svg>", "width": width}


def _is_ideograph(char: str) -> bool:
    point = ord(char)
    return 0x3400 <= point <= 0x9FFF or point == 0x3007 or 0xF900 <= point <= 0xFAFF or 0x20000 <= point <= 0x3FFFF


def _outlines(chars: Collection[str]) -> dict[str, str]:
    """Each character as the data of an SVG path, 1,000 units to the em, upwards from the baseline."""
    fonts = tuple((path, path.stat().st_mtime_ns) for path in text_fonts())
    kept = _kept.get(fonts, {})
    new = _drawn(sorted(set(chars) - kept.keys()))
    # Another dictionary, so that another thread finds the old one whole.
    found = {**kept, **new}
    if new:
        _kept.clear()
        _kept[fonts] = found if len(found) <= KEPT else new
    return found


def _drawn(chars: Sequence[str]) -> dict[str, str]:
    svg = drawn_as_svg(SOURCE, chars) if chars else ""
    paths = dict(_DEFINED.findall(svg))
    used = _USED.findall(svg)
    # A font may have a character without an outline; then these names are set as others are.
    return {char: paths[glyph] for char, glyph in zip(chars, used, strict=True)} if len(used) == len(chars) else {}
