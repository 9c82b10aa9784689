"""Drawing lots among those present for what nobody claimed (补抽)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from awards.models import Claim, Redraw, RedrawWin
from awards.queries.unclaimed import present
from awards.services.ledger import locked_ledger
from awards.services.stock import in_words
from awards.services.unclaimed import refuse_unless_given_up
from bobing_event.audit import record_action
from bobing_event.models import Event
from bobing_event.refusals import Refusal
from tables.lots import shuffled

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def draw_unclaimed(
    *, event: Event, claims: Collection[int], entrants: Collection[int], seed: bytes, by: User, now: datetime
) -> Redraw:
    """Draw who gets the goods of given up claims (their ids) among people present (participants' ids).

    The people are put in the order of `tables.lots.shuffled` over their sorted ids, the goods in that of their ids:
    the first of the goods is the first person's. With more goods than people it begins again with the first person.

    Refuses `nothing_chosen`, `nobody_present`, `not_present`, `other_event`, `not_forfeited`, `already_redrawn`.
    """
    if not claims:
        raise Refusal("nothing_chosen", _("Nothing is ticked. Tick what is drawn again."), status=400)
    if not entrants:
        raise Refusal("nobody_present", _("Nobody takes part. Only people who have checked in can."))
    locked_ledger(event)
    goods = _goods(event, set(claims))
    people = sorted(set(entrants))
    _refuse_absent(event, people)
    order = shuffled(people, seed)
    redraw = Redraw.objects.create(event=event, entrants=people, seed=seed.hex(), drawn_by=by, drawn_at=now)
    wins = [
        RedrawWin(redraw=redraw, claim=claim, participant_id=order[place % len(order)])
        for place, claim in enumerate(goods)
    ]
    RedrawWin.objects.bulk_create(wins)
    record_action(
        event=event, by=by, now=now, action="prizes_redrawn", number=redraw.pk, seed=redraw.seed,
        entrants=len(people), goods=in_words((claim.prize, claim.quantity) for claim in goods),
        people=[win.participant_id for win in wins],
    )  # fmt: skip
    return redraw


@transaction.atomic
def mark_absent(*, win: RedrawWin, seed: bytes, by: User, now: datetime) -> RedrawWin | None:
    """Whoever was called is not there: the one thing is drawn again among the rest, and the new win returned.

    The rest are the redraw's entrants without those called in vain; who has something of this redraw comes last, only
    when there is nobody else. With nobody left the goods are open for another redraw, and nothing is returned.
    Refuses `already_absent`, `already_handed_over`.
    """
    event = win.redraw.event
    locked_ledger(event)
    win = RedrawWin.objects.select_related("redraw", "claim__prize", "participant").get(pk=win.pk)
    _refuse_settled(win)
    win.absent_at = now
    win.save(update_fields=["absent_at"])
    first = win.redraw.continues or win.redraw
    rest = _rest(event, first)
    again = None
    if rest:
        redraw = Redraw.objects.create(
            event=event, continues=first, entrants=rest, seed=seed.hex(), drawn_by=by, drawn_at=now
        )
        chosen = shuffled(rest, seed)[0]
        again = RedrawWin.objects.create(redraw=redraw, claim=win.claim, participant_id=chosen)
    record_action(
        event=event, by=by, now=now, action="redraw_winner_absent", subject=f"person:{win.participant_id}",
        number=first.pk, goods=in_words([(win.claim.prize, win.claim.quantity)]), entrants=len(rest),
        people=[again.participant_id] if again else [], seed=seed.hex() if again else "",
    )  # fmt: skip
    return again


def _goods(event: Event, claims: set[int]) -> list[Claim]:
    found = Claim.objects.filter(event=event, pk__in=claims).select_related("prize", "participant").order_by("pk")
    goods = list(found)
    if len(goods) < len(claims):
        raise Refusal("other_event", _("There are no such goods at this event."), status=404)
    refuse_unless_given_up(goods)
    return goods


def _refuse_absent(event: Event, people: list[int]) -> None:
    here = set(present(event).values_list("pk", flat=True))
    gone = [person for person in people if person not in here]
    if gone:
        sentence = _("Some of these people are not here any more. Look at the list again.")
        raise Refusal("not_present", sentence, people=gone)


def _refuse_settled(win: RedrawWin) -> None:
    facts = {"name": win.participant.name, "prize": win.claim.prize}
    if win.absent_at is not None:
        sentence = _("%(name)s was marked as not there already. %(prize)s has been drawn again.")
        raise Refusal("already_absent", sentence % facts)
    if Claim.objects.filter(redraw_win=win, state__in=Claim.STANDING).exists():
        sentence = _("%(prize)s has been handed over to %(name)s already.")
        raise Refusal("already_handed_over", sentence % facts)


def _rest(event: Event, first: Redraw) -> list[int]:
    """The sorted ids of who may still get something of this redraw."""
    here = set(present(event).values_list("pk", flat=True))
    family = RedrawWin.objects.filter(redraw__in=[first.pk, *first.continued_by.values_list("pk", flat=True)])
    have = set(family.filter(absent_at__isnull=True).values_list("participant", flat=True))
    left = [person for person in first.entrants if person in here]
    return [person for person in left if person not in have] or left
