"""Which characters can be printed."""

from pathlib import Path

import pytest
from django.conf import settings
from fontTools.fontBuilder import FontBuilder

from awards.glyphs import code_points, font_folders, missing_glyphs, text_fonts


@pytest.mark.parametrize("name", ["王㛃", "龘龙", "林𬭎", "陈䶮", "𠮷𠈓𱁬", "吉日格勒·巴特尔", "Łukasz Żółć", "Nguyễn", "李 雷"])
def test_names_that_can_be_printed(name):
    assert missing_glyphs(name) == ""


@pytest.mark.parametrize(("name", "missing"), [("𪚦野家", "𪚦"), ("𪚦𪚦𪚥", "𪚦𪚥"), ("王😀", "😀")])
def test_characters_no_font_has(name, missing):
    assert missing_glyphs(name) == missing


def test_code_points():
    assert code_points("𪚦A") == "U+2A6A6 U+0041"


def test_a_font_put_into_the_folder_counts_at_once():
    folder = Path(settings.VAR_DIR) / "fonts"
    folder.mkdir()
    try:
        assert missing_glyphs("𪚦") == "𪚦"
        a_font_with("𪚦", folder / "rare.ttf")
        assert missing_glyphs("𪚦") == ""
        assert text_fonts()[4:] == [folder / "rare.ttf"]
        assert str(folder) in font_folders()
    finally:
        (folder / "rare.ttf").unlink(missing_ok=True)
        folder.rmdir()


def test_names_are_never_decided_by_the_title_fonts():
    assert [path.name for path in text_fonts()] == [
        "NotoSerifSC-Regular.otf", "NotoSansSC-Regular.otf", "NotoSerifTC-Regular.otf", "NotoSerifJP-Regular.otf",
    ]  # fmt: skip


def a_font_with(char: str, path: Path) -> None:
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "rare"])
    builder.setupCharacterMap({ord(char): "rare"})
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    pen.lineTo((100, 800))
    pen.lineTo((900, 800))
    pen.closePath()
    builder.setupGlyf({".notdef": pen.glyph(), "rare": pen.glyph()})
    builder.setupHorizontalMetrics({".notdef": (1000, 100), "rare": (1000, 100)})
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": "Rare", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
