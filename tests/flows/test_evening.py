"""A whole evening, from the sheet to the certificates, by the ways in that people and tablets use."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook, load_workbook
from pypdf import PdfReader

from awards.services import add_prize, set_piece_count, set_plan_line
from bobing_event.authentication import device_token
from bobing_event.jobs import start_job
from bobing_event.models import Event, Job, Participant
from bobing_event.services.check_in import check_in
from bobing_event.services.events import create_event
from tables.models import Piece, Table
from tables.queries import export_of
from tables.services import draw_seats, pair_device
from tables.services.verifying import verify_tables
from tournaments.models import Playoff
from tournaments.services import create_playoff, draw_lots
from tournaments.services.verifying import verify_playoffs

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2026, 9, 25, 11, 0, tzinfo=UTC)
PEOPLE = 26
PIECES = {"zhuangyuan": 1, "duitang": 1, "sanhong": 1, "sijin": 2, "erju": 3, "yixiu": 5}
VERIFIER = Path(__file__).resolve().parents[2] / "docs" / "verify_log.py"


class Evening:
    """The stages share the event, its owner signed in, and dice from a seed."""

    def __init__(self, client: Client) -> None:
        self.client, self.dice = client, random.Random(7)
        self.owner = User.objects.create_user("owner", password="a-long-enough-one")
        client.force_login(self.owner)
        self.event: Event = create_event(
            slug="zhongqiu", name="中秋博饼", date=date(2026, 9, 25), issuers="工会", by=self.owner, now=NOW
        )
        for rank, pieces in PIECES.items():
            prize = add_prize(event=self.event, name=f"奖品 {rank}", value=Decimal(10), by=self.owner, now=NOW)
            set_plan_line(event=self.event, prize=prize, rank=rank, by=self.owner, now=NOW)
            set_piece_count(event=self.event, counts={rank: pieces}, by=self.owner, now=NOW)

    def import_people(self) -> None:
        sheet = SimpleUploadedFile("people.xlsx", _sheet())
        answer = self.client.post(reverse("import-upload", args=["zhongqiu"]), {"file": sheet, "whole": "yes"})
        assert answer.status_code == 302, answer.content.decode()
        assert Participant.objects.count() == 0  # the preview changes nobody
        assert self.client.post(answer["Location"]).status_code == 302

    def seat(self) -> list[Table]:
        for person in Participant.objects.order_by("pk"):
            check_in(participant=person, by=self.owner, now=NOW)
        draw_seats(session=self.event.sessions.get(), by=self.owner, now=NOW, seed=bytes(32))
        return list(Table.objects.order_by("number"))

    def play(self, table: Table) -> dict[str, Any]:
        """As a paired tablet: opening, then throw after throw, each sent twice as a bad network would."""
        root = reverse("api-table", args=[table.pk])
        device = {"Authorization": f"Device {device_token(pair_device(table=table, by=self.owner, now=NOW))}"}
        tablet = Client(headers=device)
        state = tablet.post(f"{root}opening/", {"thrower": 1, "total": 7}, content_type="application/json").json()
        while state["phase"] != "ended":
            entry = {"client_uuid": str(uuid4()), "kind": "throw", "seat": state["turn"], "dice": self.roll()}
            first = tablet.post(f"{root}entries/", entry, content_type="application/json")
            again = tablet.post(f"{root}entries/", entry, content_type="application/json")
            assert (first.status_code, first.json()["results"][0]["status"]) == (201, "recorded")
            assert (again.status_code, again.json()["results"][0]["status"]) == (201, "repeated")
            state = again.json()["state"]
            assert state["seq"] < 2000
        return state

    def play_off(self, kind: str) -> Playoff:
        playoff = create_playoff(event=self.event, kind=kind, by=self.owner, now=NOW)
        stage = draw_lots(playoff=playoff, by=self.owner, now=NOW, seed=bytes(32))
        for heat in stage.heats.all():
            root = reverse("api-heat", args=[heat.pk])
            state = self.client.get(root).json()
            while state["phase"] != "ended":
                entry = {
                    "client_uuid": str(uuid4()), "kind": "throw", "entrant": state["turn"], "dice": self.roll(),
                }  # fmt: skip
                answer = self.client.post(f"{root}entries/", entry, content_type="application/json")
                assert answer.status_code == 201, answer.json()
                state = answer.json()["state"]
        return playoff

    def file_of(self, kind: str) -> bytes:
        job, new = start_job(
            event=self.event, kind=kind, parameters={"language": "zh-hans"}, by=self.owner, now=NOW + timedelta(hours=3)
        )
        job.refresh_from_db()
        assert (new, job.state, job.error) == (True, Job.State.DONE, "")
        with job.file.open("rb") as file:
            return file.read()

    def roll(self) -> list[int]:
        return [self.dice.randint(1, 6) for _ in range(6)]


def test_an_evening_from_the_sheet_to_the_certificates(client: Client, tmp_path: Path) -> None:
    evening = Evening(client)
    evening.import_people()
    assert Participant.objects.count() == PEOPLE

    tables = evening.seat()
    assert [table.seats.count() for table in tables] == [13, 13]

    states = [evening.play(table) for table in tables]
    champions = [state["champion"]["name"] for state in states]
    for table in tables:
        held = Piece.objects.filter(table=table)
        assert held.count() == sum(PIECES.values())
        assert held.get(rank="zhuangyuan").holder.participant.name == champions[table.number - 1]
        assert not held.filter(provisional=True).exists()

    playoffs = [evening.play_off(kind) for kind in Playoff.Kind]
    winners = [playoff.entrants.get(placed=1).participant.name for playoff in playoffs]
    assert set(winners[:2]) <= set(champions)

    assert list(verify_tables(Table.objects.select_related("session__event"))) == []
    assert list(verify_playoffs(Playoff.objects.select_related("event"))) == []
    _assert_log_verifies_alone(tables[0], tmp_path)

    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(evening.file_of("certificates"))).pages)
    assert all(name in "".join(text.split()) for name in {*champions, *winners})

    workbook = load_workbook(io.BytesIO(evening.file_of("workbook")), read_only=True)
    cells = {sheet.title: [row for row in sheet.iter_rows(values_only=True) if any(row)] for sheet in workbook}
    assert all(cells.values())  # no sheet is empty
    assert sum(any(cell == person for person in _names() for cell in row) for row in cells["参与人员"]) == PEOPLE


def _assert_log_verifies_alone(table: Table, folder: Path) -> None:
    table.refresh_from_db()
    log = folder / "log.json"
    log.write_text(json.dumps(export_of(table), ensure_ascii=False), encoding="utf-8")
    done = subprocess.run([sys.executable, "-I", str(VERIFIER), str(log)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    log.write_text(log.read_text(encoding="utf-8").replace('"kind": "throw"', '"kind": "pass"', 1), encoding="utf-8")
    done = subprocess.run([sys.executable, "-I", str(VERIFIER), str(log)], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout


def _names() -> list[str]:
    rare = ["王㛃", "陈䶮", "吉日格勒·巴特尔", "林𬭎"]
    return rare + [f"{chr(0x8D75 + number)}小明" for number in range(PEOPLE - len(rare))]


def _sheet() -> bytes:
    workbook = Workbook()
    sheet = workbook.active
    sheet.append(["中秋博饼参加人员"])
    sheet.append(["序号", "姓 名", "部门", "联系电话"])
    for number, name in enumerate(_names(), start=1):
        sheet.append([number, name, "研发部", 13800000000 + number])
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()
