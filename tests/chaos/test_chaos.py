"""Thirty tables, a line that breaks, tablets that die, workers that are killed: every throw is there once, in order.

`BOBING_CHAOS=4` plays four evenings of ten times the throws (`make chaos`), `BOBING_CHAOS_SEED=…` one of them again.
A seed decides the throws, the accidents and the weather of every table; which meets which is up to the machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from bobing_event.authentication import device_token
from rules import Hand, Phase, Throw
from tables.models import Entry, Table
from tables.queries import effective, export_of, game_of, log_of
from tables.services import pair_device, verify_tables
from tests.bobing_event.factories import in_thread
from tests.chaos.line import Line
from tests.chaos.tablet import Referee, TakeOver
from tests.live import ROOT, LiveSite
from tests.tables.factories import make_device, make_event, make_table, make_user, open_table

pytestmark = pytest.mark.postgres

EVENINGS = int(os.environ.get("BOBING_CHAOS", "0"))
SEED = int(os.environ.get("BOBING_CHAOS_SEED", "20260925"))
TABLES, SEATS = 30, 4
THROWS, PACE = (300, 0.3) if EVENINGS else (30, 0.25)
"""Throws a table, and seconds between two of them."""
A_KILL_EVERY = 6  # seconds; the next worker has to start meanwhile
PATIENCE = 60 + 8 * THROWS * PACE


@dataclass
class Evening:
    """What happened, for the message of a failure and for the eye."""

    seed: int
    weather: Counter[str] = field(default_factory=Counter)
    accidents: Counter[str] = field(default_factory=Counter)
    killed: int = 0

    def __str__(self) -> str:
        return f"seed {self.seed}: {dict(self.weather)}, {dict(self.accidents)}, {self.killed} workers killed"


@pytest.mark.parametrize("seed", range(SEED, SEED + max(1, EVENINGS)))
def test_every_throw_is_there_once_and_in_order(live_site: LiveSite, tmp_path: Path, seed: int) -> None:
    event = make_event()
    tables = [open_table(make_table(event, number=number, seats=SEATS)) for number in range(1, TABLES + 1)]
    plans = {table.pk: _plan(table, random.Random(f"{seed} throws {table.number}")) for table in tables}
    tokens = {table.pk: device_token(make_device(table)) for table in tables}
    evening = Evening(seed)

    referees = _referees(live_site, tables, plans, tokens, evening)
    asyncio.run(_play(live_site, referees, evening))

    sys.stdout.write(f"{evening}\n")
    assert evening.killed > 0, evening
    assert min(evening.weather.values()) > 0, evening
    assert min(evening.accidents.values()) > 0, evening
    for table, referee in zip(tables, referees, strict=True):
        _check(table, referee, plans[table.pk], f"{evening}, table {table.number}")
    assert [str(difference) for difference in verify_tables(_again(tables))] == [], evening
    _verify_files(tables, tmp_path, evening)


def _check(table: Table, referee: Referee, plan: list[tuple[int, str]], where: str) -> None:
    log = log_of(table)
    played = [(entry.seat, entry.dice) for entry in effective(log)]
    assert played == plan, f"{where}\n{_told(log)}\nthrown: {plan}"
    recorded = Counter(str(entry.client_uuid) for entry in log)
    acknowledged = {uuid for tablet in referee.tablets for uuid in tablet.acknowledged}
    assert acknowledged - recorded.keys() == set(), f"{where}: acknowledged and lost"
    assert [uuid for uuid, times in recorded.items() if times > 1] == [], where
    assert referee.tablet.disk.queue == [], where


def _told(log: list[Entry]) -> str:
    """The log for a person who looks for what went wrong."""
    lines = [
        f"{entry.seq} @{entry.place} {entry.kind} {entry.seat} {entry.dice} {entry.device and entry.device.label}"
        f" thrown {entry.thrown_at:%M:%S.%f} received {entry.received_at:%M:%S.%f}"
        for entry in log
    ]
    return "\n".join(lines)


def _verify_files(tables: list[Table], folder: Path, evening: Evening) -> None:
    """As an auditor would, with nothing but Python."""
    files = []
    for table in _again(tables):
        files.append(folder / f"table-{table.number}.json")
        files[-1].write_text(json.dumps(export_of(table), ensure_ascii=False), encoding="utf-8")
    command = [sys.executable, str(ROOT / "docs" / "verify_log.py"), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{evening}\n{done.stdout}"


def _referees(
    site: LiveSite, tables: list[Table], plans: dict[int, Any], tokens: dict[int, str], evening: Evening
) -> list[Referee]:
    def spare_of(pk: int) -> TakeOver:
        return lambda: asyncio.to_thread(in_thread(_spare), pk)

    return [
        Referee(
            Line(site.port, f"{evening.seed} weather {table.number}"),
            table.pk,
            tokens[table.pk],
            plans[table.pk],
            take_over=spare_of(table.pk),
            rng=random.Random(f"{evening.seed} accidents {table.number}"),
        )
        for table in tables
    ]


async def _play(site: LiveSite, referees: list[Referee], evening: Evening) -> None:
    killing = asyncio.create_task(_kill(site, random.Random(f"{evening.seed} kills"), evening))
    try:
        async with asyncio.timeout(PATIENCE), AsyncExitStack() as lines:
            for referee in referees:
                await lines.enter_async_context(referee.line)
            await asyncio.gather(*(referee.work(PACE) for referee in referees))
            killing.cancel()
            for referee in referees:
                referee.line.calm = True
            await asyncio.gather(*(referee.finish() for referee in referees))
    except TimeoutError:
        waiting = {n: len(one.tablet.disk.queue) for n, one in enumerate(referees, start=1) if one.tablet.disk.queue}
        pytest.fail(f"{evening}: still waiting after {PATIENCE:.0f} s, by table: {waiting}")
    finally:
        killing.cancel()
        for referee in referees:
            evening.weather.update(referee.line.seen)
            evening.accidents.update(referee.counts)


async def _kill(site: LiveSite, rng: random.Random, evening: Evening) -> None:
    while True:
        await asyncio.sleep(rng.uniform(0.5, 1.5) * A_KILL_EVERY)
        with suppress(ProcessLookupError):
            os.kill(rng.choice(site.workers), signal.SIGKILL)
            evening.killed += 1


def _spare(pk: int) -> str:
    """A spare tablet takes the table over; its token."""
    table, by = Table.objects.select_related("session__event").get(pk=pk), make_user("floor")
    return device_token(pair_device(table=table, by=by, now=timezone.now(), take_over=True))


def _plan(table: Table, rng: random.Random) -> list[tuple[int, str]]:
    """What will be thrown at a table, as long as it plays without an end in sight."""
    game, plan = game_of(table), []
    assert game is not None
    while len(plan) < THROWS:
        dice = "".join(str(rng.randint(1, 6)) for _ in range(6))
        assert game.turn is not None
        after, _effect = game.enter(Throw(game.turn, Hand.parse(dice)))
        if after.phase is not Phase.PLAYING:
            dice = "123355"  # another throw: it takes nothing
            after, _effect = game.enter(Throw(game.turn, Hand.parse(dice)))
        plan.append((game.turn, dice))
        game = after
    return plan


def _again(tables: list[Table]) -> list[Table]:
    return list(Table.objects.filter(pk__in=[table.pk for table in tables]).select_related("session__event"))
