"""Certificates as PDF and as preview pictures."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.urls import reverse
from PIL import Image

from awards.glyphs import code_points, missing_glyphs, title_face
from awards.models import Certificate
from awards.outlines import spaced_names
from awards.typesetting import in_parts, set_pages, set_picture

TEMPLATE = "certificate.typ"
DESIGNS = ("zhujin", "qinghua", "su", "yue")
QR_COLOURS = {"zhujin": "#5B4210", "qinghua": "#1D4E89", "su": "#1F2328", "yue": "#16294A"}
BRUSH_DESIGNS = frozenset({"zhujin"})
SEAL_PIXELS = 800
"""Across a seal of 40 mm, 500 to the inch."""


@dataclass(frozen=True)
class Look:
    """How certificates look, and what is the same on all that look so.

    `design` is one of `DESIGNS`; `paper` a4 or a5; `orientation` landscape or portrait; `date_style` chinese or plain;
    `seal_place` none, blank (a dashed circle to stamp into) or picture (`seal`, any picture Pillow reads, 40 mm wide).
    `closing` and `issuers` may be empty. With `crop_marks` the sheet is the next larger paper and says where to cut.
    """

    design: str
    paper: str
    orientation: str
    title: str
    closing: str
    issuers: tuple[str, ...]
    date: date
    date_style: str = "chinese"
    seal_place: str = "none"
    seal: bytes | None = None
    crop_marks: bool = False


Row = dict[str, Any]
"""One certificate: `name`; `honour` in large letters, or ""; `citation`, the text; `dice` as 444411, or "";
`number` as 0007; `copy`, 1 for the first printing; `qr`, an SVG (`awards.typesetting.qr_svg`)."""


@dataclass(frozen=True)
class LeftOut:
    """A certificate that is not printed, because no font has some characters of its name."""

    certificate: Certificate
    missing: str


def text_without_glyphs(*texts: str) -> str:
    """The characters that no font has, each once."""
    return missing_glyphs("".join(texts))


def verify_path(certificate: Certificate, slug: str) -> str:
    """The public page that says what the certificate is."""
    return reverse("certificate-verify", args=[slug, certificate.number, certificate.check_code])


def certificates_pdf(
    looks_and_rows: Iterable[tuple[Look, Row]], *, title: str, left_out: Sequence[LeftOut] = ()
) -> bytes:
    """One PDF with a page a row, and a last page that names those left out. The same input gives the same bytes.

    Rows that follow each other and look the same are set together. They are taken as their pages are set: an iterator
    of any length needs no more memory than its PDF.
    """
    return set_pages((TEMPLATE, data) for data in documents(looks_and_rows, title, left_out))


def preview_png(look: Look, row: Row, pixels_per_inch: float = 40) -> bytes:
    """A picture of one certificate."""
    return set_picture(TEMPLATE, next(documents([(look, row)], "", ())), pixels_per_inch)


def documents(
    looks_and_rows: Iterable[tuple[Look, Row]], title: str, left_out: Sequence[LeftOut]
) -> Iterator[dict[str, Any]]:
    """What the template is given: some pages of one look at a time."""
    for look, same in groupby(looks_and_rows, key=itemgetter(0)):
        described = _look(look)
        preferred = _preferred_face(look.design)
        for part in in_parts(row for _look, row in same):
            yield {"title": title, "look": described, "rows": _rows(part, preferred), "left_out": []}
    if left_out:
        yield {"title": title, "look": None, "rows": [], "left_out": [_left_out(left) for left in left_out]}


def _look(look: Look) -> dict[str, Any]:
    pictured = look.seal_place == "picture" and look.seal
    return {
        **vars(look),
        "title_face": title_face(look.title, _preferred_face(look.design)),
        "date": [look.date.year, look.date.month, look.date.day],
        "seal": list(_seal(look.seal)) if pictured and look.seal else None,
    }


def _rows(rows: Sequence[Row], preferred: str) -> list[Row]:
    spaced = spaced_names([row["name"] for row in rows])
    return [
        {**row, "honour_face": title_face(row["honour"], preferred), "spaced": drawn}
        for row, drawn in zip(rows, spaced, strict=True)
    ]


def _preferred_face(design: str) -> str:
    return "brush" if design in BRUSH_DESIGNS else "song"


@lru_cache(maxsize=8)
def _seal(picture: bytes) -> bytes:
    """The seal's picture as a PNG that is large enough to print and no larger.

    Whether its white ground is clear was decided when it was kept (`awards.seals`).
    """
    with Image.open(io.BytesIO(picture)) as image:
        image.thumbnail((SEAL_PIXELS, SEAL_PIXELS))
        seal = image.convert("RGBA")
    made = io.BytesIO()
    seal.save(made, "PNG")
    return made.getvalue()


def _left_out(left: LeftOut) -> dict[str, str]:
    """The name with 〓 for each missing character, as printers mark a sort they do not have."""
    name = "".join("〓" if char in left.missing else char for char in left.certificate.recipient)
    return {"number": left.certificate.number_text, "name": name, "missing": code_points(left.missing)}
