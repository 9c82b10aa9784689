"""What needs a person now besides the tables themselves: later packages say it without being known here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bobing_event.models import Event
from bobing_event.permissions import Roles


@dataclass(frozen=True)
class Need:
    """A line of the overview: what is the matter, and the page where it is put right. `icon` is one of icons.svg."""

    icon: str
    text: str
    url: str
    action: str
    urgent: bool = False


Teller = Callable[[Event, Roles], "list[Need]"]
_tellers: list[Teller] = []


def tells_needs(teller: Teller) -> Teller:
    """Registers a function of event and roles; it costs a constant handful of queries, for it runs at every poll."""
    _tellers.append(teller)
    return teller


def needs_of(event: Event, roles: Roles) -> list[Need]:
    """The urgent ones first."""
    needs = [need for teller in _tellers for need in teller(event, roles)]
    return sorted(needs, key=lambda need: not need.urgent)
