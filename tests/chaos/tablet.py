"""A tablet as tables/static/tables/tablet/outbox.js is one, and the referee who holds it."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from tests.chaos.line import Line, call

BATCH = 50
FIRST_WAIT, LONGEST_WAIT = 0.05, 1.0
"""The outbox waits from 1 s to 30 s; a second here is a twentieth of one in the hall."""

LONGEST_SLEEP = 6
"""Seconds for which a tablet that was moved away from may lie about: some rounds of throws."""

Throw = tuple[int, str]
"""A seat and its six dice."""


@dataclass
class Disk:
    """What outlives a crash of the page: the queue, each entry as it goes on the wire."""

    queue: list[dict[str, Any]] = field(default_factory=list)


class Tablet:
    """A page and its queue. What it was told is recorded stands in `acknowledged`."""

    def __init__(self, line: Line, table: int, token: str, disk: Disk, rng: random.Random) -> None:
        self.line, self.path, self.token, self.disk = line, f"/api/v1/tables/{table}/entries/", token, disk
        self.random = rng
        self.acknowledged: list[str] = []
        self.refused: dict[str, Any] | None = None
        self.failures = 0
        self.asleep_until = 0.0
        """Of the loop's clock: until then nobody carries it into the Wi-Fi."""

    def uuid(self) -> str:
        return str(UUID(int=self.random.getrandbits(128), version=4))

    def add(self, kind: str, **said: Any) -> str:
        """Put an entry on the disk; it goes with the next batch."""
        entry = {"client_uuid": self.uuid(), "kind": kind, "thrown_at": datetime.now(UTC).isoformat(), **said}
        self.disk.queue.append(entry)
        return str(entry["client_uuid"])

    def sendable(self) -> list[dict[str, Any]]:
        """Up to an undo whose entry has no number yet."""
        stop = next((at for at, entry in enumerate(self.disk.queue) if "undoes" in entry), BATCH)
        return self.disk.queue[: min(stop, BATCH)]

    async def flush(self) -> None:
        """One attempt to send what waits, and the wait after one without an answer."""
        batch = self.sendable()
        if not batch or self.refused or asyncio.get_running_loop().time() < self.asleep_until:
            return
        answer = await call(self.line.port, "POST", self.path, self.token, json.dumps({"entries": batch}).encode())
        if answer is None:
            self.failures += 1
            whole = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(self.failures - 1, 10))
            await asyncio.sleep(whole * (0.5 + self.random.random() / 2))
            return
        self.failures = 0
        for result in json.loads(answer)["results"]:
            self._hear(result)

    def _hear(self, result: dict[str, Any]) -> None:
        if result["status"] == "refused":
            self.refused = result
        elif result["status"] in ("recorded", "repeated"):
            uuid = result["client_uuid"]
            self.acknowledged.append(uuid)
            self.disk.queue = [entry for entry in self.disk.queue if entry["client_uuid"] != uuid]
            for entry in self.disk.queue:
                if entry.get("undoes") == uuid:
                    del entry["undoes"]
                    entry["supersedes"] = result["seq"]

    async def log(self) -> list[dict[str, Any]]:
        """The server's entries, asked for until they come."""
        while True:
            answer = await call(self.line.port, "GET", self.path, self.token)
            if answer is not None:
                entries: list[dict[str, Any]] = json.loads(answer)["entries"]
                return entries
            await asyncio.sleep(FIRST_WAIT)


TakeOver = Callable[[], Awaitable[str]]
"""Pairs a spare tablet with the table and gives its token."""


class Referee:
    """Enters what is thrown at one table, whatever becomes of the tablets."""

    def __init__(
        self, line: Line, table: int, token: str, throws: list[Throw], take_over: TakeOver, rng: random.Random
    ) -> None:
        self.line, self.table, self.throws, self.take_over, self.random = line, table, throws, take_over, rng
        self.tablet = self._tablet(token, Disk())
        self.old: list[Tablet] = []
        self.thrown = 0
        self.counts = dict.fromkeys(("crashes", "moves", "undone", "conflicts"), 0)

    @property
    def tablets(self) -> list[Tablet]:
        return [*self.old, self.tablet]

    async def work(self, pace: float) -> None:
        """Enter everything, with the accidents of an evening."""
        sending = asyncio.create_task(self._send())
        try:
            while self.thrown < len(self.throws):
                await asyncio.sleep(self.random.uniform(0.5, 1.5) * pace)
                await self._next()
        finally:
            sending.cancel()

    async def finish(self) -> None:
        """The line is good again: everything that waits is delivered, the old tablets first."""
        for old in self.old:
            old.asleep_until = 0
            await self._drain(old)
        while True:
            await self._drain(self.tablet)
            if self.tablet.refused is None:
                return
            await self._settle()

    async def _next(self) -> None:
        accident = self.random.random()
        if self.tablet.refused is not None:
            await self._settle()
        elif accident < 0.05:
            self._crash()
        elif accident < 0.08:
            await self._move()
        elif accident < 0.14:
            await self._undo()
        else:
            self._enter()

    def _enter(self) -> None:
        seat, dice = self.throws[self.thrown]
        self.tablet.add("throw", seat=seat, dice=[int(face) for face in dice])
        self.thrown += 1

    async def _undo(self) -> None:
        """Six wrong dice, and at once the undo, which waits for the number of what it undoes."""
        self.counts["undone"] += 1
        seat, _dice = self.throws[self.thrown]
        wrong = self.tablet.add("throw", seat=seat, dice=[1, 2, 3, 3, 5, 5])
        self.tablet.add("void", undoes=wrong, reason="misread")
        self._enter()

    def _crash(self) -> None:
        """The page dies with what it had on its way, and comes back with what is on its disk."""
        self.counts["crashes"] += 1
        dead = self.tablet
        self.tablet = self._tablet(dead.token, Disk(json.loads(json.dumps(dead.disk.queue))))
        self.tablet.acknowledged = dead.acknowledged

    async def _move(self) -> None:
        """Out of reach, some throws on, to a spare tablet. The old one keeps its queue, and delivers it some time."""
        self.counts["moves"] += 1
        old, now = self.tablet, asyncio.get_running_loop().time()
        old.asleep_until = now + self.random.uniform(0, LONGEST_SLEEP)
        for _ in range(self.random.randint(0, min(3, len(self.throws) - self.thrown))):
            self._enter()
        token = await self.take_over()
        self.old.append(old)
        self.tablet = self._tablet(token, Disk())
        if self.random.random() < 0.3:  # carry the old one back into the Wi-Fi first
            old.asleep_until = 0
            await self._drain(old)
        await self._catch_up()

    async def _settle(self) -> None:
        """A conflict: what waits here is thrown away, and what the server lacks is entered again."""
        assert self.old, f"nobody else enters at this table, and yet: {self.tablet.refused}"
        self.counts["conflicts"] += 1
        self.tablet.disk.queue, self.tablet.refused = [], None
        await self._catch_up()

    async def _catch_up(self) -> None:
        """Compare the server's log with what was thrown, take out a throw that never was, enter what is missing."""
        counting = effective(await self.tablet.log())
        if counting and (len(counting) > self.thrown or counting[-1][1:] != self.throws[len(counting) - 1]):
            self.tablet.add("void", supersedes=counting.pop()[0], reason="misread")
        wanted, self.thrown = self.thrown, len(counting)
        while self.thrown < wanted:
            self._enter()

    async def _send(self) -> None:
        """Every tablet sends what it has; nothing goes from those that are out of reach."""
        while True:
            await self.tablet.flush()
            for old in self.old:
                await old.flush()
            await asyncio.sleep(0.01)

    async def _drain(self, tablet: Tablet) -> None:
        while tablet.disk.queue and tablet.refused is None:
            await tablet.flush()
            await asyncio.sleep(0)

    def _tablet(self, token: str, disk: Disk) -> Tablet:
        return Tablet(self.line, self.table, token, disk, self.random)


def effective(entries: list[dict[str, Any]]) -> list[tuple[int, int, str]]:
    """`(number, seat, dice)` of the throws in a log that count, in their order."""
    counting = [entry for entry in entries if entry["superseded_by"] is None and entry["kind"] == "throw"]
    counting.sort(key=lambda entry: entry["place"])
    return [(entry["seq"], entry["seat"], "".join(map(str, entry["dice"]))) for entry in counting]
