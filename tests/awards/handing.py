"""A table of three that gives goods: what the tests of handing over stand on."""

from __future__ import annotations

from decimal import Decimal
from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

from PIL import Image, ImageDraw

from awards.models import HandOver, Prize, PrizeSettings
from awards.queries.due import due
from awards.services import add_prize, hand_over, receive_goods, restock_table, set_plan_line
from bobing_event.models import Event, Participant
from tables.models import Table
from tables.queries.holdings import holdings_of
from tables.services import sign_off_table
from tests.awards.factories import NOW, a_user, by_owner


def goods(event: Event, name: str, value: int = 10) -> Prize:
    return add_prize(event=event, name=name, unit="件", value=Decimal(value), **by_owner())


def a_plan(event: Event) -> dict[str, Prize]:
    """状元 and 对堂 at the desk, 三红 and 一秀 at the table."""
    given = {"zhuangyuan": ("电视", 3000, "desk"), "duitang": ("电饭煲", 200, "desk"),
             "sanhong": ("洗衣液", 20, "table"), "yixiu": ("牙膏", 5, "table")}  # fmt: skip
    prizes = {}
    for rank, (name, value, at) in given.items():
        prizes[rank] = goods(event, name, value)
        set_plan_line(event=event, prize=prizes[rank], rank=rank, given_at=at, **by_owner())
    return prizes


def receive(event: Event, units: dict[Prize, int]) -> None:
    receive_goods(event=event, goods={prize.pk: count for prize, count in units.items()}, reason="", **by_owner())


def stock(table: Table, units: dict[Prize, int]) -> None:
    """So much of each lies at the table, and five in the store."""
    event = table.session.event
    receive(event, {prize: count + 5 for prize, count in units.items()})
    restock_table(table=table, goods={prize.pk: count for prize, count in units.items()}, **by_owner())


def high_value_from(event: Event, yuan: int) -> None:
    PrizeSettings.objects.update_or_create(event=event, defaults={"high_value": Decimal(yuan)})


def sign_off(table: Table, now: Any = NOW) -> Table:
    table = Table.objects.select_related("session__event").get(pk=table.pk)
    digest = holdings_of(table)["digest"]
    sign_off_table(table=table, digest=digest, by=a_user(name="referee"), now=now)
    return table


def person_at(table: Table, seat: int) -> Participant:
    return table.seats.get(number=seat).participant


def keys_due(event: Event, person: Participant) -> list[str]:
    return [one.key_text for one in due(event, people=[person.pk])]


def hand(event: Event, person: Participant, **more: Any) -> HandOver:
    """As the desk does, now, all that is due."""
    if "keys" not in more:
        more["keys"] = keys_due(event, person)
    if "by" not in more:
        more["by"] = a_user(name="desk")
    return hand_over(event=event, participant=person, **{"client_uuid": uuid4(), "now": NOW, **more})


def a_signature(drawn: bool = True, size: tuple[int, int] = (600, 200)) -> bytes:
    picture = Image.new("RGBA", size, (0, 0, 0, 0))
    if drawn:
        ImageDraw.Draw(picture).line([(10, 10), (300, 150), (500, 40)], fill=(20, 20, 40, 255), width=5)
    png = BytesIO()
    picture.save(png, "PNG")
    return png.getvalue()


def uuid_of(number: int) -> UUID:
    return UUID(int=number)
