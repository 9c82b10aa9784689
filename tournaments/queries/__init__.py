"""Reads about play-offs: who may enter, the stages, a heat's log, and what tablets and pages show."""

from tournaments.queries.eligible import Candidate, Eligible, eligible_entrants
from tournaments.queries.history import log_json
from tournaments.queries.log import (
    Folded,
    Hits,
    as_rules_entry,
    effective_entries,
    fold_at_opening,
    fold_entries,
    fold_of,
    hash_content,
    id_text,
    last_effective_entry,
    log_of,
    note_hit,
)
from tournaments.queries.stages import (
    drawn_heats,
    heat_sizes,
    next_entrants,
    roster_digest,
    roster_of,
    stage_plan,
)
from tournaments.queries.state import heat_of, heat_state, lots_of, state_json

__all__ = [
    "Candidate",
    "Eligible",
    "Folded",
    "Hits",
    "as_rules_entry",
    "drawn_heats",
    "effective_entries",
    "eligible_entrants",
    "fold_at_opening",
    "fold_entries",
    "fold_of",
    "hash_content",
    "heat_of",
    "heat_sizes",
    "heat_state",
    "id_text",
    "last_effective_entry",
    "log_json",
    "log_of",
    "lots_of",
    "next_entrants",
    "note_hit",
    "roster_digest",
    "roster_of",
    "stage_plan",
    "state_json",
]
