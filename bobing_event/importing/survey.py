"""What a form shows of a file so that the organiser can choose sheets, headings and columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bobing_event.importing import cleaning
from bobing_event.importing.choices import Choices
from bobing_event.importing.header import Header, likely_header, meaning, normalised
from bobing_event.importing.reader import Sheet
from bobing_event.importing.selection import Selected, select_sheets

SAMPLES = 3
PICTURED_ROWS, PICTURED_COLUMNS, PICTURED_LENGTH = 20, 40, 40


@dataclass(frozen=True)
class SheetColumn:
    """A column with anything in it: `index` from 0, the heading as it stands, the field it is taken for or ""."""

    index: int
    heading: str
    field: str
    samples: tuple[str, ...]


@dataclass(frozen=True)
class SheetSurvey:
    """One sheet as it would be read. `reason` as of `selection.Selected`; `rows` counts filled ones below the header.

    `header_row` is the sheet's own number of the last row of headings, 0 where there is none; in a sheet without names
    it is where they most likely stand. `picture` has the first rows as text, the first row of the sheet first.
    """

    title: str
    rows: int
    used: bool
    reason: str
    hidden: bool
    header_row: int
    header_height: int
    columns: tuple[SheetColumn, ...]
    unit_from_title: str
    picture: tuple[tuple[str, ...], ...]


def survey_sheets(sheets: Sequence[Sheet], choices: Choices) -> list[SheetSurvey]:
    """Every sheet of the file, in its order, with what the choices so far make of it."""
    return [_survey(selected, choices) for selected in select_sheets(sheets, choices)]


def _survey(selected: Selected, choices: Choices) -> SheetSurvey:
    sheet = selected.sheet
    header = selected.header or likely_header(sheet.rows, choices.of(sheet.title), choices.mapping, sheet.merged)
    return SheetSurvey(
        title=sheet.title,
        rows=selected.rows,
        used=selected.used,
        reason=selected.reason,
        hidden=sheet.hidden,
        header_row=header.first_row if header else 0,
        header_height=header.height if header else 0,
        columns=_columns(sheet, header) if header else (),
        unit_from_title=selected.unit,
        picture=tuple(tuple(_short(cell) for cell in row[:PICTURED_COLUMNS]) for row in sheet.rows[:PICTURED_ROWS]),
    )


def _columns(sheet: Sheet, header: Header) -> tuple[SheetColumn, ...]:
    below = sheet.rows[header.first_row :]
    width = max([len(header.headings), *map(len, below[:PICTURED_ROWS])])
    columns = []
    for index in range(width):
        heading = header.headings[index] if index < len(header.headings) else ""
        samples = _samples(below, index)
        if heading or samples:
            columns.append(SheetColumn(index, heading, header.columns.get(index, ""), samples))
    return tuple(columns)


def _samples(rows: Sequence[Sequence[cleaning.Cell]], column: int) -> tuple[str, ...]:
    """The first few filled cells of a column, looked for in its first two hundred rows."""
    texts = (_short(row[column]) for row in rows[:200] if column < len(row))
    filled = (text for text in texts if text)
    return tuple(text for text, _number in zip(filled, range(SAMPLES), strict=False))


def _short(cell: cleaning.Cell) -> str:
    return cleaning.text(cell)[:PICTURED_LENGTH]


def chosen_headings(surveys: Sequence[SheetSurvey], choices: Choices) -> Mapping[str, str]:
    """What the event should remember of the choices: fields by heading, where a column is not what it was known for.

    A heading that a sheet has twice says nothing about either column.
    """
    remembered: dict[str, str] = {}
    for survey in surveys:
        headings = Counter(normalised(column.heading) for column in survey.columns)
        chosen = choices.of(survey.title).columns
        for column in survey.columns:
            heading = normalised(column.heading)
            known = meaning(column.heading, choices.mapping) or ""
            if heading and headings[heading] == 1 and chosen.get(column.index, known) != known:
                remembered[heading] = chosen[column.index]
    return remembered
