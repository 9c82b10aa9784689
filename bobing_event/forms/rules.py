from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bobing_event.forms.events import ruleset_choices
from bobing_event.option_labels import CHOICES, OPTION_LABELS, as_text, listed_choices, value_label
from rules import available, load

NUMBERS = {"opening_dice": 1, "seats": 2, "min_players": 1, "time_limit_minutes": 0}
"""Options that are numbers, and the least each may be; 0 minutes is no limit."""
LISTS = ("order", "chase_ranks")
EMPTY_LIST = "none"
"""How the choice of an empty list is written, since "" stands for what the ruleset says."""


class RulesForm(forms.Form):
    """A ruleset and its options. An option left alone is as the ruleset says, and its label shows what that is."""

    ruleset = forms.ChoiceField(label=gettext_lazy("Rules"), choices=ruleset_choices)

    def __init__(self, *args: Any, ruleset: str, overrides: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shipped = ruleset if ruleset in {found.id for found in available()} else "xiamen-standard"
        self.own = {key: as_text(value) for key, value in load(shipped).to_json().items()}
        self.fields["ruleset"].initial = shipped
        for key, label in OPTION_LABELS.items():
            current = as_text(overrides[key]) if overrides and key in overrides else None
            self.fields[key] = self._number(key) if key in NUMBERS else self._choice(key, current)
            self.fields[key].label = str(label)
            if current is not None:
                self.fields[key].initial = self._written(key, current)

    @staticmethod
    def _written(key: str, value: str) -> str:
        if value:
            return value
        return "0" if key == "time_limit_minutes" else EMPTY_LIST

    def _as_ruled(self, key: str) -> str:
        return _("As in the rules: %(value)s") % {"value": value_label(key, self.own[key])}

    def _number(self, key: str) -> forms.Field:
        help_text = self._as_ruled(key)
        if key == "time_limit_minutes":
            help_text = _("%(own)s. 0 is no limit.") % {"own": help_text}
        return forms.IntegerField(required=False, min_value=NUMBERS[key], max_value=999, help_text=help_text)

    def _choice(self, key: str, current: str | None) -> forms.Field:
        values = listed_choices(key) if key in LISTS else list(CHOICES[key])
        if current is not None and current not in values:  # an order that no shipped ruleset has
            values.append(current)
        offered = [(value or EMPTY_LIST, value_label(key, value)) for value in values]
        return forms.ChoiceField(required=False, choices=[("", self._as_ruled(key)), *offered])

    def overrides(self) -> dict[str, Any]:
        """What differs from the ruleset that was chosen, as `rules.load` takes it."""
        own = load(self.cleaned_data["ruleset"]).to_json()
        chosen = {key: self.cleaned_data.get(key) for key in OPTION_LABELS}
        read = {key: self._read(key, value) for key, value in chosen.items() if value not in ("", None)}
        return {key: value for key, value in read.items() if value != own[key]}

    def changed_options(self, overrides: dict[str, Any]) -> list[tuple[str, str, str]]:
        """Label, the ruleset's value and the event's, for each option the event has changed."""
        return [
            (str(OPTION_LABELS[key]), value_label(key, self.own[key]), value_label(key, as_text(value)))
            for key, value in overrides.items()
        ]

    @staticmethod
    def _read(key: str, value: Any) -> Any:
        if key in LISTS:
            return [] if value == EMPTY_LIST else value.split(",")
        if key in NUMBERS:
            return None if key == "time_limit_minutes" and value == 0 else value
        return value == "true" if value in ("true", "false") else value
