"""What pieces give in goods, and what came of it, in words: a later package knows, and says it without being known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bobing_event.models import Event, Participant

Named = dict[str, list[str]]
"""By rank the goods of each of its pieces in the order in which they leave the stock, "" for a piece without."""


@dataclass(frozen=True)
class Taking:
    """Goods that are a player's: `due` (to be fetched at the prize desk), `later` (not final yet) or `done`."""

    state: str
    text: str


_namers: list[Callable[[Event], Named]] = []
_tellers: list[Callable[[Participant], list[Taking]]] = []


def names_goods(namer: Callable[[Event], Named]) -> Callable[[Event], Named]:
    """Registers a function that names an event's goods."""
    _namers.append(namer)
    return namer


def tells_takings(teller: Callable[[Participant], list[Taking]]) -> Callable[[Participant], list[Taking]]:
    """Registers a function that says which goods are a player's; a constant handful of queries."""
    _tellers.append(teller)
    return teller


def goods_named(event: Event) -> Named:
    return {rank: names for namer in _namers for rank, names in namer(event).items()}


def takings_of(person: Participant) -> list[Taking]:
    return [taking for teller in _tellers for taking in teller(person)]
