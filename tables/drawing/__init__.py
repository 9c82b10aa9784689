"""Seats by lot: a frozen plan and a seed give one seating, and anybody can repeat it (docs/seating.md).

Values only: no database, no clock, no randomness of its own.
"""

from tables.drawing.placing import Place, seat_people
from tables.drawing.plan import Plan, commitment_of, make_plan, plan_digest, seed_of
from tables.drawing.sizes import Rest, table_sizes
from tables.drawing.unmet import Unmet, impossible_wishes, unmet_wishes

__all__ = [
    "Place",
    "Plan",
    "Rest",
    "Unmet",
    "commitment_of",
    "impossible_wishes",
    "make_plan",
    "plan_digest",
    "seat_people",
    "seed_of",
    "table_sizes",
    "unmet_wishes",
]
