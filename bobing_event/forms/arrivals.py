"""Forms at the door: walk-ins, the stand-by list and its places."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.models import Event, Participant, Session
from bobing_event.queries import code_in

PHONE_DIGITS = 4


class WalkInForm(forms.Form):
    """Somebody at the door who is not on the list: as little as will do, all else can wait."""

    name = forms.CharField(label=pgettext_lazy("person", "Name"), max_length=120)
    phone = forms.CharField(
        label=_("Phone"), max_length=40, required=False, widget=forms.TextInput(attrs={"inputmode": "tel"})
    )
    unit = forms.CharField(label=_("Unit"), max_length=120, required=False)
    session = forms.ModelChoiceField(Session.objects.none(), label=_("Session"), required=False, empty_label=None)
    companion_of = forms.ModelChoiceField(Participant.objects.none(), required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "walk-in-%s", **kwargs})
        sessions = event.sessions.all()
        self.fields["session"].queryset = sessions  # type: ignore[attr-defined]
        self.fields["companion_of"].queryset = event.participants.all()  # type: ignore[attr-defined]
        if len(sessions) < 2:
            del self.fields["session"]

    @staticmethod
    def begun_with(text: str) -> dict[str, str]:
        """What the form begins with after nobody was found by `text`; a code that nobody has says nothing."""
        if code_in(text) or "/" in text:
            return {}
        digits = "".join(character for character in text if character.isdigit())
        return {"phone": text} if len(digits) >= PHONE_DIGITS else {} if digits else {"name": text}


class StandByForm(WalkInForm):
    """Somebody for the stand-by list."""

    here = forms.BooleanField(label=_("Is here already"), required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        del self.fields["companion_of"]
        self.fields.pop("session", None)  # the page is one session's


class PlacesForm(forms.Form):
    """How many places a session has, and from when those of absent guests are given away."""

    places = forms.IntegerField(
        label=pgettext_lazy("session", "Places"), min_value=1, max_value=100_000, required=False
    )
    stand_by_at = forms.DateTimeField(
        label=_("Absent guests' places are given away at"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
