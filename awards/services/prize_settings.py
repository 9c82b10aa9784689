"""What an organiser decides about prizes once: a cap, what counts as high value, until when to claim."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from awards.models import PrizeSettings
from awards.services.ledger import locked_ledger
from awards.services.prizes import MAX_VALUE
from bobing_event.audit import record_action
from bobing_event.models import Event
from bobing_event.refusals import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def set_prize_settings(
    *,
    event: Event,
    cap: Decimal | None,
    high_value: Decimal | None,
    claim_until: datetime | None,
    by: User,
    now: datetime,
) -> PrizeSettings:
    """Set all three; None is no cap, no high value, no end of claiming. Yuan are above 0.

    What the plan gives above a new cap stays, and `plan_findings` names it. Refuses `bad_cap`, `bad_high_value`.
    """
    _refuse_amount("bad_cap", cap, _("A cap is more than 0 and at most 99,999,999.99 yuan. Leave it empty for none."))
    _refuse_amount(
        "bad_high_value",
        high_value,
        _("A high value is more than 0 and at most 99,999,999.99 yuan. Leave it empty for none."),
    )
    settings = locked_ledger(event)
    before = _said(settings)
    settings.cap, settings.high_value, settings.claim_until = cap, high_value, claim_until
    settings.save(update_fields=["cap", "high_value", "claim_until"])
    record_action(event=event, by=by, now=now, action="prize_settings_changed", before=before, after=_said(settings))
    return settings


def _refuse_amount(code: str, amount: Decimal | None, sentence: str) -> None:
    if amount is not None and not 0 < amount <= MAX_VALUE:
        raise Refusal(code, sentence, status=400)


def _said(settings: PrizeSettings) -> dict[str, str]:
    until = settings.claim_until
    return {
        "cap": "" if settings.cap is None else str(settings.cap),
        "high_value": "" if settings.high_value is None else str(settings.high_value),
        "claim_until": "" if until is None else until.isoformat(),
    }
