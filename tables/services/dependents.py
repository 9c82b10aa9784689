"""What later packages made of tables, asked and told without knowing them.

An ended table of whose result something was made stays as it is; a table that holds something of theirs is not taken
away; they are told when a table's holdings become final, and say which pieces of a table they have handed over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from bobing_event.refusals import Refusal
from tables.models import Table

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Dependent = Callable[[Table], str]
Holder = Callable[[Collection[Table]], str]
Told = Callable[[Table, "User", datetime], None]
Corrected = Callable[[Table], object]
HandedOver = Callable[[Table], "dict[tuple[str, int], str]"]
Registered = TypeVar("Registered", bound=Callable[..., Any])

_dependents: list[Dependent] = []
_holders: list[Holder] = []
_told: list[Told] = []
_told_of_corrections: list[Corrected] = []
_handers: list[HandedOver] = []


def depends_on_results(dependent: Dependent) -> Dependent:
    """Registers a function that says in a sentence what was made of a table's result, empty where nothing was."""
    _dependents.append(dependent)
    return dependent


def depends_on_tables(holder: Holder) -> Holder:
    """Registers a function that says in a sentence why some tables cannot be taken away, empty where they can."""
    _holders.append(holder)
    return holder


def told_when_final(told: Registered) -> Registered:
    """Registers a function of table, user and time, called in the transaction that makes the holdings final."""
    _told.append(told)
    return told


def told_when_corrected(told: Corrected) -> Corrected:
    """Registers a function of a table, called in the transaction that corrected its log, its pieces written."""
    _told_of_corrections.append(told)
    return told


def tells_what_is_handed_over(hander: HandedOver) -> HandedOver:
    """Registers a function that says to whom pieces of a table were handed over: `{(rank, number): name}`."""
    _handers.append(hander)
    return hander


def refuse_results_in_use(table: Table) -> None:
    """Refuses `table_ended` for an ended table of whose result something was made."""
    if table.has_ended:
        for dependent in _dependents:
            if sentence := dependent(table):
                raise Refusal("table_ended", sentence)


def refuse_tables_in_use(tables: Collection[Table]) -> None:
    """Refuses `table_in_use` where one of the tables cannot be taken away."""
    for holder in _holders:
        if sentence := holder(tables):
            raise Refusal("table_in_use", sentence)


def tell_final(table: Table, by: User, now: datetime) -> None:
    """The table's holdings are final from now on, as long as nothing is corrected."""
    for told in _told:
        told(table, by, now)


def tell_corrected(table: Table) -> None:
    """Pieces of the table may be somebody else's than before."""
    for told in _told_of_corrections:
        told(table)


def handed_over_of(table: Table) -> dict[tuple[str, int], str]:
    """To whom pieces of the table were handed over, by rank and number."""
    handed: dict[tuple[str, int], str] = {}
    for hander in _handers:
        handed.update(hander(table))
    return handed
