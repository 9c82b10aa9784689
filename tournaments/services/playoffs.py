"""Setting a play-off up, and taking it back while nothing has been drawn."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from bobing_event.audit import record_action
from bobing_event.models import Event
from bobing_event.refusals import Refusal
from tables.models import Table
from tables.queries import ruleset_of_event
from tournaments.models import Entrant, Playoff
from tournaments.queries import Candidate, eligible_entrants, stage_plan

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def create_playoff(
    *,
    event: Event,
    kind: str,
    by: User,
    now: datetime,
    decide: str = Playoff.Decide.IMMEDIATE,
    places: int = 1,
    group_size: int | None = None,
    advance: int = 1,
    leave_out_unfinished: bool = False,
) -> Playoff:
    """Creates the event's play-off of a kind with its entrants; lots are drawn afterwards (`draw_lots`).

    `group_size` is by default what a table of the ruleset seats. 状元王中王 is always by the round. Refused:
    `bad_kind`, `bad_decide`, `bad_places`, `bad_group_size`, `bad_advance`, `playoff_exists`, `tables_not_ended`
    (unless they are left out on purpose), `no_entrants`.
    """
    _refuse_unknown(kind, decide)
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)  # two who press at once take turns
    if Playoff.objects.filter(event=event, kind=kind).exists():
        raise Refusal("playoff_exists", _("This play-off has been set up already."))
    eligible = eligible_entrants(event, kind)
    if eligible.not_yet and not leave_out_unfinished:
        raise _tables_not_ended(eligible.not_yet)
    if not eligible.entrants:
        raise Refusal("no_entrants", _("No table that has ended gives an entrant for this play-off."))
    group_size = ruleset_of_event(event).seats if group_size is None else group_size
    _refuse_sizes(len(eligible.entrants), places, group_size, advance)
    playoff = Playoff.objects.create(
        event=event,
        kind=kind,
        decide=Playoff.Decide.ROUND if kind == Playoff.Kind.WANGZHONGWANG else decide,
        places=places,
        group_size=group_size,
        advance=advance,
        created_by=by,
        created_at=now,
    )
    Entrant.objects.bulk_create(_entrant(playoff, candidate) for candidate in eligible.entrants)
    left_out = [table.pk for table in eligible.not_yet]
    record_action(
        event=event, by=by, now=now, action="playoff.created", subject=str(playoff),
        entrants=len(eligible.entrants), left_out=left_out,
    )  # fmt: skip
    return playoff


@transaction.atomic
def delete_playoff(*, playoff: Playoff, by: User, now: datetime) -> None:
    """Takes back a play-off whose lots have not been drawn. Refused: `lots_drawn`."""
    Playoff.objects.select_for_update().get(pk=playoff.pk)
    if playoff.stages.exists():
        raise Refusal("lots_drawn", _("Lots have been drawn. The play-off stays as it is."))
    record_action(event=playoff.event, by=by, now=now, action="playoff.deleted", subject=str(playoff))
    playoff.delete()


def _refuse_unknown(kind: str, decide: str) -> None:
    if kind not in Playoff.Kind.values:
        raise Refusal("bad_kind", _("There is no play-off of this kind."), status=400)
    if decide not in Playoff.Decide.values:
        raise Refusal("bad_decide", _("A play-off is decided at once or by the round."), status=400)


def _tables_not_ended(tables: tuple[Table, ...]) -> Refusal:
    named = pgettext("list", ", ").join(_table_name(table) for table in tables[:8])
    sentence = _("%(count)d tables have not ended: %(tables)s. Wait for them, or leave them out on purpose.")
    return Refusal(
        "tables_not_ended",
        sentence % {"count": len(tables), "tables": named if len(tables) <= 8 else f"{named} …"},
        tables=[{"id": table.pk, "number": table.number, "session": table.session.number} for table in tables],
    )


def _table_name(table: Table) -> str:
    return f"{table.session} · {table}"


def _refuse_sizes(entrants: int, places: int, group_size: int, advance: int) -> None:
    if places < 1:
        raise Refusal("bad_places", _("At least 1 place is to be filled."), status=400)
    if group_size < 2:
        raise Refusal("bad_group_size", _("A heat takes at least 2 entrants."), status=400)
    if not 1 <= advance < group_size:
        raise Refusal("bad_advance", _("From a heat at least 1 goes on, and fewer than it takes."), status=400)
    plan = stage_plan(entrants, group_size, advance)
    if not plan:
        sentence = _("So many go on from a heat that the stages never come to an end. Let fewer go on.")
        raise Refusal("bad_advance", sentence, status=400)
    if len(plan) > 1 and plan[-1][0] < min(places, entrants):
        sentence = _("The final would have %(final)d entrants for %(places)d places. Let more go on from a heat.")
        raise Refusal("bad_advance", sentence % {"final": plan[-1][0], "places": places}, status=400)


def _entrant(playoff: Playoff, candidate: Candidate) -> Entrant:
    return Entrant(
        playoff=playoff,
        participant_id=candidate.participant_id,
        seat=candidate.seat,
        pattern=candidate.pattern,
    )
