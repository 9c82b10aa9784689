"""Writes about play-offs: setting up, drawing lots, recording entries."""

from tournaments.services.corrections import preview_playoff_correction
from tournaments.services.draw import draw_lots
from tournaments.services.playoffs import create_playoff, delete_playoff
from tournaments.services.recording import Recording, Result, record_playoff_entries
from tournaments.services.verifying import Difference, verify_playoffs

__all__ = [
    "Difference",
    "Recording",
    "Result",
    "create_playoff",
    "delete_playoff",
    "draw_lots",
    "preview_playoff_correction",
    "record_playoff_entries",
    "verify_playoffs",
]
