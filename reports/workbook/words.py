"""Words and figures that several sheets have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from awards.models import PlanLine
from bobing_event.models import Event
from bobing_event.templatetags.bobing import masked_phone

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def shown_phone(phone: str, whole: bool) -> str:
    return phone if whole else masked_phone(phone)


def session_label(number: int | None, name: str | None) -> str:
    if number is None:
        return ""
    return name or _("Session %(number)s") % {"number": number}


def person_name(user: User | None) -> str:
    return (user.get_full_name() or user.get_username()) if user else ""


def goods_text(lines: Iterable[PlanLine]) -> str:
    """洗衣液 2 L × 1 瓶；毛巾 × 2 条."""
    texts = (f"{line.prize} × {line.quantity} {line.prize.unit}" for line in lines)
    return pgettext("between goods", "; ").join(texts)


def goods_value(lines: Sequence[PlanLine]) -> Decimal | None:
    """What goods are worth in yuan; None where there are none."""
    return sum((line.quantity * line.prize.value for line in lines), Decimal(0)) if lines else None


def in_zone(title: str, event: Event) -> str:
    """A column of times names its zone: 签到 (Asia/Shanghai)."""
    return f"{title} ({event.zone})"
