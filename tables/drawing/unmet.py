"""Which wishes of a plan a seating does not meet, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TypedDict

from tables.drawing.placing import Place
from tables.drawing.plan import Plan

At = Mapping[int, tuple[int, int]]  # table and seat of a person


class Unmet(TypedDict):
    """A wish not met. `code` is one of

    - for a fixed place: `no_such_table`, `no_such_seat`, `seat_taken` (promised to several), `table_full`;
    - for a group: `group_too_large` for any table, `group_fixed_apart` by places of its own, `group_torn` for want of
      room;
    - for people to keep apart: `apart_but_together` (a group or fixed places want them at one table),
      `too_few_tables`, `not_apart` for want of room.

    `people` are whom it concerns, `place` is the place `[table, seat]` that was fixed, or null.
    """

    code: str
    people: list[int]
    place: list[int | None] | None


def unmet_wishes(plan: Plan, seating: Iterable[Place]) -> list[Unmet]:
    """The wishes that the seating does not meet: fixed places, then groups, then people to keep apart."""
    at = {person: (table, seat) for table, seat, person in seating}
    return [*_fixed(plan, at), *_together(plan, at), *_apart(plan, at)]


def _fixed(plan: Plan, at: At) -> Iterator[Unmet]:
    people_of: dict[tuple[int | None, ...], list[int]] = defaultdict(list)
    for key, place in plan["fixed"].items():
        people_of[tuple(place)].append(int(key))
    sizes = dict(enumerate(plan["sizes"], start=plan["first_table"]))
    for (table, seat), people in sorted(people_of.items(), key=lambda item: min(item[1])):
        missed = sorted(person for person in people if at[person][0] != table or seat not in (None, at[person][1]))
        if not missed:
            continue
        if table not in sizes:
            code = "no_such_table"
        elif seat is None:
            code = "table_full"
        else:
            code = "seat_taken" if 1 <= seat <= sizes[table] else "no_such_seat"
        yield Unmet(code=code, people=missed, place=[table, seat])


def _together(plan: Plan, at: At) -> Iterator[Unmet]:
    tables = _fixed_tables(plan)
    for group in plan["together"]:
        if len({at[person][0] for person in group}) == 1:
            continue
        if len(group) > max(plan["sizes"]):
            code = "group_too_large"
        else:
            wanted = {tables[person] for person in group if person in tables}
            code = "group_fixed_apart" if len(wanted) > 1 else "group_torn"
        yield Unmet(code=code, people=group, place=None)


def _apart(plan: Plan, at: At) -> Iterator[Unmet]:
    tables = _fixed_tables(plan)
    groups = {person: number for number, group in enumerate(plan["together"]) for person in group}
    for wish in plan["apart"]:
        company = defaultdict(list)
        for person in wish:
            company[at[person][0]].append(person)
        clashes = [people for people in company.values() if len(people) > 1]
        if not clashes:
            continue
        if any(_share(people, groups) or _share(people, tables) for people in clashes):
            code = "apart_but_together"
        else:
            code = "too_few_tables" if len(wish) > len(plan["sizes"]) else "not_apart"
        yield Unmet(code=code, people=sorted(person for people in clashes for person in people), place=None)


def _fixed_tables(plan: Plan) -> dict[int, int | None]:
    return {int(person): place[0] for person, place in plan["fixed"].items()}


def _share(people: list[int], where: Mapping[int, int | None]) -> bool:
    """Whether two of the people are bound to the same."""
    bound = [where[person] for person in people if person in where]
    return len(bound) > len(set(bound))
