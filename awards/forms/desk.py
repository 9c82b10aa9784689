"""Forms of the prize desk. They check the shape; what may be handed over, the services say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict

from awards.models import HandOver
from awards.signatures import png_in

MOST_KEYS = 200
KEY_LENGTH = 80


class HandOverForm(forms.Form):
    """A tap on the desk's page. The proxy and the guardian have fields of their own, filled in from the list."""

    client_uuid = forms.UUIDField()
    receiver = forms.CharField(max_length=8, required=False)
    proxy_name = forms.CharField(max_length=200, required=False)
    proxy_phone = forms.CharField(max_length=60, required=False)
    guardian_name = forms.CharField(max_length=200, required=False)
    guardian_phone = forms.CharField(max_length=60, required=False)
    id_checked = forms.BooleanField(required=False)
    guardian_waived = forms.BooleanField(required=False)
    signature = forms.CharField(required=False)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.keys = list(dict.fromkeys(key[:KEY_LENGTH] for key in data.getlist("keys")))[:MOST_KEYS]

    def arguments(self) -> dict[str, Any]:
        """The arguments of `hand_over`, without event, person, user and time. Refuses what `png_in` does."""
        data = self.cleaned_data
        receiver = data["receiver"] or HandOver.Receiver.SELF
        return {
            "keys": self.keys,
            "client_uuid": data["client_uuid"],
            "receiver": receiver,
            "receiver_name": data.get(f"{receiver}_name", ""),
            "receiver_phone": data.get(f"{receiver}_phone", ""),
            "id_checked": data["id_checked"],
            "guardian_waived": data["guardian_waived"],
            "signature": png_in(data["signature"]),
        }
