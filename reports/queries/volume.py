"""How much there is to report, and which reports were asked for."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from awards.models import PlanLine, Prize
from bobing_event.models import Event, Job, Participant
from reports.queries.hand_overs import hand_over_claims
from reports.queries.rows import held_pieces
from tables.models import Table
from tournaments.models import Entrant

ASKED_KINDS = ("workbook", "certificate-list")
"""What whoever sees the reports may have made."""
REPORT_KINDS = (*ASKED_KINDS, "certificates")
"""What stands in the list: certificates are made on a page of their own, which asks before it prints again."""


@dataclass(frozen=True)
class Volume:
    """How many rows an event's workbook will have, to show progress against. `at_tables` are kinds of goods."""

    people: int
    tables: int
    pieces: int
    entrants: int
    goods: int = 0
    at_tables: int = 0
    handed_over: int = 0

    @property
    def rows(self) -> int:
        """Of pieces that were not handed over goods are due: about one row more."""
        due = max(0, self.pieces - self.handed_over) if self.goods else 0
        tables = self.tables * (2 + self.at_tables)
        return self.people + tables + self.pieces + self.entrants + 2 * self.goods + self.handed_over + due


def volume(event: Event) -> Volume:
    """Seven counts."""
    at_table = PlanLine.objects.filter(event=event, given_at=PlanLine.GivenAt.TABLE)
    return Volume(
        people=Participant.objects.filter(event=event).count(),
        tables=Table.objects.filter(session__event=event).count(),
        pieces=held_pieces(event).count(),
        entrants=Entrant.objects.filter(playoff__event=event).count(),
        goods=Prize.objects.filter(event=event).count(),
        at_tables=at_table.aggregate(kinds=Count("prize", distinct=True))["kinds"],
        handed_over=hand_over_claims(event).count(),
    )


def report_jobs(event: Event) -> QuerySet[Job]:
    """The reports of an event, the newest first."""
    return Job.objects.filter(event=event, kind__in=REPORT_KINDS).select_related("asked_by")


def table_counts(event: Event) -> dict[str, int]:
    """`{"tables", "ended", "with_champion"}`; one query."""
    ended = Q(phase=Table.Phase.ENDED)
    return Table.objects.filter(session__event=event).aggregate(
        tables=Count("id"),
        ended=Count("id", filter=ended),
        with_champion=Count("id", filter=ended & Q(champion__isnull=False)),
    )
