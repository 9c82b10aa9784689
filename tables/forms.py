"""What the pages ask: shapes only, the services decide."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.labels import ENTRY_LABELS
from bobing_event.models import Event, Participant, Role, Session
from tables.models import Entry, Table
from tables.models.entry import VOID
from tables.queries.seating import unseated_people

TURN_KINDS = ("throw", "overflow", "pass")


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=200)


class RefereeField(forms.ModelChoiceField):
    """Referees by their full name."""

    def label_from_instance(self, referee: User) -> str:
        return referee.get_full_name() or referee.get_username()


class RefereeForm(forms.Form):
    """Who referees a table: one of the event's referees, or nobody."""

    referee = RefereeField(User.objects.none(), label=_("Referee"), required=False, empty_label=_("Nobody yet"))

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        referees = User.objects.filter(memberships__event=event, memberships__role=Role.REFEREE)
        self.fields["referee"].queryset = referees.order_by("username")  # type: ignore[attr-defined]


class LateGuestForm(forms.Form):
    """Somebody who came after the draw, and a table that is not open yet."""

    participant = forms.ModelChoiceField(Participant.objects.none(), label=_("Person"))
    table = forms.ModelChoiceField(Table.objects.none(), label=_("Table"))
    beyond_full = forms.BooleanField(label=_("One more than the table's seats is fine"), required=False)

    def __init__(self, *args: Any, session: Session, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        waiting = Table.objects.filter(session=session, opening__isnull=True).order_by("number")
        self.fields["participant"].queryset = unseated_people(session)  # type: ignore[attr-defined]
        self.fields["table"].queryset = waiting  # type: ignore[attr-defined]


class CorrectionForm(forms.Form):
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

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A void names no seat: the entry it took out does.
        self.seat = entry.supersedes.seat if entry.kind == VOID and entry.supersedes else entry.seat
        kinds = TURN_KINDS if entry.kind in (*TURN_KINDS, VOID) and self.seat else ()
        choices = [(kind, ENTRY_LABELS[kind]) for kind in kinds]
        if entry.kind != VOID:
            choices.append((VOID, pgettext_lazy("correction", "Never happened: take it out")))
        self.fields["kind"].choices = choices  # type: ignore[attr-defined]
        self.entry = entry

    def asked(self) -> dict[str, Any]:
        """The entry for the service, without its UUID."""
        data = self.cleaned_data
        dice = [int(face) if face.isdecimal() else 0 for face in data["dice"]]
        return {
            "kind": data["kind"],
            "seat": self.seat,
            "dice": dice if data["kind"] == "throw" else None,
            "reason": data["reason"],
            "supersedes": self.entry.seq,
        }


class PairForm(forms.Form):
    label = forms.CharField(label=_("Name of the tablet"), max_length=60, required=False)
