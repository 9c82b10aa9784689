"""A small evening made through the services: tables of three that end after six throws."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from bobing_event.models import Event, Membership, Participant, Role, Session
from bobing_event.services.pins import set_pin
from tables.models import Seat, Table
from tables.services import open_table, record_entries
from tournaments.models import Heat, Playoff
from tournaments.services import create_playoff, draw_lots, record_playoff_entries

NOW = datetime(2026, 9, 25, 12, 0, tzinfo=UTC)  # 20:00 in Xiamen
SEED = bytes(range(32))
SMALL_SET = {"zhuangyuan": 1, "duitang": 1, "sanhong": 1, "sijin": 0, "erju": 0, "yixiu": 1}

STRONG, WEAK, NOTHING = "444456", "444412", "112233"
PEOPLE = (("王明", "研发中心", "13800000001"), ("李静", "市场部", "13800000002"), ("陈䶮", "财务部", "13800000003"))
# Seat 1 is champion by 四红; seat 2 takes the 对堂, seat 3 the 三红, seat 1 the 一秀; the round is completed.
SIX_THROWS = ((1, STRONG), (2, "123456"), (3, "444123"), (1, "411223"), (2, NOTHING), (3, NOTHING))


def a_user(event: Event | None = None, role: str = "", name: str = "owner") -> User:
    user, _new = User.objects.get_or_create(username=name, defaults={"first_name": name.title()})
    if event is not None and role:
        Membership.objects.get_or_create(event=event, user=user, role=role)
    return user


def an_event(slug: str = "moon", **fields: Any) -> Event:
    given = {"piece_set": dict(SMALL_SET), "issuers": "工会委员会\n团委", **fields}
    event = Event.objects.create(slug=slug, name="中秋博饼", date=date(2026, 9, 25), created_at=NOW, **given)
    a_user(event, Role.OWNER)
    return event


def by_owner() -> dict[str, Any]:
    return {"by": a_user(), "now": NOW}


def a_table(event: Event, number: int = 1, people: Sequence[tuple[str, str, str]] = PEOPLE, session: int = 1) -> Table:
    """A waiting table with checked-in people at seats 1, 2, 3."""
    sitting, _new = Session.objects.get_or_create(event=event, number=session)
    table = Table.objects.create(session=sitting, number=number, referee=a_user(event, Role.REFEREE, "referee"))
    for seat, (name, unit, phone) in enumerate(people, start=1):
        known = Participant.objects.filter(event=event, phone=phone).exists()
        person = Participant.objects.create(
            event=event, session=sitting, name=name, unit=unit, phone="" if known else phone,
            checked_in_at=NOW - timedelta(hours=1), checked_in_by=a_user(),
        )  # fmt: skip
        Seat.objects.create(table=table, number=seat, participant=person)
    return table


def an_open_table(event: Event, number: int = 1, **more: Any) -> Table:
    return open_table(table=a_table(event, number, **more), first=1, by=a_user(), now=NOW)


def record(table: Table, *throws: tuple[int, str]) -> Table:
    """Record throws a minute apart."""
    start = Table.objects.get(pk=table.pk).seq
    for number, (seat, dice) in enumerate(throws, start=start + 1):
        entry = {
            "client_uuid": str(UUID(int=table.pk * 1000 + number)),
            "kind": "throw",
            "seat": seat,
            "dice": [int(face) for face in dice],
        }
        send(table, entry, NOW + timedelta(minutes=number))
    return Table.objects.select_related("session__event", "champion").get(pk=table.pk)


def send(table: Table, entry: dict[str, Any], now: datetime = NOW) -> None:
    recording = record_entries(table=table, entries=[entry], by=a_user(), now=now, may_correct_any=True)
    assert recording.refusal is None, recording.refusal


def correct(table: Table, seq: int, dice: str) -> Table:
    """Correct the dice of an entry, as a floor manager may with a second person's PIN."""
    event = table.session.event
    second = a_user(event, Role.ORGANISER, "organiser")
    set_pin(event=event, user=second, pin="204816", **by_owner())
    entry = {
        "client_uuid": str(UUID(int=table.pk * 1000 + 900 + seq)),
        "kind": "throw",
        "seat": table.entries.get(seq=seq).seat,
        "dice": [int(face) for face in dice],
        "supersedes": seq,
        "reason": "misread",
        "approval": {"pin": "204816"},
    }
    send(table, entry, NOW + timedelta(hours=1))
    return Table.objects.select_related("champion").get(pk=table.pk)


def an_ended_table(event: Event, number: int = 1, first: str = STRONG, **more: Any) -> Table:
    """A table whose seat 1 is champion by `first`."""
    return record(an_open_table(event, number, **more), (1, first), *SIX_THROWS[1:])


def a_won_playoff(event: Event, kind: str = "zongzhuangyuan", dice: str = "444411") -> Playoff:
    """A play-off that the first in the order of lots wins at once."""
    playoff = create_playoff(event=event, kind=kind, by=a_user(), now=NOW)
    stage = draw_lots(playoff=playoff, by=a_user(), now=NOW, seed=SEED)
    heat = Heat.objects.filter(stage=stage).first()
    if heat is not None and heat.turn_id is not None:
        entry = {
            "client_uuid": str(UUID(int=playoff.pk)),
            "kind": "throw",
            "entrant": str(heat.turn_id),
            "dice": [int(face) for face in dice],
        }
        recording = record_playoff_entries(heat=heat, entries=[entry], by=a_user(), now=NOW + timedelta(minutes=1))
        assert recording.refusal is None, recording.refusal
    return playoff


def an_evening(tables: int = 2, **fields: Any) -> Event:
    """So many ended tables, of which table 2 is the strongest."""
    event = an_event(**fields)
    for number in range(1, tables + 1):
        people = [(f"{name}{number}" if number > 1 else name, unit, f"{phone}{number}") for name, unit, phone in PEOPLE]
        an_ended_table(event, number, first="444411" if number == 2 else STRONG, people=people)
    return event
