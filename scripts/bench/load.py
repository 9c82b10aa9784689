"""A load of POST requests from many clients at once; each client sends its own list in order.

Runs as a process of its own so that its work is not on the server's bill: `python -m scripts.bench.load PORT`
reads `[[path, headers, body], …]` lists, one JSON line a client, and prints `{"seconds", "latencies", "failed"}`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

Call = tuple[str, dict[str, str], str]


async def post(port: int, call: Call) -> tuple[float, int]:
    """How long it took, and the status; OSError or IndexError where no answer came."""
    path, headers, body = call
    payload = body.encode()
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", "Content-Type: application/json",
             f"Content-Length: {len(payload)}", *(f"{name}: {value}" for name, value in headers.items())]  # fmt: skip
    start = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + payload)
    answer = await reader.read()
    writer.close()
    return time.perf_counter() - start, int(answer.split(b" ", 2)[1])


async def _client(port: int, calls: list[Call], latencies: list[float], failed: list[int]) -> None:
    for call in calls:
        seconds, status = await post(port, call)
        latencies.append(seconds)
        if status != 201:
            failed.append(status)


async def run(port: int, clients: list[list[Call]]) -> dict[str, Any]:
    latencies: list[float] = []
    failed: list[int] = []
    start = time.perf_counter()
    await asyncio.gather(*(_client(port, calls, latencies, failed) for calls in clients))
    return {"seconds": time.perf_counter() - start, "latencies": latencies, "failed": failed}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(int(sys.argv[1]), [json.loads(line) for line in sys.stdin]))))
