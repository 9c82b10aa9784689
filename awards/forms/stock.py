"""Forms of the store and of tables' goods: shapes only; whether a thing may be done is for the services to say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from awards.models import Location, Movement, Prize, StockLevel
from awards.services.ledger import REASON_LENGTH
from awards.services.stock import MAX_UNITS
from bobing_event.models import Event, Session
from tables.models import Table

FIELD = "goods-%s"


class GoodsForm(forms.Form):
    """Units of each kind of goods, and why. `rows` gives goods and field; the name of a field has the goods' id."""

    client_uuid = forms.UUIDField(widget=forms.HiddenInput, required=False)
    reason = forms.CharField(label=_("Note"), max_length=REASON_LENGTH, required=False)
    counts_all = False

    def __init__(
        self, *args: Any, prizes: Iterable[Prize], units: Mapping[int, int] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.prizes = list(prizes)
        for prize in self.prizes:
            self.fields[FIELD % prize.pk] = forms.IntegerField(
                label=str(prize),
                min_value=0,
                max_value=MAX_UNITS,
                required=self.counts_all,
                initial=(units or {}).get(prize.pk),
                widget=forms.NumberInput(attrs={"inputmode": "numeric", "aria-label": f"{prize} ({prize.unit})"}),
            )

    def rows(self) -> list[tuple[Prize, forms.BoundField]]:
        return [(prize, self[FIELD % prize.pk]) for prize in self.prizes]

    def goods(self) -> dict[int, int]:
        """Units by the id of the goods, of those of which there are any; in a count of all."""
        units = {prize.pk: self.cleaned_data[FIELD % prize.pk] for prize in self.prizes}
        return {pk: count or 0 for pk, count in units.items() if count or self.counts_all}

    def arguments(self) -> dict[str, Any]:
        """The arguments of a service, without its goods."""
        return {"reason": self.cleaned_data["reason"], "client_uuid": self.cleaned_data["client_uuid"]}


class CountForm(GoodsForm):
    """What lies at a table, all of it; filled with what should."""

    reason = forms.CharField(label=_("Reason for a difference"), max_length=REASON_LENGTH, required=False)
    counts_all = True


class WriteOffForm(forms.Form):
    """Units of one kind of goods in the store or at a table, and why they are no more."""

    client_uuid = forms.UUIDField(widget=forms.HiddenInput, required=False)
    place = forms.ModelChoiceField(Location.objects.none(), label=pgettext_lazy("stock", "From"), empty_label=None)
    prize = forms.ModelChoiceField(Prize.objects.none(), label=_("Goods"), empty_label=None)
    units = forms.IntegerField(label=_("Units"), min_value=1, max_value=MAX_UNITS)
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_LENGTH, widget=forms.TextInput(attrs={"list": "write-off-reasons"})
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        has_goods = Exists(StockLevel.objects.filter(location=OuterRef("pk"), quantity__gt=0))
        places = Location.objects.filter(Q(kind=Location.Kind.STORE) | Q(has_goods, table__isnull=False), event=event)
        places = places.select_related("table").order_by("kind", "table__session", "table__number")
        self.fields["place"].queryset = places  # type: ignore[attr-defined]
        self.fields["prize"].queryset = Prize.objects.filter(event=event)  # type: ignore[attr-defined]


class UndoForm(forms.Form):
    """Why a movement is taken back."""

    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)


class SupplyForm(forms.Form):
    """Tables of a session by their numbers; without numbers all of them."""

    session = forms.ModelChoiceField(
        Session.objects.none(), to_field_name="number", label=_("Session"), required=False, empty_label=None
    )
    first = forms.IntegerField(label=pgettext_lazy("print", "From table"), min_value=1, required=False)
    last = forms.IntegerField(label=pgettext_lazy("print", "to table"), min_value=1, required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        sessions = event.sessions.order_by("number")
        self.fields["session"].queryset = sessions  # type: ignore[attr-defined]
        if len(sessions) < 2:
            del self.fields["session"]

    def tables(self) -> list[Table]:
        chosen = self.cleaned_data
        tables = Table.objects.filter(session__event=self.event).select_related("session").defer("opening", "state")
        if chosen.get("session"):
            tables = tables.filter(session=chosen["session"])
        numbers = sorted(number for number in (chosen["first"], chosen["last"]) if number is not None)
        if chosen["first"] is not None:
            tables = tables.filter(number__gte=numbers[0])
        if chosen["last"] is not None:
            tables = tables.filter(number__lte=numbers[-1])
        return list(tables.order_by("session__number", "number"))


class LedgerForm(forms.Form):
    """What the ledger is narrowed to; what cannot be read is left out."""

    kind = forms.ChoiceField(choices=Movement.Kind, required=False)
    prize = forms.ModelChoiceField(Prize.objects.none(), required=False)
    table = forms.ModelChoiceField(Table.objects.none(), required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["prize"].queryset = Prize.objects.filter(event=event)  # type: ignore[attr-defined]
        self.fields["table"].queryset = Table.objects.filter(session__event=event)  # type: ignore[attr-defined]
