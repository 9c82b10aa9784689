"""Signatures drawn on a tablet: small PNG pictures, checked before they are kept, made smaller for a slip."""

from __future__ import annotations

import base64
import binascii
import io
from uuid import UUID

from django.core.files.base import ContentFile
from django.utils.translation import gettext as _
from PIL import Image

from awards.images import NoPicture, TooManyPixels, opened
from bobing_event.refusals import Refusal

PREFIX = "data:image/png;base64,"
MOST_BYTES = 300 * 1024
MOST_PIXELS = 4_000_000
SLIP_PIXELS = (480, 160)
"""A signature on a slip needs no more, and the slip's data stays small."""


def png_in(data_url: str) -> bytes:
    """The bytes of a PNG data URL, b"" for an empty one. Refuses `bad_signature` and `signature_too_large`."""
    if not data_url:
        return b""
    if len(data_url) > len(PREFIX) + MOST_BYTES * 4 // 3 + 4:
        raise _too_large()
    if not data_url.startswith(PREFIX):
        raise _bad()
    try:
        return base64.b64decode(data_url[len(PREFIX) :], validate=True)
    except binascii.Error:
        raise _bad() from None


def checked_signature(png: bytes, client_uuid: UUID) -> ContentFile[bytes]:
    """The file to keep. Refuses `signature_too_large`, `bad_signature`, and `signature_needed` for an empty picture."""
    if len(png) > MOST_BYTES:
        raise _too_large()
    picture = _opened(png)
    if not _is_drawn_on(picture):
        raise signature_needed()
    return ContentFile(png, name=f"{client_uuid}.png")


def slip_signature(png: bytes) -> bytes:
    """A small black and white PNG of it for a printed slip; b"" for what cannot be read."""
    try:
        picture = _flat(_opened(png))
    except Refusal:
        return b""
    picture.thumbnail(SLIP_PIXELS)
    small = io.BytesIO()
    picture.save(small, "PNG", optimize=True)
    return small.getvalue()


def signature_needed() -> Refusal:
    return Refusal("signature_needed", _("What is worth so much is signed for. Let the receiver sign on the tablet."))


def _opened(png: bytes) -> Image.Image:
    try:
        with opened(io.BytesIO(png), formats=("PNG",), most_pixels=MOST_PIXELS) as picture:
            return picture.copy()
    except TooManyPixels:
        raise _too_large() from None
    except NoPicture:
        raise _bad() from None


def _flat(picture: Image.Image) -> Image.Image:
    """Grey on white, whatever was transparent."""
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture.convert("RGBA"))
    return paper.convert("L")


def _is_drawn_on(picture: Image.Image) -> bool:
    low, high = _flat(picture).getextrema()
    return bool(low != high)


def _bad() -> Refusal:
    return Refusal(
        "bad_signature", _("The signature did not arrive as a picture. Clear it and sign again."), status=400
    )


def _too_large() -> Refusal:
    sentence = _("The signature is larger than 300 KB. Clear it and sign again, more simply.")
    return Refusal("signature_too_large", sentence, status=400)
