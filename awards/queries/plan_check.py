"""What is wrong with the prize plan, in sentences: short of goods, bare pieces, over the cap, without a price."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Case, F, IntegerField, Sum, Value, When
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from awards.models import Location, MovementLine, PlanLine, Prize, PrizeSettings
from awards.queries.figures import PrizePlan
from awards.queries.giving import given_by, worth_by_receiver
from awards.queries.plan import prize_plan
from bobing_event.labels import rank_label
from bobing_event.models import Event
from tournaments.models import Playoff

STOCK_SHORT = "stock_short"
BARE_PIECES = "bare_pieces"
ABOVE_CAP = "above_cap"
CONSOLATION_WITHOUT_NUMBER = "consolation_without_number"
NO_PRICE = "no_price"
NOT_IN_PLAN = "not_in_plan"
MINOR = frozenset({CONSOLATION_WITHOUT_NUMBER, NO_PRICE, NOT_IN_PLAN})
"""What spoils figures and lists; the others leave somebody without goods or break the organiser's own rule."""


@dataclass(frozen=True)
class Finding:
    """One thing to look at. `code` is one of this module's, `text` a sentence, `prize` the goods where it is about one.

    `quantity` is units short, bare pieces a table, pieces or places above the cap; 0 where nothing is counted.
    """

    code: str
    text: str
    prize: Prize | None
    quantity: int


def prize_settings(event: Event) -> PrizeSettings:
    """The event's settings, or the defaults that an event without a row goes by. One query."""
    return PrizeSettings.objects.filter(event=event).first() or PrizeSettings(event=event)


def plan_findings(event: Event, plan: PrizePlan | None = None) -> list[Finding]:
    """All that is wrong with the plan, what needs goods or money first; a constant number of queries.

    An event whose plan is empty does without goods: then there is nothing to say.
    """
    plan = plan or prize_plan(event, with_won=False)
    settings = prize_settings(event)
    if plan.is_empty:
        return [*_not_in_plan(plan)]
    return [
        *_short(event, plan, settings),
        *_bare(plan),
        *_above_cap(event, plan, settings),
        *_without_number(plan),
        *_no_price(plan),
        *_not_in_plan(plan),
    ]


def received_units(event: Event) -> dict[int, int]:
    """Units that came from outside and were not written off, by goods, wherever they are now. One query."""
    outside = Location.Kind.OUTSIDE
    net = Case(
        When(source__kind=outside, then=F("quantity")),
        When(target__kind=outside, then=-F("quantity")),
        default=Value(0),
        output_field=IntegerField(),
    )
    lines = MovementLine.objects.filter(movement__event=event)
    return dict(lines.values_list("prize").annotate(units=Sum(net)))


def _short(event: Event, plan: PrizePlan, settings: PrizeSettings) -> Iterator[Finding]:
    if not settings.keeps_stock:
        return
    received = received_units(event)
    for goods in plan.goods:
        short = goods.planned - received.get(goods.prize.pk, 0)
        if short > 0:
            words = {
                "prize": goods.prize, "short": short, "unit": goods.prize.unit, "planned": goods.planned,
                "received": received.get(goods.prize.pk, 0),
            }  # fmt: skip
            sentence = _("%(prize)s: %(short)s %(unit)s short. %(planned)s are planned, %(received)s are in hand.")
            yield Finding(STOCK_SHORT, sentence % words, goods.prize, short)


def _bare(plan: PrizePlan) -> Iterator[Finding]:
    for rank in plan.bare_ranks:
        sentence = ngettext(
            "%(rank)s: %(bare)s of %(pieces)s piece a table has no goods.",
            "%(rank)s: %(bare)s of %(pieces)s pieces a table have no goods.",
            rank.pieces,
        )
        words = {"rank": rank.label, "bare": rank.bare, "pieces": rank.pieces}
        yield Finding(BARE_PIECES, sentence % words, None, rank.bare)


def _above_cap(event: Event, plan: PrizePlan, settings: PrizeSettings) -> Iterator[Finding]:
    """One finding for all pieces or places that are worth the same."""
    if settings.cap is None:
        return
    given = given_by(lines_of(plan), event.piece_set)
    alike: dict[tuple[str, str, Decimal], list[int]] = defaultdict(list)
    for (kind, code, number), value in worth_by_receiver(given).items():
        if value > settings.cap:
            alike[kind, code, value].append(number)
    for (kind, code, value), numbers in alike.items():
        words = {"whom": receiver_label(kind, code, numbers), "value": yuan(value), "cap": yuan(settings.cap)}
        goods = {line.prize for number in numbers for line in given[kind, code, number]}
        sentence = _("%(whom)s: worth ¥%(value)s, above the cap of ¥%(cap)s.")
        yield Finding(ABOVE_CAP, sentence % words, goods.pop() if len(goods) == 1 else None, len(numbers))


def _without_number(plan: PrizePlan) -> Iterator[Finding]:
    """How many will win nothing nobody knows before; everybody are those on the list, once there are any."""
    seen: set[str] = set()
    for figures in plan.consolations:
        line = figures.line
        is_known = line.consolation == PlanLine.Consolation.EVERYBODY and figures.times > 0
        if line.people is None and not is_known and line.consolation not in seen:
            seen.add(line.consolation)
            sentence = _("%(whom)s: no number of people is given, so goods for all %(people)s are reckoned with.")
            words = {"whom": line.place_label, "people": figures.times}
            yield Finding(CONSOLATION_WITHOUT_NUMBER, sentence % words, None, figures.times)


def _no_price(plan: PrizePlan) -> Iterator[Finding]:
    for goods in plan.goods:
        if goods.planned and not goods.prize.value:
            yield Finding(NO_PRICE, _("%(prize)s has no price.") % {"prize": goods.prize}, goods.prize, 0)


def _not_in_plan(plan: PrizePlan) -> Iterator[Finding]:
    used = {line.prize_id for line in lines_of(plan)}
    for goods in plan.goods:
        if goods.prize.pk not in used:
            sentence = _("%(prize)s is on the list, but nothing in the plan gives it.")
            yield Finding(NOT_IN_PLAN, sentence % {"prize": goods.prize}, goods.prize, 0)


def lines_of(plan: PrizePlan) -> list[PlanLine]:
    """All lines of the plan, those of a rank in its order."""
    figures = [line for rank in plan.ranks for line in rank.lines]
    return [one.line for one in (*figures, *plan.places, *plan.consolations)]


def receiver_label(kind: str, code: str, numbers: list[int]) -> str:
    """`Yixiu, pieces 1, 3, 5`, a place of a play-off, or whom a consolation is for."""
    if kind == "rank":
        if numbers == [1] and code == "zhuangyuan":
            return rank_label(code)
        shown = ngettext("%(rank)s, piece %(numbers)s", "%(rank)s, pieces %(numbers)s", len(numbers))
        return shown % {"rank": rank_label(code), "numbers": number_ranges(numbers)}
    if kind == "playoff":
        words = {"playoff": Playoff.Kind(code).label, "place": number_ranges(numbers)}
        return _("%(playoff)s, place %(place)s") % words
    return _("Consolation: %(whom)s") % {"whom": PlanLine.Consolation(code).label}


def number_ranges(numbers: list[int]) -> str:
    """`1–3, 5`: numbers in order, those that follow one another drawn together."""
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return _(", ").join(f"{first}–{last}" if first != last else f"{first}" for first, last in ranges)


def yuan(value: Decimal) -> str:
    """`1280`, `12.50`: fen only where there are any."""
    return f"{value:.0f}" if value == value.to_integral_value() else f"{value:.2f}"
