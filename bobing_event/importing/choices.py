"""What an organiser chose on the way from a file to people: sheets, headings, columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from bobing_event.importing.fields import FIELDS
from bobing_event.refusals import Refusal

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384


@dataclass(frozen=True)
class SheetChoice:
    """One sheet. `use` of None leaves it as found; so does a `header` of None.

    `header` is the sheet's own number, from 1, of the row with the headings, the last one where there are two; 0 says
    that there are none and people begin in the first row. `columns` are fields by column, from 0; "" leaves one out.
    """

    use: bool | None = None
    header: int | None = None
    columns: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Choices:
    """`sheets` by title; `mapping` is what the event remembers: fields by heading, as `header.normalised` writes it."""

    sheets: Mapping[str, SheetChoice] = field(default_factory=dict)
    mapping: Mapping[str, str] = field(default_factory=dict)

    def of(self, title: str) -> SheetChoice:
        return self.sheets.get(title, SheetChoice())

    def to_json(self) -> dict[str, Any]:
        """`{"sheets": {title: {"use", "header", "columns": {"0": field}}}, "mapping": {heading: field}}`."""
        sheets = {
            title: {
                "use": choice.use,
                "header": choice.header,
                "columns": {str(column): known for column, known in sorted(choice.columns.items())},
            }
            for title, choice in self.sheets.items()
        }
        return {"sheets": sheets, "mapping": dict(self.mapping)}

    @classmethod
    def from_json(cls, value: Any) -> Choices:
        """What `to_json` made; `{}` is no choice at all. Refuses `bad_choices`."""
        try:
            sheets = {_text(title): _sheet_choice(choice) for title, choice in value.get("sheets", {}).items()}
            mapping = {_text(heading): _known(name) for heading, name in value.get("mapping", {}).items()}
        except (AttributeError, TypeError, ValueError):
            raise Refusal(
                "bad_choices",
                _("The choices of sheets and columns cannot be read. Go back one step and choose again."),
                status=400,
            ) from None
        return cls(sheets, mapping)


def _sheet_choice(value: Mapping[str, Any]) -> SheetChoice:
    use, header = value.get("use"), value.get("header")
    if use not in (None, True, False) or isinstance(use, int) is not isinstance(use, bool):
        raise ValueError("use")
    if header is not None:
        header = _within(header, LAST_ROW)
    columns = {_within(int(column), LAST_COLUMN - 1): _known(name) for column, name in value.get("columns", {}).items()}
    return SheetChoice(use, header, columns)


def _within(value: Any, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError("number")
    return value


def _known(value: Any) -> str:
    if value != "" and value not in FIELDS:
        raise ValueError("field")
    return str(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("text")
    return value
