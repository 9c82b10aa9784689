"""The errors both folds raise. All of the package's errors are ValueErrors with a `code`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class StartError(ValueError):
    """A table or play-off that cannot start.

    `code` is `bad_seats`, `unknown_first` or `bad_stock` at a table; `bad_entrants`, `bad_mode`,
    `bad_target`, `bad_decide` or `bad_places` in a play-off.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Refused(ValueError):
    """An entry that was not accepted; the state it was meant for is as it was.

    `code` is one of §7.7, or of §9 in a play-off; `expected` is what the fold waits for:
    `{"turn": seat or entrant or None, "round": n}`.
    """

    def __init__(self, code: str, expected: Mapping[str, Any]) -> None:
        super().__init__(code)
        self.code = code
        self.expected = dict(expected)


class SnapshotError(ValueError):
    """JSON that is no snapshot of a fold, or one of another version; `code` is `bad_snapshot`."""

    code = "bad_snapshot"
