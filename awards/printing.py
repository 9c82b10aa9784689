"""Certificates as PDF and as preview pictures."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any, overload

from django.urls import reverse
from PIL import Image

from awards.glyphs import code_points, missing_glyphs
from awards.models import Certificate
from awards.typesetting import in_parts, qr_svg, set_pages, set_picture
from bobing_event.models import Event

TEMPLATE = "certificate.typ"
DESIGNS = ("zhujin", "qinghua", "su")
DEFAULT_DESIGN = "zhujin"
QR_COLOURS = {"zhujin": "#5B4210", "qinghua": "#1D4E89", "su": "#1F2328"}

SEAL_PIXELS = 800
"""Across a seal of 40 mm, 500 to the inch."""

SAMPLE_ROW = {"name": "王小明", "kind": "table", "table": 8, "place": 1, "pattern": "chajinhua", "dice": "444411"}


@dataclass(frozen=True)
class LeftOut:
    """A certificate that is not printed, because no font has some characters of its name."""

    certificate: Certificate
    missing: str


@dataclass(frozen=True)
class Look:
    """How certificates look, and what is the same on all that look so.

    `design` is one of `DESIGNS`; `paper` a4 or a5; `orientation` landscape or portrait; `date_style` chinese or plain;
    `seal_place` none, blank (a dashed circle to stamp into) or picture (`seal`, any picture Pillow reads, 40 mm wide).
    `closing` and `issuers` may be empty. With `crop_marks` the sheet is larger than the paper and says where it ends.
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


def text_without_glyphs(*texts: str) -> str:
    """The characters that no font has, each once."""
    return missing_glyphs("".join(texts))


def without_glyphs(certificates: Iterable[Certificate]) -> list[LeftOut]:
    """The certificates whose names cannot be printed right."""
    found = ((certificate, missing_glyphs(certificate.recipient)) for certificate in certificates)
    return [LeftOut(certificate, missing) for certificate, missing in found if missing]


def event_text_without_glyphs(event: Event) -> str:
    """The characters of the event's own texts that no font has."""
    sessions = "".join(event.sessions.values_list("name", flat=True))
    return missing_glyphs(event.name + event.edition + "".join(issuers_of(event)) + sessions)


def verify_path(certificate: Certificate, slug: str) -> str:
    """The public page that says what the certificate is."""
    return reverse("certificate-verify", args=[slug, certificate.number, certificate.check_code])


def certificate_row(
    certificate: Certificate, *, event: Event, design: str, base_url: str, sessions: int
) -> dict[str, Any]:
    """What the template needs of one certificate. `sessions` is how many the event has: only then they are named."""
    table, playoff = certificate.table, certificate.playoff
    session = table.session if table is not None and sessions > 1 else None
    return {
        "name": certificate.recipient,
        "kind": "table" if playoff is None else playoff.kind,
        "table": table.number if table is not None else 0,
        "session": {"number": session.number, "name": session.name} if session else None,
        "place": certificate.place or 1,
        "pattern": certificate.pattern,
        "dice": certificate.dice,
        "number": certificate.number_text,
        "qr": qr_svg(base_url.rstrip("/") + verify_path(certificate, event.slug), QR_COLOURS[design]),
    }


@overload
def certificates_pdf(
    looks_and_rows: Iterable[tuple[Look, Row]], /, *, title: str, left_out: Sequence[LeftOut] = ()
) -> bytes: ...
@overload
def certificates_pdf(event: Event, rows: Iterable[Row], design: str, left_out: Sequence[LeftOut] = (), /) -> bytes: ...
def certificates_pdf(first: Any, *old: Any, title: str = "", left_out: Sequence[LeftOut] = ()) -> bytes:
    """One PDF with a page a row, and a last page that names those left out. The same input gives the same bytes.

    Rows that follow each other and look the same are set together. They are taken as their pages are set: an iterator
    of any length needs no more memory than its PDF.
    """
    if isinstance(first, Event):
        return set_pages((TEMPLATE, data) for data in _old_parts(first, *old))
    return set_pages((TEMPLATE, data) for data in _parts(first, title, left_out))


def preview_png(look: Any, row: Any, pixels_per_inch: float = 40) -> bytes:
    """A picture of one certificate."""
    if isinstance(look, Event):
        return _old_preview(look, row, pixels_per_inch)
    return set_picture(TEMPLATE, {"title": "", "look": _look(look), "rows": [row], "left_out": []}, pixels_per_inch)


def _parts(
    looks_and_rows: Iterable[tuple[Look, Row]], title: str, left_out: Sequence[LeftOut]
) -> Iterator[dict[str, Any]]:
    look = None
    for look, same in groupby(looks_and_rows, key=itemgetter(0)):
        described = _look(look)
        for part in in_parts(row for _look, row in same):
            yield {"title": title, "look": described, "rows": part, "left_out": []}
    if left_out:
        yield {"title": title, "look": None, "rows": [], "left_out": _left_out(left_out)}


def _look(look: Look) -> dict[str, Any]:
    return {
        **vars(look),
        "date": [look.date.year, look.date.month, look.date.day],
        "seal": list(_seal(look.seal)) if look.seal_place == "picture" and look.seal else None,
    }


def _seal(picture: bytes) -> bytes:
    """The seal's picture as a PNG that is large enough to print and no larger."""
    with Image.open(io.BytesIO(picture)) as image:
        image.thumbnail((SEAL_PIXELS, SEAL_PIXELS))
        made = io.BytesIO()
        image.convert("RGBA").save(made, "PNG")
    return made.getvalue()


def _left_out(left_out: Sequence[LeftOut]) -> list[dict[str, str]]:
    return [
        {"number": left.certificate.number_text, "name": _boxed(left), "missing": code_points(left.missing)}
        for left in left_out
    ]


def _old_preview(event: Event, design: str, pixels_per_inch: float) -> bytes:
    code = qr_svg("https://example.org", QR_COLOURS[design])
    row = {**SAMPLE_ROW, "session": None, "number": "0000", "qr": code}
    return set_picture(TEMPLATE, _data(event, [row], design), pixels_per_inch)


def issuers_of(event: Event) -> list[str]:
    return [line.strip() for line in event.issuers.splitlines() if line.strip()]


def _old_parts(
    event: Event, rows: Iterable[dict[str, Any]], design: str, left_out: Sequence[LeftOut] = ()
) -> Iterator[dict[str, Any]]:
    for part in in_parts(rows):
        yield _data(event, part, design)
    if left_out:
        yield _data(event, [], design, left_out=_left_out(left_out))


def _data(event: Event, rows: list[dict[str, Any]], design: str, **more: Any) -> dict[str, Any]:
    return {
        "design": design,
        "event": {
            "name": event.name,
            "edition": event.edition,
            "issuers": issuers_of(event),
            "date": [event.date.year, event.date.month, event.date.day],
        },
        "rows": rows,
        "left_out": [],
        **more,
    }


def _boxed(left: LeftOut) -> str:
    """The name with 〓 for each missing character, as printers mark a sort they do not have."""
    return "".join("〓" if char in left.missing else char for char in left.certificate.recipient)
