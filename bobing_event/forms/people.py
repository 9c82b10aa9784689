from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.models import Event, Gender, Participant, Session
from bobing_event.queries import arrivals_matching


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
    proxy_name = forms.CharField(label=_("Proxy"), max_length=120, required=False)
    proxy_phone = forms.CharField(
        label=_("Proxy's phone"), max_length=40, required=False, widget=forms.TextInput(attrs={"inputmode": "tel"})
    )
    guardian_name = forms.CharField(label=_("Guardian"), max_length=120, required=False)
    guardian_phone = forms.CharField(
        label=_("Guardian's phone"), max_length=40, required=False, widget=forms.TextInput(attrs={"inputmode": "tel"})
    )
    companion_of = forms.CharField(
        label=_("Comes with"), max_length=120, required=False,
        help_text=_("Name, phone or ticket of the person they come with."),
    )  # fmt: skip
    note = forms.CharField(label=_("Note"), max_length=400, required=False)

    def __init__(self, *args: Any, event: Event, host: Participant | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event, self.host = event, host
        self.initial["companion_of"] = f"{host.name} {host.phone[-4:]}".strip() if host else ""
        sessions = event.sessions.all()
        self.fields["session"].queryset = sessions  # type: ignore[attr-defined]
        if len(sessions) < 2:
            del self.fields["session"]

    def clean_companion_of(self) -> Participant | None:
        """The one person who fits what was typed; parts of a name and digits of a phone may stand together."""
        if "companion_of" not in self.changed_data:
            return self.host
        text = self.cleaned_data["companion_of"]
        people = arrivals_matching(self.event, text).people if text else []
        if text and len(people) != 1:
            sentence = _("Several people fit. Add digits of the phone.") if people else _("Nobody fits.")
            raise forms.ValidationError(sentence, code="no_such_companion")
        return people[0] if people else None
