"""A line to the server that does everything a ballroom's Wi-Fi does, one request a connection."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any

LONGEST_DELAY = 0.25
LATE = (0.05, 0.4)
"""Seconds after which a request that its sender gave up arrives; well below a round of throws, as in a hall."""

FAULTS = {"ok": 55, "delay": 12, "cut before": 9, "cut after": 12, "cut within": 4, "twice": 5, "late": 3}
"""What becomes of a request, out of a hundred.

- `cut before`, `cut after`: the connection ends before the request is passed on, or with the answer on its way;
- `cut within`: half of the answer comes;
- `twice`: the request reaches the server twice at once, and either answer comes back;
- `late`: the connection ends, and the request reaches the server after what was sent later.
"""


class Line:
    """A proxy on a port of its own. `seed` decides the weather; `calm` ends it."""

    def __init__(self, server_port: int, seed: str) -> None:
        self.server_port = server_port
        self.port = 0
        self.calm = False
        self.seen: Counter[str] = Counter()
        self._random = random.Random(seed)
        self._late: set[asyncio.Task[None]] = set()
        self._serving: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> Line:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        """What is still on its way ends with the line."""
        self._server.close()
        for task in {*self._late, *self._serving}:
            task.cancel()
        await asyncio.gather(*self._late, *self._serving, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        try:
            request = await _request(reader)
            fault = "ok" if self.calm else self._random.choices(list(FAULTS), list(FAULTS.values()))[0]
            self.seen[fault] += 1
            writer.write(await self._answer(fault, request))
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass  # who asked has gone, or the server has: to the tablet it is the same
        finally:
            writer.close()

    async def _answer(self, fault: str, request: bytes) -> bytes:
        if fault == "late":
            late = asyncio.create_task(self._send_late(request, self._random.uniform(*LATE)))
            self._late.add(late)
            late.add_done_callback(self._late.discard)
        if fault in ("cut before", "late"):
            return b""
        if fault == "delay":
            await asyncio.sleep(self._random.uniform(0, LONGEST_DELAY))
        if fault == "twice":
            both = await asyncio.gather(self._ask(request), self._ask(request))
            return self._random.choice(both)
        answer = await self._ask(request)
        if fault == "cut after":
            return b""
        return answer[: len(answer) // 2] if fault == "cut within" else answer

    async def _send_late(self, request: bytes, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._ask(request)

    async def _ask(self, request: bytes) -> bytes:
        """The server's answer; nothing where it is not there, as when its worker was killed."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server_port)
            writer.write(request)
            answer = await reader.read()
            writer.close()
        except OSError:
            return b""
        return answer


async def _request(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        (int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0
    )
    return head + await reader.readexactly(length)


async def call(port: int, method: str, path: str, token: str, body: bytes = b"", patience: float = 4) -> bytes | None:
    """The body of a whole answer with a status below 500; None where none came."""
    lines = [
        f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", "Content-Type: application/json",
        f"Content-Length: {len(body)}", f"Authorization: Device {token}",
    ]  # fmt: skip
    try:
        async with asyncio.timeout(patience):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            answer = await reader.read()
            writer.close()
    except (OSError, TimeoutError):
        return None
    head, _blank, content = answer.partition(b"\r\n\r\n")
    lengths = [int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    if not lengths or len(content) != lengths[0] or head.split(b" ")[1] >= b"500":
        return None
    return content
