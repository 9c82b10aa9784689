"""The life of an evening's prizes, by the pages that people use: store, tables, sign-off, desk, correction, count."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from awards.models import Claim, Prize, StockLevel
from awards.queries.due import due
from awards.queries.reconciliation import by_goods, by_table
from awards.services import add_prize, set_plan_line, verify_stock
from bobing_event.models import Event, Participant, Role
from tables.models import Table
from tables.queries.holdings import holdings_of
from tables.services import countersign_table, open_table, sign_off_table
from tests.awards.factories import (
    NOTHING,
    NOW,
    PEOPLE,
    SIX_THROWS,
    a_table,
    a_user,
    an_event,
    by_owner,
    correct,
    record,
)

pytestmark = pytest.mark.django_db

GOODS = {"zhuangyuan": "电视机", "duitang": "空气炸锅", "sanhong": "蚕丝被", "yixiu": "抽纸"}


class Prizes:
    """Two tables of three, a store, a desk; the owner does everything."""

    def __init__(self, client: Client) -> None:
        self.client, self.event = client, an_event()
        client.force_login(a_user())
        for rank, name in GOODS.items():
            prize = add_prize(event=self.event, name=name, unit="件", value=Decimal(100), **by_owner())
            set_plan_line(event=self.event, prize=prize, rank=rank, **by_owner())
        for number in (1, 2):
            people = [(f"{name}{number}", unit, f"{phone}{number}") for name, unit, phone in PEOPLE]
            a_table(self.event, number, people)

    def post(self, name: str, *arguments: Any, **data: Any) -> Any:
        return self.client.post(reverse(name, args=[self.event.slug, *arguments]), data)

    def receive(self, units: int) -> None:
        goods = {f"goods-{prize.pk}": units for prize in Prize.objects.filter(event=self.event)}
        assert self.post("prize-receive", **goods, reason="送货单 7").status_code == 302

    def play(self, number: int) -> Table:
        table = Table.objects.get(session__event=self.event, number=number)
        return record(open_table(table=table, first=1, **by_owner()), *SIX_THROWS)

    def sign_off(self, table: Table) -> None:
        sign_off_table(table=table, digest=holdings_of(table)["digest"], **by_owner())

    def fetch(self, person: Participant, client_uuid: str) -> Any:
        """The desk's tap on everything due."""
        keys = [one.key_text for one in due(self.event, people=[person.pk])]
        address = reverse("desk-hand-over", args=[self.event.slug, person.pk])
        asked = {"keys": keys, "client_uuid": client_uuid, "receiver": "self"}
        return self.client.post(address, asked, headers={"Accept": "application/json"})

    def levels(self, kind: str) -> dict[str, int]:
        """`{goods: units}` in the store, at tables, or with people."""
        levels = StockLevel.objects.filter(location__kind=kind, location__event=self.event, quantity__gt=0)
        found: dict[str, int] = {}
        for name, units in levels.values_list("prize__name", "quantity"):
            found[name] = found.get(name, 0) + units
        return found


def due_of(event: Event) -> dict[str, list[str]]:
    """What has still to be handed over, by name."""
    names = dict(Participant.objects.filter(event=event).values_list("pk", "name"))
    found: dict[str, list[str]] = {}
    for one in due(event):
        found.setdefault(names[one.participant_id], []).append(one.prize.name)
    return found


def test_goods_from_the_store_into_peoples_hands_and_back(client: Client) -> None:
    prizes = Prizes(client)
    event = prizes.event
    prizes.receive(3)
    assert prizes.post("prize-supply", session=event.sessions.get().number).status_code == 302
    assert prizes.levels("table") == {"空气炸锅": 2, "蚕丝被": 2, "抽纸": 2}
    assert prizes.levels("store") == {"电视机": 3, "空气炸锅": 1, "蚕丝被": 1, "抽纸": 1}

    one, two = prizes.play(1), prizes.play(2)
    prizes.sign_off(one)
    prizes.sign_off(two)
    assert prizes.levels("table") == {}  # everything small went over the tables
    assert due_of(event) == {"王明1": ["电视机"], "王明2": ["电视机"]}

    champion, tap = Participant.objects.get(name="王明1"), str(uuid4())
    page = client.get(reverse("prize-desk", args=[event.slug]), {"q": champion.code}, follow=True)
    assert "电视机" in page.content.decode()
    first = prizes.fetch(champion, tap)
    assert first.status_code == 200, first.content.decode()
    assert Claim.objects.filter(participant=champion).count() == 2  # 抽纸 over the table, the television at the desk
    assert due_of(event) == {"王明2": ["电视机"]}
    assert prizes.fetch(champion, str(uuid4())).status_code == 400  # nothing is left to tick

    # 陈䶮2's 三红 was read wrongly: the quilt in his hands is nobody's for now, and the table plays on
    two = correct(two, 3, NOTHING)
    tasks = client.get(reverse("prize-corrections", args=[event.slug])).content.decode()
    assert "陈䶮2" in tasks
    assert "蚕丝被" in tasks
    claim = Claim.objects.get(participant__name="陈䶮2", state=Claim.State.HANDED_OVER)
    assert prizes.post("moved-claim-settle", claim.pk, how="to_table").status_code == 302
    assert prizes.levels("table") == {"蚕丝被": 1}
    two = record(two, (1, "444123"), (2, NOTHING), (3, NOTHING))
    assert two.has_ended
    prizes.sign_off(two)
    countersign_table(table=two, by=a_user(event, Role.FLOOR_MANAGER, "floor"), now=NOW)  # its champion was corrected
    assert due_of(event) == {"王明2": ["电视机"]}  # the quilt is 王明2's now, from the table
    assert (
        Claim.objects.get(prize__name="蚕丝被", piece__table=two, state=Claim.State.HANDED_OVER).participant.name
        == "王明2"
    )

    assert prizes.fetch(Participant.objects.get(name="王明2"), str(uuid4())).status_code == 200
    assert due_of(event) == {}
    assert prizes.levels("store") == {"电视机": 1, "空气炸锅": 1, "蚕丝被": 1, "抽纸": 1}
    assert prizes.levels("person") == {"电视机": 2, "空气炸锅": 2, "蚕丝被": 2, "抽纸": 2}

    for table in (one, two):
        there = {f"goods-{prize.pk}": 0 for prize in Prize.objects.filter(event=event).exclude(name="电视机")}
        assert prizes.post("prize-table-count", table.pk, **there).status_code == 302
    assert [line.sentences for line in by_goods(event)] == [[], [], [], []]
    assert all(line.count is not None for line in by_table(event))
    assert list(verify_stock(event)) == []
