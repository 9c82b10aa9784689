"""What a table's log comes to for each of its players, names in part; read once for all of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache

from bobing_event.templatetags.bobing import masked_name
from rules import RANKS, Candidate, Effect, Game
from tables.models import Entry, Table
from tables.queries.occupancy import Reading, owners_of, reading_of, thrower_of
from tables.queries.state import seats_of

KEPT_SECONDS = 120
"""How long what a log comes to is kept for the next of its players; an entry makes it another one at once."""


@dataclass(frozen=True)
class Passed:
    """Pieces of a rank that came to somebody or went from them; `other` is None for the stock, else a masked name."""

    rank: str
    pieces: int
    other: str | None


@dataclass(frozen=True)
class Line:
    """An entry that counts and concerns a player, as theirs (`own`) or because it moved pieces of theirs.

    `by` is the masked name of whose it was where it is not theirs, empty where it is nobody's.
    """

    seq: int
    place: int
    own: bool
    by: str
    kind: str
    round: int
    thrown_at: datetime
    dice: str
    dice_seen: bool
    pattern: str | None
    for_champion: bool
    corrected: bool
    got: list[Passed]
    lost: list[Passed]


@dataclass(frozen=True)
class Held:
    """Pieces of a rank that somebody has; `open` are those that the rules let others still take away."""

    rank: str
    pieces: int
    open: int


@dataclass(frozen=True)
class Standing:
    """Who leads for 状元, or is it; a masked name. `pattern` is None for an appointed one."""

    person: int
    name: str
    pattern: str | None
    dice: str


@dataclass(frozen=True)
class Played:
    """What a table's log comes to for its players, by participants' ids; names in it are masked."""

    lines: dict[int, list[Line]]
    held: dict[int, list[Held]]
    best: dict[int, Standing]
    leader: Standing | None
    champion: Standing | None
    turn: Standing | None
    places: dict[int, int]
    """The place in the fold of every entry, which a corrected one hands on."""


def played_of(table: Table) -> Played:
    """Of an opened table. Two queries, or none where another of its players has asked: the last hash names the log."""
    key = f"played:{table.pk}:{table.last_hash}"
    played: Played | None = cache.get(key)
    if played is None:
        played = _read(table)
        cache.set(key, played, KEPT_SECONDS)
    return played


def _read(table: Table) -> Played:
    reading = reading_of(table, seats_of(table))
    assert reading is not None
    folded, occupancy = reading.folded, reading.occupancy
    game, owners = folded.game, owners_of(folded, occupancy)
    standing = {thrower_of(folded, occupancy, one): one for one in game.standing}
    best = {person: _standing(reading, person, candidate) for person, candidate in standing.items()}
    leader = game.candidates[game.leader] if game.leader is not None else None
    leads = best[thrower_of(folded, occupancy, leader)] if leader else None
    turn = _standing(reading, occupancy.now(game.turn)) if game.turn is not None else None
    champion = _standing(reading, owners.champion, standing.get(owners.champion)) if owners.champion else None
    places = {entry.seq: entry.place for entry in reading.log}
    return Played(_lines(reading), _held(game, owners.pieces), best, leads, champion, turn, places)


def _standing(reading: Reading, person: int, candidate: Candidate | None = None) -> Standing:
    pattern, dice = (candidate.pattern.value, candidate.hand.text) if candidate else (None, "")
    return Standing(person, _name(reading, person), pattern, dice)


def _held(game: Game, owners: dict[Any, int]) -> dict[int, list[Held]]:
    pieces: Counter[tuple[int, Any]] = Counter()
    still_open: Counter[tuple[int, Any]] = Counter()
    for piece in game.pieces:
        owner = owners.get((piece.rank, piece.number))
        if owner is not None:
            pieces[owner, piece.rank] += 1
            still_open[owner, piece.rank] += game.is_provisional(piece)
    return {
        person: [
            Held(rank.value, pieces[person, rank], still_open[person, rank]) for rank in RANKS if pieces[person, rank]
        ]
        for person in {owner for owner, _rank in pieces}
    }


def _lines(reading: Reading) -> dict[int, list[Line]]:
    """Everybody's lines, newest first."""
    lines: dict[int, list[Line]] = {}
    for entry in reading.folded.entries:
        effect = reading.folded.effects[entry.seq]
        thrower = _whose(reading, entry)
        got, lost = _passed(reading, entry, effect)
        for person in {person for person in (thrower, *got, *lost) if person is not None}:
            line = _line(reading, entry, effect, person, thrower, got.get(person, []), lost.get(person, []))
            lines.setdefault(person, []).append(line)
    return {person: mine[::-1] for person, mine in lines.items()}


def _line(
    reading: Reading,
    entry: Entry,
    effect: Effect,
    person: int,
    thrower: int | None,
    got: list[Passed],
    lost: list[Passed],
) -> Line:
    return Line(
        seq=entry.seq,
        place=entry.place,
        own=person == thrower,
        by="" if thrower is None else _name(reading, thrower),
        kind=entry.kind,
        round=effect.round_before,
        thrown_at=entry.thrown_at,
        dice=entry.dice,
        dice_seen=entry.dice_seen,
        pattern=effect.pattern.value if effect.pattern else None,
        for_champion=effect.strength is not None,
        corrected=entry.supersedes_id is not None,
        got=got,
        lost=lost,
    )


def _whose(reading: Reading, entry: Entry) -> int | None:
    if entry.seat not in reading.occupancy.seats:
        return None
    return reading.occupancy.at(entry.seat, entry.place)


def _passed(reading: Reading, entry: Entry, effect: Effect) -> tuple[dict[int, list[Passed]], dict[int, list[Passed]]]:
    """What an entry brought to whom and took from whom, by rank and the other side."""
    got: dict[int, Counter[tuple[str, int | None]]] = {}
    lost: dict[int, Counter[tuple[str, int | None]]] = {}
    for move in effect.moves:
        source, target = (
            reading.occupancy.at(place, entry.place) if isinstance(place, int) else None
            for place in (move.source, move.target)
        )
        if target is not None:
            got.setdefault(target, Counter())[move.rank.value, source] += 1
        if source is not None:
            lost.setdefault(source, Counter())[move.rank.value, target] += 1
    return _named(reading, got), _named(reading, lost)


def _named(reading: Reading, sides: dict[int, Counter[tuple[str, int | None]]]) -> dict[int, list[Passed]]:
    return {
        person: [
            Passed(rank, pieces, None if other is None else _name(reading, other))
            for (rank, other), pieces in counts.items()
        ]
        for person, counts in sides.items()
    }


def _name(reading: Reading, person: int) -> str:
    return masked_name(reading.people[person].name)
