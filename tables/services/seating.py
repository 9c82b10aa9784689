"""Seating: drawing lots for tables, undoing a draw, a late guest, and who referees."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from bobing_event.audit import record_action
from bobing_event.models import Device, Membership, Participant, Role, Session
from bobing_event.refusals import Refusal
from tables.chain import canonical
from tables.lots import shuffled
from tables.models import Seat, SeatingDraw, Table
from tables.queries import ruleset_of_event
from tables.queries.seating import roster_of
from tables.services.opening import locked_table
from tables.services.sentences import malformed

if TYPE_CHECKING:
    from django.contrib.auth.models import User

T = TypeVar("T")


def table_sizes(people: int, seats: int, min_players: int) -> list[int]:
    """How many people sit at each table, the first table first.

    Full tables, and a last one for who is left over. Where they are too few for a table of their own (fewer than
    `min_players`, or than half a table), each sits as one more at a full table; where there are not enough full
    tables for that, all are spread evenly over one table more.
    """
    full, rest = divmod(people, seats)
    if rest == 0 or full == 0 or rest >= max(min_players, seats // 2):
        return [seats] * full + [rest] * (rest > 0)
    if rest <= full:
        return [seats + 1] * rest + [seats] * (full - rest)
    each, more = divmod(people, full + 1)
    return [each + 1] * more + [each] * (full + 1 - more)


@transaction.atomic
def draw_seats(*, session: Session, by: User, now: datetime, seed: bytes) -> SeatingDraw:
    """Draw tables and seats by lot for everybody of the session who has checked in.

    The draw keeps seed and roster (participants' ids in ascending order): `tables.lots.shuffled(roster, seed)` cut
    into `table_sizes` repeats it. Refuses `table_has_thrown`, `seats_already_drawn`, `nobody_checked_in`,
    `too_few_people`, `bad_ruleset`.
    """
    session = Session.objects.select_for_update(of=("self",)).select_related("event").get(pk=session.pk)
    _refuse_second_draw(session)
    ruleset = ruleset_of_event(session.event)
    roster = list(roster_of(session).values_list("pk", flat=True))
    if not roster:
        raise Refusal("nobody_checked_in", _("Nobody has checked in yet. Check people in, then draw the seats."))
    if len(roster) < ruleset.min_players:
        sentence = _("%(people)s people have checked in; a table needs %(least)s to begin.")
        raise Refusal("too_few_people", sentence % {"people": len(roster), "least": ruleset.min_players})
    sizes = table_sizes(len(roster), ruleset.seats, ruleset.min_players)
    _seat(session, _cut(shuffled(roster, seed), sizes))
    draw = SeatingDraw.objects.create(
        session=session, number=SeatingDraw.objects.filter(session=session).count() + 1, plan={"roster": roster},
        plan_digest=roster_digest(roster), secret=seed.hex(), commitment=hashlib.sha256(seed).hexdigest(),
        prepared_by=by, prepared_at=now, drawn_by=by, drawn_at=now,
    )  # fmt: skip
    record_action(
        event=session.event, by=by, now=now, action="seats_drawn", subject=str(session),
        people=len(roster), tables=len(sizes), seed=seed.hex(), roster_digest=draw.plan_digest,
    )  # fmt: skip
    return draw


def roster_digest(roster: Sequence[int]) -> str:
    """SHA-256 (hex) over the roster as JSON without blanks: `{"roster":[1,2,3]}`."""
    return hashlib.sha256(canonical({"roster": list(roster)})).hexdigest()


@transaction.atomic
def discard_draw(*, session: Session, by: User, now: datetime, reason: str) -> SeatingDraw:
    """Take a draw back: its tables and seats go, the draw stays on record with the reason.

    Refuses `reason_needed`, `table_has_thrown` once a table is open, and `no_draw`.
    """
    session = Session.objects.select_for_update(of=("self",)).select_related("event").get(pk=session.pk)
    if not reason.strip():
        raise malformed("reason_needed")
    _refuse_opened(session)
    draw = SeatingDraw.objects.filter(session=session, discarded_at__isnull=True).first()
    if draw is None:
        raise Refusal("no_draw", _("No seats have been drawn for this session."))
    tables = Table.objects.filter(session=session)
    Device.objects.filter(table_id__in=tables.values("pk"), revoked_at__isnull=True).update(revoked_at=now)
    Seat.objects.filter(table__session=session).delete()
    tables.delete()
    draw.discarded_at, draw.discarded_by, draw.discard_reason = now, by, reason.strip()
    draw.save(update_fields=["discarded_at", "discarded_by", "discard_reason"])
    record_action(
        event=session.event, by=by, now=now, action="draw_discarded", subject=str(session), reason=draw.discard_reason
    )
    return draw


@transaction.atomic
def seat_participant(
    *, table: Table, participant: Participant, by: User, now: datetime, beyond_full: bool = False
) -> Seat:
    """Seat a late or uninvited guest at the lowest free number of a table that is not open yet.

    Refuses `not_found` for somebody of another event, `already_open`, `already_seated` in this session, and
    `table_full`; with `beyond_full` one person more than the ruleset's seats may sit down.
    """
    table = locked_table(table.pk)
    participant = Participant.objects.select_for_update(of=("self",)).get(pk=participant.pk)  # one seat at a time
    event = table.session.event
    if participant.event_id != event.pk:
        raise Refusal("not_found", _("There is no such person in this event."), status=404)
    if table.opening is not None:
        raise Refusal("already_open", _("Table %(table)s is open already.") % {"table": table.number})
    seated = Seat.objects.filter(participant=participant, table__session=table.session).select_related("table").first()
    if seated is not None:
        facts = {"name": participant.name, "seat": str(seated)}
        raise Refusal("already_seated", _("%(name)s sits at %(seat)s already.") % facts)
    taken = set(Seat.objects.filter(table=table).values_list("number", flat=True))
    limit = ruleset_of_event(event).seats + int(beyond_full)
    if len(taken) >= limit:
        sentence = _("Table %(table)s is full: %(people)s people sit there.")
        raise Refusal("table_full", sentence % {"table": table.number, "people": len(taken)})
    number = next(number for number in range(1, len(taken) + 2) if number not in taken)
    seat = Seat.objects.create(table=table, number=number, participant=participant)
    record_action(event=event, by=by, now=now, action="person_seated", subject=str(table), seat=number)
    return seat


@transaction.atomic
def assign_referee(*, table: Table, referee: User | None, by: User, now: datetime) -> Table:
    """Give a table to a referee, or to nobody. Refuses `not_a_referee` of this event."""
    table = locked_table(table.pk)
    event = table.session.event
    roles = Membership.objects.filter(event=event, user=referee, role=Role.REFEREE)
    if referee is not None and not roles.exists():
        sentence = _("%(name)s is not a referee of this event. Give the role under staff first.")
        raise Refusal("not_a_referee", sentence % {"name": referee.get_username()})
    table.referee = referee
    table.save(update_fields=["referee"])
    name = referee.get_username() if referee else ""
    record_action(event=event, by=by, now=now, action="referee_assigned", subject=str(table), referee=name)
    return table


def _refuse_second_draw(session: Session) -> None:
    _refuse_opened(session)
    if Table.objects.filter(session=session).exists():
        raise Refusal(
            "seats_already_drawn",
            _("Seats have been drawn for this session already. Discard that draw before drawing again."),
        )


def _refuse_opened(session: Session) -> None:
    opened = Table.objects.filter(session=session, opening__isnull=False).order_by("number").first()
    if opened is not None:
        sentence = _("Table %(table)s is playing already; the seats of this session stay as they are.")
        raise Refusal("table_has_thrown", sentence % {"table": opened.number})


def _cut(people: Sequence[T], sizes: Sequence[int]) -> list[list[T]]:
    tables, start = [], 0
    for size in sizes:
        tables.append(list(people[start : start + size]))
        start += size
    return tables


def _seat(session: Session, groups: Sequence[Sequence[int]]) -> None:
    """Tables 1, 2, … with seats 1, 2, … in drawn order."""
    tables = Table.objects.bulk_create(
        Table(session=session, number=number) for number, _people in enumerate(groups, start=1)
    )
    Seat.objects.bulk_create(
        Seat(table=table, number=number, participant_id=person)
        for table, people in zip(tables, groups, strict=True)
        for number, person in enumerate(people, start=1)
    )
