"""Playing a table and a play-off heat through the services, with dice from a seeded generator."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from tables.queries import ruleset_of_event
from tables.services import open_table, record_entries

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from tables.models import Table

SECONDS_A_THROW = 8
LONGEST = 3000  # entries; no table takes as many


@dataclass
class Clock:
    """The evening's time: it moves only when somebody throws."""

    now: datetime

    def tick(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now


Incident = Callable[[dict[str, Any]], dict[str, Any] | None]
"""Asked before each turn with the table's state: an entry instead of the throw, or None."""


def play_table(
    table: Table,
    *,
    referee: User,
    clock: Clock,
    dice: random.Random,
    incidents: Sequence[Incident] = (),
    most: int = LONGEST,
) -> int:
    """Plays a table from the opening dice to its end, or `most` entries; returns how many it took."""
    seats = table.seats.values_list("number", flat=True)
    total = sum(roll(dice, count=ruleset_of_event(table.session.event).opening_dice))
    opened = open_table(table=table, by=referee, now=clock.now, thrower=seats[0], total=total)
    state: dict[str, Any] = {"seq": 0, "phase": opened.phase, "turn": opened.turn}
    coming = iter(incidents)
    incident = next(coming, None)
    for entries in range(most):
        if state["phase"] == "ended":
            return entries
        asked = incident(state) if incident else None
        if asked is not None:
            incident = next(coming, None)
        state = enter(table, asked or throw(state["turn"], dice), by=referee, clock=clock)
    return most


def enter(table: Table, entry: dict[str, Any], *, by: User, clock: Clock, correct: bool = False) -> dict[str, Any]:
    """Records one entry as a tablet would, and gives the state it was answered with."""
    now = clock.tick(SECONDS_A_THROW)
    asked = {"client_uuid": uuid.uuid4(), "thrown_at": now, **entry}
    recording = record_entries(table=table, entries=[asked], by=by, now=now, may_correct_any=correct)
    if recording.refusal:
        raise recording.refusal
    return recording.state


def throw(seat: int, dice: random.Random) -> dict[str, Any]:
    return {"kind": "throw", "seat": seat, "dice": roll(dice)}


def roll(dice: random.Random, count: int = 6) -> list[int]:
    return [dice.randint(1, 6) for _ in range(count)]


# --- what can happen at a table -------------------------------------------------------------------------------


def overflow_at(seq: int) -> Incident:
    """The thrower's die leaves the bowl."""
    return lambda state: {"kind": "overflow", "seat": state["turn"]} if state["seq"] >= seq else None


def pass_at(seq: int) -> Incident:
    """The thrower is not at the table just now."""
    return lambda state: {"kind": "pass", "seat": state["turn"]} if state["seq"] >= seq else None


def time_up_at(seq: int) -> Incident:
    """The table's clock runs out."""
    return lambda state: {"kind": "time_up"} if state["seq"] >= seq else None
