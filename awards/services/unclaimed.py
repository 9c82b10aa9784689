"""Giving up what nobody has come for, and taking that back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from awards.models import Claim, Movement, Prize, PrizeSettings, RedrawWin, StockLevel
from awards.queries.deliveries import open_deliveries, reserved
from awards.queries.due import Entitlement, due
from awards.queries.waiting import waiting_sentence
from awards.services.hand_over import locked_for
from awards.services.ledger import Shift, locked_ledger, record_movement, store_of, tables_locations
from awards.services.stock import in_words, needed_reason
from bobing_event.audit import record_action
from bobing_event.models import Event
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def forfeit_unclaimed(*, event: Event, keys: Collection[str], reason: str, by: User, now: datetime) -> list[Claim]:
    """Say that what is due under these keys (`Entitlement.key_text`) is not claimed any more: all of it, or nothing.

    Goods that lie at a table go back to the store. Refuses `reason_needed`, `nothing_chosen`, `no_deadline`,
    `deadline_not_over`, `not_final`, `being_delivered`, and `not_due` where some were handed over or given up since.
    """
    reason = needed_reason(reason)
    if not keys:
        raise Refusal("nothing_chosen", _("Nothing is ticked. Tick what is not claimed any more."), status=400)
    settings = locked_for(event, keys)
    _refuse_before_deadline(settings, now)
    chosen = _chosen(event, set(keys))
    _refuse_on_the_way(event, chosen)
    _bring_back(event, settings, chosen, reason, by, now)
    claims = Claim.objects.bulk_create(
        Claim(
            event=event, participant_id=one.participant_id, prize=one.prize, quantity=one.quantity,
            state=Claim.State.FORFEITED, settled_by=by, settled_at=now, reason=reason, **one.origin_fields,
        )
        for one in chosen
    )  # fmt: skip
    record_action(
        event=event, by=by, now=now, action="prizes_forfeited", goods=in_words(_sums(chosen)),
        people=sorted({one.participant_id for one in chosen}), reason=reason,
    )  # fmt: skip
    return claims


@transaction.atomic
def take_back_forfeit(*, claim: Claim, reason: str, by: User, now: datetime) -> Claim:
    """The goods are due again, from the store. Refuses `reason_needed`, `not_forfeited`, `already_redrawn`."""
    reason = needed_reason(reason)
    locked_ledger(claim.event)
    claim = Claim.objects.select_related("event", "prize", "participant").get(pk=claim.pk)
    refuse_unless_given_up([claim])
    claim.state, claim.reason, claim.settled_by, claim.settled_at = Claim.State.TAKEN_BACK, reason, by, now
    claim.save(update_fields=["state", "reason", "settled_by", "settled_at"])
    record_action(
        event=claim.event, by=by, now=now, action="forfeit_taken_back", subject=f"person:{claim.participant_id}",
        goods=in_words([(claim.prize, claim.quantity)]), reason=reason,
    )  # fmt: skip
    return claim


def refuse_unless_given_up(claims: Sequence[Claim]) -> None:
    """Refuses `not_forfeited`, and `already_redrawn` for what a redraw has given to somebody."""
    for claim in claims:
        if claim.state != Claim.State.FORFEITED:
            sentence = _("%(prize)s of %(name)s is not among what was given up any more. Load the page again.")
            raise Refusal("not_forfeited", sentence % {"prize": claim.prize, "name": claim.participant.name})
    won = RedrawWin.objects.filter(claim__in=claims, absent_at__isnull=True).select_related(
        "participant", "claim__prize"
    )
    if (win := won.first()) is not None:
        sentence = _("%(prize)s was drawn again already: %(name)s won it.")
        raise Refusal("already_redrawn", sentence % {"prize": win.claim.prize, "name": win.participant.name})


def _refuse_before_deadline(settings: PrizeSettings, now: datetime) -> None:
    if settings.claim_until is None:
        sentence = _("It is not said until when prizes can be claimed. Set that first, and let people know.")
        raise Refusal("no_deadline", sentence)
    if now < settings.claim_until:
        until = timezone.localtime(settings.claim_until, settings.event.tz)
        sentence = _("Prizes can be claimed until %(time)s. Before that nothing is given up.")
        raise Refusal("deadline_not_over", sentence % {"time": f"{until:%Y-%m-%d %H:%M}"})


def _chosen(event: Event, keys: set[str]) -> list[Entitlement]:
    chosen = [one for one in due(event) if one.key_text in keys]
    gone = len(keys) - len(chosen)
    if gone:
        sentence = ngettext(
            "%(count)s of these is not due any more: handed over, given up, or moved by a correction. "
            "Look at the list again.",
            "%(count)s of these are not due any more: handed over, given up, or moved by a correction. "
            "Look at the list again.",
            gone,
        )
        raise Refusal("not_due", sentence % {"count": gone}, gone=gone)
    for one in chosen:
        if one.waiting:
            raise Refusal("not_final", waiting_sentence(one), waiting=one.waiting)
    return chosen


def _refuse_on_the_way(event: Event, chosen: list[Entitlement]) -> None:
    keys = {(*one.origin, one.prize.pk, one.participant_id) for one in chosen}
    coming = open_deliveries(event).filter(participant__isnull=False)
    for delivery in coming.select_related("participant", "prize"):
        origin = (
            delivery.piece_id, delivery.playoff_id, delivery.place, delivery.consolation, delivery.redraw_win_id,
        )  # fmt: skip
        if (*origin, delivery.prize_id, delivery.participant_id) in keys:
            sentence = _("%(prize)s is being brought to %(name)s. Cancel the delivery first.")
            name = delivery.participant.name if delivery.participant else ""
            raise Refusal("being_delivered", sentence % {"prize": delivery.prize, "name": name})


def _bring_back(
    event: Event, settings: PrizeSettings, chosen: list[Entitlement], reason: str, by: User, now: datetime
) -> None:
    """What of it lies at the tables of its pieces goes to the store; taken back with the leftovers, it is there."""
    if not settings.keeps_stock:
        return
    units: Counter[tuple[int, int]] = Counter()
    tables, prizes = {}, {}
    for one in chosen:
        if one.piece is not None and one.given_at == "table":
            units[one.piece.table_id, one.prize.pk] += one.quantity
            tables[one.piece.table_id], prizes[one.prize.pk] = one.piece.table, one.prize
    places = tables_locations(event, tables.values()) if tables else {}
    levels = StockLevel.objects.filter(location__in=places.values(), quantity__gt=0)
    there = {(level.location_id, level.prize_id): level.quantity for level in levels}
    for (table, prize), coming in reserved(event, tables).items():
        there[places[table].pk, prize] = there.get((places[table].pk, prize), 0) - coming
    store = store_of(event)
    shifts = [
        Shift(prizes[prize], min(wanted, there[places[table].pk, prize]), places[table], store)
        for (table, prize), wanted in units.items()
        if there.get((places[table].pk, prize), 0) > 0
    ]
    if shifts:
        record_movement(event=event, kind=Movement.Kind.RETURN, shifts=shifts, by=by, now=now, reason=reason)


def _sums(chosen: list[Entitlement]) -> list[tuple[Prize, int]]:
    units: Counter[Prize] = Counter()
    for one in chosen:
        units[one.prize] += one.quantity
    return list(units.items())
