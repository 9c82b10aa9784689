"""A sheet that is put together cell by cell, as markup tells it: cells may reach over others."""

from __future__ import annotations

from bobing_event.importing.sheets import Sheet, Span

MOST_COLUMNS = 1000
"""What lies further right is not read: nobody's list is so wide, and a file could make it cost all memory."""
MOST_CELLS = 3_000_000


class Grid:
    """Rows and cells in reading order. A cell that reaches down keeps its place free in the rows below."""

    def __init__(self, most_rows: int, title: str = "") -> None:
        self.title, self.hidden = title, False
        self.rows: list[list[str]] = []
        self.merged: list[Span] = []
        self.hidden_rows: set[int] = set()
        self.empty_formulas: set[tuple[int, int]] = set()
        self.full = False
        self._most_rows, self._cells = most_rows, 0
        self._reaching: dict[int, int] = {}  # column → the last row that a cell above reaches to

    def begin_row(self, *, index: int | None = None, hidden: bool = False) -> None:
        """The next row, or row `index` below those there are."""
        at = len(self.rows) if index is None else max(index, len(self.rows))
        if at >= self._most_rows:
            self.full = True
            at = len(self.rows)
        self.rows.extend([] for _missing in range(at + 1 - len(self.rows)))
        if hidden:
            self.hidden_rows.add(at)

    def add(
        self, text: str, *, column: int | None = None, across: int = 1, down: int = 1, failed: bool = False
    ) -> None:
        """A cell at the next free place of the row, or in `column`; `failed` where its formula has no value."""
        if not self.rows:
            self.begin_row()
        at, row = len(self.rows) - 1, self.rows[-1]
        left = len(row) if column is None else column
        if column is None:
            while self._reaching.get(left, -1) >= at:
                left += 1
        right, bottom = min(left + max(across, 1) - 1, MOST_COLUMNS), at + max(down, 1) - 1
        # What is work counts: new places in the row, places kept free below, and what lies too far right to be kept.
        beyond = MOST_COLUMNS if right == MOST_COLUMNS else 0
        self._cells += 1 + max(right + 1 - len(row), 0) + (right - left if bottom > at else 0) + beyond
        if self._cells > MOST_CELLS:
            self.full = True
        if self.full or beyond:
            return
        row.extend([""] * (right + 1 - len(row)))
        row[left] = text
        if failed:
            self.empty_formulas.add((at, left))
        if (bottom, right) != (at, left):
            self.merged.append(((at, left), (bottom, right)))
        if bottom > at:
            self._reaching.update(dict.fromkeys(range(left, right + 1), bottom))

    def sheet(self) -> Sheet:
        return Sheet(
            self.title,
            self.rows,
            self.merged,
            frozenset(self.hidden_rows),
            frozenset(self.empty_formulas),
            self.hidden,
        )
