"""The runners' queue: goods asked for at a table, taken by one runner, delivered; or cancelled, and brought back."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import NAMESPACE_OID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from awards.models import Delivery, HandOver, Location, Movement, Prize, PrizeSettings
from awards.queries.deliveries import key_of, open_deliveries
from awards.queries.desk import high_value_of
from awards.queries.due import Entitlement, due
from awards.queries.waiting import waiting_sentence
from awards.services.hand_over import hand_over, locked_for
from awards.services.ledger import (
    REASON_LENGTH,
    Shift,
    locked_ledger,
    outside_of,
    record_movement,
    reversed_shifts,
    store_of,
    tables_locations,
)
from awards.services.stock import in_words
from bobing_event.audit import record_action
from bobing_event.models import Event, Participant
from bobing_event.refusals import Refusal
from tables.models import Table

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_UNITS = 9999
NOTE_LENGTH = 120


@transaction.atomic
def ask_delivery(
    *, event: Event, table: Table, prize: Prize, quantity: int, by: User, now: datetime, note: str = ""
) -> Delivery:
    """Ask for goods to be brought to a table's stock.

    Refuses `other_event`, `no_such_table`, `bad_quantity`, and `already_asked` while nobody has taken the same from
    the queue.
    """
    if prize.event_id != event.pk or table.session.event_id != event.pk:
        raise Refusal("other_event", _("There are no such goods, or no such table, at this event."), status=404)
    if not 1 <= quantity <= MOST_UNITS:
        sentence = _("Between 1 and %(most)s units can be brought at once.")
        raise Refusal("bad_quantity", sentence % {"most": MOST_UNITS}, status=400, field="quantity")
    locked_for(event, [], at=[table.pk])
    _refuse_dissolved(table)
    same = open_deliveries(event).filter(table=table, prize=prize, participant__isnull=True, taken_at__isnull=True)
    _refuse_asked(same.first())
    delivery = Delivery.objects.create(
        event=event, table=table, table_number=table.number, prize=prize, quantity=quantity,
        note=note.strip()[:NOTE_LENGTH], asked_by=by, asked_at=now,
    )  # fmt: skip
    _record(delivery, "delivery_asked", by, now)
    return delivery


@transaction.atomic
def ask_delivery_to(
    *, event: Event, table: Table, participant: Participant, key: str, by: User, now: datetime, note: str = ""
) -> Delivery:
    """Ask for what is due to somebody (`Entitlement.key_text`) to be brought to where they sit.

    Refuses `other_event`, `no_such_table`, `not_due`, `not_final`, `high_value` for what is only given at the desk, and
    `already_asked`, also for whoever it was before a correction.
    """
    if participant.event_id != event.pk or table.session.event_id != event.pk:
        raise Refusal("other_event", _("There are no such goods, or no such table, at this event."), status=404)
    settings = locked_for(event, [key], at=[table.pk])
    _refuse_dissolved(table)
    one = _due(due(event, people=[participant.pk]), key, participant)
    if one.origin in high_value_of(event, settings, people=[participant.pk]):
        sentence = _("%(prize)s is worth so much that %(name)s has to sign for it at the prize desk.")
        raise Refusal("high_value", sentence % {"prize": one.prize, "name": participant.name})
    waiting = open_deliveries(event).filter(prize=one.prize, participant__isnull=False).select_related("participant")
    same = next((same for same in waiting if key_of(same) == one.key_text), None)
    _refuse_anothers(same, participant)
    _refuse_asked(same)
    delivery = Delivery.objects.create(
        event=event, table=table, table_number=table.number, participant=participant, prize=one.prize,
        quantity=one.quantity, note=note.strip()[:NOTE_LENGTH], asked_by=by, asked_at=now, **one.origin_fields,
    )  # fmt: skip
    _record(delivery, "delivery_asked", by, now)
    return delivery


@transaction.atomic
def take_delivery(*, delivery: Delivery, by: User, now: datetime) -> Delivery:
    """A runner sets out: the goods leave the store. Pressed twice it is once.

    Refuses `delivery_taken` naming by whom, `delivery_done`, `delivery_cancelled`, `not_due`, `not_final`, and
    `stock_short`.
    """
    delivery, settings = _locked(delivery)
    if delivery.taken_by_id == by.pk and delivery.delivered_at is None and delivery.cancelled_at is None:
        return delivery
    _refuse_closed(delivery)
    _refuse_taken(delivery)
    if delivery.participant is not None:
        _due(due(delivery.event, people=[delivery.participant.pk]), key_of(delivery), delivery.participant)
    delivery.taken_by, delivery.taken_at = by, now
    if settings.keeps_stock:
        delivery.supply = record_movement(
            event=delivery.event, kind=Movement.Kind.ALLOCATE, by=by, now=now,
            shifts=[Shift(delivery.prize, delivery.quantity, store_of(delivery.event), _place(delivery))],
        )  # fmt: skip
    delivery.save(update_fields=["taken_by", "taken_at", "supply"])
    _record(delivery, "delivery_taken", by, now)
    return delivery


@transaction.atomic
def finish_delivery(*, delivery: Delivery, by: User, now: datetime, may_finish_any: bool = False) -> Delivery:
    """The goods are at the table, or in the hands of whom they are for. Pressed twice it is once.

    Refuses `delivery_cancelled`, `delivery_not_taken`, `not_your_delivery`, and what `hand_over` refuses.
    """
    delivery, _settings = _locked(delivery)
    if delivery.delivered_at is not None:
        return delivery
    _refuse_closed(delivery)
    _refuse_strangers(delivery, by, may_finish_any)
    if delivery.participant is not None:
        hand_over(
            event=delivery.event, participant=delivery.participant, keys=[key_of(delivery)],
            client_uuid=uuid5(NAMESPACE_OID, f"delivery:{delivery.pk}"), by=by, now=now,
            channel=HandOver.Channel.DELIVERY,
            # What set out before the event kept stock never was in it.
            source=_place(delivery) if delivery.supply else outside_of(delivery.event),
        )  # fmt: skip
    delivery.delivered_at = now
    delivery.save(update_fields=["delivered_at"])
    _record(delivery, "delivery_finished", by, now)
    return delivery


@transaction.atomic
def cancel_delivery(
    *, delivery: Delivery, by: User, now: datetime, reason: str = "", may_cancel_any: bool = False
) -> Delivery:
    """Nothing is to be brought any more; what is on the way goes back to the store.

    Whoever may not cancel any brings back only what they have taken themselves. Refuses `delivery_done`,
    `delivery_cancelled`, `delivery_not_taken`, `not_your_delivery`, and `stock_short` where the table has used it.
    """
    delivery, _settings = _locked(delivery)
    _refuse_closed(delivery)
    if not may_cancel_any:
        _refuse_strangers(delivery, by, may_finish_any=False)
    if delivery.supply is not None:
        back = reason.strip()[:REASON_LENGTH] or str(_("Delivery cancelled"))
        record_movement(
            event=delivery.event, kind=Movement.Kind.RETURN, shifts=reversed_shifts(delivery.supply), by=by, now=now,
            reason=back, undoes=delivery.supply,
        )  # fmt: skip
    delivery.cancelled_by, delivery.cancelled_at = by, now
    delivery.save(update_fields=["cancelled_by", "cancelled_at"])
    _record(delivery, "delivery_cancelled", by, now, reason=reason.strip()[:REASON_LENGTH])
    return delivery


def _locked(delivery: Delivery) -> tuple[Delivery, PrizeSettings]:
    """The tables of it, by id, then the ledger; the delivery as it is then."""
    pieces = [delivery.piece.table_id] if delivery.piece is not None else []
    tables = Table.objects.filter(pk__in={delivery.table_id, *pieces}).order_by("pk")
    list(tables.select_for_update().only("pk"))
    settings = locked_ledger(delivery.event)
    found = Delivery.objects.select_related(
        "event", "table__session", "participant", "prize", "piece", "playoff", "taken_by", "cancelled_by", "supply"
    )
    return found.get(pk=delivery.pk), settings


def _place(delivery: Delivery) -> Location:
    table = delivery.table
    assert table is not None, "the database lets no delivery be open without one"
    return tables_locations(delivery.event, [table])[table.pk]


def _due(open_now: list[Entitlement], key: str, participant: Participant) -> Entitlement:
    one = next((one for one in open_now if one.key_text == key), None)
    if one is None:
        sentence = _("This is not due to %(name)s any more: handed over, given up, or moved by a correction.")
        raise Refusal("not_due", sentence % {"name": participant.name})
    if one.waiting:
        raise Refusal("not_final", waiting_sentence(one), waiting=one.waiting)
    return one


def _refuse_dissolved(table: Table) -> None:
    if not Table.objects.filter(pk=table.pk).exists():
        raise Refusal("no_such_table", _("There is no such table any more: it was dissolved."), status=404)


def _refuse_asked(same: Delivery | None) -> None:
    if same is not None:
        sentence = _("This was asked for at %(time)s already, and is in the queue.")
        raise Refusal("already_asked", sentence % {"time": f"{timezone.localtime(same.asked_at):%H:%M}"})


def _refuse_anothers(same: Delivery | None, participant: Participant) -> None:
    """A correction has moved a piece whose goods were to be brought to somebody else."""
    if same is not None and same.participant is not None and same.participant_id != participant.pk:
        sentence = _("The same %(prize)s is still to be brought to %(name)s. Cancel that delivery first.")
        raise Refusal("already_asked", sentence % {"prize": same.prize, "name": same.participant.name})


def _refuse_closed(delivery: Delivery) -> None:
    if delivery.delivered_at is not None:
        raise Refusal("delivery_done", _("This has been delivered."))
    if delivery.cancelled_at is not None:
        raise Refusal("delivery_cancelled", _("This delivery was cancelled. Bring back what you have taken."))


def _refuse_taken(delivery: Delivery) -> None:
    if delivery.taken_by is not None:
        name = delivery.taken_by.get_full_name() or delivery.taken_by.get_username()
        raise Refusal("delivery_taken", _("%(name)s is bringing this already.") % {"name": name})


def _refuse_strangers(delivery: Delivery, by: User, may_finish_any: bool) -> None:
    if delivery.taken_by is None:
        raise Refusal("delivery_not_taken", _("Nobody has taken this yet. Take it first."))
    if delivery.taken_by_id != by.pk and not may_finish_any:
        name = delivery.taken_by.get_full_name() or delivery.taken_by.get_username()
        raise Refusal("not_your_delivery", _("%(name)s is bringing this.") % {"name": name}, status=403)


def _record(delivery: Delivery, action: str, by: User, now: datetime, reason: str = "") -> None:
    whom = f"person:{delivery.participant_id}" if delivery.participant_id else str(delivery.table)
    more = {"reason": reason} if reason else {}
    record_action(
        event=delivery.event, by=by, now=now, action=action, subject=whom, table=delivery.table_number,
        goods=in_words([(delivery.prize, delivery.quantity)]), **more,
    )  # fmt: skip
