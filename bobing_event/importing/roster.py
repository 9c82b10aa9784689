"""Sheets into people: every row is a person, an error, or left out and said so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from bobing_event.importing import cleaning
from bobing_event.importing.cleaning import Cell
from bobing_event.importing.header import SEARCHED_ROWS, Header, find_header
from bobing_event.importing.reader import Sheet, Span
from bobing_event.importing.rows import CLEANERS, Finding, Person, Row
from bobing_event.refusals import Refusal

FILLED_DOWN = ("unit", "session")
_DEFAULT_TITLE = re.compile(r"(sheet|工作表|table)\s*\d*", re.I)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row, or with row 0 a whole sheet, that holds nobody: what stands there."""

    row: int
    text: str
    sheet: str = ""


@dataclass
class Roster:
    """Everybody a file names. `fields` are those some sheet has a column for, `columns` fields by heading."""

    people: list[Person] = field(default_factory=list)
    errors: list[Finding] = field(default_factory=list)
    warnings: list[Finding] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    fields: set[str] = field(default_factory=set)
    columns: dict[str, str] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)


def read_roster(sheets: Sequence[Sheet]) -> Roster:
    """The people of every sheet that has a name column.

    Refuses `no_name_column`, `two_name_columns` and `no_people`; what is wrong in a row is an error of that row.
    """
    roster = Roster()
    found: list[tuple[Sheet, Header]] = []
    for sheet in sheets:
        if header := find_header(sheet.rows):
            found.append((sheet, header))
        else:
            roster.left_out.append(LeftOut(0, sheet.title, sheet.title))
    if not found:
        raise _no_name_column(sheets)
    for sheet, header in found:
        _read_sheet(roster, sheet, header, titled=len(found) > 1)
    _find_duplicates(roster)
    if not roster.people and not roster.errors:
        raise Refusal("no_people", _("There is a header, but nobody below it."), status=400)
    return roster


def _no_name_column(sheets: Sequence[Sheet]) -> Refusal:
    rows = ([cleaning.text(cell) for cell in row] for sheet in sheets for row in sheet.rows[:SEARCHED_ROWS])
    filled = sorted((list(filter(None, row)) for row in rows), key=len, reverse=True)
    seen = [heading[:20] for heading in filled[0][:12]] if filled else []
    sentence = _(
        "No column holds names. Give one the heading 姓名 or Name, in the first %(rows)s rows. Found: %(seen)s."
    ) % {"rows": SEARCHED_ROWS, "seen": "、".join(seen) or _("none")}
    return Refusal("no_name_column", sentence, status=400, seen=seen)


def _read_sheet(roster: Roster, sheet: Sheet, header: Header, *, titled: bool) -> None:
    if header.repeats_name:
        raise Refusal(
            "two_name_columns",
            _("People stand in two blocks side by side. Put them below each other, one to a row."),
            status=400,
        )
    roster.fields.update(known for known in header.columns.values() if known in CLEANERS)
    roster.columns.update({header.headings[index]: known for index, known in header.columns.items()})
    roster.unused.extend(heading for heading in header.unused if heading not in roster.unused)
    unit = _unit_of_title(sheet, header) if titled else ""
    if unit:
        roster.fields.add("unit")
    signed = False
    for row in _rows_below(sheet, header, sheet.title if titled else ""):
        signed = signed or row.is_signature
        _read_row(roster, row, sheet, unit, signed)


def _unit_of_title(sheet: Sheet, header: Header) -> str:
    """The department that a sheet a department names in its title."""
    if header.index("unit") is not None or _DEFAULT_TITLE.fullmatch(sheet.title.strip()):
        return ""
    return cleaning.text(sheet.title)[: cleaning.UNIT_LENGTH]


def _rows_below(sheet: Sheet, header: Header, title: str) -> Iterator[Row]:
    """The rows below the header in which anything stands."""
    merged = _filled_down(sheet.merged, header, sheet.rows)
    formula_rows = {row for row, _column in sheet.empty_formulas}
    for index in range(header.first_row, len(sheet.rows)):
        row = Row(index, sheet.rows[index], header, merged.get(index, {}), title)
        if row.joined or index in formula_rows:
            yield row


def _filled_down(merged: Iterable[Span], header: Header, rows: Sequence[Sequence[Cell]]) -> dict[int, dict[int, Cell]]:
    """What cells merged downwards say to the rows they cover, by row and column."""
    columns = {index for index, known in header.columns.items() if known in FILLED_DOWN}
    covered: dict[int, dict[int, Cell]] = {}
    for (top, left), (bottom, _right) in merged:
        if left in columns and top >= header.first_row:
            for row in range(top + 1, min(bottom, len(rows) - 1) + 1):
                covered.setdefault(row, {})[left] = rows[top][left]
    return covered


def _read_row(roster: Roster, row: Row, sheet: Sheet, unit: str, signed: bool) -> None:
    """Puts one row where it belongs; below a signature only who has a phone or an ID number is a person."""
    if row.is_foot:
        roster.left_out.append(LeftOut(row.number, row.joined, row.sheet))
    elif any((row.index, column) in sheet.empty_formulas for column in row.columns):
        roster.errors.append(row.finding("formula"))
    elif row.is_identified or (row.is_named and not signed):
        _read_person(roster, row, sheet, unit)
    elif not row.is_form:
        roster.left_out.append(LeftOut(row.number, row.joined, row.sheet))


def _read_person(roster: Roster, row: Row, sheet: Sheet, unit: str) -> None:
    person, problems = row.person(unit)
    roster.errors.extend(problems)
    if person is None:
        return
    roster.people.append(person)
    if row.index in sheet.hidden_rows:
        roster.warnings.append(row.finding("hidden_row", person.name))


def _find_duplicates(roster: Roster) -> None:
    """Takes out who stands twice in the file, and warns of two people of one name in one unit (who differ)."""
    kept: list[Person] = []
    by_key: dict[tuple[str, str], Person] = {}
    namesakes: dict[tuple[str, str], list[Person]] = {}
    for person in roster.people:
        keys = [(known, value) for known in ("phone", "id_number") if (value := getattr(person, known))]
        others = namesakes.setdefault((person.name, person.unit), [])
        twin = next((by_key[key] for key in keys if key in by_key), None)
        twin = twin or next((other for other in others if not _differ(person, other)), None)
        if twin is not None:
            roster.errors.append(Finding(person.row, "duplicate", f"{person.name} ({twin.row})", person.sheet))
            continue
        if others:
            roster.warnings.append(Finding(person.row, "same_name", f"{person.name} ({others[0].row})", person.sheet))
        others.append(person)
        by_key.update(dict.fromkeys(keys, person))
        kept.append(person)
    roster.people = kept
    order = {sheet: at for at, sheet in enumerate(dict.fromkeys(finding.sheet for finding in roster.errors))}
    roster.errors.sort(key=lambda finding: (order[finding.sheet], finding.row))


def _differ(one: Person, other: Person) -> bool:
    """Whether two of one name and unit are told apart by a phone or ID number that both have."""
    return any(a and b and a != b for a, b in ((one.phone, other.phone), (one.id_number, other.id_number)))
