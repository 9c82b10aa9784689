"""What a floor manager's forms ask: shapes only, the services decide."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from bobing_event.labels import RANK_LABELS
from rules import LOWER_RANKS

EXTRA_MINUTES = (1, 3, 5, 10)
"""What the buttons for extra time offer."""


class LowerBarForm(forms.Form):
    """From which rank on a throw makes a candidate."""

    rank = forms.ChoiceField(label=_("Rank"), choices=[(rank.value, RANK_LABELS[rank]) for rank in LOWER_RANKS])


class AppointForm(forms.Form):
    """Whom the committee names, and why."""

    seat = forms.IntegerField(label=_("Seat"), min_value=1)
    reason = forms.CharField(label=_("Reason"), max_length=200)


class OutcomeForm(forms.Form):
    """What came of an objection."""

    outcome = forms.CharField(
        label=_("What came of it"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Stays in the record. For example: throw 12 corrected; or: looked at the dice, it stands."),
    )  # fmt: skip
