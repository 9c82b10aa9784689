"""Six dice: the 462 distinct hands and the 46,656 throws that show them (RULEBOOK §2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product
from math import factorial, prod

DICE = 6
FACES = (1, 2, 3, 4, 5, 6)
THROWS = len(FACES) ** DICE
"""46,656: the throws of six dice when their order is counted."""

Throw6 = tuple[int, int, int, int, int, int]


class HandError(ValueError):
    """Dice that are no hand.

    `code` is `dice_count` (not six dice) or `dice_face` (a die that is not an int 1..6; bools and floats are
    refused).
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Hand:
    """What six dice show, their order forgotten (RULEBOOK §2).

    There are 462 of them and each exists once, so hands compare and hash by identity.
    Make one with `Hand.of` or `Hand.parse`. `faces` is the sorted six, `counts[f - 1]` is c_f,
    `ways` is how many of the 46,656 throws show it.
    """

    __slots__ = ("counts", "faces", "text", "ways")

    faces: Throw6
    counts: Throw6
    ways: int
    text: str

    def __new__(cls, *_: object) -> Hand:
        raise TypeError("hands are made by Hand.of and Hand.parse")

    @staticmethod
    def of(dice: Iterable[int]) -> Hand:
        """The hand of six ints in any order. Raises HandError."""
        try:
            thrown = tuple(dice)
        except TypeError:
            raise HandError("dice_count", f"six dice are needed, not {dice!r}") from None
        if len(thrown) != DICE:
            raise HandError("dice_count", f"six dice are needed, not {len(thrown)}")
        for face in thrown:
            # True == 1 and 1.0 == 1, so the type is asked before the value.
            if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= 6:
                raise HandError("dice_face", f"a die shows 1 to 6, not {face!r}")
        return _HANDS[tuple(sorted(thrown))]

    @staticmethod
    def parse(text: str) -> Hand:
        """The hand of six digits in any order: `Hand.parse("444411")`. Raises HandError."""
        if not isinstance(text, str) or len(text) != DICE:
            raise HandError("dice_count", f"six digits are needed, not {text!r}")
        # int() would also take full-width digits; only the six ASCII ones are faces.
        return Hand.of([int(digit) if digit in "123456" else 0 for digit in text])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Hand does not change")

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Hand.parse, (self.text,)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Hand.parse({self.text!r})"


def _make(faces: tuple[int, ...]) -> Hand:
    hand = object.__new__(Hand)
    counts = tuple(faces.count(face) for face in FACES)
    for name, value in (
        ("faces", faces),
        ("counts", counts),
        ("ways", factorial(DICE) // prod(map(factorial, counts))),
        ("text", "".join(map(str, faces))),
    ):
        object.__setattr__(hand, name, value)
    return hand


_HANDS: dict[tuple[int, ...], Hand] = {faces: _make(faces) for faces in combinations_with_replacement(FACES, DICE)}
_ALL = tuple(_HANDS.values())


def all_hands() -> tuple[Hand, ...]:
    """The 462 hands, ordered by their sorted faces (111111 first)."""
    return _ALL


def all_throws() -> Iterator[Throw6]:
    """The 46,656 throws as tuples of six faces, 111111 first and 666666 last."""
    return product(FACES, repeat=6)  # type: ignore[return-value]


def hands_of_all_throws() -> Iterator[Hand]:
    """The hand of every throw, in the order of `all_throws`."""
    return (_HANDS[tuple(sorted(throw))] for throw in all_throws())
