"""Small prizes go over the table: what its final sign-off hands over, in one movement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import NAMESPACE_OID, uuid5

from awards.models import HandOver, Location, PlanLine, PrizeSettings, StockLevel
from awards.queries.deliveries import reserved
from awards.queries.desk import high_value_of
from awards.queries.due import Entitlement, due
from awards.services.hand_over import goods_words, write_hand_over
from awards.services.ledger import Shift, locked_ledger, outside_of, people_locations, tables_locations
from bobing_event.audit import record_action
from bobing_event.models import Event, Participant
from tables.models import Table
from tables.services.dependents import told_when_final

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@told_when_final
def hand_over_at_sign_off(table: Table, by: User, now: datetime) -> HandOver | None:
    """Hand over what is due at the table, as far as its stock reaches: by seat, by rank, each thing whole or not.

    What it does not reach stays due at the prize desk; so does what a piece of high value gives, which wants an ID and
    a signature. It refuses nothing, so that it is never in a sign-off's way; an event whose plan gives nothing at the
    table costs one query.
    """
    event = table.session.event
    if not PlanLine.objects.filter(event=event, given_at=PlanLine.GivenAt.TABLE).exists():
        return None
    settings = locked_ledger(event)
    place = tables_locations(event, [table])[table.pk] if settings.keeps_stock else outside_of(event)
    worth_much = high_value_of(event, settings, table=table)
    small = [
        one for one in due(event, table=table)
        if one.given_at == PlanLine.GivenAt.TABLE and not one.waiting and one.origin not in worth_much
    ]  # fmt: skip
    given = _reached(settings, table, place, small)
    if not given:
        return None
    handed = HandOver(
        event=event, channel=HandOver.Channel.TABLE, table=table, handed_by=by, handed_at=now,
        client_uuid=uuid5(NAMESPACE_OID, f"sign-off:{table.pk}:{table.seq}:{now.isoformat()}"),
    )  # fmt: skip
    write_hand_over(handed, _shifts(event, place, given), given)
    record_action(
        event=event, by=by, now=now, action="table_prizes_handed_over", subject=str(table),
        number=handed.movement.number_text, goods=goods_words(given),
    )  # fmt: skip
    return handed


def _reached(settings: PrizeSettings, table: Table, place: Location, small: Sequence[Entitlement]) -> list[Entitlement]:
    if not settings.keeps_stock:
        return list(small)
    left = dict(StockLevel.objects.filter(location=place).values_list("prize", "quantity"))
    for (_table, prize), coming in reserved(table.session.event, [table.pk]).items():
        left[prize] = left.get(prize, 0) - coming
    given = []
    for one in small:
        if left.get(one.prize.pk, 0) >= one.quantity:
            left[one.prize.pk] -= one.quantity
            given.append(one)
    return given


def _shifts(event: Event, place: Location, given: Sequence[Entitlement]) -> list[Shift]:
    units: Counter[tuple[int, int]] = Counter()
    for one in given:
        units[one.participant_id, one.prize.pk] += one.quantity
    people = Participant.objects.filter(pk__in={one.participant_id for one in given})
    theirs = people_locations(event, people)
    prizes = {one.prize.pk: one.prize for one in given}
    return [Shift(prizes[prize], count, place, theirs[person]) for (person, prize), count in units.items()]
