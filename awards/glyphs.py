"""Which characters can be printed. typst prints an empty box for one no font has, and says nothing; so ask first."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pylopdf_fonts_zh_cn
from django.conf import settings
from fontTools.ttLib import TTCollection, TTFont

TITLE_FONTS = Path(settings.BASE_DIR) / "templates" / "print" / "fonts"
"""Cut down to the certificates' own words; they never decide whether a name can be printed."""

# typst carries Libertinus Serif, which has the letters of Polish, Turkish, Czech … that Noto Serif SC lacks.
BUILT_IN = frozenset(range(0x0100, 0x0180))
# Marks that draw nothing.
INVISIBLE = frozenset({0x20, 0xA0, 0x3000, 0x200B, 0x200C, 0x200D, 0xFE0F})


def text_fonts() -> list[Path]:
    """The font files that names are printed with: the two Noto fonts, then what was put into `var/fonts`."""
    own = Path(settings.VAR_DIR) / "fonts"
    added = sorted(path for path in own.glob("*") if path.suffix.lower() in {".ttf", ".otf", ".ttc", ".otc"})
    return [Path(pylopdf_fonts_zh_cn.serif_path()), Path(pylopdf_fonts_zh_cn.sans_path()), *added]


def font_folders() -> list[str]:
    """The folders that typst looks for fonts in."""
    return [str(folder) for folder in dict.fromkeys([*(path.parent for path in text_fonts()), TITLE_FONTS])]


def missing_glyphs(text: str) -> str:
    """The characters of a text that no font has, each once, in the text's order."""
    covered = printable_characters()
    return "".join(char for char in dict.fromkeys(text) if ord(char) not in covered)


def code_points(text: str) -> str:
    """`U+20BB7`, for characters that a page may not be able to show either."""
    return " ".join(f"U+{ord(char):04X}" for char in text)


def printable_characters() -> frozenset[int]:
    """The code points that can be printed; for many texts in a row, ask once."""
    # The time is part of the key: a font that is put in or changed while the server runs counts at once.
    return _characters(tuple((path, path.stat().st_mtime_ns) for path in text_fonts()))


@lru_cache(maxsize=2)
def _characters(fonts: tuple[tuple[Path, int], ...]) -> frozenset[int]:
    characters: set[int] = set(BUILT_IN | INVISIBLE)
    for path, _changed in fonts:
        collected = TTCollection(path, lazy=True).fonts if path.suffix.lower() in {".ttc", ".otc"} else None
        for font in collected or [TTFont(path, lazy=True)]:
            characters.update(font.getBestCmap())
    return frozenset(characters)
