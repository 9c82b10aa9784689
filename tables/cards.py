"""The QR card of a table: printed once, good all evening, worth nothing without a PIN."""

from __future__ import annotations

from typing import Any

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from bobing_event.models import Device
from tables.models import Table

CARD = Signer(salt="tables.card", sep=".")
TAKE_OVER = "tables.take-over"
"""The salt of what the page gives to somebody whose PIN was right, so that they need not enter it twice."""

SYSTEMS = ("iPad", "iPhone", "HarmonyOS", "Android", "Windows", "Macintosh", "CrOS", "Linux")
BROWSERS = (
    ("MicroMessenger", "WeChat"), ("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip


def card_path(table: Table) -> str:
    """The address that the table's card holds, without the host."""
    return reverse("table-card-open", args=[CARD.sign(str(table.pk))])


def table_of_card(token: str) -> Table | None:
    """The table a card was printed for; None where nobody printed it, or the table is gone."""
    try:
        pk = int(CARD.unsign(token))
    except (BadSignature, ValueError):
        return None
    return Table.objects.select_related("session__event").filter(pk=pk).first()


def agent_words(header: str) -> str:
    """The kind of device in two words, such as "iPad Safari", from a `User-Agent`; empty where it tells nothing."""
    words = [next((name for name in SYSTEMS if name in header), "")]
    words.append(next((label for mark, label in BROWSERS if mark in header), ""))
    return " ".join(filter(None, words))


def take_over_claim(table: Table, user: Any, device: Device) -> dict[str, int]:
    """What a signed claim says: who wants this table, and in place of which tablet."""
    return {"table": table.pk, "user": user.pk, "device": device.pk}
