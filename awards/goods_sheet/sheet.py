"""Rows of goods as values, and as the plain ones that travel in a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from typing import Any

from awards.goods_sheet.awards import Award
from awards.goods_sheet.findings import RowFinding


@dataclass(frozen=True)
class GoodsRow:
    """One row. `award` is None for goods that the sheet plans for nothing; None is an empty cell elsewhere too.

    `per_table` are pieces a table that give the goods, `each` units a piece, `total` units in all; with `merged_number`
    the cell is merged with one above, and no number is spread over rows. `span` are the first and last piece, and maybe
    how many the rank has, where the row says so itself.
    """

    row: int
    name: str
    sheet: str = ""
    award: Award | None = None
    specification: str = ""
    unit: str = ""
    value: Decimal | None = None
    sponsor: str = ""
    per_table: int | None = None
    each: int | None = None
    tables: int | None = None
    total: int | None = None
    people: int | None = None
    arrangement: str = ""
    given_at: str = ""
    merged_number: bool = False
    span: tuple[int, ...] = ()

    @property
    def goods(self) -> tuple[str, str]:
        """What goods are told apart by."""
        return self.name, self.specification

    def finding(self, code: str, value: str = "", text: str = "") -> RowFinding:
        shown = value or " ".join(filter(None, self.goods))
        return RowFinding(self.row, code, shown[:120], self.sheet, text)


@dataclass
class GoodsSheet:
    """All rows of a file. `in_error` are the awards of which some row has an error; `columns` fields by heading."""

    rows: list[GoodsRow] = field(default_factory=list)
    errors: list[RowFinding] = field(default_factory=list)
    warnings: list[RowFinding] = field(default_factory=list)
    left_out: list[RowFinding] = field(default_factory=list)
    in_error: list[Award] = field(default_factory=list)
    columns: dict[str, str] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Plain values, from which `from_json` makes the sheet again."""
        return {**asdict(self), "rows": [_row_to_json(row) for row in self.rows]}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> GoodsSheet:
        findings = {key: [RowFinding(**one) for one in value[key]] for key in ("errors", "warnings", "left_out")}
        return cls(
            rows=[_row_from_json(row) for row in value["rows"]],
            in_error=[Award(**award) for award in value["in_error"]],
            columns=dict(value["columns"]),
            unused=list(value["unused"]),
            **findings,
        )


def _row_to_json(row: GoodsRow) -> dict[str, Any]:
    return {**asdict(row), "value": None if row.value is None else str(row.value)}


def _row_from_json(value: Mapping[str, Any]) -> GoodsRow:
    award, amount = value["award"], value["value"]
    return GoodsRow(
        **{
            **value,
            "award": Award(**award) if award else None,
            "value": None if amount is None else Decimal(amount),
            "span": tuple(value.get("span", ())),
        }
    )
