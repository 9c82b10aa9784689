"""Pictures that people send, opened with care: seals, goods and signatures come through here."""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from PIL import Image

# What Pillow's readers raise of a damaged file; `UnidentifiedImageError` is an OSError.
_DAMAGED = (OSError, ValueError, SyntaxError, EOFError, IndexError, OverflowError, struct.error, zlib.error)


class NoPicture(Exception):
    """The file is of none of the formats, or damaged."""


class TooManyPixels(Exception):
    """It would take too much memory to unpack. `size` are its width and height, where they are known."""

    def __init__(self, size: tuple[int, int] = (0, 0)) -> None:
        super().__init__(size)
        self.size = size


@contextmanager
def opened(file: IO[bytes] | Any, *, formats: tuple[str, ...], most_pixels: int) -> Iterator[Image.Image]:
    """The picture, not unpacked yet; unpack it within. Raises `NoPicture` and `TooManyPixels`, also for what is raised
    while it is unpacked there.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # `most_pixels` says it
            with Image.open(file, formats=formats) as picture:
                if picture.width * picture.height > most_pixels:
                    raise TooManyPixels(picture.size)
                yield picture
    except Image.DecompressionBombError:
        raise TooManyPixels from None
    except _DAMAGED:
        raise NoPicture from None
