"""What later packages made of a table's result, asked without knowing them: an ended table with it stays as it is."""

from __future__ import annotations

from collections.abc import Callable

from bobing_event.refusals import Refusal
from tables.models import Table

Dependent = Callable[[Table], str]
_dependents: list[Dependent] = []


def depends_on_results(dependent: Dependent) -> Dependent:
    """Registers a function that says in a sentence what was made of a table's result, empty where nothing was."""
    _dependents.append(dependent)
    return dependent


def refuse_results_in_use(table: Table) -> None:
    """Refuses `table_ended` for an ended table of whose result something was made."""
    if table.has_ended:
        for dependent in _dependents:
            if sentence := dependent(table):
                raise Refusal("table_ended", sentence)
