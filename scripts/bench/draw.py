"""A draw of 10,000 people, beside `random.shuffle` and the insert of the same tables and seats, on PostgreSQL.

The draw is `run_draw` whole: its guards, the lots, the check of every wish, the seats, the draw's own row and the audit
log. The measuring has a process of its own (`python -m scripts.bench.draw`), since Django is set up on a
database once.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scripts.bench.figure import Figure

if TYPE_CHECKING:
    from tables.models import SeatingDraw

PEOPLE = 10_000
ROUNDS = 5


def figures() -> Iterator[Figure]:
    command = [sys.executable, "-m", "tests.services", "--", sys.executable, "-m", "scripts.bench.draw"]
    with tempfile.TemporaryDirectory(prefix="bobing-bench-") as folder:
        done = subprocess.run(command, env={**os.environ, "BOBING_VAR": folder}, stdout=subprocess.PIPE, check=True)
    taken: dict[str, dict[str, float]] = json.loads(done.stdout)
    for name, seconds in taken.items():
        detail = {key: round(value, 3) for key, value in seconds.items()}
        yield Figure(name, seconds["draw_seconds"] / seconds["bare_seconds"], 2, detail=detail)


def main() -> None:
    """Prints `{figure: {"prepare_seconds", "draw_seconds", "bare_seconds"}}`, the shortest of each."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bobing_event.config.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    hall = Hall()
    taken = {"draw": hall.measure(parties=False), "draw.groups": hall.measure(parties=True)}
    print(json.dumps(taken))


class Hall:
    """A session with everybody checked in; half of the people are in groups of four."""

    def __init__(self) -> None:
        from django.contrib.auth.models import User
        from django.utils import timezone

        from bobing_event.models import Event, Participant, Session

        self.now = timezone.now()
        self.by = User.objects.create_superuser("bench", password=None)
        event = Event.objects.create(slug="bench", name="bench", date=self.now.date(), created_at=self.now)
        self.session = Session.objects.create(event=event, number=1)
        arrived = {"checked_in_at": self.now, "checked_in_by": self.by}
        self.people = Participant.objects.bulk_create(
            Participant(event=event, name=str(n), party=f"{n // 4}" if n < PEOPLE // 2 else "", **arrived)
            for n in range(PEOPLE)
        )

    def measure(self, *, parties: bool) -> dict[str, float]:
        times: dict[str, list[float]] = {"prepare_seconds": [], "draw_seconds": [], "bare_seconds": []}
        for round_number in range(ROUNDS):
            prepare, draw = self._draw(bytes([round_number]), parties=parties)
            for name, seconds in zip(times, (prepare, draw, self._bare()), strict=True):
                times[name].append(seconds)
        return {name: min(seconds) for name, seconds in times.items()}

    def _draw(self, secret: bytes, *, parties: bool) -> tuple[float, float]:
        from tables.models import Seat
        from tables.services import discard_draw, prepare_draw, run_draw

        arguments: dict[str, Any] = {"by": self.by, "now": self.now}
        began = time.perf_counter()
        draw: SeatingDraw = prepare_draw(
            session=self.session, basis="checked_in", spread="lot", secret=secret, parties=parties, **arguments
        )
        frozen = time.perf_counter()
        run_draw(draw=draw, public_seed="bench", **arguments)
        done = time.perf_counter()
        assert Seat.objects.count() == PEOPLE
        discard_draw(session=self.session, reason="bench", **arguments)
        return frozen - began, done - frozen

    def _bare(self) -> float:
        from django.db import transaction

        from tables.drawing import table_sizes
        from tables.models import Seat, Table

        sizes = table_sizes(PEOPLE, 12, 2)
        began = time.perf_counter()
        with transaction.atomic():
            people = [person.pk for person in self.people]
            random.shuffle(people)
            tables = Table.objects.bulk_create(
                Table(session=self.session, number=number) for number, _size in enumerate(sizes, 1)
            )
            places = [(table, seat) for table, size in zip(tables, sizes, strict=True) for seat in range(1, size + 1)]
            Seat.objects.bulk_create(
                Seat(table=table, number=seat, participant_id=person)
                for (table, seat), person in zip(places, people, strict=True)
            )
        seconds = time.perf_counter() - began
        Seat.objects.all().delete()
        Table.objects.all().delete()
        return seconds


if __name__ == "__main__":
    main()
