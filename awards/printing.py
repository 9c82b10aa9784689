"""Certificates as PDF and as preview pictures, set by typst. Values go in as JSON and are never read as markup."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import segno
import typst
from django.conf import settings
from django.urls import reverse

from awards.glyphs import code_points, font_folders, missing_glyphs
from awards.models import Certificate
from bobing_event.models import Event

TEMPLATES = Path(settings.BASE_DIR) / "templates" / "print"
DESIGNS = ("zhujin", "qinghua", "su")
DEFAULT_DESIGN = "zhujin"
QR_COLOURS = {"zhujin": "#5B4210", "qinghua": "#1D4E89", "su": "#1F2328"}
# Any mask gives a valid code; searching for the best one takes longer than setting the page.
QR_MASK = 2

SAMPLE_ROW = {"name": "王小明", "kind": "table", "table": 8, "place": 1, "pattern": "chajinhua", "dice": "444411"}


@dataclass(frozen=True)
class LeftOut:
    """A certificate that is not printed, because no font has some characters of its name."""

    certificate: Certificate
    missing: str


def without_glyphs(certificates: Iterable[Certificate]) -> list[LeftOut]:
    """The certificates whose names cannot be printed right."""
    found = ((certificate, missing_glyphs(certificate.participant.name)) for certificate in certificates)
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
        "name": certificate.participant.name,
        "kind": "table" if playoff is None else playoff.kind,
        "table": table.number if table is not None else 0,
        "session": {"number": session.number, "name": session.name} if session else None,
        "place": certificate.place or 1,
        "pattern": certificate.pattern,
        "dice": certificate.dice,
        "number": certificate.number_text,
        "qr": qr_svg(base_url.rstrip("/") + verify_path(certificate, event.slug), design),
    }


def certificates_pdf(
    event: Event, rows: Sequence[dict[str, Any]], design: str, left_out: Sequence[LeftOut] = ()
) -> bytes:
    """One PDF with a page a row, and a last page that names those left out. The same input gives the same bytes."""
    named = [
        {"number": left.certificate.number_text, "name": _boxed(left), "missing": code_points(left.missing)}
        for left in left_out
    ]
    pdf: bytes = typst.compile(
        str(TEMPLATES / "certificate.typ"),
        **_setting(event, rows, design, left_out=named),
        format="pdf",
        pdf_tags=False,
    )
    return pdf


def preview_png(event: Event, design: str, pixels_per_inch: float = 40) -> bytes:
    """A small picture of a sample certificate of the event."""
    row = {**SAMPLE_ROW, "session": None, "number": "0000", "qr": qr_svg("https://example.org", design)}
    png: bytes = typst.compile(
        str(TEMPLATES / "certificate.typ"), **_setting(event, [row], design), format="png", ppi=pixels_per_inch
    )
    return png


def issuers_of(event: Event) -> list[str]:
    return [line.strip() for line in event.issuers.splitlines() if line.strip()]


def qr_svg(text: str, design: str) -> str:
    """A QR code as an SVG of one path, without a quiet zone (the page around it is white).

    segno's own writer takes four times as long.
    """
    matrix = segno.make(text, error="m", mask=QR_MASK, micro=False).matrix
    runs = []
    for y, row in enumerate(matrix):
        for dark, modules in groupby(enumerate(row), key=lambda module: module[1]):
            if dark:
                places = [x for x, _dark in modules]
                runs.append(f"M{places[0]} {y}h{len(places)}v1h-{len(places)}z")
    size = len(matrix)
    view = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"'
    return f'<svg {view}><path fill="{QR_COLOURS[design]}" d="{"".join(runs)}"/></svg>'


def _setting(event: Event, rows: Sequence[dict[str, Any]], design: str, **more: Any) -> dict[str, Any]:
    data = {
        "design": design,
        "event": {
            "name": event.name,
            "edition": event.edition,
            "issuers": issuers_of(event),
            "date": [event.date.year, event.date.month, event.date.day],
        },
        "rows": list(rows),
        "left_out": [],
        **more,
    }
    return {
        "root": str(TEMPLATES),
        "font_paths": font_folders(),
        "ignore_system_fonts": True,
        "sys_inputs": {"data": json.dumps(data, ensure_ascii=False)},
    }


def _boxed(left: LeftOut) -> str:
    """The name with 〓 for each missing character, as printers mark a sort they do not have."""
    return "".join("〓" if char in left.missing else char for char in left.certificate.participant.name)
