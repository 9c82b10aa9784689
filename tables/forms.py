"""What the pages ask: shapes only, the services decide."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.labels import ENTRY_LABELS
from bobing_event.models import Event, LateArrivals, Participant, Role, Session
from tables.drawing import Rest
from tables.models import Entry, SeatingDraw, Table, Wish
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
    """Somebody who came after the draw, and a table that waits; an open one too, where seats are kept for guests."""

    participant = forms.ModelChoiceField(Participant.objects.none(), label=_("Person"))
    table = forms.ModelChoiceField(Table.objects.none(), label=_("Table"))
    beyond_full = forms.BooleanField(label=_("One more than the table's seats is fine"), required=False)

    def __init__(self, *args: Any, session: Session, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = Table.objects.filter(session=session).exclude(phase=Table.Phase.ENDED).order_by("number")
        if session.event.late_arrivals != LateArrivals.NEXT_ROUND:
            tables = tables.filter(opening__isnull=True)
        self.fields["participant"].queryset = unseated_people(session)  # type: ignore[attr-defined]
        self.fields["table"].queryset = tables  # type: ignore[attr-defined]


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


SPREADS = [
    ("lot", _("By lot alone")),
    ("mixed", _("Departments mixed: dealt round the tables like cards")),
    ("unit", _("Departments together: one after another, in drawn order")),
]
RESTS = [
    (Rest.SHORT, _("at a table of their own, which is short")),
    (Rest.SPREAD, _("spread by lot over other tables")),
]


class PrepareDrawForm(forms.Form):
    """What is drawn, and how people are spread."""

    basis = forms.ChoiceField(label=_("Who is drawn"), choices=SeatingDraw.Basis, initial=SeatingDraw.Basis.CHECKED_IN)
    spread = forms.ChoiceField(label=_("How people are spread"), choices=SPREADS, initial="lot")
    rest = forms.ChoiceField(label=_("Who does not fill a table"), choices=RESTS, required=False)
    parties = forms.BooleanField(label=_("Keep the sheet's groups and companions at one table"), required=False)

    def chosen(self) -> dict[str, Any]:
        """The arguments of `services.prepare_draw`."""
        data = self.cleaned_data
        return {**data, "rest": Rest(data["rest"] or Rest.AS_RULED)}


class FixedPlaceForm(forms.Form):
    """Somebody's fixed place; no table takes it back."""

    participant = forms.ModelChoiceField(Participant.objects.none())
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1)
    seat = forms.IntegerField(label=_("Seat"), required=False, min_value=1)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["participant"].queryset = Participant.objects.filter(event=event)  # type: ignore[attr-defined]


class WishForm(forms.Form):
    """People of the event, and how they want to sit."""

    kind = forms.ChoiceField(choices=Wish.Kind)
    people = forms.ModelMultipleChoiceField(Participant.objects.none())
    note = forms.CharField(max_length=120, required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["people"].queryset = Participant.objects.filter(event=event)  # type: ignore[attr-defined]
