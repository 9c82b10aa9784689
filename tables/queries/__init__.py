"""Reads about tables: their rules, their log, and what they show."""

from tables.queries.history import export_of, log_json
from tables.queries.log import (
    Folded,
    Impossible,
    effective,
    fold,
    game_at_opening,
    game_of,
    hash_content,
    last_effective_entry,
    log_of,
    opening_hash_content,
    utc_text,
)
from tables.queries.rulesets import ruleset_of_event, ruleset_of_table
from tables.queries.state import last_entry_of, seats_of, state_json, table_of, table_state

__all__ = [
    "Folded",
    "Impossible",
    "effective",
    "export_of",
    "fold",
    "game_at_opening",
    "game_of",
    "hash_content",
    "last_effective_entry",
    "last_entry_of",
    "log_json",
    "log_of",
    "opening_hash_content",
    "ruleset_of_event",
    "ruleset_of_table",
    "seats_of",
    "state_json",
    "table_of",
    "table_state",
    "utc_text",
]
