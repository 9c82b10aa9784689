"""博饼: dice, rulesets, the table fold and the play-off fold, as docs/rulebook.md has them.

Pure values: no clock, no randomness, no storage. The entries of play-offs are in `rules.playoff`, exact
counts in `rules.odds`, classification of whole arrays in `rules.bulk`.
"""

from rules.bulk import judge_many, outcome_codes
from rules.catalogue import DEFAULT_RULESET, Listing, available, describe, load
from rules.dice import Hand, HandError, all_hands, all_throws, hands_of_all_throws
from rules.entries import (
    Appoint,
    Entry,
    EntryError,
    Leave,
    LowerBar,
    Overflow,
    Pass,
    Rethrow,
    Return,
    Throw,
    TimeUp,
    Unknown,
    entry_to_json,
    parse_entry,
)
from rules.errors import Refused, SnapshotError, StartError
from rules.game import Candidate, Champion, Effect, Game, Move, Phase, Piece, Visit, Won, play
from rules.opening import OpeningError, first_seat, order_of_play
from rules.options import RulesetError
from rules.patterns import CLASSIC_SET, LOWER_RANKS, RANKS, Outcome, Pattern, Rank
from rules.playoff import Playoff, PlayoffEffect
from rules.ruleset import Ruleset

__all__ = [
    "CLASSIC_SET",
    "DEFAULT_RULESET",
    "LOWER_RANKS",
    "RANKS",
    "Appoint",
    "Candidate",
    "Champion",
    "Effect",
    "Entry",
    "EntryError",
    "Game",
    "Hand",
    "HandError",
    "Leave",
    "Listing",
    "LowerBar",
    "Move",
    "OpeningError",
    "Outcome",
    "Overflow",
    "Pass",
    "Pattern",
    "Phase",
    "Piece",
    "Playoff",
    "PlayoffEffect",
    "Rank",
    "Refused",
    "Rethrow",
    "Return",
    "Ruleset",
    "RulesetError",
    "SnapshotError",
    "StartError",
    "Throw",
    "TimeUp",
    "Unknown",
    "Visit",
    "Won",
    "all_hands",
    "all_throws",
    "available",
    "describe",
    "entry_to_json",
    "first_seat",
    "hands_of_all_throws",
    "judge_many",
    "load",
    "order_of_play",
    "outcome_codes",
    "parse_entry",
    "play",
]
