"""The stages of the demo evening, each through the product's own services."""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.core.files import File
from django.utils import timezone

from awards.services import use_classic_plan
from bobing_event.jobs import start_job
from bobing_event.models import Event, Job, Participant, ParticipantImport
from bobing_event.refusals import Refusal
from bobing_event.services.check_in import check_in
from bobing_event.services.events import create_event
from bobing_event.services.imports import commit_import, preview_import
from bobing_event.services.people import add_participant
from bobing_event.services.uploads import upload_sheet
from rules import Hand
from scripts.demo import play, prizes, staff
from tables.models import SeatingDraw, Table
from tables.queries import ruleset_of_event
from tables.queries.holdings import holdings_of
from tables.services import assign_referee, draw_seats, prepare_draw, run_draw, sign_off_table
from tournaments.services import create_playoff, draw_lots, record_playoff_entries

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SHEET = Path(__file__).resolve().parents[2] / "fixtures" / "demo-participants.xlsx"
NIGHT = date(2026, 9, 25)  # Mid-Autumn of that year
DOORS = datetime(2026, 9, 25, 18, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
STATIONS = 3
ABSENT = 7
PHRASE = "月是故乡明"
SEED = 20260925
CORRECTED, SPILLED, TIMED_OUT, UNSIGNED = 3, 5, 8, 12  # table numbers
JOB_SECONDS = 120


class Evening:
    """What the stages hand on to one another."""

    def __init__(self) -> None:
        self.clock = play.Clock(DOORS.astimezone(UTC) - timedelta(days=7))
        self.dice = random.Random(SEED)  # noqa: S311 - the demo's dice; lots are drawn from a seed of their own
        self.owner = staff.make_owner()
        self.staff: dict[str, User] = {}
        self.event: Event
        self.upload: ParticipantImport

    # --- before the evening -----------------------------------------------------------------------------------

    def set_up(self) -> str:
        self.event = create_event(
            slug="zhongqiu-2026",
            name="鹭江集团中秋博饼晚会",
            date=NIGHT,
            edition="第六届",
            issuers="鹭江集团工会委员会\n鹭江集团有限公司",
            by=self.owner,
            now=self.clock.now,
        )
        self.staff = staff.make_staff(self.event, by=self.owner, now=self.clock.now)
        staff.give_pins(self.event, self.staff, by=self.owner, now=self.clock.now)
        use_classic_plan(event=self.event, by=self.owner, now=self.clock.now)
        return f"{self.event.name}, {len(self.staff) + 1} sign-ins, {prizes.plan(self)}"

    def import_people(self) -> str:
        now = self.clock.tick(3600)
        with SHEET.open("rb") as file:
            self.upload = upload_sheet(event=self.event, file=File(file, SHEET.name), by=self.owner, now=now)
        preview_import(upload=self.upload)
        self.upload = commit_import(upload=self.upload, by=self.owner, now=self.clock.tick(60))
        counts = self.upload.counts
        return f"{counts['new']} people, {counts['warnings']} warnings, {counts['errors']} errors"

    # --- the evening ------------------------------------------------------------------------------------------

    def check_people_in(self) -> str:
        self.clock.now = DOORS.astimezone(UTC)
        people = list(Participant.objects.filter(event=self.event).order_by("pk"))
        absent = set(self.dice.sample(range(len(people)), ABSENT))
        for number, person in enumerate(people):
            if number not in absent:
                where = f"签到台 {1 + number % STATIONS}"
                check_in(participant=person, by=self.staff["organiser"], now=self.clock.tick(15), where=where)
        return f"{len(people) - ABSENT} of {len(people)} came"

    def draw_seats(self) -> str:
        """The list is frozen and the secret promised before the hall says its phrase."""
        by = self.staff["organiser"]
        draw = prepare_draw(
            session=self.event.sessions.get(), basis=SeatingDraw.Basis.CHECKED_IN, spread="lot", by=by,
            now=self.clock.tick(300), secret=self.dice.randbytes(32),
        )  # fmt: skip
        run_draw(draw=draw, public_seed=PHRASE, by=by, now=self.clock.tick(240))
        tables = list(self.tables())
        for table in tables:
            referee = self.staff["referee" if table.number % 2 else "referee2"]
            assign_referee(table=table, referee=referee, by=self.staff["floor"], now=self.clock.now)
        return f"{len(tables)} tables; {prizes.stock_and_supply(self)}"

    def play_tables(self) -> str:
        entries, start, latest = 0, self.clock.now + timedelta(minutes=10), self.clock.now
        for table in self.tables():
            self.clock.now = start + timedelta(seconds=table.number * 20)  # all tables play at once
            entries += self._play(table)
            latest = max(latest, self.clock.now)
        self.clock.now = latest
        told = f"tables {CORRECTED} corrected, {SPILLED} overflowed, {TIMED_OUT} out of time, {UNSIGNED} unsigned"
        return f"{entries} entries; {told}"

    def _play(self, table: Table) -> int:
        incidents: dict[int, Sequence[play.Incident]] = {
            SPILLED: [play.overflow_at(17), play.overflow_at(58), play.pass_at(80)],
            TIMED_OUT: [play.time_up_at(120)],
        }
        referee = table.referee or self.staff["floor"]
        played = play.play_table(
            table, referee=referee, clock=self.clock, dice=self.dice, incidents=incidents.get(table.number, ())
        )
        if table.number == CORRECTED:
            played += self._correct(table)
        if table.number != UNSIGNED:
            table.refresh_from_db()
            digest = holdings_of(table)["digest"]
            sign_off_table(table=table, digest=digest, by=referee, now=self.clock.tick(90))
        return played

    def _correct(self, table: Table) -> int:
        """A die was read wrongly: a throw of nothing was a 一秀 (one by which no later entry becomes impossible)."""
        blank = [entry for entry in table.entries.filter(kind="throw") if self._is_blank(table, entry.dice)]
        for entry in blank[:40]:
            asked = {"kind": "throw", "seat": entry.seat, "dice": [4, 1, 2, 2, 3, 5], "supersedes": entry.seq}
            try:
                play.enter(
                    table,
                    {**asked, "reason": "裁判看错一颗骰子"},
                    by=self.staff["floor"],
                    clock=self.clock,
                    correct=True,
                )
            except Refusal:
                continue
            return 1
        raise RuntimeError("no throw of the table can be corrected")

    def _is_blank(self, table: Table, dice: str) -> bool:
        return ruleset_of_event(table.session.event).judge(Hand.parse(dice)).pattern is None

    # --- the play-offs ----------------------------------------------------------------------------------------

    def play_off(self, kind: str) -> str:
        by = self.staff["floor"]
        playoff = create_playoff(event=self.event, kind=kind, by=by, now=self.clock.tick(300))
        while True:
            stage = draw_lots(playoff=playoff, by=by, now=self.clock.tick(60), seed=self.dice.randbytes(32))
            entries = sum(self._play_heat(heat) for heat in stage.heats.all())
            if stage.is_final:
                break
        winner = playoff.entrants.select_related("participant", "seat__table").get(placed=1)
        return f"{playoff.entrants.count()} entrants, {entries} throws in the final: {winner.participant.name}"

    def _play_heat(self, heat: Any) -> int:
        by = self.staff["referee"]
        for entries in range(play.LONGEST):
            heat.refresh_from_db()
            if heat.has_ended:
                return entries
            now = self.clock.tick(play.SECONDS_A_THROW)
            entry = {"client_uuid": uuid.uuid4(), "kind": "throw", "entrant": str(heat.turn_id), "thrown_at": now,
                     "dice": play.roll(self.dice)}  # fmt: skip
            recording = record_playoff_entries(heat=heat, entries=[entry], by=by, now=now)
            if recording.refusal:
                raise recording.refusal
        raise RuntimeError(f"heat {heat} does not end")

    # --- afterwards -------------------------------------------------------------------------------------------

    def hand_prizes_over(self) -> str:
        return prizes.hand_over(self)

    def make_file(self, kind: str, **parameters: Any) -> Job:
        """Asks for a job and waits until Celery has done it."""
        parameters = {"language": "zh-hans", **parameters}
        job, _new = start_job(event=self.event, kind=kind, parameters=parameters, by=self.owner, now=timezone.now())
        deadline = time.monotonic() + JOB_SECONDS
        while job.is_open and time.monotonic() < deadline:
            time.sleep(0.1)
            job.refresh_from_db()
        if job.state != Job.State.DONE:
            raise RuntimeError(f"{kind}: {job.state} {job.error_code} {job.error}")
        return job

    def make_practice(self) -> str:
        """A second event to try the tablet on: one table waits to be opened, one is in the middle of its play."""
        now = timezone.now()
        event = create_event(slug="lianxi", name="裁判练习", date=timezone.localdate(), by=self.owner, now=now)
        staff.give_roles(event, self.staff, by=self.owner, now=now)
        staff.give_pins(event, self.staff, by=self.owner, now=now)
        for person in Participant.objects.filter(event=self.event).order_by("pk")[:24]:
            guest = add_participant(event=event, name=person.name, unit=person.unit, by=self.owner, now=now)
            check_in(participant=guest, by=self.owner, now=now)
        draw_seats(session=event.sessions.get(), by=self.owner, now=now, seed=self.dice.randbytes(32))
        clock = play.Clock(now - timedelta(minutes=4))
        tables = list(Table.objects.filter(session__event=event).order_by("number"))
        for table in tables:
            assign_referee(table=table, referee=self.staff["referee"], by=self.owner, now=now)
        play.play_table(tables[1], referee=self.staff["referee"], clock=clock, dice=self.dice, most=30)
        return f"{len(tables)} tables of {event.name}"

    @property
    def unsigned(self) -> int:
        """The number of the table that nobody has signed off."""
        return UNSIGNED

    def is_signed_off(self, table: Table) -> bool:
        return table.number != UNSIGNED

    def tables(self) -> Any:
        return (
            Table.objects.filter(session__event=self.event)
            .select_related("session__event", "referee")
            .order_by("number")
        )
