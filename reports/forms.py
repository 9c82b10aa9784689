"""What the page of printing asks: shapes only."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import pgettext_lazy

from bobing_event.models import Event, Session
from reports.printing.kinds import KINDS, Kind
from reports.printing.people import Scope
from rules import RANKS


class ScopeForm(forms.Form):
    """A session, by number (none: the first), and perhaps a range of its tables."""

    session = forms.ModelChoiceField(Session.objects.none(), to_field_name="number", required=False)
    first = forms.IntegerField(label=pgettext_lazy("print", "From table"), min_value=1, required=False)
    last = forms.IntegerField(label=pgettext_lazy("print", "to table"), min_value=1, required=False)

    def __init__(self, data: Any, *, event: Event) -> None:
        super().__init__(data)
        self.sessions = list(event.sessions.order_by("number"))
        self.fields["session"].queryset = event.sessions.all()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first is not None and last is not None and first > last:
            cleaned["first"], cleaned["last"] = last, first
        return cleaned

    def scope(self) -> Scope | None:
        """What was chosen; a range that cannot be read is none. None for an event without sessions."""
        self.is_valid()
        chosen = self.cleaned_data
        session = chosen.get("session") or next(iter(self.sessions), None)
        return Scope(session, chosen.get("first"), chosen.get("last")) if session else None


class PrintForm(ScopeForm):
    """Which sheets are to be printed of it; `subject` is the key of the seat change or draw they are about.

    `rank`, `phones` and `masked` count for the kinds that ask for them.
    """

    kind = forms.ChoiceField(choices=[(code, code) for code in KINDS])
    subject = forms.IntegerField(required=False)
    sample = forms.BooleanField(required=False)
    rank = forms.ChoiceField(choices=[(rank.value, rank.value) for rank in RANKS], required=False)
    phones = forms.BooleanField(required=False)
    masked = forms.BooleanField(required=False)

    @property
    def chosen(self) -> Kind:
        """The kind of a valid form."""
        return KINDS[self.cleaned_data["kind"]]

    def parameters(self, scope: Scope) -> dict[str, Any]:
        """Of a job."""
        chosen = self.cleaned_data
        asked = {name: chosen[name] for name in self.chosen.asks if chosen[name]}
        return {
            **asked,
            "session": scope.session.number,
            "first": scope.first,
            "last": scope.last,
            "subject": chosen["subject"],
            "sample": chosen["sample"],
        }
