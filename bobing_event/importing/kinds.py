"""What a file is that cannot be read, by what it holds, and how its owner goes on."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bobing_event.refusals import Refusal

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

SENTENCES: dict[str, Promise] = {
    "not_a_spreadsheet": _(
        "This is not a spreadsheet. Open it in Excel or WPS, save it as .xlsx or .csv and upload that file."
    ),
    "spreadsheet_damaged": _(
        "This workbook is damaged or was not copied whole. Open it in Excel or WPS, save it anew as .xlsx and upload "
        "that file."
    ),
    "spreadsheet_locked": _("This file is protected by a password. Save it without one and upload it again."),
    "spreadsheet_macros": _(
        "This workbook holds macros, which are never opened here. Save it as .xlsx, without them, and upload that file."
    ),
    "wps_spreadsheet": _("This is a sheet in WPS's own form (.et). Save it in WPS as .xlsx and upload that file."),
    "old_spreadsheet": _("This sheet comes from a very old program. Open it in Excel or WPS and save it as .xlsx."),
    "numbers_spreadsheet": _("This is a sheet of Apple Numbers. Export it to Excel (.xlsx) and upload that file."),
    "picture_file": _("This is a picture of a list. Ask for the sheet itself, or type it into an .xlsx file."),
    "pdf_file": _("This is a PDF. Ask for the sheet that it was printed from, as .xlsx."),
    "word_file": _("This is a text document. Copy its table into Excel or WPS, save that as .xlsx and upload it."),
    "slides_file": _("This is a presentation. Copy its table into Excel or WPS, save that as .xlsx and upload it."),
    "archive_file": _("This is a packed folder. Unpack it and upload the sheet that is in it."),
}

_BEGINNINGS: Sequence[tuple[bytes, str]] = (
    (b"%PDF", "pdf_file"),
    (b"{\\rtf", "word_file"),
    (b"\x89PNG", "picture_file"),
    (b"\xff\xd8\xff", "picture_file"),
    (b"GIF8", "picture_file"),
    (b"BM\x00", "picture_file"),
    (b"II*\x00", "picture_file"),
    (b"MM\x00*", "picture_file"),
    (b"Rar!", "archive_file"),
    (b"7z\xbc\xaf", "archive_file"),
    (b"\x1f\x8b", "archive_file"),
    (b"BZh", "archive_file"),
    (b"\xfd7zXZ", "archive_file"),
    *((bytes([9, kind, length, 0]), "old_spreadsheet") for kind, length in ((0, 4), (2, 6), (4, 6), (8, 8))),
)

_HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1")

# In the directory of an OLE file names are UTF-16.
_OLE_STREAMS = (
    ("EncryptedPackage", "spreadsheet_locked"),
    ("WordDocument", "word_file"),
    ("PowerPoint Document", "slides_file"),
    ("_VBA_PROJECT", "spreadsheet_macros"),
)
# In an .xls the record FILEPASS follows the first one, BOF, of a workbook that is encrypted.
_LOCKED = re.compile(rb"\x09\x08\x10\x00\x00\x06\x05\x00.{12}(?:\x86\x00\x00\x00)?\x2f\x00", re.S)
_PARTS = (
    ("xl/vbaProject.bin", "spreadsheet_macros"),
    ("xl/macrosheets/", "spreadsheet_macros"),
    ("word/", "word_file"),
    ("ppt/", "slides_file"),
    ("Index/Document.iwa", "numbers_spreadsheet"),
    ("Index.zip", "numbers_spreadsheet"),
)
_WORKBOOKS = ("xl/workbook.xml", "xl/workbook.bin", "content.xml", "xl/_rels/workbook.xml.rels")
_OPEN_DOCUMENTS = {b"text": "word_file", b"presentation": "slides_file", b"graphics": "picture_file"}
# What Python's zip reader raises on archives that are damaged, encrypted, or packed in a way it does not know.
_BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, ValueError, OSError, EOFError, RuntimeError)


def refusal_of(code: str) -> Refusal:
    return Refusal(code, str(SENTENCES[code]), status=400)


def refuse_other_kinds(content: bytes) -> None:
    """Refuses, with a code of `SENTENCES`, what is known by its first bytes or its streams to be no list."""
    if content.startswith(OLE):
        code = _kind_of_ole(content)
    elif content[4:12] in _HEIC or (content.startswith(b"RIFF") and content[8:12] == b"WEBP"):
        code = "picture_file"
    else:
        code = next((code for beginning, code in _BEGINNINGS if content.startswith(beginning)), "")
    if code:
        raise refusal_of(code)


def _kind_of_ole(content: bytes) -> str:
    for name, code in _OLE_STREAMS:
        if name.encode("utf-16-le") in content:
            return code
    return "spreadsheet_locked" if _LOCKED.search(content) else ""


def refuse_other_archives(content: bytes) -> None:
    """Refuses an archive that is broken, that holds no workbook, or macros."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = [name.replace("\\", "/") for name in archive.namelist()]
            kind = archive.open("mimetype").read(100) if "mimetype" in names else b""
    except _BROKEN:
        raise refusal_of("spreadsheet_damaged") from None
    for beginning, code in _PARTS:
        if any(name.startswith(beginning) for name in names):
            raise refusal_of(code)
    if code := _OPEN_DOCUMENTS.get(kind.rpartition(b".")[2], ""):
        raise refusal_of(code)
    if not any(name in _WORKBOOKS for name in names):
        raise refusal_of("archive_file")


def unpacked_size(content: bytes) -> int:
    """What an archive says that it unpacks to. Refuses `spreadsheet_damaged`."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return sum(entry.file_size for entry in archive.infolist())
    except _BROKEN:
        raise refusal_of("spreadsheet_damaged") from None


def unreadable(content: bytes, name: str) -> Refusal:
    """Why a file that looks like a workbook cannot be read."""
    if name.lower().endswith((".et", ".ett")) or "ETExtData".encode("utf-16-le") in content:
        return refusal_of("wps_spreadsheet")
    return refusal_of("spreadsheet_damaged" if content.startswith((ZIP, OLE)) else "not_a_spreadsheet")
