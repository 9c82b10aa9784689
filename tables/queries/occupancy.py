"""Who held a seat when: the opening names a person for each seat, and `reseat` entries others from a place on.

The fold knows seats only. What a seat took, threw and won is a person's by the place of the entry in the log.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bobing_event.models import Participant
from rules import Candidate, Game, Pattern, Rank
from tables.models import Entry, Seat, Table
from tables.models.entry import RESEAT
from tables.queries.log import Folded, effective, fold, log_of, standing


class Occupancy:
    """The holders of each seat, as participants' ids, by places in the log."""

    def __init__(self, people: Mapping[int, int]) -> None:
        self._held: dict[int, list[tuple[int, int]]] = {seat: [(1, person)] for seat, person in people.items()}

    def take(self, seat: int, person: int, since: int) -> None:
        """From the place `since` on the seat is this person's, whatever was said of later places before."""
        before = [held for held in self._held.get(seat, []) if held[0] < since]
        if not before or before[-1][1] != person:
            before.append((since, person))
        self._held[seat] = before

    @property
    def seats(self) -> list[int]:
        return sorted(self._held)

    def at(self, seat: int, place: int) -> int:
        """Who held the seat at a place of the log."""
        return next(person for since, person in reversed(self._held[seat]) if since <= place)

    def now(self, seat: int) -> int:
        return self._held[seat][-1][1]

    def since(self, seat: int) -> int:
        """The place from which on the present holder has it."""
        return self._held[seat][-1][0]

    def people(self) -> set[int]:
        """Everybody who ever held one of the seats."""
        return {person for held in self._held.values() for _since, person in held}


def concerns_seats(entry: Entry) -> bool:
    """Whether an entry says who holds a seat, or takes back one that does."""
    return entry.kind == RESEAT or (entry.supersedes is not None and entry.supersedes.kind == RESEAT)


def occupancy_of(table: Table, log: Iterable[Entry]) -> Occupancy:
    """Who held the seats of an opened table; `log` is the whole log."""
    assert table.opening is not None
    occupancy = Occupancy({int(seat): person for seat, person in table.opening["people"].items()})
    for entry in sorted(standing(log), key=lambda entry: entry.seq):
        if entry.kind == RESEAT:
            assert entry.seat is not None
            assert entry.participant_id is not None
            assert entry.since is not None
            occupancy.take(entry.seat, entry.participant_id, entry.since)
    return occupancy


@dataclass(frozen=True)
class Reading:
    """An opened table's whole log, read once: what it comes to, and the people of it by id."""

    log: list[Entry]
    folded: Folded
    occupancy: Occupancy
    people: dict[int, Participant]


def reading_of(table: Table, seats: Iterable[Seat]) -> Reading | None:
    """The log of a table; None before it is opened. One query, and one more where somebody has left the table."""
    if table.opening is None:
        return None
    log = log_of(table)
    occupancy = occupancy_of(table, log)
    people = {seat.participant_id: seat.participant for seat in seats}
    if missing := occupancy.people() - people.keys():
        people |= Participant.objects.in_bulk(missing)
    return Reading(log, fold(table, effective(log)), occupancy, people)


@dataclass(frozen=True)
class Owners:
    """Whose the pieces at seats are, by rank and number, and who is champion; participants' ids."""

    pieces: dict[tuple[Rank, int], int]
    champion: int | None


def owners_of(folded: Folded, occupancy: Occupancy) -> Owners:
    """A piece is whose seat it came to at that place of the log. The 状元 goes with the throw that made the champion.

    So do the 对堂 that a champion's pattern collects at the end (RULEBOOK §6.7).
    """
    game, champion = folded.game, _champion(folded, occupancy)
    owners = {}
    for piece in game.pieces:
        if isinstance(piece.place, int):
            to_champion = champion is not None and piece.rank in _collected(game)
            entry = folded.entries[bisect_left(folded.reached, piece.since)]
            owner = champion if to_champion else occupancy.at(piece.place, entry.place)
            assert owner is not None
            owners[piece.rank, piece.number] = owner
    return Owners(owners, champion)


def thrower_of(folded: Folded, occupancy: Occupancy, candidate: Candidate) -> int:
    """Who threw a standing candidate."""
    return occupancy.at(candidate.seat, folded.entries[candidate.order - 1].place)


def _champion(folded: Folded, occupancy: Occupancy) -> int | None:
    if folded.game.champion is None:
        return None
    seat, pattern = folded.game.champion
    candidate = folded.game.candidates.get(seat)
    decided = folded.entries[-1]
    if candidate is not None and candidate.pattern == pattern and decided.kind != "appoint":
        return thrower_of(folded, occupancy, candidate)
    return occupancy.at(seat, decided.place)


def _collected(game: Game) -> set[Rank]:
    """The ranks that are the champion's, whoever sat there when they came."""
    pattern, rules = game.champion and game.champion.pattern, game.ruleset
    by_flowers = pattern is Pattern.CHAJINHUA and rules.chajinhua_duitang == "all_at_end"
    by_six_red = pattern is Pattern.LIUBEIHONG and rules.liubeihong_effect == "duitang_at_end"
    return {Rank.ZHUANGYUAN, Rank.DUITANG} if by_flowers or by_six_red else {Rank.ZHUANGYUAN}
