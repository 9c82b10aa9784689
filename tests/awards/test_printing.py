"""The certificates' PDF: its text, its pages, and that it never changes by itself."""

import io
from datetime import date

import pytest
from pypdf import PdfReader

from awards.models import Certificate
from awards.printing import (
    DESIGNS,
    LeftOut,
    certificate_row,
    certificates_pdf,
    event_text_without_glyphs,
    preview_png,
    without_glyphs,
)
from awards.queries import certificates_of
from awards.services import make_certificates
from awards.typesetting import qr_svg
from bobing_event.models import Participant
from tests.awards.factories import a_table, a_won_playoff, an_evening, an_event, by_owner

pytestmark = pytest.mark.django_db

ROW = {
    "name": "王明", "kind": "table", "table": 7, "session": None, "place": 1, "pattern": "chajinhua", "dice": "444411",
    "number": "0001", "qr": qr_svg("https://example.org/certificates/moon/1-ABCDEFGH/"),
}  # fmt: skip


def pages(pdf):
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def a_page(event=None, design="zhujin", **changes):
    return pages(certificates_pdf(event or an_event(), [{**ROW, **changes}], design))[0]


@pytest.mark.parametrize("design", DESIGNS)
def test_what_a_certificate_says(design):
    text = a_page(design=design)
    for part in (
        "荣誉证书", "王明", "在“中秋博饼”中，掷得状元插金花，荣获", "第七桌状元", "特发此证，以资鼓励。",
        "工会委员会", "团委", "二〇二六年九月二十五日", "编号0001", "扫码核验",
    ):  # fmt: skip
        assert part in text, part


NAMES = (
    "王㛃", "龘龙", "林𬭎", "陈䶮", "欧阳娜娜", "吉日格勒·巴特尔", "Łukasz Żółć", "*粗* #panic() $x$", "Wolfgang " * 6,
)  # fmt: skip


@pytest.mark.parametrize("design", DESIGNS)
def test_names_can_be_copied_out(design):
    pdf = certificates_pdf(an_event(), [{**ROW, "name": name.strip()} for name in NAMES], design)
    for name, page in zip(NAMES, pages(pdf), strict=True):
        assert "".join(name.split()) in page


def test_titles():
    asked = [
        ({"table": 10}, "第十桌状元"),
        ({"table": 12}, "第十二桌状元"),
        ({"table": 20}, "第二十桌状元"),
        ({"table": 103}, "第一百零三桌状元"),
        ({"table": 110}, "第一百一十桌状元"),
        ({"table": 1020}, "第一千零二十桌状元"),
        ({"kind": "zongzhuangyuan"}, "总状元"),
        ({"kind": "wangzhongwang"}, "状元王中王"),
        ({"kind": "zongduitang", "place": 3}, "总对堂第三名"),
    ]
    pdf = certificates_pdf(an_event(), [{**ROW, **changes} for changes, _title in asked], "zhujin")
    for (_changes, title), page in zip(asked, pages(pdf), strict=True):
        assert title in page


def test_a_champion_named_by_the_committee_has_no_throw():
    text = a_page(pattern="", dice="")
    assert "在“中秋博饼”中，荣获" in text
    assert "掷得" not in text


def test_the_edition_is_named():
    assert "在“中秋博饼”（第六届）中，掷得状元插金花，荣获" in a_page(an_event(edition="第六届"))


def test_frames_are_stored_once():
    event = an_event()
    one, many = (len(certificates_pdf(event, [ROW] * pages, "qinghua")) for pages in (1, 11))
    assert (many - one) / 10 < 12_000


@pytest.mark.parametrize(
    ("session", "words"),
    [({"number": 2, "name": ""}, "“中秋博饼”第二场中"), ({"number": 2, "name": "晚上"}, "“中秋博饼”晚上中")],
)
def test_sessions_are_named(session, words):
    assert words in a_page(session=session)


@pytest.mark.parametrize(
    ("day", "written"),
    [(date(2026, 10, 1), "二〇二六年十月一日"), (date(2030, 9, 30), "二〇三〇年九月三十日")],
)
def test_dates(day, written):
    event = an_event()
    event.date = day
    assert written in a_page(event)


def test_the_same_input_gives_the_same_bytes():
    event = an_event()
    assert certificates_pdf(event, [ROW, ROW], "zhujin") == certificates_pdf(event, [ROW, ROW], "zhujin")


def test_a_page_each_and_all_fonts_inside():
    reader = PdfReader(io.BytesIO(certificates_pdf(an_event(), [ROW] * 3, "qinghua")))
    assert len(reader.pages) == 3
    assert [round(float(side) / 72 * 25.4) for side in reader.pages[0].mediabox[2:]] == [297, 210]
    fonts = reader.pages[0]["/Resources"]["/Font"].values()
    assert fonts
    for font in fonts:
        descriptor = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert {"/FontFile2", "/FontFile3"} & set(descriptor)


def test_those_left_out_are_named_on_a_last_page():
    certificate = Certificate(number=12, participant=Participant(name="𪚦野"))
    pdf = certificates_pdf(an_event(), [ROW], "su", [LeftOut(certificate, "𪚦")])
    assert len(pages(pdf)) == 2
    assert "0012〓野U+2A6A6" in pages(pdf)[1]
    assert len(pages(certificates_pdf(an_event("b"), [], "su", [LeftOut(certificate, "𪚦")]))) == 1


def test_rows_of_certificates():
    event = an_evening(1)
    a_won_playoff(event)
    make_certificates(event=event, **by_owner())
    table, playoff = (
        certificate_row(made, event=event, design="su", base_url="http://hall:8000/", sessions=1)
        for made in certificates_of(event)
    )
    code = Certificate.objects.get(number=1).check_code
    assert table == {
        "name": "王明", "kind": "table", "table": 1, "session": None, "place": 1, "pattern": "sihong",
        "dice": "444456", "number": "0001", "qr": qr_svg(f"http://hall:8000/certificates/moon/1-{code}/", "#1F2328"),
    }  # fmt: skip
    assert (playoff["kind"], playoff["place"], playoff["number"]) == ("zongzhuangyuan", 1, "0002")


def test_sessions_come_in_where_there_are_several():
    event = an_evening(1)
    make_certificates(event=event, **by_owner())
    certificate = certificates_of(event).first()
    row = certificate_row(certificate, event=event, design="su", base_url="", sessions=2)
    assert row["session"] == {"number": 1, "name": ""}


def test_names_without_glyphs_are_found():
    event = an_event()
    a_table(event, people=[("王明", "", ""), ("𪚦野", "", "")])
    people = Participant.objects.filter(event=event).order_by("id")
    found = without_glyphs([Certificate(number=n, participant=person) for n, person in enumerate(people)])
    assert [(left.certificate.number, left.missing) for left in found] == [(1, "𪚦")]


def test_the_events_own_text_is_checked():
    event = an_event(issuers="𪚦公司\n工会")
    event.sessions.create(number=1, name="😀场")
    assert event_text_without_glyphs(event) == "𪚦😀"
    assert event_text_without_glyphs(an_event("other")) == ""


@pytest.mark.parametrize("design", DESIGNS)
def test_previews_are_small_pictures(design):
    picture = preview_png(an_event(), design)
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20]) == 468
    assert int.from_bytes(picture[20:24]) == 331
