"""Handing goods over to one person: at the prize desk, or brought to the table. Exactly once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from awards.models import Claim, HandOver, Location, Movement, PrizeSettings
from awards.queries.desk import high_value_of, pieces_in, places_of
from awards.queries.due import Entitlement, claim_key, due, key_text
from awards.services.hand_over_guards import (
    checked_receipt,
    not_due,
    refuse_lonely_minor,
    refuse_without_proof,
)
from awards.services.ledger import (
    Shift,
    locked_ledger,
    outside_of,
    people_locations,
    record_movement,
    store_of,
)
from awards.signatures import checked_signature
from bobing_event.audit import record_action
from bobing_event.models import Event, Participant
from bobing_event.queries import is_minor
from bobing_event.refusals import Refusal
from tables.models import Piece, Table

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def hand_over(
    *,
    event: Event,
    participant: Participant,
    keys: Sequence[str],
    client_uuid: UUID,
    by: User,
    now: datetime,
    receiver: str = HandOver.Receiver.SELF,
    receiver_name: str = "",
    receiver_phone: str = "",
    id_checked: bool = False,
    guardian_waived: bool = False,
    signature: bytes = b"",
    channel: str = HandOver.Channel.DESK,
    source: Location | None = None,
) -> HandOver:
    """Hand over what is due to a person under these keys (`Entitlement.key_text`): all of it, or nothing.

    The goods come from the store; small prizes that the table's sign-off did not reach, from the table while it has
    them; with a `source`, all from there. A repeat with the same `client_uuid` is the same hand-over. What is worth
    `PrizeSettings.high_value` or more wants the ID compared and a signature (a PNG). A minor at the desk brings a
    guardian or a proxy; a supervisor may waive that (`guardian_waived`) unless the goods are of high value.

    Refuses `nothing_chosen`, `bad_receiver`, `receiver_name_missing`, `bad_phone`, `too_long`, `sent_for_another`,
    `stale_page` (a repeat of what was taken back since), `not_due`, `not_final`, `forfeited`, `guardian_needed`,
    `id_not_checked`, `signature_needed`, `bad_signature`, `signature_too_large`, and with the place and the numbers
    `stock_short`.
    """
    if not keys:
        raise Refusal("nothing_chosen", _("Nothing is ticked. Tick what is handed over."), status=400)
    settings = locked_for(event, keys)
    if (same := _repeated(event, client_uuid, participant, keys)) is not None:
        return same
    receipt = checked_receipt(receiver, receiver_name, receiver_phone, id_checked)
    open_now = due(event, people=[participant.pk])
    chosen = _chosen(event, participant, keys, open_now)
    worth_much = high_value_of(event, settings, people=[participant.pk])
    proof = any(one.origin in worth_much for one in chosen)
    waived = guardian_waived and not proof
    if channel == HandOver.Channel.DESK and not waived:
        refuse_lonely_minor(event, participant, receipt)
    if proof:
        refuse_without_proof(receipt, signature)
    handed = HandOver(
        event=event, channel=channel, participant=participant, client_uuid=client_uuid, handed_by=by, handed_at=now,
        **receipt.fields(),
    )  # fmt: skip
    if signature:
        handed.signature = checked_signature(signature, client_uuid)
    write_hand_over(handed, _shifts(event, settings, participant, chosen, source), chosen)
    subject, number = f"person:{participant.pk}", handed.movement.number_text
    record_action(
        event=event, by=by, now=now, action="prizes_handed_over", subject=subject, number=number,
        goods=goods_words(chosen), receiver=receiver,
    )  # fmt: skip
    if waived and receiver == HandOver.Receiver.SELF and is_minor(participant, on=event.date):
        record_action(event=event, by=by, now=now, action="guardian_waived", subject=subject, number=number)
    return handed


def write_hand_over(handed: HandOver, shifts: Sequence[Shift], chosen: Sequence[Entitlement]) -> None:
    """Write the movement, the hand-over and its claims; the ledger is locked."""
    handed.movement = record_movement(
        event=handed.event, kind=Movement.Kind.HAND_OVER, shifts=shifts, by=handed.handed_by, now=handed.handed_at
    )
    handed.save()
    Claim.objects.bulk_create(
        Claim(
            event=handed.event, participant_id=one.participant_id, prize=one.prize, quantity=one.quantity,
            state=Claim.State.HANDED_OVER, hand_over=handed, settled_by=handed.handed_by, settled_at=handed.handed_at,
            **one.origin_fields,
        )
        for one in chosen
    )  # fmt: skip


def goods_words(chosen: Sequence[Entitlement | Claim]) -> str:
    """洗衣液 ×2，牙膏 ×1: for the record."""
    units: Counter[str] = Counter()
    for one in chosen:
        units[str(one.prize)] += one.quantity
    return _(", ").join(f"{name} ×{quantity}" for name, quantity in units.items())


def locked_for(event: Event, keys: Collection[str], at: Collection[int] = ()) -> PrizeSettings:
    """The tables of the keys' pieces first (and those `at` these ids), so that nothing is corrected meanwhile; then
    the ledger."""
    pieces = Piece.objects.filter(pk__in=pieces_in(keys), table__session__event=event)
    tables = {*at, *pieces.values_list("table", flat=True)}
    list(Table.objects.filter(pk__in=tables).order_by("pk").select_for_update().only("pk"))
    return locked_ledger(event)


def _repeated(event: Event, client_uuid: UUID, participant: Participant, keys: Sequence[str]) -> HandOver | None:
    same = HandOver.objects.filter(event=event, client_uuid=client_uuid).select_related("movement").first()
    if same is None:
        return None
    claims = list(same.claims.all())
    made = {key_text(claim_key(claim)) for claim in claims}
    if same.participant_id != participant.pk or made != set(keys):
        sentence = _("This page was used for another hand-over already. Scan the code again.")
        raise Refusal("sent_for_another", sentence)
    stands = any(claim.state in (Claim.State.HANDED_OVER, Claim.State.KEPT) for claim in claims)
    if same.undone_at is not None or not stands:
        raise Refusal("stale_page", _("This page is out of date. Scan the code again."))
    return same


def _chosen(
    event: Event, participant: Participant, keys: Sequence[str], open_now: Sequence[Entitlement]
) -> list[Entitlement]:
    by_key = {one.key_text: one for one in open_now}
    for key in keys:
        if key not in by_key or by_key[key].waiting:
            raise not_due(event, participant, key, by_key.get(key))
    wanted = set(keys)
    return [one for one in open_now if one.key_text in wanted]


def _shifts(
    event: Event,
    settings: PrizeSettings,
    participant: Participant,
    chosen: Sequence[Entitlement],
    source: Location | None,
) -> list[Shift]:
    person = people_locations(event, [participant])[participant.pk]
    if source is None and not settings.keeps_stock:
        source = outside_of(event)
    sources = [source] * len(chosen) if source is not None else _sources(event, chosen)
    moved: dict[tuple[int, int], Shift] = {}
    for one, place in zip(chosen, sources, strict=True):
        before = moved.get((place.pk, one.prize.pk))
        units = one.quantity + (before.quantity if before else 0)
        moved[place.pk, one.prize.pk] = Shift(one.prize, units, place, person)
    return list(moved.values())


def _sources(event: Event, chosen: Sequence[Entitlement]) -> list[Location]:
    store = store_of(event)
    return [place or store for place, _short in places_of(event, chosen)]
