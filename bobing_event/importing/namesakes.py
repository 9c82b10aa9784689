"""People of one name and unit, and which of them nothing tells apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar


class Named(Protocol):
    """Whoever has a name; an empty phone or ID number is unknown."""

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def phone(self) -> str: ...
    @property
    def id_number(self) -> str: ...


P = TypeVar("P", bound=Named)


class Namesakes(Generic[P]):
    """By name and unit, and within by whether phone and ID number are known: looking one up costs the same for ten
    thousand of one name. Nobody of one phone or ID number may be looked up here: these settle who it is.
    """

    def __init__(self) -> None:
        self._groups: defaultdict[tuple[str, str], dict[tuple[bool, bool], list[P]]] = defaultdict(dict)

    def add(self, person: P) -> None:
        key = (bool(person.phone), bool(person.id_number))
        self._groups[person.name, person.unit].setdefault(key, []).append(person)

    def any_of(self, person: Named) -> P | None:
        """The first of the same name and unit."""
        groups = self._groups.get((person.name, person.unit), {})
        return next((group[0] for group in groups.values() if group), None)

    def alike(self, person: Named) -> Iterator[P]:
        """Those of the same name and unit of whom no phone or ID number says that they are others."""
        for (has_phone, has_id_number), group in self._groups.get((person.name, person.unit), {}).items():
            if not (has_phone and person.phone) and not (has_id_number and person.id_number):
                yield from group

    def forget(self, person: Named, is_gone: Callable[[P], bool]) -> None:
        """Takes those of the person's name and unit out that are gone, from the end of each group."""
        for group in self._groups.get((person.name, person.unit), {}).values():
            while group and is_gone(group[-1]):
                group.pop()
