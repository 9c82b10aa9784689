"""Names of two or three characters, spaced as engraved ones are, drawn as outlines.

A PDF has no letter-spacing that a reader keeps apart from a blank: copied out, a spaced name would read `王 明`. So the
outlines are drawn apart, and the template lays the name over them as text without gaps that cannot be seen.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TypedDict

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from awards.glyphs import opened, text_fonts

GAPS = {2: 0.5, 3: 0.22}
"""Between characters, in em, by how many the name has."""
ASCENT = 0.88
STRENGTH = 0.006
"""How much a line of the letters' own colour adds to their weight, in em: the fonts have one weight."""


class Spaced(TypedDict):
    """An SVG one em high and `width` em wide; its colour is #000000."""

    svg: str
    width: float


def spaced_name(name: str) -> Spaced | None:
    """The outlines of a name of two or three Chinese characters; None for any other."""
    gap = GAPS.get(len(name))
    if gap is None or not all(map(_is_ideograph, name)):
        return None
    files = tuple((path, path.stat().st_mtime_ns) for path in text_fonts())
    drawn = [_outline(char, files) for char in name]
    if "" in drawn:
        return None
    width = len(name) + gap * (len(name) - 1)
    placed = "".join(
        f'<path transform="translate({index * (1 + gap) * 1000:g} 0)" d="{outline}"/>'
        for index, outline in enumerate(drawn)
    )
    view = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * 1000:g} 1000"'
    look = f'fill="#000000" stroke="#000000" stroke-width="{STRENGTH * 1000:g}"'
    return {"svg": f"<svg {view}><g {look}>{placed}</g></svg>", "width": width}


def _is_ideograph(char: str) -> bool:
    point = ord(char)
    return 0x3400 <= point <= 0x9FFF or point == 0x3007 or 0xF900 <= point <= 0xFAFF or 0x20000 <= point <= 0x3FFFF


@lru_cache(maxsize=4096)
def _outline(char: str, files: tuple[tuple[Path, int], ...]) -> str:
    """A character as the data of an SVG path in a square of 1,000 units, from the first font that has it."""
    for path, changed in files:
        for font in _fonts(path, changed):
            glyph = font.getBestCmap().get(ord(char))
            if glyph is not None:
                return _drawn(font, glyph)
    return ""


def _drawn(font: TTFont, glyph: str) -> str:
    glyphs = font.getGlyphSet()
    scale = 1000 / font["head"].unitsPerEm
    pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.0f}")
    # Fonts count upwards from the baseline, SVG downwards from the top.
    glyphs[glyph].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, ASCENT * 1000)))
    return str(pen.getCommands())


@lru_cache(maxsize=16)
def _fonts(path: Path, _changed: int) -> list[TTFont]:
    return list(opened(path))
