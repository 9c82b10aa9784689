"""Files into cells: told by what they hold, refused in words."""

import io
import zipfile

import pytest
from openpyxl import Workbook, load_workbook

from bobing_event.importing import reader
from bobing_event.importing.kinds import SENTENCES
from bobing_event.importing.reader import read_sheets
from bobing_event.importing.workbook import sheet_marks
from bobing_event.refusals import Refusal
from tests.bobing_event.factories import HEADER, xlsx

ROWS = [["姓名", "单位"], ["王㛃", "财务部"]]
TEXT = "姓名,单位\r\n王㛃,财务部\r\n"


def refusal(content: bytes) -> Refusal:
    with pytest.raises(Refusal) as refused:
        read_sheets(content)
    return refused.value


def cells(content: bytes) -> list[list[list[object]]]:
    return [[list(row) for row in sheet.rows] for sheet in read_sheets(content)]


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("gb18030"),
        TEXT.replace(",", "\t").encode("utf-16"),
        TEXT.replace(",", ";").encode(),
        b"<html><meta charset=utf-8><table><tr><th>\xe5\xa7\x93\xe5\x90\x8d</th><th>\xe5\x8d\x95\xe4\xbd\x8d</th></tr>"
        + "<tr><td>王㛃</td><td>财务部</td></tr></table>".encode(),
        xlsx(*ROWS),
    ],
    ids=["utf-8", "bom", "gb18030", "utf-16 tabs", "semicolons", "html", "xlsx"],
)
def test_ways_to_write_one_sheet(content):
    assert cells(content) == [ROWS]


def test_quoted_line_break_stays_one_row():
    assert cells('姓名,备注\n王明,"一\n二"\n李静,\n'.encode()) == [[["姓名", "备注"], ["王明", "一\n二"], ["李静", ""]]]


def test_rows_keep_the_numbers_of_the_sheet():
    workbook = Workbook()
    workbook.active["B3"] = "姓名"
    saved = io.BytesIO()
    workbook.save(saved)
    assert cells(saved.getvalue()) == [[[], [], ["", "姓名"]]]


def test_hidden_sheets_say_so_and_those_of_macros_are_not_read():
    workbook = Workbook()
    workbook.active.append(HEADER)
    workbook.create_sheet("hidden").sheet_state = "hidden"
    workbook.create_sheet("macro").sheet_state = "veryHidden"
    saved = io.BytesIO()
    workbook.save(saved)
    assert [(sheet.title, sheet.hidden) for sheet in read_sheets(saved.getvalue())] == [
        ("Sheet", False),
        ("hidden", True),
    ]


def test_marks_of_an_xlsx():
    workbook = load_workbook(io.BytesIO(xlsx(HEADER, ["王明", "=A1", ""], ["李静", "", ""])))
    workbook.active.row_dimensions[3].hidden = True
    saved = io.BytesIO()
    workbook.save(saved)
    (sheet,) = read_sheets(saved.getvalue())
    assert (sheet.hidden_rows, sheet.empty_formulas) == ({2}, {(1, 1)})


def test_formula_calculated_to_no_text_is_not_empty():
    marked = (
        b'<row r="2"><c r="B2" t="str"><f>IF(A2,"","")</f><v></v></c></row>'
        b'<row r="3"><c r="B3"><f>A1</f></c><c r="C3" t="str"><f>A1</f></c></row>'
        b'<row r="4"><c r="B4"><f>1+1</f><v>2</v></c></row>'
    )
    assert sheet_marks(marked) == {"hidden_rows": [], "empty_formulas": [[2, 1], [2, 2]]}


def packed(*names: str) -> bytes:
    """An archive of empty files, or with a text where it is "path=text"."""
    saved = io.BytesIO()
    with zipfile.ZipFile(saved, "w") as archive:
        for name in names:
            path, _equals, text = name.partition("=")
            archive.writestr(path, text)
    return saved.getvalue()


def ole(*streams: str) -> bytes:
    """The head of an OLE file and names as its directory writes them."""
    names = b"".join(name.encode("utf-16-le") for name in streams)
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + names


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)), "picture_file"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF" * 30, "picture_file"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(30), "picture_file"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "picture_file"),
        (b"%PDF-1.7\n\x01\x02\x03", "pdf_file"),
        (b"{\\rtf1 \xd0\xd5\xc3\xfb}", "word_file"),
        (packed("[Content_Types].xml", "word/document.xml"), "word_file"),
        (packed("mimetype=application/vnd.oasis.opendocument.text", "content.xml"), "word_file"),
        (packed("ppt/presentation.xml"), "slides_file"),
        (packed("Index/Document.iwa"), "numbers_spreadsheet"),
        (packed("xl/workbook.xml", "xl/vbaProject.bin"), "spreadsheet_macros"),
        (packed("a.txt"), "archive_file"),
        (b"Rar!\x1a\x07\x01\x00", "archive_file"),
        (b"PK\x03\x04 and then nothing", "spreadsheet_damaged"),
        (packed("xl/workbook.xml"), "spreadsheet_damaged"),
        (xlsx(*ROWS)[:3000], "spreadsheet_damaged"),
        (ole(), "spreadsheet_damaged"),
        (ole("EncryptedPackage"), "spreadsheet_locked"),
        (ole() + b"\x09\x08\x10\x00\x00\x06\x05\x00" + bytes(12) + b"\x2f\x00\x36\x00", "spreadsheet_locked"),
        (ole("WordDocument"), "word_file"),
        (ole("Workbook", "_VBA_PROJECT_CUR"), "spreadsheet_macros"),
        (ole("ETExtData"), "wps_spreadsheet"),
        (b"\x09\x00\x04\x00\x02\x00\x10\x00", "old_spreadsheet"),
        (b"\x01\x02\x03\xff\xfe", "not_a_spreadsheet"),
        (b"<!DOCTYPE html><html><body><form>Sign in</form></body></html>", "not_a_spreadsheet"),
        (b'<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet', "spreadsheet_damaged"),
    ],
)
def test_what_is_no_list_says_what_it_is(content, code):
    refused = refusal(content)
    assert (refused.code, refused.status, str(refused)) == (code, 400, str(SENTENCES[code]))


def test_an_unreadable_et_is_told_by_its_name():
    with pytest.raises(Refusal) as refused:
        read_sheets(ole(), "名单.ET")
    assert refused.value.code == "wps_spreadsheet"


def test_empty_file_has_no_rows():
    assert cells(b"") == [[]]
    assert cells(b"\n,,\n\n") == [[]]
    assert cells(b"\na,b\n,\n") == [[[], ["a", "b"]]]


def test_more_rows_than_any_hall(monkeypatch):
    monkeypatch.setattr(reader, "MOST_ROWS", 3)
    assert len(cells(b"a\nb\nc\n")[0]) == 3
    assert refusal(b"a\nb\nc\nd\n").code == "file_too_large"
    assert refusal(xlsx(["a"], ["b"], ["c"], ["d"])).code == "file_too_large"


def test_a_cell_in_the_last_corner_is_refused_within_limits():
    """A reader allocates the whole rectangle, half a terabyte here; only the reading process may die of it."""
    workbook = Workbook()
    workbook.active["A1"], workbook.active["XFD1048576"] = "姓名", "x"
    saved = io.BytesIO()
    workbook.save(saved)
    refused = refusal(saved.getvalue())
    assert (refused.code, refused.status) == ("file_too_large", 413)


def test_a_file_that_takes_too_long(monkeypatch):
    monkeypatch.setattr(reader, "MOST_SECONDS", 0.001)
    assert refusal(xlsx(["姓名"])).code == "file_too_large"


def test_zip_bomb(monkeypatch):
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 2_000_000)
    assert len(bomb.getvalue()) < 5000
    monkeypatch.setattr(reader, "MOST_UNPACKED_BYTES", 1_000_000)
    refused = refusal(bomb.getvalue())
    assert (refused.code, refused.status) == ("file_too_large", 413)


@pytest.mark.parametrize(
    "content",
    [
        b"<html>" + b"<table><tr><td>" * 300,
        b"<html><table>" + b"<tr><td rowspan=9999 colspan=999>x" * 4_000,
        b"<html><table>" + b"<td>" * 5_000,
        b'<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:'
        b'spreadsheet"><Worksheet><Table><Row ss:Index="1048576"/></Table></Worksheet></Workbook>',
        ",".join(["x"] * 9).encode() + b"\n" + b"x\n" * 50_001,
    ],
    ids=["tables", "cells that reach far", "cells too far right", "a row far below", "filled rows"],
)
def test_files_that_would_cost_too_much(content):
    assert refusal(content).code == "file_too_large"


def test_what_is_told_slowly_is_told_all_the_same():
    """Words that a careless search would go through again and again from each of their letters."""
    long = b"a" * 300_000
    assert cells(b"<html><table><tr><td " + long + "></td><td>姓名".encode()) == [[["", "姓名"]]]
    assert cells(b"(" * 100_000 + "\n姓名\n".encode())[0][1] == ["姓名"]


def test_entities_of_its_own():
    names = b'xmlns="urn:schemas-microsoft-com:office:spreadsheet"'
    content = b"<?xml version='1.0'?><Workbook " + names + b"><!DOCTYPE l [<!ENTITY a 'a'>]></Workbook>"
    assert refusal(content).code == "spreadsheet_damaged"


def test_a_zip_that_lies_about_its_size(monkeypatch):
    """What a workbook says that it unpacks to is not believed: the reading process has its limits."""
    monkeypatch.setattr(reader, "MOST_MEMORY_BYTES", 200 * 2**20)
    packed_sheet = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(xlsx(*ROWS))) as old,
        zipfile.ZipFile(packed_sheet, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            padding = b" " * 250_000_000 if name == "xl/worksheets/sheet1.xml" else b""
            new.writestr(name, old.read(name).replace(b"<sheetData>", padding + b"<sheetData>"))
    size = next(entry.file_size for entry in zipfile.ZipFile(packed_sheet).infolist() if entry.file_size > 10**8)
    content = packed_sheet.getvalue().replace(size.to_bytes(4, "little"), (5000).to_bytes(4, "little"))
    assert refusal(content).code == "file_too_large"
