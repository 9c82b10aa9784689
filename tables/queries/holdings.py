"""What everybody of a table holds, as the referee signs it off."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

from tables.chain import canonical
from tables.models import Seat, Table
from tables.queries.log import game_of
from tables.queries.occupancy import owners_of, reading_of
from tables.queries.state import seats_of


def holdings_of(table: Table) -> dict[str, Any]:
    """`{seq, digest, people: [{seat, name, unit, pieces: {rank: n}, champion}]}`, by seat; two queries.

    Somebody who was taken from the table with what they won at it has no seat (None) and comes last. The digest is the
    SHA-256 of whose the pieces and the championship are: an entry that moves nothing leaves it as it is.
    """
    seats = seats_of(table)
    reading = reading_of(table, seats)
    if reading is None or game_of(table) is None:
        return {"seq": table.seq, "digest": _digest(table, []), "people": [_plain(seat) for seat in seats]}
    owners = owners_of(reading.folded, reading.occupancy)
    held: dict[int, Counter[str]] = {}
    for (rank, _number), owner in owners.pieces.items():
        held.setdefault(owner, Counter())[rank.value] += 1
    here = {seat.participant_id: seat.number for seat in seats}
    gone = sorted((held.keys() | ({owners.champion} if owners.champion else set())) - here.keys())
    people = [
        {
            "seat": here.get(pk),
            "name": reading.people[pk].name,
            "unit": reading.people[pk].unit,
            "pieces": dict(sorted(held.get(pk, Counter()).items())),
            "champion": pk == owners.champion,
        }
        for pk in (*here, *gone)
    ]
    signed = [[pk, one["pieces"], one["champion"]] for pk, one in zip((*here, *gone), people, strict=True)]
    return {"seq": table.seq, "digest": _digest(table, signed), "people": people}


def _plain(seat: Seat) -> dict[str, Any]:
    person = seat.participant
    return {"seat": seat.number, "name": person.name, "unit": person.unit, "pieces": {}, "champion": False}


def _digest(table: Table, signed: list[Any]) -> str:
    return hashlib.sha256(canonical({"table": table.pk, "holdings": signed})).hexdigest()
