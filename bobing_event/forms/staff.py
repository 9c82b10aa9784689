from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.models import Role
from bobing_event.permissions import Roles, can_change_role
from bobing_event.pins import DIGITS


class _WithRole(forms.Form):
    role = forms.ChoiceField(label=_("Role"))

    def __init__(self, *args: Any, roles: Roles, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [(role.value, role.label) for role in Role if can_change_role(roles, role.value)]
        # No preset: nobody becomes owner because a form began with it.
        self.fields["role"].choices = [("", "—"), *offered]  # type: ignore[attr-defined]


class AccountForm(_WithRole):
    """A new account."""

    username = forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    name = forms.CharField(label=pgettext_lazy("person", "Name"), max_length=60, required=False)
    password = forms.CharField(
        label=_("Password"),
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least eight characters and no common word."),
    )
    field_order = ("username", "name", "password", "role")


class RoleForm(_WithRole):
    """A role for somebody who has an account."""

    username = forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    field_order = ("username", "role")

    def clean_username(self) -> Any:
        """The account itself."""
        user = get_user_model().objects.filter(username=self.cleaned_data["username"]).first()
        if user is None:
            raise forms.ValidationError(_("There is no account of this name. Make one beside."), code="unknown_user")
        return user


class PinForm(forms.Form):
    """A PIN for somebody: the random one that is proposed, or one of their own."""

    pin = forms.CharField(
        label=_("PIN"),
        max_length=DIGITS,
        help_text=_("Six digits. The proposed one is random, which is best."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
