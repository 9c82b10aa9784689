"""The participant sheet: bytes → sheets of cells → header → clean people → import-export resource.

`reader` knows files, `header` headings, `cleaning` cells and `rows` rows; `roster` puts them together, and
`matching` finds who is known already. None of them writes; `bobing_event.services.imports` does.
"""

from bobing_event.importing.choices import Choices, SheetChoice
from bobing_event.importing.fields import FIELDS
from bobing_event.importing.roster import ErrorRow, LeftOut, Roster, error_rows, read_roster
from bobing_event.importing.rows import Finding, Person
from bobing_event.importing.survey import SheetColumn, SheetSurvey, chosen_headings, survey_sheets

__all__ = [
    "FIELDS",
    "Choices",
    "ErrorRow",
    "Finding",
    "LeftOut",
    "Person",
    "Roster",
    "SheetChoice",
    "SheetColumn",
    "SheetSurvey",
    "chosen_headings",
    "error_rows",
    "read_roster",
    "survey_sheets",
]
