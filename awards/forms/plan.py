"""Forms of the prize pages. They check the shape; what the plan allows, the services say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from awards.models import PlanLine, Prize, PrizeSettings
from bobing_event.labels import rank_label
from bobing_event.models import Event
from rules import RANKS, Rank
from tournaments.models import Playoff

PICTURES = "image/jpeg,image/png,image/webp,image/gif"
SHEETS = ".xlsx,.xls,.ods,.csv,.txt"
LINE_VALUES = ("first_piece", "last_piece", "share", "place", "people", "prize", "quantity", "given_at")


class PrizeForm(forms.Form):
    """Goods: what they are and what one costs. Its values but the picture's are the arguments of `add_prize`."""

    name = forms.CharField(label=pgettext_lazy("goods", "Name"), max_length=80)
    specification = forms.CharField(label=_("Specification"), max_length=80, required=False)
    unit = forms.CharField(label=pgettext_lazy("goods", "Unit"), max_length=12, initial="份")
    value = forms.DecimalField(label=_("Unit price (yuan)"), min_value=0, max_digits=10, decimal_places=2, initial=0)
    sponsor = forms.CharField(label=_("Sponsor"), max_length=80, required=False)
    picture = forms.FileField(
        label=_("Picture"),
        required=False,
        allow_empty_file=True,  # said by the service
        widget=forms.FileInput(attrs={"accept": PICTURES}),
        help_text=_("JPEG, PNG or WebP, 5 MB at most. A small copy is kept, without place or date."),
    )

    def goods(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "picture"}

    def picture_content(self) -> bytes | None:
        """The uploaded file; None where none was chosen."""
        uploaded = self.cleaned_data["picture"]
        return uploaded.read() if uploaded else None


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
    """Goods for a rank, a place in a play-off or a consolation; the goods are on the list already or are new."""

    target = forms.ChoiceField(label=_("Given for"))
    first_piece = forms.IntegerField(label=_("From piece"), min_value=1, max_value=200, initial=1, required=False)
    last_piece = forms.IntegerField(label=_("To piece"), min_value=1, max_value=200, required=False)
    share = forms.IntegerField(label=_("Of these, mixed"), min_value=1, max_value=200, required=False)
    place = forms.IntegerField(label=_("Place in the play-off"), min_value=1, max_value=99, initial=1, required=False)
    people = forms.IntegerField(label=_("People reckoned with"), min_value=0, max_value=100_000, required=False)
    prize = forms.ModelChoiceField(
        Prize.objects.none(), label=_("Goods"), required=False, empty_label=_("New goods, named below")
    )
    quantity = forms.IntegerField(label=_("Units a piece"), min_value=1, max_value=999, initial=1)
    given_at = forms.ChoiceField(
        label=_("Handed over"),
        required=False,
        choices=[("", _("as is usual for the rank")), *PlanLine.GivenAt.choices],
        help_text=_(
            "Small goods are handed over at the table with its sign-off. What waits for the end, or for an ID, is "
            "fetched at the prize desk."
        ),
    )
    name = forms.CharField(label=_("Name of the new goods"), max_length=80, required=False)
    specification = forms.CharField(label=_("Specification"), max_length=80, required=False)
    unit = forms.CharField(label=pgettext_lazy("goods", "Unit"), max_length=12, required=False, initial="份")
    value = forms.DecimalField(
        label=_("Unit price (yuan)"), min_value=0, max_digits=10, decimal_places=2, required=False, initial=0
    )
    sponsor = forms.CharField(label=_("Sponsor"), max_length=80, required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ranks = [(f"rank:{rank.value}", rank_label(rank.value)) for rank in RANKS]
        playoffs = [(f"playoff:{kind.value}", kind.label) for kind in Playoff.Kind]
        consolations = [(f"consolation:{kind.value}", kind.label) for kind in PlanLine.Consolation]
        field = self.fields["target"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (_("At each table"), ranks),
            (_("In a play-off"), playoffs),
            (pgettext_lazy("plan", "Consolation"), consolations),
        ]
        goods = self.fields["prize"]
        assert isinstance(goods, forms.ModelChoiceField)
        goods.queryset = Prize.objects.filter(event=event)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not data.get("prize") and not data.get("name"):
            self.add_error("name", _("Choose goods from the list or name new ones."))
        if data.get("prize") and data.get("name"):
            self.add_error("name", _("Choose goods or name new ones, not both."))
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
        """The arguments of `set_plan_line`, without event and goods. What is not the target's is left out."""
        data = self.cleaned_data
        what, _sep, code = data["target"].partition(":")
        both = {"quantity": data["quantity"], "given_at": data["given_at"] or None}
        if what == "playoff":
            return {"playoff_kind": code, "place": data["place"] or 1, **both}
        if what == "consolation":
            return {"consolation": code, "people": data["people"], **both}
        return {
            "rank": code,
            "first_piece": data["first_piece"] or 1,
            "last_piece": data["last_piece"],
            "share": data["share"],
            **both,
        }


def line_values(line: PlanLine) -> dict[str, Any]:
    """The initial values of the form that changes a line."""
    target = ("rank", line.rank) if line.rank else ("playoff", line.playoff_kind)
    if line.consolation:
        target = "consolation", line.consolation
    return {"target": ":".join(target), **{name: getattr(line, name) for name in LINE_VALUES}}


class PrizeSettingsForm(forms.Form):
    """Its values are the arguments of `set_prize_settings`."""

    cap = forms.DecimalField(
        label=_("Cap (yuan)"),
        min_value=0,
        max_digits=10,
        decimal_places=2,
        required=False,
        help_text=_("The most that one piece, place or person may get. Empty for none."),
    )
    high_value = forms.DecimalField(
        label=_("High value from (yuan)"),
        min_value=0,
        max_digits=10,
        decimal_places=2,
        required=False,
        help_text=_("From here on the desk compares the ID and takes a signature."),
    )
    claim_until = forms.DateTimeField(
        label=_("To be claimed until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("After that, what nobody claimed may be drawn again."),
    )

    @classmethod
    def of(cls, settings: PrizeSettings) -> PrizeSettingsForm:
        names = ("cap", "high_value", "claim_until")
        return cls(initial={name: getattr(settings, name) for name in names})


class GoodsSheetForm(forms.Form):
    """A sheet to import."""

    file = forms.FileField(
        label=_("Sheet of prizes"), allow_empty_file=True, widget=forms.FileInput(attrs={"accept": SHEETS})
    )


class GoodsCommitForm(forms.Form):
    """What a preview sends back. `sheet` are its rows, signed; `seen` its digest."""

    sheet = forms.CharField()
    seen = forms.CharField(max_length=64)
    leave_out_errors = forms.BooleanField(required=False)
    receive = forms.BooleanField(required=False)
