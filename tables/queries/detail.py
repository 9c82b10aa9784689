"""One table as its page shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bobing_event.models import Participant
from rules import LOWER_RANKS, RANKS, Candidate, Game
from tables.models import Seat, Table
from tables.queries.history import LogLine, log_lines
from tables.queries.log import game_of
from tables.queries.occupancy import Reading, owners_of, reading_of, thrower_of
from tables.queries.state import ROUNDS_BEFORE_A_PROPOSAL, seats_of


@dataclass(frozen=True)
class SeatLine:
    """A person of the table, and what they hold: pieces by rank, in the order of `TableDetail.ranks`.

    `seat` is where they sit; None for somebody who was taken from this table with what they won at it.
    """

    person: Participant
    seat: Seat | None
    held: list[int]
    candidate: Candidate | None
    is_turn: bool
    is_leader: bool
    is_champion: bool
    left: bool
    skip: bool

    @property
    def pieces(self) -> int:
        return sum(self.held)


@dataclass(frozen=True)
class StockLine:
    rank: str
    left: int
    total: int


@dataclass(frozen=True)
class TableDetail:
    """Everything on a table's page but the forms; `game` is None before the opening."""

    game: Game | None
    seats: list[SeatLine]
    stock: list[StockLine]
    log: list[LogLine]
    now: datetime
    just_opened: bool
    """Nothing is recorded but who was absent at the opening, which can still be taken back."""

    @property
    def ranks(self) -> list[str]:
        return [rank.value for rank in RANKS]

    @property
    def turn(self) -> SeatLine | None:
        return next((line for line in self.seats if line.is_turn), None)

    @property
    def leader(self) -> SeatLine | None:
        return next((line for line in self.seats if line.is_leader), None)

    @property
    def champion(self) -> SeatLine | None:
        return next((line for line in self.seats if line.is_champion), None)

    @property
    def stuck(self) -> bool:
        """Whether to lower the bar or appoint (RULEBOOK §7.8)."""
        game = self.game
        return bool(game and game.rounds_without_champion_after_time_up >= ROUNDS_BEFORE_A_PROPOSAL)

    @property
    def pieces_left(self) -> int:
        return sum(line.left for line in self.stock if line.rank in LOWER_RANKS)


def table_detail_of(table: Table, *, now: datetime) -> TableDetail:
    """The page of a table: two queries beside the table's own, three where somebody was taken from it."""
    seats, game = seats_of(table), game_of(table)
    reading = reading_of(table, seats)
    lines = _lines_before_opening(seats) if game is None or reading is None else _seat_lines(seats, game, reading)
    log = log_lines(reading)
    untouched = all(line.entry.kind == "leave" and line.entry.received_at == table.opened_at for line in log)
    return TableDetail(game, lines, _stock(table, game), log, now, just_opened=game is not None and untouched)


@dataclass(frozen=True)
class PieceMove:
    """A piece that a correction moves, in people's words: a seat, or None with a place; who has its goods by now."""

    rank: str
    number: int
    source: Seat | None
    source_place: str
    target: Seat | None
    target_place: str
    handed_to: str = ""


def correction_preview(table: Table, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes of `services.preview_correction` with the people they concern."""
    seats = {seat.number: seat for seat in seats_of(table)}
    handed = {(one["rank"], one["number"]): one["name"] for one in changes["handed_over"]}

    def seat_of(number: int | None) -> Seat | None:
        return None if number is None else seats.get(number)

    def moved(piece: Mapping[str, Any]) -> PieceMove:
        source, target = (_number(piece[key]) for key in ("from", "to"))
        to = handed.get((piece["rank"], piece["number"]), "")
        return PieceMove(
            piece["rank"], piece["number"], seat_of(source), piece["from"], seat_of(target), piece["to"], to
        )

    champions = {when: champion and champion["seat"] for when, champion in changes["champion"].items()}
    return {
        "pieces": [moved(piece) for piece in changes["pieces"]],
        "champion": {when: seat_of(number) for when, number in champions.items()},
        "champion_changes": champions["before"] != champions["after"],
        "leader": {when: seat_of(number) for when, number in changes["leader"].items()},
        "leader_changes": changes["leader"]["before"] != changes["leader"]["after"],
        "ended": changes["ended"],
        "reopens": changes["ended"]["before"] and not changes["ended"]["after"],
        "ends": changes["ended"]["after"] and not changes["ended"]["before"],
        "impossible": changes["impossible"],
        "handed_over": changes["handed_over"],
    }


def _number(place: str) -> int | None:
    return int(place.removeprefix("seat ")) if place.startswith("seat ") else None


def _lines_before_opening(seats: Sequence[Seat]) -> list[SeatLine]:
    nothing = [0] * len(RANKS)
    return [SeatLine(seat.participant, seat, nothing, None, *(False,) * 5) for seat in seats]


def _seat_lines(seats: Sequence[Seat], game: Game, reading: Reading) -> list[SeatLine]:
    """Who sits at the table, then who was taken from it and won something before."""
    folded, occupancy = reading.folded, reading.occupancy
    owners = owners_of(folded, occupancy)
    held = Counter((owner, rank) for (rank, _number), owner in owners.pieces.items())
    threw = {thrower_of(folded, occupancy, candidate): candidate for candidate in game.standing}
    leader = game.candidates[game.leader] if game.leader is not None else None
    here = {seat.participant_id: seat for seat in seats}
    gone = ({owner for owner, _rank in held} | threw.keys()) - here.keys()
    lines = []
    for person in (*here, *sorted(gone)):
        seat, candidate = here.get(person), threw.get(person)
        lines.append(
            SeatLine(
                person=reading.people[person],
                seat=seat,
                held=[held[person, rank] for rank in RANKS],
                candidate=candidate,
                is_turn=bool(seat and game.turn == seat.number),
                is_leader=candidate is not None and candidate == leader,
                is_champion=person == owners.champion,
                left=bool(seat and seat.number in game.left),
                skip=bool(seat and seat.number in game.skips),
            )
        )
    return lines


def _stock(table: Table, game: Game | None) -> list[StockLine]:
    if game is None:
        counts = table.session.event.piece_set
        return [StockLine(rank.value, counts.get(rank.value, 0), counts.get(rank.value, 0)) for rank in RANKS]
    stock, full = game.stock, dict(zip(RANKS, game.full, strict=True))
    return [StockLine(rank.value, stock.get(rank, 0), full[rank]) for rank in RANKS]
