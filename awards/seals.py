"""Pictures of seals: looked at before they are kept, and kept as PNG of a size that prints well."""

from __future__ import annotations

import io
from typing import Any

from django.core.files.base import File
from django.utils.translation import gettext as _
from PIL import Image, ImageChops, ImageOps

from awards.images import NoPicture, TooManyPixels, opened
from bobing_event.refusals import Refusal

MAX_BYTES = 5 * 1024 * 1024
MAX_PIXELS = 40_000_000  # a decompressed picture takes four bytes a pixel
EDGE = 1200
"""The longest side kept, in pixels: a seal of 4 cm at 760 to the inch."""
FORMATS = ("PNG", "JPEG", "WEBP")
INK_FROM, PAPER_FROM = 150, 235
"""Of the darkest of a pixel's three colours: up to here all ink, from here on all paper, where the paper is white."""
SHADOW = 12
"""So much darker than its edge the paper of a photo may be in places."""


def seal_png(file: File[Any], *, drop_white: bool = False) -> bytes:
    """An uploaded picture as a PNG of at most `EDGE` pixels, transparent where it was, or where it was paper.

    Refuses `file_too_large` before anything is read, `picture_too_large` (in pixels) before it is unpacked, and
    `no_picture`.
    """
    if file.size is None or file.size > MAX_BYTES:
        sentence = _("The picture has %(size)s MB; a seal has at most %(most)s MB. Scan it in 300 dots to the inch.")
        facts = {"size": f"{(file.size or 0) / 2**20:.1f}", "most": MAX_BYTES // 2**20}
        raise Refusal("file_too_large", sentence % facts, status=413, field="seal")
    image = _upright(file)
    image.thumbnail((EDGE, EDGE), Image.Resampling.LANCZOS)
    if drop_white:
        image = without_paper(image)
    made = io.BytesIO()
    image.save(made, "PNG", optimize=True)
    return made.getvalue()


def without_paper(image: Image.Image) -> Image.Image:
    """The picture with its white ground made transparent, soft at the edges of the ink.

    On a photo white paper is grey: how grey, its edge tells.
    """
    red, green, blue, alpha = image.convert("RGBA").split()
    darkest = ImageChops.darker(ImageChops.darker(red, green), blue)
    paper = max(INK_FROM + SHADOW, min(PAPER_FROM, _shade_of_edge(darkest) - SHADOW))
    ink = darkest.point([min(255, max(0, (paper - shade) * 255 // (paper - INK_FROM))) for shade in range(256)])
    return Image.merge("RGBA", (red, green, blue, ImageChops.multiply(alpha, ink)))


def _shade_of_edge(picture: Image.Image) -> int:
    """The middle one of the shades along the four sides."""
    width, height = picture.size
    sides = ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height))
    shades = sorted(shade for side in sides for shade in picture.crop(side).tobytes())
    return shades[len(shades) // 2]


def _upright(file: File[Any]) -> Image.Image:
    try:
        with opened(file, formats=FORMATS, most_pixels=MAX_PIXELS) as found:
            turned: Image.Image = ImageOps.exif_transpose(found)
            return turned.convert("RGBA")
    except TooManyPixels as many:
        raise _too_many_pixels(*many.size) from None
    except NoPicture:
        sentence = _("This is no picture that can be read. A seal is a PNG, JPEG or WebP file.")
        raise Refusal("no_picture", sentence, status=400, field="seal") from None


def _too_many_pixels(width: int = 0, height: int = 0) -> Refusal:
    sentence = _("The picture is too large to unpack. A seal of %(edge)s × %(edge)s pixels is enough.")
    facts = {"edge": EDGE}
    return Refusal("picture_too_large", sentence % facts, status=400, field="seal", width=width, height=height)
