"""Events whose tables have ended, ready for play-offs. Rows are made directly: play-offs read what tables left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import User

from bobing_event.models import Event, Membership, Participant, Session
from rules import Game, load
from tables.models import Piece, Seat, Table
from tournaments.models import Heat, Playoff
from tournaments.services import create_playoff, draw_lots, record_playoff_entries

NOW = datetime(2026, 9, 25, 12, 0, tzinfo=UTC)
SEED = bytes(range(32))

NOTHING = "112233"  # 罚黑
WEAK = "444412"  # 四红, kicker 3
STRONG = "444456"  # 四红, kicker 11
FLOWERS = "444411"  # 插金花
DUITANG = "123456"


def a_user(name: str = "organiser", **fields: Any) -> User:
    return User.objects.get_or_create(username=name, defaults=fields)[0]


def an_event(slug: str = "evening", **fields: Any) -> Event:
    return Event.objects.create(slug=slug, name=slug.title(), date=date(2026, 9, 25), created_at=NOW, **fields)


def a_member(event: Event, role: str, name: str | None = None) -> User:
    user = a_user(name or f"{role}-{event.slug}")
    Membership.objects.create(event=event, user=user, role=role)
    return user


def a_session(event: Event, number: int = 1) -> Session:
    return Session.objects.get_or_create(event=event, number=number)[0]


def a_table(event: Event, number: int, *, people: Sequence[str] = (), session: int = 1) -> Table:
    """A table that waits for its first throw, with people at seats 1, 2, …"""
    table = Table.objects.create(session=a_session(event, session), number=number)
    for seat, name in enumerate(people or (f"P{number}-1", f"P{number}-2"), start=1):
        person, _new = Participant.objects.get_or_create(event=event, name=name, defaults={"unit": f"Unit {number}"})
        Seat.objects.create(table=table, number=seat, participant=person)
    return table


def an_ended_table(
    event: Event,
    number: int,
    *,
    people: Sequence[str] = (),
    session: int = 1,
    champion: int | None = 1,
    pattern: str = "sihong",
    duitang: Iterable[int] = (),
) -> Table:
    """A table that is over; `champion` and `duitang` are seat numbers."""
    table = a_table(event, number, people=people, session=session)
    seats = {seat.number: seat for seat in table.seats.all()}
    game = Game.start(load(), list(seats), 1)
    table.opening, table.state, table.phase = {"ruleset": game.ruleset.to_json()}, game.to_json(), Table.Phase.ENDED
    table.champion = seats[champion] if champion else None
    table.champion_person = table.champion and table.champion.participant
    table.champion_pattern = pattern if champion else ""
    table.save()
    holders = list(duitang)
    for piece in (1, 2):
        holder = seats[holders[piece - 1]] if piece <= len(holders) else None
        place = "seat" if holder else "stock"
        person = holder and holder.participant
        Piece.objects.create(table=table, rank="duitang", number=piece, place=place, holder=holder, participant=person)
    return table


def an_event_of_champions(tables: int, slug: str = "evening", **fields: Any) -> Event:
    """So many ended tables, each with the champion C1, C2, …"""
    event = an_event(slug, **fields)
    for number in range(1, tables + 1):
        an_ended_table(event, number, people=(f"C{number}", f"L{number}"))
    return event


def a_playoff(event: Event, kind: str = "zongzhuangyuan", **options: Any) -> Playoff:
    return create_playoff(event=event, kind=kind, by=a_user(), now=NOW, **options)


def a_drawn_heat(
    tables: int = 3, kind: str = "zongzhuangyuan", *, event: Event | None = None, seed: bytes = SEED, **options: Any
) -> Heat:
    """The first heat of a play-off over so many champions."""
    event = event or an_event_of_champions(tables)
    playoff = a_playoff(event, kind, **options)
    stage = draw_lots(playoff=playoff, by=a_user(), now=NOW, seed=seed)
    return stage.heats.order_by("number").first()


def order(heat: Heat) -> list[str]:
    """The entrants' ids in their order of throwing."""
    return list(heat.opening["entrants"])


def entry(kind: str = "throw", **fields: Any) -> dict[str, Any]:
    return {"client_uuid": str(uuid4()), "kind": kind, **fields}


def throw(entrant: str, dice: str = NOTHING, **fields: Any) -> dict[str, Any]:
    return entry(entrant=entrant, dice=[int(face) for face in dice], **fields)


def record(heat: Heat, *entries: dict[str, Any], **options: Any) -> Any:
    """Record entries as the organiser, a minute after the lots were drawn."""
    options = {"by": a_user(), "now": NOW + timedelta(minutes=1), "may_correct_any": True} | options
    recording = record_playoff_entries(heat=Heat.objects.get(pk=heat.pk), entries=list(entries), **options)
    heat.refresh_from_db()
    return recording


def recorded(heat: Heat, *entries: dict[str, Any], **options: Any) -> Any:
    """Record entries, none of which is refused."""
    recording = record(heat, *entries, **options)
    assert recording.refusal is None, recording.refusal
    return recording


def throws(heat: Heat, *dice: str) -> Any:
    """Record throws of the entrants in turn, one each, from the one whose turn it is."""
    for faces in dice:
        recording = recorded(heat, throw(str(heat.turn_id), faces))
    return recording


def uuid_of(data: dict[str, Any]) -> UUID:
    return UUID(data["client_uuid"])
