"""Which characters can be printed."""

from pathlib import Path

import pytest
from django.conf import settings
from fontTools.fontBuilder import FontBuilder

from awards.glyphs import code_points, font_folders, missing_glyphs, text_fonts, title_face

PRINTABLE = ("王㛃", "龘龙", "林𬭎", "陈䶮", "𠮷𠈓𱁬", "吉日格勒·巴特尔", "Łukasz Żółć", "Nguyễn", "李 雷")


@pytest.mark.parametrize("name", PRINTABLE)
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


@pytest.mark.parametrize(
    ("text", "preferred", "face"),
    [
        ("荣誉证书", "brush", "brush"),
        ("第一百零三桌状元", "brush", "brush"),
        ("六抔黑", "brush", "song"),
        ("荣誉证书 2026", "brush", "song"),
        ("最佳搭档奖", "song", "song"),
        ("龘龘杯", "song", "serif"),
        ("", "brush", "brush"),
    ],
)
def test_a_title_is_set_in_one_face_that_has_all_of_it(text, preferred, face):
    assert title_face(text, preferred) == face


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
