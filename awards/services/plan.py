"""The prize plan: how many pieces a table has, and which goods they and play-off places give."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from awards.models import PlanLine, Prize
from awards.queries.plan import pieces_of, plan_is_frozen
from bobing_event.audit import record_action
from bobing_event.labels import rank_label
from bobing_event.models import Event
from bobing_event.refusals import Refusal
from rules import CLASSIC_SET, RANKS, Rank
from tournaments.models import Playoff

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MAX_PIECES = 200
MAX_QUANTITY = 999
MAX_PLACE = 99


@dataclass(frozen=True)
class PlanPlace:
    """What a plan line is for: pieces `first` to `last` of a rank (None: to the end), or a place in a play-off."""

    rank: str = ""
    first: int = 1
    last: int | None = None
    playoff_kind: str = ""
    place: int | None = None


@transaction.atomic
def set_plan_line(
    *,
    event: Event,
    prize: Prize,
    rank: str = "",
    first_piece: int = 1,
    last_piece: int | None = None,
    playoff_kind: str = "",
    place: int | None = None,
    pieces: int | None = None,
    quantity: int = 1,
    given_at: str | None = None,
    by: User,
    now: datetime,
) -> PlanLine:
    """Say that pieces of a rank, or a place in a play-off, give `quantity` units of goods a piece.

    Without `given_at` the lower ranks' goods are handed over at the table, all others at the prize desk.

    `pieces` also sets how many pieces of the rank a table has. The line for the same goods and the same first
    piece (or place) is replaced. Refuses `plan_line_for_nothing`, `unknown_rank`, `unknown_playoff`, `bad_place`,
    `bad_quantity`, `other_event`, `bad_pieces`, and what `set_piece_count` refuses.
    """
    target = PlanPlace(rank, first_piece, last_piece, playoff_kind, place)
    _refuse_goods(event, prize, quantity)
    _refuse_place(target)
    event = _locked(event)
    if pieces is not None and rank:
        _set_counts(event, {rank: pieces}, by, now)
    if rank:
        _refuse_span(event, target)
    line, _created = PlanLine.objects.update_or_create(
        event=event, prize=prize, rank=rank, playoff_kind=playoff_kind, place=place, first_piece=first_piece,
        defaults={"last_piece": last_piece, "quantity": quantity, "given_at": given_at or _given_at(rank)},
    )  # fmt: skip
    record_action(
        event=event, by=by, now=now, action="plan_line_set", subject=str(line.place_label), prize=str(prize),
        first_piece=first_piece, last_piece=last_piece, quantity=quantity,
    )  # fmt: skip
    return line


@transaction.atomic
def remove_plan_line(*, line: PlanLine, by: User, now: datetime) -> None:
    """Take goods out of the plan; the pieces of the rank stay as many."""
    record_action(
        event=line.event, by=by, now=now, action="plan_line_removed", subject=str(line.place_label),
        prize=str(line.prize),
    )  # fmt: skip
    line.delete()


@transaction.atomic
def set_piece_count(*, event: Event, counts: dict[str, int], by: User, now: datetime) -> Event:
    """Set how many pieces of the given ranks a table has; `event` gets the new set too.

    Refuses `unknown_rank`, `bad_piece_count`, `one_zhuangyuan`, `plan_frozen` once a table was opened, and
    `pieces_have_goods` where the plan has goods for pieces that would be no more.
    """
    locked = _locked(event)
    _set_counts(locked, counts, by, now)
    event.piece_set = locked.piece_set
    return event


def use_classic_plan(*, event: Event, by: User, now: datetime) -> Event:
    """Give every table one 会饼: 1, 2, 4, 8, 16 and 32 pieces. Goods stay. Refuses as `set_piece_count` does."""
    counts = {rank.value: pieces for rank, pieces in CLASSIC_SET.items()}
    return set_piece_count(event=event, counts=counts, by=by, now=now)


def _given_at(rank: str) -> str:
    lower = rank and rank != Rank.ZHUANGYUAN
    return PlanLine.GivenAt.TABLE if lower else PlanLine.GivenAt.DESK


def _locked(event: Event) -> Event:
    return Event.objects.select_for_update().get(pk=event.pk)


def _set_counts(event: Event, counts: dict[str, int], by: User, now: datetime) -> None:
    for rank, pieces in counts.items():
        _refuse_count(rank, pieces)
    changed = {rank: pieces for rank, pieces in counts.items() if pieces_of(event, rank) != pieces}
    if not changed:
        return
    if plan_is_frozen(event):
        raise Refusal(
            "plan_frozen",
            _("A table has been opened: the pieces a table has cannot be changed any more. Goods still can."),
        )
    _refuse_goods_beyond(event, changed)
    before = {rank: pieces_of(event, rank) for rank in changed}
    event.piece_set = {rank.value: changed.get(rank.value, pieces_of(event, rank)) for rank in RANKS}
    event.save(update_fields=["piece_set"])
    record_action(event=event, by=by, now=now, action="piece_set_changed", before=before, after=changed)


def _refuse_count(rank: str, pieces: int) -> None:
    if rank not in RANKS:
        raise Refusal("unknown_rank", _("There is no such rank."), status=400, rank=rank)
    if rank == Rank.ZHUANGYUAN and pieces != 1:
        raise Refusal("one_zhuangyuan", _("A table has exactly one Zhuangyuan."), status=400)
    if not 0 <= pieces <= MAX_PIECES:
        raise Refusal(
            "bad_piece_count",
            _("A table has 0 to %(most)s pieces of a rank.") % {"most": MAX_PIECES},
            status=400,
            rank=rank,
        )


def _refuse_goods_beyond(event: Event, counts: dict[str, int]) -> None:
    """A line that names pieces beyond the new number would silently give less than it says."""
    for line in PlanLine.objects.filter(event=event, rank__in=counts).select_related("prize"):
        if max(line.first_piece, line.last_piece or 1) > counts[line.rank]:
            words = {"rank": rank_label(line.rank), "prize": line.prize, "piece": line.last_piece or line.first_piece}
            sentence = _("The plan gives %(prize)s up to %(rank)s piece %(piece)s. Change that line first.")
            raise Refusal("pieces_have_goods", sentence % words, rank=line.rank)


def _refuse_goods(event: Event, prize: Prize, quantity: int) -> None:
    if prize.event_id != event.pk:
        raise Refusal("other_event", _("These goods belong to another event."), status=404)
    if not 1 <= quantity <= MAX_QUANTITY:
        sentence = _("A piece gives 1 to %(most)s units of its goods.") % {"most": MAX_QUANTITY}
        raise Refusal("bad_quantity", sentence, status=400)


def _refuse_place(target: PlanPlace) -> None:
    if bool(target.rank) == bool(target.playoff_kind):
        sentence = _("Goods are for a rank or for a place in a play-off, and for one of them only.")
        raise Refusal("plan_line_for_nothing", sentence, status=400)
    if target.rank and target.rank not in RANKS:
        raise Refusal("unknown_rank", _("There is no such rank."), status=400, rank=target.rank)
    if not target.playoff_kind:
        return
    if target.playoff_kind not in Playoff.Kind.values:
        raise Refusal("unknown_playoff", _("There is no such play-off."), status=400)
    if target.place is None or not 1 <= target.place <= MAX_PLACE:
        raise Refusal("bad_place", _("A place is 1 to %(most)s.") % {"most": MAX_PLACE}, status=400)


def _refuse_span(event: Event, target: PlanPlace) -> None:
    pieces = pieces_of(event, target.rank)
    last = pieces if target.last is None else target.last
    if not 1 <= target.first <= last <= pieces:
        sentence = _("A table has %(pieces)s pieces of %(rank)s: the goods cannot be for pieces %(first)s to %(last)s.")
        words = {"pieces": pieces, "rank": rank_label(target.rank), "first": target.first, "last": last}
        raise Refusal("bad_pieces", sentence % words, status=400)
