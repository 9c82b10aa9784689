"""Forms of the certificate pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from awards.models import CertificateTemplate
from awards.printing import DESIGNS
from awards.queries.certificate_templates import KINDS, issuers_of
from awards.queries.certificates import Chosen, Order
from awards.services.certificate_templates import Content
from awards.wording import WORDS, shown
from bobing_event.models import Event

DESIGN_LABELS = {
    "zhujin": (_("Vermilion and gold"), _("Red frame, gold rules, the moon behind the name.")),
    "qinghua": (_("Porcelain"), _("A blue scroll of vine and lotus.")),
    "su": (_("Plain"), _("White paper, one line, upright title. Prints well in black.")),
    "yue": (pgettext_lazy("design", "Moon"), _("A gold moon over a night sea, the words on white.")),
}

DESIGN_WORDS = [(design, *DESIGN_LABELS.get(design, (design, ""))) for design in DESIGNS]
"""Code, name, and a sentence, in the order in which they are offered."""

ORDERS = [
    ("honour", pgettext_lazy("order", "by honour, then by table")),
    ("table", pgettext_lazy("order", "table by table")),
    ("seat", pgettext_lazy("order", "table by table, in the order of seats")),
]


_VARIABLES = {"data-variables": "", "autocomplete": "off"}
"""For the script that puts variables where the cursor is."""


class PrintForm(forms.Form):
    """Which certificates to print, and in which order."""

    kinds = forms.MultipleChoiceField(choices=[(kind, kind) for kind in KINDS], required=False)
    session = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    first = forms.IntegerField(min_value=1, required=False)
    last = forms.IntegerField(min_value=1, required=False)
    order = forms.ChoiceField(choices=ORDERS, required=False)
    which = forms.ChoiceField(choices=[("all", "all"), ("new", "new"), ("chosen", "chosen")])
    numbers = forms.TypedMultipleChoiceField(coerce=int, required=False)
    confirmed = forms.BooleanField(required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers, session = self.fields["numbers"], self.fields["session"]
        assert isinstance(numbers, forms.TypedMultipleChoiceField)
        assert isinstance(session, forms.TypedChoiceField)
        numbers.choices = [(number, number) for number in event.certificates.values_list("number", flat=True)]
        session.choices = [("", ""), *((one.number, str(one)) for one in event.sessions.all())]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("which") == "chosen" and not data.get("numbers"):
            raise forms.ValidationError(_("Tick the certificates to print."), code="nothing_chosen")
        if data.get("which") != "chosen" and not data.get("kinds") and not self.errors:
            raise forms.ValidationError(_("Tick the honours whose certificates to print."), code="no_honour")
        first, last = data.get("first"), data.get("last")
        if first and last and first > last:
            raise forms.ValidationError(_("The first table comes after the last."), code="bad_range")
        return data

    def chosen(self) -> Chosen:
        """What the form asks for."""
        data = self.cleaned_data
        order: Order = data["order"] or "honour"
        if data["which"] == "chosen":
            return Chosen(order=order, which=tuple(sorted(data["numbers"])))
        return Chosen(
            kinds=tuple(data["kinds"]),
            session=data["session"],
            first=data["first"],
            last=data["last"],
            order=order,
            which=data["which"],
        )


class TemplateForm(forms.Form):
    """How certificates of one honour look and what they say."""

    design = forms.ChoiceField(
        label=_("Design"), choices=[(code, label) for code, label, _about in DESIGN_WORDS], widget=forms.RadioSelect
    )
    paper = forms.ChoiceField(label=_("Paper"), choices=CertificateTemplate.Paper, widget=forms.RadioSelect)
    orientation = forms.ChoiceField(
        label=_("Format"), choices=CertificateTemplate.Orientation, widget=forms.RadioSelect
    )
    title = forms.CharField(label=_("Title"), max_length=20, widget=forms.TextInput(attrs=_VARIABLES))
    text = forms.CharField(
        label=_("Text"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, **_VARIABLES}),
        help_text=_("What stands in square brackets is left out where its variable is empty."),
    )
    honour = forms.CharField(
        label=_("Large line"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs=_VARIABLES),
        help_text=_("The honour, under the text."),
    )
    closing = forms.CharField(
        label=_("Closing"), max_length=60, required=False, widget=forms.TextInput(attrs=_VARIABLES)
    )
    issuers = forms.CharField(
        label=_("Issuing units"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line, in order. Empty: those in the event's settings."),
    )
    date_style = forms.ChoiceField(label=_("Date"), choices=CertificateTemplate.DateStyle, widget=forms.RadioSelect)
    seal_place = forms.ChoiceField(label=_("Seal"), choices=CertificateTemplate.SealPlace, widget=forms.RadioSelect)
    seal = forms.FileField(
        label=_("Picture of the seal"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text=_("PNG, JPEG or WebP of at most 5 MB. It is kept where only this event's managers see it."),
    )
    drop_white = forms.BooleanField(
        label=_("Make its white ground transparent"), required=False, help_text=_("For a scan or photo on white paper.")
    )

    @classmethod
    def initial_of(cls, event: Event, template: CertificateTemplate) -> dict[str, Any]:
        """What stands in the fields: variables under the names of the page's language."""
        plain = ("design", "paper", "orientation", "date_style", "seal_place")
        return {
            **{name: getattr(template, name) for name in plain},
            **{name: shown(getattr(template, name)) for name in WORDS},
            "issuers": "\n".join(issuers_of(event, template)),
            "drop_white": True,
        }

    def content(self) -> Content:
        data = self.cleaned_data
        return Content(**{name: data[name] for name in Content.__dataclass_fields__})
