"""The refusals of the rules, said in words that tell how to go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from bobing_event.refusals import Refusal
from rules import EntryError, HandError, OpeningError, Refused, StartError
from tables.models import Seat, Table


def refusal_of(
    refused: Refused, table: Table, seats: Mapping[int, Seat], *, seat: int | None, rank: str = ""
) -> Refusal:
    """A refusal of RULEBOOK §7.7 as a sentence. `seat` and `rank` are what the entry named."""
    facts = {"table": table.number, "seat": seat_words(seats, seat), "rank": rank}
    if refused.code == "not_your_turn":
        sentence = _not_your_turn(refused.expected, seats)
    else:
        sentence = SENTENCES[refused.code](facts)
    return Refusal(refused.code, sentence, expected=refused.expected)


def seat_words(seats: Mapping[int, Seat], number: int | None) -> str:
    """A seat and who sits there; the number alone where nobody does."""
    seat = seats.get(number) if number is not None else None
    if seat is None:
        return str(number)
    return pgettext("a person at the table", "seat %(seat)s %(name)s") % {"seat": number, "name": seat.participant.name}


def _not_your_turn(expected: Mapping[str, Any], seats: Mapping[int, Seat]) -> str:
    turn, facts = expected["turn"], {"round": expected["round"]}
    facts["seat"] = seat_words(seats, turn)
    return _("It is the turn of %(seat)s now (round %(round)s). Nothing was recorded.") % facts


SENTENCES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "table_ended": lambda facts: (
        _("Table %(table)s has ended, nothing more can be recorded. To correct a throw, choose it in the log.") % facts
    ),
    "unknown_seat": lambda facts: _("There is no seat %(seat)s at table %(table)s.") % facts,
    "already_left": lambda facts: _("Already left: %(seat)s.") % facts,
    "not_left": lambda facts: _("Has not left, so cannot return: %(seat)s.") % facts,
    "time_already_up": lambda facts: _("Time has been called at table %(table)s already.") % facts,
    "unknown_rank": lambda facts: _("The bar can be lowered to one of the five lower ranks only.") % facts,
    "unknown_kind": lambda facts: _("There is no entry of this kind.") % facts,
}

_MALFORMED: dict[str, Callable[[], str]] = {
    "dice_count": lambda: _("A throw has six dice. Enter all six."),
    "dice_face": lambda: _("A die shows 1 to 6. Enter the dice again."),
    "not_an_object": lambda: _("An entry is a JSON object."),
    "bad_kind": lambda: _("The entry does not say of which kind it is."),
    "bad_seat": lambda: _("The entry does not say which seat it is for."),
    "bad_reason": lambda: _("The reason must be text of at most 200 characters."),
    "bad_client_uuid": lambda: _("The entry needs a client UUID."),
    "bad_thrown_at": lambda: _("The time of the throw must be a date and time with its zone."),
    "bad_supersedes": lambda: _("The number of the entry to correct must be a whole number."),
    "void_without_supersedes": lambda: _("Say which entry is to be taken out."),
    "bad_approval": lambda: _("The approval holds no PIN."),
    "bad_pattern": lambda: _("There is no such pattern under these rules. Enter the six dice."),
    "dice_needed": lambda: _("For a throw of this rank the six dice are needed. Enter them."),
    "reason_needed": lambda: _("Give a reason: it stays in the log."),
}

_OPENING: dict[str, Callable[[], str]] = {
    "unknown_first": lambda: _("The seat that is to throw first is not at this table."),
    "unknown_thrower": lambda: _("The seat that threw the opening dice is not at this table."),
    "impossible_total": lambda: _("The opening dice cannot show this total. Count them again."),
    "no_seats": lambda: _("Nobody sits at this table."),
    "bad_seats": lambda: _("Nobody sits at this table."),
    "bad_stock": lambda: _("The event's pieces a table cannot be played with. Change the prize plan."),
}

_OPENING_CODES = {"unknown_first": "unknown_first_seat", "bad_seats": "no_seats"}


def malformed(error: HandError | EntryError | str) -> Refusal:
    """A refusal of what is no entry at all, by its code."""
    code = error if isinstance(error, str) else error.code
    return Refusal(code, _MALFORMED[code](), status=400)


def opening_refusal(error: OpeningError | StartError) -> Refusal:
    """A refusal of an opening that cannot be."""
    return Refusal(_OPENING_CODES.get(error.code, error.code), _OPENING[error.code](), status=400)
