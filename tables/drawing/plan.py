"""What is frozen before a draw, and the hashes that bind it."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Literal, TypedDict

from tables.chain import canonical

Spread = Literal["lot", "unit", "mixed"]


class Plan(TypedDict):
    """Everything a draw depends on besides the seed, in numbers alone, so that it can be published.

    `people` are participants' ids in ascending order, `sizes` how many sit at tables `first_table`, +1, … .
    `units` numbers the departments where `spread` asks for them; `together` are groups that share nobody, `apart` are
    sets of people; `fixed` maps a person to `[table, seat]`, with a seat of null for any at that table. The keys
    of `units` and `fixed` are ids as text, as JSON has them.
    """

    people: list[int]
    sizes: list[int]
    first_table: int
    spread: Spread
    units: dict[str, int]
    together: list[list[int]]
    apart: list[list[int]]
    fixed: dict[str, list[int | None]]


def make_plan(
    *,
    people: Iterable[int],
    sizes: Iterable[int],
    spread: Spread = "lot",
    units: Mapping[int, str] | None = None,
    together: Iterable[Iterable[int]] = (),
    apart: Iterable[Iterable[int]] = (),
    fixed: Mapping[int, tuple[int, int | None]] | None = None,
    first_table: int = 1,
) -> Plan:
    """The same plan for the same people and wishes, in whatever order they come.

    `units` are departments by name. Groups that share a person become one. Who is not drawn is left out of every
    wish, and a wish of fewer than two people is none.
    """
    roster = sorted(set(people))
    return Plan(
        people=roster,
        sizes=list(sizes),
        first_table=first_table,
        spread=spread,
        units=_numbered(roster, units or {}) if spread != "lot" else {},
        together=_sets(_merged(together), roster),
        apart=_sets(apart, roster),
        fixed={str(person): list((fixed or {})[person]) for person in roster if person in (fixed or {})},
    )


def plan_digest(plan: Mapping[str, object]) -> str:
    """SHA-256 (hex) over the plan as JSON with sorted keys, no blanks, UTF-8."""
    return hashlib.sha256(canonical(plan)).hexdigest()


def commitment_of(secret: bytes) -> str:
    """What binds to a secret without telling it: its SHA-256 (hex)."""
    return hashlib.sha256(secret).hexdigest()


def seed_of(secret: bytes, digest: str, phrase: str) -> bytes:
    """SHA-256 over the secret's bytes, the 32 bytes of the plan's digest and the phrase (NFC, UTF-8), in this order."""
    spoken = unicodedata.normalize("NFC", phrase).encode()
    return hashlib.sha256(secret + bytes.fromhex(digest) + spoken).digest()


def _numbered(roster: list[int], units: Mapping[int, str]) -> dict[str, int]:
    """Departments as 1, 2, … in the order of their first person, so that no name is published."""
    known: dict[str, int] = {}
    return {str(person): known.setdefault(units.get(person, ""), len(known) + 1) for person in roster}


def _merged(groups: Iterable[Iterable[int]]) -> list[set[int]]:
    """Groups that share a person, directly or through others, as one."""
    group_of: dict[int, set[int]] = {}
    for group in map(set, groups):
        for other in [group_of[person] for person in group if person in group_of]:
            group |= other
        group_of |= dict.fromkeys(group, group)
    return list({id(group): group for group in group_of.values()}.values())


def _sets(wishes: Iterable[Iterable[int]], roster: list[int]) -> list[list[int]]:
    drawn = set(roster)
    sets = {tuple(sorted(drawn.intersection(wish))) for wish in wishes}
    return sorted(list(wish) for wish in sets if len(wish) > 1)
