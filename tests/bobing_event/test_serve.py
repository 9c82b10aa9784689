"""`manage.py serve`: one command makes the database, hashes the static files and serves; a taken port is refused."""

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from django.conf import settings

from bobing_event.management.commands.serve import is_taken, lan_addresses

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 180
pytestmark = pytest.mark.skipif(not settings.EMBEDDED, reason="the command takes SQLite in either run")


@pytest.fixture
def port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def serve(tmp_path, port):
    """Runs the command from an empty folder; returns the process. Its output goes to `tmp_path / "out"`."""
    started = []

    def serve():
        clean = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        with (tmp_path / "out").open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--bind", "127.0.0.1", "--port", str(port)],
                cwd=ROOT, env=clean | {"BOBING_VAR": str(tmp_path / "var")}, stdout=out, stderr=out,
            )  # fmt: skip
        started.append(process)
        return process

    yield serve
    for process in started:
        process.terminate()
        process.wait(60)


def fetch_patiently(url, process):
    deadline = time.monotonic() + PATIENCE_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            return urlopen(url, timeout=60)
        except (URLError, TimeoutError):
            time.sleep(0.1)
    raise AssertionError("the site did not come up")


def test_it_serves_pages_whose_files_may_be_kept_for_ever(serve, port, tmp_path):
    site = f"http://127.0.0.1:{port}"
    page = fetch_patiently(f"{site}/login/", serve()).read().decode()
    files = re.findall(r'(?:src|href)="(/static/[^"#]+)', page)
    assert files
    for file in files:
        answer = urlopen(site + file, timeout=10)
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", file), file
        assert "immutable" in answer.headers["Cache-Control"], file
    assert (tmp_path / "out").read_text().splitlines()[0].endswith(f"{site}/")
    assert (tmp_path / "var" / "bobing.sqlite3").exists()


def test_a_taken_port_is_refused_with_another_one(serve, port, tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        assert is_taken("127.0.0.1", port)
        assert serve().wait(PATIENCE_SECONDS) == 1
    assert f"PORT={port + 1}" in (tmp_path / "out").read_text()
    assert not is_taken("127.0.0.1", port)


def test_the_lan_addresses_are_ones_that_others_reach():
    addresses = lan_addresses()
    assert len(set(addresses)) == len(addresses)
    assert [address for address in addresses if address.startswith("127.")] == []
