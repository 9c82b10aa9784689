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
from bobing_event.services.events import create_event
from tables.models import Piece, SeatingDraw, Table
from tables.queries import export_of
from tables.services import pair_device
from tables.services.reseating import swap_people
from tables.services.verifying import verify_tables
from tournaments.models import Playoff
from tournaments.services import create_playoff, draw_lots
from tournaments.services.verifying import verify_playoffs

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2026, 9, 25, 11, 0, tzinfo=UTC)
PEOPLE = 26
PIECES = {"zhuangyuan": 1, "duitang": 1, "sanhong": 1, "sijin": 2, "erju": 3, "yixiu": 5}
DOCS = Path(__file__).resolve().parents[2] / "docs"
VERIFIER, DRAW_VERIFIER = DOCS / "verify_log.py", DOCS / "verify_draw.py"


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

    def check_everybody_in(self) -> None:
        """At the station: by code, by the phone's last digits, and one who was on no list."""
        station = reverse("check-in", args=["zhongqiu"])
        for number, person in enumerate(Participant.objects.order_by("pk")):
            scanned = person.phone[-4:] if number % 2 else f"https://bobing.example/p/{person.code}/"
            assert self.client.post(station, {"q": scanned}).status_code == 302
        walk_in = {"name": "周不请", "phone": "13900000001"}
        assert self.client.post(reverse("check-in-walk-in", args=["zhongqiu"]), walk_in).status_code == 302

    def draw(self, folder: Path) -> list[Table]:
        """The list is frozen, the hall says its phrase, and a script that knows nothing of us finds the same seats."""
        chosen = {"session": 1, "basis": "checked_in", "spread": "mixed"}
        self.client.post(reverse("seating-prepare", args=["zhongqiu"]), chosen)
        self.client.post(reverse("seating-draw", args=["zhongqiu"]), {"session": 1, "draw": 1, "phrase": "月是故乡明"})
        published = folder / "draw.json"
        published.write_bytes(Client().get(reverse("draw-file", args=[SeatingDraw.objects.get().address])).content)
        assert _run(DRAW_VERIFIER, published).stdout == "plan_digest: OK\ncommitment: OK\nseating: OK\n"
        return list(Table.objects.order_by("number"))

    def put_right(self, table: Table) -> None:
        """Two people had taken each other's chairs from the first throw on."""
        one, two = table.seats.filter(number__in=(2, 5)).order_by("number")
        swap_people(
            table=table, seat=2, other_table=table, other_seat=5, by=self.owner, now=NOW, reason="坐错",
            client_uuid=uuid4(),
        )  # fmt: skip
        now_there = dict(table.seats.values_list("number", "participant"))
        assert (now_there[2], now_there[5]) == (two.participant_id, one.participant_id)

    def play(self, table: Table) -> dict[str, Any]:
        """As a paired tablet: opening, then throw after throw, each sent twice as a bad network would."""
        root = reverse("api-table", args=[table.pk])
        device = {"Authorization": f"Device {device_token(pair_device(table=table, by=self.owner, now=NOW))}"}
        tablet = Client(headers=device)
        state = tablet.post(f"{root}opening/", {"thrower": 1, "total": 7}, content_type="application/json").json()
        while state["phase"] != "ended":
            if state["seq"] == 20 and table.number == 1:
                self.put_right(table)
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

    def file_of(self, kind: str, **parameters: Any) -> bytes:
        parameters = {"language": "zh-hans", **parameters}
        later = NOW + timedelta(hours=3)
        job, new = start_job(event=self.event, kind=kind, parameters=parameters, by=self.owner, now=later)
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

    evening.check_everybody_in()
    assert Participant.objects.filter(checked_in_at__isnull=False).count() == PEOPLE + 1
    tables = evening.draw(tmp_path)
    assert [table.seats.count() for table in tables] == [9, 9, 9]
    cards = PdfReader(io.BytesIO(evening.file_of("print-seat-cards", session=1)))
    assert len(cards.pages) == 7  # four cards a sheet
    printed = "".join("".join(page.extract_text().split()) for page in cards.pages)
    assert all(name in printed for name in [*_names(), "周不请"])

    states = [evening.play(table) for table in tables]
    champions = [state["champion"]["name"] for state in states]
    for table in tables:
        held = Piece.objects.filter(table=table)
        assert held.count() == sum(PIECES.values())
        assert held.get(rank="zhuangyuan").participant.name == champions[table.number - 1]
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
    done = _run(VERIFIER, log)
    assert done.returncode == 0, done.stdout
    log.write_text(log.read_text(encoding="utf-8").replace('"kind": "throw"', '"kind": "pass"', 1), encoding="utf-8")
    done = _run(VERIFIER, log)
    assert done.returncode == 1, done.stdout


def _run(script: Path, file: Path) -> subprocess.CompletedProcess[str]:
    """A script of docs/ on a file, by a Python that finds nothing of ours."""
    return subprocess.run([sys.executable, "-I", str(script), str(file)], capture_output=True, text=True, check=False)


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
