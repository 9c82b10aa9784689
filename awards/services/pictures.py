"""Pictures of goods: whatever was uploaded becomes a small WebP without anything but the picture."""

from __future__ import annotations

import io
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from awards.images import NoPicture, TooManyPixels, opened
from awards.models import Prize
from bobing_event.audit import record_action
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MAX_BYTES = 5 * 1024 * 1024
MAX_PIXELS = 50_000_000
SIDE = 480
"""Pixels of the longer side of what is kept: enough for the prize desk's tablet."""
FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP")


@transaction.atomic
def set_prize_picture(*, prize: Prize, content: bytes, by: User, now: datetime) -> Prize:
    """Keep a picture of the goods in place of the one before. Refuses `picture_too_large` and `no_picture`."""
    small = small_picture(content)
    _forget(prize)
    prize.picture.save(f"{prize.pk}.webp", ContentFile(small), save=False)
    prize.save(update_fields=["picture"])
    record_action(event=prize.event, by=by, now=now, action="prize_picture_set", subject=str(prize))
    return prize


@transaction.atomic
def remove_prize_picture(*, prize: Prize, by: User, now: datetime) -> Prize:
    """Nothing happens where there is none."""
    if prize.picture:
        _forget(prize)
        prize.picture = ""
        prize.save(update_fields=["picture"])
        record_action(event=prize.event, by=by, now=now, action="prize_picture_removed", subject=str(prize))
    return prize


def small_picture(content: bytes) -> bytes:
    """A WebP of at most `SIDE` pixels, upright, without metadata. Refuses as `set_prize_picture` does."""
    if len(content) > MAX_BYTES:
        raise _too_large()
    try:
        with opened(io.BytesIO(content), formats=FORMATS, most_pixels=MAX_PIXELS) as picture:
            picture.draft("RGB", (SIDE * 2, SIDE * 2))  # a JPEG of many pixels is read at a fraction of them
            upright = ImageOps.exif_transpose(picture)
            upright.thumbnail((SIDE, SIDE))
            mode = "RGBA" if upright.has_transparency_data else "RGB"
            drawn = Image.new(mode, upright.size)
            drawn.paste(upright.convert(mode))
    except TooManyPixels:
        raise _too_large() from None
    except NoPicture:
        raise Refusal(
            "no_picture",
            _("This file is no picture that can be read. Save it as JPEG or PNG and upload that file."),
            status=400,
        ) from None
    saved = io.BytesIO()
    drawn.save(saved, "WEBP", quality=80)
    return saved.getvalue()


def _too_large() -> Refusal:
    sentence = _("A picture has at most 5 MB and 50 million pixels. Make it smaller and upload it again.")
    return Refusal("picture_too_large", sentence, status=413)


def _forget(prize: Prize) -> None:
    """Delete the file of the picture before, once the new one stands."""
    if prize.picture.name:
        transaction.on_commit(partial(default_storage.delete, prize.picture.name))
