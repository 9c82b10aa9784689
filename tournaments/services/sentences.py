"""The refusals of the play-off fold, said in words that tell how to go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from bobing_event.refusals import Refusal
from rules import Refused
from tables.services import sentences as at_tables
from tournaments.models import HeatEntrant

Lots = Mapping[str, HeatEntrant]
"""The lots of a heat by entrant's id."""

SENTENCES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "playoff_ended": lambda facts: _(
        "This heat has ended, nothing more can be recorded. To correct a throw, choose it in the log."
    ),
    "unknown_entrant": lambda facts: _("Nobody in this heat has the number %(entrant)s.") % facts,
    "not_your_turn": lambda facts: _("It is the turn of %(turn)s now (round %(round)s). Nothing was recorded.") % facts,
    "not_in_play": lambda facts: _("%(entrant)s has a place or has withdrawn already.") % facts,
    "unknown_kind": lambda facts: _("There is no entry of this kind."),
}


def refusal_of(refused: Refused, entrant: str | None, lots: Lots) -> Refusal:
    """A refusal of RULEBOOK §9 as a sentence. `entrant` is whom the entry named."""
    turn, round_number = refused.expected["turn"], refused.expected["round"]
    facts = {"entrant": entrant_words(lots, entrant), "turn": entrant_words(lots, turn), "round": round_number}
    return Refusal(refused.code, SENTENCES[refused.code](facts), expected=refused.expected)


def entrant_words(lots: Lots, entrant: str | None) -> str:
    """`3 王明`, the lot and the name; the id where nobody has it."""
    lot = lots.get(entrant or "")
    return f"{lot.lot} {lot.entrant.participant.name}" if lot else str(entrant)


def malformed(code: str) -> Refusal:
    """A refusal of what is no entry at all, by its code."""
    if code == "bad_entrant":
        return Refusal(code, _("The entry does not say whose it is."), status=400)
    return at_tables.malformed(code)
