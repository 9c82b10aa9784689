"""What the pages ask: shapes only, the services decide."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.labels import ENTRY_LABELS
from tables.models.entry import VOID
from tournaments.models import Playoff, PlayoffEntry

TURN_KINDS = ("throw", "overflow", "pass")


class PlayoffForm(forms.Form):
    """How a play-off is decided; the organiser starts from what usual evenings do."""

    decide = forms.ChoiceField(
        label=_("Decided"),
        choices=[
            (Playoff.Decide.IMMEDIATE, _("At once: the first hit takes the place")),
            (Playoff.Decide.ROUND, _("By the round: it is completed, and its strongest hit takes the place")),
        ],
        initial=Playoff.Decide.IMMEDIATE,
        widget=forms.RadioSelect,
    )
    places = forms.IntegerField(
        label=_("Places to fill"), min_value=1, max_value=999, initial=1, help_text=_("1: there is a winner only.")
    )
    group_size = forms.IntegerField(label=_("Entrants a heat, at most"), min_value=2, max_value=999)
    advance = forms.IntegerField(
        label=_("Go on from a heat"),
        min_value=1,
        max_value=998,
        initial=1,
        help_text=_("Only where one heat is too few for all."),
    )
    leave_out_unfinished = forms.BooleanField(label=_("Leave out the tables that have not ended"), required=False)

    def __init__(self, data: Any = None, *, kind: str, unfinished: bool, seats: int) -> None:
        super().__init__(data, prefix=kind, initial={"group_size": seats})
        if kind == Playoff.Kind.WANGZHONGWANG:
            del self.fields["decide"]  # always by the round
        if not unfinished:
            del self.fields["leave_out_unfinished"]


class PlayoffCorrectionForm(forms.Form):
    """What an entry should have been. Dice that are no hand are refused by the service."""

    kind = forms.ChoiceField(label=_("What it should have been"))
    dice = forms.CharField(
        label=_("Dice"),
        required=False,
        max_length=6,
        help_text=_("Six digits from 1 to 6 in any order, for a throw."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "pattern": "[1-6]{6}"}),
    )
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=200, help_text=_("Stays in the log. For example: dice misread.")
    )

    def __init__(self, data: Any = None, *, entry: PlayoffEntry) -> None:
        super().__init__(data, initial={"kind": entry.kind, "dice": entry.dice})
        self.entry = entry
        kinds = TURN_KINDS if entry.kind in TURN_KINDS else ()
        out = (VOID, pgettext_lazy("correction", "Never happened: take it out"))
        self.fields["kind"].choices = [*((kind, ENTRY_LABELS[kind]) for kind in kinds), out]  # type: ignore[attr-defined]

    def asked(self) -> dict[str, Any]:
        """The entry for the service, without its UUID."""
        data = self.cleaned_data
        dice = [int(face) if face.isdecimal() else 0 for face in data["dice"]]
        return {
            "kind": data["kind"],
            "dice": dice if data["kind"] == "throw" else None,
            "reason": data["reason"],
            "supersedes": self.entry.seq,
        }
