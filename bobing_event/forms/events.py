from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.models import Event
from rules import available, load

# The zones these evenings are held in come first; every other one can be chosen too.
NEAR = (
    "Asia/Shanghai",
    "Asia/Taipei",
    "Asia/Hong_Kong",
    "Asia/Macau",
    "Asia/Singapore",
    "Asia/Kuala_Lumpur",
    "Asia/Manila",
)


def zone_choices() -> list[tuple[str, str]]:
    others = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "posix/")))
    return [(zone, zone) for zone in (*NEAR, *(zone for zone in others if zone not in NEAR))]


def ruleset_choices() -> list[tuple[str, str]]:
    """The shipped rulesets, in the page's language, the default first."""
    english = translation.get_language() == "en"
    return [(found.id, (load(found.id).title_en if english else "") or found.title) for found in available()]


class EventForm(forms.ModelForm):
    """What an event is called, when it is, and who stands on its certificates."""

    zone = forms.ChoiceField(label=_("Time zone"), choices=zone_choices, initial="Asia/Shanghai")

    class Meta:
        model = Event
        fields: tuple[str, ...] = ("name", "edition", "date", "zone", "issuers", "late_arrivals", "entry_mode")
        labels = {
            "name": pgettext_lazy("event", "Name"),
            "edition": _("Edition"),
            "date": _("Date"),
            "issuers": _("Issuing units"),
            "late_arrivals": _("Late guests sit down"),
            "entry_mode": _("Referees tap"),
        }
        help_texts = {
            "edition": _("Such as the 21st, or 2026. Printed on certificates."),
            "issuers": _("One a line, in the order in which certificates name them."),
            "entry_mode": _("The pattern is one tap, six dice are proof. For 状元 the dice are always entered."),
            "late_arrivals": _("From the next round on: seats of those who have not come are kept when a table opens."),
        }
        widgets = {
            "date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "issuers": forms.Textarea(attrs={"rows": 3}),
        }


class NewEventForm(EventForm):
    slug = forms.SlugField(
        label=_("Short name"),
        max_length=60,
        help_text=_("Letters, digits and hyphens, such as midautumn-2026. It stands in the address and stays."),
    )
    ruleset = forms.ChoiceField(
        label=_("Rules"),
        choices=ruleset_choices,
        help_text=_("Single options can be changed in the settings until the first throw."),
    )
    field_order = ("name", "slug", "date", "ruleset", "zone", "edition", "issuers")

    class Meta(EventForm.Meta):
        # Not from the model: its constraints and the slug's uniqueness are the service's to refuse.
        fields = tuple(name for name in EventForm.Meta.fields if name not in ("late_arrivals", "entry_mode"))

    def values(self) -> dict[str, Any]:
        return self.cleaned_data


class SessionForm(forms.Form):
    name = forms.CharField(label=_("Session name"), max_length=60, required=False)
    starts_at = forms.DateTimeField(
        label=_("Starts"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
