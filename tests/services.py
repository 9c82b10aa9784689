"""A throw-away PostgreSQL and Redis on free ports, gone when their user ends.

Three ways to use them:

- `python -m tests.services -- COMMAND…` runs a command with `DATABASE_URL` and `REDIS_URL` set to fresh servers;
- `BOBING_TEST_DB=postgres python -m pytest -p tests.services` starts them before Django reads its settings; xdist
  workers inherit the addresses and start nothing;
- `start_missing()` from a program: starts what the environment does not name already.

The servers keep their data in temporary folders and are as forgetful as they can be: never point anything at them
that has to last. PostgreSQL refuses to run as root, so as root its programs (and only they) run as user `postgres`.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

START_SECONDS = 30
TERMINATION = (signal.SIGTERM, signal.SIGHUP)


class Service:
    """A server process with a folder of its own; `start()` returns when it accepts connections."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"bobing-{type(self).__name__.lower()}-"))
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    url: str
    stop_signal = signal.SIGTERM

    def command(self) -> list[str]:
        raise NotImplementedError

    def identity(self) -> dict[str, Any]:
        """Whom the server runs as, as arguments for `subprocess`."""
        return {}

    def prepare(self) -> None:
        """What has to be there before the first start."""

    def start(self) -> None:
        self.prepare()
        log_path = self.folder / "server.log"
        with log_path.open("wb") as log:
            self._process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", **self.identity()
            )
        deadline = time.monotonic() + START_SECONDS
        while not self.ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                log_text = log_path.read_text(errors="replace")
                self.stop()
                raise RuntimeError(f"{type(self).__name__} did not start:\n{log_text}")
            time.sleep(0.02)

    def ready(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(self.stop_signal)
            self._process.wait(20)
        self._process = None
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Service):
    """PostgreSQL of whatever version is installed, without any durability."""

    stop_signal = signal.SIGQUIT  # at once: there is nothing to save

    @property
    def url(self) -> str:
        return f"postgres://bobing@127.0.0.1:{self.port}/postgres"

    def identity(self) -> dict[str, Any]:
        if os.geteuid() != 0:
            return {}
        user = pwd.getpwnam("postgres")
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def prepare(self) -> None:
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        subprocess.run(
            [_postgres_program("initdb"), "-D", str(self._data), "-U", "bobing", "-A", "trust", "-E", "UTF8",
             "--locale=C.UTF-8", "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, cwd="/", **self.identity(),
        )  # fmt: skip

    def command(self) -> list[str]:
        options = {
            "port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder,
            "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": 200,
        }  # fmt: skip
        settings = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        return [_postgres_program("postgres"), "-D", str(self._data), *settings]

    def ready(self) -> bool:
        probe = [_postgres_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(probe, check=False, cwd="/").returncode == 0

    @property
    def _data(self) -> Path:
        return self.folder / "data"


class DurablePostgres(Postgres):
    """PostgreSQL that keeps what it committed when one of its processes is killed."""

    def command(self) -> list[str]:
        kept = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
        return [*super().command(), *(word for name, value in kept.items() for word in ("-c", f"{name}={value}"))]

    def crash(self) -> None:
        """Kills a process that serves a connection: PostgreSQL then ends all of them and recovers from its log."""
        assert self._process is not None
        for pid in children_of(self._process.pid):
            if b"bobing" in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGKILL)
                return
        raise RuntimeError("PostgreSQL serves no connection")


def children_of(pid: int) -> list[int]:
    """The processes that a process has started and that live."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Redis(Service):
    """A Redis that keeps everything in memory."""

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        return [
            "redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder),
            "--save", "", "--appendonly", "no",
        ]  # fmt: skip


def start_missing() -> list[Service]:
    """Starts what `DATABASE_URL` and `REDIS_URL` do not name, sets them, and stops the servers at the end."""
    started: list[Service] = []
    for name, kind in (("DATABASE_URL", Postgres), ("REDIS_URL", Redis)):
        if os.environ.get(name):
            continue
        service = kind()
        atexit.register(service.stop)
        service.start()
        os.environ[name] = service.url
        started.append(service)
    return started


def _postgres_program(name: str) -> str:
    """Debian keeps a version's programs out of the path; the newest one there is will do."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    found = shutil.which(name) or next((str(f / name) for f in reversed(folders) if (f / name).exists()), None)
    if found is None:
        raise RuntimeError(f"PostgreSQL's {name} is not installed on this machine")
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _end(*_: Any) -> None:
    sys.exit(1)  # by way of atexit, which a bare signal would skip


def main(arguments: list[str]) -> int:
    """Runs the command after `--` among fresh servers; returns its exit status."""
    command = arguments[1:] if arguments[:1] == ["--"] else arguments
    if not command:
        print("usage: python -m tests.services -- COMMAND…", file=sys.stderr)  # noqa: T201
        return 2
    for number in TERMINATION:
        signal.signal(number, _end)
    start_missing()
    with subprocess.Popen(command) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:  # the terminal has told the command too
            return process.wait()
        finally:
            if process.poll() is None:
                process.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

if os.environ.get("BOBING_TEST_DB") == "postgres":
    start_missing()
