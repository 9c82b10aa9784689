"""Goods: adding, changing and removing a kind of prize."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext as _

from awards.models import Claim, MovementLine, PlanLine, Prize
from bobing_event.audit import record_action
from bobing_event.models import Event
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MAX_VALUE = Decimal("99999999.99")


@transaction.atomic
def add_prize(
    *,
    event: Event,
    name: str,
    specification: str = "",
    unit: str = "份",
    value: Decimal = Decimal(0),
    sponsor: str = "",
    by: User,
    now: datetime,
) -> Prize:
    """Add a kind of goods; `value` is yuan a unit. Refuses `prize_without_name`, `bad_value`, `prize_exists`."""
    prize = Prize(event=event)
    _fill(prize, name, specification, unit, value, sponsor)
    prize.save()
    record_action(event=event, by=by, now=now, action="prize_added", subject=str(prize), value=str(prize.value))
    return prize


@transaction.atomic
def change_prize(
    *,
    prize: Prize,
    name: str,
    specification: str = "",
    unit: str = "份",
    value: Decimal = Decimal(0),
    sponsor: str = "",
    by: User,
    now: datetime,
) -> Prize:
    """Change what goods are called or cost, at any time. Refuses as `add_prize` does."""
    before = {"name": str(prize), "value": str(prize.value)}
    _fill(prize, name, specification, unit, value, sponsor)
    prize.save()
    record_action(
        event=prize.event, by=by, now=now, action="prize_changed", subject=str(prize), before=before,
        value=str(prize.value),
    )  # fmt: skip
    return prize


@transaction.atomic
def remove_prize(*, prize: Prize, by: User, now: datetime) -> None:
    """Take goods off the list. Refuses `prize_in_plan`, and `prize_in_use` once units of them were moved."""
    if PlanLine.objects.filter(prize=prize).exists():
        raise Refusal(
            "prize_in_plan",
            _("%(prize)s is in the prize plan. Take it out of the plan first.") % {"prize": prize},
        )
    # Forfeited goods have a claim and no movement yet.
    used = (MovementLine.objects.filter(prize=prize), Claim.objects.filter(prize=prize), prize.deliveries.all())
    if any(rows.exists() for rows in used):
        sentence = _("%(prize)s was received or given out: it stays on the list, so that the books can be read.")
        raise Refusal("prize_in_use", sentence % {"prize": prize})
    record_action(event=prize.event, by=by, now=now, action="prize_removed", subject=str(prize))
    picture = prize.picture.name
    prize.delete()
    if picture:
        transaction.on_commit(partial(default_storage.delete, picture))


def _fill(prize: Prize, name: str, specification: str, unit: str, value: Decimal, sponsor: str) -> None:
    name, specification = name.strip(), specification.strip()
    if not name:
        raise Refusal("prize_without_name", _("Goods need a name."), status=400)
    if not 0 <= value <= MAX_VALUE:
        raise Refusal("bad_value", _("A unit price is 0 to 99,999,999.99 yuan."), status=400)
    same = Prize.objects.filter(event=prize.event, name=name, specification=specification)
    if same.exclude(pk=prize.pk).exists():
        named = " ".join(filter(None, [name, specification]))
        raise Refusal("prize_exists", _("%(prize)s is on the list already.") % {"prize": named})
    prize.name, prize.specification, prize.unit = name, specification, unit.strip() or "份"
    prize.value, prize.sponsor = value, sponsor.strip()
