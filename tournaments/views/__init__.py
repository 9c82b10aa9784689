"""The pages of play-offs."""

from tournaments.views.heats import correct_playoff_entry, heat_detail, heat_log, heat_tablet
from tournaments.views.playoffs import playoff_detail, playoffs

__all__ = ["correct_playoff_entry", "heat_detail", "heat_log", "heat_tablet", "playoff_detail", "playoffs"]
