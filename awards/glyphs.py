"""Which characters can be printed. typst prints an empty box for one no font has, and says nothing; so ask first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pylopdf_fonts_jp
import pylopdf_fonts_zh_cn
import pylopdf_fonts_zh_tw
from django.conf import settings
from fontTools.ttLib import TTCollection, TTFont

TITLE_FONTS = Path(settings.BASE_DIR) / "templates" / "print" / "fonts"
"""Cut down to the words of titles and honours; they never decide whether a name can be printed."""

# typst carries Libertinus Serif, which has the letters of Polish, Turkish, Czech … that Noto Serif SC lacks.
BUILT_IN = frozenset(range(0x0100, 0x0180))
# Marks that draw nothing.
INVISIBLE = frozenset({0x20, 0xA0, 0x3000, 0x200B, 0x200C, 0x200D, 0xFE0F})


SHIPPED = (
    pylopdf_fonts_zh_cn.serif_path,
    pylopdf_fonts_zh_cn.sans_path,
    pylopdf_fonts_zh_tw.serif_path,
    pylopdf_fonts_jp.serif_path,
)
"""In the order typst tries them (`templates/print/lines.typ`); the last two add 2,100 characters of Extension B on."""


def text_fonts() -> list[Path]:
    """The font files that names are printed with: the Noto fonts, then what was put into `var/fonts`."""
    own = Path(settings.VAR_DIR) / "fonts"
    added = sorted(path for path in own.glob("*") if path.suffix.lower() in {".ttf", ".otf", ".ttc", ".otc"})
    return [*(Path(path()) for path in SHIPPED), *added]


def title_face(text: str, preferred: str) -> str:
    """The face a title is set in: the preferred one, `brush` or `song`, if it has all its characters, else the next.

    A title of two faces looks like a mistake. `serif`, which has all, comes last.
    """
    wanted = {ord(char) for char in text} - INVISIBLE
    for face in (preferred, "song"):
        if wanted <= _title_characters(face):
            return face
    return "serif"


def font_folders() -> list[str]:
    """The folders that typst looks for fonts in."""
    return [str(folder) for folder in dict.fromkeys([*(path.parent for path in text_fonts()), TITLE_FONTS])]


def missing_glyphs(text: str, covered: frozenset[int] | None = None) -> str:
    """The characters of a text that no font has, each once, in the text's order.

    Whoever asks for many texts asks for the `printable_characters` once, which looks at the font files.
    """
    covered = printable_characters() if covered is None else covered
    return "".join(char for char in dict.fromkeys(text) if ord(char) not in covered)


def code_points(text: str) -> str:
    """`U+20BB7`, for characters that a page may not be able to show either."""
    return " ".join(f"U+{ord(char):04X}" for char in text)


def printable_characters() -> frozenset[int]:
    """The code points that can be printed."""
    # The time is part of the key: a font that is put in or changed while the server runs counts at once.
    return _characters(tuple((path, path.stat().st_mtime_ns) for path in text_fonts()))


@lru_cache(maxsize=2)
def _characters(fonts: tuple[tuple[Path, int], ...]) -> frozenset[int]:
    characters: set[int] = set(BUILT_IN | INVISIBLE)
    for path, _changed in fonts:
        for font in opened(path):
            characters.update(font.getBestCmap())
    return frozenset(characters)


def opened(path: Path) -> Iterator[TTFont]:
    """The fonts of a file, read as far as they are asked for."""
    yield from (
        TTCollection(path, lazy=True).fonts if path.suffix.lower() in {".ttc", ".otc"} else [TTFont(path, lazy=True)]
    )


@lru_cache(maxsize=2)
def _title_characters(face: str) -> frozenset[int]:
    with TTFont(TITLE_FONTS / f"Bobing{face.capitalize()}-Regular.ttf", lazy=True) as font:
        return frozenset(font.getBestCmap())
