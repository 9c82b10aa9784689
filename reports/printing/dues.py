"""What is due to whom, with the number of its voucher, in the order in which people sit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import npgettext

from awards.models import PlanLine, Prize
from awards.queries.due import Entitlement, Waiting, due
from awards.queries.giving import Receiver, given_by
from awards.queries.origins import origin_label
from bobing_event.labels import rank_label
from bobing_event.models import Event
from reports.printing.people import Person, Scope
from rules import RANKS, Rank
from tournaments.models import Playoff

ONE_BY_ONE = 2000
"""Of more people than that it is faster to read what is due to everybody, and a database takes no longer list."""


class Due(NamedTuple):
    """Goods that somebody has to get. `number` names them in the event, on every voucher and sheet alike."""

    what: Entitlement
    person: Person
    number: str

    @property
    def may_be_had(self) -> bool:
        """Whether they may be handed over: final, not provisional."""
        return self.what.waiting == Waiting.NOTHING

    @property
    def at_desk(self) -> bool:
        return self.what.given_at == PlanLine.GivenAt.DESK

    @property
    def honour(self) -> str:
        """What they are for: a rank, a place in a play-off, a consolation, a redraw."""
        return rank_label(self.what.piece.rank) if self.what.piece is not None else origin_label(self.what)


def dues_of(event: Event, scope: Scope, people: Sequence[Person]) -> list[Due]:
    """All that is due to these people, by table and seat, and of each by rank. A constant number of queries."""
    known = {person.pk: person for person in people}
    asked = None if len(known) > ONE_BY_ONE or scope.is_whole else known.keys()
    letters = _Letters(event)
    found = [
        Due(one, known[one.participant_id], _number(one) + letters.of(one))
        for one in due(event, people=asked)
        if one.participant_id in known and _in_session(one, scope)
    ]
    # Sorting keeps the order in which each person's goods were found.
    return sorted(found, key=lambda line: (*line.person.place, line.person.pk))


def goods_of(dues: Iterable[Due]) -> list[Prize]:
    """Each kind of goods once."""
    return list({due.what.prize.pk: due.what.prize for due in dues}.values())


def left_out_words(waiting: int) -> str:
    """How many prizes are not printed because they are not final; empty where there are none."""
    if not waiting:
        return ""
    sentence = npgettext(
        "print",
        "%(count)s prize is not final yet and is not printed",
        "%(count)s prizes are not final yet and are not printed",
        waiting,
    )
    return sentence % {"count": waiting}


def _in_session(one: Entitlement, scope: Scope) -> bool:
    """Somebody may sit in two sessions: a piece belongs to that of its table."""
    return one.piece is None or one.piece.table.session_id == scope.session.pk


def _number(one: Entitlement) -> str:
    """`1-007-204`: session, table, and of it piece 4 of the second rank; else P, C, R with place, person or win."""
    if one.piece is not None:
        table, rank = one.piece.table, RANKS.index(Rank(one.piece.rank)) + 1
        return f"{table.session.number}-{table.number:03d}-{rank}{one.piece.number:02d}"
    if one.place is not None:
        return f"P{Playoff.Kind.values.index(one.playoff_kind) + 1}-{one.place:02d}"
    if one.consolation:
        return f"C{PlanLine.Consolation.values.index(one.consolation) + 1}-{one.participant_id:05d}"
    return f"R-{one.redraw_win_id:05d}"


class _Letters:
    """What tells the goods of one piece from each other, where it gives several: A, B, by the plan."""

    def __init__(self, event: Event) -> None:
        lines = PlanLine.objects.filter(event=event)
        self.given = given_by(lines, event.piece_set)

    def of(self, one: Entitlement) -> str:
        goods = sorted({line.prize_id for line in self.given.get(_receiver(one), ())})
        if len(goods) < 2 or one.prize.pk not in goods:
            return ""
        return chr(ord("A") + goods.index(one.prize.pk))


def _receiver(one: Entitlement) -> Receiver:
    if one.piece is not None:
        return "rank", one.piece.rank, one.piece.number
    if one.place is not None:
        return "playoff", one.playoff_kind, one.place
    return "consolation", one.consolation, 0
