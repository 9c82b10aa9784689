"""The participant sheet: bytes → sheets of cells → header → clean people → import-export resource.

`reader` knows files, `header` headings, `cleaning` cells and `rows` rows; `roster` puts them together, and
`matching` finds who is known already. None of them writes; `bobing_event.services.imports` does.
"""

from bobing_event.importing.roster import LeftOut, Roster, read_roster
from bobing_event.importing.rows import Finding, Person

__all__ = ["Finding", "LeftOut", "Person", "Roster", "read_roster"]
