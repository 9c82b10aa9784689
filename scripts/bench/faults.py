"""Web, worker or database killed under load: what was acknowledged is there, and nothing is there twice.

Thirty-two clients at tables of their own send a hundred entries a second together, each again until it is answered
201, and keep a ledger of those. Meanwhile web workers, a Celery worker and PostgreSQL are killed by SIGKILL in turn.
PostgreSQL is durable here: else nothing could be promised.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scripts.bench.entry import CLIENTS, World, server, services
from scripts.bench.figure import Figure
from scripts.bench.load import Call, post

if TYPE_CHECKING:
    from tests.services import DurablePostgres

RATE = 100  # entries a second, of all clients
SECONDS = 20
BETWEEN_KILLS = 4.0  # seconds
AGAIN = 0.1  # seconds to the next attempt
PATIENCE = 5.0  # seconds an answer is waited for
MOST_SECONDS = 180  # until everything must have been answered
CELERY = ["celery", "-A", "bobing_event.config", "worker", "--concurrency=1", "--loglevel=error"]

Kill = Callable[[], None]


def figures() -> Iterator[Figure]:
    from tests.services import children_of

    with services(durable=True) as postgres, server() as web, _celery() as celery:
        world = World()
        calls = world.entries(RATE * SECONDS // CLIENTS)

        def kill_child_of(pid: int) -> Kill:
            return lambda: os.kill(children_of(pid)[0], signal.SIGKILL)

        kills = [kill_child_of(web.pid), kill_child_of(celery), _crash(postgres), kill_child_of(web.pid)]
        ledger = Ledger()
        asyncio.run(ledger.fill(web.port, calls, kills))
        yield from _compare(world, calls, ledger)


class Ledger:
    """What the clients were told: the UUIDs answered 201, and how many attempts and seconds it took."""

    def __init__(self) -> None:
        self.acknowledged: set[str] = set()
        self.attempts = self.kills = 0
        self.seconds = 0.0

    async def fill(self, port: int, clients: list[list[Call]], kills: list[Kill]) -> None:
        start = time.perf_counter()
        async with asyncio.timeout(MOST_SECONDS):
            await asyncio.gather(self._kill(kills), *(self._client(port, calls) for calls in clients))
        self.seconds = time.perf_counter() - start

    async def _kill(self, kills: list[Kill]) -> None:
        for kill in kills:
            await asyncio.sleep(BETWEEN_KILLS)
            kill()
            self.kills += 1

    async def _client(self, port: int, calls: list[Call]) -> None:
        start = time.perf_counter()
        for number, call in enumerate(calls):
            await asyncio.sleep(start + number * CLIENTS / RATE - time.perf_counter())
            while not await self._answered(port, call):
                await asyncio.sleep(AGAIN)
            self.acknowledged.add(json.loads(call[2])["client_uuid"])

    async def _answered(self, port: int, call: Call) -> bool:
        self.attempts += 1
        try:
            async with asyncio.timeout(PATIENCE):
                _seconds, status = await post(port, call)
        except (OSError, IndexError):  # nobody there, nothing said; a TimeoutError is an OSError
            return False
        if 400 <= status < 500:
            raise SystemExit(f"an entry was refused with status {status}")
        return status == 201


def _compare(world: World, clients: list[list[Call]], ledger: Ledger) -> Iterator[Figure]:
    """The ledger against the logs, and every table against a fresh fold."""
    from django.db import connection

    from tables.models import Entry, Table
    from tables.services import verify_tables

    connection.close()  # it was to the database before its crash
    recorded = Counter(str(uuid) for uuid in Entry.objects.values_list("client_uuid", flat=True))
    pks = [table.pk for table in world.lane]
    wrong = list(verify_tables(Table.objects.filter(pk__in=pks).select_related("session__event")))
    detail = {
        "sent": sum(map(len, clients)), "acknowledged": len(ledger.acknowledged), "recorded": recorded.total(),
        "attempts": ledger.attempts, "kills": ledger.kills, "seconds": round(ledger.seconds, 1),
    }  # fmt: skip
    yield Figure("faults.lost", len(ledger.acknowledged - recorded.keys()), 0, detail=detail)
    twice = recorded.total() - len(recorded) + recorded.total() - detail["sent"] + len(wrong)
    yield Figure("faults.twice", twice, 0, detail={"differences": [str(difference) for difference in wrong[:3]]})


def _crash(postgres: DurablePostgres) -> Kill:
    return postgres.crash


@contextmanager
def _celery() -> Iterator[int]:
    """A Celery worker as a deployment has it; its process."""
    process = subprocess.Popen([sys.executable, "-m", *CELERY], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(8)  # until it has a child
        yield process.pid
    finally:
        process.terminate()
        process.wait(20)
