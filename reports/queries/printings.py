"""What was printed of a session, and when what stands on the sheets last changed."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max, QuerySet

from awards.models import Claim, HandOver, Movement
from bobing_event.models import Event, Job, Session
from tables.models import SeatChange, SeatingDraw, SignOff, Table
from tables.queries.hall import changes_of

PRINT_PREFIX = "print-"
PRINTINGS_READ = 100


def print_jobs(event: Event) -> QuerySet[Job]:
    """The printed sheets of an event, the newest first."""
    return Job.objects.filter(event=event, kind__startswith=PRINT_PREFIX).select_related("asked_by")


def last_printings(session: Session) -> dict[str, Job]:
    """By kind the latest sheets of a session that were made; tests of the printer do not count. One query."""
    made = print_jobs(session.event).filter(
        state=Job.State.DONE, parameters__session=session.number, parameters__sample=False
    )
    return {job.kind: job for job in reversed(made[:PRINTINGS_READ])}


def seat_changes(session: Session) -> QuerySet[SeatChange]:
    """Changes of seats that stand and moved somebody, the latest first."""
    return changes_of(session).filter(undone_at__isnull=True).exclude(moves=[])


def seats_changed_at(session: Session) -> datetime | None:
    """When anybody's seat in the session last changed, by lot or by hand; two queries."""
    times = SeatChange.objects.filter(session=session).aggregate(made=Max("made_at"), undone=Max("undone_at"))
    drawn = SeatingDraw.objects.filter(session=session).aggregate(drawn=Max("drawn_at"), gone=Max("discarded_at"))
    return max(filter(None, [*times.values(), *drawn.values()]), default=None)


def stock_moved_at(event: Event) -> datetime | None:
    """When goods last went anywhere but into somebody's hands; one query."""
    moved = Movement.objects.filter(event=event).exclude(kind=Movement.Kind.HAND_OVER)
    last: datetime | None = moved.aggregate(last=Max("made_at"))["last"]
    return last


def results_changed_at(session: Session) -> datetime | None:
    """When anything was last entered at an ended table or signed there; two queries."""
    ended = Table.objects.filter(session=session, phase=Table.Phase.ENDED)
    entered = ended.aggregate(entered=Max("last_entry_at"))
    signed = SignOff.objects.filter(table__in=ended).aggregate(signed=Max("signed_at"), again=Max("countersigned_at"))
    return max(filter(None, [*entered.values(), *signed.values()]), default=None)


def claims_changed_at(event: Event) -> datetime | None:
    """When anything was last handed over, taken back or forfeited; two queries."""
    settled = Claim.objects.filter(event=event).aggregate(settled=Max("settled_at"))
    undone = HandOver.objects.filter(event=event).aggregate(undone=Max("undone_at"))
    return max(filter(None, [*settled.values(), *undone.values()]), default=None)
