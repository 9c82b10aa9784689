"""The demo's goods: what the plan gives, what the store and the tables have, who fetched what."""

from __future__ import annotations

import io
import uuid
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from PIL import Image, ImageDraw

from awards import services
from awards.models import HandOver, PlanLine, Prize
from awards.queries import prize_plan
from awards.queries.due import due
from awards.queries.stock import table_levels
from bobing_event.models import Participant
from tables.models import Table
from tournaments.models import Playoff

if TYPE_CHECKING:
    from scripts.demo.evening import Evening

RANKS: list[tuple[str, int, int | None, str, str, str, str, str]] = [
    # rank, from piece, to piece, goods, specification, unit, yuan, sponsor
    ("zhuangyuan", 1, None, "55 寸电视机", "4K", "台", "2399", "鹭江集团"),
    ("duitang", 1, None, "空气炸锅", "5 L", "台", "299", "鹭江集团"),
    ("sanhong", 1, None, "蚕丝被", "2 kg", "床", "168", "鹭江集团"),
    ("sijin", 1, None, "花生油", "5 L", "桶", "89", "筼筜粮油"),
    ("erju", 1, None, "洗衣液", "3 kg", "瓶", "39.9", ""),
    ("yixiu", 1, 20, "抽纸", "10 包", "提", "19.9", ""),
    ("yixiu", 21, None, "牙膏", "180 g", "支", "12.8", ""),
]
FINALS = {
    Playoff.Kind.ZONGZHUANGYUAN: ("电动汽车", "两年使用权", "辆", "36000"),
    Playoff.Kind.WANGZHONGWANG: ("足金饭碗", "50 g", "只", "38800"),
    Playoff.Kind.ZONGDUITANG: ("智能手机", "256 GB", "部", "4999"),
}
CONSOLATION = ("月饼礼盒", "八粒装", "盒", "68")
CLAIM_UNTIL = datetime(2026, 10, 8, 18, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
SPARE = 2
FETCHED = 7
"""How many of the tables' champions have been at the desk."""
SHORT, UNCOUNTED = 7, (10, 11)  # table numbers


def plan(evening: Evening) -> str:
    """What each rank, place and consolation gives, the cap, and until when it is kept."""
    given = {"event": evening.event, "by": evening.owner, "now": evening.clock.now}
    for rank, first, last, *goods in RANKS:
        services.set_plan_line(rank=rank, first_piece=first, last_piece=last, prize=_prize(given, *goods), **given)
    for kind, goods in FINALS.items():
        services.set_plan_line(playoff_kind=kind, place=1, prize=_prize(given, *goods), **given)
    everybody_else = PlanLine.Consolation.EMPTY_HANDED
    services.set_plan_line(consolation=everybody_else, people=6, prize=_prize(given, *CONSOLATION), **given)
    services.set_prize_settings(cap=Decimal(40000), high_value=Decimal(2000), claim_until=CLAIM_UNTIL, **given)
    return f"{len(RANKS) + len(FINALS) + 1} kinds of goods"


def stock_and_supply(evening: Evening) -> str:
    """All that is planned comes into the store, with a few spares; every table gets its set."""
    by, event = evening.staff["desk"], evening.event
    goods = {line.prize.pk: line.planned + SPARE for line in prize_plan(event).goods}
    services.receive_goods(event=event, goods=goods, reason="送货单 0925", by=by, now=evening.clock.tick(60))
    run = services.supply_tables(event=event, tables=list(evening.tables()), by=by, now=evening.clock.tick(600))
    broken = Prize.objects.get(event=event, name="洗衣液")
    services.write_off(
        event=event, location=services.ledger.store_of(event), goods={broken.pk: 1}, reason="搬运时摔破一瓶", by=by,
        now=evening.clock.tick(60),
    )  # fmt: skip
    return f"{sum(goods.values())} units received, {len(run.supplied)} tables supplied"


def hand_over(evening: Evening) -> str:
    """Some of what is due is fetched: in person, one by a proxy; something is on its way, something waits."""
    event, by = evening.event, evening.staff["desk"]
    fetched = 0
    for person, entitled in _ready(evening):
        if fetched == FETCHED:
            break
        receiver = {} if fetched else {"receiver": HandOver.Receiver.PROXY, "receiver_name": "林秀英",
                                       "receiver_phone": "13860000000"}  # fmt: skip
        services.hand_over(
            event=event, participant=person, keys=[one.key_text for one in entitled], client_uuid=uuid.uuid4(),
            id_checked=True, signature=_signature(evening), by=by, now=evening.clock.tick(120), **receiver,
        )  # fmt: skip
        fetched += 1
    counted = _count(evening)
    _deliveries(evening)
    return f"{fetched} people at the desk, {counted} tables counted, {len(due(event))} things due"


def _ready(evening: Evening) -> Iterator[tuple[Participant, list[Any]]]:
    """People with something due at the desk, by table, with all of it."""
    by_person: dict[int, list[Any]] = {}
    for one in due(evening.event):
        if not one.waiting:
            by_person.setdefault(one.participant_id, []).append(one)
    people = Participant.objects.in_bulk(by_person)
    yield from ((people[pk], entitled) for pk, entitled in by_person.items())


def _count(evening: Evening) -> int:
    """Leftovers come back, at one table one is missing; two tables are still to be counted."""
    levels, counted = table_levels(evening.event), 0
    for table in evening.tables():
        there = levels.get(table.pk, {})
        if table.number in UNCOUNTED or not evening.is_signed_off(table):
            continue
        short = next((prize for prize, units in sorted(there.items()) if units), None)
        missing = 1 if table.number == SHORT and short else 0
        goods = {prize: units - (missing if prize == short else 0) for prize, units in there.items()}
        services.count_table(
            table=table, counted=goods, reason="清场时少一件，未找到" if missing else "", by=evening.staff["desk"],
            now=evening.clock.tick(90),
        )  # fmt: skip
        counted += 1
    return counted


def _deliveries(evening: Evening) -> None:
    """One thing waits to be brought to the unsigned table, another is on its way."""
    event, now = evening.event, evening.clock.now
    table = Table.objects.get(session__event=event, number=evening.unsigned)
    for name, take in (("抽纸", False), ("花生油", True)):
        prize = Prize.objects.get(event=event, name=name)
        asked = services.ask_delivery(
            event=event, table=table, prize=prize, quantity=1, by=evening.staff["floor"], now=now, note="桌上少一件"
        )
        if take:
            services.take_delivery(delivery=asked, by=evening.staff["runner"], now=evening.clock.tick(60))


def _prize(given: dict[str, Any], name: str, specification: str, unit: str, value: str, sponsor: str = "") -> Prize:
    return services.add_prize(
        name=name, specification=specification, unit=unit, value=Decimal(value), sponsor=sponsor, **given
    )


def _signature(evening: Evening) -> bytes:
    """A scribble, as a finger would leave it."""
    picture = Image.new("RGBA", (480, 160), (255, 255, 255, 0))
    x, points = 40.0, []
    while x < 440:
        points.append((x, 80 + evening.dice.uniform(-50, 50)))
        x += evening.dice.uniform(15, 40)
    ImageDraw.Draw(picture).line(points, fill=(31, 35, 40, 255), width=5, joint="curve")
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
