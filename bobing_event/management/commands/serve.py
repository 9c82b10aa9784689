"""Serves an event from this machine to the tablets on its network: one command, no other server."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

# Threads, because nothing stands in front of gunicorn here: a tablet on bad Wi-Fi that takes seconds to send its
# request must not hold one of two processes.
GUNICORN = [
    "-m", "gunicorn", "bobing_event.config.wsgi", "--workers=2", "--worker-class=gthread", "--threads=8",
    "--graceful-timeout=5", "--no-control-socket", "--log-level=warning",
]  # fmt: skip
NO_PACKET_IS_SENT_THERE = ("192.0.2.1", 9)


class Command(BaseCommand):
    help = "Serves the product on this machine's network, and prints where."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
        parser.add_argument("--bind", default="0.0.0.0", help="the address to listen on")  # noqa: S104 - the LAN is the point

    def handle(self, *_args: Any, port: int, bind: str, **_options: Any) -> None:
        if is_taken(bind, port):
            raise CommandError(_("Port %(port)s is taken. Choose another: PORT=%(other)s") % {
                "port": port, "other": port + 1,
            })  # fmt: skip
        environment = os.environ | {"HASHED_STATIC": "1"}
        for command in (["migrate", "--verbosity=0"], ["collectstatic", "--noinput", "--verbosity=0"]):
            subprocess.run([sys.executable, "manage.py", *command], cwd=settings.BASE_DIR, env=environment, check=True)  # noqa: S603
        self._say_where(port, [] if bind.startswith("127.") else lan_addresses())
        sys.stdout.flush()
        os.chdir(settings.BASE_DIR)
        os.execve(sys.executable, [sys.executable, *GUNICORN, f"--bind={bind}:{port}"], environment)  # noqa: S606

    def _say_where(self, port: int, lan: list[str]) -> None:
        self.stdout.write(_("On this machine:  %(url)s") % {"url": f"http://127.0.0.1:{port}/"})
        for address in lan:
            self.stdout.write(_("On this network:  %(url)s") % {"url": f"http://{address}:{port}/"})
        if lan:
            segno.make(f"http://{lan[0]}:{port}/", error="m", micro=False).terminal(sys.stdout, compact=True)
        self.stdout.write(_("Ctrl+C stops it."))


def is_taken(host: str, port: int) -> bool:
    """Whether something listens on the port already."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def lan_addresses() -> list[str]:
    """The addresses other machines may reach this one under, the likeliest first; empty without a network."""
    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(NO_PACKET_IS_SENT_THERE)  # asks the routing table only
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0."))]
