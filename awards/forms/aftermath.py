"""Forms of what comes after: the shape of lists that were ticked, and of deliveries. What may be, the services say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from awards.models import Prize
from awards.queries.unclaimed import Narrowed
from awards.services.deliveries import MOST_UNITS, NOTE_LENGTH
from bobing_event.labels import RANK_LABELS, rank_label
from bobing_event.models import Event
from rules import Rank
from tables.models import Table

MOST_DIGITS = 9


class TableField(forms.ModelChoiceField):
    """Tables by their number, with the session where the event has several."""

    several = False

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj} · {obj.session}" if self.several else str(obj)


class DeliveryForm(forms.Form):
    """More goods for a table's stock. Its values are the arguments of `ask_delivery`."""

    table = TableField(Table.objects.none(), label=_("Table"), empty_label=_("Choose a table"))
    prize = forms.ModelChoiceField(Prize.objects.none(), label=_("Goods"), empty_label=_("Choose goods"))
    quantity = forms.IntegerField(
        label=pgettext_lazy("delivery", "How many"), min_value=1, max_value=MOST_UNITS, initial=1
    )
    note = forms.CharField(label=_("Note for the runner"), max_length=NOTE_LENGTH, required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = Table.objects.filter(session__event=event).select_related("session__event")
        field = self.fields["table"]
        assert isinstance(field, TableField)
        field.several = event.sessions.count() > 1
        field.queryset = tables.defer("opening", "state").order_by("session__number", "number")
        prizes = self.fields["prize"]
        assert isinstance(prizes, forms.ModelChoiceField)
        prizes.queryset = Prize.objects.filter(event=event)


@dataclass(frozen=True)
class Choice:
    """One way to narrow a list: its value in the address, and its words."""

    value: str
    label: str


def narrowed_by(data: QueryDict) -> Narrowed:
    """What an address or a form narrows the list to; what is no choice narrows nothing."""
    rank = data.get("rank", "")
    return Narrowed(
        session=whole(data.get("session")),
        table=whole(data.get("table")),
        rank=rank if rank in rank_codes() else "",
        prize=whole(data.get("goods")),
    )


def rank_codes() -> list[str]:
    """The ranks, and `other` for play-offs, consolations and redraws."""
    return [*(rank.value for rank in RANK_LABELS), "other"]


def rank_choices() -> list[Choice]:
    ranks = [Choice(rank.value, rank_label(rank.value)) for rank in Rank]
    return [*ranks, Choice("other", str(_("Play-offs and others")))]


def whole(text: str | None) -> int | None:
    """A whole number of an address or a form; None for what is none."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def wholes(texts: Iterable[str]) -> set[int]:
    return {number for text in texts if (number := whole(text)) is not None}
