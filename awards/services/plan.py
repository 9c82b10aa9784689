"""The prize plan: how many pieces a table has, and which goods they, play-off places and consolations give."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from awards.models import PlanLine, Prize, PrizeSettings
from awards.queries.giving import pieces_of
from awards.queries.plan import plan_is_frozen
from awards.services.ledger import locked_ledger
from awards.services.plan_guards import (
    refuse_change,
    refuse_count,
    refuse_goods,
    refuse_goods_beyond,
    refuse_span,
    refuse_target,
)
from bobing_event.audit import record_action
from bobing_event.models import Event
from bobing_event.refusals import Refusal
from rules import CLASSIC_SET, RANKS, Rank

if TYPE_CHECKING:
    from django.contrib.auth.models import User

IDENTITY = ("rank", "first_piece", "playoff_kind", "place", "consolation", "prize_id")
"""What two lines of an event cannot have in common."""


@transaction.atomic
def set_plan_line(
    *,
    event: Event,
    prize: Prize,
    rank: str = "",
    first_piece: int = 1,
    last_piece: int | None = None,
    share: int | None = None,
    playoff_kind: str = "",
    place: int | None = None,
    consolation: str = "",
    people: int | None = None,
    pieces: int | None = None,
    quantity: int = 1,
    given_at: str | None = None,
    line: PlanLine | None = None,
    by: User,
    now: datetime,
) -> PlanLine:
    """Say that pieces of a rank, a place in a play-off or a consolation give `quantity` units of goods each.

    With a `share` the goods are one of a mix, given by that many of the pieces. Without `given_at` the lower ranks'
    goods are handed over at the table, all others at the prize desk. `pieces` also sets how many pieces of the rank a
    table has. `line` is the one to change; without it the line for the same goods and the same first piece (place,
    consolation) is replaced. Refuses what `plan_guards` names, `plan_line_exists`, and what `set_piece_count` refuses.
    """
    wanted = PlanLine(
        event=event, prize=prize, rank=rank, first_piece=first_piece if rank else 1,
        last_piece=last_piece if rank else None, share=share, playoff_kind=playoff_kind, place=place,
        consolation=consolation, people=people, quantity=quantity, given_at=given_at or usually_given_at(rank),
    )  # fmt: skip
    refuse_goods(event, prize, quantity)
    refuse_target(wanted)
    event, settings = locked_plan(event)
    lines = plan_lines(event)
    if line is not None and line.pk not in {one.pk for one in lines}:
        raise Refusal("line_gone", _("Somebody has removed this line of the plan meanwhile."), status=404)
    if pieces is not None and rank:
        set_counts(event, {rank: pieces}, lines, by, now)
    refuse_span(event, wanted)
    same = next((one for one in lines if identity(one) == identity(wanted)), None)
    if line is not None and same is not None and same.pk != line.pk:
        sentence = _("%(place)s gives %(prize)s from that piece on already. Change that line instead.")
        raise Refusal("plan_line_exists", sentence % {"place": wanted.place_label, "prize": prize})
    replaced = line or same
    wanted.pk = replaced.pk if replaced else None
    after = [wanted if replaced and one.pk == replaced.pk else one for one in lines]
    refuse_change(event, settings, lines, after if replaced else [*lines, wanted], [wanted])
    wanted.save()
    record_action(
        event=event, by=by, now=now, action="plan_line_set", subject=str(wanted.place_label), prize=str(prize),
        first_piece=wanted.first_piece, last_piece=wanted.last_piece, quantity=quantity, share=share, people=people,
        given_at=wanted.given_at,
    )  # fmt: skip
    return wanted


@transaction.atomic
def remove_plan_line(*, line: PlanLine, by: User, now: datetime) -> None:
    """Take goods out of the plan; the pieces of the rank stay as many. Refuses `goods_handed_over`."""
    event, settings = locked_plan(line.event)
    lines = plan_lines(event)
    refuse_change(event, settings, lines, [one for one in lines if one.pk != line.pk])
    record_action(
        event=event, by=by, now=now, action="plan_line_removed", subject=str(line.place_label), prize=str(line.prize)
    )
    line.delete()


@transaction.atomic
def set_piece_count(*, event: Event, counts: dict[str, int], by: User, now: datetime) -> Event:
    """Set how many pieces of the given ranks a table has; `event` gets the new set too.

    Refuses `unknown_rank`, `bad_piece_count`, `one_zhuangyuan`, `plan_frozen` once a table was opened, and
    `pieces_have_goods` where the plan has goods for pieces that would be no more.
    """
    locked, _settings = locked_plan(event)
    set_counts(locked, counts, plan_lines(locked), by, now)
    event.piece_set = locked.piece_set
    return event


def use_classic_plan(*, event: Event, by: User, now: datetime) -> Event:
    """Give every table one 会饼: 1, 2, 4, 8, 16 and 32 pieces. Goods stay. Refuses as `set_piece_count` does."""
    counts = {rank.value: pieces for rank, pieces in CLASSIC_SET.items()}
    return set_piece_count(event=event, counts=counts, by=by, now=now)


def usually_given_at(rank: str) -> str:
    """Where goods are handed over when nobody says: the lower ranks' at the table."""
    lower = rank and rank != Rank.ZHUANGYUAN
    return PlanLine.GivenAt.TABLE if lower else PlanLine.GivenAt.DESK


def identity(line: PlanLine) -> tuple[object, ...]:
    return tuple(getattr(line, field) for field in IDENTITY)


def locked_plan(event: Event) -> tuple[Event, PrizeSettings]:
    """The event and its ledger, locked in this order: the plan does not change while goods are handed over.

    The lock on the event lets others write rows that refer to it, so that who holds the ledger never waits for us.
    """
    locked = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    return locked, locked_ledger(locked)


def plan_lines(event: Event) -> list[PlanLine]:
    """All lines of the plan with their goods, in its order."""
    return list(PlanLine.objects.filter(event=event).select_related("prize"))


def set_counts(event: Event, counts: dict[str, int], lines: Iterable[PlanLine], by: User, now: datetime) -> None:
    """Set the locked event's pieces a table; `lines` are those of the plan as it will be. Refuses as `set_piece_count`
    does.
    """
    for rank, pieces in counts.items():
        refuse_count(rank, pieces)
    changed = {rank: pieces for rank, pieces in counts.items() if pieces_of(event, rank) != pieces}
    if not changed:
        return
    if plan_is_frozen(event):
        raise Refusal(
            "plan_frozen",
            _("A table has been opened: the pieces a table has cannot be changed any more. Goods still can."),
        )
    refuse_goods_beyond(list(lines), changed)
    before = {rank: pieces_of(event, rank) for rank in changed}
    event.piece_set = {rank.value: changed.get(rank.value, pieces_of(event, rank)) for rank in RANKS}
    event.save(update_fields=["piece_set"])
    record_action(event=event, by=by, now=now, action="piece_set_changed", before=before, after=changed)
