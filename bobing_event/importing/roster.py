"""Sheets into people: every row is a person, an error, or left out and said so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from bobing_event.importing import cleaning
from bobing_event.importing.choices import Choices
from bobing_event.importing.cleaning import Cell
from bobing_event.importing.fields import FIELDS
from bobing_event.importing.header import SEARCHED_ROWS, Header
from bobing_event.importing.namesakes import Namesakes
from bobing_event.importing.reader import Sheet, Span
from bobing_event.importing.rows import CLEANERS, Finding, Layout, Person, Row
from bobing_event.importing.selection import select_sheets
from bobing_event.refusals import Refusal

FILLED_DOWN = ("unit", "session", "party", "wanted_table")
NO_CHOICES = Choices()
_UNIT_HEADING = "单位"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row that holds nobody: what stands there. With row 0 a whole sheet, and a reason as of `Selected`."""

    row: int
    text: str
    sheet: str = ""
    reason: str = ""


@dataclass
class Roster:
    """Everybody a file names. `fields` are those some sheet has a column for, `columns` fields by heading.

    `sources` are the sheets that were read, with what the title says of the unit, by the title that findings call them
    ("" where there is only one).
    `names_in_error` are names that stand in rows in error.
    """

    people: list[Person] = field(default_factory=list)
    errors: list[Finding] = field(default_factory=list)
    warnings: list[Finding] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    fields: set[str] = field(default_factory=set)
    columns: dict[str, str] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)
    sources: dict[str, tuple[Sheet, Header, str]] = field(default_factory=dict)
    names_in_error: set[str] = field(default_factory=set)


def read_roster(sheets: Sequence[Sheet], choices: Choices = NO_CHOICES) -> Roster:
    """The people of every sheet that is used, as found or as chosen.

    Refuses `no_name_column`, `two_name_columns` and `no_people`; what is wrong in a row is an error of that row.
    """
    roster = Roster()
    selected = select_sheets(sheets, choices)
    roster.left_out += [LeftOut(0, one.sheet.title, one.sheet.title, one.reason) for one in selected if not one.used]
    listed = [one for one in selected if one.header]
    if not listed:
        raise _no_name_column(sheets)
    for one in selected:
        if one.used and one.header:
            _read_sheet(roster, one.sheet, one.header, one.sheet.title if len(listed) > 1 else "", one.unit)
    _find_duplicates(roster)
    if not roster.people and not roster.errors:
        raise Refusal("no_people", _("There is a header, but nobody below it."), status=400)
    return roster


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """A row that cannot be imported, with the codes of what is wrong with it.

    `cells` are as they stand in the sheet, and say by themselves what merged cells and the title of the sheet say.
    """

    sheet: str
    row: int
    headings: tuple[str, ...]
    cells: tuple[str, ...]
    reasons: tuple[str, ...]


def error_rows(roster: Roster, errors: Sequence[Finding] | None = None) -> list[ErrorRow]:
    """Every row in error, in the order of the file; `errors` are those of a plan, else the roster's own."""
    reasons: dict[tuple[str, int], list[str]] = {}
    for finding in roster.errors if errors is None else errors:
        reasons.setdefault((finding.sheet, finding.row), []).append(finding.code)
    order = {title: at for at, title in enumerate(roster.sources)}
    covered = {
        title: _filled_down(sheet.merged, header, sheet.rows)
        for title, (sheet, header, _unit) in roster.sources.items()
    }
    rows = []
    for title, number in sorted(reasons, key=lambda key: (order[key[0]], key[1])):
        sheet, header, unit = roster.sources[title]
        said = covered[title].get(number - 1, {})
        width = max(len(header.headings), len(sheet.rows[number - 1]), *(column + 1 for column in header.columns))
        cells = [*sheet.rows[number - 1], *[""] * (width - len(sheet.rows[number - 1]))]
        cells = [cleaning.text(cell) or cleaning.text(said.get(column)) for column, cell in enumerate(cells)]
        headings = [*header.headings, *[""] * (width - len(header.headings))]
        headings = [heading or _named(header, column) for column, heading in enumerate(headings)]
        if unit:
            headings, cells = [*headings, _UNIT_HEADING], [*cells, unit]
        codes = tuple(dict.fromkeys(reasons[title, number]))
        rows.append(ErrorRow(sheet.title, number, tuple(headings), tuple(cells), codes))
    return rows


def _named(header: Header, column: int) -> str:
    """What a column without a heading is taken for, so that the row can be uploaded again."""
    return str(FIELDS[header.columns[column]]) if column in header.columns else ""


def _no_name_column(sheets: Sequence[Sheet]) -> Refusal:
    rows = ([cleaning.text(cell) for cell in row] for sheet in sheets for row in sheet.rows[:SEARCHED_ROWS])
    filled = sorted((list(filter(None, row)) for row in rows), key=len, reverse=True)
    seen = [heading[:20] for heading in filled[0][:12]] if filled else []
    sentence = _(
        "No column holds names. Give one the heading 姓名 or Name, in the first %(rows)s rows. Found: %(seen)s."
    ) % {"rows": SEARCHED_ROWS, "seen": "、".join(seen) or _("none")}
    return Refusal("no_name_column", sentence, status=400, seen=seen)


def _read_sheet(roster: Roster, sheet: Sheet, header: Header, title: str, unit: str) -> None:
    if header.repeats_name:
        raise Refusal(
            "two_name_columns",
            _("People stand in two blocks side by side. Put them below each other, one to a row."),
            status=400,
        )
    roster.sources[title] = (sheet, header, unit)
    roster.fields.update(known for known in header.columns.values() if known in CLEANERS)
    roster.columns.update({header.heading(index): known for index, known in header.columns.items()})
    roster.unused.extend(heading for heading in header.unused if heading not in roster.unused)
    if unit:
        roster.fields.add("unit")
    signed = False
    for row in _rows_below(sheet, header, title):
        signed = signed or row.is_signature
        if (section := _read_row(roster, row, sheet, unit, signed)) and not signed:
            unit = section
            roster.fields.add("unit")


def _rows_below(sheet: Sheet, header: Header, title: str) -> Iterator[Row]:
    """The rows below the header in which anything stands."""
    layout, merged = Layout(header, title, sheet.merged), _filled_down(sheet.merged, header, sheet.rows)
    formula_rows = {row for row, _column in sheet.empty_formulas}
    for index in range(header.first_row, len(sheet.rows)):
        if not sheet.rows[index] and index not in formula_rows:
            continue
        row = Row(index, sheet.rows[index], layout, merged.get(index, {}))
        if row.first or index in formula_rows:
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


def _read_row(roster: Roster, row: Row, sheet: Sheet, unit: str, signed: bool) -> str:
    """Puts one row where it belongs, and answers with the unit that it names for those below, "" mostly.

    Below a signature only who has a phone or an ID number is a person.
    """
    if row.is_foot:
        roster.left_out.append(LeftOut(row.number, row.joined, row.layout.sheet))
    elif sheet.empty_formulas and _lacks_a_value(sheet, row):
        roster.errors.append(row.finding("formula"))
    elif section := row.section:
        roster.left_out.append(LeftOut(row.number, row.joined, row.layout.sheet))
        return section
    elif (row.is_named and not signed) or row.is_identified:
        _read_person(roster, row, sheet, unit)
    elif not row.is_form:
        roster.left_out.append(LeftOut(row.number, row.joined, row.layout.sheet))
    return ""


def _lacks_a_value(sheet: Sheet, row: Row) -> bool:
    """Whether a formula in a column that is imported has no value."""
    return any((row.index, column) in sheet.empty_formulas for column, _known, _clean in row.layout.fields)


def _read_person(roster: Roster, row: Row, sheet: Sheet, unit: str) -> None:
    person, problems = row.person(unit)
    roster.errors.extend(problems)
    if person is None:
        roster.names_in_error.add(row.name)
        return
    roster.people.append(person)
    if row.index in sheet.hidden_rows:
        roster.warnings.append(row.finding("hidden_row", person.name))


def _find_duplicates(roster: Roster) -> None:
    """Takes out who stands twice in the file, and warns of two people of one name in one unit (who differ)."""
    kept: list[Person] = []
    by_key: dict[tuple[str, str], Person] = {}
    namesakes = Namesakes[Person]()
    for person in roster.people:
        keys = [(known, value) for known, value in (("phone", person.phone), ("id", person.id_number)) if value]
        twin = next((by_key[key] for key in keys if key in by_key), None) or next(namesakes.alike(person), None)
        if twin is not None:
            roster.names_in_error.add(person.name)
            roster.errors.append(Finding(person.row, "duplicate", f"{person.name} ({twin.row})", person.sheet))
            continue
        if other := namesakes.any_of(person):
            roster.warnings.append(Finding(person.row, "same_name", f"{person.name} ({other.row})", person.sheet))
        namesakes.add(person)
        by_key.update(dict.fromkeys(keys, person))
        kept.append(person)
    roster.people = _refuse_one_seat(roster, kept)
    order = {sheet: at for at, sheet in enumerate(dict.fromkeys(finding.sheet for finding in roster.errors))}
    roster.errors.sort(key=lambda finding: (order[finding.sheet], finding.row))


def _refuse_one_seat(roster: Roster, people: Sequence[Person]) -> list[Person]:
    """Those who have a fixed seat to themselves, or none; the second at a seat is an error."""
    kept, seated = [], dict[tuple[str, int, int], Person]()
    for person in people:
        if person.wanted_table and person.wanted_seat:
            place = (person.session, person.wanted_table, person.wanted_seat)
            if place in seated:
                value = f"{person.wanted_table}-{person.wanted_seat} {seated[place].name} ({seated[place].row})"
                roster.names_in_error.add(person.name)
                roster.errors.append(Finding(person.row, "seat_taken", value, person.sheet))
                continue
            seated[place] = person
        kept.append(person)
    return kept
