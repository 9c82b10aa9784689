"""A faulty kettle: what somebody was handed over is exchanged for another."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from awards.models import Claim, Movement
from awards.services.ledger import (
    Shift,
    locked_ledger,
    outside_of,
    people_locations,
    record_movement,
    repeated_movement,
    store_of,
)
from awards.services.stock import in_words, needed_reason
from bobing_event.audit import record_action
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def replace_goods(
    *, claim: Claim, by: User, now: datetime, reason: str, units: int | None = None, client_uuid: UUID | None = None
) -> Movement:
    """What somebody was handed over is faulty: it is written off, and they get as much of the same from the store.

    `units` of the claim, all without a number. What is theirs does not change. Refuses `reason_needed`,
    `not_handed_over`, `bad_units`, `sent_for_another` and, for the store, `stock_short`.
    """
    reason = needed_reason(reason)
    event = claim.event
    settings = locked_ledger(event)
    claim = Claim.objects.select_related("prize", "participant").get(pk=claim.pk)
    units = claim.quantity if units is None else units
    person = people_locations(event, [claim.participant])[claim.participant_id]
    source = store_of(event) if settings.keeps_stock else outside_of(event)
    shifts = [Shift(claim.prize, units, person, outside_of(event)), Shift(claim.prize, units, source, person)]
    if known := repeated_movement(event, client_uuid, Movement.Kind.REPLACE, shifts):
        return known
    if claim.state not in (Claim.State.HANDED_OVER, Claim.State.KEPT):
        raise Refusal("not_handed_over", _("These goods are not handed over: there is nothing to exchange."))
    if not 1 <= units <= claim.quantity:
        sentence = _("%(person)s has %(units)s %(unit)s of it: exchange 1 to %(units)s.")
        facts = {"person": claim.participant.name, "units": claim.quantity, "unit": claim.prize.unit}
        raise Refusal("bad_units", sentence % facts, status=400)
    movement = record_movement(
        event=event, kind=Movement.Kind.REPLACE, shifts=shifts, by=by, now=now, reason=reason,
        client_uuid=client_uuid,
    )  # fmt: skip
    record_action(
        event=event, by=by, now=now, action="goods_replaced", subject=f"person:{claim.participant_id}",
        goods=in_words([(claim.prize, units)]), reason=movement.reason,
    )  # fmt: skip
    return movement
