#!/usr/bin/env python3
"""Cuts the title fonts down to the words that titles and honours are made of, so that they can be shipped.

The brush gets the characters of `templates/print/fonts/brush-words.txt`; the heavy Song also the 3,755 everyday
characters of GB 2312's first level and Latin letters. Where each source comes from is in the folder's README.

    python scripts/cut_title_fonts.py MaShanZheng_400Regular.ttf NotoSerifSC_700Bold.ttf
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

OUT = Path(__file__).resolve().parents[1] / "templates" / "print" / "fonts"
WORDS = "".join((OUT / "brush-words.txt").read_text("utf-8").split())
LATIN = "".join(map(chr, range(0x20, 0x7F))) + "".join(map(chr, range(0xC0, 0x100))) + "\u00b7\u2013\u2014\u2018\u2019"
PUNCTUATION = "\u201c\u201d\u2026\u3001\u3002\u300a\u300b\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\uff06"
# Rows 16 to 55 of GB 2312, by how often a character is used; the last row is not full.
EVERYDAY = b"".join(bytes([row, cell]) for row in range(0xB0, 0xD8) for cell in range(0xA1, 0xFF)).decode(
    "gb2312", "ignore"
)


def cut(source: Path, characters: str, family: str) -> Path:
    """The source with these characters only, under a name of its own as the licence asks."""
    font = TTFont(source, recalcTimestamp=False)
    options = Options()
    options.hinting = False
    options.layout_features = []
    options.drop_tables += ["vhea", "vmtx", "VORG", "GSUB", "GPOS", "BASE", "gasp", "STAT"]
    options.name_IDs = [0, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    for name_id, value in ((1, family), (2, "Regular"), (4, family), (6, f"{family.replace(' ', '')}-Regular")):
        font["name"].setName(value, name_id, 3, 1, 0x409)
    # typst asks for a family in its ordinary weight.
    font["OS/2"].usWeightClass = 400
    font["OS/2"].fsSelection, font["head"].macStyle = 0x40, 0
    target = OUT / f"{family.replace(' ', '')}-Regular.ttf"
    font.save(target)
    return target


if __name__ == "__main__":
    brush, song = map(Path, sys.argv[1:3])
    print(cut(brush, WORDS, "Bobing Brush"))
    print(cut(song, WORDS + EVERYDAY + LATIN + PUNCTUATION, "Bobing Song"))
