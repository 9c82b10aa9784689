"""Drawing lots so that anybody can repeat the draw: a Fisher–Yates shuffle over SHA-256.

The only input besides the list is the seed. No item has a weight, so no person can be preferred.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

WORD = 8  # bytes a number is made of


def numbers(seed: bytes) -> Iterator[int]:
    """Endless 64-bit numbers: the big-endian quarters of SHA-256(seed + 8-byte block counter), four a block."""
    block = 0
    while True:
        digest = hashlib.sha256(seed + block.to_bytes(8, "big")).digest()
        for start in range(0, len(digest), WORD):
            yield int.from_bytes(digest[start : start + WORD], "big")
        block += 1


def below(limit: int, source: Iterator[int]) -> int:
    """A number 0 … limit-1 from the source; numbers beyond the last full multiple are thrown away (no bias)."""
    fair = (1 << 8 * WORD) // limit * limit
    return next(n for n in source if n < fair) % limit


def drawn(items: Sequence[T], source: Iterator[int]) -> list[T]:
    """The items in drawn order: from the last place down, each swaps with one drawn from those before and itself."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, source)
        order[last], order[other] = order[other], order[last]
    return order


def shuffled(items: Sequence[T], seed: bytes) -> list[T]:
    """The items in the order drawn by the numbers of a seed."""
    return drawn(items, numbers(seed))
