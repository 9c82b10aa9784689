"""The numbers by which staff are known at a tablet: what they may be, how they are kept, how often one may guess.

A PIN is six digits. Kept is a keyed digest alone: its key is derived from `SECRET_KEY`, so no dump of the database
tells a PIN, and equal digits of two events have different digests. Guesses are counted in the cache: for each place
(a table's card, a tablet) and asker, and for the place as a whole. Without Redis each of the two web processes
counts for itself, so that twice as many guesses may get through; they stay some dozens against a million.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from math import ceil

from django.core.cache import cache
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bobing_event.refusals import Refusal

SALT = "bobing_event.pins"
DIGITS = 6
FEWEST_DISTINCT = 3
"""A PIN of fewer different digits is guessed or watched too easily."""


def pin_digest(event_id: int, pin: str) -> str:
    """What is kept of a PIN: 64 hex digits that only this installation can make."""
    return salted_hmac(SALT, f"{event_id}:{pin}", algorithm="sha256").hexdigest()


def is_pin(text: object) -> bool:
    """Whether it has the form of a PIN: six ASCII digits."""
    return isinstance(text, str) and len(text) == DIGITS and text.isascii() and text.isdecimal()


def is_weak(pin: str) -> bool:
    """Whether somebody would try it early: few different digits, a run (123456, 987654), a repeated group (123123)."""
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    repeats = any(pin == pin[:length] * (DIGITS // length) for length in (1, 2, 3))
    return len(set(pin)) < FEWEST_DISTINCT or steps <= {1} or steps <= {9} or repeats


def new_pin() -> str:
    """A random PIN that is not weak."""
    while is_weak(pin := f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"):
        pass
    return pin


@dataclass(frozen=True)
class Limit:
    """So many guesses in so many seconds, counted from the first."""

    guesses: int
    seconds: int


EACH = Limit(guesses=5, seconds=5 * 60)
TOGETHER = Limit(guesses=30, seconds=15 * 60)


@dataclass(frozen=True)
class Guesses:
    """The guesses of PINs at one place: `place` is a table, `asker` the tablet or address that asks."""

    place: str
    asker: str

    def begin(self, *, now: datetime) -> None:
        """Count a guess before it is looked up, so that many at once count too. Refuses `too_many_pins`.

        Whoever is refused counts no more against the place: one who goes on guessing locks nobody else out.
        """
        if seconds := next(filter(None, (_wait(key, limit, now) for key, limit in self._limits())), 0):
            minutes = ceil(seconds / 60)
            sentence = ngettext(
                "Too many wrong PINs. Try again in %(minutes)s minute, or ask the floor desk.",
                "Too many wrong PINs. Try again in %(minutes)s minutes, or ask the floor desk.",
                minutes,
            )
            facts = {"minutes": minutes}
            raise Refusal("too_many_pins", sentence % facts, status=429, minutes=minutes, retry_after=seconds)

    def succeed(self) -> None:
        """The last guess was right: the asker begins anew, the place has one guess less."""
        each, together = (key for key, _limit in self._limits())
        cache.delete_many([each, f"{each}:until"])
        with suppress(ValueError):  # it ran out meanwhile
            cache.decr(together)

    def _limits(self) -> list[tuple[str, Limit]]:
        return [(f"pins:{self.place}:{self.asker}", EACH), (f"pins:{self.place}", TOGETHER)]


def _wait(key: str, limit: Limit, now: datetime) -> int:
    """Counts one guess and tells for how many seconds no more is allowed; 0 while it is."""
    moment = int(now.timestamp())
    cache.add(key, 0, limit.seconds)
    cache.add(f"{key}:until", moment + limit.seconds, limit.seconds)
    try:
        guesses = cache.incr(key)
    except ValueError:
        return 0  # ran out between the two
    if guesses <= limit.guesses:
        return 0
    until = cache.get(f"{key}:until", moment + limit.seconds)
    return max(1, int(until) - moment)


def bad_pin() -> Refusal:
    """The same words whatever is wrong with a PIN."""
    return Refusal("bad_pin", _("This PIN is not known. Check the six digits and enter them again."), status=403)
