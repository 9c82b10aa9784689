"""What the prize plan refuses: lines for nothing, spans and mixes that do not fit, what is above the cap or gone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from awards.models import Claim, Delivery, PlanLine, Prize, PrizeSettings
from awards.queries.deliveries import open_deliveries
from awards.queries.due import standing_claims
from awards.queries.giving import Given, Receiver, given_by, pieces_of, span_of, worth_by_receiver
from awards.queries.plan_check import receiver_label, yuan
from bobing_event.labels import rank_label
from bobing_event.models import Event
from bobing_event.refusals import Refusal
from rules import RANKS, Rank
from tournaments.models import Playoff

MAX_PIECES = 200
MAX_QUANTITY = 999
MAX_PLACE = 99
MAX_PEOPLE = 100_000


def refuse_count(rank: str, pieces: int) -> None:
    """Refuses `unknown_rank`, `one_zhuangyuan`, `bad_piece_count`."""
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


def refuse_goods_beyond(lines: Sequence[PlanLine], counts: Mapping[str, int]) -> None:
    """A line that names pieces beyond the new number, or a mix that needs more, would silently give less than it says.

    Refuses `pieces_have_goods`.
    """
    for line in lines:
        if line.rank in counts and max(line.first_piece, line.last_piece or 1) > counts[line.rank]:
            words = {"rank": rank_label(line.rank), "prize": line.prize, "piece": line.last_piece or line.first_piece}
            sentence = _("The plan gives %(prize)s up to %(rank)s piece %(piece)s. Change that line first.")
            raise Refusal("pieces_have_goods", sentence % words, rank=line.rank)
    try:
        refuse_full_mixes(lines, counts, list(counts))
    except Refusal as refused:
        raise Refusal("pieces_have_goods", refused.sentence, **refused.context) from None


def refuse_goods(event: Event, prize: Prize, quantity: int) -> None:
    """Refuses `other_event`, `bad_quantity`."""
    if prize.event_id != event.pk:
        raise Refusal("other_event", _("These goods belong to another event."), status=404)
    if not 1 <= quantity <= MAX_QUANTITY:
        sentence = _("A piece gives 1 to %(most)s units of its goods.") % {"most": MAX_QUANTITY}
        raise Refusal("bad_quantity", sentence, status=400)


def refuse_target(line: PlanLine) -> None:
    """What a line is for. Refuses `plan_line_for_nothing`, `unknown_rank`, `unknown_playoff`, `bad_place`,
    `unknown_consolation`, `bad_people`, `desk_only`.
    """
    if sum(map(bool, (line.rank, line.playoff_kind, line.consolation))) != 1:
        sentence = _("Goods are for a rank, for a place in a play-off or a consolation, and for one of them only.")
        raise Refusal("plan_line_for_nothing", sentence, status=400)
    if line.rank and line.rank not in RANKS:
        raise Refusal("unknown_rank", _("There is no such rank."), status=400, rank=line.rank)
    if line.playoff_kind:
        _refuse_place(line)
    if line.consolation and line.consolation not in PlanLine.Consolation.values:
        raise Refusal("unknown_consolation", _("There is no such consolation."), status=400)
    if line.people is not None and not (line.consolation and 0 <= line.people <= MAX_PEOPLE):
        sentence = _("A consolation is for 0 to %(most)s people; only a consolation has that number.")
        raise Refusal("bad_people", sentence % {"most": MAX_PEOPLE}, status=400)
    at_table = line.given_at == PlanLine.GivenAt.TABLE
    if at_table and (not line.rank or line.rank == Rank.ZHUANGYUAN):
        sentence = _("The Zhuangyuan, play-offs and consolations give their goods at the prize desk.")
        raise Refusal("desk_only", sentence, status=400)


def _refuse_place(line: PlanLine) -> None:
    if line.playoff_kind not in Playoff.Kind.values:
        raise Refusal("unknown_playoff", _("There is no such play-off."), status=400)
    if line.place is None or not 1 <= line.place <= MAX_PLACE:
        raise Refusal("bad_place", _("A place is 1 to %(most)s.") % {"most": MAX_PLACE}, status=400)


def refuse_span(event: Event, line: PlanLine) -> None:
    """Refuses `bad_pieces`, and `bad_share` for a share without a rank or of nothing."""
    if line.share is not None and not (line.rank and line.share >= 1):
        sentence = _("Only pieces of a rank can be mixed, and each goods of a mix needs one piece or more.")
        raise Refusal("bad_share", sentence, status=400)
    if not line.rank:
        return
    pieces = pieces_of(event, line.rank)
    last = pieces if line.last_piece is None else line.last_piece
    if not 1 <= line.first_piece <= last <= pieces:
        sentence = _("A table has %(pieces)s pieces of %(rank)s: the goods cannot be for pieces %(first)s to %(last)s.")
        words = {"pieces": pieces, "rank": rank_label(line.rank), "first": line.first_piece, "last": last}
        raise Refusal("bad_pieces", sentence % words, status=400)


def refuse_full_mixes(lines: Sequence[PlanLine], piece_set: Mapping[str, int], ranks: Collection[str]) -> None:
    """Refuses `mix_exceeds_pieces`: shares of a mix that come to more than its pieces. `ranks` are looked at."""
    shares: dict[tuple[str, int, int], int] = {}
    for line in lines:
        if line.rank in ranks and line.share is not None:
            key = (line.rank, *span_of(line, piece_set))
            shares[key] = shares.get(key, 0) + line.share
    for (rank, first, last), shared in shares.items():
        if shared > last - first + 1:
            sentence = _(
                "The mix of %(rank)s pieces %(first)s to %(last)s has %(pieces)s pieces, and its goods need "
                "%(shared)s. Lower a share."
            )
            words = {
                "rank": rank_label(rank), "first": first, "last": last, "pieces": last - first + 1, "shared": shared,
            }  # fmt: skip
            raise Refusal("mix_exceeds_pieces", sentence % words, rank=rank)


def refuse_change(
    event: Event,
    settings: PrizeSettings,
    before: Sequence[PlanLine],
    after: Sequence[PlanLine],
    changed: Sequence[PlanLine] = (),
) -> None:
    """Guards of the plan as a whole, all its lines before and after a change; `changed` are those set by it.

    Refuses `mix_exceeds_pieces`, `above_cap` for what a changed line is part of, and `goods_handed_over` or
    `goods_on_the_way` where a piece, place or person that has got goods, or is about to, would give anything else.
    """
    refuse_full_mixes(after, event.piece_set, [line.rank for line in changed])
    given = given_by(after, event.piece_set)
    _refuse_above_cap(settings.cap, given, changed)
    _refuse_what_stands(event, given_by(before, event.piece_set), given)


def _refuse_above_cap(cap: Decimal | None, given: Given, changed: Sequence[PlanLine]) -> None:
    if cap is None:
        return
    values = worth_by_receiver(given)
    for (kind, code, number), lines in given.items():
        value = values[kind, code, number]
        if value > cap and any(line in changed for line in lines):
            sentence = _(
                "%(whom)s would be worth ¥%(value)s; the cap is ¥%(cap)s. Choose cheaper goods or raise the cap."
            )
            words = {"whom": receiver_label(kind, code, [number]), "value": yuan(value), "cap": yuan(cap)}
            raise Refusal("above_cap", sentence % words, value=str(value), cap=str(cap))


def _refuse_what_stands(event: Event, before: Given, after: Given) -> None:
    """Refuses `goods_handed_over`, whatever the goods: others would be due at once to people who have gone home; and
    `goods_on_the_way`, what a runner is to bring: it was counted by the plan as it was.

    Two queries, none where nothing changes.
    """
    changed = _changed_receivers(before, after)
    if not changed:
        return
    claims = standing_claims(event).filter(redraw_win__isnull=True)
    for whom, people in _concerned(claims, changed):
        raise _handed_over(whom, people)
    errands = open_deliveries(event).filter(participant__isnull=False, redraw_win__isnull=True)
    for whom, people in _concerned(errands, changed):
        raise _on_the_way(whom, people)


def _concerned(rows: QuerySet[Claim] | QuerySet[Delivery], changed: set[Receiver]) -> list[tuple[str, int]]:
    """In words which of the receivers rows are for, and how many people they are."""
    people: dict[tuple[str, str], set[int]] = {}
    numbers: dict[tuple[str, str], set[int]] = {}
    origins = rows.values_list("piece__rank", "piece__number", "playoff__kind", "place", "consolation", "participant")
    for rank, number, playoff, place, consolation, person in origins.distinct().order_by():
        receiver: Receiver = ("consolation", consolation, 0)
        if rank:
            receiver = ("rank", rank, number)
        elif playoff:
            receiver = ("playoff", playoff, place or 0)
        if receiver in changed:
            people.setdefault(receiver[:2], set()).add(person)
            numbers.setdefault(receiver[:2], set()).add(receiver[2])
    return [
        (receiver_label(kind, code, sorted(numbers[kind, code])), len(having))
        for (kind, code), having in sorted(people.items())
    ]


def _changed_receivers(before: Given, after: Given) -> set[Receiver]:
    """Those that would get another number of units of any goods."""
    units: dict[tuple[Receiver, int], int] = {}
    for given, sign in ((before, 1), (after, -1)):
        for receiver, lines in given.items():
            for line in lines:
                key = receiver, line.prize_id
                units[key] = units.get(key, 0) + sign * line.quantity
    return {receiver for (receiver, _prize), difference in units.items() if difference}


def _handed_over(whom: str, people: int) -> Refusal:
    sentence = ngettext(
        "%(whom)s: %(people)s person got goods already, or the goods were given up. That part of the plan stays; take "
        "the goods back first, or change other pieces.",
        "%(whom)s: %(people)s people got goods already, or the goods were given up. That part of the plan stays; take "
        "the goods back first, or change other pieces.",
        people,
    )
    return Refusal("goods_handed_over", sentence % {"whom": whom, "people": people}, people=people)


def _on_the_way(whom: str, people: int) -> Refusal:
    sentence = ngettext(
        "%(whom)s: a runner is to bring goods to %(people)s person. Have them delivered or cancel the delivery, then "
        "change the plan.",
        "%(whom)s: runners are to bring goods to %(people)s people. Have them delivered or cancel the deliveries, then "
        "change the plan.",
        people,
    )
    return Refusal("goods_on_the_way", sentence % {"whom": whom, "people": people}, people=people)
