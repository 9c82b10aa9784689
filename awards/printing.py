"""Certificates as PDF and as preview pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from awards.glyphs import code_points, missing_glyphs
from awards.models import Certificate
from awards.typesetting import in_parts, qr_svg, set_pages, set_picture
from bobing_event.models import Event

TEMPLATE = "certificate.typ"
DESIGNS = ("zhujin", "qinghua", "su")
DEFAULT_DESIGN = "zhujin"
QR_COLOURS = {"zhujin": "#5B4210", "qinghua": "#1D4E89", "su": "#1F2328"}

SAMPLE_ROW = {"name": "王小明", "kind": "table", "table": 8, "place": 1, "pattern": "chajinhua", "dice": "444411"}


@dataclass(frozen=True)
class LeftOut:
    """A certificate that is not printed, because no font has some characters of its name."""

    certificate: Certificate
    missing: str


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


def certificates_pdf(
    event: Event, rows: Iterable[dict[str, Any]], design: str, left_out: Sequence[LeftOut] = ()
) -> bytes:
    """One PDF with a page a row, and a last page that names those left out. The same input gives the same bytes.

    Rows are taken as their pages are set: an iterator of any length needs no more memory than its PDF.
    """
    return set_pages((TEMPLATE, data) for data in _parts(event, rows, design, left_out))


def preview_png(event: Event, design: str, pixels_per_inch: float = 40) -> bytes:
    """A small picture of a sample certificate of the event."""
    code = qr_svg("https://example.org", QR_COLOURS[design])
    row = {**SAMPLE_ROW, "session": None, "number": "0000", "qr": code}
    return set_picture(TEMPLATE, _data(event, [row], design), pixels_per_inch)


def issuers_of(event: Event) -> list[str]:
    return [line.strip() for line in event.issuers.splitlines() if line.strip()]


def _parts(
    event: Event, rows: Iterable[dict[str, Any]], design: str, left_out: Sequence[LeftOut]
) -> Iterator[dict[str, Any]]:
    for part in in_parts(rows):
        yield _data(event, part, design)
    if left_out:
        named = [
            {"number": left.certificate.number_text, "name": _boxed(left), "missing": code_points(left.missing)}
            for left in left_out
        ]
        yield _data(event, [], design, left_out=named)


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
