"""Entry over HTTP with a device token, beside a bare DRF view, on PostgreSQL with 2 workers and 32 clients.

Both loads take turns in the same run, on the same server, from the same client program.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from scripts.bench.figure import Figure
from scripts.bench.load import Call

if TYPE_CHECKING:
    from tables.models import Table
    from tests.services import Postgres

CLIENTS = 32
WORKERS = 2
ROUNDS = 5
CALLS = 25  # a client, a round
DEPTH = 400  # "throw 400"
CROWD = 1000  # "1,000 tables"
SEATS = 12
BLANK = [1, 2, 2, 3, 3, 5]  # 罚黑: the table never ends, and every entry does the same work
NOW_NAME = "bench"


def figures() -> Iterator[Figure]:
    with services(), server() as web:
        world, port = World(), web.port
        # Warm both paths once, so that imports and connections are on nobody's bill.
        _load(port, world.entries(5)), _load(port, world.bare(5))
        yield from _throughput(port, world)
        yield _depth(port, world)
        yield _crowd(port, world)
        yield _queries(world)


def _throughput(port: int, world: World) -> Iterator[Figure]:
    ours, bare = [], []
    for _round in range(ROUNDS):
        ours.append(_load(port, world.entries(CALLS)))
        bare.append(_load(port, world.bare(CALLS)))
    rates = [median(_rate(run) for run in runs) for runs in (ours, bare)]
    tails = [median(quantiles(run["latencies"], n=20)[-1] for run in runs) for runs in (ours, bare)]
    detail = {"requests_per_second": round(rates[0], 1), "bare_per_second": round(rates[1], 1)}
    yield Figure("entry.throughput", rates[0] / rates[1], 0.7, at_least=True, detail=detail)
    detail = {"p95_ms": round(tails[0] * 1000, 1), "bare_p95_ms": round(tails[1] * 1000, 1)}
    yield Figure("entry.p95", tails[0] / tails[1], 1.5, detail=detail)


def _depth(port: int, world: World) -> Figure:
    """One client on fresh tables beside one client on tables that have 400 entries, taking turns."""
    deep = [world.table() for _ in range(4)]
    for table in deep:
        _load(port, [world.calls_of(table, DEPTH)])
    fresh_times, deep_times = [], []
    for _round in range(ROUNDS):
        fresh = [world.table() for _ in deep]
        fresh_times.append(_median_latency(port, [call for table in fresh for call in world.calls_of(table, 10)]))
        deep_times.append(_median_latency(port, [call for table in deep for call in world.calls_of(table, 10)]))
    detail = {"throw_1_ms": round(min(fresh_times) * 1000, 2), "throw_400_ms": round(min(deep_times) * 1000, 2)}
    return Figure("entry.throw_400", min(deep_times) / min(fresh_times), 1.1, detail=detail)


def _crowd(port: int, world: World) -> Figure:
    """The same single client while the event has one table and while it has a thousand."""
    alone, crowded = World(), World()
    crowded.crowd(CROWD)
    one, many = alone.table(), crowded.table()
    few_times, many_times = [], []
    for _round in range(ROUNDS):
        few_times.append(_median_latency(port, alone.calls_of(one, 40)))
        many_times.append(_median_latency(port, crowded.calls_of(many, 40)))
    detail = {"one_table_ms": round(min(few_times) * 1000, 2), "thousand_ms": round(min(many_times) * 1000, 2)}
    return Figure("entry.tables_1000", min(many_times) / min(few_times), 1.1, detail=detail)


def _queries(world: World) -> Figure:
    """The statements of one recorded throw, transaction control left out."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    path, headers, body = world.calls_of(world.table(), 1)[0]
    with CaptureQueriesContext(connection) as captured:
        answer = Client(SERVER_NAME="localhost").post(path, body, content_type="application/json", headers=headers)
    assert answer.status_code == 201, answer.content
    return Figure("entry.queries", len(_statements(captured)), 6)


def _statements(captured: Any) -> list[str]:
    control = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return [query["sql"] for query in captured.captured_queries if not query["sql"].startswith(control)]


class World:
    """An event with tables to play at, made through the product's services."""

    def __init__(self) -> None:
        from django.contrib.auth.models import User
        from django.utils import timezone

        from bobing_event.models import Event, Participant, Session
        from scripts.bench.bare.models import Bowl

        tag = uuid.uuid4().hex[:10]
        now = timezone.now()
        self.by = User.objects.create_superuser(f"bench-{tag}", password=None)
        self.event = Event.objects.create(slug=f"bench-{tag}", name=NOW_NAME, date=now.date(), created_at=now)
        self.session = Session.objects.create(event=self.event, number=1)
        self.people = Participant.objects.bulk_create(
            Participant(event=self.event, name=f"{number}") for number in range(1, SEATS + 1)
        )
        self.dice = random.Random(1)  # noqa: S311 - a load, not a lot
        self._tables: list[Table] = []
        self._played: dict[int, int] = {}
        self._bowls = Bowl.objects.bulk_create(Bowl(state={"padding": "x" * 600}) for _ in range(CLIENTS))
        self._headers: dict[int, dict[str, str]] = {}
        self.lane: list[Table] = []

    def table(self) -> Table:
        from django.utils import timezone

        from bobing_event.authentication import device_token
        from tables.models import Seat, Table
        from tables.services import open_table, pair_device

        table = Table.objects.create(session=self.session, number=len(self._tables) + 1)
        Seat.objects.bulk_create(
            Seat(table=table, number=number, participant=person) for number, person in enumerate(self.people, start=1)
        )
        open_table(table=table, by=self.by, now=timezone.now(), first=1)
        token = device_token(pair_device(table=table, by=self.by, now=timezone.now()))
        self._headers[table.pk] = {"Authorization": f"Device {token}"}
        self._tables.append(table)
        return table

    def crowd(self, tables: int) -> None:
        """Tables that nobody plays at during the measurement, open and with pieces as all others."""
        for _ in range(tables):
            self.table()

    def calls_of(self, table: Table, calls: int) -> list[Call]:
        return [self._call(table) for _ in range(calls)]

    def entries(self, calls: int) -> list[list[Call]]:
        while len(self.lane) < CLIENTS:
            self.lane.append(self.table())
        return [self.calls_of(table, calls) for table in self.lane]

    def bare(self, calls: int) -> list[list[Call]]:
        return [[(f"/bare/{bowl.pk}/", {}, self._body(1)) for _ in range(calls)] for bowl in self._bowls]

    def _call(self, table: Table) -> Call:
        played = self._played.get(table.pk, 0)
        self._played[table.pk] = played + 1
        return f"/api/v1/tables/{table.pk}/entries/", self._headers[table.pk], self._body(played % SEATS + 1)

    def _body(self, seat: int) -> str:
        dice = self.dice.sample(BLANK, 6)
        return json.dumps({"client_uuid": str(uuid.uuid4()), "kind": "throw", "seat": seat, "dice": dice})


def _load(port: int, clients: list[list[Call]]) -> dict[str, Any]:
    lines = "\n".join(json.dumps(calls) for calls in clients)
    done = subprocess.run(
        [sys.executable, "-m", "scripts.bench.load", str(port)], input=lines, capture_output=True, text=True, check=True
    )
    run: dict[str, Any] = json.loads(done.stdout)
    if run["failed"]:
        raise SystemExit(f"{len(run['failed'])} requests failed, the first with status {run['failed'][0]}")
    return run


def _rate(run: dict[str, Any]) -> float:
    return len(run["latencies"]) / float(run["seconds"])


def _median_latency(port: int, calls: list[Call]) -> float:
    return median(_load(port, [calls])["latencies"])


@contextmanager
def services(*, durable: bool = False) -> Iterator[Postgres]:
    """A throw-away PostgreSQL, with Django set up on it and the reference's tables made.

    Where it is `durable`, what was committed outlives the database's crash.
    """
    from tests.services import DurablePostgres, Postgres, Redis

    postgres, redis = DurablePostgres() if durable else Postgres(), Redis()
    folder = tempfile.mkdtemp(prefix="bobing-bench-")
    postgres.start()
    redis.start()
    os.environ |= {
        "DATABASE_URL": postgres.url,
        "REDIS_URL": redis.url,
        "BOBING_VAR": folder,
        "DJANGO_SETTINGS_MODULE": "scripts.bench.bare.settings",
    }
    try:
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", run_syncdb=True, verbosity=0)
        yield postgres
    finally:
        postgres.stop()
        redis.stop()
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class Web:
    """Where the web server answers, and the process above its workers."""

    port: int
    pid: int


@contextmanager
def server() -> Iterator[Web]:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = ["gunicorn", "bobing_event.config.wsgi", f"--bind=127.0.0.1:{port}", f"--workers={WORKERS}", "--preload"]
    process = subprocess.Popen([sys.executable, "-m", *command], stderr=subprocess.DEVNULL)
    try:
        for _attempt in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield Web(port, process.pid)
    finally:
        process.terminate()
        process.wait(10)
