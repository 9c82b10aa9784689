#!/usr/bin/env python3
"""Draws the frames of the certificate designs, lying and standing, so that ornament is exact and can be drawn again.

The frames are committed as PDF: typst puts a PDF into its own once, however many certificates show it, and an SVG once
a page. After changing a motif run, in the product's environment: `python -m scripts.draw_certificate_frames`.
"""

from __future__ import annotations

from pathlib import Path

import typst

from scripts.frames import qinghua, yue, zhujin
from scripts.frames.drawing import Sheet

OUT = Path(__file__).resolve().parents[1] / "templates" / "print" / "certificate"
SHEETS = {"landscape": Sheet(297, 210), "portrait": Sheet(210, 297)}
DESIGNS = {"zhujin": zhujin.draw, "qinghua": qinghua.draw, "yue": yue.draw}


def frames() -> dict[str, bytes]:
    """Each frame as a PDF of one page, by the file's name."""
    return {
        f"{name}-{orientation}.pdf": as_pdf(draw(sheet), sheet)
        for name, draw in DESIGNS.items()
        for orientation, sheet in SHEETS.items()
    }


def as_pdf(drawing: str, sheet: Sheet) -> bytes:
    page = (
        "#set document(date: none)\n"
        f"#set page(width: {sheet.width}mm, height: {sheet.height}mm, margin: 0mm)\n"
        f'#image(bytes(sys.inputs.drawing), format: "svg", width: {sheet.width}mm)'
    )
    made: bytes = typst.compile(page.encode(), sys_inputs={"drawing": drawing}, format="pdf", pdf_tags=False)
    return made


if __name__ == "__main__":
    for name, content in frames().items():
        (OUT / name).write_bytes(content)
        print(OUT / name)
