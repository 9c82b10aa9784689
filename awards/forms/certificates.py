"""Forms of the certificate pages."""

from __future__ import annotations

from typing import Any

from django import forms

from awards.printing import DEFAULT_DESIGN, DESIGNS
from bobing_event.models import Event


class PrintForm(forms.Form):
    """Which certificates to print, and how they look."""

    design = forms.ChoiceField(choices=[(design, design) for design in DESIGNS], initial=DEFAULT_DESIGN)
    which = forms.ChoiceField(choices=[("all", "all"), ("new", "new"), ("chosen", "chosen")], initial="all")
    numbers = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["numbers"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(number, number) for number in event.certificates.values_list("number", flat=True)]

    def parameters(self) -> dict[str, Any]:
        """The parameters of the job, without its address."""
        data = self.cleaned_data
        which = sorted(data["numbers"]) if data["which"] == "chosen" else data["which"]
        return {"design": data["design"], "which": which}
