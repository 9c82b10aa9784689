"""The certificates' PDF: its text, its pages, what it keeps clear of, and that it never changes by itself."""

import html
import io
import re
import subprocess
from dataclasses import replace
from datetime import date
from itertools import pairwise, product

import pytest
from PIL import Image, ImageDraw
from pypdf import PdfReader

from awards.models import Certificate
from awards.printing import (
    DESIGNS,
    QR_COLOURS,
    LeftOut,
    Look,
    certificates_pdf,
    documents,
    preview_png,
    text_without_glyphs,
    verify_path,
)
from awards.typesetting import qr_svg
from bobing_event.models import Participant

UNITS = (
    "集美大学工会委员会", "共青团集美大学委员会", "集美大学学生会", "厦门市文化馆", "厦门市博饼协会",
    "海峡两岸民俗文化研究会",
)  # fmt: skip
LOOK = Look("zhujin", "a4", "landscape", "荣誉证书", "特发此证，以资鼓励。", UNITS[:2], date(2026, 9, 25))
SHORT = "在“中秋博饼”中，掷得状元插金花，荣获"
LONG = (
    "在“二〇二六年厦门市集美区第十六届海峡两岸中秋博饼文化节暨集美大学建校一百零八周年校庆联欢晚会”第二场"
    "第一百零三桌的对局中，凭借沉着的手气与众人的祝福，掷得六颗骰子四红带两幺，为全场三百二十桌之冠，团圆美满，"
    "实至名归。经裁判长与监督小组共同核验无误，荣获"
)
ROW = {
    "name": "王明", "honour": "第七桌状元", "citation": SHORT, "dice": "444411", "number": "0001", "copy": 1,
    "qr": qr_svg("https://example.org/certificates/moon/1-ABCDEFGH/"),
}  # fmt: skip
MILLIMETRE = 72 / 25.4
PAPERS = {("a4", "landscape"): (297, 210), ("a4", "portrait"): (210, 297),
          ("a5", "landscape"): (210, 148), ("a5", "portrait"): (148, 210)}  # fmt: skip


def a_seal(size=400, ground="white"):
    picture = Image.new("RGB", (size, size), ground)
    ImageDraw.Draw(picture).ellipse((10, 10, size - 10, size - 10), outline="#D0021B", width=size // 30)
    saved = io.BytesIO()
    picture.save(saved, "PNG")
    return saved.getvalue()


def a_pdf(look=LOOK, *rows, left_out=()):
    return certificates_pdf([(look, row) for row in rows or [ROW]], title="中秋博饼", left_out=left_out)


def pages(pdf):
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def copied(pdf, tmp_path):
    """The lines of each page as pdftotext copies them out."""
    return [page.strip().splitlines() for page in _pdftotext(pdf, tmp_path).split("\f")]


def _pdftotext(pdf, tmp_path, *options):
    path = tmp_path / "certificates.pdf"
    path.write_bytes(pdf)
    return subprocess.run(["pdftotext", *options, path, "-"], capture_output=True, text=True, check=True).stdout


def words_of(pdf, tmp_path):
    """Every word of the first page with its box in millimetres: left, top, right, bottom."""
    found = re.findall(
        r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>',
        _pdftotext(pdf, tmp_path, "-bbox", "-l", "1"),
    )
    return [(tuple(float(side) / MILLIMETRE for side in box), html.unescape(text)) for *box, text in found]


def box_of(words, text):
    """The box of what a certificate says, out of its words."""
    wanted = "".join(text.split())
    for start in range(len(words)):
        said = ""
        for end in range(start, len(words)):
            said += words[end][1]
            if said == wanted:
                lefts, tops, rights, bottoms = zip(*(box for box, _word in words[start : end + 1]), strict=True)
                return min(lefts), min(tops), max(rights), max(bottoms)
            if not wanted.startswith(said):
                break
    raise AssertionError(f"{text} is not among {words}")


@pytest.mark.parametrize("design", DESIGNS)
def test_what_a_certificate_says(design):
    (text,) = pages(a_pdf(replace(LOOK, design=design)))
    for part in (
        "荣誉证书", "王明", SHORT, "第七桌状元", "特发此证，以资鼓励。", UNITS[0], UNITS[1], "二〇二六年九月二十五日",
        "编号0001", "扫码核验",
    ):  # fmt: skip
        assert part in text, part
    assert "补印" not in text


@pytest.mark.parametrize(("design", "orientation"), list(product(DESIGNS, ("landscape", "portrait"))))
def test_spaced_words_copy_without_blanks(design, orientation, tmp_path):
    look, upright = replace(LOOK, design=design, orientation=orientation), {"su", "yue-landscape"}
    for honour in ("第七桌状元", "总状元", "状元王中王", "第一百零三桌对堂"):
        (lines, *_rest) = copied(a_pdf(look, {**ROW, "honour": honour}), tmp_path)
        assert honour in lines
        assert ("荣誉证书" in lines) != bool({design, f"{design}-{orientation}"} & upright), lines


@pytest.mark.parametrize("design", DESIGNS)
def test_typed_lines_stand_one_below_the_other(design, tmp_path):
    typed = ("在“中秋博饼”中，", "掷得状元插金花，", "表现突出，", "荣获")
    words = words_of(a_pdf(replace(LOOK, design=design), {**ROW, "citation": "\n".join(typed)}), tmp_path)
    boxes = [box_of(words, said) for said in (*typed, ROW["honour"])]
    for (_left, _top, _right, bottom), (_left2, top, _right2, _bottom2) in pairwise(boxes):
        assert top >= bottom - 0.6


def test_a_long_name_breaks_after_a_dot_and_copies_as_it_is(tmp_path):
    name = "迪丽热巴·迪力木拉提·阿不都热合曼·吐尔逊江·艾山江"
    (lines, *_rest) = copied(a_pdf(LOOK, {**ROW, "name": name}), tmp_path)
    at = next(index for index, line in enumerate(lines) if line.startswith("迪丽热巴"))
    assert lines[at].endswith("·")
    assert lines[at] + lines[at + 1] == name


def test_an_apostrophe_takes_no_more_room_than_a_letter(tmp_path):
    (straight, curly) = (
        box_of(words_of(a_pdf(LOOK, {**ROW, "name": name}), tmp_path), name) for name in ("O'Brien Kim", "O’Brien Kim")
    )
    assert curly[2] - curly[0] < 1.1 * (straight[2] - straight[0])


def test_what_is_empty_leaves_nothing():
    look = replace(LOOK, closing="", issuers=())
    (text,) = pages(a_pdf(look, {**ROW, "honour": "", "dice": "", "citation": "感谢您担任裁判。"}))
    assert sorted(text) == sorted("荣誉证书王明感谢您担任裁判。二〇二六年九月二十五日编号0001扫码核验")


def test_a_reprint_says_so():
    assert "编号0001·补印2" in pages(a_pdf(LOOK, {**ROW, "copy": 2}))[0]


def test_an_english_certificate_has_english_marks():
    look = replace(LOOK, title="Certificate", closing="With our thanks.", issuers=("Union",), seal_place="blank")
    row = {**ROW, "honour": "", "citation": "for the evening", "copy": 3}
    (text,) = pages(a_pdf(look, row))
    for part in ("No.0001·copy3", "Scantoverify", "2026-09-25", "SEAL"):
        assert part in text, part


@pytest.mark.parametrize(
    ("day", "style", "written"),
    [
        (date(2026, 10, 1), "chinese", "二〇二六年十月一日"),
        (date(2030, 9, 30), "chinese", "二〇三〇年九月三十日"),
        (date(2026, 9, 25), "plain", "2026年9月25日"),
    ],
)
def test_dates(day, style, written):
    assert written in pages(a_pdf(replace(LOOK, date=day, date_style=style)))[0]


NAMES = (
    "王㛃", "龘龙", "林𬭎", "陈䶮", "𠮷𠈓", "李小龙", "欧阳娜娜", "吉日格勒·巴特尔", "阿卜杜拉·买买提·艾山",
    "Łukasz Żółć", "Ángel de la Cruz", "李Michael", "*粗* #panic() $x$",
)  # fmt: skip


@pytest.mark.parametrize("design", DESIGNS)
def test_names_are_copied_out_as_they_are(design, tmp_path):
    pdf = a_pdf(replace(LOOK, design=design), *({**ROW, "name": name} for name in NAMES))
    for name, lines in zip(NAMES, copied(pdf, tmp_path), strict=False):
        assert name in lines
    for name, page in zip(NAMES, PdfReader(io.BytesIO(pdf)).pages, strict=True):
        assert name in page.extract_text().splitlines()


@pytest.mark.parametrize(
    "name", ["Wolfgang Amadeus " * 3, "阿卜杜拉·买买提江·艾山江·吐尔逊·买合木提·热合曼·玉素甫", "龘" * 30]
)
def test_long_names_fit(name, tmp_path):
    for design in DESIGNS:
        look = replace(LOOK, design=design, paper="a5", orientation="portrait")
        pdf = a_pdf(look, {**ROW, "name": name.strip()})
        assert "".join(name.split()) in pages(pdf)[0].replace("\u200b", "")
        for (left, _top, right, _bottom), _word in words_of(pdf, tmp_path):
            assert left >= 8
            assert right <= 140


# Every design on every sheet with every seal: a short text and all that a template can hold.
EVERY = [
    pytest.param(design, paper, orientation, seal, full, id="-".join((design, paper, orientation, seal, full)))
    for (design, (paper, orientation), seal, full) in product(
        DESIGNS, PAPERS, ("none", "blank", "picture"), ("short", "full")
    )
]


@pytest.mark.parametrize(("design", "paper", "orientation", "seal", "full"), EVERY)
def test_nothing_overlaps_and_nothing_leaves_the_sheet(design, paper, orientation, seal, full, tmp_path):
    picture = a_seal() if seal == "picture" else None
    units = UNITS if full == "full" else UNITS[:1]
    look = replace(
        LOOK, design=design, paper=paper, orientation=orientation, seal_place=seal, seal=picture, issuers=units
    )
    row = {**ROW, "name": "欧阳娜娜", "citation": LONG if full == "full" else SHORT, "copy": 2}
    pdf = a_pdf(look, row)
    reader = PdfReader(io.BytesIO(pdf))
    width, height = PAPERS[paper, orientation]
    assert [round(float(side) / MILLIMETRE) for side in reader.pages[0].mediabox[2:]] == [width, height]
    assert len(reader.pages) == 1

    words = words_of(pdf, tmp_path)
    for (left, top, right, bottom), word in words:
        assert left >= 8, word
        assert top >= 8, word
        assert right <= width - 8, word
        assert bottom <= height - 8, word
    # An upright title is read across the lines beside it.
    words = [(box, word) for box, word in words if word not in set(look.title)]
    blocks = [box_of(words, text) for text in ("欧阳娜娜", row["citation"], row["honour"], look.closing)]
    for above, below in pairwise(blocks):
        # Boxes of fonts reach over their characters: a tenth of a line is air.
        assert above[3] <= below[1] + 0.25 * (above[3] - above[1])
    foot = min(box_of(words, unit)[1] for unit in units)
    assert blocks[-1][3] <= foot + 1.5


def test_the_name_is_the_largest(tmp_path):
    for design, (paper, orientation) in product(DESIGNS, PAPERS):
        look = replace(LOOK, design=design, paper=paper, orientation=orientation, issuers=UNITS, seal_place="blank")
        words = words_of(a_pdf(look, {**ROW, "name": "欧阳娜娜", "citation": LONG}), tmp_path)
        name, honour = box_of(words, "欧阳娜娜"), box_of(words, ROW["honour"])
        assert name[3] - name[1] > 1.1 * (honour[3] - honour[1])


def test_a_test_print_is_larger_and_says_where_to_cut(tmp_path):
    look = replace(LOOK, crop_marks=True)
    pdf = a_pdf(look)
    assert [round(float(side) / MILLIMETRE) for side in PdfReader(io.BytesIO(pdf)).pages[0].mediabox[2:]] == [420, 297]
    words = words_of(pdf, tmp_path)
    zero, hundred = (next(box for box, word in words if word == tick) for tick in ("0", "100"))
    assert zero[1] > (297 + 210) / 2
    unit = next(box for box, word in words if word == "mm")
    middle = (hundred[0] + unit[2]) / 2 - (zero[0] + zero[2]) / 2
    assert middle == pytest.approx(100, abs=0.2)
    inside = words_of(a_pdf(), tmp_path)
    moved = box_of(words, SHORT)
    assert box_of(inside, SHORT)[0] + (420 - 297) / 2 == pytest.approx(moved[0], abs=0.1)


def test_a_seal_is_as_large_as_a_seal_and_its_ground_stays_what_it_is():
    pdf = a_pdf(replace(LOOK, design="su", seal_place="picture", seal=a_seal(3000)))
    (seal,) = [image.image for image in PdfReader(io.BytesIO(pdf)).pages[0].images]
    assert seal.size == (800, 800)
    assert [seal.convert("RGBA").getpixel(at)[3] for at in ((400, 400), (400, 12))] == [255, 255]
    assert seal.convert("RGB").getpixel((400, 400)) == (255, 255, 255)


def test_a_seal_without_its_place_is_not_printed():
    assert a_pdf(replace(LOOK, seal=a_seal())) == a_pdf()


def test_frames_are_stored_once():
    one, many = (len(a_pdf(replace(LOOK, design="qinghua"), *[ROW] * count)) for count in (1, 11))
    assert (many - one) / 10 < 12_000


def test_frames_are_as_the_script_draws_them():
    from scripts.draw_certificate_frames import OUT, frames

    for name, content in frames().items():
        assert (OUT / name).read_bytes() == content, name


def test_looks_that_follow_each_other_are_set_together():
    other = replace(LOOK, design="su", paper="a5")
    given = [(LOOK, ROW), (replace(LOOK), ROW), (other, ROW), (LOOK, ROW)]
    made = list(documents(iter(given), "t", ()))
    assert [(part["look"]["design"], len(part["rows"])) for part in made] == [("zhujin", 2), ("su", 1), ("zhujin", 1)]
    sizes = [page.mediabox[2:] for page in PdfReader(io.BytesIO(certificates_pdf(given, title="t"))).pages]
    assert [round(float(width) / MILLIMETRE) for width, _height in sizes] == [297, 297, 210, 297]


def test_the_same_input_gives_the_same_bytes():
    look = replace(LOOK, seal_place="picture", seal=a_seal())
    given = [(look, {**ROW, "number": f"{number:04d}"}) for number in range(120)]
    assert certificates_pdf(given, title="t") == certificates_pdf(iter(given), title="t")


def test_a_page_each_and_all_fonts_inside():
    reader = PdfReader(io.BytesIO(a_pdf(replace(LOOK, design="qinghua"), *[ROW] * 3)))
    assert len(reader.pages) == 3
    fonts = reader.pages[0]["/Resources"]["/Font"].values()
    assert fonts
    for font in fonts:
        descriptor = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert {"/FontFile2", "/FontFile3"} & set(descriptor)


def test_those_left_out_are_named_on_a_last_page():
    left = LeftOut(Certificate(number=12, participant=Participant(name="𪚦野")), "𪚦")
    assert "0012〓野U+2A6A6" in pages(a_pdf(LOOK, ROW, left_out=[left]))[1]
    (alone,) = pages(certificates_pdf([], title="t", left_out=[left]))
    assert "0012〓野U+2A6A6" in alone


def test_text_without_glyphs():
    assert text_without_glyphs("王明", "𪚦公司", "😀𪚦") == "𪚦😀"
    assert text_without_glyphs() == ""


def test_where_a_code_leads():
    assert verify_path(Certificate(number=1, check_code="ABCDEFGH"), "moon") == "/certificates/moon/1-ABCDEFGH/"


@pytest.mark.parametrize("design", DESIGNS)
def test_previews_are_small_pictures(design):
    assert design in QR_COLOURS
    picture = preview_png(replace(LOOK, design=design), ROW)
    assert picture.startswith(b"\x89PNG")
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (468, 331)
