"""A session's seats as the value that changes are planned in, and the changes that were made."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Max, Q, QuerySet

from bobing_event.models import AuditRecord, Membership, Participant, Role, Session
from tables.models import Seat, SeatChange, SeatingDraw, Table
from tables.moving import Hall, HallTable, Move, Place
from tables.queries.rulesets import ruleset_of_event


def hall_of(session: Session, *, locked: bool = False) -> Hall:
    """The session's tables with who sits where and who has come; two queries, four with locks.

    With `locked` the rows of the tables that wait are locked, in the order of their ids as everywhere, then those of
    their people who have not come.
    """
    ruleset = ruleset_of_event(session.event)
    waiting = Table.objects.filter(session=session, phase=Table.Phase.WAITING).order_by("pk")
    held: set[int] = set()
    if locked:
        held = {table.pk for table in waiting.only("pk").select_for_update(of=("self",))}
        # Nobody is checked in while it is decided what becomes of those who have not come
        absent = Participant.objects.filter(seats__table__in=held, checked_in_at__isnull=True)
        list(absent.select_for_update(of=("self",)).order_by("pk").only("pk"))
    tables = list(Table.objects.filter(session=session).only("number", "phase", "session_id").order_by("number"))
    seats: dict[int, dict[int, int]] = {table.pk: {} for table in tables}
    here: set[int] = set()
    seated = Seat.objects.filter(table__session=session).order_by("number")
    for pk, number, person, came in seated.values_list(
        "table_id", "number", "participant_id", "participant__checked_in_at"
    ):
        seats[pk][number] = person
        if came is not None:
            here.add(person)
    may_change = [t for t in tables if t.phase == Table.Phase.WAITING and (not locked or t.pk in held)]
    return Hall(
        tables={table.pk: HallTable(table.pk, table.number, seats[table.pk]) for table in may_change},
        here=frozenset(here),
        seats=ruleset.seats,
        least=ruleset.min_players,
        closed={table.pk: (table.number, table.has_ended) for table in tables if table not in may_change},
    )


def lot_seed(session: Session) -> bytes:
    """The seed of the session's next lots: SHA-256 of its draw's secret and of how many changes there have been.

    So nobody who asks for lots again gets others, and whoever has the published secret can repeat them.
    """
    draw = SeatingDraw.objects.filter(session=session, discarded_at__isnull=True).first()
    made = SeatChange.objects.filter(session=session).count()
    return hashlib.sha256(f"{draw.secret if draw else session.pk}/{made}".encode("ascii")).digest()


@dataclass(frozen=True)
class PersonMove:
    """Somebody who moves, for a page or a slip: places are `(table number, seat number)`, None is nowhere."""

    person: Participant
    source: tuple[int, int] | None
    target: tuple[int, int] | None

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def unit(self) -> str:
        return self.person.unit


@dataclass(frozen=True)
class TableSizes:
    """How many sit at a table before and after a change, and how many of them have come; `goes` if it is dissolved."""

    number: int
    before: int
    after: int
    here_before: int
    here_after: int
    over: bool
    short: bool
    goes: bool


def person_moves(hall: Hall, moves: Iterable[Move]) -> list[PersonMove]:
    """Planned moves with names; one query."""
    moves = list(moves)
    people = Participant.objects.in_bulk([move.person for move in moves])

    def numbers(place: Place | None) -> tuple[int, int] | None:
        return place and (hall.tables[place.table].number, place.seat)

    return [PersonMove(people[move.person], numbers(move.source), numbers(move.target)) for move in moves]


def table_sizes_of(hall: Hall, moves: Iterable[Move], dissolved: int | None = None) -> list[TableSizes]:
    """The tables that moves touch, before and after them."""
    moves = list(moves)
    after = hall.after(moves)
    touched = {place.table for move in moves for place in (move.source, move.target) if place}
    return [
        TableSizes(
            number=table.number,
            before=len(table.seats),
            after=len(after.tables[pk].seats),
            here_before=hall.arrived(pk),
            here_after=after.arrived(pk),
            over=len(after.tables[pk].seats) > hall.seats,
            short=pk != dissolved and len(after.tables[pk].seats) < hall.least,
            goes=pk == dissolved,
        )
        for pk, table in hall.tables.items()
        if pk in touched
    ]


@dataclass(frozen=True)
class HurtWish:
    """A wish of the draw that a change would undo: people parted, or put at one table (`apart`)."""

    apart: bool
    people: list[Participant]


def hurt_wishes(session: Session, hall: Hall, moves: Iterable[Move]) -> list[HurtWish]:
    """The draw's wishes that are met now and would not be after the moves; two queries where there are any."""
    moves = list(moves)
    draw = SeatingDraw.objects.filter(session=session, discarded_at__isnull=True, drawn_at__isnull=False).first()
    if draw is None:
        return []
    moved = {move.person for move in moves}
    before, after = (_tables_of_people(one) for one in (hall, hall.after(moves)))

    def hurt(people: Iterable[int], *, apart: bool) -> bool:
        return _met(people, before, apart=apart) and not _met(people, after, apart=apart)

    wishes = [(False, group) for group in draw.plan.get("together", ())]
    wishes += [(True, group) for group in draw.plan.get("apart", ())]
    found = [(apart, group) for apart, group in wishes if moved.intersection(group) and hurt(group, apart=apart)]
    people = Participant.objects.in_bulk({person for _apart, group in found for person in group})
    return [HurtWish(apart, [people[person] for person in group if person in people]) for apart, group in found]


def _tables_of_people(hall: Hall) -> dict[int, int]:
    return {person: table.id for table in hall.tables.values() for person in table.seats.values()}


def _met(people: Iterable[int], tables: dict[int, int], *, apart: bool) -> bool:
    """Whether those of them who sit in the hall are at one table, or all at different ones."""
    sitting = [tables[person] for person in people if person in tables]
    return len(set(sitting)) == len(sitting) if apart else len(set(sitting)) <= 1


def due_stand_by(now: datetime) -> list[tuple[Session, User]]:
    """The sessions with seats or places whose stand-by list is due and has not moved up, with who set the minute.

    Where that is not on record, the event's first owner stands for it.
    """
    vacant = Q(tables__isnull=False) | Q(places__isnull=False)
    due = Session.objects.filter(vacant, stand_by_at__lte=now, stand_by_filled_at__isnull=True)
    found = []
    for session in due.select_related("event").distinct():
        setting = AuditRecord.objects.filter(event=session.event, action="places_set", by__isnull=False)
        record = setting.select_related("by").first()
        owner = Membership.objects.filter(event=session.event, role=Role.OWNER).select_related("user").first()
        user = record.by if record else owner.user if owner else None
        if user is not None:
            found.append((session, user))
    return found


def changes_of(session: Session) -> QuerySet[SeatChange]:
    """The changes of the seats there are, the newest first: those of a draw that was discarded went with it."""
    changes = SeatChange.objects.filter(session=session).select_related("made_by", "undone_by")
    gone = SeatingDraw.objects.filter(session=session).aggregate(at=Max("discarded_at"))["at"]
    return changes.filter(made_at__gte=gone) if gone else changes


def moves_of(changes: Iterable[SeatChange]) -> dict[int, list[PersonMove]]:
    """Who moved in each change, by its id; one query for all of them."""
    changes = list(changes)
    people = Participant.objects.in_bulk({move["participant"] for change in changes for move in change.moves})
    return {
        change.pk: [
            PersonMove(people[move["participant"]], _place(move["from"]), _place(move["to"]))
            for move in change.moves
            if move["participant"] in people
        ]
        for change in changes
    }


def _place(numbers: list[int] | None) -> tuple[int, int] | None:
    return (numbers[0], numbers[1]) if numbers else None
