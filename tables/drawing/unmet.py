"""Which wishes of a plan cannot be met by any lot, and which a seating does not meet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TypedDict

from tables.drawing.placing import Place
from tables.drawing.plan import Plan

Bound = Mapping[int, int | None]  # a person's group, or fixed table


class Unmet(TypedDict):
    """A wish not met. `code` is one of

    - for a fixed place: `no_such_table`, `no_such_seat`, `seat_taken` (promised to several), `table_full`;
    - for a group: `group_too_large` for any table, `group_fixed_apart` by places of its own, `group_torn` for want of
      room;
    - for people to keep apart: `apart_but_together` (a group or fixed places want two of them at one table),
      `too_few_tables`, `not_apart` for want of room.

    All but `table_full`, `group_torn` and `not_apart` are known before the draw. `people` are whom it concerns,
    `place` is the place `[table, seat]` that was fixed, or null.
    """

    code: str
    people: list[int]
    place: list[int | None] | None


def impossible_wishes(plan: Plan) -> list[Unmet]:
    """The wishes that no lot can meet, known as soon as the list is frozen."""
    fixed = [(code, people, list(place)) for code, people, place in _fixed(plan)]
    others = [(code, people, None) for code, people in [*_together(plan), *_apart(plan)]]
    return [Unmet(code=code, people=people, place=place) for code, people, place in [*fixed, *others] if code]


def unmet_wishes(plan: Plan, seating: Iterable[Place]) -> list[Unmet]:
    """The wishes that the seating does not meet: fixed places, then groups, then people to keep apart."""
    at = {person: (table, seat) for table, seat, person in seating}
    unmet = []
    for code, people, (table, seat) in _fixed(plan):
        missed = [person for person in people if at[person][0] != table or seat not in (None, at[person][1])]
        if missed:
            unmet.append(Unmet(code=code or "table_full", people=missed, place=[table, seat]))
    for code, people in _together(plan):
        if len({at[person][0] for person in people}) > 1:
            unmet.append(Unmet(code=code or "group_torn", people=people, place=None))
    for code, people in _apart(plan):
        company = [at[person][0] for person in people]
        clashing = [person for person in people if company.count(at[person][0]) > 1]
        if clashing:
            unmet.append(Unmet(code=code or "not_apart", people=clashing, place=None))
    return unmet


def _fixed(plan: Plan) -> Iterator[tuple[str, list[int], tuple[int | None, ...]]]:
    """Fixed places with the code of why they cannot be had, or none."""
    people_of: dict[tuple[int | None, ...], list[int]] = defaultdict(list)
    for key, place in plan["fixed"].items():
        people_of[tuple(place)].append(int(key))
    sizes = dict(enumerate(plan["sizes"], start=plan["first_table"]))
    for (table, seat), people in sorted(people_of.items(), key=lambda item: min(item[1])):
        code = ""
        if table not in sizes:
            code = "no_such_table"
        elif seat is not None and not 1 <= seat <= sizes[table]:
            code = "no_such_seat"
        elif seat is not None and len(people) > 1:
            code = "seat_taken"
        yield code, sorted(people), (table, seat)


def _together(plan: Plan) -> Iterator[tuple[str, list[int]]]:
    tables = _fixed_tables(plan)
    for group in plan["together"]:
        wanted = {tables[person] for person in group if person in tables}
        code = "group_fixed_apart" if len(wanted) > 1 else ""
        yield "group_too_large" if len(group) > max(plan["sizes"]) else code, group


def _apart(plan: Plan) -> Iterator[tuple[str, list[int]]]:
    tables = _fixed_tables(plan)
    groups: Bound = {person: number for number, group in enumerate(plan["together"]) for person in group}
    for wish in plan["apart"]:
        code = "too_few_tables" if len(wish) > len(plan["sizes"]) else ""
        yield "apart_but_together" if _share(wish, groups) or _share(wish, tables) else code, wish


def _fixed_tables(plan: Plan) -> Bound:
    return {int(person): place[0] for person, place in plan["fixed"].items()}


def _share(people: list[int], bound: Bound) -> bool:
    """Whether two of the people are bound to the same."""
    to = [bound[person] for person in people if person in bound]
    return len(to) > len(set(to))
