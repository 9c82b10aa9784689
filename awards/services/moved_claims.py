"""Settling what a correction moved after it was handed over: goods come back, are passed on, or stay."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import NAMESPACE_OID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from awards.models import Claim, HandOver, Location, Movement
from awards.queries.due import moved_on
from awards.queries.moved_claims import GOODS, MovedClaim, tasks_of
from awards.services.ledger import (
    REASON_LENGTH,
    Shift,
    locked_ledger,
    outside_of,
    people_locations,
    record_movement,
    store_of,
    tables_locations,
)
from awards.services.stock import in_words, needed_reason
from bobing_event.audit import record_action
from bobing_event.refusals import Refusal
from tables.services.opening import locked_table

if TYPE_CHECKING:
    from django.contrib.auth.models import User

WAYS = ("returned", "to_table", "passed_on", "kept")
"""Back to the store, back to the stock of the table it came from, from hand to hand, or it stays where it is."""


@transaction.atomic
def settle_moved_claim(*, claim: Claim, how: str, reason: str = "", by: User, now: datetime) -> Claim:
    """Settle a task of `queries.moved_claims` in one of `WAYS`.

    What came back, or was kept, is due for the new owner from then on. A reason is needed where goods are kept.
    Refuses `unknown_way`, `reason_needed`, `already_settled`, `not_moved`, `no_table_to_return_to`,
    `no_new_owner`, `not_final`, `high_value`, and `stock_short`.
    """
    if how not in WAYS:
        raise Refusal("unknown_way", _("Choose what happens to the goods."), status=400)
    reason = needed_reason(reason) if how == "kept" else reason.strip()[:REASON_LENGTH]
    task = _locked_task(claim)
    settle = {"returned": _return, "to_table": _return_to_table, "passed_on": _pass_on, "kept": _keep}[how]
    settle(task, reason, by, now)
    record_action(
        event=claim.event, by=by, now=now, action="moved_claim_settled",
        subject=f"person:{task.claim.participant_id}", outcome=how,
        goods=in_words([(task.claim.prize, task.claim.quantity)]),
        people=[task.owner.pk] if task.owner else [], reason=reason,
    )  # fmt: skip
    return task.claim


def _locked_task(claim: Claim) -> MovedClaim:
    if claim.piece_id is not None and claim.piece is not None:
        locked_table(claim.piece.table_id)  # no correction while this is settled
    locked_ledger(claim.event)
    claim = Claim.objects.select_related("event", "settled_by", *GOODS).get(pk=claim.pk)
    if claim.state != Claim.State.HANDED_OVER:
        name = claim.settled_by.get_full_name() or claim.settled_by.get_username()
        sentence = _("%(name)s has settled this already: %(state)s.")
        raise Refusal("already_settled", sentence % {"name": name, "state": claim.get_state_display()})
    if not moved_on(claim.event).filter(pk=claim.pk).exists():
        sentence = _("%(prize)s is %(name)s's again: another correction gave it back. Nothing is to be done.")
        raise Refusal("not_moved", sentence % {"prize": claim.prize, "name": claim.participant.name})
    return tasks_of(claim.event, [claim])[0]


def _return(task: MovedClaim, reason: str, by: User, now: datetime) -> None:
    event = task.claim.event
    target = store_of(event) if locked_ledger(event).keeps_stock else outside_of(event)
    _move(task, target, Movement.Kind.RETURN, reason, by, now)
    _close(task.claim, Claim.State.TAKEN_BACK, reason, by, now)


def _return_to_table(task: MovedClaim, reason: str, by: User, now: datetime) -> None:
    """So that the table's next sign-off hands them over to the new owner."""
    if task.table is None:
        sentence = _("These goods did not come from a table's stock. Bring them back to the store.")
        raise Refusal("no_table_to_return_to", sentence)
    target = tables_locations(task.claim.event, [task.table])[task.table.pk]
    _move(task, target, Movement.Kind.RETURN, reason, by, now)
    _close(task.claim, Claim.State.TAKEN_BACK, reason, by, now)


def _pass_on(task: MovedClaim, reason: str, by: User, now: datetime) -> None:
    claim, owner = task.claim, task.owner
    if owner is None or task.entitlement is None:
        sentence = _("Nobody is to get this %(prize)s instead. Take it back, or leave it where it is.")
        raise Refusal("no_new_owner", sentence % {"prize": claim.prize})
    if not task.is_final:
        sentence = _("The correction is not signed off yet. Have it signed off, or take the goods back for now.")
        raise Refusal("not_final", sentence)
    if task.of_high_value:
        sentence = _("%(name)s has to sign for %(prize)s at the prize desk, for its value. Take it back first.")
        raise Refusal("high_value", sentence % {"prize": claim.prize, "name": owner.name})
    target = people_locations(claim.event, [owner])[owner.pk]
    movement = _move(task, target, Movement.Kind.HAND_OVER, reason, by, now)
    _close(claim, Claim.State.TAKEN_BACK, reason, by, now)
    hand_over = HandOver.objects.create(
        event=claim.event, channel=HandOver.Channel.DESK, participant=owner, movement=movement,
        client_uuid=uuid5(NAMESPACE_OID, f"passed-on/{claim.pk}"), handed_by=by, handed_at=now,
    )  # fmt: skip
    Claim.objects.create(
        event=claim.event, participant=owner, prize=claim.prize, quantity=claim.quantity,
        state=Claim.State.HANDED_OVER, hand_over=hand_over, settled_by=by, settled_at=now, reason=reason,
        **task.entitlement.origin_fields,
    )  # fmt: skip


def _keep(task: MovedClaim, reason: str, by: User, now: datetime) -> None:
    _close(task.claim, Claim.State.KEPT, reason, by, now)


def _move(task: MovedClaim, target: Location, kind: str, reason: str, by: User, now: datetime) -> Movement:
    claim = task.claim
    source = people_locations(claim.event, [claim.participant])[claim.participant_id]
    shift = Shift(claim.prize, claim.quantity, source, target)
    return record_movement(event=claim.event, kind=kind, shifts=[shift], by=by, now=now, reason=reason)


def _close(claim: Claim, state: str, reason: str, by: User, now: datetime) -> None:
    claim.state, claim.reason, claim.settled_by, claim.settled_at = state, reason, by, now
    claim.save(update_fields=["state", "reason", "settled_by", "settled_at"])
