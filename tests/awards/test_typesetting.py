"""Setting PDFs in pieces: all pages, in order, with the first piece's title, and a QR code that reads."""

import io

import numpy
import pytest
import segno
import typst
from pikepdf import PdfError
from pypdf import PdfReader

from awards import typesetting
from awards.typesetting import drawn_as_svg, in_parts, joined, qr_svg, set_pages

LOOK = {
    "design": "su", "paper": "a5", "orientation": "portrait", "title": "荣誉证书", "title_face": "song", "closing": "",
    "issuers": ["工会"], "date": [2026, 9, 25], "date_style": "chinese", "seal_place": "none", "seal": None,
    "crop_marks": False,
}  # fmt: skip


def a_part(*numbers):
    rows = [
        {
            "name": "王明", "honour": "", "honour_face": "song", "citation": "在“中秋博饼”中荣获状元", "dice": "",
            "number": f"{number:04d}", "copy": 1, "qr": qr_svg("https://example.org"), "spaced": None,
        }
        for number in numbers
    ]  # fmt: skip
    return "certificate.typ", {"title": "中秋博饼", "look": LOOK, "rows": rows, "left_out": []}


def numbers_in(pdf):
    return [page.extract_text().split("编号 ")[1][:4] for page in PdfReader(io.BytesIO(pdf)).pages]


def a_pdf(*words, title="t"):
    pages = "\n#pagebreak()\n".join(words)
    source = f"#set document(title: [{title}], date: none)\n#set page(width: 60mm, height: 40mm)\n{pages}"
    return typst.compile(source.encode(), format="pdf", pdf_tags=False)


def test_joined_pages_are_in_order_under_the_firsts_title():
    pdf = joined([a_pdf("one", "two", title="first"), a_pdf("three", title="second"), a_pdf("four", "five", "six")])
    reader = PdfReader(io.BytesIO(pdf), strict=True)
    assert reader.metadata.title == "first"
    assert [page.extract_text() for page in reader.pages] == ["one", "two", "three", "four", "five", "six"]


def test_a_single_part_is_left_as_typst_made_it():
    assert joined([b"as it is"]) == b"as it is"


def test_the_same_parts_give_the_same_bytes():
    parts = [a_pdf("one"), a_pdf("two")]
    assert joined(parts) == joined(parts)
    assert joined(parts) != joined(parts[::-1])


def test_what_is_no_pdf_is_not_joined():
    with pytest.raises(PdfError):
        joined([a_pdf("one"), b"no PDF"])


def test_parts_follow_each_other():
    pdf = set_pages(iter([a_part(3, 1), a_part(2)]))
    assert numbers_in(pdf) == ["0003", "0001", "0002"]
    assert PdfReader(io.BytesIO(pdf)).metadata.title == "中秋博饼"
    assert pdf == set_pages([a_part(3, 1), a_part(2)])


def test_parts_are_as_long_as_asked():
    assert list(in_parts(range(5), 2)) == [[0, 1], [2, 3], [4]]
    assert list(in_parts([], 2)) == []


def test_a_drawing_may_use_what_templates_use():
    source = b'#import "lines.typ": serif\n#set page(width: 9pt, height: 9pt)\n#sys.inputs.data.len()'
    assert drawn_as_svg(source, ["a"]).startswith('<svg viewBox="0 0 9 9"')


def test_the_svg_has_the_modules_of_the_code():
    matrix = segno.make("https://example.org/p/7HKQ2MN4PX/", error="m", mask=typesetting.QR_MASK, micro=False).matrix
    drawn = numpy.zeros((len(matrix), len(matrix)), dtype=int)
    path = qr_svg("https://example.org/p/7HKQ2MN4PX/").split('d="')[1].split('"')[0]
    for run in path.removesuffix("z").split("z"):
        x, y = (int(number) for number in run[1:].split("h")[0].split())
        length = int(run.split("h")[1].split("v")[0])
        drawn[y, x : x + length] = 1
    assert (drawn == numpy.array([list(row) for row in matrix])).all()
