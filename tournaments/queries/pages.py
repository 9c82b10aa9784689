"""What the play-off pages show; the number of queries is the same for one play-off or heat and for many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet

from bobing_event.models import Event
from rules import PlayoffEffect
from tables.models.entry import VOID
from tournaments.models import Entrant, Heat, HeatEntrant, Playoff, PlayoffEntry, Stage
from tournaments.queries.eligible import Eligible, eligible_by_kind
from tournaments.queries.log import effective_entries, fold_entries, log_of


@dataclass(frozen=True)
class Progress:
    """How far a play-off is: `step` is `lots` (none drawn), `playing`, `next` (a stage to be drawn) or `over`."""

    step: str
    stage: Stage | None = None
    heats: int = 0
    ended: int = 0


@dataclass(frozen=True)
class Card:
    """One of the three play-offs of an event, set up or not; `placed` are the final's lots by place."""

    kind: str
    label: str
    eligible: Eligible
    playoff: Playoff | None = None
    entrants: int = 0
    progress: Progress | None = None
    placed: tuple[HeatEntrant, ...] = ()


@dataclass(frozen=True)
class HeatSheet:
    """A heat as a page shows it: lots in the order of throwing, and who has withdrawn (entrants' ids)."""

    heat: Heat
    lots: tuple[HeatEntrant, ...]
    withdrawn: frozenset[int]


@dataclass(frozen=True)
class StageSheet:
    stage: Stage
    heats: tuple[HeatSheet, ...]


@dataclass(frozen=True)
class LogLine:
    """An entry of a log, what it comes to now (None where it does not count), and what superseded it.

    `lot` is the lot of the entry's entrant, `placed` are the lots placed by it, `is_last` says whether the fold took
    it last.
    """

    entry: PlayoffEntry
    effect: PlayoffEffect | None
    superseded_by: int | None
    lot: HeatEntrant | None
    placed: tuple[HeatEntrant, ...] = ()
    is_last: bool = False

    @property
    def counts(self) -> bool:
        return self.superseded_by is None and self.entry.kind != VOID


def playoff_cards(event: Event) -> list[Card]:
    """The three play-offs, in the order of `Playoff.Kind`; six queries."""
    eligible = eligible_by_kind(event)
    playoffs = {}
    for playoff in Playoff.objects.filter(event=event).annotate(entrant_count=Count("entrants")):
        playoff.event = event  # its address needs it
        playoffs[playoff.kind] = playoff
    stages = list(_counted_stages().filter(playoff__event=event))
    placed = list(_final_lots().filter(heat__stage__playoff__event=event))
    return [
        _card(kind, str(label), eligible[kind], playoffs.get(kind), stages, placed)
        for kind, label in Playoff.Kind.choices
    ]


def _card(
    kind: str,
    label: str,
    eligible: Eligible,
    playoff: Playoff | None,
    stages: Sequence[Stage],
    placed: Sequence[HeatEntrant],
) -> Card:
    if playoff is None:
        return Card(kind, label, eligible)
    mine = [stage for stage in stages if stage.playoff_id == playoff.pk]
    return Card(
        kind=kind,
        label=label,
        eligible=eligible,
        playoff=playoff,
        entrants=playoff.entrant_count,  # type: ignore[attr-defined]  # annotated
        progress=progress_of(mine[-1] if mine else None),
        placed=tuple(lot for lot in placed if lot.entrant.playoff_id == playoff.pk),
    )


def progress_of(last: Stage | None) -> Progress:
    """How far a play-off is, from its last stage with `heat_count` and `ended_count`."""
    if last is None:
        return Progress("lots")
    heats, ended = last.heat_count, last.ended_count  # type: ignore[attr-defined]  # annotated
    step = "playing" if ended < heats else "over" if last.is_final else "next"
    return Progress(step, last, heats, ended)


def playoff_of(event: Event, pk: int) -> Playoff | None:
    """A play-off of the event; None where it is another event's."""
    return Playoff.objects.filter(event=event, pk=pk).first()


def entrants_of(playoff: Playoff) -> list[Entrant]:
    """Who entered, with the seat that earned it; one query."""
    entrants = playoff.entrants.select_related("participant", "seat__table__session")
    return list(entrants.defer("seat__table__opening", "seat__table__state").order_by("pk"))


def stage_sheets(playoff: Playoff) -> list[StageSheet]:
    """The stages, the last first, with heats and lots; three queries."""
    lots = _lots_with_people().order_by("lot")
    heats = Heat.objects.order_by("number").prefetch_related(Prefetch("lots", lots))
    stages = _counted_stages().filter(playoff=playoff).order_by("-number").select_related("drawn_by")
    return [
        StageSheet(stage, tuple(_heat_sheet(stage, heat) for heat in stage.heats.all()))
        for stage in stages.prefetch_related(Prefetch("heats", heats))
    ]


def _heat_sheet(stage: Stage, heat: Heat) -> HeatSheet:
    heat.stage = stage
    gone = set(heat.state["entrants"]) - set(heat.state["in_play"]) - set(heat.state["placed"])
    return HeatSheet(heat, tuple(heat.lots.all()), frozenset(map(int, gone)))


def heat_sheet(event: Event, pk: int) -> HeatSheet | None:
    """A heat of the event with its lots; None where it is another event's. Two queries."""
    heats = Heat.objects.select_related("stage__playoff").filter(stage__playoff__event=event, pk=pk)
    heat = heats.prefetch_related(Prefetch("lots", _lots_with_people().order_by("lot"))).first()
    return _heat_sheet(heat.stage, heat) if heat else None


def log_lines(sheet: HeatSheet) -> list[LogLine]:
    """A heat's log, the last entry first, with what every entry comes to now; one query."""
    log = log_of(sheet.heat)
    standing = effective_entries(log)
    effects = fold_entries(sheet.heat, standing).effects
    later = {entry.supersedes_id: entry.seq for entry in log if entry.supersedes_id}
    lots = {str(lot.entrant_id): lot for lot in sheet.lots}
    lines = []
    for entry in reversed(log):
        effect = effects.get(entry.seq)
        placed = tuple(lots[entrant] for entrant in effect.placed) if effect else ()
        lot, is_last = lots.get(str(entry.entrant_id)), bool(standing) and entry is standing[-1]
        lines.append(LogLine(entry, effect, later.get(entry.pk), lot, placed, is_last))
    return lines


def changed_since(eligible: Eligible, entrants: Sequence[Entrant]) -> bool:
    """Whether a correction at a table has changed who should be in the play-off since it was set up."""
    now = {candidate.participant_id for candidate in eligible.entrants}
    return now != {entrant.participant_id for entrant in entrants}


def _counted_stages() -> QuerySet[Stage]:
    ended = Count("heats", filter=Q(heats__phase=Heat.Phase.ENDED))
    return Stage.objects.annotate(heat_count=Count("heats"), ended_count=ended).order_by("playoff", "number")


def _final_lots() -> QuerySet[HeatEntrant]:
    return _lots_with_people().filter(heat__stage__is_final=True, entrant__placed__isnull=False).order_by("placed")


def _lots_with_people() -> QuerySet[HeatEntrant]:
    lots = HeatEntrant.objects.select_related("entrant__participant", "entrant__seat__table__session")
    return lots.defer("entrant__seat__table__opening", "entrant__seat__table__state")
