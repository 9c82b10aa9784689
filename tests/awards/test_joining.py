"""Joining PDFs: all pages in order, one title, the same bytes, what is alike once, and nothing of another hand."""

import io
import warnings

import pytest
import typst
from pypdf import PdfReader

from awards.joining import Joiner, NotPlain, taken_apart

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 900">{}</svg>'


def a_part(*words, title="t", picture=""):
    pages = "\n#pagebreak()\n".join(words)
    drawn = '#image(bytes(sys.inputs.picture), format: "svg", width: 9mm)\n' if picture else ""
    source = f"#set document(title: [{title}], date: none)\n#set page(width: 60mm, height: 40mm)\n{drawn}{pages}"
    return typst.compile(source.encode(), sys_inputs={"picture": picture}, format="pdf", pdf_tags=False)


def joined(*parts):
    whole = Joiner()
    for part in parts:
        whole.add(part)
    return whole.finish()


def read(pdf):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        reader = PdfReader(io.BytesIO(pdf), strict=True)
        return reader.metadata.title, [page.extract_text() for page in reader.pages]


def test_parts_follow_each_other_under_the_firsts_title():
    pdf = joined(a_part("one", "two", title="first"), a_part("three", title="2 0 R"), a_part("four", "five", "six"))
    assert read(pdf) == ("first", ["one", "two", "three", "four", "five", "six"])


def test_a_title_that_looks_like_a_reference_is_left_alone():
    assert read(joined(a_part("one", title="7 0 R of 1 0 R"), a_part("two")))[0] == "7 0 R of 1 0 R"


def test_one_part_is_left_as_typst_made_it():
    assert joined(b"as it is") == b"as it is"
    assert joined() == b""


def test_the_same_parts_give_the_same_bytes():
    parts = [a_part("one"), a_part("two")]
    assert joined(*parts) == joined(*parts)
    assert joined(*parts) != joined(*reversed(parts))


def test_what_parts_have_alike_is_kept_once():
    # A drawing of a size; alike in both parts, it stands in the file once.
    strokes = "".join(f'<path d="M{x} {x * x % 900}L{900 - x} {x * 7 % 900}" stroke="#123456"/>' for x in range(900))
    picture = PICTURE.format(strokes)
    alike = joined(*[a_part(str(n), picture=picture) for n in range(5)])
    single = a_part("0", picture=picture)
    assert len(read(alike)[1]) == 5
    assert len(alike) < 2 * len(single)


@pytest.mark.parametrize(
    "content",
    [b"", b"%PDF-1.7\nnothing here", b"%PDF-1.7\nstartxref\n0\n%%EOF"],
)
def test_pdfs_of_another_hand_are_refused(content):
    with pytest.raises(NotPlain):
        taken_apart(content)


def test_a_table_that_lies_is_refused():
    part = a_part("one")
    with pytest.raises(NotPlain, match="object"):
        taken_apart(part.replace(b"\n2 0 obj\n", b"\n9 0 obj\n"))
