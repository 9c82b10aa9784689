"""From a plan and a seed to a seating. docs/verify_draw.py does the same in plain Python, docs/seating.md in words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tables.drawing.plan import Plan
from tables.lots import below, drawn, numbers

Place = tuple[int, int, int]  # table, seat, person


@dataclass(frozen=True)
class Hall:
    """What fills up during a draw.

    `own` are fixed seats that can be given, `free` the numbers of the other seats of each table, `room` how many more
    can sit there, and `at` at which table a person sits.
    """

    own: dict[int, tuple[int, int]]
    free: dict[int, list[int]]
    room: dict[int, int]
    at: dict[int, int]

    def seat(self, people: list[int], table: int) -> None:
        self.at.update(dict.fromkeys(people, table))
        self.room[table] -= len(people)


def seat_people(plan: Plan, seed: bytes) -> list[Place]:
    """The seating of a plan, by table and seat. All numbers come from one source, in this order:

    1. Whoever has a fixed seat has it, unless there is no such seat or several were promised it.
    2. People with wishes are put in drawn order. Groups, and each other person with a wish, are seated as blocks: those
       of which somebody has a fixed table first, then larger ones first, equal ones in drawn order. A block goes to a
       table that fits, each free seat being a lot. Where more than half of all people have wishes, only the fullest
       tables that fit are drawn from, so that large groups find room.
    3. Everybody else is put in drawn order, the departments of the plan likewise, and the tables; people fill the free
       seats table by table, or are dealt one a table from a drawn seat on.
    4. Everybody is put in drawn order and takes the lowest free seat of their table.
    """
    source = numbers(seed)
    hall, fixed = _empty_hall(plan), _fixed(plan)
    wishes = [*plan["together"], *plan["apart"]]
    order = {person: lot for lot, person in enumerate(drawn(sorted({*fixed, *_members(wishes)}), source))}
    rivals = _rivals(plan)
    tight = 2 * len(order) > len(plan["people"])
    for group in _groups(plan, order):
        wanted = {fixed[person][0] for person in group if person in fixed}
        _seat_group(hall, group, wanted, rivals, source, tight=tight)
    _seat_others(hall, plan, source)
    return _numbered(hall, plan, source)


def _members(sets: Iterable[Iterable[int]]) -> set[int]:
    return {person for one in sets for person in one}


def _fixed(plan: Plan) -> dict[int, tuple[int, int | None]]:
    return {int(person): (table or 0, seat) for person, (table, seat) in plan["fixed"].items()}


def _empty_hall(plan: Plan) -> Hall:
    """With nobody but those in it whose seats are their own."""
    sizes, fixed = dict(enumerate(plan["sizes"], start=plan["first_table"])), _fixed(plan)
    promised = Counter(fixed.values())
    own = {
        person: (table, seat)
        for person, (table, seat) in fixed.items()
        if seat is not None and 1 <= seat <= sizes.get(table, 0) and promised[table, seat] == 1
    }
    free = {table: [n for n in range(1, size + 1) if promised[table, n] != 1] for table, size in sizes.items()}
    room = {table: len(seats) for table, seats in free.items()}
    return Hall(own, free, room, {person: table for person, (table, _seat) in own.items()})


def _rivals(plan: Plan) -> dict[int, set[int]]:
    """With whom a person is not to share a table."""
    rivals: dict[int, set[int]] = defaultdict(set)
    for wish in plan["apart"]:
        for person in wish:
            rivals[person].update(wish)
    return rivals


def _groups(plan: Plan, order: dict[int, int]) -> list[list[int]]:
    """Whom to seat together, in the order of seating; a person with another wish is a group of one."""
    alone = [[person] for person in order.keys() - _members(plan["together"])]
    groups = [sorted(group, key=order.__getitem__) for group in [*plan["together"], *alone]]
    fixed = {int(person) for person in plan["fixed"]}
    return sorted(groups, key=lambda group: (fixed.isdisjoint(group), -len(group), order[group[0]]))


def _seat_group(
    hall: Hall,
    group: list[int],
    wanted: set[int],
    rivals: dict[int, set[int]],
    source: Iterator[int],
    *,
    tight: bool,
) -> None:
    """The group at one table, by preference at one of its own; where none has room, in as few and even parts as can be.

    Its own tables come before keeping apart, and keeping apart before keeping together.
    """
    while block := [person for person in group if person not in hall.at]:
        own = wanted | {hall.at[person] for person in group if person in hall.at}
        barred = {hall.at[rival] for person in block for rival in rivals.get(person, ()) if rival in hall.at}
        tables = [table for table, room in hall.room.items() if room]
        near = [table for table in tables if table in own] or [table for table in tables if table not in barred]
        near = near or tables
        part = _per_part(len(block), _per_part(len(block), max(hall.room[table] for table in near)))
        fits = [table for table in near if hall.room[table] >= part]
        if tight:
            least = min(hall.room[table] for table in fits)
            fits = [table for table in fits if hall.room[table] == least]
        hall.seat(block[:part], _one_of(fits, hall.room, source))


def _per_part(people: int, parts: int) -> int:
    """How many are in the largest of so many even parts. By symmetry: how many parts, if each has so many at most."""
    return -(-people // parts)


def _one_of(tables: list[int], room: dict[int, int], source: Iterator[int]) -> int:
    """A table by lot; each of its free seats is one."""
    lot = below(sum(room[table] for table in tables), source)
    for table in tables:
        lot -= room[table]
        if lot < 0:
            break
    return table


def _seat_others(hall: Hall, plan: Plan, source: Iterator[int]) -> None:
    """Everybody without a wish: tables filled one after another, or dealt round like cards where units are mixed.

    Neither tables nor the deal begin at a place of their own: a department's size says nothing about where it sits.
    """
    others = drawn([person for person in plan["people"] if person not in hall.at], source)
    units = plan["units"]
    rank = {unit: lot for lot, unit in enumerate(drawn(sorted(set(units.values())), source))}
    if rank:
        others.sort(key=lambda person: rank[units[str(person)]])
    slots = [(lap, table) for table in drawn(list(hall.room), source) for lap in range(hall.room[table])]
    if plan["spread"] == "mixed":
        slots.sort(key=lambda slot: slot[0])
        start = below(max(len(slots), 1), source)  # else small departments would meet the last lap too often
        slots = slots[start:] + slots[:start]
    hall.at.update(zip(others, (table for _lap, table in slots), strict=True))


def _numbered(hall: Hall, plan: Plan, source: Iterator[int]) -> list[Place]:
    numbers_left = {table: iter(seats) for table, seats in hall.free.items()}
    seating = [(table, seat, person) for person, (table, seat) in hall.own.items()]
    for person in drawn([person for person in plan["people"] if person not in hall.own], source):
        table = hall.at[person]
        seating.append((table, next(numbers_left[table]), person))
    return sorted(seating)
