"""Whose the pieces of a table are, written exactly, where seats changed hands in the middle of the log."""

from __future__ import annotations

from collections.abc import Mapping

from rules import Rank
from tables.models import Piece, Seat, Table
from tables.queries import effective, fold, log_of
from tables.queries.occupancy import Owners, occupancy_of, owners_of


def changed_hands(seats: Mapping[int, Seat]) -> bool:
    """Whether one of the seats is somebody's from a later place on, so that who sits there now does not say it all."""
    return any(seat.since > 1 for seat in seats.values())


def write_owners(table: Table) -> Owners:
    """Fold the log and write every piece's person and the champion; three queries, and one a person that changes."""
    log = log_of(table)
    owners = owners_of(fold(table, effective(log)), occupancy_of(table, log))
    wrong: dict[int, list[int]] = {}
    for piece in Piece.objects.filter(table=table, place="seat"):
        owner = owners.pieces[Rank(piece.rank), piece.number]
        if piece.participant_id != owner:
            wrong.setdefault(owner, []).append(piece.pk)
    for owner, pieces in wrong.items():
        Piece.objects.filter(pk__in=pieces).update(participant=owner)
    if table.champion_person_id != owners.champion:
        table.champion_person_id = owners.champion
        table.save(update_fields=["champion_person"])
    return owners
