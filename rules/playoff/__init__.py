"""The play-off fold (RULEBOOK §9): `Playoff`, its entries and what they do."""

from rules.playoff.draft import Call, Hit
from rules.playoff.effect import PlayoffEffect
from rules.playoff.entries import (
    Decide,
    Entry,
    Overflow,
    Pass,
    Rethrow,
    Throw,
    Unknown,
    Withdraw,
    entry_to_json,
    parse_entry,
)
from rules.playoff.playoff import Playoff

__all__ = [
    "Call",
    "Decide",
    "Entry",
    "Hit",
    "Overflow",
    "Pass",
    "Playoff",
    "PlayoffEffect",
    "Rethrow",
    "Throw",
    "Unknown",
    "Withdraw",
    "entry_to_json",
    "parse_entry",
]
