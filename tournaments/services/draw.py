"""Drawing lots for a stage: who throws in which heat, and in which order."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from bobing_event.audit import record_action
from bobing_event.refusals import Refusal
from rules import Playoff as Fold
from rules import Ruleset
from tables.chain import link
from tables.queries import ruleset_of_event, utc_text
from tournaments.models import Heat, HeatEntrant, Playoff, Stage
from tournaments.queries import drawn_heats, next_entrants, roster_digest, roster_of
from tournaments.services.derived import derived_columns, place_entrants

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def draw_lots(*, playoff: Playoff, by: User, now: datetime, seed: bytes) -> Stage:
    """Draws the next stage: the first from all entrants, a later one from those who go on.

    `seed` is the only chance in it; with the roster it is kept in the stage, so that anybody can repeat the draw.
    Where all fit into one heat it is the final and fills the play-off's places, else `advance` go on from each. A
    heat of one entrant is over at once. Refused: `final_drawn`, `heats_not_ended`, `no_entrants`.
    """
    playoff = Playoff.objects.select_for_update(of=("self",)).select_related("event").get(pk=playoff.pk)
    last = playoff.stages.order_by("-number").first()
    _refuse_draw(last)
    entrants = next_entrants(playoff, last)
    if not entrants:
        raise Refusal("no_entrants", _("Nobody is left who could throw. The play-off is over without a winner."))
    roster = roster_of(entrants)
    heats = drawn_heats(roster, seed, playoff.group_size)
    stage = Stage.objects.create(
        playoff=playoff,
        number=last.number + 1 if last else 1,
        is_final=len(heats) == 1,
        seed=seed.hex(),
        roster=roster,
        roster_digest=roster_digest(roster),
        drawn_by=by,
        drawn_at=now,
    )
    _start_heats(stage, heats, ruleset_of_event(playoff.event))
    record_action(
        event=playoff.event, by=by, now=now, action="playoff.drawn", subject=str(playoff),
        stage=stage.number, seed=stage.seed, roster_digest=stage.roster_digest, entrants=len(roster), heats=len(heats),
    )  # fmt: skip
    return stage


def _refuse_draw(last: Stage | None) -> None:
    if last is None:
        return
    if last.is_final:
        raise Refusal("final_drawn", _("The final has been drawn already."))
    # Locked: whoever corrects one of these heats now either comes first or finds the next stage drawn.
    heats = list(last.heats.select_for_update(of=("self",)).order_by("pk"))
    playing = [heat.number for heat in heats if not heat.has_ended]
    if playing:
        sentence = _("%(count)d heats of this stage have not ended: %(heats)s.")
        named = pgettext("list", ", ").join(map(str, playing))
        raise Refusal("heats_not_ended", sentence % {"count": len(playing), "heats": named}, heats=playing)


def _start_heats(stage: Stage, heats: list[list[str]], ruleset: Ruleset) -> None:
    places = stage.playoff.places if stage.is_final else stage.playoff.advance
    folds = [
        Fold.start(ruleset, order, stage.playoff.mode, stage.playoff.target, stage.playoff.decide, places)
        for order in heats
    ]
    made = Heat.objects.bulk_create(_heat(stage, number, fold) for number, fold in enumerate(folds, start=1))
    HeatEntrant.objects.bulk_create(
        HeatEntrant(
            heat=heat,
            entrant_id=int(entrant),
            lot=lot,
            placed=fold.placed.index(entrant) + 1 if entrant in fold.placed else None,  # one alone has won
        )
        for heat, fold in zip(made, folds, strict=True)
        for lot, entrant in enumerate(fold.entrants, start=1)
    )
    if stage.is_final and folds[0].ended:
        place_entrants(stage.playoff, folds[0])


def _heat(stage: Stage, number: int, fold: Fold) -> Heat:
    opening = _opening(stage, fold)
    return Heat(
        stage=stage,
        number=number,
        opening=opening,
        state=fold.to_json(),
        last_hash=link("", opening),
        **derived_columns(fold),
    )


def _opening(stage: Stage, fold: Fold) -> dict[str, Any]:
    return {
        "seed": stage.seed,
        "roster_digest": stage.roster_digest,
        "drawn_by": stage.drawn_by.get_username(),
        "drawn_at": utc_text(stage.drawn_at),
        "ruleset": fold.ruleset.to_json(),
        "digest": fold.ruleset.digest,
        "entrants": list(fold.entrants),
        "mode": fold.mode,
        "target": fold.target.value,
        "decide": fold.decide,
        "places": fold.places,
    }
