from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.models import Event, Gender, Session

ACCEPTED = ".xlsx,.xls,.ods,.csv,.tsv,.txt,.et,.htm,.html"


class UploadForm(forms.Form):
    file = forms.FileField(
        label=_("Participant sheet"),
        allow_empty_file=True,  # said by the service, which knows what to do about it
        widget=forms.ClearableFileInput(attrs={"accept": ACCEPTED}),
    )


class ParticipantForm(forms.Form):
    """Somebody added or corrected by hand; the service cleans and refuses as for a sheet."""

    name = forms.CharField(label=pgettext_lazy("person", "Name"), max_length=120)
    phone = forms.CharField(
        label=_("Phone"), max_length=40, required=False, widget=forms.TextInput(attrs={"inputmode": "tel"})
    )
    unit = forms.CharField(label=_("Unit"), max_length=120, required=False)
    ticket = forms.CharField(label=_("Ticket number"), max_length=80, required=False)
    gender = forms.ChoiceField(label=_("Gender"), choices=[("", _("not stated")), *Gender.choices], required=False)
    id_number = forms.CharField(label=_("ID number"), max_length=40, required=False)
    session = forms.ModelChoiceField(Session.objects.none(), label=_("Session"), required=False, empty_label="—")
    note = forms.CharField(label=_("Note"), max_length=400, required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sessions = event.sessions.all()
        self.fields["session"].queryset = sessions  # type: ignore[attr-defined]
        if len(sessions) < 2:
            del self.fields["session"]
