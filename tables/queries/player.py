"""A player's own part of a table: throws, pieces, who leads, and what came of what they objected to."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db.models import Q

from bobing_event.models import Participant
from bobing_event.templatetags.bobing import masked_name
from tables.chain import canonical
from tables.models import Objection, Seat, SeatChange, SignOff, Table
from tables.queries.goods_named import Taking, takings_of
from tables.queries.played import Held, Line, Played, Standing, played_of


@dataclass(frozen=True)
class Told:
    """A line with what its player objected to there, the latest last; `line` is None for what is held."""

    line: Line | None
    seq: int
    objections: list[Objection]

    @property
    def is_open(self) -> bool:
        return any(objection.settled_at is None for objection in self.objections)


@dataclass(frozen=True)
class OwnTable:
    """A table and what of it is one player's; `played` is read when it is asked for, which is the dear part."""

    table: Table
    seat: Seat | None
    person: int
    signed: SignOff | None
    objections: list[Objection] = field(default_factory=list)

    @cached_property
    def played(self) -> Played | None:
        return played_of(self.table) if self.table.opening is not None else None

    @property
    def lines(self) -> list[Line]:
        return self.played.lines.get(self.person, []) if self.played else []

    @property
    def held(self) -> list[Held]:
        return self.played.held.get(self.person, []) if self.played else []

    @property
    def best(self) -> Standing | None:
        return self.played.best.get(self.person) if self.played else None

    @property
    def is_final(self) -> bool:
        """As `sign_offs.is_final`: signed off, and countersigned where it was disputed."""
        signed = self.signed
        return signed is not None and (not signed.disputed or signed.countersigned_at is not None)

    @property
    def told(self) -> list[Told]:
        """Every line, newest first. An objection stays with its throw when that is corrected."""
        found = self._by_place()
        return [Told(line, line.seq, found.get(line.place, [])) for line in self.lines]

    @property
    def told_of_held(self) -> Told:
        """What was said of the pieces, and of throws that were taken out since."""
        shown = {line.place for line in self.lines}
        return Told(None, 0, [one for place, said in self._by_place().items() if place not in shown for one in said])

    def _by_place(self) -> dict[int, list[Objection]]:
        places = self.played.places if self.played else {}
        found: dict[int, list[Objection]] = {}
        for objection in self.objections:
            found.setdefault(places.get(objection.seq, 0), []).append(objection)
        return found

    @property
    def open_objections(self) -> int:
        return sum(objection.settled_at is None for objection in self.objections)


def own_tables_of(person: Participant) -> list[OwnTable]:
    """The tables somebody plays or played at, by session; five queries however many, and no snapshot is read."""
    left = _left_behind(person)
    mine = Q(pk__in=Seat.objects.filter(participant=person).values("table")) | left
    tables = Table.objects.filter(mine).select_related("session__event").defer("state")
    found = list(tables.order_by("session__number", "number"))
    seats = {seat.table_id: seat for seat in Seat.objects.filter(participant=person)}
    objections: dict[int, list[Objection]] = {}
    for objection in Objection.objects.filter(participant=person).order_by("id"):
        objections.setdefault(objection.table_id, []).append(objection)
    signed = {(one.table_id, one.seq): one for one in SignOff.objects.filter(table__in=found)}
    return [
        OwnTable(
            table,
            seats.get(table.pk),
            person.pk,
            signed.get((table.pk, table.seq)) if table.has_ended else None,
            objections.get(table.pk, []),
        )
        for table in found
    ]


def prizes_of(person: Participant, tables: Iterable[OwnTable]) -> list[Taking]:
    """Which goods are a player's; asked only once a table of theirs has ended."""
    return takings_of(person) if any(own.table.has_ended for own in tables) else []


def version_of(person: Participant, tables: Iterable[OwnTable], prizes: Iterable[Taking] = (), *, language: str) -> str:
    """What changes when a player's page does: a short digest, without reading any log."""
    said: list[Any] = [language, masked_name(person.name), str(person.checked_in_at)]
    said.append([[prize.state, prize.text] for prize in prizes])
    for own in tables:
        table, signed = own.table, own.signed
        settled = [[one.seq, one.text, one.outcome] for one in own.objections]
        seat = own.seat and own.seat.number
        signatures = signed and [str(signed.signed_at), signed.disputed, str(signed.countersigned_at)]
        said.append([table.number, seat, table.phase, table.last_hash, signatures, settled])
    return hashlib.sha256(canonical({"said": said})).hexdigest()[:20]


def _left_behind(person: Participant) -> Q:
    """Where somebody sat who was found in the wrong seat: what they threw before is in that table's log."""
    changes = SeatChange.objects.filter(session__event=person.event_id, kind=SeatChange.Kind.RESEAT)
    left = Q(pk__in=person.pieces.values("table"))
    for session, moves in changes.values_list("session", "moves"):
        numbers = [move["from"][0] for move in moves if move["participant"] == person.pk and move["from"]]
        if numbers:
            left |= Q(session=session, number__in=numbers)
    return left
