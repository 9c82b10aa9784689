"""PDFs set by typst, in pieces: thousands of pages need hardly more memory than a hundred.

Values go in as JSON and are never read as markup.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pikepdf
import segno
import typst
from django.conf import settings

from awards.glyphs import font_folders, text_fonts

TEMPLATES = Path(settings.BASE_DIR) / "templates" / "print"
PAGES_AT_ONCE = 100
"""Pages set in one go: fewer cost time, more cost memory (0.3 to 0.6 MB each while they are set)."""

# Any mask gives a valid code; searching for the best one takes longer than setting the page.
QR_MASK = 2
# typst lets go of what its last ten documents did not need. So many empty ones after each part, and it keeps no more
# than two parts, and what all pages share (fonts, frames); ten would forget that too and cost a tenth of the time.
FORGETTING = 5

Item = TypeVar("Item")


def set_pages(parts: Iterable[tuple[str, dict[str, Any]]]) -> bytes:
    """One PDF of all parts: each a template of `templates/print` and the data of some `PAGES_AT_ONCE` pages.

    The same parts give the same bytes.
    """
    return joined(_set_part(template, data) for template, data in parts)


def joined(parts: Iterable[bytes]) -> bytes:
    """One PDF after the other; what one says of itself (title, author) is the first's. A single one stays as it is.

    The parts wait on the disk, and qpdf reads them there: thousands of pages in memory are what this avoids.
    """
    with TemporaryDirectory(prefix="bobing-pdf-") as folder:
        files = [_written(Path(folder, f"{number}.pdf"), part) for number, part in enumerate(parts)]
        if len(files) == 1:
            return files[0].read_bytes()
        whole = Path(folder, "whole.pdf")
        first, *others = map(str, files)
        pikepdf.Job(["qpdf", first, "--deterministic-id", "--pages", ".", *others, "--", str(whole)]).run()
        return whole.read_bytes()


def set_picture(template: str, data: dict[str, Any], pixels_per_inch: float) -> bytes:
    """The one page of a document as a PNG."""
    return _set(template, data, format="png", ppi=pixels_per_inch)


def drawn_as_svg(source: bytes, data: object) -> str:
    """The one page of a document as an SVG; `source` is typst, and may import from `templates/print`."""
    return _compiled(source, data, format="svg").decode()


def in_parts(items: Iterable[Item], size: int = PAGES_AT_ONCE) -> Iterator[list[Item]]:
    """Lists of `size` items, the last one shorter."""
    rest = iter(items)
    while part := list(islice(rest, size)):
        yield part


def qr_svg(text: str, colour: str = "#000000") -> str:
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
    return f'<svg {view}><path fill="{colour}" d="{"".join(runs)}"/></svg>'


def _set_part(template: str, data: dict[str, Any]) -> bytes:
    part = _set(template, data, format="pdf", pdf_tags=False)
    _forget()
    return part


def _written(path: Path, part: bytes) -> Path:
    path.write_bytes(part)
    return path


def _set(template: str, data: dict[str, Any], **output: Any) -> bytes:
    return _compiled(str(TEMPLATES / template), data, **output)


def _compiled(source: str | bytes, data: object, **output: Any) -> bytes:
    made: Any = typst.compile(
        source,
        root=str(TEMPLATES),
        font_paths=_fonts(),
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        **output,
    )
    return bytes(made)


def _forget() -> None:
    fonts = _fonts()
    for _document in range(FORGETTING):
        typst.compile(b"", font_paths=fonts, format="pdf")


def _fonts() -> typst.Fonts:
    # What is there and since when is part of the key: a font put into the folder while the server runs counts at once.
    folders = tuple(font_folders())
    return _read(folders, tuple((path, path.stat().st_mtime_ns) for path in text_fonts()))


@lru_cache(maxsize=1)
def _read(folders: tuple[str, ...], _files: tuple[tuple[Path, int], ...]) -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, font_paths=list(folders))
