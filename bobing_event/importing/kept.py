"""What a preview read, kept for the commit that mostly follows within minutes: the file need not be read again.

It is found only for the same bytes, the same choices and the same program, and is gone after `SECONDS`, since it holds
what is personal.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache as remembered
from importlib.resources import files
from typing import Any

from django.core.cache import cache

from bobing_event.importing.roster import Roster
from bobing_event.importing.rows import Person

SECONDS = 15 * 60


def kept_roster(sha256: str, choices: Mapping[str, Any]) -> Roster | None:
    """The people of the file of this hash under these choices, without its cells; None where they are not kept."""
    found = cache.get(_key(sha256, choices))
    if found is None:
        return None
    roster, people = found
    kept: Roster = replace(roster, people=list(map(Person._make, people)))
    return kept


def keep_roster(sha256: str, choices: Mapping[str, Any], roster: Roster) -> None:
    people = list(map(tuple, roster.people))  # plain tuples are written in a fifth of the time
    cache.set(_key(sha256, choices), (replace(roster, people=[], sources={}), people), SECONDS)


def drop_roster(sha256: str, choices: Mapping[str, Any]) -> None:
    cache.delete(_key(sha256, choices))


def _key(sha256: str, choices: Mapping[str, Any]) -> str:
    chosen = hashlib.sha256(json.dumps(choices, sort_keys=True).encode()).hexdigest()
    return f"roster:{sha256}:{chosen}:{_program()}"


@remembered
def _program() -> str:
    """A hash of everything that makes people of a file."""
    parts = sorted(
        path.name for path in files("bobing_event.importing").iterdir() if path.name.endswith((".py", ".toml"))
    )
    texts = ((files("bobing_event.importing") / name).read_bytes() for name in parts)
    return hashlib.sha256(b"\0".join(texts)).hexdigest()
