"""Events with people at tables, in as few lines as a test wants to read."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from bobing_event.models import Device, Event, Membership, Participant, Role, Session
from bobing_event.services.pins import set_pin
from rules import Hand, Throw
from tables import services
from tables.models import Seat, Table
from tables.queries import game_of

NOW = datetime(2026, 9, 25, 11, 0, tzinfo=UTC)


def make_user(name: str, event: Event | None = None, *roles: str) -> User:
    user, _new = User.objects.get_or_create(username=name)
    for role in roles:
        Membership.objects.get_or_create(event=event, user=user, role=role)
    return user


def make_event(slug: str = "moon", ruleset: str = "xiamen-standard", **fields: Any) -> Event:
    return Event.objects.create(
        slug=slug, name="Mid-Autumn", date=date(2026, 9, 25), ruleset=ruleset, created_at=NOW, **fields
    )


def make_session(event: Event, number: int = 1) -> Session:
    return Session.objects.get_or_create(event=event, number=number)[0]


def make_people(
    event: Event, count: int, *, checked_in: bool = True, session: Session | None = None
) -> list[Participant]:
    owner = make_user("owner", event, Role.OWNER)
    arrived = {"checked_in_at": NOW, "checked_in_by": owner} if checked_in else {}
    known = Participant.objects.filter(event=event).count()
    return Participant.objects.bulk_create(
        Participant(event=event, session=session, name=f"P{known + n}", unit="Dept", **arrived)
        for n in range(1, count + 1)
    )


def make_table(
    event: Event | None = None, *, number: int = 1, seats: int = 12, session: Session | None = None
) -> Table:
    """A waiting table with people at seats 1, 2, …"""
    event = event or make_event()
    session = session or make_session(event)
    table = Table.objects.create(session=session, number=number)
    people = make_people(event, seats)
    Seat.objects.bulk_create(
        Seat(table=table, number=n, participant=person) for n, person in enumerate(people, start=1)
    )
    return table


def open_table(table: Table | None = None, *, first: int = 1, **new: Any) -> Table:
    """A table at which `first` is to throw."""
    table = table or make_table(**new)
    owner = make_user("owner", table.session.event, Role.OWNER)
    return services.open_table(table=table, by=owner, now=NOW, first=first)


def throw(seat: int, dice: str, **fields: Any) -> dict[str, Any]:
    return {"client_uuid": str(uuid4()), "kind": "throw", "seat": seat, "dice": [int(face) for face in dice], **fields}


def entry(kind: str, seat: int | None = None, **fields: Any) -> dict[str, Any]:
    named = {} if seat is None else {"seat": seat}
    return {"client_uuid": str(uuid4()), "kind": kind, **named, **fields}


def record(table: Table, *entries: dict[str, Any], by: User | None = None, **options: Any) -> services.Recording:
    """Record entries; a refusal fails the test at once."""
    recording = attempt(table, *entries, by=by, **options)
    if recording.refusal:
        raise recording.refusal
    return recording


def attempt(table: Table, *entries: Any, by: User | None = None, **options: Any) -> services.Recording:
    """Record entries of which some may be refused."""
    by = by or make_user("owner", table.session.event, Role.OWNER)
    if any(isinstance(sent, dict) and sent.get("supersedes") for sent in entries):
        make_approver(table.session.event)
    options = {"may_correct_any": True, "now": NOW, **options}
    return services.record_entries(table=table, entries=list(entries), by=by, **options)


PIN = "204816"
"""Of the floor manager who approves corrections."""


def make_approver(event: Event) -> User:
    """A second person, whose PIN `correction` sends along."""
    approver = make_user("approver", event, Role.FLOOR_MANAGER)
    give_pin(event, approver, PIN)
    return approver


def give_pin(event: Event, user: User, pin: str) -> str:
    return set_pin(event=event, user=user, by=make_user("owner"), now=NOW, pin=pin)


def correction(seq: int, kind: str, **fields: Any) -> dict[str, Any]:
    """A correction with a reason and the PIN of `make_approver`."""
    dice = {"dice": [int(face) for face in fields.pop("dice")]} if "dice" in fields else {}
    return {
        "client_uuid": str(uuid4()),
        "kind": kind,
        "supersedes": seq,
        "reason": "misread",
        "approval": {"pin": PIN},
        **dice,
        **fields,
    }


def play_on(table: Table, throws: int, seed: int = 1) -> Table:
    """Seeded throws in turn, in batches, until there are so many or the table ends."""
    dice, table = random.Random(seed), Table.objects.select_related("session__event").get(pk=table.pk)
    game = game_of(table)
    assert game is not None
    planned: list[dict[str, Any]] = []
    while len(planned) < throws and not game.ended:
        faces = "".join(str(dice.randint(1, 6)) for _ in range(6))
        planned.append(throw(game.turn, faces))
        game, _effect = game.enter(Throw(game.turn, Hand.parse(faces)))
    for start in range(0, len(planned), services.MAX_BATCH):
        record(table, *planned[start : start + services.MAX_BATCH])
    return Table.objects.select_related("session__event").get(pk=table.pk)


def make_device(table: Table) -> Device:
    manager = make_user("floor", table.session.event, Role.FLOOR_MANAGER)
    return services.pair_device(table=table, by=manager, now=NOW)


NOTHING = "123355"
"""A throw that takes nothing under every ruleset."""


def idle(table: Table, throws: int) -> Table:
    """So many throws in turn that take nothing: the table goes on for ever."""
    table = Table.objects.select_related("session__event").get(pk=table.pk)
    game = game_of(table)
    assert game is not None
    planned = []
    for _n in range(throws):
        planned.append(throw(game.turn, NOTHING))
        game, _effect = game.enter(Throw(game.turn, Hand.parse(NOTHING)))
    for start in range(0, len(planned), services.MAX_BATCH):
        record(table, *planned[start : start + services.MAX_BATCH])
    return Table.objects.select_related("session__event").get(pk=table.pk)


def held(table: Table) -> dict[str, int]:
    """Piece rows at seats as `{"3 yixiu": 2}`."""
    counts: dict[str, int] = {}
    for piece in table.pieces.filter(place="seat").select_related("holder"):
        key = f"{piece.holder.number} {piece.rank}"
        counts[key] = counts.get(key, 0) + 1
    return counts
