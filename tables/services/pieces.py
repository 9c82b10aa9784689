"""Piece rows: the fold's pieces as the database has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Case, F, Field, ForeignKey, Q, Value, When

from rules import Game, Rank
from tables.models import Piece, Seat, Table

Where = tuple[str, int | None, bool]
"""`place`, the seat's number where it is at a seat, and whether it may still move."""

Change = tuple[str, int | None, bool, bool]
"""As `Where`, and whether the piece stays where it was."""

Moved = dict[Change, list[tuple[Rank, int]]]
"""The pieces to be written, by where they go."""


def piece_places(game: Game) -> dict[tuple[Rank, int], Where]:
    """Where every piece of a game is, by rank and number."""
    places: dict[tuple[Rank, int], Where] = {}
    for piece in game.pieces:
        at_seat = isinstance(piece.place, int)
        places[piece.rank, piece.number] = (
            "seat" if at_seat else str(piece.place),
            int(piece.place) if at_seat else None,
            game.is_provisional(piece),
        )
    return places


def create_pieces(table: Table, game: Game) -> None:
    """A row for every piece of the table's set; one query."""
    Piece.objects.bulk_create(Piece(table=table, rank=rank.value, number=number) for rank, number in piece_places(game))


def move_pieces(table: Table, seats: Mapping[int, Seat], before: Game, after: Game) -> None:
    """Write what differs between two games of the same table; one query, none where nothing moved.

    A piece that came to a seat is whose seat that is now; one that stays is whose it was.
    """
    was, moved = piece_places(before), Moved()
    for key, where in piece_places(after).items():
        if was[key] != where:
            stays = was[key][:2] == where[:2]
            moved.setdefault((*where, stays), []).append(key)
    if moved:
        _write(table, seats, moved)


def _write(table: Table, seats: Mapping[int, Seat], moved: Moved) -> None:
    changes = {change: _these(keys) for change, keys in moved.items()}
    every = Q()
    for these in changes.values():
        every |= these
    holders = {change: None if change[1] is None else seats[change[1]] for change in changes}
    people = {
        change: F("participant_id") if change[3] else holder and holder.participant_id
        for change, holder in holders.items()
    }
    Piece.objects.filter(every, table=table).update(
        place=_by_case(changes, {change: change[0] for change in changes}, "place"),
        holder=_by_case(changes, {change: holder and holder.pk for change, holder in holders.items()}, "holder"),
        participant=_by_case(changes, people, "participant"),
        provisional=_by_case(changes, {change: change[2] for change in changes}, "provisional"),
    )


def _these(keys: list[tuple[Rank, int]]) -> Q:
    these, by_rank = Q(), dict[str, list[int]]()
    for rank, number in keys:
        by_rank.setdefault(rank.value, []).append(number)
    for rank_code, numbers in by_rank.items():
        these |= Q(rank=rank_code, number__in=numbers)
    return these


def _by_case(changes: Mapping[Change, Q], values: Mapping[Change, Any], field: str) -> Any:
    """One value for all, where it is one; else a CASE."""
    if len(set(values.values())) == 1:
        return next(iter(values.values()))
    column = Piece._meta.get_field(field)
    assert isinstance(column, Field)
    kind = column.target_field if isinstance(column, ForeignKey) else column
    whens = [When(these, then=_value(values[change], kind)) for change, these in changes.items()]
    return Case(*whens, default=F(column.attname))


def _value(value: Any, kind: Any) -> Any:
    return value if isinstance(value, F) else Value(value, output_field=kind)
