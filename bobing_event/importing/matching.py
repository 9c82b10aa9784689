"""Who of a sheet is known already: by phone, else by ID number, else by name and unit. Never by name alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

from bobing_event.importing.namesakes import Namesakes
from bobing_event.importing.rows import Finding, Person


class Known(Protocol):
    """A person of the event, as `Participant` is one."""

    pk: int
    name: str
    phone: str
    unit: str
    id_number: str


@dataclass
class Matches:
    """`ids` has the known person's id by the row's position; without one somebody is new or in error."""

    ids: dict[int, int] = field(default_factory=dict)
    errors: list[Finding] = field(default_factory=list)
    warnings: list[Finding] = field(default_factory=list)


class _Book:
    """The known people by what they are told apart by."""

    def __init__(self, known: Iterable[Known]) -> None:
        self.by_phone: dict[str, Known] = {}
        self.by_id_number: dict[str, Known] = {}
        self.by_name = Namesakes[Known]()
        for person in known:
            if person.phone:
                self.by_phone[person.phone] = person
            if person.id_number:
                self.by_id_number[person.id_number] = person
            self.by_name.add(person)


def match_people(people: Sequence[Person], known: Iterable[Known]) -> Matches:
    """Finds everybody of the sheet among the known. A known person is matched once; phones and ID numbers go first.

    Errors: `conflict`, `duplicate`, `ambiguous`. Warnings: `name_changes`, `same_name`.
    """
    book, matches, taken = _Book(known), Matches(), set[int]()
    unmatched = [at for at, person in enumerate(people) if not _match_by_number(book, matches, taken, at, person)]
    for at in unmatched:
        _match_by_name(book, matches, taken, at, people[at])
    return matches


def _match_by_number(book: _Book, matches: Matches, taken: set[int], at: int, person: Person) -> bool:
    """Whether the person is settled by phone or ID number, be it as an error."""
    owner = book.by_phone.get(person.phone)
    bearer = book.by_id_number.get(person.id_number)
    found = owner or bearer
    if found is None:
        return False
    if (bearer is not None and bearer is not found) or _other(found.id_number, person.id_number):
        matches.errors.append(_finding(person, "conflict"))
    elif found.pk in taken:
        matches.errors.append(_finding(person, "duplicate"))
    else:
        _take(matches, taken, at, found)
        if found.name != person.name:
            matches.warnings.append(_finding(person, "name_changes", f"{found.name} → {person.name}"))
    return True


def _match_by_name(book: _Book, matches: Matches, taken: set[int], at: int, person: Person) -> None:
    book.by_name.forget(person, lambda one: one.pk in taken)
    candidates = list(islice((one for one in book.by_name.alike(person) if one.pk not in taken), 2))
    if len(candidates) > 1:
        matches.errors.append(_finding(person, "ambiguous"))
    elif candidates:
        _take(matches, taken, at, candidates[0])
    elif book.by_name.any_of(person) is not None:
        matches.warnings.append(_finding(person, "same_name"))


def _take(matches: Matches, taken: set[int], at: int, found: Known) -> None:
    matches.ids[at] = found.pk
    taken.add(found.pk)


def _other(one: str, other: str) -> bool:
    """Whether both are known and differ."""
    return bool(one and other and one != other)


def _finding(person: Person, code: str, value: str = "") -> Finding:
    return Finding(person.row, code, (value or person.name)[:120], person.sheet)
