"""Forms of the prize pages. They check the shape; what the plan allows, the services say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from awards.models import Prize
from bobing_event.labels import rank_label
from bobing_event.models import Event
from rules import RANKS, Rank
from tournaments.models import Playoff


class PrizeForm(forms.Form):
    """Goods: what they are and what one costs. Its values are the arguments of `add_prize`."""

    name = forms.CharField(label=pgettext_lazy("goods", "Name"), max_length=80)
    specification = forms.CharField(label=_("Specification"), max_length=80, required=False)
    unit = forms.CharField(label=pgettext_lazy("goods", "Unit"), max_length=12, initial="份")
    value = forms.DecimalField(label=_("Unit price (yuan)"), min_value=0, max_digits=10, decimal_places=2, initial=0)
    sponsor = forms.CharField(label=_("Sponsor"), max_length=80, required=False)


class PieceSetForm(forms.Form):
    """How many pieces of each lower rank a table has; there is always one 状元."""

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for rank in RANKS:
            if rank != Rank.ZHUANGYUAN:
                self.fields[rank.value] = forms.IntegerField(
                    label=rank_label(rank.value),
                    min_value=0,
                    max_value=200,
                    initial=event.piece_set.get(rank.value, 0),
                )


class PlanLineForm(forms.Form):
    """Goods for a rank or for a place in a play-off; the goods are on the list already or are new."""

    target = forms.ChoiceField(label=_("Given for"))
    place = forms.IntegerField(label=_("Place in the play-off"), min_value=1, max_value=99, initial=1, required=False)
    prize = forms.ModelChoiceField(
        Prize.objects.none(), label=_("Goods"), required=False, empty_label=_("New goods, named below")
    )
    name = forms.CharField(label=_("Name of the new goods"), max_length=80, required=False)
    specification = forms.CharField(label=_("Specification"), max_length=80, required=False)
    unit = forms.CharField(label=pgettext_lazy("goods", "Unit"), max_length=12, required=False, initial="份")
    value = forms.DecimalField(
        label=_("Unit price (yuan)"), min_value=0, max_digits=10, decimal_places=2, required=False, initial=0
    )
    sponsor = forms.CharField(label=_("Sponsor"), max_length=80, required=False)
    quantity = forms.IntegerField(label=_("Units a piece"), min_value=1, max_value=999, initial=1)
    first_piece = forms.IntegerField(label=_("From piece"), min_value=1, max_value=200, initial=1, required=False)
    last_piece = forms.IntegerField(label=_("To piece"), min_value=1, max_value=200, required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ranks = [(f"rank:{rank.value}", rank_label(rank.value)) for rank in RANKS]
        playoffs = [(f"playoff:{kind.value}", kind.label) for kind in Playoff.Kind]
        field = self.fields["target"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(_("At each table"), ranks), (_("In a play-off"), playoffs)]
        goods = self.fields["prize"]
        assert isinstance(goods, forms.ModelChoiceField)
        goods.queryset = Prize.objects.filter(event=event)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not data.get("prize") and not data.get("name"):
            self.add_error("name", _("Choose goods from the list or name new ones."))
        return data

    def new_goods(self) -> dict[str, Any]:
        """The arguments of `add_prize`."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "specification": data["specification"],
            "unit": data["unit"],
            "value": data["value"] or 0,
            "sponsor": data["sponsor"],
        }

    def line(self) -> dict[str, Any]:
        """The arguments of `set_plan_line`, without event and goods."""
        data = self.cleaned_data
        what, _sep, code = data["target"].partition(":")
        if what == "playoff":
            return {"playoff_kind": code, "place": data["place"] or 1, "quantity": data["quantity"]}
        return {
            "rank": code,
            "first_piece": data["first_piece"] or 1,
            "last_piece": data["last_piece"],
            "quantity": data["quantity"],
        }
