"""What needs a person now besides the tables themselves: later packages say it without being known here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import get_language

from bobing_event.models import Event
from bobing_event.permissions import Roles

KEPT_SECONDS = 10


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
    """Registers a function of event and roles; it costs a constant handful of queries."""
    _tellers.append(teller)
    return teller


def needs_of(event: Event, roles: Roles, *, polled: bool = False) -> list[Need]:
    """The urgent ones first. For polls they are kept for `KEPT_SECONDS`, so that many who watch ask once."""
    if not polled:
        return _asked(event, roles)
    key = f"needs:{event.pk}:{','.join(sorted(roles))}:{get_language()}"
    needs: list[Need] | None = cache.get(key)
    if needs is None:
        needs = _asked(event, roles)
        cache.set(key, needs, KEPT_SECONDS)
    return needs


def _asked(event: Event, roles: Roles) -> list[Need]:
    needs = [need for teller in _tellers for need in teller(event, roles)]
    return sorted(needs, key=lambda need: not need.urgent)
